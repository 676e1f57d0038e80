"""The printed shape on a rectified card: a blob of ink, its boundary to a fraction of a pixel."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.face.cells_apart import Cells, CellsApart, cells_apart
from vision.cards.face.grown import grown
from vision.cards.face.ink import InkConfig, Inked, Mask, Plane
from vision.cards.face.line_drawn import line_drawn
from vision.cards.face.models import ANGLES, RADII, spokes
from vision.cards.face.patches import Part, main_part, patches_of
from vision.paper import Planes, medians
from vision.plane import Floats


@dataclass(frozen=True, slots=True)
class Blob:
    """A connected patch of ink. Lengths in the card's millimetres, y down.

    `boundary_mm` (n, 2) places where the ink is at half; `colour` (3,) the ink over the paper in linear light,
    red green blue; `mask` (RADII, ANGLES) about `centroid_mm` at unit area; `ink` the patch-sized ink map.
    """

    area_mm2: float
    centroid_mm: Floats
    boundary_mm: Floats
    colour: Floats
    mask: Floats
    ink: NDArray[np.float32]
    touches_rim: bool
    saturation: float
    alone: bool
    """Whether no other patch of the same ink has about its size, as the cards of other games have."""
    solid: float
    """The mean share of ink well within the boundary: a print is of one ink, a picture of several."""
    beyond_mm: float = 0.0
    """How far its ink goes on beyond the boundary: half of the line of a figure that is drawn in lines."""
    cells: Cells | None = None
    """The triangles that it is printed as, where they are printed apart."""
    plate: bool = False
    """Whether the card is printed in the colour and the shape left white."""

    @property
    def counted(self) -> Floats:
        """The colour (3,) that says how many triangles there are: an ink's over its paper, or a plate's over what was
        left white in it."""
        return 1 / np.maximum(self.colour, 1e-3) if self.plate else self.colour


class Boundary(Enum):
    """Where the boundary of a print is taken."""

    MIXED = auto()
    """Where ink and paper mix half and half."""
    HUE = auto()
    """By the hue alone, which is coarser but ignores a shadow's edge."""
    VEILED = auto()
    """At half of what the ink near by comes to, which glare may wash out to a quarter of itself."""
    APART = auto()
    """Where triangles that are printed apart meet once they are grown by half of the seams between them."""


def find_blob(
    inked: Inked,
    config: InkConfig,
    bridge_mm: float | None = None,
    boundary: Boundary = Boundary.MIXED,
) -> Blob | None:
    """The coloured blob that is the card's printed shape, or None where no ink makes one.

    `bridge_mm` overrides the configured width of the gaps that are closed.
    """
    if boundary is Boundary.APART:
        return _apart(inked, config)
    size = max(3, round((bridge_mm or config.bridge_mm) * config.px_per_mm) | 1)
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))
    marked = inked.marked
    if boundary is Boundary.VEILED:
        rim = config.rim_px
        marked = np.zeros_like(marked)
        marked[rim:-rim, rim:-rim] = _unveiled(inked.share, config)[rim:-rim, rim:-rim] > 0.5
    closed = np.asarray(cv2.morphologyEx(marked, cv2.MORPH_CLOSE, kernel), np.uint8)
    part = main_part(closed, config)
    return None if part is None else _blob_of(inked, part, kernel, boundary, config)


def _apart(inked: Inked, config: InkConfig) -> Blob | None:
    """The figure of several triangles that are printed apart; None where there is none such."""
    if not config.drawn_in_lines or (patches := patches_of(inked.marked, config)) is None:
        return None
    found = cells_apart(inked.share, patches.labels, patches.main)
    if found is None:
        return None
    own = np.asarray(found.whole > 0.5, np.uint8)
    x, y, w, h = cv2.boundingRect(own)
    height, width = own.shape
    if abs(x + w / 2 - width / 2) > OFF_MIDDLE * width or abs(y + h / 2 - height / 2) > OFF_MIDDLE * height:
        return None
    whole = Part(x, y, np.asarray(own[y : y + h, x : x + w] > 0), alone=True)
    kernel = np.ones((1, 1), np.uint8)
    return _blob_of(inked, whole, kernel, Boundary.APART, config, found)


