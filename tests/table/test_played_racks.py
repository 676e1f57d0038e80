"""Zig Zaggle at a table where people deal: what nobody has seen of the racks is not ruled by, nor told."""

from __future__ import annotations

import pytest

from companion.rules.errors import BadInput
from companion.rules.verdict import Ruling
from companion.rules.zigzaggle import clauses
from companion.table.played import events as ev
from tests.table.words_table import BOARD, SOUTH, Words, line_of


@pytest.mark.parametrize(("frees", "ruling"), [((0, 3), Ruling.ILLEGAL), ((1, 2), Ruling.LEGAL)])
def test_nobody_lays_more_free_tiles_than_are_left_to_them(frees: tuple[int, int], ruling: Ruling) -> None:
    table = Words(line_of(BOARD, frees, "west"), dealt=False)
    claim = table.claim("Ann", "lay d9=*o")
    assert claim.ruling is ruling
    # The other's are all still there.
    assert sum(tile.free for tile in table.table.position.racks[1]) == frees[1]


def test_a_log_in_which_a_fourth_free_tile_was_legal_goes_on() -> None:
    table = Words(line_of(BOARD, (0, 3), "west"), dealt=False)
    table.enter(ev.Claim("Ann", "lay d9=*o", Ruling.LEGAL, ()))
    assert "d9" in {str(cell) for cell, _ in table.table.position.board}


@pytest.mark.parametrize("dealt", [True, False])
def test_who_has_won_is_said_by_the_scores_alone(dealt: bool) -> None:
    table = Words(line_of(SOUTH, (3, 3), "south"), dealt=dealt)
    table.enter(ev.CorrectScore("Ben", 100, "table"))
    table.claim("Ann", "pass")
    last = table.claim("Ben", "pass")
    [says] = [one.says for one in last.reasons or () if one.clause == clauses.DEDUCTION]
    assert "win" not in says
    assert "points" not in says
    assert any(digit in says for digit in "0123456789") is dealt


@pytest.mark.parametrize("of", ["1;5;west;d10=Rg;-", "1;5;west;d10=Rg;QrQr", "1;5;west;a10=Sb;-"])
def test_a_log_goes_on_with_tiles_that_nobody_counted(of: str) -> None:
    line = line_of(BOARD, (3, 3), "west").replace(" ***", " ****Xy").removesuffix("-") + of
    table = Words(line, dealt=False)
    assert table.claim("Ann", "pass").ruling is Ruling.LEGAL


def _taken_off(letter: str) -> Words:
    """Ann takes off from the last runway with AT and a letter, and Ben may challenge it."""
    options = (("check-words", False),)
    table = Words(line_of(SOUTH, (3, 3), "south"), dealt=False, options=options)
    table.claim("Ann", f"lay j22={letter}y")
    assert set(table.table.due) == {0, 1}
    return table


def test_racks_that_lie_open_are_not_asked_for_again_after_a_challenge_that_failed() -> None:
    table = _taken_off("E")
    for seat in ("Ann", "Ben"):
        table.lay_open(seat)
    points = [line for line in table.table.lines if line.clause == clauses.DEDUCTION]
    table.claim("Ben", "challenge by 2")
    assert table.table.over
    assert not table.table.due
    assert [line for line in table.table.lines if line.clause == clauses.DEDUCTION] == points


def test_a_rack_shown_at_an_end_that_was_taken_back_is_unseen_again() -> None:
    table = _taken_off("Z")
    table.lay_open("Ann")
    table.claim("Ben", "challenge by 2")
    assert not table.table.due
    table.claim("Ben", "pass")
    table.claim("Ann", "exchange Zy")
    table.claim("Ben", "lay j22=Ey")
    assert set(table.table.due) == {0, 1}
    assert not [line for line in table.table.lines if line.clause == clauses.DEDUCTION]


def test_a_rack_may_have_been_filled_up_after_the_last_play() -> None:
    table = _taken_off("E")
    shown = [*map(str, table.table.position.racks[0]), str(table.table.position.box[-1])]
    table.enter(ev.Show("Ann", tuple(shown)))
    assert sorted(map(str, table.table.position.racks[0])) == sorted(shown)
    assert set(table.table.due) == {1}


def test_a_rack_that_was_miscounted_is_counted_anew_at_the_end() -> None:
    table = _taken_off("E")
    fewer = tuple(map(str, table.table.position.racks[0]))[:-1]
    with pytest.raises(BadInput, match="count them again, or correct how many there are"):
        table.enter(ev.Show("Ann", fewer))
    table.enter(ev.CorrectCards("Ann", len(fewer), "counted anew"))
    table.lay_open("Ann")
    assert set(table.table.due) == {1}


def _taken_back(more: str = "") -> Words:
    """Ann holds what a challenge gave back to her, and Ben is to play."""
    table = Words(line_of(BOARD, (3, 3), "west"), dealt=False, options=(("check-words", False),))
    table.claim("Ann", f"lay e11=Ab{more}")
    table.claim("Ben", "challenge by 2")
    table.claim("Ben", "lay f9=Hr")
    table.claim("Ann", "pass")
    assert table.table.pinned[0]
    return table


def _ann_holds(table: Words, name: str) -> bool:
    return name in map(str, table.table.position.racks[0])


def test_a_tile_that_came_back_stays_when_fewer_are_counted() -> None:
    table = _taken_back()
    table.enter(ev.CorrectCards("Ann", 11, "one was drawn too many"))
    assert _ann_holds(table, "Ab")
    # There are three blue As.
    wrong = table.claim("Ben", "lay e11=Ab e12=Ab e13=Ab")
    assert [one.clause for one in wrong.reasons] == [clauses.FROM_RACK]


def test_of_fewer_tiles_than_came_back_nobody_knows_which_they_are() -> None:
    table = _taken_back(" e12=Kb e13=Vr")
    table.enter(ev.CorrectCards("Ann", 5, "they were laid down by mistake"))
    assert table.table.pinned[0] == ()
    assert table.claim("Ben", "lay e11=Ab e12=Kb e13=Vr").ruling is Ruling.LEGAL


def test_a_rack_that_lies_open_is_believed_whatever_came_back_to_it() -> None:
    table = Words(line_of(SOUTH, (3, 3), "south"), dealt=False, options=(("check-words", False),))
    table.claim("Ann", "lay j15=Xy")
    table.claim("Ben", "challenge by 2")
    table.claim("Ben", "lay j15=Vy")
    for seat in ("Ann", "Ben"):
        table.claim(seat, "pass")
    assert set(table.table.due) == {0, 1}
    box = map(str, table.table.position.box)
    shown = [next(box) if str(tile) == "Xy" else str(tile) for tile in table.table.position.racks[0]]
    table.enter(ev.Show("Ann", tuple(shown)))
    assert not _ann_holds(table, "Xy")


@pytest.mark.parametrize("count", [0, 10])
def test_no_more_letters_are_exchanged_than_there_are_beside_the_free_tiles(count: int) -> None:
    table = Words(line_of(BOARD, (3, 3), "west"), dealt=False)
    with pytest.raises(BadInput, match="The rack has 9 letters beside its free tiles"):
        table.table.desk.move({"exchange": count}, table.table.position, 0)
    assert len(table.table.desk.move({"exchange": 9}, table.table.position, 0).tiles) == 9
