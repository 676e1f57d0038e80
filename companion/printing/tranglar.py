"""Tranglar's set as values: the board, and every piece with both of its sides."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import pi
from typing import Any

from companion.printing.pen import Xy, rotated
from companion.rules.polyform import Shape
from companion.rules.seeds import seed
from companion.rules.tranglar.cells import CELLS, triangles
from companion.rules.tranglar.kinds import NEUTRAL, OTHER_HAND, PLAYERS, Kind, kinds, neutral_kinds

Loop = tuple[Xy, ...]


@dataclass(frozen=True, slots=True)
class Face:
    """One side of a piece as it lies with that side up."""

    owner: str
    hand: str | None
    colour: str
    outline: Loop
    """Its corners in millimetres from the top left of its bounding box, y downwards."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece to print: its front, and its back as one sees it after turning the piece over sideways."""

    id: str
    kind: str
    size_mm: Xy
    front: Face
    back: Face
    facts: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Board:
    """The board: its grid lies centred, with a rim left and right and a strip for the markers above and below."""

    size_mm: Xy
    cell_mm: float
    grid_mm: Xy
    """The grid's top left corner, which is that of a4."""
    markers: tuple[tuple[int, Xy], ...]
    """Id and top left corner of each; empty on a plain board."""
    marker_mm: float

    def at(self, x: float, y: float) -> Xy:
        """A point of the board, in sides of a square from a1's outer corner, y upwards, in millimetres."""
        return self.grid_mm[0] + x * self.cell_mm, self.grid_mm[1] + (4 - y) * self.cell_mm

    def cells(self) -> dict[str, list[Xy]]:
        """The corners of every cell in millimetres."""
        return {
            name: [self.at(x / 2, y / 2) for x, y in triangle]
            for name, triangle in zip(CELLS, triangles(), strict=True)
        }


def board(*, plain: bool) -> Board:
    """The board that the seed describes, `plain` without markers."""
    facts = seed("tranglar")
    sheet, markers = facts["print"], facts["markers"]
    cell, rim, strip = float(sheet["cell_mm"]), float(sheet["rim_mm"]), float(sheet["strip_mm"])
    size = (4 * cell + 2 * rim, 4 * cell + 2 * strip)
    side = float(markers["size_mm"])
    gap = (strip - side) / 2
    left, right, top, foot = gap, size[0] - gap - side, gap, size[1] - gap - side
    corners = ((left, top), (right, top), (right, foot), (left, foot))
    placed = () if plain else tuple(zip(markers["ids"], corners, strict=True))
    return Board(size, cell, (rim, strip), placed, side)


@lru_cache(maxsize=1)
def pieces() -> tuple[Piece, ...]:
    """All 42 pieces: those that start petrol, those that start green, the neutral ones."""
    return tuple(_pieces())


def _pieces() -> Iterator[Piece]:
    colours = {row["name"]: row["srgb"] for row in seed("tranglar")["players"]}
    for player, name in enumerate(PLAYERS):
        other = PLAYERS[1 - player]
        for kind in kinds():
            for copy in range(1, kind.start[player] + 1):
                yield _piece(kind, copy, (name, colours[name]), (other, colours[other]))
    white = (NEUTRAL, seed("tranglar")["neutral"]["srgb"])
    counts = (2 * int(seed("tranglar")["neutral"]["whites_each"]), 1, 1)
    for kind, count in zip(neutral_kinds(), counts, strict=True):
        for copy in range(1, count + 1):
            yield _piece(kind, copy, white, white)


def _piece(kind: Kind, copy: int, front: tuple[str, str], back: tuple[str, str]) -> Piece:
    outline, size = _upright(kind.shape)
    mirrored = tuple((size[0] - x, y) for x, y in reversed(outline))
    name = kind.label.removeprefix("neutral ").lower().replace(" ", "-")
    return Piece(
        f"{front[0]}-{name}-{copy}",
        kind.name,
        size,
        Face(front[0], kind.hand, front[1], outline),
        Face(back[0], OTHER_HAND[kind.hand], back[1], mirrored),
        {"triangles": kind.shape.size, "shape": kind.shape.to_json(), "copy": copy},
    )


def _upright(shape: Shape) -> tuple[Loop, Xy]:
    """A shape's outline in millimetres, turned by eighths to where its box is smallest and flat."""
    unit = float(seed("tranglar")["print"]["piece_mm"])
    drawn = [(x * unit, -y * unit) for x, y in shape.outline()[0]]
    boxed = [_boxed(rotated(drawn, eighths * pi / 4)) for eighths in range(4)]
    return min(boxed, key=lambda box: (round(box[1][0] * box[1][1], 3), round(box[1][1], 3)))


def _boxed(points: Loop) -> tuple[Loop, Xy]:
    left, top = min(x for x, _ in points), min(y for _, y in points)
    moved = tuple((x - left, y - top) for x, y in points)
    return moved, (max(x for x, _ in moved), max(y for _, y in moved))
