"""A camera whose lens and table were measured beforehand: straight frames, its plane, its zones."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.lens import Lens
from calibration.plane import straight
from companion.eyes.camera_eye import CameraEye
from companion.table.recording import known
from companion.table.store import Store
from companion.table.zangle.events import SetUp
from companion.web.eye import RECORDING, Sight
from companion.web.hall import Hall
from tests.live.measured import SIZE, VIEW, table
from tests.live.staging import Laid, Pixels, Stage, in_picture, rim
from vision.live.follow import MOVED, Follow
from vision.live.mount import Mount
from vision.live.source_name import BadSource

GLASS = Lens(SIZE, (900.0, 900.0), (640.0, 360.0), (-0.24, 0.06, 0.0, 0.0, 0.0))
"""A wide lens: the picture's corners lie 60 pixels off."""
THINGS = {
    "iamond-5a-01": Laid(60, 60, 3),
    "iamond-2a-01": Laid(150, 62, -4),
    "iamond-3a-01": Laid(700, 370, 2),
    "iamond-4a-01": Laid(380, 214, 8),
}


def through_glass(pixels: Pixels) -> Pixels:
    """The frame as the lens bends it."""
    width, height = SIZE
    grid = np.stack(np.meshgrid(np.arange(width), np.arange(height)), axis=-1).reshape(-1, 2).astype(float)
    seen = straight(grid, GLASS).astype(np.float32).reshape(height, width, 2)
    return np.asarray(cv2.remap(pixels, seen[..., 0], seen[..., 1], cv2.INTER_LINEAR), np.uint8)


@pytest.fixture(scope="module")
def bent() -> list[Pixels]:
    stage = Stage(VIEW)
    return [through_glass(stage.picture(THINGS, number=number)) for number in range(2)]


def far_off_mm(mount: Mount, frames: list[Pixels]) -> float:
    """How far off the worst card is told to lie, once the frames agree."""
    follow = Follow(known("iamond"), mount=mount)
    for number in range(4):
        scene = follow.frame(mount.straight(frames[number % 2]), number, number / 15)
    off = [
        float(np.hypot(card.at_mm[0] - THINGS[card.id].x, card.at_mm[1] - THINGS[card.id].y))
        for card in scene.cards
        if card.id is not None and card.at_mm is not None
    ]
    assert len(off) >= 2
    return max(off)


def test_a_lens_file_makes_places_true(bent: list[Pixels]) -> None:
    assert far_off_mm(Mount(GLASS, table()), bent) < 2.5
    assert far_off_mm(Mount(table=table(GLASS)), bent) < 2.5
    assert far_off_mm(Mount(table=table()), bent) > 10


def test_a_straight_frame_is_the_staged_one(bent: list[Pixels]) -> None:
    stage = Stage(VIEW)
    for name, laid in THINGS.items():
        x, y = in_picture(rim(name, laid), stage.camera).mean(axis=0).astype(int)
        spot = np.s_[y - 15 : y + 15, x - 15 : x + 15]
        off = np.abs(Mount(GLASS).straight(bent[0])[spot].astype(int) - stage.picture(THINGS)[spot])
        assert np.median(off) < 8


def test_after_a_bump_the_measured_plane_holds_no_more() -> None:
    stage, mount = Stage(VIEW), Mount(table=table())
    follow = Follow(known("iamond"), mount=mount)
    notes: list[str] = []
    for number in range(40):
        shake = (0.0, 0.0) if number < 8 else (14.0, 9.0)
        scene = follow.frame(stage.picture(THINGS, number=number % 3, shake=shake), number, number / 15)
        notes += scene.notes
        if number == 7:
            assert follow.tracked is not None
            assert follow.tracked.plane_given
    assert MOVED in notes
    assert follow.tracked is not None
    assert not follow.tracked.plane_given
    assert scene.to_mm is not None


