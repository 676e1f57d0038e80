"""The camera service: a recording in step, a live source, and the pages' eye on it."""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from pathlib import Path
from threading import Event, Thread

import cv2
import numpy as np
import pytest

from companion.eyes.camera_eye import CameraEye
from companion.table.recording import known
from companion.table.zangle.events import SetUp
from companion.web.eye import Area, Eye, NoEyes, Sight
from companion.web.hall import Hall
from tests.live.staging import Laid, Stage
from vision.errors import BadPhoto
from vision.live.camera import Camera
from vision.live.source_name import named
from vision.live.things import Scene

LONG_S = 120.0
FRAMES = 6
THINGS = {
    "mark centre": Laid(309, 212),
    "mark seat 1": Laid(60, 372),
    "iamond-5a-01": Laid(160, 372),
    "iamond-2a-01": Laid(470, 212, 5),
}


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("film") / "film.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 30, (1280, 720))
    stage = Stage()
    for number in range(FRAMES):
        writer.write(stage.picture(THINGS, number=number))
    writer.release()
    return path


def wait_for(camera: Camera, flow: str) -> None:
    number = -1
    while camera.status.flow != flow:
        scene = camera.newer(number, 0.05)
        number = number if scene is None else scene.number


def test_a_film_is_followed_frame_by_frame_to_its_end(film: Path) -> None:
    seen: list[Scene] = []
    camera = Camera(named(str(film)), known("iamond"))
    camera.listen(seen.append)
    with camera:
        wait_for(camera, "ended")
        assert [scene.number for scene in seen] == list(range(6))
        assert {card.id for card in seen[-1].cards} == {"iamond-5a-01", "iamond-2a-01"}
        assert {mark.name for mark in seen[-1].marks} == {"centre", "seat 1"}
        status = camera.status
        assert (status.age_s, status.size_px) == (0.0, (1280, 720))
        jpeg = camera.jpeg(640)
        assert jpeg is not None
        assert camera.jpeg(640) is jpeg
        decoded = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
        assert decoded is not None
        assert decoded.shape[:2] == (360, 640)


def test_a_film_begins_anew_where_it_is_to(film: Path) -> None:
    starts, again = [], Event()

    def listen(scene: Scene) -> None:
        starts.append(scene.number)
        if starts.count(0) == 2:
            again.set()

    camera = Camera(named(str(film)), known("iamond"), loop=True)
    camera.listen(listen)
    with camera:
        assert again.wait(LONG_S)


def test_a_live_source_is_followed_with_slow_readings_later(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "table.png"), Stage().picture(THINGS))
    camera = Camera(named(str(tmp_path)), known("iamond"))
    with camera:
        scene = camera.newer(-1, LONG_S)
        while scene is not None and (scene.busy or len([card for card in scene.cards if card.card]) < 2):
            scene = camera.newer(scene.number, LONG_S)
        assert scene is not None
        assert {card.id for card in scene.cards} == {"iamond-5a-01", "iamond-2a-01"}
        assert camera.status.flow == "live"
        assert camera.ago_s(scene) >= 0


@pytest.mark.parametrize("lockstep", [False, True])
def test_told_what_may_lie_there_it_looks_anew(tmp_path: Path, film: Path, lockstep: bool) -> None:
    if not lockstep:
        cv2.imwrite(str(tmp_path / "table.png"), Stage().picture(THINGS))
    source = named(str(film if lockstep else tmp_path))
    with Camera(source, replace(known("iamond"), deck=None), loop=True) as camera:
        scene = camera.newer(-1, LONG_S)
        assert scene is not None
        assert not any(card.id for card in scene.cards)
        camera.know(known("iamond"))
        while scene is not None and {card.id for card in scene.cards} != {"iamond-5a-01", "iamond-2a-01"}:
            scene = camera.newer(scene.number, LONG_S)
        assert scene is not None


def test_a_film_that_is_gone_says_so(tmp_path: Path, film: Path) -> None:
    copy = tmp_path / "copy.avi"
    copy.write_bytes(film.read_bytes())
    name = named(str(copy))
    copy.unlink()
    with Camera(name, known("iamond")) as camera:
        wait_for(camera, "lost")
        assert "no such file" in camera.status.says


def test_a_film_that_is_shown_later_than_it_was_filmed_ends_when_it_is_let_go_of(film: Path) -> None:
    began, let_go = Event(), Event()
    times, numbers = count(step=10), list[int]()

    def listen(scene: Scene) -> None:
        numbers.append(scene.number)
        began.set()
        assert let_go.wait(LONG_S)

    camera = Camera(named(str(film)), known("iamond"), clock=lambda: float(next(times)))
    camera.listen(listen)
    camera.__enter__()
    assert began.wait(LONG_S)
    ending = Thread(target=camera.__exit__, args=(None, None, None))
    ending.start()
    camera.newer(0, LONG_S)
    let_go.set()
    ending.join()
    assert numbers == [0]


