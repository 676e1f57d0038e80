"""A call is for what lies open: one that was made before it could be called for is none of it, whenever it comes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.rules.verdict import Ruling
from companion.table.store import Store
from companion.table.zangle import events as ev
from companion.table.zangle.live import Answer, ZangleGame
from tests.table.script import no_zangle, zangle

PLAYERS = ("ann", "ben", "cem")
BEGUN = (ev.SetUp("speedster", PLAYERS), ev.Deal(), ev.Flip())


class Played:
    """A game whose entries are written down when they are said to be."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.game = ZangleGame(store, "evening")

    def do(self, at_s: float, *events: ev.Event) -> Played:
        for event in events:
            answer = self.game.submit(event, version=self.game.state.version, at_s=at_s)
            assert answer.accepted, answer.verdict
        return self

    def called(self, seat: str, made_s: float, came_s: float, uncertainty_s: float = 0.01) -> Answer:
        call = ev.Call(seat, made_s, uncertainty_s, seat)
        return self.game.call(call, version=self.game.state.version, at_s=came_s)

    def too_early(self, seat: str, made_s: float, came_s: float) -> bool:
        """Whether it is refused for that, and nothing is changed by it."""
        before = self.game.state
        answer = self.called(seat, made_s, came_s)
        if answer.accepted:
            return False
        assert self.game.state is before is answer.state
        (why,) = answer.verdict.reasons
        assert (why.clause, "not of now" in why.says, "call again" in why.says) == (
            "zangle/calls",
            True,
            True,
        )
        return True

    @property
    def control(self) -> str | None:
        assert self.game.state.table is not None
        return self.game.state.table.control


@pytest.fixture
def played(tmp_path: Path) -> Iterator[Played]:
    with Store.open(str(tmp_path / "games.db")) as store:
        yield Played(store).do(100.0, *BEGUN)


def test_a_call_made_before_the_centre_was_turned_up_beats_nobody(played: Played) -> None:
    assert played.called("ann", 101.0, 101.1).accepted
    assert played.too_early("ben", 97.5, 102.0)
    assert played.control == "ann"
    assert played.too_early("cem", 97.5, 102.0)


def test_what_a_clock_does_not_know_is_let_pass(played: Played) -> None:
    assert played.called("ann", 99.9, 100.2, uncertainty_s=0.11).accepted
    assert not played.called("ben", 99.9, 100.2, uncertainty_s=0.09).accepted


def test_the_earlier_of_two_calls_for_the_same_centre_still_holds(played: Played) -> None:
    assert played.called("ann", 101.0, 101.1).accepted
    assert played.called("ben", 100.5, 101.6).accepted
    assert played.control == "ben"
    assert not played.called("cem", 101.2, 101.7).accepted


def test_a_call_made_before_the_last_one_was_paid_for_is_refused(played: Played) -> None:
    assert played.called("ann", 101.0, 101.1).accepted
    played.do(110.0, no_zangle("ann"))
    # Cards are laid down: as ever, no earlier call takes over any more.
    assert not played.called("ben", 100.5, 111.0).accepted
    played.do(115.0, ev.Penalty("ann"))
    assert played.too_early("ben", 100.5, 116.0)
    assert played.too_early("ben", 112.0, 116.0)
    assert played.called("ben", 115.5, 116.0).accepted


def test_a_call_made_before_the_centre_was_whole_again_is_refused(played: Played) -> None:
    assert played.called("ann", 101.0, 101.1).accepted
    played.do(110.0, zangle("ann", 2))
    played.do(115.0, ev.Replenish("centre"))
    assert played.too_early("ben", 109.0, 116.0)
    assert played.too_early("ben", 114.0, 116.0)
    # Nobody waits for the row of another, nor for a hit.
    played.do(117.0, ev.Replenish("ann"), ev.Hit("cem"))
    assert played.called("ben", 115.5, 118.0).accepted


def test_a_call_made_before_an_overrule_or_an_undo_is_refused(played: Played) -> None:
    assert played.called("ann", 101.0, 101.1).accepted
    played.do(105.0, ev.Undo(4))
    assert played.too_early("ben", 104.0, 106.0)
    assert played.called("ben", 105.5, 106.0).accepted
    played.do(107.0, no_zangle("ben"))
    played.do(109.0, ev.Overrule(7, Ruling.LEGAL, "we say so"))
    played.do(109.5, ev.Replenish("centre"))
    assert played.too_early("ann", 108.0, 110.0)


def test_a_server_that_is_started_again_knows_it_from_the_log(played: Played) -> None:
    played.game = ZangleGame(played.store, "evening")
    assert played.too_early("ben", 97.5, 102.0)
    assert played.called("ben", 101.5, 102.0).accepted


def test_times_of_a_wrong_clock_keep_nobody_from_calling(played: Played) -> None:
    played.game = ZangleGame(played.store, "evening")
    assert played.called("ben", 50.0, 50.1).accepted


def test_a_camera_that_writes_the_flip_down_late_may_still_enter_the_call_that_followed(
    played: Played,
) -> None:
    played.do(100.5, ev.Call("ann", 99.5, 0.05, "table"))
    assert played.control == "ann"


def test_what_stands_against_a_call_anyway_is_said_first(played: Played) -> None:
    old = played.game.call(ev.Call("ann", 97.5, 0.01, "ann"), version=2, at_s=102.0)
    assert [reason.clause for reason in old.verdict.reasons] == ["zangle/stale"]
    (nobody,) = played.called("dee", 97.5, 102.0).verdict.reasons
    assert nobody.clause == "zangle/at-the-table"
