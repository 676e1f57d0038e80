"""Figures whose triangles are printed apart: each of them is grown until it meets its neighbours.

A seam of some millimetres between the triangles, of paper or of another paint, leaves each of them a patch of its
own. Closing such seams as gaps are closed fills the figure's inner corners as well; moving every edge outwards by half
a seam makes the figure that is meant, to its corners.
"""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.plane import Floats

Plane = NDArray[np.float32]
Mask = NDArray[np.uint8]

MOST_CELLS = 5
LEAST_CELL_PX = 40
"""A patch of fewer pixels has no sides that could be told."""
FULL = 0.7
"""The share of its triangle that a patch fills at least: blur and paint round the corners off."""
ALIKE = 0.12
"""Sides of the triangles of one figure differ by no more than such a share, their areas by half of it more."""
WIDEST = 1.6
"""A seam is at most so many inner radii of a triangle wide: farther apart two triangles are two figures."""
WIDEST_PX = 9.0
"""Nor is one wider than this, whatever lies on either side: the corners of a sheet of which a card is cut are farther
apart."""
PARALLEL = 0.985
"""The cosine of the angle between the two sides of a seam, at least."""
OPPOSITE = 0.33
"""The middles of a seam's two sides lie opposite each other, but for such a share of a side: of two right triangles
that make a parallelogram they are moved apart along it."""
FINER = 4
"""Each pixel is filled in so many parts either way."""


class Cells(NamedTuple):
    """How many triangles a figure is printed as, and a printed one's side as a share of what it stands for."""

    number: int
    printed: float


class CellsApart(NamedTuple):
    """Shares (h, w) of the figure in each pixel, 0..1, its seams filled; and the triangles that it is made of."""

    whole: Plane
    cells: Cells


class _Cell(NamedTuple):
    """A triangle: corners (3, 2) in pixels, in order, and the label of its patch."""

    corners: Floats
    label: int

    @property
    def sides(self) -> Floats:
        """Their lengths (3,), each from its corner to the next."""
        return np.asarray(np.linalg.norm(np.roll(self.corners, -1, axis=0) - self.corners, axis=1))

    @property
    def area(self) -> float:
        """In square pixels."""
        (ax, ay), (bx, by) = self.corners[1:] - self.corners[0]
        return abs(float(ax * by - ay * bx)) / 2

    @property
    def inner_radius(self) -> float:
        """Of the circle that touches all three sides."""
        return 2 * self.area / float(self.sides.sum())

    @property
    def incentre(self) -> Floats:
        """The middle (2,) of that circle."""
        opposite = np.roll(self.sides, -1)
        return np.asarray(opposite @ self.corners / opposite.sum())

    def grown(self, by: float) -> Floats:
        """Its corners (3, 2) with every side moved outwards by so many pixels."""
        return self.incentre + (self.corners - self.incentre) * (1 + by / self.inner_radius)


def cells_apart(share: Plane, labels: NDArray[np.uint16], first: int) -> CellsApart | None:
    """The figure of which the patch labelled `first` is a triangle; None where it is none, or the only one.

    `share` (h, w) is the share of ink in each pixel, 0..1, and `labels` (h, w) its connected patches, 0 for paper.
    """
    sizes = np.bincount(labels.ravel())
    start = _cell(share, labels, first)
    if start is None:
        return None
    about = [k for k in range(1, len(sizes)) if k != first and abs(sizes[k] / sizes[first] - 1) < 3 * ALIKE]
    cells = [cell for k in about if (cell := _cell(share, labels, k)) is not None and _congruent(start, cell)]
    figure, seams = _along_seams(start, cells)
    if not 2 <= len(figure) <= MOST_CELLS or max(seams) - min(seams) > 1 + 0.3 * max(seams):
        return None
    half = float(np.median(seams)) / 2
    inside = frozenset(cell.label for cell in figure)
    fine = _filled([cell.grown(half) for cell in figure], share.shape, half)
    if _more_of_it(labels, sizes, inside, fine, half, sizes[first]):
        return None
    whole = cv2.resize(fine, share.shape[::-1], interpolation=cv2.INTER_AREA)
    radius = float(np.median([cell.inner_radius for cell in figure]))
    return CellsApart(np.asarray(whole, np.float32), Cells(len(figure), radius / (radius + half)))


