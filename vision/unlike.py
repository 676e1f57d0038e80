"""Outlines of what is unlike the table, whose colours are those that are seen all around.

Cards that are painted up to their edge have no rim of one colour, and on a table of many spots no edge of theirs is
closed. But few tables have the colours of a picture all over it; and what is narrow, as spots are that meet a card, is
worn away from its outline.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.outlines import OutlineConfig, QuadSighting, WorkPicture, quad_of
from vision.photo import Pixels
from vision.placing import placed
from vision.plane import Floats

_Plane = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class UnlikeConfig:
    """Which colours are the table's, and what is a quadrilateral."""

    side_px: int = 640
    """The picture's longer side is shrunk to this."""
    steps: tuple[float, float, float] = (24.0, 10.0, 10.0)
    """What is nearer in CIE lightness and both tones is one colour."""
    darkest: float = 30.0
    middling: float = 66.0
    """Tones are in proportion to lightness, plus 16: they are taken as where that is the second. Where it is less than
    the first they are noise."""
    colours: int = 60
    least_share: float = 0.002
    """So many colours are looked at, each at least of such a share of the picture."""
    tile_px: int = 20
    shows: float = 0.02
    around: tuple[int, int] = (19, 15)
    all_around: float = 0.45
    """A colour is the table's where it takes the first share of more than the last one of so many tiles around."""
    lightness: float = 0.6
    """What a difference in lightness counts, squared, beside one in tone."""
    levels: tuple[float, ...] = (4.0, 6.0, 8.5, 11.5, 15.5, 21.0, 27.5)
    """So far off all the table's colours something else begins."""
    worn_px: tuple[int, ...] = (0, 4, 8, 13)
    """What is narrower than twice this is worn away."""
    most_share: float = 0.25
    """What takes more of the picture is no card."""
    reach: float = 3.0


def unlike_quads(
    image: Pixels, outlines: OutlineConfig, work: WorkPicture, config: UnlikeConfig | None = None
) -> list[QuadSighting]:
    """The quadrilaterals in a photo (height, width, 3), or in its `work` picture, that are of other colours than the
    table around them."""
    config = config or UnlikeConfig()
    shrink = min(1.0, config.side_px / max(work.picture.shape))
    small = cv2.resize(work.picture, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
    off = off_the_table(np.asarray(small, np.uint8), config)
    least, most = (outlines.min_side * max(off.shape)) ** 2, config.most_share * off.size
    found: list[Floats] = []
    fills: list[float] = []
    for level in config.levels:
        for part in _parts((off > level).astype(np.uint8), config):
            size = cv2.contourArea(part)
            if len(part) < 4 or not least <= size <= most:
                continue
            if (quad := quad_of(part, size, outlines)) is not None:
                found.append((np.array(quad[0], float) + 0.5) / shrink - 0.5)
                fills.append(quad[1])
    corners = np.array(found).reshape(-1, 4, 2)
    return placed(image, corners, np.array(fills), work, config.reach, outlines)


def off_the_table(picture: Pixels, config: UnlikeConfig) -> _Plane:
    """How far each pixel of a picture (height, width, 3) BGR is off all colours that are seen all around it, (height,
    width), as CIE colours differ; infinite where none is."""
    lab = _even(picture, config)
    size = lab.shape[1], lab.shape[0]
    tile, shape = _tiled(size, config)
    step = np.floor(lab / np.array(config.steps, np.float32)).astype(np.int64)
    step -= step.min((0, 1))
    steps = step.max((0, 1)) + 1
    key = (step[..., 0] * steps[1] + step[..., 1]) * steps[2] + step[..., 2]
    _, of, counts = np.unique(key, return_inverse=True, return_counts=True)
    of = of.reshape(key.shape)
    off = np.full(key.shape, np.inf, np.float32)
    for colour in np.argsort(-counts, kind="stable")[: config.colours]:
        if counts[colour] < config.least_share * key.size:
            break
        tiles, here = tile[of == colour], lab[of == colour]
        sums = [_summed(tiles, weights, shape) for weights in (None, *here.T)]
        shows = sums[0] > config.shows * _summed(tile.ravel(), None, shape)
        there = _around(shows.astype(float), config)
        if there.max() <= config.all_around:
            continue
        # Light falls off slowly: the colour is what it is near by.
        many, *means = (_around(some, config) for some in sums)
        near_by = np.stack(means, 2) / np.maximum(many, 1e-6)[..., None]
        light, one, other = cv2.split(lab - _wide(near_by, size))
        far = np.sqrt(config.lightness * light**2 + one**2 + other**2)
        off = np.where(_wide(there, size) > config.all_around, np.minimum(off, far), off)
    return off


def _even(picture: Pixels, config: UnlikeConfig) -> _Plane:
    """The lightness and tones of a picture (height, width, 3) BGR, tones as they were in the same light."""
    lab = cv2.cvtColor(np.asarray(picture, np.float32) / 255, cv2.COLOR_BGR2Lab)
    lab = np.asarray(cv2.GaussianBlur(lab, (0, 0), 0.8), np.float32)
    light = np.maximum(lab[..., :1] + 16.0, config.darkest)
    return np.concatenate([lab[..., :1], lab[..., 1:] * (config.middling / light)], 2)


def _tiled(size: tuple[int, int], config: UnlikeConfig) -> tuple[NDArray[np.intp], tuple[int, int]]:
    """Which tile each pixel of a picture of such a width and height is on, (height, width), and how many there are
    down and across."""
    across, down = (max(1, side // config.tile_px) for side in size)
    columns, rows = (
        np.minimum(np.arange(side) // config.tile_px, many - 1)
        for side, many in zip(size, (across, down), strict=True)
    )
    return rows[:, None] * across + columns, (down, across)


def _summed(tiles: NDArray[np.intp], weights: _Plane | None, shape: tuple[int, int]) -> Floats:
    """What weighs so much, or 1 each, on each tile: (down, across)."""
    down, across = shape
    return np.asarray(np.bincount(tiles, weights, down * across), float).reshape(shape)


def _around(tiles: Floats, config: UnlikeConfig) -> Floats:
    """The means of what tiles (down, across) have around each."""
    return np.asarray(cv2.blur(tiles, config.around, borderType=cv2.BORDER_REFLECT), float)


def _wide(tiles: Floats, size: tuple[int, int]) -> _Plane:
    """What tiles (down, across[, k]) have, for each pixel of a picture of such a width and height."""
    return np.asarray(cv2.resize(tiles, size, interpolation=cv2.INTER_LINEAR), np.float32)


def _parts(unlike: NDArray[np.uint8], config: UnlikeConfig) -> list[NDArray[np.int32]]:
    """The outer contours (n, 1, 2) of what is 1 in a picture, filled, and worn by each of some widths."""
    filled = np.zeros_like(unlike)
    cv2.drawContours(filled, _contours(unlike), -1, 1, -1)
    found = list[NDArray[np.int32]]()
    for worn in config.worn_px:
        wide = 2 * worn + 1
        ball = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (wide, wide))
        found += _contours(
            np.asarray(cv2.morphologyEx(filled, cv2.MORPH_OPEN, ball, borderValue=0), np.uint8)
        )
    return found


def _contours(of: NDArray[np.uint8]) -> list[NDArray[np.int32]]:
    contours, _ = cv2.findContours(of, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    return [np.asarray(contour, np.int32) for contour in contours]
