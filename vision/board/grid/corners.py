"""The printed board's own corner markers: where its grid lies and which corner is a1, whatever else is in the photo."""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np

from vision.board.cells import RIM, SIDE
from vision.board.grid.register import RegisterConfig, View, centred, register
from vision.markers import MarkerConfig, search_for, search_picture
from vision.photo import Pixels
from vision.plane import Floats, apply

FAMILY = "APRILTAG_36h10"
IDS = (2290, 2291, 2292, 2293)
"""From the top left clockwise, as one sees the board with a1 at the bottom left."""
CELL_MM = 44.5
MARKER_MM = 16.0
PLACES_MM = ((-6.0, -19.0), (168.0, -19.0), (168.0, 181.0), (-6.0, 181.0))
"""The top left corner of each marker, from that of the grid, y downwards."""


@dataclass(frozen=True, slots=True)
class CornerConfig:
    """How markers are looked for, and when they place the grid."""

    markers: MarkerConfig = field(default_factory=MarkerConfig)
    least: int = 2
    """Fewer markers than this do not place the grid; one alone still says which corner is which."""
    alone: int = 3
    """Fewer than this do not where the straight edges do not bear them out."""
    near: float = 0.5
    """How far, in cells, one marker may lie from where a grid puts it."""


Corners = dict[int, Floats]
"""For each marker that was found, by its place in `IDS`, its corners (4, 2) in pixels, top left first."""


def places() -> Floats:
    """Where the markers' corners lie (4, 4, 2), in board units, y down."""
    square = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]) * MARKER_MM
    found: Floats = (np.array(PLACES_MM)[:, None] + square) / CELL_MM
    return found


def find_corners(image: Pixels, config: CornerConfig) -> Corners:
    """The board's markers in a photo (h, w, 3) uint8 BGR; one that is seen twice is left out."""
    grey, shrunk = search_picture(image, config.markers)
    quads, numbers, _ = search_for(FAMILY, IDS, config.markers).detectMarkers(grey)
    if numbers is None:
        return {}
    seen = [int(number) for number in np.asarray(numbers).ravel()]
    return {
        number: (np.asarray(quad, float).reshape(4, 2) + 0.5) * shrunk - 0.5
        for number, quad in zip(seen, quads, strict=True)
        if seen.count(number) == 1
    }


def view_of(
    corners: Corners,
    segments: Floats,
    size_px: tuple[int, int],
    registering: RegisterConfig,
    config: CornerConfig,
) -> View | None:
    """The grid that the markers place, laid exactly on straight edges (n, 2, 2) in centred coordinates if these fit;
    None where there are too few of either."""
    if len(corners) < config.least:
        return None
    seen = centred(np.concatenate([corners[number] for number in corners]), size_px)
    true = np.concatenate([places()[number] for number in corners])
    matrix, _ = cv2.findHomography(seen, true, 0)
    if matrix is None or not np.isfinite(matrix).all():
        return None
    rough = View(np.asarray(matrix, float), 0.0, len(seen), size_px)
    exact = register(segments, rough.matrix, size_px, registering) if len(segments) else None
    alone = rough if len(corners) >= config.alone else None
    if exact is None:
        return alone
    off = np.linalg.norm(exact.to_px(RIM) - rough.to_px(RIM), axis=1).max()
    cell = np.linalg.norm(np.diff(rough.to_px(RIM), axis=0), axis=1).min() / SIDE
    return exact if off < config.near * cell else alone


def turned_by(view: View, corners: Corners, config: CornerConfig) -> View | None:
    """The view with its corners named as its markers say; None where no marker lies where such a board has it."""
    best, found = config.near, None
    for turns in range(4):
        turned = view.turned(turns)
        for number, quad in corners.items():
            straight = centred(quad, view.size_px)
            straight = straight * (1 + view.bend * (straight**2).sum(-1, keepdims=True))
            off = float(np.linalg.norm(apply(turned.matrix, straight) - places()[number], axis=1).max())
            if off < best:
                best, found = off, turned
    return found
