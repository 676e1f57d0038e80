"""The sides of a quadrilateral moved to where the picture changes most across them, to parts of a pixel."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.photo import Pixels
from vision.plane import Floats

LEAST_STEP, LEAST_PART = 2.0, 0.35
"""Grey values by which a faint edge must step on average, and the part of that which a place must show."""


def refine(image: Pixels, corners: Floats, reach_px: float, samples: int) -> tuple[Floats, Floats]:
    """Move the sides of quadrilaterals (n, 4, 2) to the strongest straight edge within `reach_px` of them.

    `samples`: at how many places along each side the edge is looked for. Returns corners (n, 4, 2) and each
    side's support (n, 4): the share of its samples that lie on an edge.
    """
    count, places = len(corners), samples
    reach = int(np.ceil(reach_px))
    along = np.linspace(0.1, 0.9, places)
    start, end = corners, np.roll(corners, -1, axis=1)
    direction = end - start
    length = np.linalg.norm(direction, axis=-1, keepdims=True)
    normal = np.stack([direction[..., 1], -direction[..., 0]], -1) / np.maximum(length, 1e-9)
    base = start[:, :, None] + direction[:, :, None] * along[:, None]
    seen = _sample(image, base.reshape(-1, 2), np.repeat(normal.reshape(-1, 2), places, 0), reach)
    # The change across one step either side, largest channel; a side outside the picture shows none.
    blue, green, red = cv2.split(cv2.absdiff(seen[:, 2:], seen[:, :-2]))
    change = np.asarray(cv2.max(cv2.max(blue, green), red), np.float32).reshape(count * 4, places, -1)
    shifts, line, support = _straight_edge(change, along)
    support = np.maximum(support, _same_step(seen.reshape(count * 4, places, -1, 3), line + 1))
    shifts = (shifts + 1 - reach).reshape(count, 4, 2)
    p = start + normal * shifts[..., :1]
    q = end + normal * shifts[..., 1:]
    return _crossings(p, q), support.reshape(count, 4)


def _sample(image: Pixels, base: Floats, normal: Floats, reach: int) -> Pixels:
    """The picture at whole steps up to `reach` either way along normals (n, 2) from places (n, 2): (n, steps, 3)."""
    offsets = np.arange(-reach, reach + 1, dtype=np.float32)
    x, y = (
        base[:, k, None].astype(np.float32) + normal[:, k, None].astype(np.float32) * offsets for k in (0, 1)
    )
    rows = [
        # cv2.remap holds at most 32767 rows at a time.
        cv2.remap(
            image, x[k : k + 30000], y[k : k + 30000], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        for k in range(0, len(x), 30000)
    ]
    return np.asarray(rows[0] if len(rows) == 1 else np.concatenate(rows), np.uint8)


def _straight_edge(change: NDArray[np.float32], along: Floats) -> tuple[Floats, Floats, Floats]:
    """For each side, the line that crosses the most change (n, places, steps): the step at which it starts and ends
    (n, 2), its step at each place (n, places), and its support (n,)."""
    sides, _, steps = change.shape
    # Compress: a strong edge at a few places must not outvote a faint one along the whole side.
    noise = np.median(change.reshape(sides, -1), axis=1)[:, None, None] + np.float32(2)
    strength = change / (change + 2 * noise)
    t = ((along - along[0]) / (along[-1] - along[0])).astype(np.float32)
    lines = _lines(steps, t)
    best = (strength.reshape(sides, -1) @ _ballot(lines, steps)).argmax(1)
    line: Floats = lines[best]
    # Sub-pixel: the centre of the change near the chosen line, fitted by weighted least squares, thrice.
    index = np.arange(steps, dtype=np.float32)
    squared = change**2
    for width in (2.0, 1.6, 1.2):
        near = line[:, :, None] - index
        near *= near
        near *= np.float32(-0.5 / width**2)
        np.exp(near, out=near)
        near *= squared
        weight = near.sum(-1) + np.float32(1e-9)
        centre = (near @ index) / weight
        w = np.clip(_strength_at(strength, line) - np.float32(0.25), 0, None) + np.float32(1e-6)
        w = w / (1 + (centre - line) ** 2)
        sw, st, stt = w.sum(1), w @ t, w @ (t * t)
        sy, sty = (w * centre).sum(1), (w * centre) @ t
        det = sw * stt - st * st + np.float32(1e-12)
        slope = (sw * sty - st * sy) / det
        level = (sy - slope * st) / sw
        line = np.clip(level[:, None] + slope[:, None] * t, 0, steps - 1)
    support = (_strength_at(strength, line) > 0.5).mean(1)
    run = (line[:, -1] - line[:, 0]) / (along[-1] - along[0])
    at_start = line[:, 0] - run * along[0]
    return np.stack([at_start, at_start + run], -1), line, support


def _lines(steps: int, t: NDArray[np.float32]) -> NDArray[np.float32]:
    """Lines to be tried, (l, places): the step of each at places `t` along the side, 0..1."""
    half = max(2, steps // 2)
    ends = np.unique(np.round(np.linspace(0, steps - 1, min(steps, 10))).astype(int))
    first, last = (grid.ravel() for grid in np.meshgrid(ends, ends, indexing="ij"))
    keep = np.abs(first - last) <= half
    first, last = first[keep], last[keep]
    return np.asarray(first[:, None] + (last - first)[:, None] * t, np.float32)


def _ballot(lines: NDArray[np.float32], steps: int) -> NDArray[np.float32]:
    """The weight (places * steps, l) of each place's steps in the votes for a line, shared by the two steps it runs
    between."""
    count, places = lines.shape
    low = np.clip(np.floor(lines).astype(int), 0, steps - 2)
    part = lines - low
    ballot = np.zeros((count, places, steps), np.float32)
    rows, place = np.arange(count)[:, None], np.arange(places)
    ballot[rows, place, low] = 1 - part
    ballot[rows, place, low + 1] = part
    return np.ascontiguousarray(ballot.reshape(count, -1).T)


def _same_step(seen: Pixels, line: Floats) -> Floats:
    """The share of each side (n,) along which one and the same step of colour is seen across it, beyond chance.

    `seen`: (n, places, steps, 3); `line`: (n, places) indices into the steps. Finds edges too faint for the
    picture's noise to be told from it at any one place.
    """
    middle = np.round(line).astype(int)
    rows, place = np.arange(len(line))[:, None], np.arange(line.shape[1])[None, :]
    last = seen.shape[2] - 1
    near = sum(seen[rows, place, np.clip(middle + d, 0, last)].astype(np.float32) for d in (2, 3))
    far = sum(seen[rows, place, np.clip(middle - d, 0, last)].astype(np.float32) for d in (2, 3))
    step = (near - far) / 2
    mean = step.mean(1)
    size = np.linalg.norm(mean, axis=-1)
    part = (step * mean[:, None]).sum(-1) / np.maximum(size, 1e-6)[:, None]
    share = (part > LEAST_PART * size[:, None]).mean(1)
    found: Floats = np.where(size > LEAST_STEP, np.clip(2 * share - 1, 0, 1), 0.0)
    return found


def _strength_at(strength: Floats, line: Floats) -> Floats:
    """The strongest change within one step of a line; strength (n, places, steps), line (n, places)."""
    steps = strength.shape[-1]
    middle = np.clip(np.round(line).astype(int), 1, steps - 2)
    rows, place = np.arange(len(line))[:, None], np.arange(line.shape[1])[None, :]
    near = [strength[rows, place, middle + d] for d in (-1, 0, 1)]
    best: Floats = np.maximum(np.maximum(near[0], near[1]), near[2])
    return best


def _crossings(p: Floats, q: Floats) -> Floats:
    """Corners (n, 4, 2) where each side's line meets the one before it; lines run from p to q (n, 4, 2)."""
    ones = np.ones((*p.shape[:-1], 1))
    lines = np.cross(np.concatenate([p, ones], -1), np.concatenate([q, ones], -1))
    meets = np.cross(np.roll(lines, 1, axis=1), lines)
    w = meets[..., 2:]
    w = np.where(np.abs(w) < 1e-9, 1e-9, w)
    corners: Floats = meets[..., :2] / w
    return corners
