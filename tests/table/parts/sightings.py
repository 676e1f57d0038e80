"""Sightings made by hand: cards and tiles at places on a table, as the reader hands them on."""

from __future__ import annotations

from math import cos, radians, sin

from companion.table.parts import printed_parts
from vision.parts.sighting import BoardPlace, PartSighting, PartsSeen, PartUnread
from vision.sighting import Point, Quad

SIZE = (1280, 720)


def rectangle(at: Point, size: Point, turn_deg: float = 0.0) -> Quad:
    """A rectangle about a middle, top left first, y down."""
    c, s = cos(radians(turn_deg)), sin(radians(turn_deg))
    w, h = size[0] / 2, size[1] / 2
    a, b, d, e = (
        (at[0] + x * c - y * s, at[1] + x * s + y * c) for x, y in ((-w, -h), (w, -h), (w, h), (-w, h))
    )
    return a, b, d, e


def card(
    game: str, ident: str, at: Point, turn_deg: float = 0.0, marks: tuple[int, ...] = (0, 1)
) -> PartSighting:
    """A card face up; `marks` are its markers that show."""
    part = next(part for part in printed_parts(game).parts if part.id == ident)
    kind = printed_parts(game).kind
    quad = rectangle(at, printed_parts(game).size_mm, turn_deg)
    return PartSighting(
        part.id, part.name, kind, "up", quad, quad, 0.99, ("marker", "outline"), marks, part.facts
    )


def back(at: Point, turn_deg: float = 0.0) -> PartSighting:
    """A card face down."""
    quad = rectangle(at, (63.0, 88.0), turn_deg)
    return PartSighting(None, None, "card", "down", quad, quad, 0.9, ("outline", "colour"))


def unread(at: Point, why: str = "no marker on it can be read") -> PartUnread:
    """Something that is not read, as large as a card."""
    quad = rectangle(at, (63.0, 88.0))
    return PartUnread(quad, why, quad)


def on_cell(name: str, off: Point = (0.0, 0.0)) -> Point:
    """The middle of a cell of the printed board, and a little beside it."""
    return (ord(name[0]) - 97 + 0.5) * 22.5 + off[0], (int(name[1:]) - 0.5) * 22.5 + off[1]


def tiles_seen(tiles: dict[str, str], hidden: tuple[str, ...] = (), *, board: bool = True) -> PartsSeen:
    """Tiles by cell, each by a printed one of that name such as `Sb`, or `*`."""
    stock: dict[str, list[str]] = {}
    for part in printed_parts("zigzaggle").parts:
        stock.setdefault(part.name, []).append(part.id)
    parts = tuple(
        card("zigzaggle", stock[name].pop(0), on_cell(cell), marks=(0,)) for cell, name in tiles.items()
    )
    place = BoardPlace(rectangle((213.75, 247.5), (427.5, 495.0)), (2280, 2281)) if board else None
    return PartsSeen("zigzaggle", SIZE, parts, (), place, hidden)


def seen(game: str, *parts: PartSighting, unread: tuple[PartUnread, ...] = ()) -> PartsSeen:
    """What was seen, in the order given."""
    return PartsSeen(game, SIZE, parts, unread)


def seen_of(game: str, *names: str, apart_mm: float = 120.0) -> PartsSeen:
    """Cards that lie far apart in a row, as if they had been read."""
    parts = []
    for number, name in enumerate(names):
        x, y = number * apart_mm, 0.0
        corners = ((x, y), (x + 63.0, y), (x + 63.0, y + 88.0), (x, y + 88.0))
        parts.append(PartSighting(name, name, "card", "up", corners, corners, 1.0, ("marker",)))
    return PartsSeen(game, (1000, 1000), tuple(parts))
