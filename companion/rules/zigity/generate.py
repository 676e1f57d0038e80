"""The legal turns of a position, all of them but for the order of cards under the top and of shuffles."""

from __future__ import annotations

from collections.abc import Iterator

from companion.rules.zigity.cards import SET, Card, Cards, characters
from companion.rules.zigity.lexicon import Lexicon
from companion.rules.zigity.options import Rules, default_rules
from companion.rules.zigity.position import Position
from companion.rules.zigity.sets import aspect_of, best_set, needs, ways
from companion.rules.zigity.turn import Turn


def turns(position: Position, rules: Rules | None = None, words: Lexicon | None = None) -> Iterator[Turn]:
    """Every legal turn, each once, sets with the most cards first of these; free cards are told.

    Of cards that differ only in their order under the top one order is given, and where a shuffle is due
    `with_shuffles` gives it. `judge` is the authority, and tests hold this to it.
    """
    rules = rules or default_rules()
    if position.over:
        return
    if position.debt:
        yield Turn(draws=min(position.debt, position.available))
    elif (rules.voluntary_draw and position.available) or not _able(position, rules, words):
        yield Turn(draws=min(1, position.available))
    for card in sorted({card for card in position.hand if card.is_action}, key=str):
        yield Turn(actions=(card,))
    if not position.debt:
        yield from sets(position.play_card, position.hand, rules, words)


def _able(position: Position, rules: Rules, words: Lexicon | None) -> bool:
    if any(card.is_action for card in position.hand):
        return True
    best = best_set(position.play_card, position.hand, rules, words)
    return best is not None and bool(best.laid)


def sets(play: Card, hand: Cards, rules: Rules, words: Lexicon | None) -> Iterator[Turn]:
    """Every set of the play card, with each of its cards on top once."""
    aspect = aspect_of(play)
    if play.power != SET or aspect is None:
        return
    for need, word in needs(play, hand, rules, words, aspect):
        for way in ways(need, hand, aspect):
            if not way:
                yield Turn((), word)
            order = sorted(way, key=str)
            for place, top in enumerate(order):
                if top not in order[:place]:
                    yield Turn((*order[:place], *order[place + 1 :], top), word)


def hints(play: Card, hand: Cards, rules: Rules, words: Lexicon | None) -> dict[str, Turn | None]:
    """For each character the set that sheds most cards of the hand, were the play card of that character."""
    return {name: best_set(play, hand, rules, words, aspect) for name, aspect in characters().items()}
