"""The other games' camera: it reads the newest picture, comes back when it was lost, and is not late by the table."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from threading import Barrier, Condition, Event, Thread
from threading import enumerate as enumerate_threads
from typing import Any

import cv2
import numpy as np
import pytest

from calibration.lens import Lens
from companion.eyes import cameras, parts_eye, parts_looking
from companion.eyes.parts_eye import PartsEye
from companion.eyes.parts_showing import checks
from companion.eyes.table_eye import TableEye
from companion.table.played import events as ev
from companion.table.played.live import PlayedAnswer
from companion.table.played.watching import PatienceConfig
from companion.table.store import Store
from companion.table.zangle.events import SetUp
from companion.web.eye import NoEyes, Sight
from companion.web.hall import Hall
from tests.table.films import FILMS
from tests.table.parts.sightings import seen_of
from vision.live.mount import Mount
from vision.live.source_name import BadSource, named
from vision.live.video_file import frames
from vision.photo import Pixels

pytestmark = pytest.mark.usefixtures("zigity")

LONG_S = 60.0
AT_ONCE = PatienceConfig(0.0, 0.0, 0.0)


def shade(level: int) -> Pixels:
    return np.full((130, 130, 3), level, np.uint8)


@dataclass
class Given:
    """A live source that brings these pictures as fast as they are taken, and then none, or fails."""

    pictures: list[Pixels]
    fails: bool = False
    again: bool = False
    """Whether they come over and over."""
    done: Event = field(default_factory=Event)
    pace_s: float | None = None

    def read(self) -> Pixels | None:
        if self.pictures:
            first = self.pictures.pop(0)
            self.pictures += [first] if self.again else []
            return first
        self.done.set()
        if self.fails:
            raise BadSource("It sends no more.")
        return None

    def close(self) -> None:
        pass


def reads(monkeypatch: pytest.MonkeyPatch, look: Callable[[Pixels], Any], *sources: Given) -> None:
    """Have sources opened one after the other, and their pictures read so."""
    left = list(sources)
    monkeypatch.setattr(cameras, "open_source", lambda _name: left.pop(0))
    monkeypatch.setattr(parts_looking, "look_at", lambda _table, pixels, _deck: look(pixels))


def test_a_camera_that_was_lost_comes_back(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    nothing = seen_of("zigity")
    reads(monkeypatch, lambda _: nothing, Given([shade(9)], fails=True), Given([shade(99)]))
    eye = PartsEye(hall, "0")
    try:
        look = eye.wait(0, LONG_S)
        look = eye.wait(look.number, LONG_S)
        assert look.number == 2
        assert look.sight is Sight.LIVE
    finally:
        eye.close()


def test_a_camera_that_is_gone_says_so(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    source = Given([shade(9)], fails=True)
    reads(monkeypatch, lambda _: seen_of("zigity"), source)
    eye = PartsEye(hall, "0")
    try:
        assert eye.wait(0, LONG_S).number == 1
        assert source.done.wait(LONG_S)
        while eye.look().sight is Sight.LIVE:
            eye.wait(1, 0.05)
        assert eye.look().sight in (Sight.STALLED, Sight.LOST)
        assert eye.look().cards == ()
    finally:
        eye.close()


def test_a_table_is_not_read_by_a_picture_that_was_taken_before_it_was_asked_for(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = Given([shade(9)], pace_s=0.01)
    reads(monkeypatch, lambda _: seen_of("zigity"), source)
    monkeypatch.setattr(parts_eye, "NEXT_PICTURE_S", 0.1)
    eye = PartsEye(hall, "0")
    try:
        assert eye.wait(0, LONG_S).sight is Sight.LIVE
        assert source.done.wait(LONG_S)
        with pytest.raises(NoEyes, match="old picture"):
            eye.newest()
        # Once pictures come again, one of these is taken.
        monkeypatch.setattr(parts_eye, "NEXT_PICTURE_S", LONG_S)
        source.again = True
        source.pictures.append(shade(99))
        found = eye.newest()
        assert found is not None
        assert int(found[0, 0, 0]) == 99
    finally:
        eye.close()


def test_a_picture_is_as_old_as_when_it_was_taken(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    begun_s: list[float] = []

    def look(_: Pixels) -> Any:
        begun_s.append(time.monotonic())
        return seen_of("zigity")

    source, changed = Given([shade(9)]), Condition()
    reads(monkeypatch, look)
    looking = parts_looking.PartsLooking(
        hall, named("0"), AT_ONCE, deck=None, mount=Mount(), opened=lambda _: source, changed=changed
    )
    looking.start()
    try:
        with changed:
            assert changed.wait_for(lambda: looking.newest is not None, LONG_S)
        assert looking.newest is not None
        assert looking.newest.at_s <= begun_s[0]
    finally:
        looking.end()


def test_the_newest_picture_is_read_however_long_the_last_one_took(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    source, levels = Given([shade(6 * number) for number in range(30)]), []

    def look(pixels: Pixels) -> Any:
        # The camera does not wait for the reading.
        assert source.done.wait(5)
        levels.append(int(pixels[0, 0, 0]))
        return seen_of("zigity")

    reads(monkeypatch, look, source)
    eye = PartsEye(hall, "0")
    try:
        number = 0
        while levels[-1:] != [6 * 29]:
            number = eye.wait(number, LONG_S).number
        assert len(levels) <= 2
    finally:
        eye.close()


def test_what_was_entered_while_a_picture_was_read_is_looked_at_first(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers: list[PlayedAnswer] = []
    enter = hall.enter

    def told(event: ev.Event, version: int, by: str | None, about: str | None = None) -> PlayedAnswer:
        answers.append(enter(event, version, by, about))
        return answers[-1]

    def look(_: Pixels) -> Any:
        game = hall.played
        assert game is not None
        if game.state.version == 1:
            # Something is entered by hand while the picture is read.
            enter(ev.Pause(), game.state.version, "host")
            enter(ev.Resume(), game.state.version, "host")
        return seen_of("zigity", "SA3cg")

    monkeypatch.setattr(hall, "enter", told)
    reads(monkeypatch, look, Given([shade(9), shade(99)], again=True, pace_s=0.01))
    eye = PartsEye(hall, "0", AT_ONCE)
    try:
        number = 0
        while not any(answer.accepted for answer in answers):
            looked = eye.wait(number, LONG_S)
            assert looked.sight is not Sight.LOST, looked.says
            number = looked.number
    finally:
        eye.close()
    assert [answer.accepted for answer in answers] == [False, True]
    assert "table/stale" in {reason.clause for reason in answers[0].verdict.reasons}


def test_a_fault_of_the_program_is_said_and_no_picture_called_live(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def look(_: Pixels) -> Any:
        raise RuntimeError("no such shade")

    reads(monkeypatch, look, Given([shade(9), shade(99)], again=True, pace_s=0.01))
    eye = PartsEye(hall, "0")
    try:
        while (looked := eye.look()).sight is not Sight.LOST:
            eye.wait(looked.number, 0.05)
        assert "no such shade" in looked.says
        assert looked.says.endswith("choose the camera again in the set-up.")
        assert "recognition stopped" in caplog.text
        # Chosen again it looks on.
        reads(monkeypatch, lambda _: seen_of("zigity"), Given([shade(9)]))
        eye.choose("0")
        assert eye.wait(0, LONG_S).sight is Sight.LIVE
    finally:
        eye.close()


def test_pictures_of_the_camera_whose_lens_was_measured_are_read_straight(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    mount = Mount(Lens((130, 130), (90.0, 90.0), (65.0, 65.0), (-0.24, 0.06, 0.0, 0.0, 0.0)), source="0")
    chequered = np.kron(np.indices((13, 13)).sum(axis=0) % 2, np.ones((10, 10)))[..., None]
    bent = np.repeat(np.asarray(255 * chequered, np.uint8), 3, axis=2)
    read: list[Pixels] = []

    def look(pixels: Pixels) -> Any:
        read.append(pixels)
        return seen_of("zigity")

    reads(monkeypatch, look, Given([bent]), Given([bent]))
    eye = TableEye(hall, "0", mount=mount)
    try:
        assert eye.wait(0, LONG_S).sight is Sight.LIVE
        np.testing.assert_array_equal(read[0], mount.straight(bent))
        assert not np.array_equal(read[0], bent)
        # Of another camera nothing was measured.
        eye.choose("1")
        assert eye.wait(0, LONG_S).sight is Sight.LIVE
        np.testing.assert_array_equal(read[1], bent)
    finally:
        eye.close()


def test_a_table_with_a_taught_deck_speaks_of_that() -> None:
    assert [check.says for check in checks(seen_of("zigity"))] != [
        check.says for check in checks(seen_of("zigity"), taught=True)
    ]
    assert "taught" in checks(seen_of("zigity", "SA3cg"), taught=True)[0].says


def test_photos_and_films_of_that_camera_are_read_straight(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    chequered = np.kron(np.indices((13, 13)).sum(axis=0) % 2, np.ones((10, 10)))[..., None]
    bent = np.repeat(np.asarray(255 * chequered, np.uint8), 3, axis=2)
    folder, film = tmp_path / "photos", tmp_path / "film.avi"
    folder.mkdir()
    cv2.imwrite(str(folder / "table.png"), bent)
    writer = cv2.VideoWriter(str(film), cv2.VideoWriter.fourcc(*"MJPG"), 10, (130, 130))
    for _ in range(2):
        writer.write(bent)
    writer.release()
    (_, _, filmed), *_ = frames(film)
    for source, taken in ((folder, bent), (film, filmed)):
        read: list[Pixels] = []

        def look(pixels: Pixels, read: list[Pixels] = read) -> Any:
            read.append(pixels)
            return seen_of("zigity")

        reads(monkeypatch, look)
        mount = Mount(
            Lens((130, 130), (90.0, 90.0), (65.0, 65.0), (-0.24, 0.06, 0.0, 0.0, 0.0)), source=str(source)
        )
        eye = PartsEye(hall, str(source), mount=mount)
        try:
            assert eye.wait(0, LONG_S).sight is Sight.LIVE
            np.testing.assert_array_equal(read[0], mount.straight(taken))
        finally:
            eye.close()


def test_of_several_who_choose_at_once_one_looks(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    reads(
        monkeypatch,
        lambda _: seen_of("zigity"),
        *(Given([shade(9)], again=True, pace_s=0.01) for _ in range(9)),
    )
    eye = PartsEye(hall, "0")
    begin = Barrier(8)

    def choose() -> None:
        begin.wait(LONG_S)
        eye.choose("0")

    others = [Thread(target=choose) for _ in range(8)]
    for one in others:
        one.start()
    for one in others:
        one.join(LONG_S)
    assert [thread.name for thread in enumerate_threads()].count("parts") == 1
    eye.close()
    assert [thread.name for thread in enumerate_threads()].count("parts") == 0


def test_what_is_still_read_when_the_camera_is_let_go_of_tells_nothing(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, goes_on = Event(), Event()

    def look(_: Pixels) -> Any:
        begun.set()
        assert goes_on.wait(LONG_S)
        return seen_of("zigity", "SA3cg")

    monkeypatch.setattr(parts_looking, "JOIN_S", 0.01)
    reads(monkeypatch, look, Given([shade(9)], again=True, pace_s=0.01))
    eye = PartsEye(hall, "0", AT_ONCE)
    assert begun.wait(LONG_S)
    [looking] = [thread for thread in enumerate_threads() if thread.name == "parts"]
    eye.choose(None)
    goes_on.set()
    looking.join(LONG_S)
    assert not looking.is_alive()
    assert eye.look().sight is Sight.NONE
    assert eye.newest() is None
    assert hall.at is not None
    assert hall.at[1] == 1


def test_a_folder_that_is_empty_is_looked_into_until_a_photo_lies_there(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(parts_looking, "EMPTY_S", 0.01)
    reads(monkeypatch, lambda _: seen_of("zigity"))
    eye = PartsEye(hall, str(tmp_path))
    try:
        while (look := eye.look()).sight is not Sight.LOST:
            eye.wait(look.number, 0.01)
        assert "holds no photo" in look.says
        cv2.imwrite(str(tmp_path / "table.png"), shade(9))
        assert eye.wait(0, LONG_S).sight is Sight.LIVE
    finally:
        eye.close()


def test_a_source_that_is_gone_when_another_game_begins_is_said_and_hinders_nothing(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    folder = tmp_path / "stick"
    folder.mkdir()
    cv2.imwrite(str(folder / "table.png"), shade(9))
    reads(monkeypatch, lambda _: seen_of("zigity"), Given([shade(9)]))
    eye = TableEye(hall, str(folder))
    try:
        assert eye.wait(0, LONG_S).sight is Sight.LIVE
        (folder / "table.png").unlink()
        folder.rmdir()
        assert hall.begin(SetUp("speedster", ("ann", "ben"))).accepted
        look = eye.look()
        assert look.sight is Sight.LOST
        assert str(folder) in look.says
        eye.draw(())
        assert hall.begin_played(FILMS["zigity"]().set_up).accepted
        assert eye.look().sight is Sight.LOST
        eye.choose("0")
        assert eye.wait(0, LONG_S).sight is Sight.LIVE
    finally:
        eye.close()


def test_before_a_game_is_set_up_the_picture_is_shown_and_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[Pixels] = []

    def look(pixels: Pixels) -> Any:
        read.append(pixels)
        return seen_of("zigity")

    film = tmp_path / "film.avi"
    writer = cv2.VideoWriter(str(film), cv2.VideoWriter.fourcc(*"MJPG"), 10, (130, 130))
    for level in (9, 99):
        writer.write(shade(level))
    writer.release()
    photos = tmp_path / "photos"
    photos.mkdir()
    cv2.imwrite(str(photos / "table.png"), shade(9))
    for number, source in enumerate(("0", str(photos), str(film))):
        with Store.open(str(tmp_path / f"{number}.db")) as store:
            hall = Hall(store)
            reads(monkeypatch, look, Given([shade(9)], again=True, pace_s=0.01), Given([shade(9)]))
            eye = PartsEye(hall, source)
            try:
                shown = eye.wait(0, LONG_S)
                # A camera may have brought more than one picture by then.
                assert shown.sight is Sight.LIVE
                assert shown.number >= 1
                assert "once a game is set up" in shown.says
                assert eye.picture() is not None
                assert not read
                assert hall.begin_played(FILMS["zigity"]().set_up).accepted
                while not read:
                    eye.wait(eye.look().number, 0.05)
                read.clear()
            finally:
                eye.close()
