"""The tilt of the board's plane, from directions alone.

Every edge of the board's grid and of every piece runs at a multiple of 45 degrees to every other. Laid flat with the
right tilt, the directions of the photo's straight edges therefore pile up at four angles, 45 degrees apart.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

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


def _rank(
    segments: Floats, grid: Floats, config: TiltConfig, count: int
) -> list[tuple[Floats, float, float]]:
    """The best `count` different (tilt, azimuth, focal) of a grid (m, 3), each with its turn and score."""
    maps = flat_map(grid[:, 0], grid[:, 1], grid[:, 2])
    starts, stops = (np.append(segments[:, k], np.ones((len(segments), 1)), 1).T for k in (0, 1))
    # (3, tilts, segments): x, y and depth; of points that lie behind the eye the direction does not matter.
    start, stop = (np.tensordot(maps, end, 1).transpose(1, 0, 2) for end in (starts, stops))
    ahead = np.minimum(start[2], stop[2]) > 0.05
    way = stop[:2] * start[2] - start[:2] * stop[2]
    degrees = np.degrees(np.arctan2(way[1], way[0])) % 180.0
    lengths = np.minimum(np.linalg.norm(segments[:, 1] - segments[:, 0], axis=-1), config.length_cap)
    weight = np.where(ahead, lengths, 0.0)
    rows = np.arange(len(grid))[:, None] * 180
    votes = np.bincount(
        (rows + degrees.astype(int) % 180).ravel(), weight.ravel(), minlength=len(grid) * 180
    ).reshape(-1, 180)
    reach = np.arange(-5, 6)
    kernel = np.exp(-0.5 * (reach / config.spread_deg) ** 2)
    # Directions go round: the last lie beside the first.
    far = int(reach[-1])
    around = np.pad(votes, ((0, 0), (far, far)), mode="wrap")
    smooth = sum(k * around[:, far - r : far - r + 180] for k, r in zip(kernel, reach.tolist(), strict=True))
    excess = np.clip(smooth - smooth.mean(1, keepdims=True), 0.0, None).reshape(-1, 4, 45)
    # The root lets four middling directions outdo one strong one, such as a table's planks.
    score = np.sqrt(excess).sum(1)
    best: list[tuple[Floats, float, float]] = []
    slopes: list[tuple[complex, float]] = []
    slope = (np.tan(grid[:, 0]) * np.exp(1j * grid[:, 1]) / grid[:, 2]).tolist()
    for flat_index in np.argsort(-score, axis=None, kind="stable")[: 60 * count].tolist():
        row, angle = divmod(flat_index, 45)
        turn = math.radians(angle + 0.5)
        if all(_different(slope[row], turn, *other, config) for other in slopes):
            best.append((grid[row], turn, float(score[row, angle])))
            slopes.append((slope[row], turn))
            if len(best) == count:
                break
    return best


def _different(slope: complex, turn: float, other: complex, other_turn: float, config: TiltConfig) -> bool:
    apart = abs((turn - other_turn + math.pi / 8) % (math.pi / 4) - math.pi / 8)
    return apart > math.radians(4) or abs(slope - other) > 0.5 * math.radians(config.step_deg)