OFF_MIDDLE = 0.14
"""Of a face, either way: what lies farther from its middle is a print of one of two cards that one outline holds."""

MOST_VEILED = 0.25
"""What is left of an ink under glare that can still be told from paper."""


def _unveiled(share: Plane, config: InkConfig) -> Plane:
    """Shares (h, w) of ink over what the ink near by comes to: 1 all over a print of which glare pales a part."""
    size = round(7.5 * config.px_per_mm) | 1
    soft = cv2.GaussianBlur(share, (0, 0), 0.5 * config.px_per_mm)
    most = np.maximum(cv2.blur(grown(soft, size), (size, size)), np.float32(MOST_VEILED))
    return np.asarray(np.minimum(share / most, np.float32(1)), np.float32)


class _Near(NamedTuple):
    """A part's own surroundings, all that is looked at of its face: their rows and columns, the middle (2,) px of the
    first of their pixels, and where in them (h, w) the part is."""

    box: tuple[slice, slice]
    corner_px: Floats
    own: Mask


def _near(part: Part, shape: tuple[int, ...]) -> _Near:
    margin = 11
    h, w = part.own.shape
    x, y = max(0, part.x - margin), max(0, part.y - margin)
    box = np.s_[y : part.y + h + margin, x : part.x + w + margin]
    whole = np.zeros(shape, np.uint8)
    whole[part.y : part.y + h, part.x : part.x + w] = part.own
    return _Near(box, np.array([x + 0.5, y + 0.5]), np.ascontiguousarray(whole[box]))


class _Figure(NamedTuple):
    """Shares (h, w) of ink, 0..1, with all gaps of the figure filled; how solid its print is, 0..1, and how far its ink
    goes on beyond the boundary, in pixels."""

    soft: Plane
    solid: float
    beyond_px: float = 0.0


def _blob_of(
    inked: Inked,
    part: Part,
    kernel: cv2.typing.MatLike,
    boundary: Boundary,
    config: InkConfig,
    apart: CellsApart | None = None,
) -> Blob:
    near = _near(part, inked.share.shape)
    share, planes = inked.share[near.box], np.ascontiguousarray(inked.planes[:, *near.box])
    ink = medians(planes, _core(share, near.own, MOST_VEILED if boundary is Boundary.VEILED else 0.5))
    colour = ink[::-1].astype(float)
    seen = _seen(share, planes, ink, near.own, boundary, config)
    if apart is None:
        figure = _closed(seen, kernel, _off_paper(planes, ink) if config.drawn_in_lines else None)
    else:
        figure = _Figure(np.ascontiguousarray(apart.whole[near.box]), _solid(seen))
    area, centroid, mask = _at_unit_area(figure.soft)
    scale = config.px_per_mm
    everywhere = np.zeros(inked.share.shape, np.float32)
    everywhere[near.box] = figure.soft
    return Blob(
        area_mm2=area / scale**2,
        centroid_mm=(centroid + near.corner_px) / scale,
        boundary_mm=(_half_crossings(figure.soft) + near.corner_px) / scale,
        colour=colour,
        mask=mask,
        ink=everywhere,
        touches_rim=part.touches(config.rim_px, inked.share.shape),
        saturation=float(1 - colour.min() / max(colour.max(), 1e-3)),
        alone=part.alone,
        solid=figure.solid,
        beyond_mm=figure.beyond_px / scale,
        cells=None if apart is None else apart.cells,
    )


def _seen(
    share: Plane, planes: Planes, ink: Plane, own: Mask, boundary: Boundary, config: InkConfig
) -> Plane:
    """The share (h, w) of an ink (3,) in each pixel of a part and close about it, told as `boundary` is taken."""
    if boundary is not Boundary.HUE:
        share = _mixture(planes, ink, own)
    if boundary is Boundary.VEILED:
        share = _unveiled(share, config)
    close = cv2.dilate(own, np.ones((5, 5), np.uint8)) > 0
    return np.where(close, share, np.float32(0))


