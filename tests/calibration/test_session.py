"""A lens measured live: a board carried through the picture, and what the session says on the way."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from calibration.errors import CannotCalibrate
from calibration.session import LensSession, SessionConfig
from tests.calibration.carrying import LENS, TARGET, finished, show


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
