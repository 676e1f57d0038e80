"""How the table lies to the camera, told by the printed shapes alone, where no card's edge can be seen."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.blobs import BlobSighting
from vision.models import ANGLES, RADII, best_overlap, models_of, spokes
from vision.photo import Pixels
from vision.plane import Floats, apply

FOCAL = 0.8
"""The focal length over the picture's width of a usual webcam or phone; only tilted views depend on it."""


def guess_frame(
    image: Pixels, spots: list[BlobSighting], profiles: tuple[str, ...], most: int = 10
) -> Floats | None:
    """A map from table millimetres (their true size unknown) to pixels under which the shapes look like models.

    Views at 0 to 50 degrees of tilt from all sides are tried, first coarsely; the one under which the better part
    of the shapes overlap some model of one profile best is taken. None where no view makes sense of the shapes.
    """
    height, width = image.shape[:2]
    spots = _of_many_colours(spots)
    masks = [mask for mask in (_mask_of(image, spot) for spot in spots[:most]) if mask is not None]
    if len(masks) < 2:
        return None
    # The millimetres are so chosen that the shapes are as large as usual ones, whatever the picture's size.
    scale = float(np.median([max(spot.box[2:]) for spot in spots[:most]])) / USUAL_MM
    coarse = [(float(t), float(s)) for t in (0, 12, 22, 30, 37, 43) for s in (range(0, 360, 30) if t else (0,))]
    best = max(((_score(masks, _view(t, s, width, height, scale), profiles), t, s) for t, s in coarse), default=None)
    if best is None or best[0] < 0.7:
        return None
    _, tilt, side = best
    fine = [
        (tilt + dt, side + ds) for dt in (-5, -2.5, 0, 2.5, 5) for ds in (-16, -8, 0, 8, 16) if tilt + dt >= 0
    ]
    _, tilt, side = max((_score(masks, _view(t, s, width, height, scale), profiles), t, s) for t, s in fine)
    finest = [
        (tilt + dt, side + ds) for dt in (-1.6, -0.8, 0, 0.8, 1.6) for ds in (-5, 0, 5) if tilt + dt >= 0
    ]
    score, tilt, side = max((_score(masks, _view(t, s, width, height, scale), profiles), t, s) for t, s in finest)
    return _view(tilt, side, width, height, scale) if score > LEAST else None


def _of_many_colours(spots: list[BlobSighting]) -> list[BlobSighting]:
    """The spots, those put last that are of a hue as several before them: a table's tiles, perhaps."""
    seen: dict[int, int] = {}
    first: list[BlobSighting] = []
    last: list[BlobSighting] = []
    for spot in spots:
        blue, green, red = np.array(spot.ink) / np.maximum(spot.paper, 1.0)
        hue = round(float(np.arctan2(np.sqrt(3) * (green - blue), 2 * red - green - blue)) / HUE_STEP)
        seen[hue] = seen.get(hue, 0) + 1
        (first if seen[hue] <= MOST_OF_A_HUE else last).append(spot)
    return first + last


HUE_STEP = 0.6
MOST_OF_A_HUE = 2
LEAST = 0.87
USUAL_MM = 32.0
"""A printed shape's longer side."""


def _score(masks: list[_Mask], view: Floats, profiles: tuple[str, ...]) -> float:
    """The mean best overlap of the better two thirds of the masks, under the profile that suits them best."""
    flat = _flat_masks(masks, view)
    use = max(2, (2 * len(masks) + 2) // 3)
    best = (np.sort(best_overlap(models_of(name).spectrum, flat)[0].max(-1))[-use:].mean() for name in profiles)
    return float(max(best))


def _view(tilt: float, side: float, width: int, height: int, scale: float) -> Floats:
    """The homography from a table, `scale` px a millimetre at the picture's middle, tilted by degrees from a side."""
    tilt, side = np.radians(tilt), np.radians(side)
    focal = FOCAL * max(width, height)
    turn, back = _spin(side), _spin(-side)
    lean = np.array([[1, 0, 0], [0, np.cos(tilt), -np.sin(tilt)], [0, np.sin(tilt), np.cos(tilt)]])
    rotation = turn @ lean @ back
    distance = focal / scale
    pose = np.column_stack([rotation[:, 0], rotation[:, 1], [0, 0, distance]])
    camera = np.array([[focal, 0, (width - 1) / 2], [0, focal, (height - 1) / 2], [0, 0, 1]])
    view: Floats = camera @ pose
    view = view / view[2, 2]
    return view


def _spin(angle: float) -> Floats:
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]])


