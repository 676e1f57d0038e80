"""Where a thing lies in the shrunken picture, and the ring around it: has it changed, or does something lie over it?

Whatever reaches over a card comes from beside it and so crosses the ring around it. If the ring is as it was and the
card is not, the card itself was taken, turned or changed for another.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.live.motion import Motion
from vision.plane import Floats, quad_area

RING_PX = 4
"""How wide the ring is, in pixels of the shrunken picture."""
GAP_PX = 1
LEAST_RING = 12
RING_AS_IT_WAS = 0.88
"""Of the ring's pixels, how many must be unchanged for nothing to reach over it."""
INSIDE_CHANGED = 0.2
LIKE_THE_TABLE_LEVELS = 14.0

Index = tuple[NDArray[np.intp], NDArray[np.intp]]


@dataclass(frozen=True, slots=True, eq=False)
class Footprint:
    """The pixels of a thing and of the ring around it, as rows and columns."""

    inside: Index
    ring: Index

    def moves(self, motion: Motion) -> bool:
        """Whether something moves over it, or moved a moment ago."""
        share = float(motion.moving[self.inside].mean()) if self.inside[0].size else 0.0
        return share > 0.04

    def rests(self, motion: Motion, now_s: float) -> bool:
        """Whether nothing has moved over it or beside it for a while."""
        since = now_s - motion.config.settle_s
        spots = (motion.moved_s[self.inside], motion.moved_s[self.ring])
        return all(not spot.size or float(np.percentile(spot, 95)) <= since for spot in spots)

    def reached_over(self, motion: Motion) -> bool:
        """Whether something lies across the ring."""
        if self.ring[0].size < LEAST_RING:
            return True
        return float((~motion.changed[self.ring]).mean()) < RING_AS_IT_WAS

    def changed(self, motion: Motion) -> bool:
        """Whether the thing itself looks otherwise than when it was looked at."""
        return bool(self.inside[0].size) and float(motion.changed[self.inside].mean()) > INSIDE_CHANGED

    def bare(self, motion: Motion) -> bool:
        """Whether its place looks like the table beside it."""
        if not self.inside[0].size or self.ring[0].size < LEAST_RING:
            return False
        inside = motion.low[self.inside].astype(float)
        ring = motion.low[self.ring].astype(float)
        near = abs(float(np.median(inside)) - float(np.median(ring))) < motion.lit * LIKE_THE_TABLE_LEVELS
        return near and float(inside.std()) < 1.6 * float(ring.std()) + 5.0


def footprints(corners: Sequence[Floats], shape: tuple[int, int]) -> tuple[Footprint, ...]:
    """The footprints of things whose corners (4, 2) are pixels of a picture (h, w).

    Rings leave other things out, but not what a thing lies upon: around a card on a sheet the sheet shows.
    """
    masks = np.zeros(shape, np.int16)
    windows = [_window(quad, shape) for quad in corners]
    own = []
    for quad, window in zip(corners, windows, strict=True):
        mask = _filled(quad, window)
        own.append(mask)
        masks[window] += mask
    found = []
    side = 2 * (RING_PX + GAP_PX) + 1
    areas = np.abs(quad_area(np.stack(corners))) if len(corners) else np.zeros(0)
    for quad, area, mask, window in zip(corners, areas, own, windows, strict=True):
        others = masks[window].copy()
        for at in np.flatnonzero(areas >= UPON * area).tolist():
            if _in(quad, corners[at]):
                sheet = np.zeros(shape, np.uint8)
                sheet[windows[at]] = own[at]
                others -= sheet[window]
        wide = cv2.dilate(mask, np.ones((side, side), np.uint8))
        near = cv2.dilate(mask, np.ones((2 * GAP_PX + 1,) * 2, np.uint8))
        ring = (wide > 0) & (near == 0) & (others == 0)
        found.append(Footprint(_index(mask > 0, window), _index(ring, window)))
    return tuple(found)


def quads_mask(corners: Sequence[Floats], shape: tuple[int, int], grow_px: int = 0) -> NDArray[np.bool_]:
    """Where any of some quads (4, 2) lies, grown by some pixels."""
    mask = np.zeros(shape, np.uint8)
    for quad in corners:
        cv2.fillConvexPoly(mask, np.round(quad).astype(np.int32), (1,))
    if grow_px and len(corners):
        mask = np.asarray(cv2.dilate(mask, np.ones((2 * grow_px + 1,) * 2, np.uint8)), np.uint8)
    return mask > 0


UPON = 1.2
"""By how much larger a thing must be for another whose middle lies in it to lie upon it."""


def _in(quad: Floats, below: Floats) -> bool:
    middle = quad.mean(axis=0)
    return cv2.pointPolygonTest(below.astype(np.float32), (float(middle[0]), float(middle[1])), False) > 0


Window = tuple[slice, slice]


def _window(quad: Floats, shape: tuple[int, int]) -> Window:
    margin = RING_PX + GAP_PX + 2
    left, top = np.floor(quad.min(axis=0)).astype(int) - margin
    right, bottom = np.ceil(quad.max(axis=0)).astype(int) + margin
    rows = slice(int(np.clip(top, 0, shape[0])), int(np.clip(bottom, 0, shape[0])))
    return rows, slice(int(np.clip(left, 0, shape[1])), int(np.clip(right, 0, shape[1])))


def _filled(quad: Floats, window: Window) -> NDArray[np.uint8]:
    rows, columns = window
    mask = np.zeros((max(0, rows.stop - rows.start), max(0, columns.stop - columns.start)), np.uint8)
    if mask.size:
        corner = np.array([columns.start, rows.start])
        cv2.fillConvexPoly(mask, np.round(quad - corner).astype(np.int32), (1,))
    return mask


def _index(mask: NDArray[np.bool_], window: Window) -> Index:
    rows, columns = np.nonzero(mask)
    return rows + window[0].start, columns + window[1].start
