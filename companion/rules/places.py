"""The printed sheets and cards that mark places on a table: data of `seeds/places.toml`, as plain values."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import count
from typing import Any

from companion.rules.seeds import seed

Xy = tuple[float, float]

CENTRE, CLAIM, SEAT, CONTROL = "centre", "claim", "seat", "control"


@dataclass(frozen=True, slots=True)
class PlaceMarker:
    """A marker on a place: its top left corner and how long its sides are."""

    number: int
    at_mm: Xy
    side_mm: float


@dataclass(frozen=True, slots=True)
class PlaceFace:
    """One sheet or card to lay on the table. Lengths are in millimetres from its top left corner, y down."""

    name: str
    """Such as `centre`, `seat 3` or `undo`."""
    kind: str
    """`centre`, `claim`, `seat` or `control`."""
    title: str
    says: str
    size_mm: Xy
    code: str
    """What its QR code says."""
    code_at: Xy
    title_at: Xy
    """The middle of the foot of its title."""
    says_at: Xy
    """The same for its small words."""
    markers: tuple[PlaceMarker, ...]
    earlier: tuple[PlaceMarker, ...]
    """Those that it had when it was first printed; there are sheets that bear them instead."""
    grow_mm: Xy
    """How far its zone reaches beyond it, to its sides and up and down."""
    pile: tuple[Xy, Xy] | None = None
    """The outline of a pile that is drawn: its top left corner and its size, a card's."""


@dataclass(frozen=True, slots=True)
class PlaceSet:
    """All places that are printed, and what they share."""

    family: str
    code_mm: float
    code_modules: int
    faces: tuple[PlaceFace, ...]

    def named(self, name: str) -> PlaceFace:
        """The place of that name. Raises KeyError."""
        return {face.name: face for face in self.faces}[name]


@lru_cache(maxsize=1)
def places() -> PlaceSet:
    """The places that `companion print places` makes."""
    facts = seed("places")
    rows = [*facts["sheets"], *_seats(facts), *_controls(facts)]
    numbers, earlier = count(facts["first_marker"]), count(facts["earlier"]["first_marker"])
    faces = tuple(_face(facts, row, numbers, earlier) for row in rows)
    return PlaceSet(facts["family"], float(facts["code_mm"]), facts["code_modules"], faces)


def seat_number(name: str) -> int | None:
    """The number of a seat card's name, from 1; None for another place."""
    kind, _, number = name.partition(" ")
    return int(number) if kind == SEAT and number.isdigit() else None


def _seats(facts: dict[str, Any]) -> list[dict[str, Any]]:
    seats = facts["seats"]
    return [
        {
            **facts["cards"],
            "name": f"{SEAT} {number}",
            "kind": SEAT,
            "title": f"{seats['title']} {number}",
            "says": seats["says"],
            "grow_mm": [seats["reach_mm"], seats["depth_mm"]],
        }
        for number in range(1, seats["count"] + 1)
    ]


def _controls(facts: dict[str, Any]) -> list[dict[str, Any]]:
    return [{**facts["cards"], **row, "kind": CONTROL, "grow_mm": [0, 0]} for row in facts["controls"]]


def _face(facts: dict[str, Any], row: dict[str, Any], numbers: count[int], earlier: count[int]) -> PlaceFace:
    size = _xy(row["size_mm"])
    return PlaceFace(
        name=row["name"],
        kind=row["kind"],
        title=row["title"],
        says=row["says"],
        size_mm=size,
        code=f"{facts['prefix']}/{row['name'].upper().replace(' ', '/')}",
        code_at=_xy(row["code_at"]),
        title_at=_xy(row["title_at"]),
        says_at=_xy(row["says_at"]),
        markers=tuple(
            PlaceMarker(next(numbers), _xy(corner), float(facts["marker_mm"])) for corner in row["markers_at"]
        ),
        earlier=tuple(
            PlaceMarker(next(earlier), corner, float(facts["earlier"]["marker_mm"]))
            for corner in _in_corners(size, facts["earlier"])
        ),
        grow_mm=_xy(row["grow_mm"]),
        pile=(_xy(row["pile_at"]), _xy(row["pile_mm"])) if "pile_at" in row else None,
    )


def _in_corners(size_mm: Xy, facts: dict[str, Any]) -> tuple[Xy, ...]:
    """Where markers lie in all corners, the top left one first, clockwise."""
    near, far = float(facts["inset_mm"]), float(facts["inset_mm"] + facts["marker_mm"])
    right, foot = size_mm[0] - far, size_mm[1] - far
    return (near, near), (right, near), (right, foot), (near, foot)


def _xy(pair: list[float]) -> Xy:
    return float(pair[0]), float(pair[1])
