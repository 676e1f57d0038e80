"""Outlines of the cards' size without a marker: cards that lie face down, and cards that nobody can read."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.outlines import QuadSighting
from vision.parts.bodies import TablePlane
from vision.parts.colour import ColourConfig, lab, light_in
from vision.parts.deck import MarkedParts, Srgb
from vision.parts.sighting import PartSighting, PartUnread
from vision.photo import Pixels
from vision.plane import Floats, homography, quad_area, rectangle, sides
from vision.quads import as_quad, inside, middle_of, upright
from vision.srgb import linear_rgb

NO_MARKER = (
    "no marker on it can be read: show all of it without glare, or take it away if it is of another game"
)
SIZE_PLAY = 0.07
"""How far an outline's sides may be from a card's, as a share, in the plane that known cards tell."""
LEAST_SUPPORT = 0.4
PAPER_CHROMA, PAPER_LIGHT = 20.0, 45.0
BACK_NEAR = 24.0


def card_sized(
    quads: Sequence[QuadSighting], plane: TablePlane, parts: MarkedParts, taken: Sequence[Floats]
) -> list[Floats]:
    """Outlines (4, 2) px as large as a card on the table where none of the cards `taken` lies; one a place."""
    found: list[Floats] = []
    for quad in sorted(quads, key=lambda one: -min(one.support)):
        if min(quad.support) < LEAST_SUPPORT:
            continue
        lengths = sides(plane.mm(quad.corners))
        seen = np.sort([(lengths[0] + lengths[2]) / 2, (lengths[1] + lengths[3]) / 2])
        if not np.isfinite(seen).all() or seen[0] <= 0:
            continue
        if float(np.abs(np.log(seen / np.sort(parts.size_mm))).max()) > SIZE_PLAY:
            continue
        if float(np.abs(np.log(lengths[:2] / lengths[2:])).max()) > 2 * SIZE_PLAY:
            continue
        if not any(_over(quad.corners, other) for other in (*taken, *found)):
            found.append(upright(quad.corners))
    return found


def told(
    image: Pixels, outline: Floats, plane: TablePlane, parts: MarkedParts, config: ColourConfig
) -> PartSighting | PartUnread | None:
    """What such an outline (4, 2) px is: a card face down, one that is unread, or nothing where its rim is no paper."""
    width, height = sorted(parts.size_mm)
    to_px = homography(rectangle((width, height)), outline)
    rim = parts.back_rim_mm
    strips = (
        ((8.0, 0.8), (width - 16, rim - 1.6)),
        ((8.0, height - rim + 0.8), (width - 16, rim - 1.6)),
        ((0.8, 8.0), (rim - 1.6, height - 16)),
        ((width - rim + 0.8, 8.0), (rim - 1.6, height - 16)),
    )
    found = [light_in(image, to_px, at, size, config) for at, size in strips]
    seen = [np.median(one, axis=0) for one in found if one is not None]
    if len(seen) < 3:
        return None
    paper = np.median(np.array(seen), axis=0)
    if not _papery(paper, image):
        return None
    ground = light_in(image, to_px, (rim + 2, rim + 2), (width - 2 * rim - 4, height - 2 * rim - 4), config)
    corners, corners_mm = as_quad(outline), as_quad(plane.mm(outline))
    if ground is not None and _is_back(ground / np.maximum(paper, 1e-3), parts.back_srgb):
        return PartSighting(None, None, parts.kind, "down", corners, corners_mm, 0.9, ("outline", "colour"))
    return PartUnread(corners, NO_MARKER, corners_mm)


def _papery(paper: Floats, image: Pixels) -> bool:
    """Whether a rim may be paper: as light as things in this photo are, and without much colour of its own."""
    bright = linear_rgb(np.percentile(image[::8, ::8].reshape(-1, 3), 97, axis=0)[::-1].astype(np.uint8))
    told_lab = lab((paper / np.maximum(bright, 1e-3))[None])[0]
    return bool(told_lab[0] > PAPER_LIGHT and np.hypot(told_lab[1], told_lab[2]) < PAPER_CHROMA)


def _is_back(ratio: Floats, back: Srgb) -> bool:
    """Whether most of a card's middle has the colour of the game's backs."""
    off = lab(ratio) - lab(linear_rgb(np.array(back, np.uint8))[None])
    off[:, 0] *= 0.5
    return float(np.mean(np.sqrt((off**2).sum(-1)) < BACK_NEAR)) > 0.5


def _over(corners: Floats, other: Floats) -> bool:
    """Whether two outlines stand for one card, or one lies over the other."""
    a, b = middle_of(corners), middle_of(other)
    reach = 0.3 * float(np.sqrt(min(abs(float(quad_area(corners))), abs(float(quad_area(other))))))
    return float(np.linalg.norm(a - b)) < reach or inside(a, other) or inside(b, corners)
