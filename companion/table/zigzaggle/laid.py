"""A look at Zig Zaggle's board: which tile lies on which cell, and what was laid between two looks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.rules.zigzaggle.profile import Profile
from vision.parts.sighting import PartSighting, PartsSeen


@dataclass(frozen=True, slots=True)
class ZigZaggleTable:
    """What lies where. `tiles` are those on cells, by the cell's name such as `j10`; `beside` those off the board."""

    found: bool
    """Whether there is a board."""
    tiles: tuple[tuple[str, PartSighting], ...]
    beside: tuple[PartSighting, ...]
    hidden: tuple[str, ...]
    """Cells of which nobody can say what lies there: covered, out of the picture, or with a tile that was not read."""
    doubts: tuple[str, ...]

    def cells(self) -> dict[str, str]:
        """The tiles' names by cell, as `companion judge zigzaggle` takes them; a free tile is `*` and has no letter."""
        return {cell: str(tile.name) for cell, tile in self.tiles}

    def to_json(self) -> dict[str, Any]:
        """The arrangement as `companion see` prints it."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Change:
    """What lies differently after than before: cells with tiles' names."""

    laid: tuple[tuple[str, str], ...]
    gone: tuple[tuple[str, str], ...]
    doubts: tuple[str, ...]


def zigzaggle_table(seen: PartsSeen, profile: Profile | None = None) -> ZigZaggleTable:
    """The arrangement on a board of that profile, of the printed one if left out."""
    raise NotImplementedError


def change_between(before: ZigZaggleTable, after: ZigZaggleTable) -> Change:
    """What was laid and what was taken away between two looks; doubts where a cell of either is hidden."""
    raise NotImplementedError


def play_claim(
    before: ZigZaggleTable,
    after: ZigZaggleTable,
    *,
    runway: str | None = None,
    free: Mapping[str, str] | None = None,
) -> dict[str, Any] | None:
    """The claim that `companion judge zigzaggle` takes for what was laid; None while anything decisive is in doubt.

    `free` says by cell which letters free tiles stand for.
    """
    raise NotImplementedError
