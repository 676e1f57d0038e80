"""Zones from printed sheets and seat cards as they lie: who has which part of the table, in millimetres."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import hypot
from typing import Protocol

from companion.rules.places import CENTRE, CLAIM, PlaceFace, places, seat_number
from companion.table.watch.zones import Use, Xy, Zone, area_mm2


class Mark(Protocol):
    """A printed place as it was seen."""

    @property
    def name(self) -> str:
        """Such as `centre` or `seat 3`."""

    @property
    def corners_mm(self) -> tuple[Xy, Xy, Xy, Xy] | None:
        """On the table, top-left first as printed, clockwise; None where the plane is not known."""


def zones_of(marks: Iterable[Mark], seats: Sequence[str]) -> tuple[Zone, ...]:
    """The zones that marks make, `seats` being the players from seat 1 on.

    A sheet's zone is the sheet and what it grows by; a seat's is the strip along its row. Where two would overlap they
    part: seats midway between their cards, and what is left at a sheet's edge belongs to the sheet.
    """
    known = {face.name: face for face in places().faces}
    lying: dict[str, tuple[Xy, ...]] = {}
    for mark in marks:
        if mark.corners_mm is not None and mark.name in known:
            lying[mark.name] = mark.corners_mm
    sheets: dict[str, tuple[Xy, ...]] = {}
    for name in (CENTRE, CLAIM):
        if name in lying:
            sheets[name] = _parted(_grown(known[name], lying[name]), _middle(lying[name]), sheets)
    sheets = {name: corners for name, corners in sheets.items() if _is_zone(corners)}
    zones = [Zone(_USES[name], corners) for name, corners in sheets.items()]
    cards = {
        name: corners
        for name, corners in lying.items()
        if (number := seat_number(name)) is not None and number <= len(seats)
    }
    for name, corners in sorted(cards.items()):
        middle = _middle(corners)
        strip = _parted(_grown(known[name], corners), middle, sheets)
        for other, there in cards.items():
            if other != name:
                strip = _nearer(strip, middle, _middle(there))
        number = seat_number(name)
        if number is not None and _is_zone(strip):
            zones.append(Zone(Use.SEAT, strip, seats[number - 1]))
    return tuple(zones)


_USES = {CENTRE: Use.CENTRE, CLAIM: Use.CLAIM}


def _is_zone(corners: Sequence[Xy]) -> bool:
    return len(corners) >= 3 and abs(area_mm2(corners)) > 1.0


def _middle(corners: Sequence[Xy]) -> Xy:
    return sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners)


def _grown(face: PlaceFace, corners: Sequence[Xy]) -> tuple[Xy, ...]:
    """The rectangle of a place as it lies, grown along its own sides."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = corners
    right = _unit((bx - ax + cx - dx, by - ay + cy - dy))
    down = (-right[1], right[0])
    x, y = _middle(corners)
    half_w, half_h = (size / 2 + grow for size, grow in zip(face.size_mm, face.grow_mm, strict=True))
    return tuple(
        (x + u * half_w * right[0] + v * half_h * down[0], y + u * half_w * right[1] + v * half_h * down[1])
        for u, v in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    )


def _parted(zone: tuple[Xy, ...], middle: Xy, sheets: Mapping[str, tuple[Xy, ...]]) -> tuple[Xy, ...]:
    """The most of a zone that, like its middle, is beyond one side of each sheet's zone; nothing where it is inside."""
    for sheet in sheets.values():
        sign = 1.0 if area_mm2(sheet) > 0 else -1.0
        left: list[tuple[Xy, ...]] = []
        for (ax, ay), (bx, by) in zip(sheet, (*sheet[1:], sheet[0]), strict=True):
            along = _unit((bx - ax, by - ay))
            outward = (sign * along[1], -sign * along[0])
            if (middle[0] - ax) * outward[0] + (middle[1] - ay) * outward[1] > 0:
                left.append(_clipped(zone, (ax, ay), outward))
        zone = max(left, key=lambda one: abs(area_mm2(one)) if len(one) > 2 else 0.0, default=())
    return zone


def _nearer(zone: tuple[Xy, ...], own: Xy, other: Xy) -> tuple[Xy, ...]:
    """What of a zone is nearer to one point than to another; nothing where they are one."""
    if own == other:
        return ()
    point = ((own[0] + other[0]) / 2, (own[1] + other[1]) / 2)
    return _clipped(zone, point, (own[0] - other[0], own[1] - other[1]))


def _clipped(zone: Sequence[Xy], point: Xy, towards: Xy) -> tuple[Xy, ...]:
    """The part of a convex polygon on that side of a line to which `towards` points (Sutherland and Hodgman)."""

    def side(at: Xy) -> float:
        return (at[0] - point[0]) * towards[0] + (at[1] - point[1]) * towards[1]

    kept: list[Xy] = []
    for here, there in zip(zone, (*zone[1:], *zone[:1]), strict=True):
        a, b = side(here), side(there)
        if a >= 0:
            kept.append(here)
        if a * b < 0:
            share = a / (a - b)
            kept.append((here[0] + share * (there[0] - here[0]), here[1] + share * (there[1] - here[1])))
    return tuple(kept)


def _unit(vector: Xy) -> Xy:
    length = hypot(*vector) or 1.0
    return vector[0] / length, vector[1] / length
