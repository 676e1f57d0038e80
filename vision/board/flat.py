"""The board seen from straight above: a flat picture, and the colours inside its cells."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import srgb
from vision.board.cells import SIDE, cell_corners
from vision.board.grid.register import View
from vision.photo import Pixels
from vision.plane import Floats

Singles = NDArray[np.float32]
"""The same as Floats, in single precision."""


@dataclass(frozen=True, slots=True)
class FlatConfig:
    """The flat picture's scale and border."""

    px_per_cell: tuple[int, int] = (40, 112)
    """At least and at most; in between, as fine as the photo."""
    border: float = 0.4
    """What is shown around the grid, in cells."""


@dataclass(frozen=True, slots=True)
class Flat:
    """The flat picture, (n, n, 3) float32 BGR 0..255, rank 4 on top, and where its parts are."""

    pixels: Singles
    px: int
    """Pixels per cell."""
    border: float

    def at(self, board: Floats) -> Floats:
        """Board units (..., 2), y up, to pixels of the flat picture."""
        out = np.empty(board.shape)
        out[..., 0] = (board[..., 0] + self.border) * self.px - 0.5
        out[..., 1] = (SIDE - board[..., 1] + self.border) * self.px - 0.5
        return out

    def sample(self, board: Floats) -> Singles:
        """Colours (..., 3) at places (..., 2) in board units, between pixels where need be."""
        places = self.at(board).astype(np.float32)
        flat = places.reshape(-1, 1, 2)
        found = []
        # OpenCV's maps are at most 32767 rows long.
        for start in range(0, len(flat), 32000):
            part = flat[start : start + 32000]
            found.append(
                cv2.remap(self.pixels, part, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)  # type: ignore[call-overload]
            )
        return np.concatenate(found).reshape(*places.shape[:-1], 3)


EVERY = 8
"""Pixels from one whose place in the photo is computed to the next."""


@lru_cache(maxsize=4)
def _between(size: int) -> tuple[NDArray[np.int16], NDArray[np.uint16]]:
    """For the pixels (size, size) of a flat picture where each lies among those whose places are computed, as OpenCV
    has it soonest: a photo's board is drawn more than once, and to convert that takes as long as to look it up."""
    fine = np.arange(size, dtype=np.float32) / EVERY
    whole, parts = cv2.convertMaps(*np.meshgrid(fine, fine), cv2.CV_16SC2)
    return np.asarray(whole, np.int16), np.asarray(parts, np.uint16)


def flatten(image: Pixels, view: View, config: FlatConfig) -> Flat:
    """The board of a photo (h, w, 3) from straight above."""
    longest = float(sides_px(view).max())
    px = int(np.clip(np.ceil(longest), *config.px_per_cell))
    size = round((SIDE + 2 * config.border) * px)
    # The map is smooth: computed every few pixels and drawn out in between.
    count = -(-size // EVERY) + 1
    coarse = (np.arange(count) * EVERY + 0.5) / px - config.border
    places = view.to_px(np.stack(np.meshgrid(coarse, coarse), -1)).astype(np.float32)
    maps = cv2.remap(places, *_between(size), cv2.INTER_LINEAR)
    shrink = longest / px
    source = image
    if shrink > 1.4:
        maps = ((maps + 0.5) / shrink - 0.5).astype(np.float32)
        source = np.asarray(
            cv2.resize(image, None, fx=1 / shrink, fy=1 / shrink, interpolation=cv2.INTER_AREA), np.uint8
        )
    pixels = cv2.remap(source, maps, None, cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)  # type: ignore[call-overload]
    return Flat(np.asarray(pixels, np.float32), px, config.border)


def sides_px(view: View) -> Floats:
    """How long the sides of all squares are in the photo (40,)."""
    steps = np.arange(SIDE + 1.0)
    knots = view.to_px(np.stack(np.meshgrid(steps, steps), -1))
    return np.concatenate([np.linalg.norm(np.diff(knots, axis=axis), axis=-1).ravel() for axis in (0, 1)])


@lru_cache(maxsize=4)
def inner_points(inset: float, density: int = 9) -> Floats:
    """Places (64, k, 2) in board units inside every cell, at least `inset` from its sides."""
    corners = cell_corners()
    middle = (corners[:, 0] * 0.70711 + corners[:, 1] * 0.70711 + corners[:, 2]) / (2 * 0.70711 + 1)
    inradius = 0.5 / (1 + np.sqrt(2))
    shrunk = middle[:, None] + (corners - middle[:, None]) * (1 - inset / inradius)
    points: Floats = np.einsum("kw,cwd->ckd", _weights(density), shrunk)
    return points


@lru_cache(maxsize=4)
def inner_layers(density: int = 9) -> tuple[NDArray[np.intp], NDArray[np.bool_]]:
    """Which of the triangles, each within the one before, the inner points (k,) lie along: 0 for the outermost; and
    which of the points lie side by side (k, k), each beside itself."""
    steps = np.round(_weights(density) * density)
    apart = np.abs(steps[:, None] - steps[None]).max(2)
    return np.asarray(steps.min(1), np.intp), np.asarray(apart <= 1)


def _weights(density: int) -> Floats:
    """Barycentric weights (k, 3) of evenly spread places."""
    return np.array(
        [
            (i / density, j / density, 1 - (i + j) / density)
            for i in range(density + 1)
            for j in range(density + 1 - i)
        ]
    )


@lru_cache(maxsize=4)
def side_distances(inset: float, density: int = 9) -> Floats:
    """How far each of the inner points (k, 3) lies from the cell's three sides, as they follow one another: from its
    first corner to the second, from there to the square's centre, and back."""
    weights = _weights(density)
    inradius = 0.5 / (1 + np.sqrt(2))
    heights = np.array([0.5, np.sqrt(0.5), np.sqrt(0.5)]) * (1 - inset / inradius)
    # A side is opposite the corner that is not its own.
    away: Floats = np.stack([weights[:, 2], weights[:, 0], weights[:, 1]], 1) * heights + inset
    return away


def linear(values: Floats) -> Singles:
    """Light itself, 0..1, for sRGB values 0..255 of any shape."""
    share = np.clip(values, 0, 255) / 255
    return np.asarray(srgb.linear(share), np.float32)


def shade_values(light: Floats) -> Floats:
    """Red share, blue share, lightness (..., 3) of blue-green-red light (..., 3)."""
    roots = np.cbrt(np.asarray(light, float) + 1e-4)
    total = roots.sum(-1)
    out: Floats = np.stack([roots[..., 2] / total, roots[..., 0] / total, 3 * np.log(total)], -1)
    return out
