"""A bumped camera and a pushed board are told within a second; noise, light, hands and cards are not."""

from __future__ import annotations

from collections.abc import Iterable

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.watch import TableWatch, WatchConfig, Watched
from tests import grain

Frame = NDArray[np.uint8]
FPS = 15
BOARD = ((420, 200), (860, 200), (860, 520), (420, 520))


def table() -> Frame:
    """A table with grain, things that lie on it, and a board in its middle."""
    rng = np.random.default_rng(2)
    grain = cv2.GaussianBlur(rng.normal(0, 60, (720, 1280)).astype(np.float32), (0, 0), 4)
    frame = np.clip(120 + grain, 0, 255).astype(np.uint8)
    for _ in range(40):
        x, y = rng.integers([20, 20], [1200, 660])
        w, h = rng.integers(15, 60, 2)
        cv2.rectangle(frame, (int(x), int(y)), (int(x + w), int(y + h)), int(rng.integers(20, 240)), -1)
    cv2.rectangle(frame, (420, 200), (860, 520), 225, -1)
    for _ in range(25):
        x, y = rng.integers([430, 210], [830, 490])
        cv2.circle(
            frame, (int(x), int(y)), int(rng.integers(5, 16)), int(rng.integers(0, 150)), -1, cv2.LINE_AA
        )
    return cv2.GaussianBlur(frame, (0, 0), 1.0).astype(np.uint8)


TABLE = table()


def grainy(frame: Frame, number: int, sigma: float = 3.0, gain: float = 1.0, offset: float = 0.0) -> Frame:
    return grain.grainy(gain * frame.astype(np.float32) + np.float32(offset), sigma, number)


def shifted(frame: Frame, x: float, y: float, degrees: float = 0.0) -> Frame:
    turn = np.asarray(cv2.getRotationMatrix2D((640, 360), degrees, 1.0), np.float64)
    turn[:, 2] += (x, y)
    return np.asarray(cv2.warpAffine(frame, turn, (1280, 720), borderMode=cv2.BORDER_REFLECT), np.uint8)


def with_hand(frame: Frame, x: float, y: float) -> Frame:
    held = frame.copy()
    cv2.ellipse(held, (int(x), int(y)), (150, 80), 30, 0, 360, 150, -1, cv2.LINE_AA)
    cv2.line(held, (int(x), int(y)), (int(x) + 500, int(y) + 600), 140, 90, cv2.LINE_AA)
    return held


def watched(frames: Iterable[Frame], watch: TableWatch | None = None) -> list[TableWatch]:
    watch = watch or TableWatch.start(TABLE, BOARD)
    seen = []
    for number, frame in enumerate(frames):
        watch = watch.step(frame, number / FPS)
        seen.append(watch)
    return seen


def states(seen: list[TableWatch]) -> set[Watched]:
    return {watch.state for watch in seen}


def test_noise_says_nothing() -> None:
    assert states(watched(grainy(TABLE, n, 5.0) for n in range(30))) == {Watched.STEADY}


def test_light_says_nothing() -> None:
    fading = [grainy(TABLE, n, 3.0, 1 - n / 60) for n in range(30)]
    lamp = [grainy(TABLE, n, 3.0, 1.2, 15) for n in range(15)]
    ramp = np.linspace(0.6, 1.2, 1280, dtype=np.float32)[None]
    shade = [grainy(np.clip(TABLE * ramp, 0, 255).astype(np.uint8), n) for n in range(15)]
    assert states(watched([*fading, *lamp, *shade])) == {Watched.STEADY}


def test_a_hand_that_passes_says_nothing() -> None:
    path = [(1280 - 45 * n, 150 + 15 * n) for n in range(30)]
    frames = [grainy(with_hand(TABLE, x, y), n) for n, (x, y) in enumerate(path)]
    seen = watched([*frames, *(grainy(TABLE, n) for n in range(15))])
    assert not states(seen) & {Watched.CAMERA_MOVED, Watched.BOARD_MOVED}
    assert seen[-1].state is Watched.STEADY


def test_a_hand_that_rests_says_nothing_of_a_bump() -> None:
    resting = [grainy(with_hand(TABLE, 640, 300), n) for n in range(30)]
    assert not states(watched(resting)) & {Watched.CAMERA_MOVED, Watched.BOARD_MOVED}


@pytest.mark.parametrize(
    ("x", "y", "degrees"), [(2.5, 0, 0), (0, -4, 0), (9, 5, 0.3), (0, 0, 1.0), (40, 25, 0), (200, 0, 15)]
)
def test_a_bumped_camera_is_told_within_a_second(x: float, y: float, degrees: float) -> None:
    before = [grainy(TABLE, n) for n in range(8)]
    after = [grainy(shifted(TABLE, x, y, degrees), 100 + n) for n in range(FPS)]
    seen = watched([*before, *after])
    assert seen[7].state is Watched.STEADY
    assert seen[-1].state is Watched.CAMERA_MOVED
    assert "camera has moved" in seen[-1].says
    if not degrees and max(abs(x), abs(y)) < 10:
        np.testing.assert_allclose(seen[-1].shift_px, (x, y), atol=0.4)


