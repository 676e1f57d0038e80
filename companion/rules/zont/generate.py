"""The legal turns of a position, all of them, every card that chance can turn up included."""

from __future__ import annotations

from collections.abc import Iterator

from companion.rules.zont.cards import Card, power_of, same_colour
from companion.rules.zont.options import Rules, default_rules
from companion.rules.zont.piles import Pile
from companion.rules.zont.position import Position, held_then, laid_out
from companion.rules.zont.turn import Art, Change, Favors, Power, Turn


def turns(position: Position, rules: Rules | None = None) -> Iterator[Turn]:
    """Every legal turn, each once. `judge` is the authority, and tests hold this to it."""
    rules = rules or default_rules()
    if position.over:
        return
    for middle in position.hand:
        for power in (None, *powers(position, middle, rules)):
            turn = Turn(middle, power, None)
            if position.final:
                yield turn
                continue
            _, taken = laid_out(position.piles, turn)
            for score in held_then(position.hand, turn, taken):
                yield Turn(middle, power, score)
    if position.final:
        for score in position.hand:
            yield Turn(None, None, score)


def powers(position: Position, middle: Card, rules: Rules) -> Iterator[Power]:
    """Every use of the power that a card of the hand gives, once it lies on its pile."""
    own = power_of(middle.suit)
    piles = list(position.piles)
    piles[middle.suit] = piles[middle.suit].with_card(middle)
    if own in ("art", "any"):
        for card in position.hand:
            if card != middle and same_colour(middle, card, four_any=rules.four_any_colour):
                yield Art(card)
    if own in ("change", "any"):
        for number, pile in enumerate(piles):
            if _may_be_taken(number, pile, middle, rules):
                yield from (Change(number, shows) for shows in pile.next_ones())
    if own in ("favors", "any"):
        for number, pile in enumerate(piles):
            yield from (Favors(number, shows) for shows in pile.cards)


def _may_be_taken(number: int, pile: Pile, middle: Card, rules: Rules) -> bool:
    if power_of(number) == "none" or pile.top == middle or len(pile.cards) == 1:
        return False
    return same_colour(middle, pile.top, four_any=rules.four_any_colour)
