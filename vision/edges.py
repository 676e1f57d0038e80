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
    offsets = np.arange(-np.ceil(reach_px), np.ceil(reach_px) + 0.5)
    along = np.linspace(0.1, 0.9, places)
    start, end = corners, np.roll(corners, -1, axis=1)
    direction = end - start
    length = np.linalg.norm(direction, axis=-1, keepdims=True)
    normal = np.stack([direction[..., 1], -direction[..., 0]], -1) / np.maximum(length, 1e-9)
    base = start[:, :, None] + direction[:, :, None] * along[:, None]
    spots = base[:, :, :, None] + normal[:, :, None, None] * offsets[:, None]
    flat = spots.reshape(count * 4 * places, len(offsets), 2).astype(np.float32)
    seen = _sample(image, flat)
    # The change across one step either side, largest channel; a side outside the picture shows none.
    step = np.abs(seen[:, 2:] - seen[:, :-2])
    largest = np.maximum(np.maximum(step[..., 0], step[..., 1]), step[..., 2])
    change = largest.reshape(count * 4, places, len(offsets) - 2)
    shifts, line, support = _straight_edge(change, offsets[1:-1], along)
    support = np.maximum(support, _same_step(seen.reshape(count * 4, places, len(offsets), 3), line + 1))
    p = start + normal * shifts[:, 0].reshape(count, 4, 1)
    q = end + normal * shifts[:, 1].reshape(count, 4, 1)
    return _crossings(p, q), support.reshape(count, 4)


def _sample(image: Pixels, spots: NDArray[np.float32]) -> Floats:
    rows = []
    # cv2.remap holds at most 32767 rows at a time.
    for part in range(0, len(spots), 30000):
        chunk = spots[part : part + 30000]
        rows.append(
            cv2.remap(image, chunk[..., 0], chunk[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        )
    return np.concatenate(rows).astype(np.float32)


def _straight_edge(change: Floats, offsets: Floats, along: Floats) -> tuple[Floats, Floats, Floats]:
    """For each side, the line that crosses the most change: its shift at either end, its index at each place,
    and its support."""
    _, places, steps = change.shape
    # Compress: a strong edge at a few places must not outvote a faint one along the whole side.
    noise = np.median(change, axis=(1, 2))[:, None, None] + 2.0
    strength = change / (change + 2.0 * noise)
    half = max(2, steps // 2)
    ends = np.unique(np.round(np.linspace(0, steps - 1, min(steps, 10))).astype(int))
    first, last = (grid.ravel() for grid in np.meshgrid(ends, ends, indexing="ij"))
    keep = np.abs(first - last) <= half
    first, last = first[keep], last[keep]
    rows = first[:, None] + (last - first)[:, None] * ((along - along[0]) / (along[-1] - along[0]))[None, :]
    low = np.clip(np.floor(rows).astype(int), 0, steps - 2)
    part = (rows - low).astype(np.float32)
    place = np.arange(places)[None, :]
    votes = (strength[:, place, low] * (1 - part) + strength[:, place, low + 1] * part).sum(-1)
    best = votes.argmax(1)
    line = rows[best]
    # Sub-pixel: the centre of the change near the chosen line, fitted by weighted least squares, thrice.
    index = np.arange(steps)[None, None, :]
    t = (along - along[0]) / (along[-1] - along[0])
    for width in (2.0, 1.6, 1.2):
        near = np.exp(-0.5 * ((index - line[:, :, None]) / width) ** 2) * change**2
        weight = near.sum(-1) + 1e-9
        centre = (near * index).sum(-1) / weight
        w = np.clip(_strength_at(strength, line) - 0.25, 0.0, None) + 1e-6
        w = w / (1 + ((centre - line) / 1.0) ** 2)
        sw, st, stt = w.sum(1), (w * t).sum(1), (w * t * t).sum(1)
        sy, sty = (w * centre).sum(1), (w * t * centre).sum(1)
        det = sw * stt - st * st + 1e-12
        slope = (sw * sty - st * sy) / det
        level = (sy - slope * st) / sw
        line = np.clip(level[:, None] + slope[:, None] * t[None, :], 0, steps - 1)
    support = (_strength_at(strength, line) > 0.5).mean(1)
    run = (line[:, -1] - line[:, 0]) / (along[-1] - along[0])
    at_start = line[:, 0] - run * along[0]
    at_end = at_start + run
    return np.stack([at_start, at_end], -1) + offsets[0], line, support


def _same_step(seen: NDArray[np.float32], line: Floats) -> Floats:
    """The share of each side (n,) along which one and the same step of colour is seen across it, beyond chance.

    `seen`: (n, places, steps, 3); `line`: (n, places) indices into the steps. Finds edges too faint for the
    picture's noise to be told from it at any one place.
    """
    middle = np.round(line).astype(int)
    rows, place = np.arange(len(line))[:, None], np.arange(line.shape[1])[None, :]
    last = seen.shape[2] - 1
    near = sum(seen[rows, place, np.clip(middle + d, 0, last)] for d in (2, 3))
    far = sum(seen[rows, place, np.clip(middle - d, 0, last)] for d in (2, 3))
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
