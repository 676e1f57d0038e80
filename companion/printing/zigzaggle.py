"""Zig Zaggle's set as values: the tiles, and the board cut into panels that each fit a page."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from companion.printing.pen import Xy
from companion.rules.seeds import seed
from companion.rules.zigzaggle.profile import NOTHING, Cell, own_profile


@dataclass(frozen=True, slots=True)
class Tile:
    """A tile to print; a free one has neither letter nor colour."""

    id: str
    letter: str | None
    colour: str | None
    value: int
    copy: int
    marker: int


@dataclass(frozen=True, slots=True)
class Corner:
    """A corner of a panel without cells: room for a marker and for words. Lengths in millimetres on the panel."""

    at: Xy
    size: Xy
    marker: int | None
    marker_at: Xy
    """The marker's top left corner."""
    right: bool
    """Whether the marker stands at the right side of it."""


@dataclass(frozen=True, slots=True)
class Panel:
    """A part of the board: a block of columns and rows, from 0, the second ones not included."""

    name: str
    columns: tuple[int, int]
    rows: tuple[int, int]
    cell_mm: float
    corners: tuple[Corner, ...]

    @property
    def size_mm(self) -> Xy:
        """Its width and height."""
        (left, right), (top, bottom) = self.columns, self.rows
        return (right - left) * self.cell_mm, (bottom - top) * self.cell_mm

    @property
    def at_mm(self) -> Xy:
        """Its top left corner on the whole board."""
        return self.columns[0] * self.cell_mm, self.rows[0] * self.cell_mm

    def cells(self) -> dict[Cell, Xy]:
        """The top left corner of each of its cells."""
        profile = own_profile()
        every = (Cell(column, row) for row in range(*self.rows) for column in range(*self.columns))
        return {
            cell: ((cell.column - self.columns[0]) * self.cell_mm, (cell.row - self.rows[0]) * self.cell_mm)
            for cell in every
            if profile.has(cell)
        }


def tile_mm() -> float:
    """The side of a tile."""
    return float(seed("zigzaggle")["print"]["tile_mm"])


@lru_cache(maxsize=1)
def tiles() -> tuple[Tile, ...]:
    """All tiles in the order of their markers: the letters by colour, then the free ones."""
    profile, first = own_profile(), int(seed("zigzaggle")["markers"]["first_marker"])
    colours = {runway.code: runway.colour for runway in profile.runways}
    found: list[Tile] = []
    for code, letters in profile.tiles:
        for at, letter in enumerate(ordered := sorted(letters)):
            copy = ordered[: at + 1].count(letter)
            value = profile.value(letter)
            marker = first + len(found)
            found.append(Tile(f"{letter}{code}-{copy}", letter, colours[code], value, copy, marker))
    for copy in range(1, profile.free + 1):
        found.append(Tile(f"free-{copy}", None, None, 0, copy, first + len(found)))
    return tuple(found)


def panels(*, plain: bool) -> tuple[Panel, ...]:
    """The board's panels, `plain` without markers."""
    facts = seed("zigzaggle")
    ids = iter(facts["markers"]["ids"])
    return tuple(_panel(row, facts, ids, plain=plain) for row in facts["print"]["panels"])


def _panel(row: dict[str, Any], facts: dict[str, Any], ids: Any, *, plain: bool) -> Panel:
    cell = float(facts["print"]["cell_mm"])
    columns = (row["columns"][0] - 1, row["columns"][1])
    rows = (row["rows"][0] - 1, row["rows"][1])
    bare = Panel(row["name"], columns, rows, cell, ())
    corners = []
    for name in row["markers"]:
        number = next(ids)
        corners.append(_corner(bare, name, None if plain else number, facts["markers"]))
    return Panel(row["name"], columns, rows, cell, tuple(corners))


def _corner(panel: Panel, name: str, number: int | None, markers: dict[str, Any]) -> Corner:
    """The empty rectangle in a panel's corner, `name` such as "top left"."""
    grid = [text[slice(*panel.columns)] for text in own_profile().rows[slice(*panel.rows)]]
    right, bottom = name.endswith("right"), name.startswith("bottom")
    grid = [text[::-1] for text in grid] if right else grid
    grid = grid[::-1] if bottom else grid
    across = len(grid[0]) - len(grid[0].lstrip(NOTHING))
    first = "".join(text[0] for text in grid)
    down = len(first) - len(first.lstrip(NOTHING))
    width, height = panel.size_mm
    size = (across * panel.cell_mm, down * panel.cell_mm)
    at = (width - size[0] if right else 0.0, height - size[1] if bottom else 0.0)
    side, inset = float(markers["board_mm"]), float(markers["board_inset_mm"])
    x = at[0] + (size[0] - inset - side if right else inset)
    y = at[1] + (size[1] - inset - side if bottom else inset)
    return Corner(at, size, number, (x, y), right)
