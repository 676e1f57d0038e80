"""Cells as pale as paper, which glare or a sheet of paper looks like: bare only where the line around them shows.

Whatever light lies on a bare cell, the white line printed around it is lighter than the cell. A tile that glare has
washed out is as light as that line or lighter, and so is paper. What glare leaves of a tile's print is finer than a
shadow's edge, which is the only thing beside noise that a bare cell shows.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.parts.bodies import TablePlane
from vision.parts.deck import BoardCell
from vision.photo import Pixels
from vision.plane import Floats
from vision.srgb import linear_rgb

PX_PER_MM = 4.0
OUTSIDE_MM = 1.5
"""How far beyond the cell is looked."""
LINE_MM, WITHIN_MM, ENDS_MM = 0.8, 2.0, 2.0
"""How far from the cell's edge its line may lie; where the cell's own ground begins; how much of a side's ends counts
as corners."""
SOFT_MM, SHADOW_MM = 1.2, 5.0
"""Noise is smaller than the first; what is left of print is finer than the second."""


@dataclass(frozen=True, slots=True)
class PaleConfig:
    """When a pale cell is bare."""

    line: float = 0.05
    """By how much, as a logarithm, the line is lighter than the lightest of the cell ..."""
    sides: int = 2
    """... on so many sides at least: beside tiles and on a plane that is a little off others may not show it."""
    odd: float = 0.06
    """What differs so much, as a share, from what is around it is print ..."""
    odd_values: float = 6.0
    """... and by so many of 255."""
    most_odd: float = 0.1
    """The share of a cell that noise may make look like print."""


def pale_and_bare(image: Pixels, cell: BoardCell, plane: TablePlane, config: PaleConfig) -> bool:
    """Whether a pale cell of a photo (h, w, 3) shows the line around it, and nothing printed if it has no symbol of its
    own."""
    side = cell.side_mm
    ticks = (np.arange(round((side + 2 * OUTSIDE_MM) * PX_PER_MM)) + 0.5) / PX_PER_MM - OUTSIDE_MM
    points = np.stack(np.meshgrid(ticks, ticks), -1).reshape(-1, 2) + cell.at_mm
    px = plane.px(points).reshape(len(ticks), len(ticks), 2).astype(np.float32)
    flat = cv2.remap(image, px[..., 0], px[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    cut = np.asarray(flat, np.uint8)
    if _sides_with_line(cut, ticks, side, config) < config.sides:
        return False
    return cell.middle != cell.corners[0] or _odd(cut, ticks, side, config) <= config.most_odd


def _sides_with_line(cut: Pixels, ticks: Floats, side: float, config: PaleConfig) -> int:
    """On how many sides the line is lighter than the lightest of the cell itself."""
    light = linear_rgb(cut).sum(-1)
    soft = round(SOFT_MM * PX_PER_MM) | 1
    own = _within(ticks, side, WITHIN_MM)
    lightest = float(np.percentile(cv2.blur(light, (soft, soft))[np.ix_(own, own)], 95))
    along, across = _within(ticks, side, ENDS_MM), np.abs(ticks) < LINE_MM
    found = 0
    for turn in range(4):
        strip = cv2.blur(np.ascontiguousarray(np.rot90(light, turn)), (soft, 1))[np.ix_(across, along)]
        line = float(np.percentile(strip.max(0), 80))
        found += line > lightest * np.exp(config.line)
    return found


def _odd(cut: Pixels, ticks: Floats, side: float, config: PaleConfig) -> float:
    """The share of a cell that differs from what is around it, in the darkest channel, which glare fills last."""
    soft, wide = round(SOFT_MM * PX_PER_MM) | 1, round(SHADOW_MM * PX_PER_MM) | 1
    dull = np.asarray(cv2.blur(cut, (soft, soft)).min(2), np.uint8)
    around = cv2.medianBlur(dull, wide).astype(float)
    off = np.abs(dull - around) > np.maximum(config.odd * around, config.odd_values)
    own = _within(ticks, side, WITHIN_MM)
    return float(off[np.ix_(own, own)].mean())


def _within(ticks: Floats, side: float, inset: float) -> NDArray[np.bool_]:
    return np.asarray((ticks > inset) & (ticks < side - inset))
