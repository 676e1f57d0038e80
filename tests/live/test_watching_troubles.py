"""From scenes to events at a table with more than one pair of hands: the smallest stories of what went wrong there."""

from __future__ import annotations

from dataclasses import replace

from companion.rules.verdict import Ruling
from companion.table.watch.amending import Told
from companion.table.watch.claiming import Call
from companion.table.watch.ownership import freeze
from companion.table.zangle import events as ev
from companion.table.zangle.play import step
from tests.live.by_hand import Played
from tests.live.rounds_by_hand import ANN, BEN, CENTRE, RIGHT, call, dealt, ruled, taken, with_centre

NEW = "iamond-2a-14"


def test_a_card_laid_to_the_end_of_its_row_is_no_hit_while_it_is_remembered_where_it_lay() -> None:
    table = dealt(Played(plain=True))
    table.lying[NEW] = table.lying[ANN[0]]
    table.hidden = {NEW}
    table.lying[ANN[0]] = (400.0, 250.0)
    table.keys = {ANN[0]: 900}
    assert table.look(30) == []
    table.take(NEW)
    assert table.look(30) == []


def test_a_card_that_fell_into_another_row_is_no_hit() -> None:
    for plain in (False, True):
        table = dealt(Played(plain=plain))
        home = table.lying[BEN[0]]
        table.lying[BEN[0]] = (400.0, 250.0)
        assert table.look(30) == []
        table.lying[BEN[0]] = home
        assert table.look(30) == []
        table.put("ann", NEW)
        assert table.look() == ["hit"]


def test_a_card_that_fell_into_another_row_is_no_hit_where_its_player_takes_one() -> None:
    """Then as many cards lie in that row as before, and the one that fell still belongs there."""
    table = dealt()
    home = table.lying[ANN[2]]
    table.lying[ANN[2]] = (420.0, table.lying[BEN[0]][1])
    table.lying[NEW] = (420.0, home[1])
    assert table.look(30) == []
    table.lying[ANN[2]] = home
    assert table.look() == ["hit"]


def test_a_card_that_is_not_read_stands_for_none_that_fell_from_its_row() -> None:
    table = dealt()
    table.put("ben", NEW)
    table.unread = {NEW}
    table.lying[BEN[0]] = (400.0, 250.0)
    assert table.look(30) == []


def test_hits_that_were_taken_while_somebody_laid_down_a_zangle_are_all_told() -> None:
    table = dealt()
    call(table, "ann")
    table.put("ben", NEW, "iamond-1a-17")
    table.put("claim", *RIGHT)
    assert table.look(20) == ["claim", "hit", "hit"]
    assert table.state.table is not None
    assert len(table.state.table.faces("ben") or ()) == 6


def test_a_hit_that_was_taken_while_a_wrong_claim_lay_is_told_after_it_was_paid_for() -> None:
    table = dealt()
    call(table, "ann")
    home = {name: table.lying[name] for name in (CENTRE[0], ANN[2])}
    table.put("claim", *home)
    assert table.look(30) == ["claim"]
    table.put("ben", NEW)
    table.look()
    table.lying.update(home)
    assert table.look() == ["penalty", "hit"]


def test_a_row_is_filled_up_once_all_its_cards_are_there() -> None:
    """With one of them gone and one drawn too many, the count would be right and the cards would not."""
    table = dealt()
    call(table, "ann")
    table.put("claim", *RIGHT)
    table.look()
    table.take(*RIGHT, ANN[2])
    table.put("centre", "iamond-4a-03")
    table.put("ann", "iamond-5b-02", "iamond-1a-17", "iamond-3a-11")
    assert table.look(30) == ["replenish"]
    table.take("iamond-3a-11")
    table.put("ann", ANN[2])
    assert table.look() == ["replenish"]


def test_a_card_drawn_into_a_row_is_not_taken_for_one_that_fell_from_it() -> None:
    table = dealt()
    call(table, "ann")
    table.put("claim", *RIGHT)
    table.look()
    table.take(*RIGHT)
    table.put("centre", "iamond-4a-03")
    table.lying[ANN[2]] = (420.0, 45.0)
    table.put("ann", "iamond-5b-02")
    assert table.look(30) == ["replenish"]


def test_a_z_that_is_laid_last_is_told_with_the_zangle_that_was_told_at_once() -> None:
    table = with_centre(CENTRE[0], "iamond-z-01", CENTRE[1], CENTRE[3])
    call(table, "ann")
    table.put("claim", *RIGHT)
    assert table.look(3) == ["claim"]
    assert taken(table) == set(RIGHT)
    table.put("claim", "iamond-z-01")
    assert table.look(3) == ["undo", "claim"]
    assert taken(table) == {*RIGHT, "iamond-z-01"}
    assert table.look(30) == []


