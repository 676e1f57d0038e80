"""The tilt of the board's plane, from directions alone.

Every edge of the board's grid and of every piece runs at a multiple of 45 degrees to every other. Laid flat with the
right tilt, the directions of the photo's straight edges therefore pile up at four angles, 45 degrees apart.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board.middle import largest
from vision.plane import Floats


@dataclass(frozen=True, slots=True)
class TiltConfig:
    """Which tilts are tried, and how many are handed on."""

    focals: tuple[float, ...] = (0.7, 0.95, 1.5)
    """Focal lengths over the photo's longer side: from a wide phone camera to a narrow webcam."""
    step_deg: float = 9.0
    most_deg: float = 57.0
    azimuths: int = 18
    longest: int = 320
    """How many segments vote, the longest ones."""
    length_cap: float = 0.12
    """A segment's vote grows with its length up to this share of the photo's longer side."""
    spread_deg: float = 1.6
    kept: int = 10
    """Tilts that are looked at closely."""


@dataclass(frozen=True, slots=True)
class Tilt:
    """A plane's map (3, 3) from centred coordinates to flat ones, and how well the directions agree with it.

    `turn` is the angle in flat coordinates, in radians, of one of the four directions.
    """

    matrix: Floats
    turn: float
    score: float


def flat_map(tilt: Floats, azimuth: Floats, focal: Floats) -> Floats:
    """The maps (m, 3, 3) from centred coordinates to the planes' own; scale 1 in the middle of the photo."""
    sin, cos = np.sin(tilt), np.cos(tilt)
    ca, sa = np.cos(azimuth), np.sin(azimuth)
    zero = np.zeros_like(tilt)
    along = np.stack([cos * ca, cos * sa, -sin], -1)
    across = np.stack([-sa, ca, zero], -1)
    normal = np.stack([sin * ca, sin * sa, cos], -1)
    scale = (focal * np.sqrt(cos))[:, None]
    rows = np.stack([along * scale, across * scale, normal], 1)
    rows[:, :, :2] /= focal[:, None, None]
    out: Floats = rows
    return out


def best_tilts(segments: Floats, config: TiltConfig) -> list[Tilt]:
    """The likeliest tilts for segments (n, 2, 2) in centred coordinates, the longest first; best first."""
    segments = segments[: config.longest]
    if len(segments) < 4:
        return []
    steps = np.radians(np.arange(config.step_deg, config.most_deg, config.step_deg))
    turns = np.arange(config.azimuths) * (2 * np.pi / config.azimuths)
    grid = np.array([[t, a, f] for f in config.focals for t in steps for a in turns])
    grid = np.concatenate([[[0.0, 0.0, 1.0]], grid])
    coarse = _rank(segments, grid, config, config.kept)
    near = []
    for k in (2.0, 4.0):
        dt, da = np.radians(config.step_deg) / k, 2 * np.pi / config.azimuths / k
        near = [best + [i * dt, j * da, 0.0] for best, _, _ in coarse for i in (-1, 0, 1) for j in (-1, 0, 1)]
        finer = np.array(near)
        finer[:, 0] = np.clip(finer[:, 0], 0.0, 1.1)
        coarse = _rank(segments, finer, config, config.kept)
    return [Tilt(flat_map(*np.array(values)[:, None])[0], turn, score) for values, turn, score in coarse]


def degrees_on(maps: Floats, segments: Floats) -> tuple[NDArray[np.intp], NDArray[np.bool_]]:
    """The whole degrees (m, n), 0 to 179, of the directions that segments (n, 2, 2) have on planes of these maps (m, 3,
    3), and whether both ends lie before the eye: of others the direction does not matter."""
    ends = np.append(segments, np.ones((len(segments), 2, 1)), 2)
    depth = maps[:, 2] @ ends.transpose(1, 0, 2).reshape(-1, 3).T
    ahead = np.minimum(depth[:, : len(ends)], depth[:, len(ends) :]) > 0.05
    # What runs through two points is their cross product, and so is on each plane what runs through their images: from
    # one to the other, times their depths, without mapping either.
    lines = np.cross(ends[:, 0], ends[:, 1]).T
    x, y = (np.cross(maps[:, 2], maps[:, axis]) @ lines for axis in (0, 1))
    degrees = np.degrees(np.arctan2(y, x))
    # As a remainder by 180 would be, at a tenth of its cost: none is beyond half a turn.
    whole = np.where(degrees < 0, degrees + 180.0, degrees).astype(int)
    whole[whole == 180] = 0
    return whole, ahead


def _rank(
    segments: Floats, grid: Floats, config: TiltConfig, count: int
) -> list[tuple[Floats, float, float]]:
    """The best `count` different (tilt, azimuth, focal) of a grid (m, 3), each with its turn and score."""
    maps = flat_map(grid[:, 0], grid[:, 1], grid[:, 2])
    degrees, ahead = degrees_on(maps, segments)
    lengths = np.minimum(np.linalg.norm(segments[:, 1] - segments[:, 0], axis=-1), config.length_cap)
    weight = np.where(ahead, lengths, 0.0)
    rows = np.arange(len(grid))[:, None] * 180
    votes = np.bincount((rows + degrees).ravel(), weight.ravel(), minlength=len(grid) * 180).reshape(-1, 180)
    reach = np.arange(-5, 6)
    kernel = np.exp(-0.5 * (reach / config.spread_deg) ** 2)
    # Directions go round: the last lie beside the first.
    far = int(reach[-1])
    around = np.pad(votes, ((0, 0), (far, far)), mode="wrap")
    smooth = cv2.filter2D(around, -1, kernel[None])[:, far:-far]
    excess = np.clip(smooth - smooth.mean(1, keepdims=True), 0.0, None).reshape(-1, 4, 45)
    # The root lets four middling directions outdo one strong one, such as a table's planks.
    score = np.sqrt(excess).sum(1)
    slope = np.tan(grid[:, 0]) * np.exp(1j * grid[:, 1]) / grid[:, 2]
    left = largest(score.ravel(), 60 * count)
    best: list[tuple[Floats, float, float]] = []
    while len(left) and len(best) < count:
        rows, angles = np.divmod(left, score.shape[1])
        turns = np.radians(angles + 0.5)
        best.append((grid[rows[0]], float(turns[0]), float(score[rows[0], angles[0]])))
        left = left[_different(slope[rows], turns, config)]
    return best


def _different(
    slopes: NDArray[np.complex128], turns: NDArray[np.float64], config: TiltConfig
) -> NDArray[np.bool_]:
    """Which planes (n,) of these slopes, with a direction turned so far each, are others than the first of them."""
    eighth = math.pi / 4
    turned = np.abs((turns - turns[0] + eighth / 2) % eighth - eighth / 2) > math.radians(4)
    off = slopes - slopes[0]
    out: NDArray[np.bool_] = turned | (np.hypot(off.real, off.imag) > 0.5 * math.radians(config.step_deg))
    return out
