"""`companion calibrate` and `companion print calibration` as other programs run them."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.lens import Lens, load_lens
from calibration.table import Zone, load_table
from calibration.target import parse_target
from tests.calibration.cameras import fisheye, held, photograph
from tests.calibration.sheets import PHOTOS, taken
from tests.calibration.targets_drawn import texture
from tests.cli.standard_error import complaints
from tests.conftest import Companion

SIZE = (640, 480)
LENS = Lens(SIZE, (560.0, 560.0), (322.0, 236.0), (-0.15, 0.03, 0.0, 0.0, 0.0))
SPEC = "charuco:7x5:30mm:22mm:5X5_100"


@pytest.fixture(scope="module")
def photos(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Twelve photos of a ChArUco board, tilted to every side."""
    folder = tmp_path_factory.mktemp("photos")
    drawn = texture(parse_target(SPEC), 4)
    files = []
    for number in range(12):
        lean, nod = 30 * np.cos(number * 2.4), 30 * np.sin(number * 2.4)
        at = (0.5 * float(np.sin(number * 1.7)), 0.4 * float(np.cos(number * 1.1)))
        to_px = held(LENS, (105.0, 75.0), at, 330 + 8 * number, float(lean), float(nod))
        file = folder / f"photo-{number:02}.png"
        cv2.imwrite(str(file), photograph(drawn, 4, (-20.0, -20.0), to_px, LENS, SIZE))
        files.append(file)
    return files


def test_photos_of_a_fisheye_are_refused_with_the_reason(companion: Companion, tmp_path: Path) -> None:
    camera = fisheye(150, size=SIZE)
    focal = camera.focal
    straight = Lens(SIZE, (focal, focal), (319.5, 239.5), (0.0, 0.0, 0.0, 0.0, 0.0))
    drawn = texture(parse_target(SPEC), 4)
    files = []
    for number, at in enumerate(
        [(0, 0), (-0.6, -0.5), (0.6, -0.5), (-0.6, 0.5), (0.6, 0.5), (0.9, 0), (-0.9, 0)]
    ):
        lean, nod = 40.0 * np.sign(at[0]), -40.0 * np.sign(at[1])
        to_px = held(straight, (105.0, 75.0), at, 130, float(lean) or 20.0, float(nod))
        files.append(tmp_path / f"wide-{number}.png")
        cv2.imwrite(str(files[-1]), photograph(drawn, 4, (-20.0, -20.0), to_px, camera, SIZE))
    ran = companion("calibrate", "lens", *files, "--target", SPEC, "--out", "lens.json", "--json")
    assert (ran.status, ran.out) == (2, "")
    (said,) = complaints(ran)
    assert "fisheye lens" in said
    assert not (tmp_path / "lens.json").exists()


def test_a_lens_from_photos_to_the_file_that_see_reads(
    companion: Companion, photos: list[Path], tmp_path: Path
) -> None:
    plain = tmp_path / "plain.png"
    cv2.imwrite(str(plain), np.full((480, 640), 127, np.uint8))
    small = tmp_path / "small.png"
    first = cv2.imread(str(photos[0]))
    assert first is not None
    cv2.imwrite(str(small), cv2.resize(first, (320, 240), interpolation=cv2.INTER_AREA))
    ran = companion(
        "calibrate", "lens", *photos, plain, small, "--target", SPEC, "--out", "lens.json", "--json"
    )
    assert ran.status == 0
    assert all(line.startswith("photos: ") for line in ran.err.splitlines())
    told = json.loads(ran.out)
    for key, focal in (("fx", 560), ("fy", 560)):
        assert told[key] == pytest.approx(focal, rel=0.02)
    assert told["rms_px"] < 0.5
    assert len(told["photos"]) == 12
    dropped = {Path(d["photo"]).name: d["why"] for d in told["dropped"]}
    assert "found" in dropped["plain.png"]
    assert "320 x 240" in dropped["small.png"]
    lens = load_lens(tmp_path / "lens.json")
    assert list(lens.focal_px) == [told["fx"], told["fy"]]
    seen = companion("see", "--game", "none", "--lens", "lens.json", plain, "--json")
    assert seen.status == 0
    people = companion("calibrate", "lens", *photos, "--target", SPEC)
    assert people.status == 0
    assert "RMS" in people.out
    assert "photo-03.png" in people.out