def test_a_target_that_is_laid_last_is_told_with_its_parts() -> None:
    """Two small cards that make a third are a Zangle, and with a larger one they are its parts."""
    table = with_centre("iamond-4b-02", "iamond-1a-01", CENTRE[0], CENTRE[3])
    call(table, "ann")
    table.put("claim", "iamond-1a-01", "iamond-1a-05", "iamond-2a-01")
    assert table.look(3) == ["claim"]
    table.put("claim", "iamond-4b-02")
    assert table.look() == ["undo", "claim"]
    assert len(taken(table)) == 4


def told_with_a_z_near() -> Played:
    table = with_centre(CENTRE[0], "iamond-z-01", CENTRE[1], CENTRE[3])
    call(table, "ann")
    table.put("claim", *RIGHT)
    assert table.look(3) == ["claim"]
    return table


def test_a_z_that_comes_late_is_no_part_of_the_zangle() -> None:
    table = told_with_a_z_near()
    table.look(20)
    table.put("claim", "iamond-z-01")
    assert table.look(30) == []


def test_a_z_that_a_hand_lays_down_in_time_is_waited_for() -> None:
    table = told_with_a_z_near()
    table.look(5)
    table.put("claim", "iamond-z-01")
    table.moving = {"iamond-z-01"}
    assert table.look(8) == []
    table.moving = set()
    assert table.look(3) == ["undo", "claim"]


def test_a_z_that_leaves_the_centre_and_is_laid_nowhere_is_no_part_of_the_zangle() -> None:
    table = told_with_a_z_near()
    table.take("iamond-z-01")
    assert table.look(30) == []
    assert taken(table) == set(RIGHT)


def test_what_makes_no_zangle_of_it_leaves_the_zangle_as_it_was() -> None:
    table = told_with_a_z_near()
    table.put("claim", ANN[2])
    assert table.look(30) == []
    assert taken(table) == set(RIGHT)


def test_once_the_centre_is_filled_up_nothing_is_laid_to_the_zangle() -> None:
    table = told_with_a_z_near()
    table.take(*RIGHT)
    table.put("centre", "iamond-4a-03")
    assert table.look(4) == ["replenish"]
    table.put("claim", "iamond-z-01")
    assert table.look() == []
    assert taken(table) == set(RIGHT)


def test_a_hit_that_was_taken_meanwhile_keeps_no_z_from_the_zangle() -> None:
    table = told_with_a_z_near()
    table.put("ben", NEW)
    table.look(5)
    table.put("claim", "iamond-z-01")
    assert table.look(30) == ["undo", "claim", "hit"]
    assert taken(table) == {*RIGHT, "iamond-z-01"}


def test_a_zangle_that_grew_is_undone_by_hand_like_any_other() -> None:
    table = told_with_a_z_near()
    table.put("claim", "iamond-z-01")
    table.look()
    last = table.state.to_undo
    assert last is not None
    table.state = step(table.state, ev.Undo(last.seq))
    assert table.state.table is not None
    assert table.state.table.control == "ann"


def test_cards_that_nobody_has_laid_down_are_not_a_claim_at_once() -> None:
    table = dealt()
    call(table, "ann")
    table.take(*RIGHT)
    assert table.look(4) == []
    assert table.look(4) == ["claim"]


def test_a_card_of_the_centre_that_another_took_spoils_no_zangle() -> None:
    table = dealt()
    call(table, "ann")
    table.take(CENTRE[1])
    table.put("claim", *RIGHT)
    assert table.look(5) == []
    assert table.look(3) == ["claim"]
    assert (ruled(table), taken(table)) == (Ruling.LEGAL, set(RIGHT))


def test_a_card_of_the_centre_that_another_took_is_no_part_of_a_wrong_claim() -> None:
    table = dealt()
    call(table, "ann")
    table.take(CENTRE[1])
    table.put("claim", CENTRE[0], ANN[2])
    assert table.look(30) == ["claim"]
    assert (ruled(table), taken(table)) == (Ruling.ILLEGAL, {CENTRE[0], ANN[2]})


def test_nothing_is_told_while_a_card_that_was_laid_down_may_be_the_one_that_another_took() -> None:
    """Without markers: of two alike one lies in the claim zone, and the other nowhere."""
    table = with_centre(CENTRE[0], "iamond-3a-06", CENTRE[1], CENTRE[3], plain=True)
    own = table.lying.pop(ANN[3])
    table.lying["iamond-3a-20"] = own
    table.look(10)
    home = table.lying["iamond-3a-06"]
    call(table, "ann")
    table.take("iamond-3a-06")
    table.put("claim", CENTRE[0], "iamond-3a-20")
    assert table.look(60) == []
    table.lying["iamond-3a-06"] = home
    assert table.look(30) == ["claim"]


