"""Rectangles that lie a little aside of their cards, moved to where their sides change colour as others' do.

A neighbour's edge and the end of what is printed are edges as well, and can be as far apart as a card is large. What
lies within a card's sides and what lies beyond is mostly alike for all cards of a deck, on one table: that tells them
apart, where it is so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.photo import Pixels
from vision.plane import Floats, apply, homography, quad_area, rectangle

_Plane = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class BorderConfig:
    """Lengths over a card's sides."""

    side_px: int = 96
    """A card is looked at as a square of such sides."""
    play: float = 0.14
    """So far a rectangle may lie aside."""
    step: float = 0.025
    """Colours are compared so far within and beyond a side."""
    along: float = 0.8
    alike: float = 0.75
    """How far the sides of all cards have to change alike, 0..1: as else they say nothing of each other."""
    least: int = 4
    """Fewer rectangles say nothing either."""
    better: float = 0.5
    """How much more two sides have to change as the others do, of 2, for a rectangle to be moved across them."""


def bordered(image: Pixels, quads: Sequence[Floats], config: BorderConfig) -> list[Floats]:
    """Quadrilaterals (4, 2) px of one size on a table, in a photo (height, width, 3) uint8 BGR, most of which are
    cards: those that lie aside are moved."""
    if len(quads) < config.least:
        return list(quads)
    size = float(np.sqrt(np.median(np.abs(quad_area(np.stack(quads))))))
    shrink = max(1.0, size / config.side_px)
    small = cv2.resize(image, None, fx=1 / shrink, fy=1 / shrink, interpolation=cv2.INTER_AREA)
    # Roots: in shade colours change as much as in light.
    roots = np.sqrt(np.asarray(small, np.float32))
    faces = [_Sides(roots, quad / shrink, config) for quad in quads]
    steps = np.concatenate([face.steps(0, 0) for face in faces])
    lengths = np.linalg.norm(steps, axis=1)
    common = (steps / np.maximum(lengths, 1e-6)[:, None]).mean(0)
    alike = float(np.linalg.norm(common))
    if alike < config.alike:
        return list(quads)
    half = float(np.median(lengths)) / 2
    moves = [face.move(common / alike, half) for face in faces]
    return [_within(quad, move) for quad, move in zip(quads, moves, strict=True)]


class _Sides:
    """How colours change at each place across and down a quadrilateral (4, 2) px of a picture (h, w, 3), and beyond."""

    def __init__(self, picture: _Plane, quad: Floats, config: BorderConfig) -> None:
        self._config, side = config, config.side_px
        self._most = round(side * config.play)
        off = max(1, round(side * config.step))
        first, room = self._most + off, side + 2 * (self._most + off)
        spots = rectangle((float(side), float(side)), (float(first), float(first)))
        patch = cv2.warpPerspective(
            picture,
            homography(spots, quad),
            (room, room),
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        )
        trim = first + round(side * (1 - config.along) / 2)
        means = [patch[trim : room - trim].mean(0), patch[:, trim : room - trim].mean(1)]
        self._changes = [np.asarray(mean[2 * off :] - mean[: -2 * off], float) for mean in means]
        """By how much colours change from so far before a place to so far behind it, each `off`, (n, 3) each way."""

    def steps(self, x: int, y: int) -> Floats:
        """The changes (4, 3) from beyond to within the sides, were the quadrilateral moved so far."""
        last = self._most + self._config.side_px
        return np.stack(
            [
                way * change[at + move]
                for change, move in zip(self._changes, (x, y), strict=True)
                for way, at in ((1, self._most), (-1, last))
            ]
        )

    def move(self, common: Floats, half: float) -> Floats:
        """How far across and down (2,), over its sides, its own change as the common one does, of (3,), length 1;
        `half` is a change's length that counts half."""
        moved = []
        for change in self._changes:
            toward = change @ common / (np.linalg.norm(change, axis=1) + half)
            end = len(change) - self._config.side_px
            both = toward[:end] - toward[self._config.side_px :]
            best = int(both.argmax())
            clearly = both[best] - both[self._most - 2 : self._most + 3].max() > self._config.better
            moved.append((best - self._most) / self._config.side_px if clearly else 0.0)
        return np.array(moved)


def _within(quad: Floats, move: Floats) -> Floats:
    """A quadrilateral moved across and down its plane by so much of its sides."""
    return (
        apply(homography(rectangle((1.0, 1.0)), quad), rectangle((1.0, 1.0)) + move) if move.any() else quad
    )
