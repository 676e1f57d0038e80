"""A position of Zig Zaggle and a turn in it, as the page's fragment draws them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.rules.zigzaggle.position import View
from companion.rules.zigzaggle.profile import Profile, own_profile
from companion.rules.zigzaggle.turn import Lay, Tile, Turn


def seen_json(seen: View, profile: Profile, *, rack: bool) -> dict[str, Any]:
    """The board as it is printed with the tiles that lie on it, and with `rack` one's own, as a seat sees the table."""
    worth = dict(profile.values)
    return {
        "grid": list(profile.rows),
        "areas": {letter: list(of) for letter, of in profile.areas},
        "start": str(profile.start),
        "runways": [
            {
                "name": one.name,
                "colour": one.colour,
                "code": one.code,
                "bonus": one.bonus,
                "column": one.column,
                "line": one.line,
            }
            for one in profile.runways
        ],
        "runway": seen.runway,
        "tiles": [{"cell": str(cell), **tile_json(tile, worth)} for cell, tile in seen.board],
        "last": [str(cell) for cell in seen.challengeable],
        "box": seen.box,
        "rack": [tile_json(tile, worth) for tile in seen.rack or ()] if rack else [],
    }


def move_json(move: Turn) -> dict[str, Any]:
    """The tiles that were laid."""
    placed = move.placed if isinstance(move, Lay) else ()
    worth = dict(own_profile().values)
    return {"tiles": [{"cell": str(cell), **tile_json(tile, worth)} for cell, tile in placed]}


def kinds_json() -> list[dict[str, Any]]:
    """A tile of each letter and colour there is; and a free one."""
    profile = own_profile()
    worth = dict(profile.values)
    tiles: list[Tile] = [Tile(name[0], name[1]) for name in sorted(set(profile.letters))]
    return [tile_json(tile, worth) for tile in [*tiles, Tile("", "*")]]


def tile_json(tile: Tile, worth: Mapping[str, int]) -> dict[str, Any]:
    """A tile with what it is worth."""
    points = 0 if tile.free else worth.get(tile.letter, 0)
    return {
        "name": str(tile),
        "letter": tile.letter,
        "colour": tile.colour,
        "free": tile.free,
        "value": points,
    }