def test_a_file_that_is_no_photo_is_named_and_the_others_count(
    companion: Companion, photos: list[Path]
) -> None:
    ran = companion("calibrate", "lens", *photos, "nowhere.jpg", "--target", SPEC, "--json")
    assert ran.status == 2
    (said,) = complaints(ran)
    assert "nowhere.jpg" in said
    assert "nowhere.jpg" in json.loads(ran.out)["dropped"][0]["photo"]


def test_a_table_from_a_photo_keeps_its_zones(companion: Companion, tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "table.png"), taken(20, 600, 15, None))
    ran = companion(
        "calibrate",
        "table",
        "table.png",
        "--zone",
        "centre:-60,-90;60,-90;60,90;-60,90",
        "--out",
        "t.json",
        "--json",
    )
    assert (ran.status, ran.err) == (0, "")
    told = json.loads(ran.out)
    assert told["fit"]["held_out"]["worst_mm"] < 1.0
    assert [zone["name"] for zone in told["zones"]] == ["centre"]
    (centre,) = load_table(tmp_path / "t.json").zones
    assert centre == Zone("centre", ((-60.0, -90.0), (60.0, -90.0), (60.0, 90.0), (-60.0, 90.0)))
    again = companion("calibrate", "table", "table.png", "--zone", "ann:70,0;90,0;90,40", "--out", "t.json")
    assert again.status == 0
    assert "12 markers" in again.out
    assert {zone.name for zone in load_table(tmp_path / "t.json").zones} == {"centre", "ann"}


def test_zones_of_another_origin_are_left_out_and_named(
    companion: Companion, samples: list[Path], tmp_path: Path
) -> None:
    cv2.imwrite(str(tmp_path / "table.png"), taken(20, 600, 15, None))
    zones = ["--zone", "centre:-60,-90;60,-90;60,90;-60,90", "--zone", "ann:70,0;90,0;90,40"]
    assert companion("calibrate", "table", "table.png", *zones, "--out", "t.json").status == 0
    by_cards = companion("calibrate", "table", samples[0], "--cards", *zones[2:], "--out", "t.json", "--json")
    assert (by_cards.status, by_cards.err) == (0, "")
    told = json.loads(by_cards.out)
    assert [zone["name"] for zone in told["zones"]] == ["ann"], (
        "what was named again is in the new millimetres"
    )
    (left_out,) = [warning for warning in told["warnings"] if "zone" in warning]
    assert "centre" in left_out
    assert "ann" not in left_out
    assert "--zone" in left_out
    assert [zone.name for zone in load_table(tmp_path / "t.json").zones] == ["ann"]


def test_a_table_from_the_cards_that_lie_there(companion: Companion, samples: list[Path]) -> None:
    ran = companion("calibrate", "table", samples[0], "--cards", "--json")
    assert ran.status == 0
    told = json.loads(ran.out)
    assert told["fit"]["seen"] >= 1
    assert told["format"] == "tabletop-companion/table"


def test_the_sheet_s_squares_are_no_cards(companion: Companion, tmp_path: Path) -> None:
    ran = companion("calibrate", "table", PHOTOS / "lamp.jpg", "--cards", "--out", "table.json")
    assert (ran.status, ran.out) == (2, "")
    (said,) = complaints(ran)
    assert "leave --cards out" in said
    assert not (tmp_path / "table.json").exists()


