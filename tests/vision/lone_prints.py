"""White cards drawn on a table, and their prints as if nothing else of them had been found."""

from __future__ import annotations

import numpy as np

from companion.rules.polyform import Shape
from tests.vision.cards_drawn import (
    DEEP,
    WHITE,
    WIDE,
    Colour,
    Table,
    blank,
    figures,
    outline_of,
    paint,
    saved,
)
from vision.cards.place import LonePrint
from vision.outlines import OutlineConfig, WorkPicture, work_picture
from vision.plane import Floats
from vision.srgb import LINEAR

SHAPES = figures("iamond")
PAPER = LINEAR[np.array(WHITE)].astype(float)
SLATE, CLAY, CHALK = (120.0, 110.0, 105.0), (80.0, 110.0, 170.0), WHITE
"""Shades of tables."""
STRIPES = 11.0
"""How broad the stripes of a striped table are, in pixels."""


def cards_on(
    shade: Colour, table: Table, shapes: list[Shape], *, striped: bool = False
) -> tuple[WorkPicture, list[Floats]]:
    """White cards with a figure each, on a table, and their corners (4, 2) px."""
    picture = table.bare(shade)
    if striped:
        dark = np.arange(picture.shape[1]) // STRIPES % 2 == 1
        picture[:, dark] = np.array(shade) * 0.6
    corners = []
    for lie, shape in table.laid(shapes):
        corners.append(blank(picture, lie, WHITE))
        paint(picture, lie, outline_of(shape) * 14.0, DEEP[shape.size])
    photo = saved(picture, np.random.default_rng(5), 92)
    return work_picture(photo, OutlineConfig()), corners


def prints_on(table: Table, count: int, thought: Floats) -> list[LonePrint]:
    """The prints of so many cards, on a table of which lengths are thought to be `thought` (2, 2) times the pixels."""
    to_px = np.eye(3)
    to_px[:2, :2] = thought
    return [LonePrint(table.lie(k).middle_px, PAPER, to_px) for k in range(count)]


FOUR, FOUR_CORNERS = cards_on(SLATE, WIDE, SHAPES[:4], striped=True)
"""Four cards on stripes, and their corners."""
