"""A board at a table under a camera: what is entered, what is told and not entered, and when."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from companion.eyes.parts_eye import PartsEye
from companion.eyes.parts_looking import BOARD_REST
from companion.rules.verdict import Ruling
from companion.table.played import events as ev
from companion.table.played.camera import AS_IT_WAS, proposed
from companion.table.played.play import State, step
from companion.table.played.proposal import NOTHING
from companion.table.played.tranglar.proposing import _proposed, proposed_board
from companion.table.played.tranglar.seen import PicturedBoard, look_at_board
from companion.table.played.tranglar.watching import UNDONE, BoardWatch
from companion.table.played.watching import PatienceConfig
from companion.table.store import Store
from companion.table.tranglar.standing import standing
from companion.web.hall import Hall
from tests.rules.tranglar_pieces import piece
from tests.table.board_looks import board
from tests.table.folded import fold_played
from tests.table.tables import table_of
from tests.table.turning_over import BEFORE, LAID, LINE, SEATS, TAKEN
from tests.web.boards import photograph, write
from vision.live.rest import Rest

TRAPEZE, HOUSE = BEFORE[1], BEFORE[0]
AT_ONCE = PatienceConfig(0.0, 0.0, 0.0)
FREE = [*BEFORE, piece("petrol", "d4N")]


def begun(line: str | None = LINE, *moves: str) -> State:
    start = ev.SetUp("tranglar", SEATS, position=line or "- - - petrol 4S4G3M1TL1TR1F1Q1C1PR "
                     "4S4G3M1TL1TR1F1Q1C1PL 3/3 th 0")  # fmt: skip
    state = fold_played([start])
    for move in moves:
        state = step(state, ev.Claim(str(table_of(state).on_turn), move))
    return state


# --- one look -----------------------------------------------------------------------------------------


def test_a_legal_action_with_everything_turned_over_is_entered() -> None:
    table = table_of(begun())
    found = proposed_board(table, board(TAKEN))
    assert found.event == ev.Claim("ann", "place b2W")
    assert found.news is None
    assert proposed(table, board(TAKEN)).event == found.event


def test_what_is_as_it_was_is_said_to_be_and_of_a_game_that_is_over_nothing_is() -> None:
    table = table_of(begun())
    assert proposed(table, board(BEFORE)).says == AS_IT_WAS
    assert proposed(replace(table, ended=True), board(TAKEN)).says == NOTHING
    assert proposed(replace(table, paused=True), board(TAKEN)).event is None


def test_a_forgotten_flip_is_told_with_what_trapped_it_and_can_be_entered_all_the_same() -> None:
    state = begun()
    found = proposed_board(table_of(state), board(LAID))
    news = found.news
    assert found.event is None
    assert news is not None
    assert (news.kind, news.title, news.ruling) == ("disputed", "Not turned over", Ruling.ILLEGAL)
    assert "Turn b2N over to petrol." in news.says
    (flip,) = news.drawn["flips"]
    assert (flip["cells"], news.drawn["forgotten"]) == (["b2N"], [{"cells": ["b2N"], "to": "petrol"}])
    assert sum(bool(side["touched_by"]) for side in flip["sides"]) == 2
    after = step(state, ev.Claim(str(news.seat), str(news.move)))
    assert table_of(after).position.pieces[1] == ()


def test_an_action_after_which_another_piece_gave_way_than_the_table_has_is_told_and_not_entered() -> None:
    """As of several trapped trapezes of which too few can be exchanged."""
    table = table_of(begun())
    played = standing(table.position, board(TAKEN).look)
    assert _proposed(table, played).event is not None
    assert played.board is not None
    other = replace(played.board, petrol=played.board.petrol[1:], green=played.board.petrol[:1])
    found = _proposed(table, replace(played, board=other))
    assert (found.event, found.news and found.news.kind) == (None, "disputed")
    assert "has to show petrol" in found.says


def test_a_trap_is_told_with_its_touched_sides_and_entered_only_as_a_wrong_claim() -> None:
    line = LINE.replace("b2E b2N ", "- b2E,b2W ")
    state = begun(line)
    lying = [*BEFORE[:2], piece("green", "b2E"), piece("green", "b2W"), piece("petrol", "b2N")]
    news = proposed_board(table_of(state), board(lying)).news
    assert news is not None
    assert (news.title, [one.clause for one in news.reasons]) == ("Not allowed", ["tranglar/no-trap"])
    assert sum(bool(side["touched_by"]) for side in news.drawn["placed"][0]["sides"]) == 2
    after = step(state, ev.Claim(str(news.seat), str(news.move)))
    assert table_of(after).position == table_of(state).position


def test_an_action_out_of_turn_cannot_be_entered_and_names_who_may_have_passed() -> None:
    state = begun(LINE.replace(" petrol 3S", " green 3S"))
    news = proposed_board(table_of(state), board(TAKEN)).news
    assert news is not None
    assert (news.kind, news.seat, news.move) == ("disputed", "ann", None)
    assert "If ben has passed, enter that first." in news.says


def test_an_open_look_names_the_cells_and_enters_nothing() -> None:
    table = table_of(begun())
    found = proposed_board(table, board(BEFORE, [piece("petrol", "d4N")], []))
    assert found.event is None
    assert found.news is not None
    assert (found.news.kind, found.news.cells) == ("open", ("d4N",))
    assert "read the board again" in found.news.says


def test_a_look_that_cannot_be_is_told_and_stops_nothing() -> None:
    lying = [*BEFORE, piece("petrol", "b2E", "b2S")]
    found = proposed_board(table_of(begun()), board(lying))
    assert found.event is None
    assert "overlaps" in found.says


def test_both_large_neutral_pieces_at_once_are_entered_one_after_the_other() -> None:
    state = begun(None)
    for left in (1, 0):
        found = proposed_board(table_of(state), board([HOUSE, TRAPEZE]))
        assert found.event is not None
        state = step(state, found.event)
        assert len(table_of(state).position.large) == left
    assert proposed_board(table_of(state), board([HOUSE, TRAPEZE])).same


def test_a_new_game_can_go_on_from_a_board_that_lies_there() -> None:
    found = proposed_board(table_of(begun(None)), board(TAKEN))
    assert found.event is None
    assert found.news is not None
    assert found.news.kind == "begin"
    for who, begin in zip(SEATS, found.news.begins, strict=True):
        table = table_of(fold_played([begin]))
        assert (table.on_turn, table.position.score) == (who, (3, 0))
        assert proposed_board(table, board(TAKEN)).same


def test_a_board_with_white_triangles_is_gone_on_from_with_those_that_are_left() -> None:
    lying = [*TAKEN, piece("neutral", "d1S"), piece("neutral", "d1E"), piece("neutral", "d1N")]
    news = proposed_board(table_of(begun(None)), board(lying)).news
    assert news is not None
    for begin in news.begins:
        table = table_of(fold_played([begin]))
        assert table.position.whites == (1, 2)
        assert proposed_board(table, board(lying)).same


# --- one look after another -----------------------------------------------------------------------------


def test_nothing_is_entered_before_it_has_lain_there_in_two_pictures() -> None:
    table, watch = table_of(begun()), BoardWatch(PatienceConfig(1.0, 3.0, 1.0))
    first, second = board(TAKEN), board(TAKEN)
    watch, event = watch.looked(table, first, 0.0)
    assert event is None
    assert watch.wants_another
    watch, event = watch.looked(table, first, 2.0)
    assert event is None
    watch, event = watch.looked(table, second, 2.1)
    assert event == ev.Claim("ann", "place b2W")
    for at_s in (2.2, 9.0):
        watch, event = watch.looked(table_of(step(begun(), ev.Claim("ann", "place b2W"))), second, at_s)
        assert event is None


def test_a_dispute_is_told_once_it_has_lain_there_and_no_longer_than_it_does() -> None:
    table, watch = table_of(begun()), BoardWatch(PatienceConfig(1.0, 3.0, 1.0))
    watch, _ = watch.looked(table, board(LAID), 0.0)
    assert watch.news is None
    assert "Turn b2N over" in watch.says
    watch, _ = watch.looked(table, board(LAID), 3.0)
    assert watch.news is not None
    shown = watch.news
    watch, event = watch.looked(table, board(LAID), 3.1)
    assert (watch.news, event) == (shown, None)
    watch, event = watch.looked(table, board(TAKEN), 4.0)
    assert (watch.news, event) == (None, None)
    _, event = watch.looked(table, board(TAKEN), 5.0)
    assert event == ev.Claim("ann", "place b2W")


def test_a_hand_that_rests_on_an_unchanged_board_is_no_news() -> None:
    table, watch = table_of(begun()), BoardWatch(AT_ONCE)
    watch, event = watch.looked(table, board(BEFORE[:3], hidden=("b2N",)), 0.0)
    assert (watch.news, event) == (None, None)
    assert watch.says.startswith("b2N: Something lies over the board")


@pytest.mark.parametrize("by_hand", [False, True])
def test_what_was_undone_is_not_entered_again_until_it_is_laid_anew(by_hand: bool) -> None:
    state, watch = begun(), BoardWatch(AT_ONCE)
    before, lying = board(BEFORE), board(FREE)
    watch, event = watch.looked(table_of(state), before, 0.0)
    if by_hand:
        event = ev.Claim("ann", "place d4N")
    else:
        watch, event = watch.looked(table_of(state), lying, 1.0)
    assert event is not None
    done = step(state, event)
    watch, event = watch.looked(table_of(done), lying, 2.0)
    assert event is None
    undone = table_of(step(done, ev.Undo(2)))
    for seen in (lying, board(FREE)):
        watch, event = watch.looked(undone, seen, 3.0)
        assert (event, watch.says) == (None, UNDONE)
    watch, _ = watch.looked(undone, board(BEFORE), 4.0)
    _, event = watch.looked(undone, board(FREE), 5.0)
    assert event == ev.Claim("ann", "place d4N")


def test_what_was_undone_is_not_entered_again_after_a_restart_either() -> None:
    state = step(step(begun(), ev.Claim("ann", "place d4N")), ev.Undo(2))
    watch = BoardWatch.begun(AT_ONCE, state)
    watch, event = watch.looked(table_of(state), board(FREE), 0.0)
    assert (event, watch.says) == (None, UNDONE)
    watch, _ = watch.looked(table_of(state), board(BEFORE), 1.0)
    _, event = watch.looked(table_of(state), board(FREE), 2.0)
    assert event == ev.Claim("ann", "place d4N")


def test_what_was_undone_and_brought_back_counts() -> None:
    state = step(step(begun(), ev.Claim("ann", "place d4N")), ev.Undo(2))
    for after in (step(state, ev.Undo(3)), begun()):
        assert BoardWatch.begun(AT_ONCE, after) == BoardWatch(AT_ONCE)


def test_replaced_pieces_are_entered_where_their_seams_were_seen_before() -> None:
    line = LINE.replace("b2E b2N", "b2EN a1S").replace("3S4G3M1TL1TR1F1Q1C1PR", "4S3G3M1TL1TR1F1Q1C1PR")
    whole = [*BEFORE[:2], piece("petrol", "b2E", "b2N"), piece("green", "a1S")]
    parts = [*BEFORE[:3], piece("petrol", "b2N"), piece("green", "a1S")]
    table = table_of(begun(line))
    cold, event = BoardWatch(AT_ONCE).looked(table, board(parts), 0.0)
    assert event is None
    assert cold.news is not None
    assert (cold.news.kind, cold.news.move) == ("open", "replace b2EN by b2E b2N")
    watch, _ = BoardWatch(AT_ONCE).looked(table, board(whole), 0.0)
    _, event = watch.looked(table, board(parts), 1.0)
    assert event == ev.Claim("ann", "replace b2EN by b2E b2N")


# --- turns that follow one another faster than they are entered ------------------------------------------

GREENS = piece("green", "a1S")
BOTH = [*TAKEN, GREENS]


def entered(*looks: tuple[PicturedBoard, float], line: str = LINE) -> tuple[list[str], str | None]:
    """What looks come to, each shown for so many seconds in two pictures a second, and what is told in the end."""
    state, watch, at_s, moves = begun(line), BoardWatch(), 0.0, []
    for seen, held_s in looks:
        for _ in range(round(held_s * 2)):
            watch, event = watch.looked(table_of(state), replace(seen), at_s)
            at_s += 0.5
            if event is not None:
                assert isinstance(event, ev.Claim)
                state = step(state, event)
                moves.append(event.move)
    return moves, None if watch.news is None else watch.news.kind


def test_of_two_actions_the_first_is_entered_where_it_was_seen_by_itself_and_then_the_second() -> None:
    first, both = board(TAKEN), board(BOTH)
    assert entered((board(BEFORE), 1.0), (first, 0.5), (both, 6.0)) == (["place b2W", "place a1S"], None)


def test_an_action_that_was_seen_while_something_was_hidden_may_be_the_second_one() -> None:
    """Either player may have laid either of two white triangles."""
    line = LINE.replace("3S4G", "4G")
    one, other = piece("neutral", "a1S"), piece("neutral", "d4N")
    hidden = board([*BEFORE, one], hidden=("d4N",))
    both = (board([*BEFORE, one, other]), 6.0)
    assert entered((board(BEFORE), 1.0), (hidden, 0.5), both, line=line)[0] == []
    moves = ["neutral a1S", "neutral d4N"]
    assert entered((board(BEFORE), 1.0), (board([*BEFORE, one]), 0.5), both, line=line)[0] == moves


def test_of_two_actions_between_two_looks_neither_is_entered_and_nobody_was_wrong() -> None:
    assert entered((board(BEFORE), 1.0), (board(BOTH), 9.0)) == ([], "open")


def test_an_action_that_was_seen_first_and_is_not_on_the_board_any_more_is_not_entered() -> None:
    """It was taken back, and another one done instead."""
    looks = (board(BEFORE), 1.0), (board(FREE), 0.5), (board(TAKEN), 6.0)
    assert entered(*looks) == (["place b2W"], None)


def test_what_was_laid_and_is_hidden_now_is_waited_for() -> None:
    """A piece of a later turn lies beside a hand, which lies over what was laid before."""
    hidden = board([*BEFORE, piece("petrol", "a1S")], hidden=("d4N",))
    assert entered((board(BEFORE), 1.0), (hidden, 4.0)) == (["place a1S"], None)
    assert entered((board(BEFORE), 1.0), (board(FREE), 0.5), (hidden, 9.0)) == ([], None)


def test_nothing_is_told_of_a_game_that_stands_still() -> None:
    paused = replace(table_of(begun()), paused=True)
    watch, event = BoardWatch(AT_ONCE).looked(paused, board(LAID), 0.0)
    assert (watch.news, watch.says, event) == (None, "", None)


# --- the camera -----------------------------------------------------------------------------------------


def test_what_somebody_had_read_is_told_for_as_long_as_the_board_shows_it(tmp_path: Path) -> None:
    photos = tmp_path / "photos"
    photos.mkdir()
    write(photos / "board.jpg", LAID)
    with Store.open(str(tmp_path / "games.db")) as store:
        hall = Hall(store)
        assert hall.begin_played(ev.SetUp("tranglar", SEATS, position=LINE)).accepted
        assert hall.played is not None
        game = hall.played
        eye = PartsEye(hall, str(photos))
        try:
            look = eye.wait(0, 60.0)
            pixels = eye.newest()
            assert pixels is not None
            found = proposed(table_of(game.state), look_at_board(pixels))
            hall.tell(game.id, 1, found.news)
            for _ in range(3):
                look = eye.wait(look.number, 60.0)
                assert hall.news(game.id, 1) == found.news
            assert [one.says for one in look.checks] == ["The board is seen."]
        finally:
            eye.close()
        assert hall.enter(ev.Claim("ann", "place b2W"), 1, "host").accepted
        assert hall.news(game.id, 2) is None


def test_a_white_piece_on_a_pale_board_is_another_picture_and_noise_is_not() -> None:
    before = photograph(BEFORE)
    after = photograph([*BEFORE, piece("neutral", "a2N")])
    noisy = np.clip(before + np.random.default_rng(3).normal(0, 6, before.shape), 0, 255).astype(np.uint8)
    rest, _ = BOARD_REST.saw(before, 0.0)
    still, due = rest.saw(noisy, 0.1)
    assert (still.moving, due) == (False, False)
    assert rest.saw(after, 0.1)[0].moving
    assert not Rest().saw(before, 0.0)[0].saw(after, 0.1)[0].moving