def test_a_film_of_one_s_own_is_shown_once_to_each_game(hall: Hall, film: Path) -> None:
    own = CameraEye(hall, str(film), loop=True)
    try:
        for games in (1, 2, 3):
            look = own.look()
            while look.number < FRAMES * games or not look.says.endswith("to its end."):
                assert look.number <= FRAMES * games
                look = own.wait(look.number, 0.1)
            assert look.number == FRAMES * games
            assert hall.begin(SetUp("speedster", ("ann", "ben"))).accepted
    finally:
        own.close()


def test_the_pages_eye_shows_cards_zones_and_checks(hall: Hall, film: Path) -> None:
    assert hall.begin(SetUp("speedster", ("ann", "ben"))).accepted
    own = CameraEye(hall, str(film))
    eye: Eye = own
    try:
        look = eye.wait(5, LONG_S)
        while look.number < 6:
            look = eye.wait(look.number, LONG_S)
        assert look.sight is Sight.LIVE
        assert {sighted.face.id: sighted.owner for sighted in look.cards} == {
            "iamond-5a-01": "ann",
            "iamond-2a-01": "centre",
        }
        assert all(0 <= part <= 1 for card in look.cards for spot in card.corners for part in spot)
        assert {(area.use, area.seat) for area in eye.areas()} == {("centre", None), ("seat", "ann")}
        assert all(check.says.endswith(".") for check in look.checks)
        picture = eye.picture()
        assert picture is not None
        assert picture.startswith(b"\xff\xd8")
        with pytest.raises(NoEyes, match="by hand"):
            eye.claimed("ann")
        eye.choose(None)
        assert eye.look().sight is Sight.NONE
        assert eye.picture() is None
    finally:
        own.close()


def test_a_phone_is_a_camera_and_drawn_zones_hold(hall: Hall) -> None:
    assert hall.begin(SetUp("speedster", ("ann", "ben"))).accepted
    own = CameraEye(hall, None)
    try:
        with pytest.raises(NoEyes, match="choose it"):
            own.offer(b"")
        own.choose("phone")
        own.draw((Area("centre", ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))),))
        stage, number = Stage(), 0
        for k in range(1000):
            own.offer(cv2.imencode(".jpg", stage.picture(THINGS, number=k % 5))[1].tobytes())
            look = own.wait(number, 1.0)
            number = look.number
            if sum(card.face.id is not None for card in look.cards) == 2:
                break
        with pytest.raises(BadPhoto, match="not a picture"):
            own.offer(b"no picture")
        assert {card.face.id for card in look.cards} == {"iamond-5a-01", "iamond-2a-01"}
        assert {(area.use, area.seat) for area in own.areas()} >= {("centre", None)}
    finally:
        own.close()


def test_zones_of_one_s_own_table_are_none_of_the_recording_s(hall: Hall) -> None:
    """They are kept on this computer: without a camera the recording would be played by them, and nothing told."""
    own = CameraEye(hall, None)
    everywhere = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
    try:
        own.draw((Area("centre", everywhere),))
        own.choose("recording")
        number, found = 0, own.areas()
        for _ in range(100):
            number = own.wait(number, 1.0).number
            found = own.areas()
            if {area.use for area in found} == {"centre", "claim", "seat"}:
                break
        assert {(area.use, area.seat) for area in found} == {
            ("centre", None),
            ("claim", None),
            ("seat", "Ann"),
            ("seat", "Ben"),
        }
        centre = next(area.corners for area in found if area.use == "centre")
        assert cv2.contourArea(np.array(centre, np.float32)) < 0.3
        own.choose(None)
        assert [area.corners for area in own.areas()] == [everywhere]
    finally:
        own.close()


@pytest.mark.parametrize("source", ["webcam", "/no/such/film.mp4", "ftp://x"])
def test_a_camera_that_cannot_be_is_refused(hall: Hall, source: str) -> None:
    with pytest.raises(NoEyes):
        CameraEye(hall, source)


def test_a_listener_that_fails_is_told_and_the_camera_is_not_called_live(film: Path) -> None:
    def fails(scene: Scene) -> None:
        raise ZeroDivisionError("nothing there")

    for lockstep in (True, False):
        camera = Camera(named(str(film)), known("iamond"), lockstep=lockstep)
        camera.listen(fails)
        with camera:
            wait_for(camera, "lost")
            assert "Recognition stopped" in camera.status.says
            assert "nothing there" in camera.status.says


def test_a_slow_reading_that_fails_is_told(film: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise ZeroDivisionError("nothing there")

    monkeypatch.setattr("vision.live.there.read_slowly", fails)
    with Camera(named(str(film)), known("iamond"), lockstep=False) as camera:
        wait_for(camera, "lost")
        assert "Recognition stopped" in camera.status.says
