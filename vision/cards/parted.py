"""Cards that lie edge to edge with seams too faint to see: one outline, cut so that each part bears one print."""

from __future__ import annotations

import numpy as np

from vision.cards.decks.candidates import bearing_prints, one_print
from vision.cards.spots import PrintSpot
from vision.outlines import SEAM_SUPPORT, QuadSighting
from vision.plane import Floats, apply, cells, homography, quad_area, rectangle, sides
from vision.quads import inside

MOST_CARDS = 6
MOST_ROWS = 3
OFF_MIDDLE = 0.2
"""How far from its card's middle a print may be, as a share of the card's side."""
CLOSER = 0.1
"""By how much less than a card's side the prints may lie apart, as a share."""
ASPECTS = (1.1, 2.0)
"""Of a part, seen aslant perhaps."""
LEAST_PRINT = 0.25
"""Of the largest print's size: what is smaller is an index, or a speck."""
LEAST_SUPPORT = 0.7
MOST_WHOLES = 3
SIZE_PLAY = 0.4
"""How far a part's area may be off a single card's, as a natural logarithm: what is farther away looks smaller."""


def with_parts(quads: list[QuadSighting], spots: list[PrintSpot]) -> list[QuadSighting]:
    """The outlines of one print each, and the parts of those that several cards make up, as large as a single one."""
    single: list[QuadSighting] = []
    several: list[QuadSighting] = []
    for quad in quads:
        (single if one_print(quad.corners, spots) else several).append(quad)
    sound = bearing_prints([quad for quad in single if min(quad.support) >= LEAST_SUPPORT], spots)
    sizes = np.array([abs(float(quad_area(quad.corners))) for quad in sound])
    parts: list[QuadSighting] = []
    wholes = 0
    for quad in several:
        cut = _parts(quad, spots) if min(quad.support) >= LEAST_SUPPORT else []
        # Half a card of another game bears one print, too.
        if not sound or all(
            np.abs(np.log(abs(float(quad_area(part))) / sizes)).min() < SIZE_PLAY for part in cut
        ):
            parts += [QuadSighting(part, (SEAM_SUPPORT,) * 4, quad.fill) for part in cut]
            wholes += bool(cut)
    # A checked cloth has any number of squares with two patches each.
    return single + parts if wholes <= MOST_WHOLES else single


def _parts(quad: QuadSighting, spots: list[PrintSpot]) -> list[Floats]:
    """The equal cells (4, 2) of an outline of which each bears one print in its middle; none where no cut does that."""
    within = [spot for spot in spots if inside(spot.middle, quad.corners)]
    largest = max((max(spot.box[2:]) for spot in within), default=0.0)
    prints: list[Floats] = []
    for spot in sorted(within, key=lambda spot: -max(spot.box[2:])):
        # One print may be two spots, a part of it and the whole.
        near = 0.5 * max(spot.box[2:])
        large = max(spot.box[2:]) > LEAST_PRINT * largest
        if large and all(np.abs(spot.middle - other).max() > near for other in prints):
            prints.append(spot.middle)
    low, high = ASPECTS
    lengths = sides(quad.corners)
    aspect = float((lengths[0] + lengths[2]) / (lengths[1] + lengths[3]))
    for rows in range(1, MOST_ROWS + 1):
        columns = len(prints) // rows
        if rows * columns != len(prints) or len(prints) < 2 or columns > MOST_CARDS:
            continue
        of_each = aspect * rows / columns
        if low <= max(of_each, 1 / of_each) <= high and _one_each(
            quad.corners, np.array(prints), columns, rows
        ):
            return cells(quad.corners, columns, rows)
    return []


def _one_each(corners: Floats, prints: Floats, columns: int, rows: int) -> bool:
    """Whether each cell of a rectangle bears one of the prints (n, 2), about its middle and as far from the next as a
    cell is wide: the prints of cards that overlap lie closer together."""
    places = apply(homography(corners, rectangle((columns, rows))), prints)
    whole = np.floor(places).astype(int)
    off = places - whole - 0.5
    if (np.abs(off) > OFF_MIDDLE).any() or len({(int(x), int(y)) for x, y in whole}) != columns * rows:
        return False
    across, down = ((off[:, k] - off[:, k].mean()) @ whole[:, k] for k in (0, 1))
    spread = [max(float(np.var(whole[:, k])) * len(whole), 1e-9) for k in (0, 1)]
    return abs(float(across)) < CLOSER * spread[0] + 1e-9 and abs(float(down)) < CLOSER * spread[1] + 1e-9
