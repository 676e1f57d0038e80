"""What the pages' eye takes for seen when somebody asks to have it judged at once."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.eyes import camera_eye
from companion.eyes.camera_eye import CameraEye
from companion.rules.verdict import Ruling
from companion.table.store import Store
from companion.table.watch.eye import Eye
from companion.table.zangle import events as ev
from companion.web.eye import Area, NoEyes
from companion.web.hall import Hall
from tests.live.by_hand import ZONES, Played
from tests.live.rounds_by_hand import ANN, BEN, CENTRE, RIGHT
from tests.live.shown import Shown
from vision.live.follow import MOVED

LONG_S = 100.0


class Watched:
    """A game that is followed by the pages' eye, its cards put by hand."""

    def __init__(self, hall: Hall) -> None:
        self.hall, self.table, self.camera = hall, Played(), Shown()
        self.kept: list[tuple[Area, ...]] = []
        self.eye = CameraEye(hall, None, keep=self.kept.append)
        inside: Any = self.eye
        inside._camera, inside._following.eye = self.camera, Eye(ZONES)
        self.saw = inside._saw
        assert hall.begin(ev.SetUp("speedster", ("ann", "ben"))).accepted
        for place, names in (("ann", ANN), ("ben", BEN), ("centre", CENTRE)):
            self.table.put(place, *names)
            self.look()
        self.call()

    def look(self, frames: int = 8) -> None:
        for _ in range(frames):
            self.table.frames += 1
            self.saw(self.table.scene())

    def enter(self, event: ev.Event) -> None:
        assert self.hall.submit(event, self.hall.game.state.version, "host").accepted

    def call(self) -> None:
        self.enter(ev.Call("ann", self.hall.now_s(), 0.01, "ann"))


@pytest.fixture
def watched(tmp_path: Path) -> Iterator[Watched]:
    with Store.open(str(tmp_path / "games.db")) as store:
        yield Watched(Hall(store))


def test_what_was_laid_is_judged_at_once(watched: Watched) -> None:
    watched.look(1)
    watched.table.put("claim", *RIGHT[:2])
    watched.look(1)
    assert {taken.face.id for taken in watched.eye.claimed("ann")} == set(RIGHT[:2])


def test_what_was_seen_of_an_earlier_call_is_nothing_of_this_one(watched: Watched) -> None:
    watched.look(1)
    watched.table.put("claim", *RIGHT[:2])
    watched.look(1)
    watched.enter(ev.Penalty("ann"))
    watched.call()
    with pytest.raises(NoEyes, match="at the call"):
        watched.eye.claimed("ann")


def test_an_old_picture_is_no_claim(watched: Watched) -> None:
    watched.look(1)
    watched.table.put("claim", *RIGHT[:2])
    watched.look(1)
    watched.camera.flow = "stalled"
    with pytest.raises(NoEyes, match="old"):
        watched.eye.claimed("ann")


def test_what_was_laid_is_judged_by_a_picture_that_is_taken_since(watched: Watched) -> None:
    watched.look(1)
    watched.table.put("claim", *RIGHT[1:])
    watched.look(1)
    watched.camera.ago = LONG_S
    with ThreadPoolExecutor(1) as pool:
        asked = pool.submit(watched.eye.claimed, "ann")
        watched.table.put("claim", RIGHT[0])
        watched.table.moving.add(RIGHT[0])  # A hand is over it still: it is not told by itself.
        watched.look(1)
        watched.camera.ago = 0.0
        watched.look(1)
        assert {taken.face.id for taken in asked.result(LONG_S)} == set(RIGHT)


