"""Maps grown by a large disc: one of 17 pixels is a disc of 9 moved about within a smaller one, and a few pixels more.

Growing a map takes as long as the disc has pixels, and the parts together have half as many.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

Mask = NDArray[np.uint8]


class _Parts(NamedTuple):
    """A disc that is moved about, where to, and what of the large disc that does not reach."""

    disc: Mask
    places: Mask
    rest: Mask


def grown(picture: cv2.typing.MatLike, size_px: int) -> cv2.typing.MatLike:
    """A map (h, w), in each pixel the most that lies within a disc of an odd number of pixels across, 11 at least."""
    disc, places, rest = _parts(size_px)
    return cv2.max(cv2.dilate(cv2.dilate(picture, disc), places), cv2.dilate(picture, rest))


@lru_cache(maxsize=8)
def _parts(size_px: int) -> _Parts:
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (9, 9))
    whole = np.pad(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size_px, size_px)), 9)
    places = cv2.erode(whole, disc)
    rest = whole - cv2.dilate(places, disc)
    # The places are as far from the rim of the disc as the small disc's middle is from its own.
    return _Parts(
        np.asarray(disc, np.uint8),
        np.ascontiguousarray(places[13:-13, 13:-13], np.uint8),
        np.ascontiguousarray(rest[9:-9, 9:-9], np.uint8),
    )
