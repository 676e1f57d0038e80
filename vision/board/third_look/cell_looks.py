"""What a cell looks like, as exactly as the picture tells: its light and tint, its grain, and what lies across its
sides. Small differences count: a white piece on a white board is often off it by a hundredth of its light, is smooth
where the board has a grain, keeps no shadow beside a taller piece, and hides half of a printed line."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board.cells import SIDE, cell_corners, neighbours
from vision.board.flat import Flat, Singles, inner_points, linear
from vision.plane import Floats

ACROSS = np.arange(-0.08, 0.1401, 0.0125)
"""Where a side is crossed, in cells: outside (below 0) to inside."""
ALONG = np.linspace(0.2, 0.8, 24)
"""Where along a side, as shares of its length; what is seen there is averaged."""
GRAINS = ((0, 0.02), (0, 0.05), (0, 0.1), (2, 0.05))
"""The grains that are measured: in which tone, and how coarse, in cells."""
STRIPED, STRIPES = (0.15, 0.03), (0, 1)
"""How far the grain of wood is blurred along its stripes, and how coarse it is across them, in cells; whether those run
along the rows, or along the files."""
RIM = -1
_FAINTEST = 0.004
"""Added to light before its logarithm is taken: a camera's black."""
_KEPT = (0.15, 0.85)
"""The part of a cell's places whose light is averaged, from the darkest to the lightest."""


@dataclass(frozen=True, slots=True)
class CellLooks:
    """Of each of the 64 cells. Tones are the mean of the logarithms of blue, green and red light, red less green, and
    blue less green; `across` (64, 3, 18, 3) are those along its base and its two other sides, less its own `tones`
    (64, 3); `grain` (64, 6) are logarithms of by how much its tones vary, the last two across stripes along
    rows and along files; `pixel` (64, 3) is BGR 0..1 at its middle."""

    tones: Floats
    across: Floats
    grain: Floats
    pixel: Floats


def cell_looks(flat: Flat) -> CellLooks:
    """What all cells of a flat picture look like."""
    light = linear(flat.pixels)
    logs = np.log(light + np.float32(_FAINTEST))
    tones = _tones(np.log(_mean_light(Flat(light, flat.px, flat.border)) + _FAINTEST))
    across = Flat(logs, flat.px, flat.border).sample(_crossings().reshape(-1, 2))
    across = across.reshape(len(tones), 3, len(ALONG), len(ACROSS), 3).mean(2)
    middles = _nearest(flat, cell_corners().mean(1))
    pixel = np.clip(flat.pixels[middles], None, 255) / 255
    own = np.asarray(_tones(across) - tones[:, None, None], float)
    return CellLooks(np.asarray(tones, float), own, _grain(logs, flat), np.asarray(pixel, float))


@lru_cache(maxsize=1)
def beyond() -> NDArray[np.intp]:
    """The cells (64, 3) beyond each cell's base and its two other sides; RIM for none."""
    corners = [[tuple(corner) for corner in own] for own in cell_corners()]
    found = np.full((len(corners), 3), RIM)
    for cell, around in enumerate(neighbours()):
        for _, other in around:
            shared = set(corners[cell]) & set(corners[other])
            sides = (0, 1, 2)
            side = next(k for k in sides if {corners[cell][k], corners[cell][(k + 1) % 3]} == shared)
            found[cell, side] = other
    return found


def _tones(logs: Floats | Singles) -> Floats:
    blue, green, red = logs[..., 0], logs[..., 1], logs[..., 2]
    return np.stack([(blue + green + red) / 3, red - green, blue - green], -1)


def _mean_light(flat: Flat) -> Singles:
    """The mean light (64, 3) of each cell, without its darkest and its lightest places."""
    light = flat.sample(inner_points(0.08, 15))
    total = light.sum(2)
    low, high = (int(share * total.shape[1]) for share in _KEPT)
    ordered = np.partition(total, (low, high), 1)
    kept = ((total >= ordered[:, [low]]) & (total <= ordered[:, [high]]))[..., None]
    return np.asarray((light * kept).sum(1) / kept.sum(1), np.float32)


def _grain(logs: Singles, flat: Flat) -> Floats:
    tones = _tones(logs)
    places = _nearest(flat, inner_points(0.13, 19))
    along, across = STRIPED
    grains = [*((tone, size, None) for tone, size in GRAINS), *((0, across, way) for way in STRIPES)]
    found = []
    for tone, size, stripes in grains:
        picture = np.ascontiguousarray(tones[..., tone])
        fine, coarse = (share * size * flat.px for share in (0.5, 1.2))
        if stripes is None:
            blurred = (cv2.GaussianBlur(picture, (0, 0), size_px) for size_px in (fine, coarse))
            bands = np.subtract(*blurred)
        else:
            kernels = [_difference(fine, coarse)] * 2
            kernels[stripes] = _gaussian(along * flat.px)
            bands = np.asarray(cv2.sepFilter2D(picture, -1, kernels[0], kernels[1]), np.float32)
        varied = bands[places]
        off = np.abs(varied - varied.mean(1, keepdims=True))
        usual = int(0.7 * off.shape[1])
        found.append(np.log(np.partition(off, usual, 1)[:, usual] + 0.0005))
    return np.stack(found, 1).astype(float)


def _gaussian(spread_px: float) -> Floats:
    """The weights (n, 1) of a Gaussian, as far as four times its spread."""
    return np.asarray(cv2.getGaussianKernel(2 * round(4 * spread_px) + 1, spread_px), float)


def _difference(fine_px: float, coarse_px: float) -> Floats:
    """The weights (n, 1) of one Gaussian less those of a coarser one."""
    fine, coarse = _gaussian(fine_px), _gaussian(coarse_px)
    more = (len(coarse) - len(fine)) // 2
    return np.pad(fine, ((more, more), (0, 0))) - coarse


def _nearest(flat: Flat, board: Floats) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Rows and columns of the pixels at these places (..., 2), in board units."""
    x, y = np.moveaxis(np.clip(np.round(flat.at(board)).astype(int), 0, len(flat.pixels) - 1), -1, 0)
    return y, x


@lru_cache(maxsize=1)
def _crossings() -> Floats:
    """Places (64, 3, 24, 18, 2) along and across each cell's base and its two other sides, in board units."""
    corners = cell_corners()
    start, end = corners, np.roll(corners, -1, 1)
    # Corners run counter-clockwise: what is inside lies to the left.
    along = end - start
    inwards = np.stack([-along[..., 1], along[..., 0]], -1)
    inwards /= np.linalg.norm(inwards, axis=-1, keepdims=True)
    places: Floats = (
        start[:, :, None, None]
        + along[:, :, None, None] * ALONG[:, None, None]
        + inwards[:, :, None, None] * ACROSS[:, None]
    )
    return places


def places() -> Floats:
    """The cells' middles (64, 2) from the board's, in board units."""
    middles: Floats = cell_corners().mean(1) - SIDE / 2
    return middles
