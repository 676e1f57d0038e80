"""Which of a board's cells show what is printed on them: anything else may be a tile that was not read, or a hand.

Near its corners an empty cell has the plain tint that it was printed in, under the light that its neighbours have.
Cells are compared with that tint one by one, so a covered cell is told from an empty one whatever covers it. Where
white paper would be near enough to the tint, the cell's own print has to show as well (`pale`).
"""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.parts.bodies import TablePlane
from vision.parts.colour import lab
from vision.parts.deck import MarkedBoard
from vision.parts.pale import PaleConfig, pale_and_bare
from vision.photo import Pixels
from vision.plane import Floats, rectangle
from vision.srgb import linear_rgb

PX_PER_MM = 2.0
MIDDLE = 4
"""The place of a cell's middle among its zones; its corners come before it."""
ZONE_MM, INSET_MM = 2.4, 3.6
"""The side of the square that is looked at near each corner, and its middle's distance from both edges there."""


@dataclass(frozen=True, slots=True)
class CellConfig:
    """How like its print an empty cell is: CIE Lab in its neighbours' light, lightness counted less for shadows."""

    near: float = 9.0
    near_of_chroma: float = 0.22
    """How much more a strongly coloured tint may be off, over its chroma."""
    symbol: float = 0.3
    """How much of a symbol's darkness, as a logarithm, has to be left where blur mixes it with its ground."""
    lightness: float = 0.3
    reach_mm: float = 60.0
    """Neighbours this far off tell the light."""
    least_neighbours: int = 4
    pale: PaleConfig = field(default_factory=PaleConfig)


@dataclass(frozen=True, slots=True)
class CellLook:
    """The cells that are wholly in the photo and show their print, and those that lie partly or wholly outside it."""

    bare: frozenset[str]
    outside: frozenset[str]


def look_at_cells(image: Pixels, board: MarkedBoard, plane: TablePlane, config: CellConfig) -> CellLook:
    """Look at every cell in a photo (h, w, 3); `plane` is in the board's millimetres."""
    height, width = image.shape[:2]
    rims = np.array([rectangle((cell.side_mm, cell.side_mm), cell.at_mm) for cell in board.cells])
    px = plane.px(rims.reshape(-1, 2)).reshape(rims.shape)
    fits = np.isfinite(px) & (px >= 0) & (px < np.array([width, height]))
    inside: NDArray[np.bool_] = np.asarray(fits.reshape(len(px), -1).all(1))
    corners = np.array([cell.at_mm for cell in board.cells])
    zones, seen, _ = zones_at(image, corners, board.cells[0].side_mm, plane)
    tints = tints_of(board)
    known = np.isfinite(tints).all(-1) & inside[:, None]
    known_middle = known[:, MIDDLE].copy()
    near = _near_print(zones, seen, tints, known, config)
    count = known[:, :MIDDLE].sum(1)
    shown = near[:, :MIDDLE].sum(1)
    # A tile covers all of its cell: a bare middle and two corners are proof enough beside a neighbour's shadow. A hand
    # may have a tint's colour, and has no symbol in the middle.
    bare = inside & (count > 0) & (shown >= np.where(known_middle, 2, count))
    bare &= near[:, MIDDLE] | ~known_middle
    for place in np.flatnonzero(bare & _like_paper(tints, config)):
        bare[place] = pale_and_bare(image, board.cells[place], plane, config.pale)
    names = [cell.name for cell in board.cells]
    return CellLook(
        frozenset(name for name, yes in zip(names, bare, strict=True) if yes),
        frozenset(name for name, yes in zip(names, inside, strict=True) if not yes),
    )


def _near_print(
    zones: Floats, seen: Floats, tints: Floats, known: NDArray[np.bool_], config: CellConfig
) -> NDArray[np.bool_]:
    """Which zones (n, 5) show their tint (n, 5, 3) under the light that the corners' zones around them have."""
    near = np.zeros(known.shape, bool)
    if not known.any():
        return near
    lit = known.copy()
    lit[:, MIDDLE] = False
    at, light = zones[lit], np.log(np.maximum(seen[lit], 1e-4) / np.maximum(tints[lit], 1e-4))
    middle = np.median(light, axis=0)
    # What has quite another hue than most is no bare cell, and says nothing of the light.
    hue = light - light.mean(1, keepdims=True)
    honest = np.abs(hue - (middle - middle.mean())).max(1) < 0.35
    if honest.sum() < config.least_neighbours:
        return near
    around = _field(zones[known], at[honest], light[honest], config)
    near[known] = _alike(np.clip(seen[known] / np.exp(around), 0, 4), tints[known], config)
    darker, printed = _darkness(seen), _darkness(tints)
    symbol = printed < LEAST_SYMBOL
    near[:, MIDDLE] = np.where(symbol, known[:, MIDDLE] & (darker < config.symbol * printed), near[:, MIDDLE])
    return near