def _cell(share: Plane, labels: NDArray[np.uint16], label: int) -> _Cell | None:
    """A patch as the triangle that it is; None where it is none."""
    own = np.asarray(labels == label, np.uint8)
    x, y, w, h = cv2.boundingRect(own)
    if w * h < LEAST_CELL_PX:
        return None
    rows, cols = slice(max(0, y - 2), y + h + 2), slice(max(0, x - 2), x + w + 2)
    near = cv2.dilate(own[rows, cols], np.ones((3, 3), np.uint8)) > 0
    part = np.where(near, share[rows, cols], np.float32(0))
    size = part.shape[1] * FINER, part.shape[0] * FINER
    fine = np.asarray(cv2.resize(part, size, interpolation=cv2.INTER_LINEAR) > 0.5, np.uint8)
    contours, _ = cv2.findContours(fine, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    if not contours:
        return None
    contour = max(contours, key=len)
    _, around = cv2.minEnclosingTriangle(contour)
    if around is None:
        return None
    corners = _by_its_sides(contour.reshape(-1, 2).astype(float), around.reshape(-1, 2).astype(float))
    if corners is None:
        return None
    cell = _Cell((corners + 0.5) / FINER - 0.5 + [cols.start, rows.start], label)
    full = np.count_nonzero(fine) / FINER**2 / max(cell.area, 1e-6)
    return cell if FULL <= full < 1.1 else None


def _by_its_sides(boundary: Floats, around: Floats) -> Floats | None:
    """The corners (3, 2) where straight lines along the three sides of a boundary (n, 2) meet, which a triangle
    `around` it (3, 2) tells apart; None where one has no points of its own."""
    lines = []
    for k in range(3):
        one, two = around[k], around[(k + 1) % 3]
        long = max(float(np.linalg.norm(two - one)), 1e-6)
        along = (two - one) / long
        at = (boundary - one) @ along / long
        off = np.abs((boundary - one) @ np.array([-along[1], along[0]]))
        own = boundary[(at > 0.2) & (at < 0.8) & (off < 0.15 * long)]
        if len(own) < 6:
            return None
        vx, vy, x, y = cv2.fitLine(own.astype(np.float32), cv2.DIST_HUBER, 0, 0.01, 0.01).ravel()
        lines.append((-vy, vx, -vy * x + vx * y))
    corners = []
    for k in range(3):
        (a, b, c), (d, e, f) = lines[k - 1], lines[k]
        cross = a * e - b * d
        if abs(cross) < 0.2:
            return None
        corners.append(((c * e - b * f) / cross, (a * f - c * d) / cross))
    return np.array(corners)


def _congruent(one: _Cell, other: _Cell) -> bool:
    sides = np.sort(one.sides), np.sort(other.sides)
    alike = bool((np.abs(sides[1] / sides[0] - 1) < ALIKE).all())
    return alike and abs(other.area / one.area - 1) < 1.5 * ALIKE


def _along_seams(start: _Cell, cells: list[_Cell]) -> tuple[list[_Cell], list[float]]:
    """All triangles that are reached from one across seams, and how wide the seams on the way are, in pixels."""
    figure, seams, left = [start], list[float](), cells
    for own in figure:  # It grows meanwhile.
        found = {cell.label: seam for cell in left if (seam := _seam(own, cell)) is not None}
        figure += [cell for cell in left if cell.label in found]
        seams += found.values()
        left = [cell for cell in left if cell.label not in found]
    return figure, seams


def _seam(one: _Cell, other: _Cell) -> float | None:
    """How wide the seam between two triangles is, in pixels; None where they share none."""
    for middle, outwards, long in _facing(one):
        for across, inwards, length in _facing(other):
            if float(outwards @ inwards) > -PARALLEL or abs(length / long - 1) > ALIKE:
                continue
            apart = across - middle
            wide = float(apart @ outwards)
            aside = float(np.linalg.norm(apart - wide * outwards))
            if 0 < wide <= min(WIDEST_PX, WIDEST * one.inner_radius) and aside < OPPOSITE * long:
                return wide
    return None


def _facing(cell: _Cell) -> list[tuple[Floats, Floats, float]]:
    """Each side's middle (2,), the direction (2,) out of the triangle there, and its length."""
    facing = []
    for k, length in enumerate(cell.sides):
        one, two = cell.corners[k], cell.corners[(k + 1) % 3]
        along = (two - one) / max(float(length), 1e-6)
        outwards = np.array([along[1], -along[0]])
        if float((one - cell.incentre) @ outwards) < 0:
            outwards = -outwards
        facing.append(((one + two) / 2, outwards, float(length)))
    return facing


def _filled(triangles: list[Floats], shape: tuple[int, ...], half: float) -> Plane:
    """Triangles, each (3, 2) in pixels, on a map of `shape` whose pixels are in `FINER` parts either way."""
    fine = np.zeros((shape[0] * FINER, shape[1] * FINER), np.uint8)
    for triangle in triangles:
        corners = np.round(((triangle + 0.5) * FINER - 0.5) * 16).astype(np.int32)
        cv2.fillConvexPoly(fine, corners, 1, lineType=cv2.LINE_8, shift=4)
    # What measuring leaves of the seams.
    size = 2 * round(max(1.0, 0.5 * half) * FINER / 2) + 1
    closed = cv2.morphologyEx(fine, cv2.MORPH_CLOSE, np.ones((size, size), np.uint8))
    return np.asarray(closed, np.float32)


def _more_of_it(
    labels: NDArray[np.uint16],
    sizes: NDArray[np.intp],
    inside: frozenset[int],
    fine: Plane,
    half: float,
    cell_px: int,
) -> bool:
    """Whether ink that is none of its triangles lies across a seam from the figure: a triangle that is covered in part
    may be one of it."""
    size = 2 * round(3 * half + 1) + 1
    whole = np.asarray(cv2.resize(fine, labels.shape[::-1], interpolation=cv2.INTER_AREA) > 0, np.uint8)
    near = cv2.dilate(whole, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))) > 0
    about = frozenset(np.unique(labels[near]).tolist()) - inside - {0}
    return any(sizes[label] > 0.1 * cell_px for label in about)
