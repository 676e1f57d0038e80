"""Whether a hand holds anything that can be played, as far as the play card and the hand were read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from companion.rules.zigity.cards import FREE, SET, Card, Cards, characters, values_of
from companion.rules.zigity.in_hand import is_unread
from companion.rules.zigity.lexicon import Lexicon
from companion.rules.zigity.options import Rules
from companion.rules.zigity.sets import aspect_of, best_set
from companion.rules.zigity.turn import Turn


@dataclass(frozen=True, slots=True)
class Playable:
    """What can be played, whatever was not read; and what that hangs on, where it is not certain."""

    actions: tuple[str, ...] = ()
    found: Turn | None = None
    """A set that can be played, by one reading of the play card; there is one by every other."""
    by_play_card: bool = False
    """Whether the unread corner or character of the play card may allow a set."""
    by_hand: Cards = ()
    """Cards of the hand that may be playable, for what was not read of them."""


@lru_cache(maxsize=64)
def playable(play: Card, hand: Cards, rules: Rules, words: Lexicon | None) -> Playable:
    """What of a hand can be played on a play card without a debt.

    A set of the play card alone sheds nothing: if it counted, a game could go on with it for ever.
    """
    actions = tuple(sorted({str(card) for card in hand if card.is_action}))
    plays = list(readings(play))
    sets = [_shedding(one, hand, rules, words) for one in plays]
    certain = sets[0] if sets and all(sets) else None
    if actions or certain is not None:
        return Playable(actions, certain)
    by_hand = [card for card in hand if is_unread(card)]
    for one, found in zip(plays, sets, strict=True):
        aspect = aspect_of(one)
        if found is None and aspect is not None:
            # What may show anything there serves as a free card does.
            dim = [card for card in hand if card.power == SET and card.corner(aspect) is None]
            wild = tuple(Card(FREE) if card in dim else card for card in hand)
            if dim and _shedding(one, wild, rules, words):
                by_hand += dim
    shown = tuple(card for card in hand if card in by_hand)
    return Playable(by_play_card=any(sets) or (len(sets) > 1 and bool(shown)), by_hand=shown)


def readings(play: Card) -> Iterator[Card]:
    """All that a play card may be, as far as a set on it is concerned; none where no set card shows."""
    if play.power != SET:
        return
    for name, aspect in characters().items():
        if play.character in (None, name):
            own = play.corner(aspect)
            for value in values_of(aspect) if own is None else (own,):
                yield Card(**{**play._asdict(), "character": name, aspect: value})


def _shedding(play: Card, hand: Cards, rules: Rules, words: Lexicon | None) -> Turn | None:
    found = best_set(play, hand, rules, words)
    return found if found is not None and found.laid else None
