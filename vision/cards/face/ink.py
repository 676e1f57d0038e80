"""The printed shape on a rectified card: where its ink lies, and its boundary to a fraction of a pixel.

The measure of ink is saturation relative to paper, which a shadow does not change.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.face.cells_apart import Cells, CellsApart, cells_apart
from vision.cards.face.line_drawn import line_drawn
from vision.cards.face.models import ANGLES, RADII, spokes
from vision.paper import Planes, median, medians, quantile
from vision.plane import Floats
from vision.srgb import steps

Plane = NDArray[np.float32]
Mask = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class InkConfig:
    """Sizes on the card, in millimetres; shares of one."""

    px_per_mm: float = 2.0
    rim_mm: float = 3.5
    """What lies nearer to the card's edge than this (edge, border ring) is not looked at."""
    bridge_mm: float = 1.3
    """Gaps up to this are inner lines, and closed."""
    least_area_mm2: float = 14.0
    least_saturation: float = 0.22
    least_steps: float = 14.0
    """Of a picture's 255 an ink is at least so many from its paper, in one channel: on what is nearly black the noise
    is as coloured as a print. Of 407 prints read rightly none was below 49, of black squares and discs none above 7."""

    drawn_in_lines: bool = True
    """Whether what lines enclose is a figure's inside. On a card it is; tables show rings, frames and tiles as well."""

    @property
    def rim_px(self) -> int:
        """The rim in pixels of a patch."""
        return round(self.rim_mm * self.px_per_mm)


@dataclass(frozen=True, slots=True)
class Inked:
    """Where a face's main ink is: `share` (h, w) 0..1 of it in each pixel by hue, `marked` (h, w) 1 where over half."""

    planes: Planes
    share: Plane
    marked: Mask


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


def hue_map(planes: Planes) -> tuple[Plane, Plane]:
    """Each pixel's colour against its paper as a vector of hue and saturation, two planes (h, w), at most 1 long.

    The two axes span the plane of equal light in red, green and blue; dividing by the brightest channel takes
    the shade out.
    """
    blue, green, red = (cv2.GaussianBlur(plane, (0, 0), 0.6) for plane in planes)
    # The floor keeps the noise of nearly black pixels from looking like colour.
    brightest = np.maximum(cv2.max(cv2.max(blue, green), red), np.float32(0.06))
    along = (red - np.float32(0.5) * (green + blue)) / brightest
    across = np.float32(0.8660254) * (green - blue) / brightest
    return np.asarray(along, np.float32), np.asarray(across, np.float32)


def find_ink(planes: Planes, config: InkConfig) -> Inked | None:
    """The ink that most of the face's saturated middle shows, or None where none stands out."""
    along, across = hue_map(planes)
    rim = config.rim_px
    inner = np.s_[rim:-rim, rim:-rim]
    sat = cv2.magnitude(along[inner].copy(), across[inner].copy())
    # Nearly the greatest: all but half a percent are less.
    full = quantile(np.asarray(sat, np.float32).ravel(), 0.995)
    if full < config.least_saturation:
        return None
    ink = _dominant(along[inner], across[inner], np.asarray(sat, np.float32), 0.5 * full)
    if ink is None:
        return None
    # How much of the ink's own colour each pixel holds: other hues, a hand's for one, hold little of it.
    x, y = (ink / (ink @ ink)).tolist()
    share = cv2.addWeighted(along, x, across, y, 0)
    aside = cv2.addWeighted(along, -y, across, x, 0)
    share = np.clip(share - np.maximum(0, np.abs(aside) - np.float32(0.35)), 0, 1)
    marked = np.zeros(share.shape, np.uint8)
    marked[inner] = share[inner] > 0.5
    return Inked(planes, np.asarray(share, np.float32), marked)


def stands_out(colour: Floats, paper: Floats, config: InkConfig) -> bool:
    """Whether an ink, `colour` (3,) over its paper, red first, is more than the noise of that paper's light, `paper`
    (3,), blue first, 0..1."""
    apart = steps(colour[::-1] * paper) - steps(paper)
    return float(np.abs(apart).max()) >= config.least_steps


def left_white(colour: Floats, paper: Floats) -> bool:
    """Whether a shape, `colour` (3,) over its paper, red first, is what was left white of a card printed in a colour,
    `paper` (3,), blue first, 0..1: lighter in every channel, and far less coloured."""
    white = colour[::-1] * paper
    coloured = [1 - float(light.min()) / max(float(light.max()), 1e-3) for light in (paper, white)]
    return float(colour.min()) > LIGHTER_ALL and coloured[0] > PLATE and coloured[1] < coloured[0] - PLATE / 2


