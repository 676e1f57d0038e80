"""What takes long to read, read in a thread of its own while cards are followed on.

All that waits while one frame's places are read is read next, of the newest frame, and places side by side as one:
somebody who lays cards faster than they are read one by one is kept up with.
"""

from __future__ import annotations

from collections.abc import Sequence
from threading import Condition, Thread
from types import TracebackType
from typing import Self

import numpy as np

from vision.live.follow import Told
from vision.live.reading import Known, read_quickly
from vision.live.there import PatientReader, waits
from vision.live.things import Found
from vision.live.tracked import Want
from vision.photo import Pixels
from vision.plane import Floats
from vision.quads import Box, about, inside, side_by_side

JOINED = 1.3
"""Places are read as one where that is no more than so many times the area: each reading begins with an effort."""


class SlowReader:
    """Reads at once what can be read within milliseconds, and the rest in a thread of its own.

    `read` takes a frame's wants; `begin`, at the frame's end, has read what of them takes long, unless something is
    being read; `answers` are those since the last time. A glance at the whole picture is quick, but not so quick that
    no frame would wait for it.
    """

    def __init__(self, known: Known) -> None:
        self._known = known
        self._patient = PatientReader(known)
        self._wanted: list[tuple[Pixels, Want, Floats | None]] = []
        """What was wanted of this frame."""
        self._reading: tuple[Want, ...] = ()
        """What is being read."""
        self._job: tuple[Pixels, Floats | None] | None = None
        self._done: list[Told] = []
        self._fault: Exception | None = None
        self._wake = Condition()
        self._ended = False
        self._thread = Thread(target=self._work, name="reading", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self._wake:
            self._ended = True
            self._wake.notify_all()
        self._thread.join()

    def read(self, pixels: Pixels, want: Want, plane: Floats | None) -> Sequence[Found] | None:
        """What was found; None for what is read later, or waits for that."""
        with self._wake:
            # What was read in the midst of this frame may answer what is wanted of it.
            reading, told = self._reading, self._done
        if want.slow or want.glance:
            if not (reading or told):
                self._wanted.append((pixels, want, plane))
            return None
        part = want.part
        if part is not None and any(_within(part.box, one.part.box) for one in reading if one.part):
            # It was read quickly, and showed no marker. What came to lie beside it since may bear one.
            return None
        return read_quickly(pixels, want.box, self._known, plane, agreed=want.agreed)

    def begin(self) -> None:
        """Begin to read what takes long of the frame that was followed last."""
        wanted, self._wanted = self._wanted, []
        if not wanted:
            return
        pixels, _, plane = wanted[0]
        groups = grouped([want for _, want, _ in wanted])
        with self._wake:
            self._job = (pixels, plane)
            self._reading = tuple(want for group in groups for want in group)
            self._wake.notify_all()

    def answers(self) -> list[Told]:
        """What was read since the last time. Raises what reading has failed at."""
        with self._wake:
            if self._fault is not None:
                raise self._fault
            done, self._done = self._done, []
            return done

    def settled(self, timeout_s: float) -> bool:
        """Whether nothing is read any more; waits for that, so long at most."""
        with self._wake:
            return self._wake.wait_for(lambda: self._fault is not None or not self._reading, timeout_s)

    def _work(self) -> None:
        while True:
            with self._wake:
                self._wake.wait_for(lambda: self._ended or self._job is not None)
                if self._ended:
                    return
                assert self._job is not None
                (pixels, plane), self._job = self._job, None
                left = self._reading
            before: list[Found] = []
            try:
                # What is looked at on the table as it is known has not to wait for what is read as a photo.
                for want in left:
                    seen = self._patient.look_there(pixels, want, plane)
                    if seen is None and not waits(want):
                        continue
                    left = tuple(one for one in left if one is not want)
                    found = once(seen or (), before)
                    before += found
                    if self._over((want,), [Told(want, found)] if seen is not None else []):
                        return
                for group in grouped(left):
                    found = once(self._read(pixels, plane, group), before)
                    before += found
                    if self._over(group, shared(group, found)):
                        return
            except Exception as error:  # told to the recognising thread, which asks for the answers
                with self._wake:
                    self._fault = error
                    self._wake.notify_all()
                return

    def _over(self, group: Sequence[Want], answers: Sequence[Told]) -> bool:
        """Take in the answers to a group, which is being read no more; whether nothing is to be read any more."""
        with self._wake:
            self._done += answers
            self._reading = tuple(want for want in self._reading if want not in group)
            self._wake.notify_all()
            return self._ended

    def _read(self, pixels: Pixels, plane: Floats | None, group: Sequence[Want]) -> Sequence[Found]:
        first, box = group[0], around(group)
        if first.slow:
            return self._patient.read_slowly(pixels, box, first)
        return read_quickly(pixels, box, self._known, plane, agreed=first.agreed)


def grouped(wants: Sequence[Want]) -> tuple[tuple[Want, ...], ...]:
    """Wants of one frame, those together that are read as one. What is asked of the whole picture comes by itself: all
    of it before anything else; a glance, and which deck lies there, once nothing else waits."""
    whole = [want for want in wants if want.whole]
    if whole:
        return (tuple(whole),)
    places = [want for want in wants if not (want.any_deck or want.glance)]
    if not places:
        return tuple((want,) for want in sorted(wants, key=lambda want: want.any_deck)[:1])
    return tuple(
        tuple(places[number] for number in numbers)
        for numbers in side_by_side([want.box for want in places], JOINED)
    )


def around(wants: Sequence[Want]) -> Box:
    """The box about the boxes of some wants."""
    return about([want.box for want in wants])


def shared(group: Sequence[Want], found: Sequence[Found]) -> list[Told]:
    """What was found in a group's box as answers to its wants: each thing once, for a frame has one vote."""
    if len(group) == 1:
        return [Told(group[0], found)]
    answers: list[list[Found]] = [[] for _ in group]
    for one in found:
        x, y = np.mean(one.corners_px, axis=0)
        at = next((at for at, want in enumerate(group) if _holds(want.box, float(x), float(y))), 0)
        answers[at].append(one)
    return [Told(want, own) for want, own in zip(group, answers, strict=True)]


def once(found: Sequence[Found], before: Sequence[Found]) -> list[Found]:
    """What was found without that which was found before in another box of the same frame: two readings of one frame
    are not two frames that agree."""
    quads = [np.array(one.corners_px) for one in before]
    return [one for one in found if not any(inside(np.mean(one.corners_px, axis=0), quad) for quad in quads)]


def _holds(box: Box, x: float, y: float) -> bool:
    return box[0] <= x < box[2] and box[1] <= y < box[3]


def _within(inner: Box, outer: Box) -> bool:
    return inner[0] >= outer[0] and inner[1] >= outer[1] and inner[2] <= outer[2] and inner[3] <= outer[3]
