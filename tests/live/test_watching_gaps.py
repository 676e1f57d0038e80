"""From scenes to events where the camera did not see all: it began late, stood still, or its picture changed."""

from __future__ import annotations

import pytest

from companion.rules.verdict import Ruling
from companion.table.recording import known
from companion.table.watch.eye import Eye
from companion.table.zangle import events as ev
from companion.table.zangle.live import Answer
from companion.table.zangle.play import step
from tests.live.by_hand import CARDS, ZONES, Played
from tests.live.rounds_by_hand import ANN, BEN, CENTRE, RIGHT, call, dealt, ruled, says, taken
from tests.live.staging import Laid, Stage
from vision.live.follow import Follow


def entered(table: Played, *events: ev.Event) -> None:
    """What people enter while the camera shows nothing new."""
    for event in events:
        table.state = step(table.state, event)


def face(name: str) -> ev.Face:
    """What a card shows."""
    return ev.Face(CARDS[name].triangles, CARDS[name].shape, name)


def by_hand(*names: str) -> ev.Claim:
    """Ann's claim of a card of the centre and of her own, as a phone sends it."""
    faces = [ev.Face(CARDS[name].triangles, CARDS[name].shape, name) for name in names]
    sources = ["centre", *["ann"] * (len(names) - 1)]
    return ev.Claim("ann", tuple(map(ev.Taken, sources, faces)))


def test_a_zangle_is_not_counted_again_where_its_player_calls_again_before_the_next_picture() -> None:
    table = dealt()
    call(table, "ann")
    entered(
        table, by_hand(*RIGHT), ev.Replenish("centre"), ev.Replenish("ann"), ev.Call("ann", 9, 0.01, "ann")
    )
    table.take(*RIGHT)
    table.put("centre", "iamond-4a-03")
    table.put("ann", "iamond-5b-02", "iamond-1a-17")
    assert table.look(40) == []
    assert table.state.table is not None
    assert len(table.state.table.known_seat("ann").zangles) == 1


@pytest.mark.parametrize("plain", [False, True])
def test_a_claim_is_told_whole_where_the_camera_began_in_its_midst(plain: bool) -> None:
    table = dealt(Played(plain=plain))
    call(table, "ann")
    table.put("claim", RIGHT[0])
    table.take(*RIGHT[1:])
    table.eye = Eye(ZONES)
    assert table.look(60) == [], "the others may be in a hand, or beneath one"
    assert (
        says(table)
        == "The camera did not see cards being taken: lay all of them down, and put the others back."
    )
    table.put("claim", *RIGHT[1:])
    assert table.look(3) == ["claim"]
    assert ruled(table) is Ruling.LEGAL
    claim = table.log[-1]
    assert isinstance(claim, ev.Claim)
    assert [one.source for one in claim.cards] == ["centre", "ann", "ann"]


def test_a_wrong_claim_is_told_and_paid_for_where_the_camera_began_in_its_midst() -> None:
    table = dealt()
    call(table, "ann")
    wrong = (CENTRE[0], ANN[0])
    home = {name: table.lying[name] for name in wrong}
    table.put("claim", *wrong)
    table.eye = Eye(ZONES)
    assert table.look(15) == []
    assert table.look(15) == ["claim"]
    table.lying.update(home)
    assert table.look() == ["penalty"]


def test_a_z_that_was_taken_before_the_camera_began_is_waited_for() -> None:
    """A card that was drawn meanwhile makes up the number of those that lie in the row."""
    table = dealt()
    table.state = step(table.state, ev.Seen("ann", tuple(map(face, ("iamond-z-01", *ANN[:3])))))
    table.put("ann", "iamond-z-01")
    table.take(ANN[3])
    call(table, "ann")
    table.take("iamond-z-01")
    table.put("ann", "iamond-2a-14")
    table.eye = Eye(ZONES)
    table.put("claim", *RIGHT)
    assert "claim" not in table.look(40)
    table.put("claim", "iamond-z-01")
    assert table.look(3)[-1:] == ["claim"]
    assert len(taken(table)) == 4


def test_nothing_is_told_of_what_the_game_does_not_know_where_the_camera_began_in_the_midst_of_a_claim() -> (
    None
):
    table = dealt()
    table.state = step(table.state, ev.Seen("ann", ()))
    call(table, "ann")
    home = {name: table.lying[name] for name in RIGHT}
    table.put("claim", *RIGHT)
    table.eye = Eye(ZONES)
    assert table.look(60) == []
    table.lying.update(home)
    table.look(2)
    table.put("claim", *RIGHT)
    assert table.look(2) == ["claim"]