def _alike(light: Floats, tints: Floats, config: CellConfig) -> NDArray[np.bool_]:
    """Which of these colours (n, 3) may be those tints (n, 3), linear RGB."""
    off = lab(light) - lab(tints)
    off[:, 0] *= config.lightness
    bound = config.near + config.near_of_chroma * _chroma(tints)
    return np.asarray(np.sqrt((off**2).sum(-1)) < bound)


def _like_paper(tints: Floats, config: CellConfig) -> NDArray[np.bool_]:
    """Which cells, of those tints (n, 5, 3), white paper may be taken for."""
    corners = np.nan_to_num(tints[:, :MIDDLE].reshape(-1, 3), nan=0.0)
    alike = _alike(np.ones_like(corners), corners, config)
    return np.asarray(alike.reshape(len(tints), MIDDLE).all(1))


LEAST_SYMBOL = -0.5
"""How much darker than its ground, as a logarithm, a symbol is at least."""


def _darkness(light: Floats) -> Floats:
    """How much lighter the middle of cells (n, 5, 3) is than their corners, as a logarithm; 0 where that is unknown."""
    whole = np.where(np.isfinite(light), light, np.nan).sum(-1)
    with np.errstate(invalid="ignore"):
        ratio = np.log(np.maximum(whole[:, MIDDLE], 1e-4) / np.maximum(_mean(whole[:, :MIDDLE]), 1e-4))
    known: Floats = np.nan_to_num(ratio)
    return known


def _mean(values: Floats) -> Floats:
    """The mean of each row, of what is a number in it."""
    known = np.isfinite(values)
    total: Floats = np.where(known, values, 0.0).sum(1) / np.maximum(known.sum(1), 1)
    return total


def _chroma(tints: Floats) -> Floats:
    """The CIE chroma of linear RGB (..., 3); 0 for what is no number."""
    flat = lab(np.nan_to_num(tints, nan=1.0).reshape(-1, 3))
    return np.asarray(np.hypot(flat[:, 1], flat[:, 2]).reshape(tints.shape[:-1]))


def _field(at: Floats, known_at: Floats, known: Floats, config: CellConfig) -> Floats:
    """The light (n, 3), as logarithms, at places (n, 2): the median of those known near by, or of all."""
    away = np.linalg.norm(at[:, None] - known_at[None], axis=-1)
    everywhere = np.median(known, axis=0)
    found = np.empty((len(at), 3))
    for k, distances in enumerate(away):
        close = known[distances < config.reach_mm]
        found[k] = np.median(close, axis=0) if len(close) >= config.least_neighbours else everywhere
    return found


def zones_at(
    image: Pixels, corners_mm: Floats, side: float, plane: TablePlane
) -> tuple[Floats, Floats, NDArray[np.bool_]]:
    """The zones of cells with those top left corners (n, 2) mm, near the corners and in the middle: their middles
    (n, 5, 2) mm, their light, linear RGB (n, 5, 3), and which lie in the photo (n, 5)."""
    height, width = image.shape[:2]
    middles = corners_mm[:, None] + np.array(_insets(side))
    ticks = (np.arange(round(ZONE_MM * PX_PER_MM)) + 0.5) / PX_PER_MM - ZONE_MM / 2
    grid = np.stack(np.meshgrid(ticks, ticks), -1).reshape(-1, 2)
    points = (middles[:, :, None] + grid).reshape(-1, 2)
    px = plane.px(points).reshape(len(corners_mm) * (MIDDLE + 1), -1, 2)
    fits = np.isfinite(px) & (px >= 0) & (px < np.array([width, height]))
    near = np.clip(np.nan_to_num(px), -9.0, max(width, height) + 9.0).astype(np.float32)
    rows = [
        # cv2.remap holds at most 32767 rows at a time.
        cv2.remap(
            image,
            near[k : k + 30000, :, 0],
            near[k : k + 30000, :, 1],
            cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REPLICATE,
        )
        for k in range(0, len(near), 30000)
    ]
    light = linear_rgb(np.asarray(np.concatenate(rows), np.uint8)[..., ::-1])
    inside = np.asarray(fits.reshape(len(px), -1).all(1)).reshape(-1, MIDDLE + 1)
    return middles, np.median(light, axis=1).reshape(-1, MIDDLE + 1, 3), inside


def _insets(side: float) -> tuple[tuple[float, float], ...]:
    near, far = INSET_MM, side - INSET_MM
    return (near, near), (far, near), (far, far), (near, far), (side / 2, side / 2)


def tints_of(board: MarkedBoard) -> Floats:
    """The printed colours (n, 5, 3) of the zones, linear RGB; not a number where two meet."""
    nothing = np.full(3, np.nan)
    rows = [
        [
            nothing if one is None else linear_rgb(np.array(one, np.uint8))
            for one in (*cell.corners, cell.middle)
        ]
        for cell in board.cells
    ]
    return np.array(rows)