def test_the_sheets_are_printed(companion: Companion, tmp_path: Path) -> None:
    ran = companion("print", "calibration", "--out", "sheets", "--paper", "letter", "--json")
    assert (ran.status, ran.err) == (0, "")
    sheets = {sheet["name"]: sheet for sheet in json.loads(ran.out)["sheets"]}
    assert set(sheets) == {"chessboard", "charuco", "table"}
    for sheet in sheets.values():
        assert (tmp_path / sheet["pdf"]).read_bytes().startswith(b"%PDF")
    assert str(parse_target(sheets["charuco"]["target"])) == sheets["charuco"]["target"]
    assert "100 mm line" in companion("print", "calibration", "--out", "sheets").out


@pytest.mark.parametrize(
    "arguments",
    [
        ["lens"],
        ["lens", "a.png"],
        ["lens", "a.png", "--target", "chess"],
        ["lens", "plain.png", "plain.png", "--target", SPEC],
        ["lens", "plain.png", "--target", SPEC, "--out", "."],
        ["lens", "plain.png", "--target", SPEC, "--out", "notes.txt"],
        ["table"],
        ["table", "nowhere.png"],
        ["table", "notes.txt"],
        ["table", "plain.png"],
        ["table", "plain.png", "--cards"],
        ["table", "plain.png", "--lens", "notes.txt"],
        ["table", "plain.png", "--zone", "centre"],
        ["table", "plain.png", "--zone", "a:0,0;9,9;9,0;0,9"],
        ["table", "plain.png", "--out", "notes.txt"],
        ["table", "plain.png", "--out", "no-such-folder/table.json"],
        ["lens", "plain.png", "--target", SPEC, "--out", "no-such-folder/lens.json"],
        ["table", "plain.png", "--out", ""],
        ["nonsense"],
        [],
    ],
    ids=" ".join,
)
def test_what_cannot_be_calibrated_is_one_line_and_exit_2(
    companion: Companion, tmp_path: Path, arguments: list[str]
) -> None:
    cv2.imwrite(str(tmp_path / "plain.png"), np.full((480, 640), 127, np.uint8))
    (tmp_path / "notes.txt").write_text("a shopping list")
    ran = companion("calibrate", *arguments, "--json")
    assert (ran.status, ran.out) == (2, "")
    (said,) = complaints(ran)
    assert said.startswith("companion: ")
    assert "should not happen" not in said
    assert {path.name for path in tmp_path.iterdir()} == {"plain.png", "notes.txt"}
    assert (tmp_path / "notes.txt").read_text() == "a shopping list"


def test_a_zone_that_is_given_twice_is_refused_before_anything_is_measured(companion: Companion) -> None:
    zones = ["--zone", "a:0,0;9,0;9,9", "--zone", "b:0,0;9,0;9,9", "--zone", "a :5,5;9,5;9,9"]
    ran = companion("calibrate", "table", "nowhere.png", *zones)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == "companion: --zone a is given 2 times: give each zone once\n"


def test_alone_it_asks_what_to_measure(companion: Companion) -> None:
    ran = companion("calibrate")
    assert (ran.status, ran.out) == (2, "")
    assert (
        ran.err == "companion: Say what to measure: lens or table. (companion calibrate --help tells more)\n"
    )


def test_a_folder_that_is_missing_is_named_before_anything_is_measured(companion: Companion) -> None:
    ran = companion("calibrate", "table", "nowhere.png", "--out", "no-such-folder/table.json")
    assert ran.err.startswith("companion: no-such-folder/table.json cannot be written: there is no folder")


def test_a_refused_set_leaves_the_old_file(companion: Companion, photos: list[Path], tmp_path: Path) -> None:
    companion("calibrate", "lens", *photos, "--target", SPEC, "--out", "lens.json")
    before = (tmp_path / "lens.json").read_bytes()
    ran = companion("calibrate", "lens", photos[0], "--target", SPEC, "--out", "lens.json")
    assert ran.status == 2
    assert (tmp_path / "lens.json").read_bytes() == before
