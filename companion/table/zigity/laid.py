"""A look at Zigity's table: which card is the play card, and which cards lie open beside it for a set.

The cards of a set lie side by side or fanned, the play pile apart from them. What lies together is a group; the
play pile is the group that is a single card or a stack, and the one beside the draw pile where both may be it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from companion.rules.zigity.cards import card_from
from companion.rules.zigity.clauses import name_of
from companion.table.lying import gap_mm, overlap_mm2
from companion.table.stacks import NEAR_MM, Group, Stack, ground_of, groups_of, near
from vision.parts.sighting import PartSighting, PartsSeen, PartUnread
from vision.parts.unmarked import NO_MARKER
from vision.sighting import Quad

NO_CARD = "No open card is seen: lay the play card and the set's cards face up, or come closer."
NO_PLAY = (
    "It does not show which card is the play card: lay the set apart from it, or the draw pile beside it."
)
NO_SET = "It does not show which cards are the set: lay them side by side, and nothing else open but the play card."
NOT_SEEN = "The play card is not seen: show {name}."
WHICH_TOP = "It does not show whether {names} is the play card: lay it squarely on top of the pile."
REACH_MM = 45.0
"""What is unread so near to a card that counts may be one more."""
NEARER = 0.7
"""How much nearer to the draw pile the play pile is than any other group."""


@dataclass(frozen=True, slots=True)
class ZigityTable:
    """What lies where. Doubts are sentences that say what to show; without any, both parts are certain."""

    play: PartSighting | None
    """The play pile's top card."""
    laid: tuple[PartSighting, ...]
    """The open cards of the set, in reading order, the play card left out."""
    beneath: tuple[PartSighting, ...]
    """Cards that show from under the play card."""
    others: tuple[tuple[PartSighting, ...], ...]
    """Further groups of open cards, which belong to neither."""
    doubts: tuple[str, ...]
    unread: int = 0
    """How many of the doubts are of what is unread and can but be more cards of the set."""
    uncovered: tuple[PartSighting, ...] = ()
    """Of the cards laid, those that may be of the pile, and open since a known play card slid off them."""

    def to_json(self) -> dict[str, Any]:
        """The arrangement as `companion see` prints it: names of cards."""
        return {
            "play_card": None if self.play is None else self.play.name,
            "laid": [card.name for card in self.laid],
            "beneath": [card.name for card in self.beneath],
            "others": [[card.name for card in group] for group in self.others],
            "doubts": list(self.doubts),
        }

    def claim(self) -> dict[str, Any] | None:
        """The claim that `companion judge zigity` takes, without a hand; None while something is in doubt.

        One action card laid by itself is played as such; no card laid asks what the play card is.
        """
        if self.doubts or self.play is None:
            return None
        names = [str(card.name) for card in self.laid]
        if not names:
            return {"play_card": self.play.name}
        if len(names) == 1 and card_from(names[0]).is_action:
            return {"play_card": self.play.name, "turn": {"action": names[0]}}
        return {"play_card": self.play.name, "turn": {"set": names}}


@lru_cache(maxsize=4)
def zigity_table(seen: PartsSeen, *, play: str | None = None) -> ZigityTable:
    """The arrangement; with `play`, a play card known by name, every open card but it is the set's. A picture's is
    asked for several times."""
    cards = [part for part in seen.parts if part.face == "up"]
    backs = [part for part in seen.parts if part.face == "down"]
    groups = groups_of(cards)
    if not groups:
        return ZigityTable(None, (), (), (), (NO_CARD, *map(_closed, seen.unread)))
    if play is not None:
        return _known(seen, groups, play)
    chosen = _play_group(groups, backs)
    left = [group for group in groups if group is not chosen]
    laid = _cards(left[0]) if len(left) == 1 else ()
    doubts = [] if chosen is not None else [NO_PLAY]
    doubts += [NO_SET] if chosen is not None and len(left) > 1 else []
    pile = () if chosen is None else chosen[0].cards
    doubts += [_which_top(chosen[0])] if chosen is not None and len(_tops(chosen[0])) > 1 else []
    if chosen is None and len(groups) > 2:
        laid = ()
    others = () if len(left) == 1 else tuple(_cards(group) for group in left)
    counted = [*pile[-1:], *laid] or cards
    near_by = _unread(seen, counted)
    more = [] if chosen is None or len(left) != 1 else _more(seen.unread, chosen, left[0], backs)
    doubts += [_closed(one) for one in seen.unread if one in near_by or one in more]
    if chosen is not None:
        doubts += [_closed(one) for one in _rivals(seen, chosen, counted, backs) if one not in more]
    return ZigityTable(pile[-1] if pile else None, laid, pile[:-1], others, tuple(doubts), len(more))


def _rivals(
    seen: PartsSeen, chosen: Group, counted: Sequence[PartSighting], backs: Sequence[PartSighting]
) -> list[PartUnread]:
    """What is unread by itself, though a marker shows, and may be the play pile as well as the group that was taken
    for it: a row that a hand parts leaves a single card, too. The draw pile tells where it lies beside that group."""
    apart = [one for one in seen.unread if one.why != NO_MARKER and not near(one, counted, REACH_MM)]
    if not backs or not apart:
        return apart
    away = min(gap_mm(ground_of(back), ground_of(one)) for back in backs for one in apart)
    return [] if _from_draw_pile(chosen, backs) < NEARER * away else apart


