"""A thread that reads a source and keeps its newest frame only; another watches it and opens the source anew."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from threading import Condition, Event, Thread
from types import TracebackType
from typing import Self

import numpy as np

from vision.live.health import Flow, Health, HealthConfig
from vision.live.source_name import BadSource, Kind, SourceName
from vision.live.sources import Source, open_source
from vision.photo import Pixels

LIVE = (Kind.DEVICE, Kind.STREAM, Kind.PHONE)
"""A folder's photo is shown over and over."""
Open = Callable[[SourceName], Source]
Clock = Callable[[], float]
LOOKS_S = 0.1
"""How often the watching thread looks where nothing wakes it."""
LAST_READ_S = 1.0
"""How long the read that is under way is waited for at the end."""


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """A picture (h, w, 3) uint8 BGR, its number from 1 on, and when it came, in seconds of the capture's clock."""

    number: int
    at_s: float
    pixels: Pixels


class Capture:
    """The newest frame of a source. Reading it never waits for whoever looks at the frames.

    One that comes again and again, the same to the last bit, is no new one after `repeats_s`: a camera has frozen.

    A read that hangs, as drivers' reads do, is left alone: after `reopen_s` another reader takes its place, and what
    the old one still brings is thrown away.
    """

    def __init__(
        self,
        name: SourceName,
        *,
        opener: Open = open_source,
        clock: Clock = time.monotonic,
        config: HealthConfig | None = None,
    ) -> None:
        self.name = name
        self._opener, self._clock = opener, clock
        self._health = Health(clock(), config=config or HealthConfig())
        self._newest: Frame | None = None
        self._number = 0
        self._generation = 0
        self._changed = Condition()
        self._ended = Event()
        self._reader: Thread | None = None
        self._watching = Thread(target=self._watch, name="camera", daemon=True)

    def __enter__(self) -> Self:
        self._watching.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._ended.set()
        with self._changed:
            self._generation += 1
            self._changed.notify_all()
        self._watching.join(timeout=2)
        # A library that is still reading when the program ends takes it down; one that hangs is left behind.
        if self._reader is not None and self._reader.is_alive():
            self._reader.join(timeout=LAST_READ_S)

    @property
    def newest(self) -> Frame | None:
        """The newest frame."""
        return self._newest

    @property
    def ended(self) -> bool:
        """Whether it was closed."""
        return self._ended.is_set()

    def newer(self, number: int, timeout_s: float) -> Frame | None:
        """The newest frame once its number is above `number`; None where none came in time."""
        with self._changed:
            self._changed.wait_for(lambda: self._ended.is_set() or self._later(number), timeout_s)
            return self._newest if self._later(number) else None

    @property
    def age_s(self) -> float | None:
        """How old the newest frame is."""
        return self._health.age_s(self._clock())

    @property
    def flow(self) -> Flow:
        """Whether frames come."""
        return self._health.flow(self._clock())

    @property
    def says(self) -> str:
        """One sentence for the table."""
        return self._says(self._clock())

    def _says(self, now_s: float) -> str:
        return self._health.says(now_s, self.name.shown, self.name.remedy, self.name.restart)

    def _later(self, number: int) -> bool:
        return self._newest is not None and self._newest.number > number

    def _watch(self) -> None:
        """Open the source when it is time, and again when it is silent for too long."""
        while not self._ended.is_set():
            with self._changed:
                now_s = self._clock()
                if self._health.to_give_up(now_s):
                    self._generation += 1
                    why = self._says(now_s) if self._health.frozen(now_s) else ""
                    self._health = self._health.failed(now_s, why)
                due = self._health.to_open(now_s)
                if due:
                    self._generation += 1
                    self._health = self._health.opened(now_s)
                    self._reader = reader = Thread(
                        target=self._read, args=(self._generation,), name="camera reader", daemon=True
                    )
                if not due:
                    self._changed.wait(LOOKS_S)
            if due:
                reader.start()

    def _read(self, generation: int) -> None:
        source: Source | None = None
        try:
            source = self._opener(self.name)
            due_s = self._clock()
            while self._current(generation):
                pixels = source.read()
                if pixels is not None and not self._post(generation, pixels):
                    break
                if source.pace_s is not None:
                    due_s = max(due_s + source.pace_s, self._clock() - source.pace_s)
                    self._ended.wait(max(0.0, due_s - self._clock()))
                elif pixels is None:
                    self._ended.wait(LOOKS_S)
        except BadSource as gone:
            self._fail(generation, str(gone))
        except Exception as error:  # a library's own exceptions must not end the camera for good
            self._fail(generation, f"{self.name.shown} fails: {error}; plug it in again.")
        finally:
            if source is not None:
                source.close()

    def _current(self, generation: int) -> bool:
        return generation == self._generation and not self._ended.is_set()

    def _post(self, generation: int, pixels: Pixels) -> bool:
        with self._changed:
            if not self._current(generation):
                return False
            now_s = self._clock()
            again = self.name.kind in LIVE and self._newest is not None and _is(pixels, self._newest.pixels)
            self._health = self._health.repeated(now_s) if again else self._health.framed(now_s)
            if again and not self._health.passes_on(now_s):
                return True
            self._number += 1
            self._newest = Frame(self._number, now_s, pixels)
            self._changed.notify_all()
            return True

    def _fail(self, generation: int, why: str) -> None:
        with self._changed:
            if self._current(generation):
                self._health = self._health.failed(self._clock(), why)
                self._changed.notify_all()


def _is(one: Pixels, other: Pixels) -> bool:
    """Whether two pictures are one, to the last bit; some rows tell of nearly all that are not."""
    rows = slice(None, None, 64)
    return np.array_equal(one[rows], other[rows]) and np.array_equal(one, other)
