"""A game that a recording shows, beside games that people begin themselves."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

import pytest

from companion.eyes.drawn_zones import DrawnZones
from companion.eyes.following import Following
from companion.table.played import events as played
from companion.table.watch.eye import Eye
from companion.table.zangle import events as ev
from companion.web.all_games import is_shown
from companion.web.app import create_app
from companion.web.eye import RECORDING, CameraNow, NoEye, Sight
from companion.web.hall import Hall
from tests.live.by_hand import ZONES, Played
from tests.live.rounds_by_hand import ANN, BEN, CENTRE
from tests.live.shown import Shown
from tests.web.conftest import client_of
from vision.live.camera import Camera
from vision.live.mount import Mount

SHOWN = ev.SetUp("speedster", ("ann", "ben"))
OWN = (SHOWN, played.SetUp("zont", ("ann", "ben")))


class Showing:
    """A recording that is followed, scene by scene."""

    def __init__(self, hall: Hall) -> None:
        self.table = Played()
        for place, names in (("ann", ANN), ("ben", BEN), ("centre", CENTRE)):
            self.table.put(place, *names)
        self._camera = cast(Camera, Shown())
        self._following = Following(hall, Mount(), DrawnZones(), begins=SHOWN)
        self._following.eye = Eye(ZONES)

    def scene(self, number: int) -> None:
        self.table.frames += 1
        self._following.saw(self._camera, replace(self.table.scene(), number=number))


def begin(hall: Hall, own: ev.SetUp | played.SetUp) -> str | None:
    answer = hall.begin(own) if isinstance(own, ev.SetUp) else hall.begin_played(own)
    assert answer.accepted
    return hall.current_id


@pytest.mark.parametrize("own", OWN, ids=["zangle", "zont"])
def test_a_game_that_people_begin_before_the_first_picture_stays(
    own: ev.SetUp | played.SetUp, hall: Hall
) -> None:
    showing = Showing(hall)
    game = begin(hall, own)
    for number in range(40):
        showing.scene(number)
    # Nor does it begin when the recording does so once more.
    showing.scene(0)
    assert hall.at == (game, 1)


def test_nothing_that_is_shown_happens_in_a_game_that_is_begun_meanwhile(hall: Hall) -> None:
    showing = Showing(hall)
    showing.scene(0)
    assert hall.showing
    game = begin(hall, OWN[0])
    for number in range(1, 40):
        showing.scene(number)
    assert hall.at == (game, 1)


def test_a_recording_that_is_chosen_while_a_game_is_played_is_shown_and_shown_again(hall: Hall) -> None:
    begin(hall, OWN[0])
    showing = Showing(hall)
    showing.scene(0)
    first = hall.current_id
    assert first is not None
    assert is_shown(first)
    showing.scene(1)
    showing.scene(0)
    assert hall.showing
    assert hall.current_id != first


class Starting(NoEye):
    """A recording of which no picture has come yet."""

    def __init__(self) -> None:
        self.source: str | None = RECORDING

    def look(self) -> CameraNow:
        return CameraNow(Sight.STARTING, "", self.source)

    def choose(self, source: str | None) -> None:
        self.source = source


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("set-up", {"mode": "speedster", "players": ["Ann", "Ben"]}),
        ("played/set-up", {"game": "zont", "players": ["Ann", "Ben"]}),
    ],
)
def test_a_recording_that_is_only_starting_ends_where_a_game_begins(
    path: str, body: dict[str, Any], hall: Hall
) -> None:
    eye = Starting()
    answer = client_of(create_app(hall=hall, eye=eye)).post(f"/api/{path}", json=body)
    assert answer.status_code == 200, answer.get_json()
    assert eye.source is None


def test_scenes_of_these_tests_are_told_in_a_game_that_they_are_of(hall: Hall) -> None:
    """Or else nothing would be entered whatever the code does."""
    showing = Showing(hall)
    for number in range(40):
        showing.scene(number)
    assert hall.game.state.version > 1