def _known(seen: PartsSeen, groups: Sequence[Group], play: str) -> ZigityTable:
    """Where somebody says which the play card is: it may lie anywhere, in the set's own row too."""
    found = next(
        (card for group in groups for stack in group for card in reversed(stack.cards) if card.name == play),
        None,
    )
    stack = next((stack for group in groups for stack in group if found in stack.cards), None)
    alone = (
        stack is not None
        and found in stack.may_be_top
        and any(stack in group and len(group) == 1 for group in groups)
    )
    beneath = tuple(card for card in stack.cards if card is not found) if stack is not None and alone else ()
    laid = [card for group in groups for card in _cards(group) if card is not found and card not in beneath]
    doubts = [] if found is not None else [NOT_SEEN.format(name=name_of(card_from(play)))]
    if stack is not None and alone and len(_tops(stack)) > 1:
        # Beneath it they are of the pile, and over it of the set.
        doubts.append(_which_top(stack))
    more = _unread(seen, [*laid, *([] if found is None else [found])])
    uncovered = tuple(card for card in laid if _may_be_uncovered(card, found, laid, groups))
    return ZigityTable(found, tuple(laid), beneath, (), (*doubts, *map(_closed, more)), len(more), uncovered)


def _may_be_uncovered(
    card: PartSighting, play: PartSighting | None, laid: Sequence[PartSighting], groups: Sequence[Group]
) -> bool:
    """Whether a card lies where the play card may have slid off it: beside that one, or apart from the others laid."""
    together = next(found for found in map(_cards, groups) if card in found)
    return play in together or (len(together) == 1 and len(laid) > 1)


def _play_group(groups: Sequence[Group], backs: Sequence[PartSighting]) -> Group | None:
    """The group that is the play pile, if it can be told."""
    piles = [group for group in groups if len(group) == 1 and (len(groups) > 1 or len(group[0].cards) == 1)]
    rows = [group for group in groups if group not in piles]
    if len(piles) == 1 and len(rows) <= 1:
        return piles[0]
    singles = [group for group in piles if len(group[0].cards) == 1 or _squared(group)]
    if len(singles) == 1 and len(groups) <= 2:
        fans = [group for group in piles if group is not singles[0]]
        return None if any(_drawn_beside(group, singles[0], backs) for group in fans) else singles[0]
    if not backs or not singles:
        return None
    away = {id(group): _from_draw_pile(group, backs) for group in groups}
    nearest = min(singles, key=lambda group: away[id(group)])
    others = [away[id(group)] for group in groups if group is not nearest]
    return nearest if all(away[id(nearest)] < NEARER * other for other in others) else None


def _drawn_beside(pile: Group, other: Group, backs: Sequence[PartSighting]) -> bool:
    """Whether the draw pile lies beside a stack, so that it may be the play pile though its cards lie far apart."""
    return bool(backs) and _from_draw_pile(pile, backs) < NEARER * _from_draw_pile(other, backs)


def _from_draw_pile(group: Group, backs: Sequence[PartSighting]) -> float:
    return min(_away(back, group) for back in backs)


def _squared(group: Group) -> bool:
    """Whether a stack's cards lie upon one another as a pile's do, and not fanned: most of each is shared."""
    top = ground_of(group[0].top)
    size = overlap_mm2(top, top)
    return all(overlap_mm2(top, ground_of(card)) > 0.6 * size for card in group[0].cards)


def _away(back: PartSighting, group: Group) -> float:
    return min(gap_mm(ground_of(back), ground_of(card)) for card in _cards(group))


def _cards(group: Group) -> tuple[PartSighting, ...]:
    return tuple(card for stack in group for card in stack.cards)


def _tops(stack: Stack) -> list[str]:
    """What the top card may be."""
    return sorted({str(card.name) for card in stack.may_be_top})


def _which_top(stack: Stack) -> str:
    return WHICH_TOP.format(names=" or ".join(name_of(card_from(top)) for top in _tops(stack)))


def _unread(seen: PartsSeen, counted: Sequence[PartSighting]) -> list[PartUnread]:
    return [one for one in seen.unread if near(one, counted, REACH_MM)]


def _more(
    unread: Sequence[PartUnread], chosen: Group, laid: Group, backs: Sequence[PartSighting]
) -> list[PartUnread]:
    """What is unread and can but be of the set: beside it, not by the play card, and no pile with what it lies over."""
    found: list[PartUnread] = []
    row = [ground_of(card) for card in _cards(laid)]
    apart = [one for one in unread if not near(one, _cards(chosen), REACH_MM)]
    if len(laid) == 1:
        apart = [one for one in apart if not near(one, _cards(laid), 0.0)]
    while new := [one for one in apart if one not in found and _reaches(ground_of(one), row)]:
        found += new
        row += map(ground_of, new)
    if backs:
        away = _from_draw_pile(chosen, backs)
        found = [
            one for one in found if away < NEARER * min(gap_mm(ground_of(b), ground_of(one)) for b in backs)
        ]
    return found


def _reaches(loop: Quad, row: Sequence[Quad]) -> bool:
    return any(gap_mm(loop, other) <= NEAR_MM for other in row)


def _closed(unread: PartUnread) -> str:
    return f"A card is not read: {unread.why}."
