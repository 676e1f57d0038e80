"""What moves and what has changed: each frame, shrunk, beside the one before and beside the table as last looked at."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.photo import Pixels

LIGHT_PERCENT = 95
"""Paper, or the table, and no glare."""
Grey = NDArray[np.uint8]
Mask = NDArray[np.bool_]


NEVER = -1000.0
"""A level that no picture has."""


@dataclass(frozen=True, slots=True)
class MotionConfig:
    """Levels are of 255 in a well lit picture, pixels of the shrunken picture."""

    side_px: int = 480
    """The longer side of the picture that is compared; a card takes some 30 of it."""
    moving_levels: int = 13
    changed_levels: int = 16
    settle_s: float = 0.1
    """How long nothing must have moved at a place before it is looked at."""
    least_px: int = 14
    """A change of fewer pixels is noise."""
    lit_levels: float = 200.0
    """A picture whose light places are darker than this shows all differences smaller, and levels count for as much
    less, ..."""
    least_lit: float = 0.5
    """... down to this share: noise stays what it is."""
    drift: float = 0.04
    """How fast the reference follows a slow change of light, a frame."""
    close_px: int = 3
    """Changes nearer than this to one another are one."""


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """A part of the picture that has changed and has come to rest."""

    mask: Mask
    box: tuple[int, int, int, int]
    """Left, top, right, bottom, the last two excluded."""
    at_rim: bool
    """Whether it reaches the picture's rim, as an arm does."""

    def joined(self, other: Part) -> Part:
        """Both as one."""
        (a, b, c, d), (e, f, g, h) = self.box, other.box
        box = min(a, e), min(b, f), max(c, g), max(d, h)
        return Part(self.mask | other.mask, box, self.at_rim or other.at_rim)