@dataclass(frozen=True, slots=True)
class _Mask:
    """A blob's ink (h, w) 0..1, its area and its middle (2,) in the mask's pixels, and the mask's first pixel (2,)."""

    ink: NDArray[np.float32]
    area: float
    middle: Floats
    origin: Floats


def _mask_of(image: Pixels, spot: BlobSighting) -> _Mask | None:
    """The blob's own ink; None where there is hardly any."""
    x, y, w, h = spot.box
    grow = 0.3 * max(w, h) + 4
    x0, y0 = int(max(0, x - grow)), int(max(0, y - grow))
    part = image[y0 : int(y + h + grow), x0 : int(x + w + grow)]
    if min(part.shape[:2]) < 8:
        return None
    rim = np.concatenate([part[0], part[-1], part[:, 0], part[:, -1]]).astype(float)
    away = np.abs(part.astype(float) - np.median(rim, axis=0)).sum(-1) / 3
    level = float(np.percentile(away, 97))
    mask = np.clip((away / max(level, 4) - 0.45) * 5 + 0.5, 0, 1).astype(np.float32)
    size = max(3, round(0.09 * max(w, h)) | 1)
    mask = np.asarray(
        cv2.morphologyEx(mask, cv2.MORPH_CLOSE, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size)))
    )
    # Only the blob's own part: neighbours may reach into the box.
    _, labels, stats, _ = cv2.connectedComponentsWithStats((mask > 0.5).astype(np.uint8), connectivity=8)
    own = 1 + int(stats[1:, cv2.CC_STAT_AREA].argmax()) if len(stats) > 1 else 0
    if own == 0:
        return None
    alone = (labels == own).astype(np.uint8)
    near = cv2.dilate(alone, np.ones((3, 3), np.uint8)) > 0
    ink = np.where(near, mask, np.float32(0))
    # No shape of five has a hole: what a dark line goes round belongs to it, however pale.
    rims, _ = cv2.findContours(alone, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    within = cv2.erode(cv2.drawContours(np.zeros_like(alone), rims, -1, 1, cv2.FILLED), np.ones((3, 3), np.uint8))
    ink[within > 0] = 1
    area = float(ink.sum(dtype=float))
    if area < LEAST_INK:
        return None
    columns, rows = np.arange(ink.shape[1]), np.arange(ink.shape[0])
    middle = np.array([ink.sum(0, dtype=float) @ columns, ink.sum(1, dtype=float) @ rows]) / area
    return _Mask(ink, area, middle, np.array([float(x0), float(y0)]))


LEAST_INK = 12
"""Pixels of a mask that is looked at."""


def _flat_masks(masks: list[_Mask], view: Floats) -> NDArray[np.float32]:
    """The masks (n, RADII, ANGLES) about their middles as they would look straight from above, at unit area."""
    middles = np.stack([mask.middle for mask in masks])
    seen = middles + np.stack([mask.origin for mask in masks])
    # At each middle the map's first derivatives, (n, 2, 2): how a small thing on the table looks there.
    flat = apply(np.linalg.inv(view), seen)
    w = (flat @ view[2, :2] + view[2, 2])[:, None, None]
    jacobian = (view[:2, :2] - seen[:, :, None] * view[2, :2]) / w
    unit = np.sqrt(np.array([mask.area for mask in masks]) / np.abs(np.linalg.det(jacobian)))
    away = jacobian * unit[:, None, None] @ spokes().reshape(2, -1)
    spots = (middles[:, :, None] + away).astype(np.float32).reshape(-1, 2, RADII, ANGLES)
    seen_flat = [
        cv2.remap(mask.ink, x, y, cv2.INTER_LINEAR) for mask, (x, y) in zip(masks, spots, strict=True)
    ]
    return np.asarray(np.stack(seen_flat), np.float32)
