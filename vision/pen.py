"""Lines, areas and labels that survive on any ground: bright over a dark halo, widths scaled to the picture."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from vision.photo import Pixels
from vision.plane import Floats

Colour = tuple[int, int, int]
"""Blue, green, red, 0..255."""

DARK: Colour = (28, 22, 18)
WHITE: Colour = (255, 255, 255)
READ: Colour = (106, 240, 60)
UNREAD: Colour = (40, 160, 255)
PARTS: tuple[Colour, ...] = (
    (233, 180, 86),
    (66, 228, 240),
    (167, 121, 204),
    (0, 159, 230),
    (115, 158, 0),
    (0, 94, 213),
)
"""Okabe and Ito's colours, that people with the common colour-vision deficiencies tell apart too."""
_SHIFT = 4


@dataclass(slots=True)
class Pen:
    """Draws on one picture, (h, w, 3) uint8 BGR. `unit` is a hair line's width in pixels."""

    picture: Pixels
    unit: float

    def lines(self, points: Floats, colour: Colour, width: float, *, closed: bool = True) -> None:
        """A line through points (n, 2) px, `width` units wide, in its halo."""
        path = [_fixed(points)]
        for thick, ink in ((width + 2.0, DARK), (width, colour)):
            self._stroke(path, ink, thick, closed)

    def dashes(self, points: Floats, colour: Colour, width: float, dash: float) -> None:
        """A closed dashed line through points (n, 2) px; `dash` and the gap after it in units."""
        pieces = []
        for start, end in zip(points, np.roll(points, -1, axis=0), strict=True):
            count = max(1, round(float(np.linalg.norm(end - start)) / (2 * dash * self.unit)))
            # Half a dash at either end, so that the corners are drawn.
            cuts = np.clip((np.arange(count + 1)[:, None] + [-0.25, 0.25]) / count, 0, 1)
            pieces += [_fixed(start + (end - start) * cut[:, None]) for cut in cuts]
        for thick, ink in ((width + 2.0, DARK), (width, colour)):
            self._stroke(pieces, ink, thick, closed=False)

    def fill(self, loop: Floats, colour: Colour, opacity: float) -> None:
        """An area within a loop (n, 2) px."""
        low = np.maximum(np.floor(loop.min(0)).astype(int) - 1, 0)
        high = np.minimum(
            np.ceil(loop.max(0)).astype(int) + 2, [self.picture.shape[1], self.picture.shape[0]]
        )
        if (high <= low).any():
            return
        part = self.picture[low[1] : high[1], low[0] : high[0]]
        cover = np.zeros(part.shape[:2], np.uint8)
        cv2.fillPoly(cover, [_fixed(loop - low)], 255, cv2.LINE_AA, _SHIFT)
        share = (cover.astype(np.float32) * (opacity / 255))[..., None]
        part[:] = (part * (1 - share) + np.array(colour, np.float32) * share + 0.5).astype(np.uint8)

    def _stroke(self, paths: list[NDArray[np.int32]], colour: Colour, width: float, closed: bool) -> None:
        thick = max(1, round(width * self.unit))
        cv2.polylines(self.picture, paths, closed, colour, thick, cv2.LINE_AA, _SHIFT)

    def label(
        self, text: str, middle: Floats, size: float, colour: Colour, *, triangle: bool = False
    ) -> None:
        """Words on a dark pill around `middle` (2,) px, kept within the picture; `size` px is the letters' height.

        `triangle` puts a small triangle after the words.
        """
        font = _font(max(9, round(size)))
        lines = text.split("\n")
        boxes = [font.getbbox(line) for line in lines]
        rise = size * 1.25
        sign = size * 0.95 if triangle else 0.0
        width = max(box[2] - box[0] for box in boxes) + sign
        half = np.array([width / 2 + 0.55 * size, rise * len(lines) / 2 + 0.22 * size])
        limit = np.array([self.picture.shape[1], self.picture.shape[0]], float)
        middle = np.clip(middle, np.minimum(half + 1, limit / 2), np.maximum(limit - half - 1, limit / 2))
        self.fill(_pill(middle, half, 0.45 * size), DARK, 0.86)
        x0, y0 = np.floor(np.maximum(middle - half, 0)).astype(int)
        x1, y1 = np.ceil(np.minimum(middle + half, limit)).astype(int)
        part = Image.fromarray(np.ascontiguousarray(self.picture[y0:y1, x0:x1, ::-1]))
        brush = ImageDraw.Draw(part)
        ink = colour[::-1]
        for number, line in enumerate(lines):
            y = middle[1] + (number - (len(lines) - 1) / 2) * rise - y0
            brush.text((middle[0] - sign / 2 - x0, y), line, font=font, fill=ink, anchor="mm")
        self.picture[y0:y1, x0:x1] = np.asarray(part)[..., ::-1]
        if triangle:
            spot = middle + [width / 2 - 0.36 * size, 0.02 * size]
            corners = np.array([[0.0, -0.4], [0.42, 0.34], [-0.42, 0.34]]) * size
            self.fill(spot + corners, colour, 1.0)

    def letter(self, text: str, middle: Floats, size: float, colour: Colour) -> None:
        """A letter or two right on the picture, `size` px high, around `middle` (2,) px."""
        low = np.maximum(np.floor(middle - size).astype(int), 0)
        high = np.ceil(middle + size).astype(int)
        view = self.picture[low[1] : high[1], low[0] : high[0]]
        if not view.size:
            return
        part = Image.fromarray(np.ascontiguousarray(view[..., ::-1]))
        x, y = middle - low
        brush = ImageDraw.Draw(part)
        brush.text((x, y), text, font=_font(max(9, round(size))), fill=colour[::-1], anchor="mm")
        view[:] = np.asarray(part)[..., ::-1]


def _fixed(points: Floats) -> NDArray[np.int32]:
    return np.asarray(np.round(points * (1 << _SHIFT)), np.int32)


def _pill(middle: Floats, half: Floats, radius: float) -> Floats:
    angles = np.radians(np.arange(0, 360, 10.0))
    arc = np.stack([np.cos(angles), np.sin(angles)], -1)
    loop: Floats = middle + np.sign(np.round(arc, 9)) * (half - radius) + arc * radius
    return loop


@lru_cache(maxsize=32)
def _font(size: int) -> ImageFont.FreeTypeFont:
    font = ImageFont.load_default(size)
    if not isinstance(font, ImageFont.FreeTypeFont):
        raise TypeError("Pillow was built without FreeType, which draws the labels")
    return font
