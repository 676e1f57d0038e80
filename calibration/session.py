"""Measuring a lens live: frames go in one by one, views that add something are kept, and it says what to show next."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.find import Grey, Points, View, find_target
from calibration.fit_lens import fit_lens
from calibration.fitted_lens import LensFit, Shot
from calibration.target import Target
from calibration.views import NINTHS, Coverage, apart, coverage, diagonal, outline, tilt_of


@dataclass(frozen=True, slots=True)
class SessionConfig:
    """When a view is worth keeping, and when there are enough. Shares are of the picture's diagonal or area."""

    least_views: int = 12
    most_views: int = 40
    """Beyond so many only what is still missing is taken, or the advice would ask for it in vain."""
    least_gain: float = 0.01
    """By what share of the picture such a view adds to what is covered."""
    still: float = 0.004
    """A board that moves more between two frames is blurred, and rolled by the shutter."""
    other_place: float = 0.05
    least_area: float = 0.04
    steep_degrees: float = 15.0


SIDES = ("right", "left", "lower", "upper")


@dataclass(frozen=True, slots=True, eq=False)
class LensSession:
    """Views collected so far, and what to do next. `event` tells what the last frame was: "taken", "known" (nothing
    new), "moving", "small", "lost" or "other size"; `advice` is one sentence for the person who holds the board.
    """

    target: Target
    config: SessionConfig = field(default_factory=SessionConfig)
    size_px: tuple[int, int] | None = None
    views: tuple[View, ...] = ()
    event: str = "lost"
    last: Points | None = None
    """The board's outline (4, 2) px in the last frame, for the page to draw."""

    def step(self, frame: NDArray[np.uint8]) -> LensSession:
        """The session after a frame (h, w) or (h, w, 3) uint8; all frames are of the size of the first."""
        grey = _grey(frame)
        size = (grey.shape[1], grey.shape[0])
        if self.size_px not in (None, size):
            return replace(self, event="other size", last=None)
        session = replace(self, size_px=size)
        view = find_target(grey, self.target, thorough=False)
        if view is None:
            return replace(session, event="lost", last=None)
        here = outline(view)
        event = session._judged(view, here, size)
        views = (*self.views, view) if event == "taken" else self.views
        return replace(session, views=views, event=event, last=here)

    def _judged(self, view: View, here: Points, size: tuple[int, int]) -> str:
        reach = diagonal(size)
        if cv2.contourArea(here.astype(np.float32)) < self.config.least_area * size[0] * size[1]:
            return "small"
        if self.last is None or not apart(here, self.last) <= self.config.still * reach:
            return "moving"
        near = [apart(here, outline(other)) for other in self.views]
        if near and min(near) < self.config.other_place * reach:
            return "known"
        full = len(self.views) >= self.config.most_views
        return "known" if full and not self._missed(view) else "taken"

    def _missed(self, view: View) -> bool:
        """Whether a view shows something of what the advice asks for."""
        grown = replace(self, views=(*self.views, view))
        if len(grown.tilts_missing) < len(self.tilts_missing):
            return True
        more = grown.coverage.share - self.coverage.share
        return bool(self.coverage.empty) and more >= self.config.least_gain

    @property
    def coverage(self) -> Coverage:
        """What part of the picture the views cover."""
        return coverage(self.views, self.size_px) if self.size_px else Coverage(0.0, NINTHS)

    @property
    def tilts_missing(self) -> tuple[str, ...]:
        """The sides of the board that were in no view clearly farther away than the opposite ones."""
        if self.size_px is None:
            return SIDES
        tilts = [tilt_of(view, self.size_px) for view in self.views]
        steep = self.config.steep_degrees
        seen = (
            any(across > steep for across, _ in tilts),
            any(across < -steep for across, _ in tilts),
            any(down > steep for _, down in tilts),
            any(down < -steep for _, down in tilts),
        )
        return tuple(side for side, there in zip(SIDES, seen, strict=True) if not there)

    @property
    def ready(self) -> bool:
        """Whether the views are enough to fit a lens well."""
        return len(self.views) >= self.config.least_views and not (self.coverage.empty or self.tilts_missing)

    @property
    def advice(self) -> str:
        """What to do next."""
        if self.ready:
            return "That is enough: the lens can be measured now."
        now = {
            "lost": f"Show all of the board to the camera ({self.target}).",
            "other size": "The picture's size has changed: go back to the size that this began with.",
            "small": "Bring the board nearer to the camera.",
            "moving": "Hold the board still.",
        }
        if self.event in now:
            return now[self.event]
        if empty := self.coverage.empty:
            return f"Move the board to the {empty[0]} of the picture, up to its rim."
        if missing := self.tilts_missing:
            return f"Tilt the board by about 30 degrees, its {missing[0]} side away from the camera."
        return "Move, turn and tilt the board further."

    def fit(self) -> LensFit:
        """The lens; raises CannotCalibrate where the views do not determine it."""
        size = self.size_px or (0, 0)
        shots = [Shot(f"view {number}", size, view) for number, view in enumerate(self.views, 1)]
        return fit_lens(shots, self.target)


def _grey(frame: NDArray[np.uint8]) -> Grey:
    return frame if frame.ndim == 2 else np.asarray(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY), np.uint8)