@pytest.mark.parametrize("bumped", [False, True])
def test_a_camera_that_sends_another_size_sees_the_same_table(bumped: bool) -> None:
    """Opened anew, a camera may come in another mode; what a bump made void stays void."""
    stage, follow = Stage(VIEW), Follow(known("iamond"), mount=Mount(table=table()))
    for number in range(40):
        shake = (14.0, 9.0) if bumped and number >= 8 else (0.0, 0.0)
        follow.frame(stage.picture(THINGS, number=number % 3, shake=shake), number, number / 15)
    for number in range(40, 52):
        small = stage.picture(THINGS, number=number % 3)
        larger = np.asarray(cv2.resize(small, None, fx=1.5, fy=1.5), np.uint8)
        scene = follow.frame(larger, number, number / 15)
    assert follow.tracked is not None
    assert follow.tracked.plane_given is not bumped
    assert scene.to_mm is not None
    if not bumped:
        places = {card.id: card.at_mm for card in scene.cards if card.id is not None}
        assert len(places) >= 3
        for name, place in places.items():
            assert place == pytest.approx((THINGS[name].x, THINGS[name].y), abs=2.5)


@pytest.mark.parametrize("mount", [Mount(GLASS), Mount(table=table())])
def test_pictures_of_other_proportions_are_refused_in_a_sentence(mount: Mount) -> None:
    square = np.zeros((400, 400, 3), np.uint8)
    with pytest.raises(BadSource, match=r"1280 x 720.*\.$"):
        mount.to_mm((400, 400)) if mount.table else mount.straight(square)


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    with Store.open(str(tmp_path / "games.db")) as store:
        hall = Hall(store)
        hall.begin(SetUp("speedster", ("Ann", "Ben")))
        yield hall


def test_the_zones_of_a_table_file_say_whose_cards_are_whose(tmp_path: Path, hall: Hall) -> None:
    folder = tmp_path / "photos"
    folder.mkdir()
    cv2.imwrite(str(folder / "table.png"), Stage(VIEW).picture(THINGS))
    eye = CameraEye(hall, str(folder), mount=Mount(table=table(None, "Ann", "centre"), source=str(folder)))
    look = eye.look()
    while len(owned := {card.face.triangles: card.owner for card in look.cards if card.face.known}) < len(
        THINGS
    ):
        look = eye.wait(look.number, 60.0)
    eye.close()
    assert owned == {5: "Ann", 2: "Ann", 3: "centre", 4: "centre"}


@pytest.mark.parametrize("option", ["--lens", "--table"])
def test_a_file_that_is_none_is_refused_in_a_sentence(tmp_path: Path, option: str) -> None:
    file = tmp_path / "other.json"
    file.write_text(json.dumps({"format": "something else"}), encoding="utf-8")
    command = [
        sys.executable,
        "-m",
        "companion.cli",
        "serve",
        "--port",
        "0",
        "--camera",
        "none",
        option,
        str(file),
    ]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 2
    assert str(file) in done.stderr
    assert done.stderr.count("\n") == 1
    assert done.stdout == ""


def test_what_was_measured_of_no_camera_by_name_is_of_each_that_is_chosen_but_not_of_the_recording(
    tmp_path: Path, hall: Hall
) -> None:
    folder = tmp_path / "photos"
    folder.mkdir()
    cv2.imwrite(str(folder / "table.png"), Stage(VIEW).picture(THINGS))
    # No picture of the recording has these proportions.
    square = Lens((400, 400), (300.0, 300.0), (200.0, 200.0), (0.0, 0.0, 0.0, 0.0, 0.0))
    eye = CameraEye(hall, None, plays=False, mount=Mount(square))
    try:
        eye.choose(str(folder))
        while (look := eye.look()).sight is Sight.STARTING:
            eye.wait(look.number, 1.0)
        assert look.sight is Sight.LOST
        assert "400 x 400" in look.says
        eye.choose(RECORDING)
        assert eye.wait(0, 60.0).sight is Sight.LIVE
    finally:
        eye.close()
