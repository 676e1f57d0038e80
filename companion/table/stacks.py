"""Open cards as they lie: groups that belong together, the stacks in them, and which card of a stack is on top.

A card lies over another one where the two share ground and a marker of the other one that was not seen lies beneath it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.table.lying import Point, gap_mm, middle, overlap_mm2, together
from vision.parts.sighting import PartSighting, PartUnread
from vision.sighting import Quad

NEAR_MM = 22.0
"""Cards with less than this between them lie together."""
LEAST_SHARED = 0.04
"""The share of a card that two have to have in common for one to lie over the other."""


@dataclass(frozen=True, slots=True)
class Stack:
    """Cards that lie over one another, the top one last as far as that shows; one card alone is a stack too."""

    cards: tuple[PartSighting, ...]

    @property
    def top(self) -> PartSighting:
        """The card that nothing lies over."""
        return self.cards[-1]

    @property
    def may_be_top(self) -> tuple[PartSighting, ...]:
        """The cards that nothing certainly lies over, of which one is on top: more than one where it does not show."""
        free = tuple(one for one in self.cards if not any(lies_over(other, one) for other in self.cards))
        return free or self.cards


Group = tuple[Stack, ...]


def ground_of(part: PartSighting | PartUnread) -> Quad:
    """Where a thing lies: in millimetres, or where no plane is known in pixels, which is all there is."""
    return part.corners_px if part.corners_mm is None else part.corners_mm


def groups_of(cards: Sequence[PartSighting]) -> list[Group]:
    """The open cards in groups, and the stacks of each in reading order as the cards lie."""
    loops = [ground_of(card) for card in cards]
    found = []
    for numbers in together(loops, NEAR_MM):
        members = [cards[number] for number in numbers]
        stacks = [Stack(in_order(stack)) for stack in _stacked(members)]
        found.append(tuple(reading_order(stacks)))
    return found


def _stacked(cards: Sequence[PartSighting]) -> list[list[PartSighting]]:
    left, stacks = list(cards), []
    while left:
        stack = [left.pop(0)]
        for card in stack:
            over = [other for other in left if shares_ground(card, other)]
            left = [other for other in left if other not in over]
            stack += over
        stacks.append(stack)
    return stacks


def shares_ground(one: PartSighting, other: PartSighting) -> bool:
    """Whether one of two cards lies over the other."""
    a, b = ground_of(one), ground_of(other)
    shared = overlap_mm2(a, b)
    return shared > 0 and shared > LEAST_SHARED * min(overlap_mm2(a, a), overlap_mm2(b, b))


def lies_over(one: PartSighting, other: PartSighting) -> bool:
    """Whether the first card covers a marker of the second one, which covers none of its own."""
    return _covers(one, other) and not _covers(other, one)


def _covers(one: PartSighting, other: PartSighting) -> bool:
    """Whether the corner of a card's unseen marker lies beneath another card."""
    corners = ground_of(other)
    unseen = [place for place in (0, 1) if place not in other.marks]
    return any(_share(ground_of(one), _marker(corners, place)) > MARKER_COVERED for place in unseen)


MARKER_COVERED = 0.15


def _marker(corners: Quad, place: int) -> tuple[Point, ...]:
    """About where a card's first or second marker lies: a quarter of its width from the first corner, or the third."""
    a, b, d = (corners[0], corners[1], corners[3]) if place == 0 else (corners[2], corners[3], corners[1])
    across = ((b[0] - a[0]) * ACROSS, (b[1] - a[1]) * ACROSS)
    down = ((d[0] - a[0]) * DOWN, (d[1] - a[1]) * DOWN)
    return (
        a,
        (a[0] + across[0], a[1] + across[1]),
        (a[0] + across[0] + down[0], a[1] + across[1] + down[1]),
        (a[0] + down[0], a[1] + down[1]),
    )


ACROSS, DOWN = 0.26, 0.185
"""Of a card's width and height, from the corner to the far side of its marker."""


def _share(loop: Quad, part: tuple[Point, ...]) -> float:
    return overlap_mm2(loop, part) / max(overlap_mm2(part, part), 1e-9)


def in_order(stack: Sequence[PartSighting]) -> tuple[PartSighting, ...]:
    """The cards of a stack, those beneath first; as given where nothing tells."""
    left, found = list(stack), []
    while left:
        free = [
            card for card in left if not any(lies_over(card, other) for other in left if other is not card)
        ]
        # Cards that lie over one another in a ring are told in the order in which they came.
        lowest = (free or left)[0]
        left.remove(lowest)
        found.append(lowest)
    return tuple(found)


def reading_order(stacks: Sequence[Stack]) -> list[Stack]:
    """Stacks from left to right and in rows from top to bottom, as most of their cards are turned."""
    cards = [card for stack in stacks for card in stack.cards]
    right = _direction(cards)
    height = max(_length(ground_of(card)[0], ground_of(card)[3]) for card in cards)

    def place(stack: Stack) -> Point:
        x, y = middle(ground_of(stack.top))
        return x * right[0] + y * right[1], y * right[0] - x * right[1]

    rows: list[list[Stack]] = []
    for stack in sorted(stacks, key=lambda one: place(one)[1]):
        if not rows or place(stack)[1] - place(rows[-1][0])[1] > ROW * height:
            rows.append([])
        rows[-1].append(stack)
    return [stack for row in rows for stack in sorted(row, key=lambda one: place(one)[0])]


ROW = 0.6
"""How far down, over a card's height, a card of a row may lie from the row's first one."""


def _direction(cards: Sequence[PartSighting]) -> Point:
    """Which way is right for most of the cards, as a unit vector."""
    ways = []
    for card in cards:
        a, b = ground_of(card)[:2]
        size = _length(a, b) or 1.0
        ways.append(((b[0] - a[0]) / size, (b[1] - a[1]) / size))
    return max(ways, key=lambda way: sum(way[0] * x + way[1] * y > ALIKE for x, y in ways))


ALIKE = 0.7


def _length(a: Point, b: Point) -> float:
    return float(((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2) ** 0.5)


def near(unread: PartUnread, cards: Sequence[PartSighting], reach_mm: float) -> bool:
    """Whether something unread lies so close to some of the cards that it may belong to them."""
    return any(gap_mm(ground_of(unread), ground_of(card)) <= reach_mm for card in cards)