def test_no_claim_is_judged_where_no_picture_comes(watched: Watched, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(camera_eye, "NEXT_PICTURE_S", 0.0)
    watched.look(1)
    watched.table.put("claim", *RIGHT[:2])
    watched.look(1)
    watched.camera.ago = LONG_S
    with pytest.raises(NoEyes, match="old"):
        watched.eye.claimed("ann")


def test_a_card_in_somebodys_hand_is_in_no_claim_that_is_judged_at_once(watched: Watched) -> None:
    watched.look(1)
    watched.table.put("claim", *RIGHT[1:])
    watched.table.take(CENTRE[3])
    watched.look(1)
    with pytest.raises(NoEyes, match="lies nowhere"):
        watched.eye.claimed("ann")
    watched.table.put("centre", CENTRE[3])
    watched.look(1)
    assert {taken.face.id for taken in watched.eye.claimed("ann")} == set(RIGHT[1:])


def test_cards_that_may_be_under_a_hand_make_no_half_claim(watched: Watched) -> None:
    watched.look(1)
    watched.table.put("claim", *RIGHT[:2])
    # The third is gone from its place, and an arm lies there.
    watched.table.take(RIGHT[2])
    watched.table.over[210:, :] = True
    watched.look(1)
    with pytest.raises(NoEyes, match="covers"):
        watched.eye.claimed("ann")


def test_another_players_card_beside_a_claim_is_named_until_it_is_gone(watched: Watched) -> None:
    watched.look(1)
    assert watched.eye.look().says == ""
    home = watched.table.lying[BEN[0]]
    watched.table.put("claim", *RIGHT, BEN[0])
    watched.look(2)
    assert watched.eye.look().says.startswith("A card of ben's lies in the claim zone")
    with pytest.raises(NoEyes, match="Another player's card"):
        watched.eye.claimed("ann")
    watched.table.lying[BEN[0]] = home
    watched.look(2)
    assert watched.eye.look().says == ""
    assert watched.hall.game.state.table is not None
    assert [len(seat.zangles) for seat in watched.hall.game.state.table.seats] == [1, 0]


def test_another_game_s_deck_is_read_as_what_it_is(watched: Watched) -> None:
    for profile in ("abolo", "abolo", "iamond"):
        assert watched.hall.begin(ev.SetUp("speedster", ("ann", "ben"), profile=profile)).accepted
        watched.look(2)
    assert watched.camera.profiles == ["iamond", "abolo", "iamond"]


def drawn(watched: Watched) -> None:
    """The zones, as somebody drew them over the picture."""
    width, height = watched.table.size_px
    watched.eye.draw(
        tuple(
            Area(zone.use.value, tuple((x / width, y / height) for x, y in zone.corners_mm), zone.seat)
            for zone in ZONES
        )
    )
    watched.look(2)


def bump(watched: Watched, by_px: float, moved_px: tuple[float, float] | None) -> None:
    """The camera is knocked, so that everything lies elsewhere in the picture."""
    lying = watched.table.lying
    watched.table.lying = {name: (x + by_px, y) for name, (x, y) in lying.items()}
    watched.table.frames += 1
    watched.saw(replace(watched.table.scene(), notes=(MOVED,), moved_px=moved_px))


def test_where_zones_were_drawn_nothing_is_claimed_by_a_camera_that_was_knocked(watched: Watched) -> None:
    drawn(watched)
    version = watched.hall.game.state.version
    bump(watched, 260.0, None)  # One of the centre's cards lies where the claim zone was drawn.
    watched.look(60)
    assert watched.hall.game.state.version == version
    assert watched.eye.drawn == watched.eye.areas() == ()
    with pytest.raises(NoEyes, match="at the call"):
        watched.eye.claimed("ann")
    drawn(watched)
    assert watched.eye.areas() != ()


def test_drawn_zones_go_with_a_picture_that_has_moved_a_little(watched: Watched) -> None:
    drawn(watched)
    before = watched.eye.drawn
    bump(watched, 9.0, (9.0, 0.0))
    watched.look(2)
    off = [
        new[0] - old[0]
        for one, other in zip(before, watched.eye.drawn, strict=True)
        for old, new in zip(one.corners, other.corners, strict=True)
        if new[0] < 1
    ]
    assert off == pytest.approx([9 / 900] * len(off))
    watched.table.put("claim", *RIGHT)
    watched.look(4)
    claim = watched.hall.all_games.entries(watched.hall.game.id)[-1].event
    assert isinstance(claim, ev.Claim)
    assert claim.ruling is Ruling.LEGAL


@pytest.mark.parametrize("moved_px", [None, (9.0, 0.0)])
def test_zones_that_went_with_a_knock_are_kept_so_for_the_next_evening(
    watched: Watched, moved_px: tuple[float, float] | None
) -> None:
    drawn(watched)
    assert watched.kept == []
    bump(watched, 9.0, moved_px)
    assert watched.kept == [watched.eye.drawn]
    assert (watched.eye.drawn == ()) is (moved_px is None)
    bump(watched, 9.0, None)
    bump(watched, 9.0, None)
    assert watched.kept[-1] == ()
    # Where none are drawn any more there is nothing to keep.
    assert len(watched.kept) == (1 if moved_px is None else 2)