LIGHTER_ALL, PLATE = 1.05, 0.45
"""By how much lighter it is in the channel where it is least so, and how coloured such a card is, 0..1. Black and grey
cards are less, and a bright ink on navy is darker than it in blue."""


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
    part = _main_part(closed, config)
    return None if part is None else _blob_of(inked, part, kernel, boundary, config)


def _apart(inked: Inked, config: InkConfig) -> Blob | None:
    """The figure of several triangles that are printed apart; None where there is none such."""
    if not config.drawn_in_lines or (patches := _patches(inked.marked, config)) is None:
        return None
    found = cells_apart(inked.share, patches.labels, patches.main)
    if found is None:
        return None
    own = np.asarray(found.whole > 0.5, np.uint8)
    x, y, w, h = cv2.boundingRect(own)
    height, width = own.shape
    if abs(x + w / 2 - width / 2) > OFF_MIDDLE * width or abs(y + h / 2 - height / 2) > OFF_MIDDLE * height:
        return None
    whole = _Part(x, y, np.asarray(own[y : y + h, x : x + w] > 0), alone=True)
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
    most = cv2.dilate(soft, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size)))
    most = np.maximum(cv2.blur(most, (size, size)), np.float32(MOST_VEILED))
    return np.asarray(np.minimum(share / most, np.float32(1)), np.float32)


def _dominant(along: Plane, across: Plane, sat: Plane, least: float) -> Plane | None:
    """The hue vector (2,) that most of the saturated pixels near the middle share."""
    height, width = sat.shape
    ys, xs = np.nonzero(sat > least)
    if len(ys) < 20:
        return None
    u, v, strength = along[ys, xs], across[ys, xs], sat[ys, xs]
    central = _central(width)[xs] * _central(height)[ys]
    angle = np.arctan2(v, u)
    bins = 36
    votes = np.bincount(((angle / (2 * np.pi)) % 1 * bins).astype(int) % bins, central, bins)
    votes = votes + 0.5 * (votes[np.arange(-1, bins - 1)] + votes[np.arange(1 - bins, 1)])
    middle = (votes.argmax() + 0.5) * (2 * np.pi / bins)
    same = np.abs((angle - middle + np.pi) % (2 * np.pi) - np.pi) < np.pi / 9
    # The core of the ink, not its soft rim: the more saturated half.
    strong = same & (strength >= median(strength[same]))
    return np.array([median(u[strong]), median(v[strong])], np.float32)


def _central(count: int) -> Floats:
    """How much each of so many rows or columns counts: the face's middle most."""
    central: Floats = np.exp(-0.5 * ((np.arange(count) / count - 0.5) / 0.22) ** 2)
    return central


@dataclass(frozen=True, slots=True)
class _Part:
    """A connected part: its upright box and the mask within (h, w)."""

    x: int
    y: int
    own: NDArray[np.bool_]
    alone: bool


@dataclass(frozen=True, slots=True)
class _Patches:
    """The connected patches of a face: their labels (h, w), the boxes and areas by label, and the main one's label."""

    labels: NDArray[np.uint16]
    boxes: list[list[int]]
    main: int


def _patches(closed: Mask, config: InkConfig) -> _Patches | None:
    """What is marked on a face (h, w), or None where nothing about its middle is large enough for a print."""
    height, width = closed.shape
    count, labels, stats, middles = cv2.connectedComponentsWithStats(closed, connectivity=8, ltype=cv2.CV_16U)
    least = config.least_area_mm2 * config.px_per_mm**2
    best, best_score = 0, 0.0
    boxes = stats.tolist()
    for k in range(1, count):
        _, _, w, h, area = boxes[k]
        # A ring of colour round the face is its border, not its shape.
        ring = w > 0.72 * width and h > 0.72 * height
        if area < least or (ring and area < 0.5 * width * height):
            continue
        off = np.hypot((middles[k][0] - width / 2) / width, (middles[k][1] - height / 2) / height)
        score = area * float(np.exp(-((off / 0.25) ** 2)))
        if score > best_score:
            best, best_score = k, score
    return _Patches(np.asarray(labels, np.uint16), boxes, best) if best else None


def _main_part(closed: Mask, config: InkConfig) -> _Part | None:
    patches = _patches(closed, config)
    if patches is None:
        return None
    boxes, main = patches.boxes, patches.main
    x, y, w, h, _ = boxes[main]
    alone = not any(_alike(boxes[main], boxes[k]) for k in range(1, len(boxes)) if k != main)
    return _Part(x, y, np.asarray(patches.labels[y : y + h, x : x + w] == main), alone)


