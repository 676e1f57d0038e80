"""Which way a card lies, told at a glance: a face as a few patches of colour, upright and lying, against a deck's."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.paper import over_paper
from vision.photo import Pixels
from vision.taught.describe import HEADROOM
from vision.taught.pictured import COLOURS, Picture

_WIDE, _HIGH = 10, 14
"""Patches across and down an upright card."""
_FEW = 4
"""So many pixels a patch, across and down, are enough to find the paper."""
_BRIGHTEST = 1.6
_CLEAR = 0.5
"""One way is clear where it is off by less than so much of what the other is."""


class Glance:
    """A deck's pictures as patches, both ways up."""

    def __init__(self, pictures: Sequence[Picture]) -> None:
        patches = np.array([_patches(picture.colours[..., :COLOURS]) for picture in pictures], np.float32)
        both = [patches, patches[:, ::-1, ::-1]] if len(patches) else [np.zeros((0, _HIGH, _WIDE, COLOURS))]
        self._known = np.concatenate(both).reshape(-1, _HIGH * _WIDE * COLOURS).astype(np.float32)
        self._norms = np.einsum("kp,kp->k", self._known, self._known)

    def clearer(self, ways: Sequence[Pixels]) -> int | None:
        """Which of a face's two ways, each laid flat (h, w, 3), is clearly more like a card of the deck; None for
        neither."""
        if not len(self._known):
            return None
        one, other = (self._off(way) for way in ways)
        if min(one, other) >= _CLEAR * max(one, other):
            return None
        return 0 if one < other else 1

    def _off(self, face: Pixels) -> float:
        small = cv2.resize(face, (_WIDE * _FEW, _HIGH * _FEW), interpolation=cv2.INTER_AREA)
        planes, _ = over_paper(np.asarray(small, np.uint8), _FEW // 2, HEADROOM)
        seen = _patches(
            np.asarray(cv2.merge(list(np.minimum(np.sqrt(planes), _BRIGHTEST))), np.float32)
        ).ravel()
        products = np.einsum("kp,p->k", self._known, seen)
        return float((self._norms - 2 * products).min() + (seen * seen).sum())


def _patches(colours: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.asarray(cv2.resize(colours, (_WIDE, _HIGH), interpolation=cv2.INTER_AREA), np.float32)
