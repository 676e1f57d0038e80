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


def guess_frame(image: Pixels, spots: list[BlobSighting], profiles: tuple[str, ...], most: int = 8) -> Floats | None:
    """A map from table millimetres (their true size unknown) to pixels under which the shapes look like models.

    Views at 0 to 45 degrees of tilt from all sides are tried; the one under which most shapes overlap some model of
    one profile best is taken. None where no view makes sense of the shapes.
    """
    height, width = image.shape[:2]
    masks = [mask for mask in (_mask_of(image, spot) for spot in spots[:most]) if mask is not None]
    if len(masks) < 2:
        return None
    best, best_view = 0.0, None
    for tilt in np.radians([0, 12, 22, 30, 37, 43]):
        for side in np.radians(np.arange(0, 360, 30)) if tilt else [0.0]:
            view = _view(float(tilt), float(side), width, height)
            flat = [_flat_mask(mask, origin, view) for mask, origin in masks]
            for name in profiles:
                spectrum = models_of(name).spectrum
                score = float(np.mean([best_overlap(spectrum, m)[0].max() if m is not None else 0 for m in flat]))
                if score > best:
                    best, best_view = score, view
    return best_view if best > 0.86 else None


def _view(tilt: float, side: float, width: int, height: int) -> Floats:
    """The homography from a table, 2 px a millimetre at the picture's middle, seen under a tilt from a side."""
    focal = FOCAL * max(width, height)
    turn, back = _spin(side), _spin(-side)
    lean = np.array([[1, 0, 0], [0, np.cos(tilt), -np.sin(tilt)], [0, np.sin(tilt), np.cos(tilt)]])
    rotation = turn @ lean @ back
    distance = focal / 2.0
    pose = np.column_stack([rotation[:, 0], rotation[:, 1], [0, 0, distance]])
    camera = np.array([[focal, 0, (width - 1) / 2], [0, focal, (height - 1) / 2], [0, 0, 1]])
    view: Floats = camera @ pose
    return view / view[2, 2]


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
    shrink = max(1, max(part.shape[:2]) // 160)
    rim = np.concatenate([part[0], part[-1], part[:, 0], part[:, -1]]).astype(float)
    away = np.abs(part.astype(float) - np.median(rim, axis=0)).sum(-1)
    cut, _ = cv2.threshold(np.clip(away / 3, 0, 255).astype(np.uint8), 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    mask = np.clip((away / 3 - cut) / max(cut, 4) + 0.5, 0, 1)
    del shrink
    return mask, np.array([float(x0), float(y0)])


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
        mask.astype(np.float32), spots[..., 0].astype(np.float32), spots[..., 1].astype(np.float32), cv2.INTER_LINEAR
    )
    return np.asarray(seen_mask, float)