def test_a_bump_under_a_passing_hand_is_told() -> None:
    frames = [grainy(with_hand(shifted(TABLE, 5, 3), 900 - 20 * n, 250), n) for n in range(FPS)]
    assert watched(frames)[-1].state is Watched.CAMERA_MOVED


def test_a_pushed_board_is_told_and_is_no_bump() -> None:
    pushed = TABLE.copy()
    pushed[200:520, 426:866] = TABLE[200:520, 420:860]
    seen = watched(grainy(pushed, n) for n in range(FPS))
    assert seen[-1].state is Watched.BOARD_MOVED
    assert Watched.CAMERA_MOVED not in states(seen)
    np.testing.assert_allclose(seen[-1].shift_px, (6, 0), atol=0.5)


def test_a_camera_put_back_is_steady_again() -> None:
    bumped = [grainy(shifted(TABLE, 6, 0), n) for n in range(FPS)]
    seen = watched([*bumped, *(grainy(TABLE, n) for n in range(FPS))])
    assert seen[FPS - 1].state is Watched.CAMERA_MOVED
    assert seen[-1].state is Watched.STEADY


def test_a_jolt_that_ends_where_it_began_says_nothing() -> None:
    jolt = [grainy(shifted(TABLE, 6, 0), n) for n in range(3)]
    assert states(watched([*jolt, *(grainy(TABLE, n) for n in range(FPS))])) == {Watched.STEADY}


def test_darkness_hides_the_table_and_moves_nothing() -> None:
    seen = watched(np.full_like(TABLE, 3) for _ in range(FPS))
    assert seen[-1].state is Watched.HIDDEN
    assert "light" in seen[-1].says


def test_cards_that_stay_become_part_of_the_table() -> None:
    rng = np.random.default_rng(8)
    played = TABLE.copy()
    for x, y in ((60, 60), (250, 480), (950, 80), (1000, 500), (500, 560), (180, 250)):
        card = cv2.resize(
            rng.integers(0, 256, (11, 8), dtype=np.uint8), (110, 150), interpolation=cv2.INTER_NEAREST
        )
        played[y : y + 150, x : x + 110] = card[: 720 - y]
    watch = watched([played] * 2)[-1]
    lost = sum(place.lost_s is not None for place in watch.places)
    for number in range(10):
        watch = watch.step(grainy(played, number), 2.0 + number)
    assert watch.state is Watched.STEADY
    assert sum(place.lost_s is not None for place in watch.places) < lost
    bumped = watched((grainy(shifted(played, 5, 0), n) for n in range(FPS)), watch)
    assert bumped[-1].state is Watched.CAMERA_MOVED


def test_frames_of_another_size_are_refused() -> None:
    with pytest.raises(ValueError, match="one size"):
        TableWatch.start(TABLE).step(TABLE[:360], 0.0)


def test_a_blank_table_is_hidden_rather_than_sure() -> None:
    blank = np.full((720, 1280), 128, np.uint8)
    seen = watched((grainy(blank, n) for n in range(FPS)), TableWatch.start(blank))
    assert seen[-1].state is Watched.HIDDEN


def test_steps_leave_the_old_watch_alone_and_give_the_same_again() -> None:
    start = TableWatch.start(TABLE, BOARD)
    one, two = (watched([shifted(TABLE, 5, 0)] * 9, start)[-1] for _ in range(2))
    assert (one.state, one.since_s, one.shift_px) == (two.state, two.since_s, two.shift_px)
    assert start.state is Watched.STEADY
    assert start.before is None


@pytest.mark.parametrize(
    ("config", "differs"),
    [
        (WatchConfig(moved_px=20.0), True),
        (WatchConfig(hold_s=60.0), True),
        (WatchConfig(dark_level=255.0), True),
        (WatchConfig(patches=4), True),
        (WatchConfig(side_px=320, moved_px=2.0), True),
        (WatchConfig(moved_share=1.01), True),
        (WatchConfig(agree_px=-1.0), True),
        (WatchConfig(), False),
    ],
)
def test_the_bounds_matter(config: WatchConfig, differs: bool) -> None:
    seen = watched((shifted(TABLE, 5, 0) for _ in range(FPS)), TableWatch.start(TABLE, None, config))
    last = seen[-1]
    assert ((last.state, last.shift_px, len(last.places)) != _usual()) is differs


def _usual() -> tuple[Watched, tuple[float, float], int]:
    last = watched((shifted(TABLE, 5, 0) for _ in range(FPS)), TableWatch.start(TABLE))[-1]
    return last.state, last.shift_px, len(last.places)
