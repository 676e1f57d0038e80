"""The recording end to end: from its frames to the log of the game, exactly."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.rules.verdict import Ruling
from companion.table.log import Entry, read_log, write_log
from companion.table.recording import played, recording
from companion.table.store import Store
from companion.table.zangle import events as ev
from companion.table.zangle.events import kind_of
from companion.table.zangle.live import ZangleGame
from companion.table.zangle.replay import replay
from tests.live import the_round
from vision.live.things import How, Scene
from vision.live.video_file import frames

Filmed = tuple[list[Entry], set[str], Scene]
EXPECTED = Path(__file__).parent / "round.log.json"


@pytest.fixture(scope="module")
def filmed(tmp_path_factory: pytest.TempPathFactory) -> Filmed:
    """What the film made of a game, the ids of cards that were remembered while covered, and how it ends."""
    film = recording()
    entries: list[Entry] = []
    remembered: set[str] = set()
    with Store.open(str(tmp_path_factory.mktemp("recording") / "games.db")) as store:
        for scene, new in played(film.video, film.set_up, ZangleGame(store, "round")):
            entries += new
            remembered |= {str(card.id) for card in scene.cards if card.how is How.REMEMBERED}
    return entries, remembered, scene


def test_the_log_is_the_one_that_was_committed(filmed: Filmed) -> None:
    assert write_log("round", filmed[0]) == EXPECTED.read_text(encoding="utf-8")


def test_the_log_says_what_was_directed(filmed: Filmed) -> None:
    events = [entry.event for entry in filmed[0]]
    kinds = [kind_of(event) for event in events if not isinstance(event, ev.Seen)]
    assert kinds == [
        *("set-up", "deal", "flip", "call", "claim", "penalty", "hit", "undo", "call", "claim"),
        *("replenish", "replenish", "pause", "resume", "end"),
    ]
    wrong, right = (event for event in events if isinstance(event, ev.Claim))
    assert (wrong.seat, wrong.ruling) == ("Ben", Ruling.ILLEGAL)
    assert {taken.face.id for taken in wrong.cards} == set(the_round.WRONG)
    assert (right.seat, right.ruling) == ("Ann", Ruling.LEGAL)
    assert {taken.face.id for taken in right.cards} == set(the_round.RIGHT)
    assert {taken.source for taken in right.cards} == {"centre", "Ann"}
    seen = {event.place: {face.id for face in event.cards} for event in events if isinstance(event, ev.Seen)}
    assert seen["Ben"] == set(the_round.BEN)
    assert seen["centre"] == {the_round.NEW_CENTRE, *the_round.CENTRE[1:]}
    assert seen["Ann"] == {*the_round.NEW_ROW, *the_round.ANN[2:]}


def test_covered_cards_were_remembered(filmed: Filmed) -> None:
    assert filmed[1] & set(the_round.CENTRE)


def test_cards_that_were_taken_off_a_sheet_are_gone(filmed: Filmed) -> None:
    last = filmed[2]
    assert not [card.id for card in last.cards if card.how is How.REMEMBERED]
    assert not {card.id for card in last.cards} & set(the_round.RIGHT)


def test_the_log_replays_to_a_whole_table() -> None:
    _, entries = read_log(EXPECTED.read_text(encoding="utf-8"))
    found = replay(entries)
    assert found.differences == ()
    assert found.claims == 2
    assert found.state.table is not None
    assert found.state.table.counted == 120


def test_it_is_small_and_as_long_as_said() -> None:
    film = recording()
    assert film.video.stat().st_size < 3_000_000
    assert film.source.shown == "The recording"
    shots = the_round.direct()
    assert sum(1 for _ in frames(film.video)) == len(shots.shots)
    assert [says.lower() for _, says in film.notes] == [says.lower() for _, says in shots.notes]
