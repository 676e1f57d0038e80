"""Keeping an eye on a calibrated table: was the camera bumped, or the board pushed, or does only a hand pass?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import Enum

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.find import Grey, Points
from calibration.patches import LEAST_SCORE, Patch, cut, find, pick


class Watched(Enum):
    """What the watch says: all is where it was; too little shows to tell; the camera or the board has moved."""

    STEADY = "steady"
    HIDDEN = "hidden"
    CAMERA_MOVED = "camera moved"
    BOARD_MOVED = "board moved"


SAYS = {
    Watched.STEADY: "The camera and the board are where they were.",
    Watched.HIDDEN: "Too little of the table shows: take hands away and make light.",
    Watched.CAMERA_MOVED: "The camera has moved: put it back, or calibrate the table again.",
    Watched.BOARD_MOVED: "The board has moved: put it back, or calibrate the table again.",
}


@dataclass(frozen=True, slots=True)
class WatchConfig:
    """How the watch judges. Pixels are those of the picture shrunk to `side_px` across."""

    side_px: int = 960
    patches: int = 60
    moved_px: float = 1.0
    hold_s: float = 0.4
    """How long something must last before it is said: a hand passes, a bump stays."""
    moved_share: float = 0.6
    """Of the patches found, how many must have moved together."""
    agree_px: float = 4.0
    """Half of those that have moved lie no farther from where all of them together would have: else each was found
    somewhere else by chance, and it does not show by how much the picture has moved."""
    found_share: float = 0.25
    """With fewer patches found than this share, only a picture that stands still tells anything."""
    still_levels: float = 4.0
    dark_level: float = 12.0
    refresh_s: float = 4.0
    """A patch that was lost this long on a steady table is cut anew: a card lies there now, or none does any more."""


@dataclass(frozen=True, slots=True, eq=False)
class _Place:
    """A patch, whether it is on the board, and since when it has not been found."""

    patch: Patch
    on_board: bool
    lost_s: float | None = None


@dataclass(frozen=True, slots=True, eq=False)
class TableWatch:
    """The table as it was, and what has become of it: `state`, since `since_s`, by `shift_px` of the full picture."""

    size_px: tuple[int, int]
    places: tuple[_Place, ...]
    config: WatchConfig = field(default_factory=WatchConfig)
    state: Watched = Watched.STEADY
    since_s: float | None = None
    shift_px: tuple[float, float] = (0.0, 0.0)
    candidate: tuple[Watched, float] | None = None
    """What the last frames speak for, and since when."""
    before: Grey | None = None

    @classmethod
    def start(
        cls,
        frame: NDArray[np.uint8],
        board_px: Sequence[tuple[float, float]] | None = None,
        config: WatchConfig | None = None,
    ) -> TableWatch:
        """Begin with the frame (h, w) or (h, w, 3) uint8 that the table was calibrated with.

        `board_px` is the outline of a board or sheet that may be pushed while the camera stays.
        """
        config = config or WatchConfig()
        grey, scale = _shrunk(frame, config)
        outline = None if board_px is None else (np.array(board_px, np.float32) * scale).reshape(-1, 1, 2)
        places = tuple(
            _Place(p, outline is not None and cv2.pointPolygonTest(outline, (p.x, p.y), False) > 0)
            for p in pick(grey, config.patches)
        )
        return cls((frame.shape[1], frame.shape[0]), places, config)

    @property
    def says(self) -> str:
        """The state in one sentence that says what to do."""
        return SAYS[self.state]

    def step(self, frame: NDArray[np.uint8], now_s: float) -> TableWatch:
        """The watch after a frame (h, w, 3) uint8 BGR seen at `now_s` (seconds from any beginning).

        Raises ValueError for another size.
        """
        if (frame.shape[1], frame.shape[0]) != self.size_px:
            raise ValueError("a watch's frames are all of one size")
        grey, scale = _shrunk(frame, self.config)
        found = np.array([find(grey, place.patch) for place in self.places]).reshape(-1, 3)
        seen = found[:, 2] >= LEAST_SCORE
        speaks, shift = self._weighed(grey, found, seen)
        moved = (float(shift[0] / scale), float(shift[1] / scale))
        watch = replace(self, before=grey, places=self._refreshed(grey, found, seen, speaks, now_s))
        if speaks is self.state:
            return replace(watch, candidate=None, shift_px=moved)
        since = self.candidate[1] if self.candidate and self.candidate[0] is speaks else now_s
        if now_s - since < self.config.hold_s:
            return replace(watch, candidate=(speaks, since))
        return replace(watch, state=speaks, since_s=now_s, candidate=None, shift_px=moved)

    def _weighed(self, grey: Grey, found: Points, seen: NDArray[np.bool_]) -> tuple[Watched, Points]:
        """What this frame alone speaks for, and by how much the things that moved did."""
        config = self.config
        board = np.array([place.on_board for place in self.places], bool)
        shifts = found[:, :2]
        moved = seen & (np.linalg.norm(shifts, axis=1) > config.moved_px)
        scene, on_board = seen & ~board, seen & board
        nowhere = np.zeros(2)
        if not len(seen) or float(grey.mean()) < config.dark_level:
            return Watched.HIDDEN, nowhere
        around = scene if scene.sum() >= max(4, config.found_share * (~board).sum()) else seen
        if around.sum() < max(4, config.found_share * len(seen)):
            # Hands hide parts and keep moving: a whole picture that is another one and stands still has moved.
            return (
                Watched.CAMERA_MOVED if self._still(grey) and self._lost_all(seen) else Watched.HIDDEN
            ), nowhere
        if moved[around].mean() >= config.moved_share:
            return Watched.CAMERA_MOVED, _agreed(shifts[around & moved], config.agree_px)
        enough = max(3, config.found_share * board.sum())
        if on_board.sum() >= enough and moved[on_board].mean() >= config.moved_share:
            return Watched.BOARD_MOVED, np.median(shifts[on_board & moved], axis=0)
        return Watched.STEADY, np.median(shifts[around], axis=0)

    def _still(self, grey: Grey) -> bool:
        if self.before is None:
            return False
        change = cv2.blur(cv2.absdiff(grey, self.before), (9, 9))
        return float(np.percentile(change, 98)) < self.config.still_levels + float(np.median(change))

    def _lost_all(self, seen: NDArray[np.bool_]) -> bool:
        """Whether patches are lost on every side of the picture, as no hand hides them."""
        xs = np.array([place.patch.x for place in self.places])
        ys = np.array([place.patch.y for place in self.places])
        halves = (xs < np.median(xs), xs >= np.median(xs), ys < np.median(ys), ys >= np.median(ys))
        return all(float(seen[half].mean()) < 0.4 for half in halves if half.any())

    def _refreshed(
        self, grey: Grey, found: Points, seen: NDArray[np.bool_], speaks: Watched, now_s: float
    ) -> tuple[_Place, ...]:
        """The places with new patches where old ones have long been lost on a table that is certainly steady."""
        calm = speaks is self.state is Watched.STEADY and bool(seen.any())
        if calm:
            calm = float(np.linalg.norm(np.median(found[seen][:, :2], axis=0))) < 0.3 * self.config.moved_px
        places = []
        for place, there in zip(self.places, seen, strict=True):
            lost = None if there else place.lost_s if place.lost_s is not None else now_s
            kept = replace(place, lost_s=lost)
            if calm and lost is not None and now_s - lost >= self.config.refresh_s:
                fresh = cut(grey, place.patch.x, place.patch.y)
                kept = kept if fresh is None else _Place(fresh, place.on_board)
            places.append(kept)
        return tuple(places)


def _agreed(shifts: Points, agree_px: float) -> Points:
    """By how much patches have moved; nowhere where they do not agree."""
    together = np.median(shifts, axis=0)
    near = np.linalg.norm(shifts - together, axis=1) <= agree_px
    return together if near.mean() >= 0.5 else np.zeros(2)


def _shrunk(frame: NDArray[np.uint8], config: WatchConfig) -> tuple[Grey, float]:
    """The frame in grey, at most `side_px` across, and by what it was shrunk."""
    grey = frame if frame.ndim == 2 else np.asarray(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY), np.uint8)
    scale = min(1.0, config.side_px / max(grey.shape))
    if scale < 1:
        size = (round(grey.shape[1] * scale), round(grey.shape[0] * scale))
        grey = np.asarray(cv2.resize(grey, size, interpolation=cv2.INTER_AREA), np.uint8)
    return grey, scale
