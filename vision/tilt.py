"""How the table lies to the camera, told by the printed shapes alone, where no card's edge can be seen."""

from __future__ import annotations

import cv2
import numpy as np

from vision.blobs import BlobSighting
from vision.models import ANGLES, best_overlap, models_of, radii
from vision.photo import Pixels
from vision.plane import Floats

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


LEAST = 0.87
USUAL_MM = 32.0
"""A printed shape's longer side."""


def _score(masks: list[tuple[Floats, Floats]], view: Floats, profiles: tuple[str, ...]) -> float:
    """The mean best overlap of the better two thirds of the masks, under the profile that suits them best."""
    flat = [mask for mask in (_flat_mask(mask, origin, view) for mask, origin in masks) if mask is not None]
    if len(flat) < 2:
        return 0.0
    use = max(2, (2 * len(flat) + 2) // 3)
    scores = []
    for name in profiles:
        spectrum = models_of(name).spectrum
        overlaps = sorted((float(best_overlap(spectrum, mask)[0].max()) for mask in flat), reverse=True)
        scores.append(float(np.mean(overlaps[:use])))
    return max(scores)


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


def _mask_of(image: Pixels, spot: BlobSighting) -> tuple[Floats, Floats] | None:
    """The blob's own ink as a mask (h, w) 0..1 and the pixel of the mask's first corner."""
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
    near = cv2.dilate((labels == own).astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    return np.where(near, mask, 0).astype(float), np.array([float(x0), float(y0)])


def _flat_mask(mask: Floats, origin: Floats, view: Floats) -> Floats | None:
    """The mask about its centroid as it would look straight from above, polar and at unit area."""
    total = mask.sum()
    if total < 12:
        return None
    ys, xs = np.mgrid[: mask.shape[0], : mask.shape[1]]
    middle = np.array([(mask * xs).sum(), (mask * ys).sum()]) / total
    back = np.linalg.inv(view)
    place = back @ np.array([*(middle + origin), 1.0])
    u, v = place[:2] / place[2]
    w = view[2] @ np.array([u, v, 1.0])
    seen = view @ np.array([u, v, 1.0])
    jacobian = (view[:2, :2] * w - np.outer(seen[:2], view[2, :2])) / w**2
    unit = np.sqrt(total / abs(np.linalg.det(jacobian)))
    angle = np.arange(ANGLES) * (2 * np.pi / ANGLES)
    ring = radii()[:, None] * unit
    spots = np.stack([ring * np.cos(angle), ring * np.sin(angle)], -1) @ jacobian.T + middle
    seen_mask = cv2.remap(
        mask.astype(np.float32),
        spots[..., 0].astype(np.float32),
        spots[..., 1].astype(np.float32),
        cv2.INTER_LINEAR,
    )
    return np.asarray(seen_mask, float)
