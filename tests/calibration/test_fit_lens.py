"""A lens is found again from what it saw, and a set of photos that cannot tell is refused with a sentence."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from calibration.errors import CannotCalibrate
from calibration.find import View
from calibration.fit_lens import FitConfig, fit_lens
from calibration.fitted_lens import LensFit, Shot
from calibration.lens import load_lens
from calibration.target import parse_target
from tests.calibration.cameras import Camera, board, fisheye, opencv_fisheye, pinhole, poses, shots

TARGET = parse_target("chessboard:9x6:25mm")
PUBLISHED = json.loads((Path(__file__).parent / "published.json").read_text(encoding="utf-8"))


def fitted(camera: Camera, count: int = 12, seed: int = 0, steep: float = 40.0) -> LensFit:
    rng = np.random.default_rng(seed)
    return fit_lens(shots(camera, poses(camera, count, rng, steep=steep), rng), TARGET)


def good_shots(seed: int = 0, count: int = 12) -> list[Shot]:
    rng = np.random.default_rng(seed)
    camera = pinhole(1000, (-0.2, 0.05, 0.0))
    return shots(camera, poses(camera, count, rng), rng)


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    focal=st.floats(600, 2500),
    barrel=st.floats(-0.15, 0.1),
    count=st.integers(8, 16),
    seed=st.integers(0, 1000),
)
def test_a_pinhole_lens_is_found_again(focal: float, barrel: float, count: int, seed: int) -> None:
    k1 = barrel * (focal / 735) ** 2  # so much at the picture's corner
    fit = fitted(pinhole(focal, (k1, 0.3 * k1**2, 0.0)), count, seed)
    np.testing.assert_allclose(fit.lens.focal_px, focal, rtol=0.02)
    sd = max(fit.focal_sd_px)
    assert max(abs(f - focal) for f in fit.lens.focal_px) < 6 * sd + 0.002 * focal
    assert fit.rms_px < 0.4
    assert len(fit.used) + len(fit.dropped) == count


@pytest.mark.parametrize("focal", [420.0, 640.0])
def test_a_wide_lens_that_draws_straight_lines_is_no_fisheye(focal: float) -> None:
    fit = fitted(pinhole(focal), 14, 3)
    np.testing.assert_allclose(fit.lens.focal_px, focal, rtol=0.01)


@pytest.mark.parametrize("kind", ["equidistant", "stereographic", "equisolid", "orthographic"])
@pytest.mark.parametrize("degrees", [130, 150, 170])
@pytest.mark.parametrize("count", [5, 12])
def test_a_fisheye_is_refused(kind: str, degrees: int, count: int) -> None:
    with pytest.raises(CannotCalibrate, match="fisheye"):
        fitted(fisheye(degrees, kind), count, degrees)


@pytest.mark.parametrize(
    "k", [(0.0, 0.0, 0.0, 0.0), (-0.02, 0.005, -0.003, 0.001), (0.05, 0.01, -0.01, 0.002)]
)
def test_what_opencv_calls_fisheye_is_refused(k: tuple[float, float, float, float]) -> None:
    rng = np.random.default_rng(5)
    wide = fisheye(140)
    project = opencv_fisheye(wide.focal, k)
    placed = [p for p in poses(wide, 12, rng) if _inside(project(p))]
    with pytest.raises(CannotCalibrate, match="fisheye") as caught:
        fit_lens(shots(project, placed, rng), TARGET)
    assert "\n" not in str(caught.value)


def _inside(pixels: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> bool:
    return bool((pixels > 0).all() and (pixels < [1279, 719]).all())


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_a_fisheye_shown_the_board_in_the_middle_alone_is_refused(seed: int) -> None:
    rng = np.random.default_rng(seed)
    wide = fisheye(160)
    placed = [
        p for p in poses(wide, 40, rng) if np.abs(wide(p) - wide.middle).max(0)[0] < 420
    ]  # the picture's outer third stays empty
    with pytest.raises(CannotCalibrate, match="fisheye"):
        fit_lens(shots(wide, placed, rng), TARGET)


def test_a_photo_that_does_not_fit_is_left_out_by_name() -> None:
    good = good_shots()
    view = good[4].view
    assert view is not None
    rng = np.random.default_rng(9)
    bent = View(view.board_mm, view.image_px + rng.normal(0, 6, view.image_px.shape))
    fit = fit_lens([*good[:4], Shot("bent", good[4].size_px, bent), *good[5:]], TARGET)
    assert [d.name for d in fit.dropped] == ["bent"]
    assert "px off" in fit.dropped[0].why
    np.testing.assert_allclose(fit.lens.focal_px, 1000, rtol=0.01)


def test_photos_without_board_of_other_size_or_twice_are_left_out_by_name() -> None:
    good = good_shots()
    view = good[0].view
    assert view is not None
    odd = [
        Shot("empty", (1280, 720), None),
        Shot("upright", (720, 1280), good[1].view),
        Shot("again", (1280, 720), View(view.board_mm, view.image_px + 0.5)),
    ]
    fit = fit_lens([*good, *odd], TARGET)
    why = {d.name: d.why for d in fit.dropped}
    assert set(why) == {"empty", "upright", "again"}
    assert "found" in why["empty"]
    assert "720 x 1280" in why["upright"]
    assert "photo-0" in why["again"]
    assert fit.used == fit_lens(good, TARGET).used


@pytest.mark.parametrize("count", [0, 1, 2])
def test_too_few_photos_are_refused(count: int) -> None:
    with pytest.raises(CannotCalibrate, match="take 10 to 15"):
        fit_lens(good_shots()[:count], TARGET)


def test_the_same_photo_ten_times_is_one() -> None:
    with pytest.raises(CannotCalibrate, match="only 1 photo can be used"):
        fit_lens([replace(s, name=str(i)) for i, s in enumerate(good_shots(count=1) * 10)], TARGET)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("noise", [0.05, 0.4])
def test_a_board_that_was_never_tilted_determines_no_focal_length(seed: int, noise: float) -> None:
    # The fit of such photos ends anywhere between half and a hundred times the truth, to within 0.1 % as it thinks.
    rng = np.random.default_rng(seed)
    camera = pinhole(1500)
    points = np.column_stack([board() - board().mean(0), np.zeros(54)])
    places = ((-60, -30, 500), (40, 20, 500), (0, 40, 520), (-40, 30, 510), (60, -40, 505), (0, 0, 500))
    flat = [points + np.array(place) for place in places]
    with pytest.raises(CannotCalibrate, match="focal length"):
        fit_lens(shots(camera, flat, rng, noise=noise), TARGET)


def test_few_photos_that_leave_the_focal_length_open_are_warned_about() -> None:
    fit = fit_lens(published("charuco"), parse_target("charuco:5x7:40mm:20mm"))
    assert any("focal length" in warning for warning in fit.warnings)
    assert any("bottom right" in warning for warning in fit.warnings)


def test_points_that_fit_no_lens_are_refused() -> None:
    rng = np.random.default_rng(2)
    shaken = [
        Shot(
            s.name,
            s.size_px,
            View(s.view.board_mm, s.view.image_px + rng.normal(0, 4, s.view.image_px.shape)),
        )
        for s in good_shots()
        if s.view is not None
    ]
    with pytest.raises(CannotCalibrate):
        fit_lens(shaken, TARGET)


def published(name: str) -> list[Shot]:
    group = PUBLISHED[name]
    points = np.array(group["board_mm"])
    size = (group["size_px"][0], group["size_px"][1])
    return [Shot(photo, size, View(points, np.array(corners))) for photo, corners in group["photos"].items()]


@pytest.mark.parametrize("name", ["chessboard", "charuco"])
def test_published_focal_lengths_of_real_cameras_are_met_within_3_percent(name: str) -> None:
    group = PUBLISHED[name]
    fit = fit_lens(published(name), parse_target(group["target"]))
    np.testing.assert_allclose(fit.lens.focal_px, group["published_focal_px"], rtol=0.03)
    assert fit.rms_px <= group["published_rms_px"] * 1.1
    assert not fit.dropped
    assert not any("alike" in words or "fx and fy" in words for words in fit.warnings)


def test_the_lens_file_comes_back_and_tells_of_its_making(tmp_path: Path) -> None:
    fit = fit_lens(good_shots(), TARGET)
    file = tmp_path / "lens.json"
    file.write_text(json.dumps(fit.to_file()))
    assert load_lens(file) == fit.lens
    assert json.loads(file.read_text())["fit"]["photos"] == 12
    told = json.loads(json.dumps(fit.to_json()))
    assert told["fx"] == fit.lens.focal_px[0]
    assert len(told["photos"]) == 12


@pytest.mark.parametrize(
    "change",
    [
        {"least_views": 13},
        {"outlier_ratio": 1.0, "outlier_px": 0.0},
        {"greatest_rms_px": 0.05},
        {"greatest_focal_sd": 1e-6},
        {"good_focal_sd": 1e-6},
        {"least_tilt": 80.0},
        {"focal_range": (1.0, 2.0)},
        {"most_stretch": 0.0},
    ],
    ids=lambda change: next(iter(change)),
)
def test_every_bound_matters(change: dict[str, float]) -> None:
    good = good_shots()
    usual = fit_lens(good, TARGET)
    try:
        other = fit_lens(good, TARGET, replace(FitConfig(), **change))  # type: ignore[arg-type]
    except CannotCalibrate:
        return
    assert (other.used, other.warnings) != (usual.used, usual.warnings)


def test_same_photos_same_lens() -> None:
    assert fit_lens(good_shots(), TARGET) == fit_lens(good_shots(), TARGET)
