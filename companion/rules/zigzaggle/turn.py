"""Tiles, and a turn as a value: laying, exchanging, passing, challenging; with its notation both ways."""

from __future__ import annotations

import re
from dataclasses import dataclass
from string import ascii_lowercase
from typing import NamedTuple

from companion.rules.errors import BadInput, quoted
from companion.rules.zigzaggle.profile import Cell

FREE = "*"
_CELL = re.compile(r"([a-z])([1-9][0-9]?)")
_TILE = re.compile(r"[A-Z][a-z]|\*[a-z]?")


class Tile(NamedTuple):
    """A tile: a letter in a colour, or a free tile, which has a letter once it was laid."""

    letter: str
    """A capital; empty for a free tile on a rack."""
    colour: str
    """The code of its colour; `*` for a free tile."""

    def __str__(self) -> str:
        return FREE + self.letter.lower() if self.free else self.letter + self.colour

    @property
    def free(self) -> bool:
        """Whether it is a free tile."""
        return self.colour == FREE

    @property
    def on_rack(self) -> Tile:
        """The tile as it is on a rack, where a free one stands for nothing."""
        return Tile("", FREE) if self.free else self


Tiles = tuple[Tile, ...]
Placed = tuple[tuple[Cell, Tile], ...]


@dataclass(frozen=True, slots=True)
class Lay:
    """Tiles laid on cells, sorted by cell."""

    placed: Placed

    def __str__(self) -> str:
        return " ".join(["lay", *(f"{cell}={tile}" for cell, tile in self.placed)])


@dataclass(frozen=True, slots=True)
class Exchange:
    """Tiles of the rack exchanged for others; they go beneath those in the box."""

    tiles: Tiles

    def __str__(self) -> str:
        return " ".join(["exchange", *map(str, self.tiles)])


@dataclass(frozen=True, slots=True)
class Pass:
    """A turn passed on."""

    def __str__(self) -> str:
        return "pass"


@dataclass(frozen=True, slots=True)
class Challenge:
    """The play just made doubted by a player, numbered from 0."""

    by: int

    def __str__(self) -> str:
        return f"challenge by {self.by + 1}"


Turn = Lay | Exchange | Pass | Challenge


def cell_from(text: object) -> Cell:
    """The cell of that name, such as `j12`, whether or not a board has it. Raises BadInput."""
    found = _CELL.fullmatch(text) if isinstance(text, str) else None
    if found is None:
        raise BadInput(
            f"{quoted(text)} is no cell; write its column's letter and its row's number, such as j12."
        )
    return Cell(ascii_lowercase.index(found[1]), int(found[2]) - 1)


def tile_from(text: object, *, laid: bool) -> Tile:
    """The tile of that name: `Sb`, on the board `*s`, on a rack `*`. Raises BadInput."""
    if not isinstance(text, str) or _TILE.fullmatch(text) is None or (laid and text == FREE):
        free = "a free tile with what it stands for, such as *s" if laid else "* for a free tile"
        raise BadInput(f"{quoted(text)} is no tile; write letter and colour, such as Sb, or {free}.")
    if text[0] == FREE:
        tile = Tile(text[1:].upper(), FREE)
        return tile if laid else tile.on_rack
    return Tile(text[0], text[1])


def lay(placed: dict[Cell, Tile] | Placed) -> Lay:
    """Tiles laid, in the one order that equal turns have."""
    return Lay(tuple(sorted(placed.items() if isinstance(placed, dict) else placed)))


def parse(text: str) -> Turn:
    """The turn that `str` wrote, such as `lay j11=Sb k11=*o`, `exchange Sb`, `pass` or `challenge by 2`.

    Raises BadInput with one sentence for text that is no turn.
    """
    word, *rest = text.split() or [""]
    if word == "lay":
        parts = [part.partition("=") for part in rest]
        return lay(tuple((cell_from(cell), tile_from(tile, laid=True)) for cell, _, tile in parts))
    if word == "exchange":
        return Exchange(tuple(sorted(tile_from(tile, laid=False) for tile in rest)))
    if word == "pass" and not rest:
        return Pass()
    if word == "challenge" and len(rest) == 2 and rest[0] == "by" and re.fullmatch(r"[1-9]", rest[1]):
        return Challenge(int(rest[1]) - 1)
    raise BadInput(
        f"{quoted(text.strip())} is no turn; write such as: lay j11=Sb k11=*o; exchange Sb; pass; challenge by 2."
    )
