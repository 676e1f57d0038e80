"""A lens measured live: a board carried through the picture, and what the session says on the way."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import pairwise

import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.errors import CannotCalibrate
from calibration.lens import Lens
from calibration.session import LensSession, SessionConfig
from calibration.target import parse_target
from calibration.views import NINTHS
from tests.calibration.cameras import held, photograph
from tests.calibration.test_target import texture

Frame = NDArray[np.uint8]

SIZE = (480, 360)
LENS = Lens(SIZE, (420.0, 420.0), (243.0, 177.0), (-0.12, 0.02, 0.0, 0.0, 0.0))
TARGET = parse_target("charuco:7x5:30mm:22mm:5X5_100")
MIDDLE = (105.0, 75.0)


@cache
def board() -> Frame:
    return texture(TARGET, 4)


@cache
def show(x: float, y: float, away: float, lean: float = 0.0, nod: float = 0.0) -> Frame:
    """A frame in which the board's middle is at (x, y) parts of the picture's half size, leaned about both axes."""
    matrix = held(LENS, MIDDLE, (x, y), away, lean, nod)
    return photograph(board(), 4, (-20.0, -20.0), matrix, LENS, SIZE)


def carried(session: LensSession) -> Iterator[LensSession]:
    """A person who holds the board where the advice says, and each time comes there and holds it still."""
    places = {name: (number % 3 - 1, number // 3 - 1) for number, name in enumerate(NINTHS)}
    leans = {"right": (30.0, 0.0), "left": (-30.0, 0.0), "lower": (0.0, 30.0), "upper": (0.0, -30.0)}
    rng = np.random.default_rng(4)
    for _ in range(60):
        words = session.advice
        x, y, lean, nod = (*rng.uniform(-0.3, 0.3, 2), *rng.uniform(-30, 30, 2))
        for name, place in sorted(places.items(), key=lambda item: len(item[0])):
            if f"the {name} of" in words:
                x, y = 0.55 * place[0], 0.5 * place[1]
        for side, leant in leans.items():
            if f"its {side} side" in words:
                lean, nod = leant
        frame = show(round(x, 2), round(y, 2), round(float(rng.uniform(300, 420))), round(lean), round(nod))
        for _ in range(2):
            session = session.step(frame)
            yield session
        if session.ready:
            return


@cache
def finished() -> tuple[LensSession, ...]:
    return tuple(carried(LensSession(TARGET)))


def test_who_follows_the_advice_gets_a_lens() -> None:
    *before, last = finished()
    assert last.ready
    assert not any(session.ready for session in before)
    assert "enough" in last.advice
    assert not last.coverage.empty
    fit = last.fit()
    np.testing.assert_allclose(fit.lens.focal_px, LENS.focal_px, rtol=0.02)


def test_coverage_never_shrinks_and_steps_leave_the_old_session_alone() -> None:
    shares = [session.coverage.share for session in finished()]
    assert shares == sorted(shares)
    counts = [len(session.views) for session in finished()]
    assert all(0 <= b - a <= 1 for a, b in pairwise(counts))
    start = LensSession(TARGET)
    start.step(show(0, 0, 350))
    assert start.size_px is None
    assert not start.views


def test_a_board_is_taken_only_when_it_is_held_still_and_once() -> None:
    session = LensSession(TARGET).step(show(0, 0, 350))
    assert (session.event, len(session.views)) == ("moving", 0)
    assert "still" in session.advice
    session = session.step(show(0.3, 0, 350))
    assert (session.event, len(session.views)) == ("moving", 0)
    session = session.step(show(0.3, 0, 350))
    assert (session.event, len(session.views)) == ("taken", 1)
    session = session.step(show(0.3, 0, 350))
    assert (session.event, len(session.views)) == ("known", 1)
    assert session.last is not None


def test_no_board_a_far_one_and_another_size_are_told() -> None:
    session = LensSession(TARGET).step(np.full((360, 480, 3), 90, np.uint8))
    assert session.event == "lost"
    assert str(TARGET) in session.advice
    far = session.step(show(0, 0, 900))
    assert far.event in ("small", "lost")
    other = session.step(np.zeros((480, 640), np.uint8))
    assert other.event == "other size"
    assert "size" in other.advice


def test_a_full_session_still_takes_what_it_asks_for_and_nothing_else() -> None:
    full = LensSession(TARGET, SessionConfig(most_views=1))
    for _ in range(2):
        full = full.step(show(0, 0, 420))
    assert (full.event, len(full.views)) == ("taken", 1)
    assert "top left" in full.advice
    corner = full.step(show(-0.55, -0.5, 380)).step(show(-0.55, -0.5, 380))
    assert (corner.event, len(corner.views)) == ("taken", 2)
    inside = corner.step(show(0, 0, 500)).step(show(0, 0, 500))
    assert (inside.event, len(inside.views)) == ("known", 2)


def test_too_little_is_refused() -> None:
    with pytest.raises(CannotCalibrate):
        LensSession(TARGET).fit()