def test_a_card_that_lay_in_the_claim_zone_and_is_not_the_games_keeps_a_claim_from_being_told() -> None:
    table = dealt()
    call(table, "ann")
    table.put("claim", *RIGHT, "iamond-2a-14")
    table.eye = Eye(ZONES)
    assert table.look(60) == []
    table.take("iamond-2a-14")
    assert table.look(3) == ["claim"]


def test_a_picture_of_another_size_takes_no_cards_away() -> None:
    table = dealt()
    call(table, "ann")
    lying, table.lying, table.size_px = table.lying, {}, (300, 900)
    assert table.look(60) == []
    table.lying = lying
    table.look(2)
    table.put("claim", *RIGHT)
    assert table.look(2) == ["claim"]
    assert ruled(table) is Ruling.LEGAL


def test_a_film_that_begins_anew_takes_no_cards_away() -> None:
    table = dealt()
    call(table, "ann")
    table.lying, table.frames = {}, -1
    assert table.look(60) == []


def test_what_was_entered_meanwhile_keeps_no_claim_from_being_told() -> None:
    class Busy(Played):
        busy = True

        def submit(self, event: ev.Event, version: int, by: str | None) -> Answer:
            if self.busy and isinstance(event, ev.Claim):
                self.busy = False
                entered(self, ev.Hit("ben"))
            return super().submit(event, version, by)

    table = dealt(Busy())
    call(table, "ann")
    table.put("claim", *RIGHT)
    assert table.look(2) == ["claim"]
    assert ruled(table) is Ruling.LEGAL


def test_a_control_card_in_the_first_pictures_was_not_pressed() -> None:
    """It takes frames to agree on what it is, so that the first scenes do not tell it."""
    things = {"mark centre": Laid(309, 212), "iamond-2a-01": Laid(470, 212, 5), "mark end": Laid(600, 372)}
    stage, follow, table = Stage(), Follow(known("iamond")), Played(eye=Eye())
    table.state = step(table.state, ev.SetUp("speedster", ("ann", "ben")))
    told: list[set[str]] = []
    for number in range(12):
        scene = follow.frame(stage.picture(things, number=number), number, number / 10)
        told.append({mark.name for mark in scene.marks})
        table.eye.look(scene, table.state, table._accepted)
    assert "end" not in told[0]
    assert "end" in told[-1]
    assert table.log == []


def test_a_card_whose_like_lies_under_an_arm_is_nobodys_yet() -> None:
    """Without markers it is the arm that decides whose it was: a Zangle of the centre's cards alone is none."""
    table = Played(plain=True)
    table.state = step(table.state, ev.SetUp("speedster", ("ann", "ben")))
    table.look(2)
    table.put("ann", *ANN)
    table.put("ben", *BEN)
    table.look()
    # The last one looks like ann's own.
    three = ("iamond-5a-01", "iamond-3a-09", "iamond-2a-14")
    table.put("centre", *three, "iamond-5d-04")
    table.look()
    call(table, "ann")
    home = table.lying[three[-1]]
    table.put("claim", *three)
    # The arm that laid it still lies over where it was, where it is remembered.
    table.lying["iamond-2a-09"] = home
    table.hidden = {"iamond-2a-09"}
    assert table.look(30) == []
    table.take("iamond-2a-09")
    assert table.look(30) == ["claim"]
    assert ruled(table) is Ruling.ILLEGAL


def test_zones_that_are_cleared_while_a_picture_is_looked_at_stay_cleared() -> None:
    class Clearing(Played):
        def submit(self, event: ev.Event, version: int, by: str | None) -> Answer:
            if isinstance(event, ev.Hit):
                self.eye.draw_zones(())
            return super().submit(event, version, by)

    table = dealt(Clearing())
    table.put("ann", "iamond-2a-14")
    assert table.look() == ["hit"]
    assert table.eye.zones == ()


def test_who_sits_down_between_two_players_takes_nobodys_seat_card() -> None:
    table = Played(eye=Eye(ZONES[:2]))
    rows = {"seat 1": 250.0, "seat 2": 45.0}
    table.buttons = {name: (400.0, y) for name, y in rows.items()}
    dealt(table)
    entered(table, ev.Join("cem", after="ann"))
    table.look()
    assert {zone.seat for zone in table.eye.zones} == {None, "ann", "ben"}
    call(table, "ann")
    table.put("claim", *RIGHT)
    assert table.look(2) == ["claim"]
    assert ruled(table) is Ruling.LEGAL


def test_time_in_which_no_picture_came_is_no_patience() -> None:
    table = dealt()
    call(table, "ann")
    table.put("claim", CENTRE[1], ANN[2], ANN[3])
    assert table.look(5) == []
    table.frames += 60
    assert table.look(1) == [], "more may have been laid in the meantime, and is not looked at yet"
    assert table.look(40) == ["claim"]
    assert ruled(table) is Ruling.ILLEGAL