@dataclass(frozen=True, slots=True, eq=False)
class Motion:
    """The state of comparing. All arrays are (h, w) of the shrunken picture; times are in seconds."""

    low: Grey
    reference: NDArray[np.float32]
    moved_s: NDArray[np.float32]
    """When each pixel last moved."""
    dirty: Mask
    """What has moved since it was last looked at."""
    moving: Mask
    changed: Mask
    gain: float = 1.0
    """How much brighter the picture is than the reference."""
    config: MotionConfig = field(default_factory=MotionConfig)

    @classmethod
    def start(cls, low: Grey, now_s: float, config: MotionConfig | None = None) -> Motion:
        """Begin with a picture (h, w) all of which is to be looked at."""
        none = np.zeros(low.shape, bool)
        moved = np.full(low.shape, now_s, np.float32)
        return cls(low, low.astype(np.float32), moved, ~none, none, none, config=config or MotionConfig())

    @property
    def lit(self) -> float:
        """How large differences are in this light, of those in a well lit picture."""
        light = float(np.percentile(self.low[::4, ::4], LIGHT_PERCENT))
        return float(np.clip(light / self.config.lit_levels, self.config.least_lit, 1.0))

    def step(self, low: Grey, now_s: float) -> Motion:
        """After the next picture (h, w), of the same size."""
        lit = self.lit
        moving = _opened(cv2.absdiff(low, self.low) > lit * self.config.moving_levels)
        still = ~(moving | self.changed)
        gain = _gain(low, self.reference, still, self.gain)
        seen = low.astype(np.float32)
        off = np.abs(seen - gain * self.reference)
        changed = _opened(off > lit * self.config.changed_levels)
        calm = ~(changed | moving | self.dirty)
        drifted = self.reference + self.config.drift * (seen / gain - self.reference)
        reference = np.where(calm, drifted, self.reference)
        moved_s = np.where(moving, np.float32(now_s), self.moved_s)
        dirty = self.dirty | moving
        # What has moved and looks as before was only passed by a hand.
        dirty &= changed | (moved_s > now_s - self.config.settle_s)
        return replace(
            self,
            low=low,
            reference=reference,
            moved_s=moved_s,
            dirty=dirty,
            moving=moving,
            changed=changed,
            gain=gain,
        )

    def parts(self, now_s: float, settle_s: float | None = None) -> tuple[Part, ...]:
        """What has changed, has been at rest for `settle_s` and was not looked at since, largest first."""
        settle_s = self.config.settle_s if settle_s is None else settle_s
        wanted = self.dirty & self.changed
        if not wanted.any():
            return ()
        side = 2 * self.config.close_px + 1
        joined = cv2.dilate(wanted.astype(np.uint8), np.ones((side, side), np.uint8))
        count, labels, stats, _ = cv2.connectedComponentsWithStats(joined, connectivity=8)
        found = []
        for number in range(1, count):
            left, top, width, height = (int(value) for value in stats[number, :4])
            window = np.s_[top : top + height, left : left + width]
            own = labels[window] == number
            changed = own & wanted[window]
            if int(changed.sum()) < self.config.least_px:
                continue
            moved_s = float(self.moved_s[window][own].max())
            if moved_s > now_s - settle_s or bool(self.moving[window][own].any()):
                continue
            mask = np.zeros_like(wanted)
            mask[window] = own
            rim = left == 0 or top == 0 or left + width == wanted.shape[1] or top + height == wanted.shape[0]
            found.append((int(changed.sum()), Part(mask, (left, top, left + width, top + height), rim)))
        return tuple(part for _, part in sorted(found, key=lambda pair: -pair[0]))

    def looked_at(self, mask: Mask, *, kept: Mask | None = None) -> Motion:
        """With a part (h, w) taken for looked at: it is the reference now, but for what is `kept` as it was."""
        dirty = self.dirty & ~mask
        take = mask if kept is None else mask & ~kept
        reference = self.reference.copy()
        reference[take] = self.low[take].astype(np.float32) / self.gain
        changed = self.changed & ~take
        return replace(self, dirty=dirty, reference=reference, changed=changed)

    def forgotten(self, mask: Mask) -> Motion:
        """With nothing known of a part until it is looked at: whatever will lie there is a change."""
        reference = self.reference.copy()
        reference[mask] = NEVER
        return replace(self, reference=reference, dirty=self.dirty | mask, changed=self.changed | mask)

    def at_rest(self, box: tuple[int, int, int, int], now_s: float) -> bool:
        """Whether nothing has moved in a box for a while."""
        left, top, right, bottom = box
        window = self.moved_s[max(0, top) : max(0, bottom), max(0, left) : max(0, right)]
        return not window.size or float(window.max()) <= now_s - self.config.settle_s


def shrunk(pixels: Pixels, side_px: int) -> tuple[Grey, float]:
    """A frame (h, w, 3) in grey, its longer side at most `side_px`, and by what it was multiplied."""
    grey = np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), np.uint8)
    step = max(1, -(-max(grey.shape) // side_px))
    if step == 1:
        return grey, 1.0
    # A whole step, and from the picture's corner: every pixel is the mean of a square.
    size = grey.shape[1] // step, grey.shape[0] // step
    grey = grey[: size[1] * step, : size[0] * step]
    return np.asarray(cv2.resize(grey, size, interpolation=cv2.INTER_AREA), np.uint8), 1 / step


def _opened(mask: NDArray[np.bool_]) -> Mask:
    """Without single pixels, which are noise."""
    return np.asarray(cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, _CROSS) > 0)


_CROSS = np.ones((2, 2), np.uint8)
MOST_GAIN = 3.0


def _gain(low: Grey, reference: NDArray[np.float32], still: Mask, before: float) -> float:
    """How much brighter the still parts are than the reference, by the median."""
    sample = np.s_[::4, ::4]
    use = still[sample] & (reference[sample] > 8) & (low[sample] < 250)
    if int(use.sum()) < 50:
        return before
    ratio = float(np.median(low[sample][use] / reference[sample][use]))
    return float(np.clip(ratio, 1 / MOST_GAIN, MOST_GAIN))