def _alike(one: Sequence[int], other: Sequence[int]) -> bool:
    """Whether two patches, each its box and area, are of one size and about as far across either way."""
    return all(abs(np.log(one[k] / other[k])) < 0.22 for k in (2, 3, 4))


def _blob_of(
    inked: Inked,
    part: _Part,
    kernel: cv2.typing.MatLike,
    boundary: Boundary,
    config: InkConfig,
    apart: CellsApart | None = None,
) -> Blob:
    height, width = inked.share.shape
    x, y, rim = part.x, part.y, config.rim_px
    h, w = part.own.shape
    touches = x <= rim or y <= rim or x + w >= width - rim or y + h >= height - rim
    # Everything below looks at the blob's own surroundings alone.
    margin = 11
    x0, y0 = max(0, x - margin), max(0, y - margin)
    box = np.s_[y0 : y + h + margin, x0 : x + w + margin]
    near_share, near_planes = inked.share[box], np.ascontiguousarray(inked.planes[:, *box])
    own = np.zeros(near_share.shape, np.uint8)
    own[y - y0 : y - y0 + h, x - x0 : x - x0 + w] = part.own
    ink = medians(near_planes, _core(near_share, own, MOST_VEILED if boundary is Boundary.VEILED else 0.5))
    colour = ink[::-1].astype(float)
    near = cv2.dilate(own, np.ones((5, 5), np.uint8)) > 0
    if boundary is not Boundary.HUE:
        near_share = _mixture(near_planes, ink, own)
    if boundary is Boundary.VEILED:
        near_share = _unveiled(near_share, config)
    inked_share = np.where(near, near_share, np.float32(0))
    soft = np.asarray(cv2.morphologyEx(inked_share, cv2.MORPH_CLOSE, kernel), np.float32)
    beyond_px, solid = 0.0, None
    if apart is not None:
        soft, solid = np.ascontiguousarray(apart.whole[box]), _solid(inked_share)
    elif config.drawn_in_lines and (drawn := line_drawn(inked_share, soft, _off_paper(near_planes, ink))):
        soft, beyond_px = drawn
    area, centroid, mask = _at_unit_area(soft)
    scale = config.px_per_mm
    corner = np.array([x0 + 0.5, y0 + 0.5])
    everywhere = np.zeros((height, width), np.float32)
    everywhere[box] = soft
    return Blob(
        area / scale**2,
        (centroid + corner) / scale,
        (_half_crossings(soft) + corner) / scale,
        colour,
        mask,
        everywhere,
        touches,
        float(1 - colour.min() / max(colour.max(), 1e-3)),
        part.alone,
        _solid(soft) if solid is None else solid,
        beyond_px / scale,
        None if apart is None else apart.cells,
    )


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
    far = cv2.dilate(own, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (17, 17)))
    close = cv2.dilate(own, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (9, 9)))
    ring = np.asarray(far > close)
    paper = medians(planes, ring) if np.count_nonzero(ring) > 20 else np.ones(3, np.float32)
    step = paper - ink
    step /= max(float(step @ step), 1e-6)
    seen = step[0] * planes[0] + step[1] * planes[1] + step[2] * planes[2]
    share: Plane = np.clip(paper @ step - cv2.GaussianBlur(seen, (0, 0), 0.7), 0, 1)
    return share


def _half_crossings(soft: NDArray[np.float32]) -> Floats:
    """Places (n, 2) between neighbouring pixels where the map crosses one half, x and y in pixels."""
    inside = soft > 0.5
    parts = []
    ys, xs = np.nonzero(inside[:, 1:] != inside[:, :-1])
    a, b = soft[ys, xs], soft[ys, xs + 1]
    parts.append(np.stack([xs + (0.5 - a) / (b - a), ys], -1))
    ys, xs = np.nonzero(inside[1:] != inside[:-1])
    a, b = soft[ys, xs], soft[ys + 1, xs]
    parts.append(np.stack([xs, ys + (0.5 - a) / (b - a)], -1))
    return np.concatenate(parts).astype(float)


def _polar(solid: Plane, centre: Floats, unit_px: float) -> Plane:
    x, y = (centre[:, None, None] + spokes() * unit_px).astype(np.float32)
    seen = np.asarray(cv2.remap(solid, x, y, cv2.INTER_LINEAR), np.float32)
    assert seen.shape == (RADII, ANGLES)
    return seen
