"""`--target` as people write it, and boards found in pictures of them."""

from __future__ import annotations

from contextlib import suppress

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.errors import CannotCalibrate
from calibration.find import find_target
from calibration.lens import Lens
from calibration.plane import bent, through
from calibration.target import parse_target
from tests.calibration.cameras import photograph, plane
from tests.calibration.targets_drawn import texture

LENS = Lens((1280, 720), (1000.0, 1000.0), (640.0, 355.0), (-0.15, 0.03, 0.0005, 0.0, 0.0))


@given(
    st.sampled_from(["chessboard", "charuco", "arucogrid"]),
    st.integers(3, 12),
    st.integers(3, 12),
    st.integers(10, 60),
    st.integers(1, 9),
)
def test_what_a_target_is_called_is_read_back(
    kind: str, across: int, down: int, big: int, small: int
) -> None:
    lengths = f"{big}mm" if kind == "chessboard" else f"{big}mm:{small}mm"
    target = parse_target(f"{kind}:{across}x{down}:{lengths}")
    assert parse_target(str(target)) == target
    assert (target.across, target.down) == (across, down)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "give one like"),
        ("chess", "give one like"),
        ("chessboard", "give one like"),
        ("chessboard:9x6", "give one like"),
        ("chessboard:9x6:0mm", "give one like"),
        ("chessboard:9x6:-3mm", "give one like"),
        ("chessboard:9x6:1e9mm", "give one like"),
        ("chessboard:nine:25mm", "give one like"),
        ("chessboard:9x6:25mm:6X6_250", "give one like"),
        ("chessboard:2x6:25mm", "3 x 3"),
        ("chessboard:1x900:25mm", "2 to 60"),
        ("charuco:5x7:20mm:40mm", "square's side first"),
        ("charuco:5x7:40mm:20mm:9X9_7", "9X9_7"),
        ("charuco:30x30:40mm:20mm", "too few markers"),
        ("arucogrid:4x5:37.5mm", "give one like"),
        ("arucogrid:20x20:10mm:2mm:4X4_50", "too few markers"),
    ],
)
def test_what_is_no_target_is_one_sentence(text: str, says: str) -> None:
    with pytest.raises(CannotCalibrate, match=says) as caught:
        parse_target(text)
    assert "\n" not in str(caught.value)


@given(st.text(max_size=30))
def test_any_text_is_a_target_or_a_sentence(text: str) -> None:
    with suppress(CannotCalibrate):
        assert parse_target(text).across > 1


TARGETS = [
    "chessboard:9x6:25mm",
    "charuco:7x10:24mm:18mm",
    "charuco:5x7:30mm:20mm:5X5_100",
    "arucogrid:4x5:37.5mm:5mm",
]


@pytest.mark.parametrize("text", TARGETS)
@pytest.mark.parametrize("tilt", [0, 35])
def test_points_are_found_where_they_are(text: str, tilt: int) -> None:
    target = parse_target(text)
    to_px = plane(LENS, tilt, 420, turn=20, aim=(90, 90))
    picture = photograph(texture(target), 6, (-20.0, -20.0), to_px, LENS)
    view = find_target(picture, target)
    assert view is not None
    assert len(view.board_mm) == len(view.image_px) >= 12
    # Points of a chessboard count from its first inner corner, and from either end.
    start = np.array([target.pitch_mm] * 2) if target.kind == "chessboard" else np.zeros(2)
    size = np.array(target.size_mm)
    gaps = [
        np.linalg.norm(bent(through(to_px, spots + start), LENS) - view.image_px, axis=1).max()
        for spots in (view.board_mm, size - view.board_mm)
    ]
    assert min(gaps) < (0.35 if target.kind != "arucogrid" else 1.0)


@pytest.mark.parametrize("text", TARGETS)
def test_a_picture_without_board_shows_none(text: str) -> None:
    rng = np.random.default_rng(3)
    noise = cv2.GaussianBlur(rng.integers(0, 256, (480, 640), dtype=np.uint8), (0, 0), 3)
    assert find_target(np.asarray(noise, np.uint8), parse_target(text)) is None
    assert find_target(np.zeros((480, 640), np.uint8), parse_target(text)) is None


@pytest.mark.parametrize("text", TARGETS[1:])
def test_a_part_of_a_marked_board_will_do(text: str) -> None:
    target = parse_target(text)
    picture = photograph(texture(target), 6, (-20.0, -20.0), plane(LENS, 10, 420, aim=(90, 90)), LENS)
    whole = find_target(picture, target)
    picture[:, 640:] = 90
    part = find_target(picture, target)
    assert whole is not None
    assert part is not None
    assert 6 <= len(part.image_px) < len(whole.image_px)
