"""What belongs to whom on the table: polygons in millimetres."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum

from calibration.table import Table
from companion.rules.errors import BadInput

Xy = tuple[float, float]


class Use(Enum):
    """What a zone is for."""

    CENTRE = "centre"
    SEAT = "seat"
    CLAIM = "claim"


@dataclass(frozen=True, slots=True)
class Zone:
    """A part of the table. `corners_mm` are (x, y) around a simple polygon, either way round.

    Raises BadInput for fewer than three corners, for one without area, and for a seat without a name.
    """

    use: Use
    corners_mm: tuple[Xy, ...]
    seat: str | None = None
    _box_mm: tuple[float, float, float, float] = field(init=False, repr=False, compare=False)
    """Its least x and y, and its greatest."""

    def __post_init__(self) -> None:
        if (self.use is Use.SEAT) != bool(self.seat):
            raise BadInput("A player's zone names the player, and the other zones name nobody.")
        if len(self.corners_mm) < 3 or not abs(area_mm2(self.corners_mm)) > 0:
            raise BadInput("A zone needs three corners or more around an area.")
        xs, ys = zip(*self.corners_mm, strict=True)
        object.__setattr__(self, "_box_mm", (min(xs), min(ys), max(xs), max(ys)))

    def holds(self, at_mm: Xy) -> bool:
        """Whether a point lies inside; points on the edge belong to at most one of two zones that share it."""
        x, y = at_mm
        # Asked of every zone about every card in every picture: most lie far off, and no list of edges is made.
        left, low, right, high = self._box_mm
        if not (left <= x <= right and low <= y <= high):
            return False
        inside = False
        ax, ay = self.corners_mm[-1]
        for bx, by in self.corners_mm:
            # Half-open in y, so that a corner is crossed once.
            if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
                inside = not inside
            ax, ay = bx, by
        return inside


def measured_zones(table: Table) -> tuple[Zone, ...]:
    """The zones of a table file: `centre` and `claim` by their names, and any other is the player's or column's of
    that name.
    """
    uses = {use.value: use for use in (Use.CENTRE, Use.CLAIM)}
    return tuple(
        Zone(uses.get(zone.name, Use.SEAT), zone.corners_mm, None if zone.name in uses else zone.name)
        for zone in table.zones
    )


def zone_at(zones: Sequence[Zone], at_mm: Xy) -> Zone | None:
    """The one zone that a point lies in; None where it is in none, or in several."""
    found = [zone for zone in zones if zone.holds(at_mm)]
    return found[0] if len(found) == 1 else None


def area_mm2(corners_mm: Sequence[Xy]) -> float:
    """The area of a polygon, negative where it goes clockwise in axes with y upwards."""
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in _edges(corners_mm)) / 2


def _edges(corners: Sequence[Xy]) -> list[tuple[Xy, Xy]]:
    return list(zip(corners, [*corners[1:], *corners[:1]], strict=True))
