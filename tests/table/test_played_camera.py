"""What a camera sees of a game: each film's pictures, read one after the other, come to its final ranking."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.rules.verdict import Ruling
from companion.table.played import events as ev
from companion.table.played.camera import look, proposed
from companion.table.played.play import State, step
from companion.table.played.watching import PatienceConfig, Watch
from tests.table.films import FILMS, FPS, picture
from vision.parts.sighting import PartSighting, PartsSeen

RULINGS = {
    "zigity": [Ruling.LEGAL, Ruling.ILLEGAL, Ruling.LEGAL, Ruling.LEGAL],
    "zont": [Ruling.LEGAL] * 3,
    "zigzaggle": [Ruling.LEGAL] * 2,
}


@pytest.mark.parametrize("name", sorted(FILMS))
def test_a_film_comes_to_its_final_ranking(name: str) -> None:
    film = FILMS[name]()
    state, watch, at_s = step(State(), film.set_up), Watch(), 0.0
    rulings = []
    for number, moment in enumerate(film.moments):
        assert state.table is not None
        seen = look(state.table, picture(film, moment, number))
        for _ in range(moment.held):
            assert state.table is not None
            watch, event = watch.looked(state.table, seen, at_s)
            at_s += 1 / FPS
            if event is None:
                continue
            state = step(state, event)
            assert state.done is not None
            if isinstance(done := state.done.event, ev.Claim):
                rulings.append(done.ruling)
    assert rulings == RULINGS[name]
    assert state.table is not None
    assert state.table.over
    assert tuple((one.seat, one.points, one.rank) for one in state.table.places) == film.ranking


def seen_of(game: str, *names: str, apart_mm: float = 120.0) -> PartsSeen:
    """Cards that lie far apart in a row, as if they had been read."""
    parts = []
    for number, name in enumerate(names):
        x, y = number * apart_mm, 0.0
        corners = ((x, y), (x + 63.0, y), (x + 63.0, y + 88.0), (x, y + 88.0))
        parts.append(PartSighting(name, name, "card", "up", corners, corners, 1.0, ("marker",)))
    return PartsSeen(game, (1000, 1000), tuple(parts))


@pytest.fixture
def zigity() -> State:
    state = step(State(), FILMS["zigity"]().set_up)
    return step(state, ev.Show(ev.MIDDLE, ("SA3cg",)))


def test_nothing_is_entered_before_it_has_lain_there(zigity: State) -> None:
    assert zigity.table is not None
    seen = seen_of("zigity", "SA3cg", "SG10rg")
    watch, event = Watch(PatienceConfig(1.0, 3.0)).looked(zigity.table, seen, 0.0)
    assert event is None
    watch, event = watch.looked(zigity.table, seen, 0.9)
    assert event is None
    watch, event = watch.looked(zigity.table, seen, 1.0)
    assert event == ev.Claim("Ann", "set SG10rg")
    after = step(zigity, event)
    assert after.table is not None
    for at_s in (2.0, 9.0):
        watch, event = watch.looked(after.table, seen, at_s)
        assert event is None


def test_what_was_undone_is_not_entered_again(zigity: State) -> None:
    assert zigity.table is not None
    seen = seen_of("zigity", "SA3cg", "SG10rg")
    watch, event = Watch(PatienceConfig(0.0, 3.0)).looked(zigity.table, seen, 0.0)
    assert event is not None
    undone = step(step(zigity, event), ev.Undo(3))
    assert undone.table is not None
    _, event = watch.looked(undone.table, seen, 99.0)
    assert event is None


def test_a_wrong_set_has_time_to_become_a_right_one(zigity: State) -> None:
    assert zigity.table is not None
    wrong, right = seen_of("zigity", "SA3cg", "DD8rt"), seen_of("zigity", "SA3cg", "SG10rg")
    watch, event = Watch(PatienceConfig(1.0, 5.0)).looked(zigity.table, wrong, 0.0)
    watch, event = watch.looked(zigity.table, wrong, 4.9)
    assert event is None
    watch, event = watch.looked(zigity.table, right, 5.0)
    assert event is None
    watch, event = watch.looked(zigity.table, right, 6.0)
    assert event == ev.Claim("Ann", "set SG10rg")


def test_a_dealt_game_and_one_that_stands_still_take_nothing_from_a_camera(zigity: State) -> None:
    assert zigity.table is not None
    seen = seen_of("zigity", "SA3cg", "SG10rg")
    for table in (
        replace(zigity.table, dealt=True),
        replace(zigity.table, paused=True),
        replace(zigity.table, ended=True),
    ):
        assert proposed(table, seen).event is None


def test_a_play_card_that_is_not_seen_is_asked_for(zigity: State) -> None:
    assert zigity.table is not None
    found = proposed(zigity.table, seen_of("zigity", "DD8rt"))
    assert found.event is None
    assert "SA3cg" in found.says


def test_patience_has_an_order() -> None:
    with pytest.raises(ValueError, match="settled_s"):
        PatienceConfig(5.0, 1.0)
