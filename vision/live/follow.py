"""One frame after the other to scenes: following, reading, and an eye on the camera and on the light."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.live.asking import wanted
from vision.live.bumps import Bumps
from vision.live.light import Light
from vision.live.mount import Mount
from vision.live.reading import Known, read_quickly
from vision.live.showing import scene
from vision.live.stepping import anew, resized, start, step
from vision.live.telling import told
from vision.live.there import PatientReader
from vision.live.things import Found, Scene
from vision.live.tracked import TrackConfig, Tracked, Want
from vision.photo import Pixels
from vision.plane import Floats

Read = Callable[[Pixels, Want, Floats | None], Sequence[Found] | None]
"""Reads a want of a frame, the plane given from millimetres to pixels; None where the answer is told later."""
OTHER = "These cards are of the {other} deck: set the table up for that one."
MOVED = "The camera has moved: all cards are looked at anew."
MOST_WANTS = 40
"""Readings of one frame: what a reading asks for is read in the same frame, up to here."""


def read_now(known: Known) -> Read:
    """Every want read at once, the slow ones too, but for what has to rest longer."""

    patient = PatientReader(known)

    def read(pixels: Pixels, want: Want, plane: Floats | None) -> Sequence[Found] | None:
        if want.slow:
            return patient.read(pixels, want, plane)
        return read_quickly(pixels, want.box, known, plane, agreed=want.agreed)

    return read


@dataclass(frozen=True, slots=True, eq=False)
class Told:
    """An answer that came later: it is of an earlier frame."""

    want: Want
    found: Sequence[Found]


class Follow:
    """Follows one source. `frame` takes frames in order; times are seconds of any clock that runs evenly.

    `mount` is what was measured of its camera; frames are straight already.
    """

    def __init__(
        self,
        known: Known,
        *,
        read: Read | None = None,
        config: TrackConfig | None = None,
        mount: Mount | None = None,
    ) -> None:
        self._known = known
        self._mount = mount or Mount()
        self._read = read or read_now(known)
        self._config = config
        self._tracked: Tracked | None = None
        self._bumps = Bumps()
        self._light = Light()

    @property
    def tracked(self) -> Tracked | None:
        """What is followed."""
        return self._tracked

    def frame(self, pixels: Pixels, number: int, now_s: float, answers: Sequence[Told] = ()) -> Scene:
        """What lies on the table in this frame (h, w, 3) uint8 BGR. `answers` are those to earlier wants."""
        before = self._tracked
        size = (pixels.shape[1], pixels.shape[0])
        if before is None:
            tracked = start(pixels, number, now_s, self._known, self._config, self._mount.to_mm(size))
        elif before.size_px != size:
            # A camera that is opened anew may send another size. It stands where it stood, and sees the same table.
            plane = self._mount.to_mm(size) if before.plane_given else None
            tracked = resized(before, pixels, number, now_s, plane)
        else:
            tracked = step(before, pixels, number, now_s)
        notes, moved_px = self._eyed(pixels, tracked, now_s)
        if MOVED in notes:
            tracked = anew(tracked)
        known_deck = tracked.deck.other
        for answer in answers:
            tracked = told(tracked, answer.want, answer.found, now_s)
        if answers and not tracked.fresh:
            # What was wanted before them may have been answered by them.
            tracked = replace(tracked, wants=wanted(tracked, now_s))
        self._tracked = tracked = self._answered(tracked, pixels, now_s)
        if tracked.deck.other not in (None, known_deck):
            notes = (*notes, OTHER.format(other=tracked.deck.other))
        return replace(scene(tracked, notes), moved_px=moved_px)

    def _answered(self, tracked: Tracked, pixels: Pixels, now_s: float) -> Tracked:
        done: set[int] = set()
        for _ in range(MOST_WANTS):
            want = next((want for want in tracked.wants if id(want) not in done), None)
            if want is None:
                break
            done.add(id(want))
            plane = None if tracked.plane is None else np.linalg.inv(tracked.plane)
            found = self._read(pixels, want, plane)
            if found is not None:
                tracked = told(tracked, want, found, now_s)
        return tracked

    def _eyed(
        self, pixels: Pixels, tracked: Tracked, now_s: float
    ) -> tuple[tuple[str, ...], tuple[float, float] | None]:
        """What is to be said of the camera and of the light, and by how much the picture has moved."""
        self._bumps, bump = self._bumps.saw(pixels, now_s)
        notes = [] if bump is None else [MOVED]
        self._light = self._light.step(tracked.motion.low, now_s)
        if self._light.note:
            notes.append(self._light.note)
        return tuple(notes), None if bump is None else bump.moved_px
