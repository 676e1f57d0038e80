"""The capture thread with sources that hang, end, raise and come back; everything waits for what it needs."""

from __future__ import annotations

from threading import Event, Thread, current_thread

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.live.capture import Capture
from vision.live.health import Flow, HealthConfig
from vision.live.source_name import BadSource, Kind, SourceName

NAME = SourceName(Kind.DEVICE, "0")
QUICK = HealthConfig(first_wait_s=0.001, longest_wait_s=0.01)
AT_ONCE = HealthConfig(first_wait_s=0.0)
LONG_S = 60.0


def frame(level: int) -> NDArray[np.uint8]:
    return np.full((120, 160, 3), level, np.uint8)


class Fake:
    """Plays a script: a level is a frame, None is nothing, an Event is waited for, an exception is raised."""

    pace_s: float | None = None

    def __init__(self, *script: object) -> None:
        self.script = list(script)
        self.closed = False

    def read(self) -> NDArray[np.uint8] | None:
        step = self.script.pop(0) if self.script else BadSource("The script is over.")
        if isinstance(step, BaseException):
            raise step
        if isinstance(step, Event):
            step.wait(LONG_S)
            return None
        return None if step is None else frame(int(step))  # type: ignore[call-overload]

    def close(self) -> None:
        self.closed = True


def test_the_newest_frame_is_kept_and_numbered() -> None:
    hold = Event()
    source = Fake(1, 2, None, 3, hold)
    with Capture(NAME, opener=lambda _name: source, config=QUICK) as capture:
        newest = capture.newer(2, LONG_S)
        assert newest is not None
        assert (newest.number, int(newest.pixels[0, 0, 0])) == (3, 3)
        assert capture.flow is Flow.LIVE
        assert capture.age_s is not None
        hold.set()


def test_a_source_that_ends_or_raises_is_opened_again() -> None:
    hold = Event()
    plays = [Fake(1, BadSource("Gone.")), Fake(RuntimeError("driver")), Fake(2, hold)]
    opened = []

    def opener(_name: SourceName) -> Fake:
        opened.append(plays.pop(0))
        return opened[-1]

    with Capture(NAME, opener=opener, config=QUICK) as capture:
        newest = capture.newer(1, LONG_S)
        assert newest is not None
        assert int(newest.pixels[0, 0, 0]) == 2
        assert [one.closed for one in opened[:2]] == [True, True]
        hold.set()


def test_a_source_that_cannot_be_opened_is_tried_until_it_is_there() -> None:
    tries = []
    hold = Event()

    def opener(_name: SourceName) -> Fake:
        tries.append(1)
        if len(tries) < 4:
            raise BadSource("Camera 0 is not there: plug it in.")
        return Fake(7, hold)

    with Capture(NAME, opener=opener, config=QUICK) as capture:
        assert capture.newer(0, LONG_S) is not None
        assert len(tries) == 4
        hold.set()


def test_a_read_that_hangs_is_left_alone_and_what_it_still_brings_is_thrown_away() -> None:
    now = [0.0]
    hang, hold = Event(), Event()
    first, second = Fake(1, hang, 9), Fake(2, hold)
    plays = [first, second]
    with Capture(NAME, opener=lambda _name: plays.pop(0), clock=lambda: now[0], config=AT_ONCE) as capture:
        assert capture.newer(0, LONG_S) is not None
        now[0] = 5.0
        assert capture.flow is Flow.STALLED
        assert "5 s" in capture.says
        now[0] = 21.0
        newest = capture.newer(1, LONG_S)
        assert newest is not None
        assert int(newest.pixels[0, 0, 0]) == 2
        hang.set()
        hold.set()
    assert capture.newest is not None
    assert int(capture.newest.pixels[0, 0, 0]) == 2


class Frozen(Fake):
    """Shows its level over and over; each read is another tenth of a second."""

    def __init__(self, level: int, now: list[float], until_s: float) -> None:
        super().__init__()
        self.level, self.now, self.until_s, self.stands = level, now, until_s, Event()

    def read(self) -> NDArray[np.uint8] | None:
        if self.now[0] >= self.until_s:
            self.stands.set()
            return None
        self.now[0] += 0.1
        return frame(self.level)


@pytest.mark.parametrize("kind", [Kind.DEVICE, Kind.STREAM, Kind.PHONE])
def test_a_camera_that_has_frozen_is_told_and_its_picture_is_no_new_one(kind: Kind) -> None:
    now = [0.0]
    source = Frozen(5, now, until_s=9.0)
    name = SourceName(kind, "0")
    with Capture(name, opener=lambda _name: source, clock=lambda: now[0], config=AT_ONCE) as capture:
        assert source.stands.wait(LONG_S)
        assert capture.newest is not None
        assert capture.newest.at_s <= 0.1 + HealthConfig().repeats_s
        assert capture.flow is Flow.STALLED
        assert f"has sent the same picture for 9 s: {name.restart}" in capture.says


def test_a_camera_that_has_frozen_is_opened_anew_and_its_picture_is_still_the_old_one() -> None:
    now = [0.0]
    hold = Event()
    first, second, third = Frozen(5, now, 21.0), Frozen(5, now, 45.0), Fake(6, hold)
    plays = [first, second, third]
    with Capture(NAME, opener=lambda _name: plays.pop(0), clock=lambda: now[0], config=AT_ONCE) as capture:
        assert second.stands.wait(LONG_S)
        before = capture.newest
        assert before is not None
        assert before.at_s < 2
        newest = capture.newer(before.number, LONG_S)
        assert newest is not None
        assert int(newest.pixels[0, 0, 0]) == 6
        assert capture.flow is Flow.LIVE
        hold.set()


def test_a_folders_photo_is_shown_over_and_over() -> None:
    now = [0.0]
    source = Frozen(5, now, until_s=9.0)
    name = SourceName(Kind.FOLDER, "photos")
    with Capture(name, opener=lambda _name: source, clock=lambda: now[0], config=AT_ONCE) as capture:
        assert source.stands.wait(LONG_S)
        assert capture.newest is not None
        assert capture.newest.at_s > 8.9
        assert capture.flow is Flow.LIVE


def test_the_read_under_way_is_waited_for_at_the_end() -> None:
    """A library that reads on while the program ends takes it down with it."""
    read = Event()

    readers: list[Thread] = []

    class Busy(Fake):
        def read(self) -> NDArray[np.uint8] | None:
            readers.append(current_thread())
            read.set()
            return frame(1)

    with Capture(NAME, opener=lambda _name: Busy(), config=QUICK):
        assert read.wait(LONG_S)
    assert not readers[0].is_alive()


def test_waiting_for_a_frame_ends_with_the_capture() -> None:
    hold = Event()
    with Capture(NAME, opener=lambda _name: Fake(hold), config=QUICK) as capture:
        assert capture.newer(0, 0.0) is None
        hold.set()
    assert capture.newer(0, LONG_S) is None
    assert capture.ended


@pytest.mark.parametrize("bad", [SourceName(Kind.VIDEO, "/no/such/film.mp4")])
def test_a_real_source_that_is_gone_says_why(bad: SourceName) -> None:
    with Capture(bad, config=HealthConfig(first_wait_s=1000)) as capture:
        while capture.flow is not Flow.LOST:
            capture.newer(0, 0.01)
        assert "no such file" in capture.says
