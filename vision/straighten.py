"""A photo without its lens's distortion, and places in it taken back to the photo as it was."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from calibration.lens import Lens
from calibration.plane import camera_matrix
from vision.photo import Pixels
from vision.sighting import Quad, Seen


def straightened(image: Pixels, lens: Lens) -> Pixels:
    """The photo (h, w, 3) as a pinhole camera of the same focal length would have taken it; same size."""
    return np.asarray(cv2.undistort(image, camera_matrix(lens), np.array(lens.distortion)), np.uint8)


def bent_back(seen: Seen, lens: Lens) -> Seen:
    """What was seen in the straightened photo, with its corners in the photo itself."""
    cards = tuple(replace(card, corners_px=bent_corners(card.corners_px, lens)) for card in seen.cards)
    unread = tuple(replace(thing, corners_px=bent_corners(thing.corners_px, lens)) for thing in seen.unread)
    return replace(seen, cards=cards, unread=unread)


def bent_corners(corners: Quad, lens: Lens) -> Quad:
    """Four places of the straightened photo in the photo as it was."""
    a, b, c, d = bent_loop(corners, lens)
    return a, b, c, d


def bent_loop(loop: Sequence[tuple[float, float]], lens: Lens) -> tuple[tuple[float, float], ...]:
    """The same of any number of places, in order."""
    (fx, fy), (cx, cy) = lens.focal_px, lens.centre_px
    rays = np.array([[(x - cx) / fx, (y - cy) / fy, 1.0] for x, y in loop])
    pixels, _ = cv2.projectPoints(
        rays, np.zeros(3), np.zeros(3), camera_matrix(lens), np.array(lens.distortion)
    )
    return tuple((float(x), float(y)) for x, y in np.asarray(pixels).reshape(-1, 2))
