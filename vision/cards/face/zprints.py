"""Prints drawn here that a letter is compared with: Zs of all builds, and what shares some of a Z's strokes."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from companion.rules.polyform import free_shapes, lattice_named
from vision.cards.face.whitened import Mask, Templates, overlap, whiten
from vision.plane import Floats

_SIDE = 96
"""Pixels of the unit square in which letters are drawn."""
_THIN = 0.13
"""Strokes are widened to this share of the square root of the letter's hull, so that a hairline can be compared."""


@lru_cache(maxsize=1)
def letters() -> Templates:
    """Zs over the usual range of bars and diagonals, without serifs and with."""
    pictures = [
        _draw_z(bar, slant, 0.0)
        for bar in (0.10, 0.16, 0.22, 0.28, 0.34)
        for slant in (0.14, 0.22, 0.30, 0.40, 0.52)
    ]
    pictures += [
        _draw_z(bar, slant, tick)
        for bar in (0.06, 0.10, 0.16)
        for slant in (0.18, 0.28, 0.38)
        for tick in (0.18, 0.28)
    ]
    return _templates(pictures)


@lru_cache(maxsize=1)
def others() -> Templates:
    """Print that is no Z: polyforms and their mirror images, and signs that share some of a Z's strokes."""
    pictures: list[Mask] = []
    for name in ("iamond", "abolo"):
        for size in (3, 4, 5):
            for shape in free_shapes(lattice_named(name), size):
                loop = np.array(shape.outline()[0], float)
                loop = (loop - loop.min(0)) / np.ptp(loop, axis=0).max()
                for side in (1, -1):
                    picture = np.zeros((2 * _SIDE, 2 * _SIDE), np.uint8)
                    _fill(picture, (loop - 0.5) * [side, 1] + 0.5)
                    pictures.append(picture)
    font = ImageFont.load_default(size=1.3 * _SIDE)
    for sign, stroke in [(sign, 0) for sign in "S2573ELTFHXKAVMI1?"] + [
        (sign, k) for sign in "S25" for k in (4, 8)
    ]:
        canvas = Image.new("L", (2 * _SIDE, 2 * _SIDE))
        ImageDraw.Draw(canvas).text(
            (_SIDE, _SIDE), sign, font=font, anchor="mm", fill=255, stroke_width=stroke
        )
        drawn = np.asarray(np.asarray(canvas) > 127, np.uint8) * np.uint8(255)
        contours, _ = cv2.findContours(drawn, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        solid = np.zeros_like(drawn)
        cv2.drawContours(solid, contours, -1, 255, cv2.FILLED)
        pictures.append(solid)
    return _templates(pictures, 0.93)


def widened(filled: Mask, hull: float) -> Mask:
    """The silhouette with strokes of at least the common least width."""
    area = float(cv2.countNonZero(filled))
    edge = area - cv2.countNonZero(cv2.erode(filled, np.ones((3, 3), np.uint8)))
    stroke = 2 * area / max(edge, 1.0)
    lacking = _THIN * np.sqrt(hull) - stroke
    if lacking < 1:
        return filled
    size = 2 * round(lacking / 2) + 1
    return np.asarray(
        cv2.dilate(filled, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))), np.uint8
    )


def _draw_z(bar: float, slant: float, tick: float) -> Mask:
    """A Z in the unit square: bars so high, a diagonal so wide along the bar, serifs hanging so far from the edge."""
    picture = np.zeros((2 * _SIDE, 2 * _SIDE), np.uint8)
    wide = max(0.09, 0.7 * bar)
    parts = [
        [(0, 0), (1, 0), (1, bar), (0, bar)],
        [(0, 1 - bar), (1, 1 - bar), (1, 1), (0, 1)],
        [(1 - slant, bar), (1, bar), (slant, 1 - bar), (0, 1 - bar)],
    ]
    if tick:
        parts += [[(0, 0), (wide, 0), (wide * 0.7, tick), (0, tick)]]
        parts += [[(1, 1), (1 - wide, 1), (1 - wide * 0.7, 1 - tick), (1, 1 - tick)]]
    for part in parts:
        _fill(picture, np.array(part, float))
    return picture


def _fill(picture: Mask, loop: Floats) -> None:
    """Fill a polygon (s, 2) of unit-square coordinates."""
    points = np.round(((loop + 0.5) * _SIDE - 0.5) * 16).astype(np.int32)
    cv2.fillPoly(picture, [points], 255, shift=4)


def _templates(pictures: list[Mask], alike: float = 1.0) -> Templates:
    """Drawings, whose unit square is the middle (_SIDE, _SIDE) of a picture twice as wide, made ready to compare.

    A drawing that shares more than `alike` with an earlier one is left out.
    """
    spectra: list[NDArray[np.complex64]] = []
    weights: list[float] = []
    frames: list[Floats] = []
    for picture in pictures:
        points = cv2.findNonZero(picture)
        seen = whiten(widened(picture, cv2.contourArea(cv2.convexHull(points))))
        assert seen is not None
        if spectra and alike < 1:
            before = _packed(spectra, weights, frames)
            if overlap(seen.spectrum, seen.area, before).shared > alike:
                continue
        spectra.append(np.fft.rfft(seen.polar, axis=-1).astype(np.complex64))
        weights.append(seen.area)
        frames.append(np.column_stack([seen.root / _SIDE, (seen.centre + 0.5) / _SIDE - 0.5]))
    return _packed(spectra, weights, frames)


def _packed(spectra: list[NDArray[np.complex64]], weights: list[float], frames: list[Floats]) -> Templates:
    across = np.ascontiguousarray(np.stack(spectra).conj().transpose(2, 0, 1))
    return Templates(across, np.array(weights, np.float32), np.stack(frames))
