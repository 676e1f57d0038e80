"""A look at Zig Zaggle's board: which tile lies on which cell, and what was laid between two looks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.rules.seeds import seed
from companion.rules.zigzaggle.profile import Cell, Profile, own_profile
from vision.parts.sighting import PartSighting, PartsSeen
from vision.sighting import Point

NO_BOARD = "The board is not found: show two of the markers in its corners."
BETWEEN = "The tile {tile} lies between cells near {cell}: push it onto one."
TWO_ON = "Two tiles lie on {cell}: take one away."
ROOM = 0.35
"""How far a tile's middle may be from its cell's, over the cell's side."""


@dataclass(frozen=True, slots=True)
class ZigZaggleTable:
    """What lies where. `tiles` are those on cells, by the cell's name such as `j10`; `beside` those off the board."""

    found: bool
    """Whether there is a board."""
    tiles: tuple[tuple[str, PartSighting], ...]
    beside: tuple[PartSighting, ...]
    hidden: tuple[str, ...]
    """Cells of which nobody can say what lies there: covered, outside the photo, or with a tile that was not read."""
    doubts: tuple[str, ...]

    def cells(self) -> dict[str, str]:
        """The tiles' names by cell; a free tile is `*`, whose letter no photo shows."""
        return {cell: str(tile.name) for cell, tile in self.tiles}

    def to_json(self) -> dict[str, Any]:
        """The arrangement as `companion see` prints it: names of tiles by cell."""
        return {
            "tiles": self.cells(),
            "beside": [tile.name for tile in self.beside],
            "hidden": list(self.hidden),
            "doubts": list(self.doubts),
        }


@dataclass(frozen=True, slots=True)
class Change:
    """What lies differently after than before: cells with tiles' names."""

    laid: tuple[tuple[str, str], ...]
    gone: tuple[tuple[str, str], ...]
    doubts: tuple[str, ...]
    ends: tuple[str, ...] = ()
    """Hidden cells, over which a word that was made may run on; each is one of the doubts."""


def zigzaggle_table(seen: PartsSeen, profile: Profile | None = None) -> ZigZaggleTable:
    """The arrangement on a board of that profile, of the printed one if left out."""
    profile = own_profile() if profile is None else profile
    open_ones = [part for part in seen.parts if part.face == "up"]
    if seen.board is None:
        return ZigZaggleTable(False, (), tuple(open_ones), (), (NO_BOARD,))
    side = float(seed("zigzaggle")["print"]["cell_mm"])
    tiles: dict[str, PartSighting] = {}
    beside, hidden, doubts = [], set(seen.hidden), []
    for part in open_ones:
        middle = part.centre_mm
        cell = None if middle is None else Cell(int(middle[0] // side), int(middle[1] // side))
        if cell is not None and middle is not None and not profile.has(cell):
            cell = _half_on(middle, side, profile)
        if cell is None or middle is None:
            beside.append(part)
            continue
        off = _off(middle, side, cell)
        name = str(cell)
        if off > ROOM:
            doubts.append(BETWEEN.format(tile=part.name, cell=name))
            hidden.add(name)
        elif name in tiles:
            doubts.append(TWO_ON.format(cell=name))
            hidden.add(name)
        else:
            tiles[name] = part
    for name in hidden & set(tiles):
        del tiles[name]
    in_order = sorted(tiles.items(), key=lambda pair: cell_of(pair[0])[::-1])
    return ZigZaggleTable(
        True, tuple(in_order), tuple(beside), tuple(sorted(hidden, key=cell_of)), tuple(doubts)
    )


def _off(middle: Point, side: float, cell: Cell) -> float:
    """How far a middle is from a cell's along the farther axis, over the cell's side."""
    return max(abs(middle[0] / side - cell.column - 0.5), abs(middle[1] / side - cell.row - 0.5))


def _half_on(middle: Point, side: float, profile: Profile) -> Cell | None:
    """The cell that a tile with its middle off the board lies over, as far as one between two cells does."""
    column, row = int(middle[0] // side), int(middle[1] // side)
    around = [Cell(column + x, row + y) for x in (-1, 0, 1) for y in (-1, 0, 1)]
    return next((one for one in around if profile.has(one) and _off(middle, side, one) < 1 - ROOM), None)


def cell_of(name: str) -> Cell:
    """The cell of a name such as `j10`."""
    return Cell(ord(name[0]) - ord("a"), int(name[1:]) - 1)


def change_between(before: ZigZaggleTable, after: ZigZaggleTable) -> Change:
    """What was laid and what was taken away between two looks; doubts where what matters for that is hidden.

    What lay on a cell that is hidden later is taken to lie there still. A cell hidden in both looks matters where a
    word that was made would run on over it.
    """
    if not before.found or not after.found:
        return Change((), (), (NO_BOARD,))
    was, now = before.cells(), after.cells()
    unseen_before, unseen_now = set(before.hidden), set(after.hidden)
    doubts = [*before.doubts, *after.doubts]
    laid, gone = [], []
    for name, tile in now.items():
        if was.get(name) == tile:
            continue
        if name in unseen_before:
            doubts.append(f"Nobody saw what lay on {name} before: show all of the board then too.")
            continue
        if name in was:
            gone.append((name, was[name]))
        laid.append((name, tile))
    # A tile that is seen elsewhere lies on a hidden cell no more.
    moved = {tile.id for tile in (*(tile for _, tile in after.tiles), *after.beside)} - {None}
    left = {name for name, tile in before.tiles if tile.id in moved}
    gone += [
        (name, tile)
        for name, tile in was.items()
        if name not in now and (name not in unseen_now or name in left)
    ]
    whole = {**was, **now}
    unknown = (unseen_now | unseen_before) - set(whole)
    beside = {str(end) for name, _ in laid for end in _word_ends(name, whole)}
    ends = tuple(sorted(beside & unknown, key=cell_of))
    doubts += [f"What lies on {name} is not seen: show it." for name in ends]
    return Change(tuple(laid), tuple(gone), tuple(doubts), ends)


def _word_ends(name: str, whole: Mapping[str, str]) -> list[Cell]:
    """The cells before and after both runs of tiles through a cell, as far as the board's letters go."""
    ends = []
    for column, row in ((1, 0), (0, 1), (-1, 0), (0, -1)):
        at = cell_of(name)
        while at.column >= 0 and at.row >= 0 and str(at) in whole:
            at = Cell(at.column + column, at.row + row)
        if at.column >= 0 and at.row >= 0 and at.column < 26:
            ends.append(at)
    return ends


def laid_claim(
    before: ZigZaggleTable, change: Change, *, free: Mapping[str, str] | None = None
) -> dict[str, Any]:
    """The claim that `companion judge zigzaggle` takes for what was laid, whatever doubts it has.

    `free` says by cell which letters free tiles stand for; one of which nothing is said stands for no letter, and the
    claim has it as `*`, which has to be filled in.
    """
    letters = {} if free is None else free

    def named(cells: Mapping[str, str]) -> dict[str, str]:
        return {
            name: f"*{letters[name].lower()}" if tile == "*" and name in letters else tile
            for name, tile in cells.items()
        }

    return {"tiles": named(before.cells()), "turn": {"lay": named(dict(change.laid))}}