def _closed(seen: Plane, kernel: cv2.typing.MatLike, off_paper: Plane | None) -> _Figure:
    """A figure as its ink (h, w) is seen, gaps up to the kernel's size closed, and filled where it is drawn in lines.

    `off_paper` (h, w) is how far each pixel is from the paper's colour; None where no figure is drawn in lines.
    """
    soft = np.asarray(cv2.morphologyEx(seen, cv2.MORPH_CLOSE, kernel), np.float32)
    if off_paper is not None and (drawn := line_drawn(seen, soft, off_paper)):
        return _Figure(drawn.whole, _solid(drawn.whole), drawn.beyond_px)
    return _Figure(soft, _solid(soft))


def _core(share: Plane, own: Mask, least: float) -> NDArray[np.bool_]:
    """Where a part (h, w) is full of its ink, of which each pixel has a `share`: of more than `least` where hardly any
    pixel is full."""
    core = (own > 0) & (share > 0.85)
    if np.count_nonzero(core) < 12:
        core = (own > 0) & (share > least)
    return core if core.any() else own > 0


def _at_unit_area(soft: Plane) -> tuple[float, Floats, Plane]:
    """The area of a map of ink (h, w), its middle (2,) in pixels, and its mask (RADII, ANGLES) about that."""
    solid = np.clip((soft - np.float32(0.5)) * np.float32(4) + np.float32(0.5), 0, 1)
    area = float(solid.sum())
    rows, cols = solid.shape
    middle = np.array([solid.sum(0) @ np.arange(cols), solid.sum(1) @ np.arange(rows)]) / max(area, 1e-6)
    return area, middle, _polar(solid, middle, float(np.sqrt(max(area, 1e-6))))


def _off_paper(planes: Planes, ink: Plane) -> Plane:
    """How far each pixel (h, w) is from the paper's colour, over how far the `ink` (3,) is; both are over the paper."""
    away = np.sqrt(((planes - np.float32(1)) ** 2).sum(0))
    return np.asarray(away / max(float(np.linalg.norm(ink - 1)), 1e-3), np.float32)


def _solid(soft: Plane) -> float:
    inside = cv2.erode(np.asarray(soft > 0.5, np.uint8), np.ones((5, 5), np.uint8))
    return float(cv2.mean(soft, inside)[0]) if inside.any() else 1.0


def _mixture(planes: Planes, ink: Plane, own: Mask) -> Plane:
    """The share (h, w) of ink in each pixel, as a mixture in light of the ink and the paper round about."""
    close = cv2.dilate(own, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (9, 9)))
    ring = np.asarray(grown(own, 17) > close)
    paper = medians(planes, ring) if np.count_nonzero(ring) > 20 else np.ones(3, np.float32)
    step = paper - ink
    step /= max(float(step @ step), 1e-6)
    seen = step[0] * planes[0] + step[1] * planes[1] + step[2] * planes[2]
    share: Plane = np.clip(paper @ step - cv2.GaussianBlur(seen, (0, 0), 0.7), 0, 1)
    return share


def _half_crossings(soft: NDArray[np.float32]) -> Floats:
    """Places (n, 2) between neighbouring pixels where the map crosses one half, x and y in pixels."""
    width = soft.shape[1]
    # As one long row, in which numpy finds what is marked in a fraction of the time; a row's end is beside none.
    flat = np.ascontiguousarray(soft).ravel()
    inside = flat > 0.5
    ends = inside[1:] != inside[:-1]
    ends[width - 1 :: width] = False
    across, down = np.flatnonzero(ends), np.flatnonzero(inside[width:] != inside[:-width])
    found = np.empty((len(across) + len(down), 2))
    for places, at, step, axis in (
        (found[: len(across)], across, 1, 0),
        (found[len(across) :], down, width, 1),
    ):
        places[:, 1], places[:, 0] = np.divmod(at, width)
        a, b = flat.take(at), flat.take(at + step)
        places[:, axis] += (np.float32(0.5) - a) / (b - a)
    return found


def _polar(solid: Plane, centre: Floats, unit_px: float) -> Plane:
    x, y = (centre[:, None, None] + spokes() * unit_px).astype(np.float32)
    seen = np.asarray(cv2.remap(solid, x, y, cv2.INTER_LINEAR), np.float32)
    assert seen.shape == (RADII, ANGLES)
    return seen