def test_a_zangle_waits_where_whose_card_was_laid_down_does_not_show() -> None:
    """Without markers: Ann's three lies in the claim zone and the centre's is in the rival's hand, or the other way."""
    table = with_centre(CENTRE[0], "iamond-3a-06", CENTRE[1], CENTRE[3], plain=True)
    home = table.lying["iamond-3a-06"]
    table.lying[ANN[1]] = (480.0, 250.0)
    table.look(10)
    call(table, "ann")
    table.take("iamond-3a-06")
    table.put("claim", *RIGHT)
    assert table.look(60) == []
    table.lying["iamond-3a-06"] = home
    assert table.look(8) == ["claim"]
    assert ruled(table) is Ruling.LEGAL


def test_a_caller_who_is_faster_than_the_pictures_is_followed() -> None:
    table = dealt()
    table.state = step(table.state, ev.Call("ann", table.frames / 10, 0.01, "ann"))
    table.put("claim", *RIGHT)
    assert table.look() == ["claim"]
    assert ruled(table) is Ruling.LEGAL
    assert taken(table) == set(RIGHT)


def test_a_card_that_was_pushed_along_its_row_and_is_not_read_there_belongs_to_no_claim() -> None:
    table = dealt(Played(plain=True))
    call(table, "ann")
    table.put("claim", *RIGHT)
    table.lying[ANN[2]] = (420.0, 250.0)
    table.unread = {ANN[2]}
    assert table.look(60) == []
    table.unread = set()
    assert table.look() == ["claim"]
    assert ruled(table) is Ruling.LEGAL


def test_a_card_that_is_remembered_where_it_lay_at_the_call_is_no_part_of_the_claim() -> None:
    table = dealt(Played(plain=True))
    table.lying["iamond-1a-17"] = table.lying[ANN[2]]
    table.hidden = {"iamond-1a-17"}
    table.lying[ANN[2]] = (400.0, 250.0)
    call(table, "ann")
    table.take("iamond-1a-17")
    table.put("claim", *RIGHT)
    assert table.look(40) == ["claim"]
    assert ruled(table) is Ruling.LEGAL


def test_a_card_that_another_player_let_fall_does_not_take_the_place_of_one_that_was_laid_down() -> None:
    """Without calls: as many cards lie in the row as before, and one of them is another's."""
    table = dealt(Played(mode="turn-style"))
    home = table.lying[BEN[0]]
    table.put("claim", RIGHT[0])
    own = next(name for name in RIGHT if name in ANN)
    table.lying[BEN[0]] = table.lying[own]
    table.put("claim", own)
    table.look(6)
    table.lying[BEN[0]] = home
    table.put("claim", *RIGHT)
    assert table.look(30) == ["claim"]
    assert ruled(table) is Ruling.LEGAL


def test_a_zangle_grows_by_what_was_laid_and_loses_nothing() -> None:
    one, other, more = ("ann", "", "one"), ("centre", "", "other"), ("centre", "", "Z")
    call, claim = Call("ann", freeze([], [])), ev.Claim("ann", ())
    told = Told(call, claim, (one, other), 0.0, frozenset({one, other, more}))
    assert told.becomes(Told(call, claim, (one, other, more), 1.0), ())
    assert not told.becomes(Told(call, claim, (one, more), 1.0), ())
    assert not told.becomes(Told(call, claim, (one, other), 1.0), ())
    unseen = replace(told, laid=frozenset({one, other}))
    assert not unseen.becomes(Told(call, claim, (one, other, more), 1.0), ())


def test_a_card_that_is_remembered_where_it_lay_takes_no_place_of_one_that_was_laid_down() -> None:
    """Without markers: the like of a card that was pushed along its row is remembered there for a while."""
    table = dealt(Played(mode="turn-style", plain=True))
    table.lying[NEW] = table.lying[ANN[1]]
    table.hidden = {NEW}
    table.put("claim", ANN[1])
    table.look(6)
    table.take(NEW)
    table.hidden = set()
    table.put("claim", *RIGHT)
    assert table.look(30) == ["claim"]
    assert ruled(table) is Ruling.LEGAL


def test_a_card_that_is_not_read_for_a_while_is_not_taken_for_the_one_that_was_drawn() -> None:
    table = dealt()
    table.unread = {ANN[3]}
    table.put("ann", NEW)
    assert table.look(20) == []
    table.unread = set()
    assert table.look() == ["hit"]
