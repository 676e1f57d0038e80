"""What vision is told of the printed parts of Zigity, Zont and Zig Zaggle, and a look at a photo of them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from calibration.lens import Lens
from companion.rules.seeds import seed
from companion.rules.zigity.cards import SET, printed_deck
from companion.rules.zigzaggle.profile import Cell, own_profile
from companion.rules.zont.cards import ANY_COLOUR, all_cards, suits
from companion.rules.zont.cards import colours as zont_colours
from vision.parts.deck import BoardCell, Mark, MarkedBoard, MarkedPart, MarkedParts, Patch, Srgb, Xy
from vision.parts.see import see_parts
from vision.parts.sighting import PartsSeen
from vision.photo import Pixels

GAMES = ("zigity", "zont", "zigzaggle")

Box = tuple[float, float, float, float]
"""Left, top, right and bottom, in millimetres."""
PANEL_ENDS: tuple[Box, ...] = (
    (8.0, 20.3, 28.0, 21.9),
    (35.0, 20.3, 55.0, 21.9),
    (8.0, 66.1, 28.0, 67.7),
    (35.0, 66.1, 55.0, 67.7),
)
"""Where a panel begins and ends, which is all that shows of a card beneath others that are laid down a row."""
SET_PANEL: tuple[Box, ...] = (
    (4.4, 25.0, 5.9, 63.0),
    (57.1, 25.0, 58.6, 63.0),
    (30.8, 24.0, 32.2, 37.0),
    (30.8, 51.0, 32.2, 64.0),
    (8.0, 43.3, 24.0, 44.7),
    (39.0, 43.3, 55.0, 44.7),
    *PANEL_ENDS,
)
"""Where a set card of Zigity shows its colour: between the cells of its panel and around them."""
OTHER_PANEL: tuple[Box, ...] = ((4.4, 25.0, 5.9, 63.0), (57.1, 25.0, 58.6, 63.0), *PANEL_ENDS)
ZONT_PANEL: tuple[Box, ...] = (
    *((x, y, x + 7.0, y + 11.0) for x in (7.0, 49.0) for y in (24.0, 35.0, 46.0)),
    *PANEL_ENDS,
)
"""In pieces, of which fingers leave some."""
ZONT_SYMBOLS: tuple[Box, ...] = ((39.1, 8.6, 42.1, 11.6), (20.9, 76.6, 23.9, 79.6))
"""The middle of the colour's symbol beside the value."""
TILE_GROUND: tuple[Box, ...] = ((1.4, 8.4, 7.4, 16.4), (8.8, 1.4, 14.4, 7.2))
"""Beside the letter, the value, the symbol and the marker's white patch."""
INK, OTHERS, COLOURLESS = "#1c1b22", "#45305c", "#e4e1da"
BACKS = {"zigity": "#45305c", "zont": "#1f4f4a", "zigzaggle": "#6b3a2a"}
BOARD_TINT, SYMBOL_INK = 0.62, 0.3
BACK_RIMS_MM = {"zigity": 3.5, "zont": 3.5, "zigzaggle": 2.0}
"""As `companion.printing` draws them, which this room may not ask; a test compares the two."""


@lru_cache(maxsize=3)
def printed_parts(game: str) -> MarkedParts:
    """The parts that `companion print GAME` makes, a game of `GAMES`."""
    facts = seed(game)
    if game == "zigzaggle":
        side = float(facts["print"]["tile_mm"])
        size, parts, board = (side, side), _tiles(facts), _board(facts)
    else:
        size = (float(facts["face"]["width_mm"]), float(facts["face"]["height_mm"]))
        parts = _zigity_cards(facts, size) if game == "zigity" else _zont_cards(facts, size)
        board = None
    return MarkedParts(
        game=game,
        family=facts["markers"]["family"],
        kind="tile" if game == "zigzaggle" else "card",
        size_mm=size,
        parts=parts,
        back_srgb=_srgb(BACKS[game]),
        back_rim_mm=BACK_RIMS_MM[game],
        board=board,
    )


def look_at_parts(pixels: Pixels, *, game: str, lens: Lens | None = None) -> PartsSeen:
    """What lies in a photo, (height, width, 3) uint8 BGR, of a game of `GAMES`. Raises calibration.lens.BadLens."""
    return see_parts(pixels, parts=printed_parts(game), lens=lens)


def _zigity_cards(facts: dict[str, Any], size: Xy) -> tuple[MarkedPart, ...]:
    deck, colours = printed_deck(), _palette()
    colour_of = {row["name"]: colours[row["colour"]] for row in facts["characters"]}
    found = []
    for index, card in enumerate(deck):
        copy = deck[: index + 1].count(card)
        ident = str(card) if deck.count(card) == 1 else f"{card}-{copy}"
        corners = ("character", "letter", "number", "part", "instrument")
        told: list[tuple[str, str | int | None]] = [("kind", card.name)]
        told += [(name, card.corner(name)) for name in corners]
        if card.name == SET:
            patches = _patches(SET_PANEL, colour_of[str(card.character)])
        else:
            patches = _patches(OTHER_PANEL, OTHERS)
        found.append(
            MarkedPart(ident, str(card), _card_marks(facts, size, index), patches, tuple(told)),
        )
    return tuple(found)


