"""A camera that is bumped while another game than Zangle is played: the zones that were drawn go with its picture."""

from __future__ import annotations

from dataclasses import dataclass, field
from threading import Event
from typing import Any

import cv2
import numpy as np
import pytest

from companion.eyes import cameras, parts_looking, table_eye
from companion.eyes.camera_eye import CameraEye
from companion.eyes.following import Games
from companion.eyes.parts_eye import ZONES_LOST
from companion.eyes.table_eye import TableEye
from companion.table.zangle.events import SetUp
from companion.web.eye import Area
from companion.web.hall import Hall
from tests.live.measured import table as measured
from tests.table.parts.sightings import seen_of
from vision.live.bumps import Bump, Bumps
from vision.live.mount import Mount
from vision.photo import Pixels

pytestmark = pytest.mark.usefixtures("zigity")

LONG_S = 60.0
WIDTH, HEIGHT, BY_PX = 640, 480, 8
ZONE = Area("centre", ((0.2, 0.2), (0.4, 0.2), (0.4, 0.4), (0.2, 0.4)))


def scenery(seed: int = 3, by_px: int = 0) -> Pixels:
    """A table full of things (480, 640, 3), as a camera sees it that was pushed so far to the left."""
    noise = np.random.default_rng(seed).integers(0, 255, (HEIGHT, WIDTH + 40), np.uint8)
    spots = cv2.normalize(cv2.GaussianBlur(noise, (0, 0), 4), None, 20, 235, cv2.NORM_MINMAX)  # type: ignore[call-overload]
    return np.repeat(np.asarray(spots, np.uint8)[:, 20 - by_px : 20 - by_px + WIDTH, None], 3, axis=2)


FAR = np.ascontiguousarray(np.roll(scenery(), (60, 90), (0, 1)))
"""The same table much farther off than is looked for."""


def seen(pictures: list[Pixels]) -> list[Bump]:
    """The bumps that pictures show, a fifth of a second apart."""
    bumps, found = Bumps(), []
    for number, pixels in enumerate(pictures):
        bumps, bump = bumps.saw(pixels, number / 5)
        found += [] if bump is None else [bump]
    return found


def test_a_bump_is_told_once_with_how_far_the_picture_has_moved() -> None:
    (bump,) = seen([scenery()] * 4 + [scenery(by_px=BY_PX)] * 12)
    assert bump.moved_px == pytest.approx((BY_PX, 0), abs=1)


def test_where_what_is_found_elsewhere_does_not_agree_it_does_not_show_by_how_much_it_has_moved() -> None:
    (bump,) = seen([scenery()] * 4 + [FAR] * 12)
    assert bump.moved_px is None


def test_a_picture_of_another_size_or_of_an_earlier_time_is_looked_at_from_there_on() -> None:
    assert seen([scenery()] * 4 + [scenery()[:400]] * 8) == []
    bumps, _ = Bumps().saw(scenery(), 100.0)
    for number in range(8):
        bumps, bump = bumps.saw(scenery(by_px=BY_PX), number / 5)
        assert bump is None


@dataclass
class Bumped:
    """A live source that films one picture until it is bumped."""

    first: Pixels
    then: Pixels
    now: Event = field(default_factory=Event)
    pace_s: float | None = 0.02

    def read(self) -> Pixels:
        return (self.then if self.now.is_set() else self.first).copy()

    def close(self) -> None:
        pass


def bumped(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, then: Pixels
) -> tuple[TableEye, list[tuple[Area, ...]]]:
    """A game of Zigity under a camera that is bumped, with a zone drawn and a table measured for Zangle before."""
    source, kept, told = Bumped(scenery(), then), [], Event()

    def keep(areas: tuple[Area, ...]) -> None:
        kept.append(areas)
        told.set()

    monkeypatch.setattr(cameras, "open_source", lambda _name: source)
    monkeypatch.setattr(parts_looking, "look_at", lambda _table, _pixels, _deck: seen_of("zigity"))
    eye = TableEye(hall, "0", mount=Mount(table=measured()), keep=keep)
    eye.draw((ZONE,))
    number = eye.wait(0, LONG_S).number
    while number < 3:
        number = eye.wait(number, LONG_S).number
    source.now.set()
    assert told.wait(LONG_S)
    return eye, kept


def test_drawn_zones_go_with_the_picture_while_another_game_is_played(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    eye, kept = bumped(hall, monkeypatch, scenery(by_px=BY_PX))
    try:
        (moved,) = kept[0]
        off = np.array(moved.corners) - np.array(ZONE.corners)
        np.testing.assert_allclose(off, [[BY_PX / WIDTH, 0]] * 4, atol=1 / WIDTH)
        assert ZONES_LOST not in eye.look().checks
        assert eye.areas() == (moved,)
    finally:
        eye.close()


def test_zones_are_given_up_where_it_does_not_show_by_how_much_the_picture_has_moved(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    eye, kept = bumped(hall, monkeypatch, FAR)
    try:
        assert kept[0] == ()
        assert ZONES_LOST in eye.look().checks
        eye.draw((ZONE,))
        assert ZONES_LOST not in eye.look().checks
    finally:
        eye.close()


def test_a_table_that_was_measured_before_the_bump_is_not_gone_by_after_it(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    mounts: list[Mount] = []

    class Recorded(CameraEye):
        def __init__(self, games: Games, source: str | None, *, mount: Mount, **others: Any) -> None:
            mounts.append(mount)
            super().__init__(games, None, **others)

    eye, kept = bumped(hall, monkeypatch, scenery(by_px=BY_PX))
    try:
        monkeypatch.setattr(table_eye, "CameraEye", Recorded)
        assert hall.begin(SetUp("speedster", ("ann", "ben"))).accepted
        assert eye.areas() == kept[0]
        assert [mount.table for mount in mounts] == [None]
    finally:
        eye.close()
