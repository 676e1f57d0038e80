"""A look at Zont's table: the five piles in the middle, by their top cards, and the score piles beside them.

The five piles lie side by side, a suit each; whatever lies apart from them is a score pile, laid open or fanned.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from companion.rules.zont.cards import card_from, suits, zeros
from companion.rules.zont.clauses import name_of, starting
from companion.table.stacks import Group, Stack, groups_of, near
from vision.parts.sighting import PartSighting, PartsSeen, PartUnread

NO_PILES = "The five piles are not seen together: lay them side by side, and the score piles apart from them."
TWO_OF_SUIT = "Two piles of {suit} lie in the middle: lay the score piles apart from the five piles."
NO_PILE = "The {suit} pile is not seen: show its top card."
WHICH_TOP = "It does not show whether {names} is on top: lay the pile's cards squarely."
TWICE = "{card} is seen twice, and the game has one: take one away."
ZERO_APART = "{card} never leaves its pile, and lies apart from the five piles: lay these side by side."
REACH_MM = 30.0
"""What is unread so near to a card that counts may be one more."""
LEAST_SUITS = 3
"""So many suits side by side are the middle, if nothing else is."""


@dataclass(frozen=True, slots=True)
class ZontTable:
    """What lies where. `tops` has the suits whose top card is certain, by name; doubts say what to show."""

    tops: tuple[tuple[str, PartSighting], ...]
    scores: tuple[tuple[PartSighting, ...], ...]
    """The cards that show of each score pile, in reading order, as the piles are."""
    doubts: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """The arrangement as `companion see` prints it: names of cards."""
        return {
            "piles": {suit: card.name for suit, card in self.tops},
            "score_piles": [[card.name for card in pile] for pile in self.scores],
            "doubts": list(self.doubts),
        }

    def claim(self) -> dict[str, Any] | None:
        """What `companion judge zont` takes for a report of values and points; None while something is in doubt.

        What lies beneath a top card is hidden, but for the 0 that never leaves its pile.
        """
        if self.doubts:
            return None
        piles = {}
        for suit, card in self.tops:
            top = card_from(card.name)
            zero = zeros()[top.suit]
            piles[suit] = {"mixed": [] if top == zero else [str(zero)], "laid": [str(top)]}
        scores = {f"pile {n}": [str(card.name) for card in pile] for n, pile in enumerate(self.scores, 1)}
        return {"piles": piles, "scores": scores}


@lru_cache(maxsize=4)
def zont_table(seen: PartsSeen) -> ZontTable:
    """The arrangement of what was seen; a picture's is asked for several times."""
    groups = groups_of([part for part in seen.parts if part.face == "up"])
    centre = _middle(groups)
    if centre is None:
        scores = tuple(_cards(group) for group in groups)
        return ZontTable((), scores, (NO_PILES, *map(_closed, seen.unread)))
    names = [str(suit["name"]) for suit in suits()]
    lying = {name: [stack for stack in centre if _suit(stack.top) == name] for name in names}
    doubts = [TWO_OF_SUIT.format(suit=name) for name in names if len(lying[name]) > 1]
    doubts += [NO_PILE.format(suit=name) for name in names if not lying[name]]
    scores = tuple(_cards(group) for group in groups if group is not centre)
    cards = [card for group in groups for card in _cards(group)]
    unread = [one for one in seen.unread if near(one, cards, REACH_MM)]
    twice = {name for name, count in Counter(str(card.name) for card in cards).items() if count > 1}
    apart = sorted({str(card.name) for pile in scores for card in pile} & set(map(str, zeros())))
    open_ones = [stack for stack in centre if len(stack.may_be_top) > 1]
    doubts += [_which_top(stack) for stack in open_ones]
    doubts += [TWICE.format(card=starting(card_from(name))) for name in sorted(twice)]
    doubts += [ZERO_APART.format(card=starting(card_from(name))) for name in apart]
    doubts += [_closed(one) for one in unread]
    # What a stack may show instead is not certain of another one either: two of a suit may lie in the middle.
    open_suits = {_suit(card) for stack in open_ones for card in stack.may_be_top}
    tops = tuple(
        (name, stacks[0].top)
        for name, stacks in lying.items()
        if len(stacks) == 1 and not apart and name not in open_suits and str(stacks[0].top.name) not in twice
        # What is unread and so near may lie on it.
        if not any(near(one, stacks[0].cards, REACH_MM) for one in unread)
    )
    return ZontTable(tops, scores, tuple(doubts))


def _which_top(stack: Stack) -> str:
    tops = sorted(str(card.name) for card in stack.may_be_top)
    return WHICH_TOP.format(names=" or ".join(name_of(card_from(top)) for top in tops))


def _middle(groups: Sequence[Group]) -> Group | None:
    """The group of the five piles: the one whose stacks have most suits, if that is one alone."""
    counts = [len({_suit(stack.top) for stack in group}) for group in groups]
    most = max(counts, default=0)
    if most < LEAST_SUITS or counts.count(most) > 1:
        return None
    return groups[counts.index(most)]


def _suit(card: PartSighting) -> str:
    return str(suits()[card_from(card.name).suit]["name"])


def _cards(group: Group) -> tuple[PartSighting, ...]:
    return tuple(card for stack in group for card in stack.cards)


def _closed(unread: PartUnread) -> str:
    return f"A card is not read: {unread.why}."
