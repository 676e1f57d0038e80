"""The small places of a picture that can be known again: where they lie, how large and how turned, and what they look
like.

They are what a card is found by where its rim does not show: its print is known, and needs no edge all round.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.plane import Floats
from vision.taught.describe import HEIGHT_PX, WIDTH_PX
from vision.taught.pictured import Picture

CARD_PX = float(np.sqrt(WIDTH_PX * HEIGHT_PX))
"""The root of a taught picture's area."""

Level = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class KeypointConfig:
    """How places are told apart, and which are one."""

    contrast: float = 0.015
    own_contrast: float = 0.02
    """A place changes in lightness by so much: in a photo, in a taught picture."""
    edge: float = 15.0
    neighbours: int = 6
    """A place of a photo may be each of so many places of taught cards."""
    checks: int = 48
    trees: int = 4
    furthest: float = 0.5
    half: float = 0.4
    """Two looks are one up to such a distance; from the second on they count less than half as much."""
    brightest: float = 1.2


@dataclass(frozen=True, slots=True)
class Keypoints:
    """`spots` (n, 2) px, `sizes` (n,) px, `angles` (n,), clockwise from the right; `looks` (n, 128), of length 1."""

    spots: Floats
    sizes: Floats
    angles: Floats
    looks: NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.spots)


@dataclass(frozen=True, slots=True)
class Pairs:
    """Places of a photo with places of taught cards that look alike.

    `of` (n,): the photo's place. `spots` (n, 2): where that lies. `own` (n, 2): where on the card, from its middle,
    over the root of its area. `sizes`, `angles` (n,): how large (the root of its area) and how turned the card would
    be, `middles` (n, 2) where. `weights` (n,), 0..1.
    """

    of: NDArray[np.intp]
    spots: Floats
    own: Floats
    sizes: Floats
    angles: Floats
    middles: Floats
    weights: Floats

    def where(self, kept: NDArray[np.bool_] | NDArray[np.intp]) -> Pairs:
        """Some of them: `kept` is (n,), true for those, or (k,) their numbers."""
        return Pairs(
            self.of[kept],
            self.spots[kept],
            self.own[kept],
            self.sizes[kept],
            self.angles[kept],
            self.middles[kept],
            self.weights[kept],
        )


def keypoints(
    picture: Level, contrast: float, config: KeypointConfig, where: Level | None = None
) -> Keypoints:
    """The keypoints of a grey picture (h, w), `where` that is not 0."""
    sift = cv2.SIFT_create(contrastThreshold=contrast, edgeThreshold=config.edge)  # type: ignore[attr-defined]
    found, looks = sift.detectAndCompute(picture, where)
    if not found:
        return Keypoints(np.zeros((0, 2)), np.zeros(0), np.zeros(0), np.zeros((0, 128), np.float32))
    # The roots of shares: their distance is the better one for counts.
    shares = np.asarray(looks, np.float32)
    shares = np.sqrt(shares / np.maximum(shares.sum(1, keepdims=True), 1e-6))
    numbers = np.array([(p.pt[0], p.pt[1], p.size, p.angle) for p in found], float)
    return Keypoints(numbers[:, :2], numbers[:, 2], np.radians(numbers[:, 3]), shares)


class Known:
    """The keypoints of a deck's taught pictures, ready to be looked up."""

    def __init__(self, pictures: Sequence[Picture], config: KeypointConfig) -> None:
        self._config = config
        each = [keypoints(_grey(picture, config), config.own_contrast, config) for picture in pictures]
        middle = np.array([WIDTH_PX, HEIGHT_PX]) / 2 + _MARGIN_PX - 0.5
        self._own = np.concatenate([np.zeros((0, 2)), *((one.spots - middle) / CARD_PX for one in each)])
        self._sizes = np.concatenate([np.zeros(0), *(one.sizes / CARD_PX for one in each)])
        self._angles = np.concatenate([np.zeros(0), *(one.angles for one in each)])
        self._index: cv2.FlannBasedMatcher | None = None
        if len(self._own) >= config.neighbours:
            looks = np.concatenate([one.looks for one in each])
            self._index = cv2.FlannBasedMatcher(
                {"algorithm": 1, "trees": config.trees}, {"checks": config.checks}
            )
            # Its trees are drawn; the same photo shall be read alike every time.
            cv2.setRNGSeed(1)
            self._index.add([looks])
            self._index.train()

    def pairs(self, seen: Keypoints) -> Pairs:
        """What a photo's keypoints may be."""
        c = self._config
        if self._index is None or not len(seen):
            none, no = np.zeros((0, 2)), np.zeros(0)
            return Pairs(np.zeros(0, np.intp), none, none, no, no, none, no)
        cv2.setRNGSeed(1)
        matches = self._index.knnMatch(seen.looks, k=c.neighbours)
        found = np.array(
            [
                (m.queryIdx, m.trainIdx, m.distance)
                for some in matches
                for m in some
                if m.distance < c.furthest
            ]
        ).reshape(-1, 3)
        of, which = found[:, 0].astype(np.intp), found[:, 1].astype(np.intp)
        weights = 1 / (1 + (found[:, 2] / c.half) ** 4)
        sizes = seen.sizes[of] / self._sizes[which]
        angles = seen.angles[of] - self._angles[which]
        own, spots = self._own[which], seen.spots[of]
        middles = spots - sizes[:, None] * turned(own, angles)
        return Pairs(of, spots, own, sizes, angles, middles, weights)


def turned(vectors: Floats, angles: Floats) -> Floats:
    """Vectors (n, 2) turned clockwise by angles (n,)."""
    cos, sin = np.cos(angles), np.sin(angles)
    x, y = vectors[:, 0], vectors[:, 1]
    return np.stack([cos * x - sin * y, sin * x + cos * y], 1)


_MARGIN_PX = 16
"""Taught pictures are grown by this: places along a card's edge are places as well."""


def _grey(picture: Picture, config: KeypointConfig) -> Level:
    grey = np.clip(picture.level * (255 / config.brightest), 0, 255).astype(np.uint8)
    margin = (_MARGIN_PX,) * 4
    return np.asarray(cv2.copyMakeBorder(grey, *margin, cv2.BORDER_REPLICATE), np.uint8)
