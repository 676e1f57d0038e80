"""A table as it really is, for games played without a picture: where each card lies, and what hands are over it."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from companion.rules.zangle.deck import deck
from companion.table.watch.zones import Use, Xy, Zone
from companion.table.zangle.events import column_name
from vision.sighting import Quad

CARDS = {card.id: card for card in deck("iamond")}
SEATS = ("ann", "ben")
WIDTH_MM, HEIGHT_MM = 1000, 420
CARD_MM = (63.0, 88.0)
PITCH_MM = 66.0
"""From card to card in a row: they all but touch."""
MOST_OF_CARD = 0.8
Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""


def zone(use: Use, box: Box, seat: str | None = None) -> Zone:
    """A place that a box marks."""
    left, top, right, bottom = box
    return Zone(use, ((left, top), (right, top), (right, bottom), (left, bottom)), seat)


AREAS: dict[str, Box] = {
    "centre": (0, 150, 520, 270),
    "claim": (540, 150, 1000, 270),
    "ann": (0, 300, 1000, 420),
    "ben": (0, 0, 1000, 120),
}
ZONES = tuple(zone(Use(name), AREAS[name]) for name in ("centre", "claim")) + tuple(
    zone(Use.SEAT, AREAS[name], name) for name in SEATS
)


COLUMNS = tuple(column_name(number) for number in range(1, 6))
STAIRS: dict[str, Box] = {
    **{name: AREAS[name] for name in ("centre", "claim")},
    **{name: (100.0 * at, 300, 100.0 * at + 100, 420) for at, name in enumerate(COLUMNS)},
}
"""The places of Solitaire."""
STAIR_ZONES = (*ZONES[:2], *(zone(Use.SEAT, STAIRS[name], name) for name in COLUMNS))


def around(at: Xy, grown_mm: float = 0.0) -> Box:
    """A card's box about its middle."""
    across, down = CARD_MM[0] / 2 + grown_mm, CARD_MM[1] / 2 + grown_mm
    return at[0] - across, at[1] - down, at[0] + across, at[1] + down


def corners(at: Xy) -> Quad:
    """A card's corners about its middle."""
    left, top, right, bottom = around(at)
    return (left, top), (right, top), (right, bottom), (left, bottom)


def shared_mm2(one: Box, other: Box) -> float:
    """The area that two boxes share."""
    across = min(one[2], other[2]) - max(one[0], other[0])
    down = min(one[3], other[3]) - max(one[1], other[1])
    return across * down if across > 0 and down > 0 else 0.0


@dataclass
class Table:
    """What truly lies where. `row` and `draw` are what each place owns, wherever its cards are at the moment."""

    chance: Random
    areas: dict[str, Box] = field(default_factory=lambda: AREAS)
    now_s: float = 0.0
    lying: dict[str, Xy] = field(default_factory=dict)
    hands: dict[str, tuple[Box, float]] = field(default_factory=dict)
    """Whose hand is over what, and since when it rests there."""
    stirred: list[tuple[Box, float]] = field(default_factory=list)
    """What moved where and when, for the last second."""
    row: dict[str, list[str]] = field(default_factory=dict)
    draw: dict[str, list[str]] = field(default_factory=dict)
    unreadable: set[str] = field(default_factory=set)
    """Cards under a lamp: seen, and not read."""
    glared: set[str] = field(default_factory=set)
    """Cards that do not look like themselves, with nothing over them."""

    def stir(self, box: Box) -> None:
        """Something moves there."""
        self.stirred = [(one, at_s) for one, at_s in self.stirred if at_s > self.now_s - 1.0]
        self.stirred.append((box, self.now_s))

    def moved_s(self, box: Box) -> float:
        """When something last moved there."""
        return max((at_s for one, at_s in self.stirred if shared_mm2(one, box)), default=-1.0)

    def lay(self, name: str, at: Xy) -> None:
        """Put a card down, or push it."""
        if name in self.lying:
            self.stir(around(self.lying.pop(name)))
        self.lying[name] = at
        self.stir(around(at))

    def lift(self, name: str) -> None:
        """Take a card from the table."""
        self.stir(around(self.lying.pop(name)))

    def hand(self, whose: str, box: Box | None) -> None:
        """A hand comes, moves or, with None, goes."""
        if whose in self.hands:
            self.stir(self.hands.pop(whose)[0])
        if box is not None:
            self.hands[whose] = box, self.now_s
            self.stir(box)

    def buried(self, name: str) -> bool:
        """Whether a card that was laid later lies over nearly all of it."""
        names = list(self.lying)
        own = around(self.lying[name])
        above = (around(self.lying[other]) for other in names[names.index(name) + 1 :])
        return any(shared_mm2(own, other) > MOST_OF_CARD * CARD_MM[0] * CARD_MM[1] for other in above)

    def taken(self, at: Xy) -> bool:
        """Whether a card lies there."""
        return any(shared_mm2(around(at), around(other)) > 500 for other in self.lying.values())

    def free(self, place: str) -> Xy:
        """The first slot of a place in which no card lies."""
        left, top, _, bottom = self.areas[place]
        for slot in range(15):
            at = left + 40 + PITCH_MM * slot, (top + bottom) / 2
            if not self.taken(at):
                return at[0] + self.chance.uniform(-1, 1), at[1] + self.chance.uniform(-4, 4)
        raise LookupError(f"{place} is full")
