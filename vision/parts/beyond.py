"""Squares as large as the game's markers that lie on no part that was read: tiles on a rack, cards in a fan.

Where the whole photo is searched, a small marker's square is found before its modules can be read. On the table's plane
it has a marker's size, which little else has; what it says is read in a cut-out, and if that fails the tile around it
shows that it is one: white paper around the square, and one of the game's colours where a tile has it. Of a card little
more than the marker may show; there the square itself has to be like one: a black rim on white paper, and both within.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.parts.bodies import TablePlane, square
from vision.parts.colour import ColourConfig, light_in, paper_around, shown_in
from vision.parts.deck import Mark, MarkedBoard, MarkedParts, Srgb, Xy
from vision.parts.sighting import PartUnread
from vision.photo import Pixels
from vision.plane import Floats, apply, homography, rectangle, sides
from vision.quads import as_quad, inside, middle_of

UNREAD = "its marker cannot be read: bring the camera closer, keep glare off, or take it away"
SIZE_PLAY = 0.25
"""How far a square's sides may be from a marker's, as logarithms: on a small one a pixel is a tenth."""
MOST_LIGHT = 0.6
"""How light a marker is at most, over its paper: black modules, some white ones, and blur."""


def mark_sized(
    squares: Sequence[Floats], plane: TablePlane, parts: MarkedParts, taken: Sequence[Floats]
) -> list[Floats]:
    """The squares (4, 2) px as large as a marker on the table, outside the outlines `taken`; one a place."""
    if not squares:
        return []
    side = parts.parts[0].marks[0].side_mm
    on_table = plane.mm(np.concatenate(squares)).reshape(-1, 4, 2)
    lengths = np.linalg.norm(on_table - np.roll(on_table, 1, axis=1), axis=-1)
    across = np.linalg.norm(on_table[:, :2] - on_table[:, 2:], axis=-1) / np.sqrt(2)
    seen = np.column_stack([lengths, across])
    with np.errstate(divide="ignore", invalid="ignore"):
        off = np.abs(np.log(seen / side)).max(1)
    found: list[Floats] = []
    for place in np.argsort(off, kind="stable"):
        if not off[place] <= SIZE_PLAY:
            break
        middle = middle_of(squares[place])
        if any(inside(middle, other) for other in taken):
            continue
        reach = 0.5 * float(sides(squares[place]).mean())
        if all(np.linalg.norm(middle - middle_of(other)) > reach for other in found):
            found.append(squares[place])
    return found


def off_cells(squares: Sequence[Floats], plane: TablePlane, board: MarkedBoard | None) -> list[Floats]:
    """The squares (4, 2) px that lie on none of the board's cells, which say for themselves that they are covered."""
    if board is None or not squares:
        return list(squares)
    middles = plane.mm(np.array([middle_of(one) for one in squares]))
    low = np.array([cell.at_mm for cell in board.cells])
    off = middles[:, None] - low[None]
    on = ((off > 0) & (off < board.cells[0].side_mm)).all(-1).any(1)
    return [one for one, yes in zip(squares, on, strict=True) if not yes]


def unread_tiles(
    image: Pixels,
    squares: Sequence[Floats],
    plane: TablePlane,
    parts: MarkedParts,
    colours: Sequence[Srgb],
    config: ColourConfig,
) -> list[PartUnread]:
    """The tiles around squares (4, 2) px: where white paper and a colour of the game are as they are printed."""
    part = parts.parts[0]
    mark = part.marks[0]
    found = []
    for corners in squares:
        for turn in range(4):
            to_px = homography(square(mark), np.roll(corners, -turn, axis=0))
            paper = paper_around(image, to_px, mark, config)
            if paper is None or not _dark(image, to_px, mark, paper, config):
                continue
            seen = {shown_in(image, to_px, patch, paper, colours, config) for patch in part.patches}
            if len(seen) == 1 and None not in seen:
                outline = apply(to_px, rectangle(parts.size_mm))
                found.append(PartUnread(as_quad(outline), UNREAD, as_quad(plane.mm(outline))))
                break
    return found


def unread_cards(
    image: Pixels, squares: Sequence[Floats], plane: TablePlane, parts: MarkedParts, config: ColourConfig
) -> list[PartUnread]:
    """The squares (4, 2) px that are like markers, for the cards on which they are."""
    mark = parts.parts[0].marks[0]
    found = []
    for corners in squares:
        to_px = homography(square(mark), corners)
        paper = paper_around(image, to_px, mark, config)
        if paper is not None and _like_a_marker(image, to_px, paper, mark, config):
            found.append(PartUnread(as_quad(corners), UNREAD, as_quad(plane.mm(corners))))
    return found


def _like_a_marker(image: Pixels, to_px: Floats, paper: Floats, mark: Mark, config: ColourConfig) -> bool:
    """Whether a square has white paper on all sides, a black rim, and black and white within it."""
    (x, y), side = mark.at_mm, mark.side_mm
    rim = side / MODULES
    around = [
        _share(image, to_px, strip, paper, config) for strip in _strips(mark, -config.ring_mm, config.ring_mm)
    ]
    border = [_share(image, to_px, strip, paper, config) for strip in _strips(mark, 0.25 * rim, 0.5 * rim)]
    inner = light_in(image, to_px, (x + 1.5 * rim, y + 1.5 * rim), (side - 3 * rim, side - 3 * rim), config)
    if inner is None or not (np.min(around) > LEAST_PAPER and np.max(border) < MOST_INK):
        return False
    low, high = np.percentile((inner / paper).mean(1), (15, 85))
    return bool(low < MOST_INK and high > LEAST_WHITE)


MODULES = 8
"""How many modules a marker has along its side, its rim included."""
LEAST_PAPER, MOST_INK, LEAST_WHITE = 0.6, 0.4, 0.5
"""How light, over its paper, a marker's surroundings are at least, its ink at most, and its white modules at least."""


def _strips(mark: Mark, inset: float, width: float) -> list[tuple[Xy, Xy]]:
    """Four strips of that width along a marker's sides, that far within it: where they begin, and their sizes."""
    (x, y), side = mark.at_mm, mark.side_mm
    near, far, length = inset, side - inset - width, side - 2 * inset
    return [
        ((x + near, y + near), (length, width)),
        ((x + near, y + far), (length, width)),
        ((x + near, y + near), (width, length)),
        ((x + far, y + near), (width, length)),
    ]


def _share(image: Pixels, to_px: Floats, strip: tuple[Xy, Xy], paper: Floats, config: ColourConfig) -> float:
    """How light a strip is, over its paper; not a number outside the photo."""
    light = light_in(image, to_px, *strip, config)
    return float("nan") if light is None else float(np.mean(np.median(light, axis=0) / paper))


def _dark(image: Pixels, to_px: Floats, mark: Mark, paper: Floats, config: ColourConfig) -> bool:
    light = light_in(image, to_px, mark.at_mm, (mark.side_mm, mark.side_mm), config)
    return light is not None and float(np.mean(light.mean(0) / paper)) < MOST_LIGHT
