"""The table's plane from its sheet: markers held out, the camera's stand, zones, and files that are none."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from calibration.errors import CannotCalibrate
from calibration.fit_table import fit_table
from calibration.lens import Lens
from calibration.plane import bent, through
from calibration.sheet import find_sheet, table_sheet
from calibration.table import BadTable, Table, load_table, matrix_of, zone_of
from tests.calibration.cameras import SIZE, Floats, plane
from tests.calibration.sheets import LENS, taken

FAR_MM = np.array([[-150.0, -150.0], [150.0, -150.0], [150.0, 150.0], [-150.0, 150.0]])


def marks(to_px: Floats, lens: Lens | None, noise: float, seed: int) -> dict[int, Floats]:
    rng = np.random.default_rng(seed)
    sheet = table_sheet()
    return {
        number: bent(through(to_px, sheet.marker(number)), lens) + rng.normal(0, noise, (4, 2))
        for number in sheet.corner_mm
    }


@pytest.mark.parametrize(("tilt", "height", "turn"), [(0, 600, 0), (25, 700, 140), (50, 450, -35)])
def test_a_marker_held_out_lies_within_a_millimetre(tilt: float, height: float, turn: float) -> None:
    found = find_sheet(taken(tilt, height, turn), table_sheet())
    assert len(found) == 12
    fit = fit_table(found, table_sheet(), SIZE, LENS)
    assert fit.held_out is not None
    assert fit.held_out.worst_mm < 1.0
    assert not fit.warnings
    assert fit.table.stand is not None
    assert fit.table.stand.height_mm == pytest.approx(height, rel=0.01)
    assert fit.table.stand.tilt_degrees == pytest.approx(tilt, abs=0.7)
    # Points off the sheet, against the map that drew the photo.
    truth = bent(through(plane(LENS, tilt, height, turn=turn), FAR_MM), LENS)
    np.testing.assert_allclose(fit.table.to_mm(truth), FAR_MM, atol=1.0)
    np.testing.assert_allclose(fit.table.to_px(FAR_MM), truth, atol=2.0)


def test_without_a_lens_the_error_is_told() -> None:
    fit = fit_table(find_sheet(taken(20, 500, 10), table_sheet()), table_sheet(), SIZE)
    held = fit.held_out
    assert held is not None
    assert fit.table.stand is None
    assert held.mean_mm < 2.0
    assert bool(fit.warnings) == (held.worst_mm > 1.0)
    straight = fit_table(find_sheet(taken(20, 500, 10, None), table_sheet()), table_sheet(), SIZE)
    assert straight.held_out is not None
    assert straight.held_out.worst_mm < 1.0


@pytest.mark.parametrize("zoom", [0.7, 0.9, 1.3])
@pytest.mark.parametrize("tilt", [20, 40])
def test_another_cameras_lens_file_is_named_and_says_nothing_of_the_height(tilt: float, zoom: float) -> None:
    other = replace(LENS, focal_px=(zoom * LENS.focal_px[0], zoom * LENS.focal_px[1]))
    fit = fit_table(marks(plane(LENS, tilt, 650), LENS, 0.1, 0), table_sheet(), SIZE, other)
    assert fit.table.stand is None
    assert "lens file" in fit.warnings[0]
    assert fit.to_json()["camera"] is None


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    tilt=st.floats(0, 60),
    height=st.floats(300, 1200),
    turn=st.floats(-180, 180),
    seed=st.integers(0, 99),
    seen=st.integers(4, 12),
)
def test_any_stand_is_found_again(tilt: float, height: float, turn: float, seed: int, seen: int) -> None:
    to_px = plane(LENS, tilt, height, turn=turn)
    all_marks = marks(to_px, LENS, 0.1, seed)
    rng = np.random.default_rng(seed)
    some = {int(n): all_marks[int(n)] for n in rng.permutation(list(all_marks))[:seen]}
    fit = fit_table(some, table_sheet(), SIZE, LENS)
    assert fit.seen == seen
    assert fit.held_out is not None
    assert fit.table.stand is not None
    assert fit.table.stand.height_mm == pytest.approx(height, rel=0.03)
    middle = np.array([[0.0, 0.0]])
    np.testing.assert_allclose(fit.table.to_mm(bent(through(to_px, middle), LENS)), middle, atol=1.5)


def test_ink_that_light_has_eaten_is_allowed_for() -> None:
    """Blur and glare move all corners inwards: that is no error of the plane."""
    to_px = plane(LENS, 20, 600)
    sheet = table_sheet()
    inwards = 0.4 * np.array([[1.0, 1.0], [-1.0, 1.0], [-1.0, -1.0], [1.0, -1.0]])
    eaten = {n: bent(through(to_px, sheet.marker(n) + inwards), LENS) for n in sheet.corner_mm}
    fit = fit_table(eaten, sheet, SIZE, LENS)
    assert fit.held_out is not None
    assert fit.held_out.worst_mm < 0.05


@pytest.mark.parametrize("count", [0, 1, 2])
def test_too_few_markers_are_refused(count: int) -> None:
    some = dict(list(marks(plane(LENS, 10, 600), LENS, 0, 0).items())[:count])
    with pytest.raises(CannotCalibrate, match=f"{count} of the table sheet's 12 markers"):
        fit_table(some, table_sheet(), SIZE, LENS)


def test_a_crumpled_sheet_is_refused_and_a_bent_one_warned_about() -> None:
    flat = marks(plane(LENS, 10, 600), LENS, 0, 0)
    rng = np.random.default_rng(0)
    crumpled = {n: quad + rng.normal(0, 14, 2) for n, quad in flat.items()}
    with pytest.raises(CannotCalibrate, match="flat"):
        fit_table(crumpled, table_sheet(), SIZE, LENS)
    curled = {n: quad + rng.normal(0, 2, 2) for n, quad in flat.items()}
    assert fit_table(curled, table_sheet(), SIZE, LENS).warnings


def test_a_picture_without_sheet_has_no_markers() -> None:
    assert not find_sheet(np.full((720, 1280), 128, np.uint8), table_sheet())
    noise = np.random.default_rng(1).integers(0, 256, (720, 1280), dtype=np.uint8)
    assert not find_sheet(noise, table_sheet())


def test_a_large_picture_gives_the_same_plane() -> None:
    small = taken(25, 700, 140, noise=0)
    large = np.kron(small, np.ones((2, 2), np.uint8))
    one = fit_table(find_sheet(small, table_sheet()), table_sheet(), SIZE, LENS).table
    two = fit_table(find_sheet(large, table_sheet()), table_sheet(), (2560, 1440), LENS).table
    np.testing.assert_allclose(two.scaled_to(*SIZE).to_px(FAR_MM), one.to_px(FAR_MM), atol=0.6)


def test_the_sky_is_not_on_the_table() -> None:
    fit = fit_table(marks(plane(LENS, 70, 500), LENS, 0, 0), table_sheet(), SIZE, LENS)
    there = fit.table.to_mm(np.array([[640.0, 700.0], [640.0, -3000.0]]))
    assert np.isfinite(there[0]).all()
    assert np.isnan(there[1]).all()


# --- zones and files ------------------------------------------------------------------------------


def table() -> Table:
    zone = zone_of("centre", [(-60, -90), (60, -90), (60, 90), (-60, 90)])
    fit = fit_table(marks(plane(LENS, 30, 600), LENS, 0.1, 0), table_sheet(), SIZE, LENS)
    return replace(
        fit.table, zones=(zone, zone_of("ann's side".replace("'", ""), [(70, 0), (170, 0), (120, 90)]))
    )


def test_a_table_file_comes_back_as_it_was(tmp_path: Path) -> None:
    file = tmp_path / "table.json"
    file.write_text(json.dumps(table().to_json()))
    assert load_table(file) == table()
    bare = Table(SIZE, matrix_of(np.eye(3)))
    file.write_text(json.dumps({**bare.to_json(), "more": 1}))
    assert load_table(file) == bare


@pytest.mark.parametrize(
    ("name", "corners", "says"),
    [
        ("", [(0, 0), (9, 0), (0, 9)], "name"),
        ("a\nb", [(0, 0), (9, 0), (0, 9)], "name"),
        ("a", [(0, 0), (9, 0)], "2 corners"),
        ("a", [(0, 0), (9, 9), (9, 0), (0, 9)], "cross"),
        ("a", [(0, 0), (5, 0), (9, 0)], "no area"),
        ("a", [(0, 0), (5e9, 0), (0, 9)], "millimetres"),
        ("a", [(0, 0), (float("nan"), 0), (0, 9)], "millimetres"),
    ],
)
def test_what_is_no_zone_is_one_sentence(name: str, corners: list[tuple[float, float]], says: str) -> None:
    with pytest.raises(BadTable, match=says):
        zone_of(name, corners)


def spoilt(change: dict[str, Any]) -> str:
    return json.dumps({**_sound(), **change})


@cache
def _sound() -> dict[str, Any]:
    return table().to_json()


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("", "no JSON"),
        ("nonsense", "no JSON"),
        ("[" * 100_000, "no JSON"),
        ("[1]", "not one of this program's"),
        ("{}", "not one of this program's"),
        (spoilt({"version": 2}), "newer version"),
        (spoilt({"version": 0}), "not one of this program's"),
        (spoilt({"version": "1"}), "not one of this program's"),
        (spoilt({"format": "tabletop-companion/lens"}), "not one of this program's"),
        (spoilt({"size_px": [0, 720]}), "not one of this program's"),
        (spoilt({"size_px": [1e400, 720]}).replace("Infinity", "1e400"), "not one of this program's"),
        (spoilt({"mm_to_px": [[0, 0, 0]] * 3}), "not one of this program's"),
        (spoilt({"mm_to_px": [[1, 0, 0], [0, 1, 0]]}), "not one of this program's"),
        (spoilt({"mm_to_px": [["1", 0, 0], [0, 1, 0], [0, 0, 1]]}), "not one of this program's"),
        (spoilt({"lens": {"size_px": [3, 4]}}), "not one of this program's"),
        (spoilt({"camera": {"height_mm": 3}}), "not one of this program's"),
        (spoilt({"zones": [{"name": "a", "corners_mm": [[0, 0], [1, 1]]}]}), "2 corners"),
        (spoilt({"zones": 3}), "not one of this program's"),
    ],
)
def test_a_bad_table_file_is_one_sentence(tmp_path: Path, content: str, says: str) -> None:
    file = tmp_path / "table.json"
    file.write_text(content)
    with pytest.raises(BadTable, match=says) as caught:
        load_table(file)
    assert str(file) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_missing_table_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadTable, match=r"nowhere\.json"):
        load_table(tmp_path / "nowhere.json")


def test_a_table_fits_other_sizes_of_the_same_proportions_only() -> None:
    half = table().scaled_to(640, 360)
    np.testing.assert_allclose(half.to_px(FAR_MM) + 0.5, (table().to_px(FAR_MM) + 0.5) / 2, atol=0.01)
    with pytest.raises(BadTable, match="640 x 480"):
        table().scaled_to(640, 480)
