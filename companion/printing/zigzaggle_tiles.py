"""Faces and backs of Zig Zaggle's tiles."""

from __future__ import annotations

from itertools import pairwise

from companion.printing.figures import SYMBOLS, Figure, Layer, draw_figure
from companion.printing.palette import PAPER, blended, colours, legible_on
from companion.printing.pen import INK, Pen, Xy, marker_modules
from companion.printing.zigzaggle import Tile, tile_mm
from companion.rules.seeds import seed

CORNER_MM, RIM_MM, GROUND_CORNER_MM = 1.5, 0.8, 1.2
EDGE_MM = 1.9
"""From the tile's edge to letters and symbols."""
LETTER_MM, VALUE_MM, SYMBOL_MM = 5.4, 3.0, 4.8
PLAIN_LETTER_MM, PLAIN_FREE_MM, PLAIN_SYMBOL_MM = 9.2, 11.0, 4.0
PLAIN_DROP_MM = 0.9
"""By how much a letter stands below the middle, clear of the symbol above it."""
BACK, BACK_LINE, BACK_RIM_MM = "#6b3a2a", "#c99f86", 2.0

ANY: Figure = (
    Layer(((0.0, -0.9), (0.0, 0.9)), 0.34),
    Layer(((-0.78, -0.45), (0.78, 0.45)), 0.34),
    Layer(((-0.78, 0.45), (0.78, -0.45)), 0.34),
)
"""The asterisk of a free tile."""


def draw_tile(pen: Pen, tile: Tile, *, plain: bool) -> None:
    """A tile from its top left corner; with its marker the letter moves up, without it stands in the middle."""
    side = tile_mm()
    ground = INK if tile.colour is None else colours()[tile.colour]
    over = legible_on(ground)
    pen.round_rectangle((0.0, 0.0), (side, side), CORNER_MM, PAPER)
    inner = side - 2 * RIM_MM
    pen.round_rectangle((RIM_MM, RIM_MM), (inner, inner), GROUND_CORNER_MM, ground)
    value_at = (EDGE_MM, side - EDGE_MM)
    if plain:
        _draw_letter(pen, tile, (side / 2, side / 2), over, ground)
        value_at = (side - EDGE_MM, side - EDGE_MM)
        pen.text(value_at, str(tile.value), VALUE_MM, over, align="right")
    else:
        _draw_marker(pen, tile, side)
        _draw_small_letter(pen, tile, over, ground)
        pen.text(value_at, str(tile.value), VALUE_MM, over)
    if tile.colour is not None:
        size = PLAIN_SYMBOL_MM if plain else SYMBOL_MM
        reach = EDGE_MM + size / 2
        draw_figure(pen, SYMBOLS[tile.colour], (reach if plain else side - reach, reach), size, over, ground)


def _draw_letter(pen: Pen, tile: Tile, middle: Xy, over: str, ground: str) -> None:
    if tile.letter is None:
        draw_figure(pen, ANY, middle, PLAIN_FREE_MM, over, ground)
    else:
        foot = middle[1] + PLAIN_DROP_MM + PLAIN_LETTER_MM / 2
        pen.text((middle[0], foot), tile.letter, PLAIN_LETTER_MM, over, align="middle")


def _draw_small_letter(pen: Pen, tile: Tile, over: str, ground: str) -> None:
    if tile.letter is None:
        reach = EDGE_MM + LETTER_MM / 2
        draw_figure(pen, ANY, (reach, reach), LETTER_MM, over, ground)
    else:
        pen.text((EDGE_MM, EDGE_MM + LETTER_MM), tile.letter, LETTER_MM, over)


def marker_box(side: float) -> tuple[Xy, float]:
    """The top left corner and the size of the marker of a tile of that side: in its bottom right corner."""
    markers = seed("zigzaggle")["markers"]
    size, inset = float(markers["size_mm"]), float(markers["inset_mm"])
    return (side - inset - size, side - inset - size), size


def _draw_marker(pen: Pen, tile: Tile, side: float) -> None:
    """The marker on a white patch, which is its quiet zone, a module wide, and reaches the tile's corner."""
    family = seed("zigzaggle")["markers"]["family"]
    corner, size = marker_box(side)
    quiet = size / len(marker_modules(family, tile.marker))
    left, top = corner[0] - quiet, corner[1] - quiet
    # Short of the tile's rounded corner, where nothing is to be drawn.
    right, bottom = side - CORNER_MM / 3, side - CORNER_MM / 3
    pen.fill([((left, top), (right, top), (right, bottom), (left, bottom))], PAPER)
    pen.marker(corner, size, family, tile.marker)


def draw_back(pen: Pen) -> None:
    """A small zigzag within a white rim, alike on all tiles."""
    side = tile_mm()
    inner = side - 2 * BACK_RIM_MM
    pen.round_rectangle((0.0, 0.0), (side, side), CORNER_MM, PAPER)
    pen.round_rectangle((BACK_RIM_MM, BACK_RIM_MM), (inner, inner), GROUND_CORNER_MM, BACK)
    middle, wide, rise = side / 2, 2.8, 1.5
    for row in (-1, 0, 1):
        points = [
            (middle + (at - 2) * wide, middle + row * 4.2 + (rise if at % 2 else -rise)) for at in range(5)
        ]
        colour = blended(BACK_LINE, PAPER, 0.4) if row == 0 else BACK_LINE
        pen.lines(pairwise(points), colour, 1.0, round_ends=True)
