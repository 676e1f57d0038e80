"""Was the camera bumped? An eye on the picture as a whole, from one frame to the next."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from calibration.watch import TableWatch, Watched
from vision.photo import Pixels

WATCH_S = 0.2
"""How often the camera is looked at: it is heavier than following, and a bump lasts."""


@dataclass(frozen=True, slots=True)
class Bump:
    """The picture has moved by `moved_px` across and down; None where it does not show by how much."""

    moved_px: tuple[float, float] | None


@dataclass(frozen=True, slots=True, eq=False)
class Bumps:
    """What is known from one frame to the next."""

    watch: TableWatch | None = None
    watched_s: float = 0.0

    def saw(self, pixels: Pixels, now_s: float) -> tuple[Self, Bump | None]:
        """After a frame (h, w, 3) uint8 BGR seen at `now_s`, and the bump that it shows."""
        size = (pixels.shape[1], pixels.shape[0])
        # A recording that begins anew has earlier times.
        if self.watch is None or self.watch.size_px != size or now_s < self.watched_s:
            return self._from(pixels, now_s), None
        if now_s - self.watched_s < WATCH_S:
            return self, None
        watch = self.watch.step(pixels, now_s)
        if watch.state is not Watched.CAMERA_MOVED:
            return type(self)(watch, now_s), None
        # From here on this is where the camera stands. Where no patch is found again, none tells by how much.
        return self._from(pixels, now_s), Bump(watch.shift_px if any(watch.shift_px) else None)

    def _from(self, pixels: Pixels, now_s: float) -> Self:
        return type(self)(TableWatch.start(pixels), now_s)