def _zont_cards(facts: dict[str, Any], size: Xy) -> tuple[MarkedPart, ...]:
    colours = _palette()
    found = []
    for index, card in enumerate(all_cards()):
        colour = None if card.colour is None else str(zont_colours()[card.colour]["name"])
        ground = colours[colour] if colour else INK if card.value == ANY_COLOUR else COLOURLESS
        boxes = (*ZONT_PANEL, *ZONT_SYMBOLS) if colour else ZONT_PANEL
        told = (("suit", str(suits()[card.suit]["name"])), ("value", card.value), ("colour", colour))
        found.append(
            MarkedPart(str(card), str(card), _card_marks(facts, size, index), _patches(boxes, ground), told)
        )
    return tuple(found)


def _tiles(facts: dict[str, Any]) -> tuple[MarkedPart, ...]:
    """The letters by colour and then the free tiles, as their markers are numbered."""
    profile, palette = own_profile(), _palette()
    colours = {runway.code: runway.colour for runway in profile.runways}
    markers, side = facts["markers"], float(facts["print"]["tile_mm"])
    corner = side - float(markers["inset_mm"]) - float(markers["size_mm"])
    named: list[tuple[str, str, str | None, str | None, int]] = []
    for code, letters in profile.tiles:
        ordered = sorted(letters)
        for at, one in enumerate(ordered):
            ident = f"{one}{code}-{ordered[: at + 1].count(one)}"
            named.append((ident, one + code, one, colours[code], profile.value(one)))
    named += [(f"free-{copy}", "*", None, None, 0) for copy in range(1, profile.free + 1)]
    found = []
    for index, (ident, name, letter, colour, value) in enumerate(named):
        mark = Mark(int(markers["first_marker"]) + index, (corner, corner), float(markers["size_mm"]))
        ground = palette[colour] if colour else INK
        told = (("letter", letter), ("colour", colour), ("value", value))
        found.append(MarkedPart(ident, name, (mark,), _patches(TILE_GROUND, ground), told))
    return tuple(found)


def _board(facts: dict[str, Any]) -> MarkedBoard:
    """The whole board, its markers in the corners of its panels that have no cells."""
    cell, markers = float(facts["print"]["cell_mm"]), facts["markers"]
    rows = own_profile().rows
    side, inset = float(markers["board_mm"]), float(markers["board_inset_mm"])
    numbers, marks = iter(markers["ids"]), []
    for panel in facts["print"]["panels"]:
        (first, last), (top, bottom) = panel["columns"], panel["rows"]
        for name in panel["markers"]:
            x = last * cell - inset - side if name.endswith("right") else (first - 1) * cell + inset
            y = bottom * cell - inset - side if name.startswith("bottom") else (top - 1) * cell + inset
            marks.append(Mark(int(next(numbers)), (x, y), side))
    return MarkedBoard((len(rows[0]) * cell, len(rows) * cell), tuple(marks), _cells(cell))


def _cells(side: float) -> tuple[BoardCell, ...]:
    """The board's cells with the tints that they are printed in: a shaded one's two meet along its diagonal."""
    profile, palette = own_profile(), _palette()
    found = []
    for row, text in enumerate(profile.rows):
        for column in range(len(text)):
            cell = Cell(column, row)
            if not profile.has(cell):
                continue
            names = profile.runways_of(cell)
            of = [next(one for one in profile.runways if one.name == name) for name in names]
            lines = [one for one in of if profile.on_line(cell, one)]
            tints = [_mixed(palette[one.colour], 0.0 if lines else BOARD_TINT) for one in lines[:1] or of]
            tints = tints or [_srgb(COLOURLESS)]
            first, last = tints[0], tints[-1]
            across = first if len(tints) == 1 else None
            middle: Srgb | None = None
            if not of:
                middle = _srgb(INK) if cell == profile.start else first
            elif len(of) == 1 and not lines:
                middle = _mixed(palette[of[0].colour], SYMBOL_INK, INK)
            corners = (first, across, last, across)
            found.append(BoardCell(str(cell), (column * side, row * side), side, corners, middle))
    return tuple(found)


def _mixed(colour: str, share: float, other: str = "#ffffff") -> Srgb:
    """A colour with a share of another one in it, of white if left out."""
    pairs = zip(_srgb(colour), _srgb(other), strict=True)
    red, green, blue = (round(value + (mixed - value) * share) for value, mixed in pairs)
    return red, green, blue


def _card_marks(facts: dict[str, Any], size: Xy, index: int) -> tuple[Mark, ...]:
    """Two markers a card, at the top left and the bottom right."""
    markers = facts["markers"]
    side, inset = float(markers["size_mm"]), float(markers["inset_mm"])
    first = int(markers["first_marker"]) + 2 * index
    far = (size[0] - inset - side, size[1] - inset - side)
    return Mark(first, (inset, inset), side), Mark(first + 1, far, side)


def _patches(boxes: Sequence[Box], colour: str) -> tuple[Patch, ...]:
    return tuple(
        Patch((left, top), (right - left, bottom - top), _srgb(colour)) for left, top, right, bottom in boxes
    )


def _palette() -> dict[str, str]:
    """The printed colours by name, which all games share."""
    return {row["name"]: row["srgb"] for row in seed("zangle")["colours"] if row["triangles"]}


def _srgb(colour: str) -> Srgb:
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return red, green, blue
