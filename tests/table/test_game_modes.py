"""Whole games by the rules of each mode."""

from __future__ import annotations

import pytest

from companion.rules.verdict import Ruling
from companion.rules.zangle.modes import Equalizer
from companion.table.zangle import events as ev
from companion.table.zangle.events import Taken
from companion.table.zangle.showing import zangles_to_show
from companion.table.zangle.table import Phase
from companion.table.zangle.view import view
from companion.web.lines import says
from companion.web.offers import offers
from tests.table.script import ONE, TWO, Script, Z, no_zangle, zangle
from tests.table.scripted_modes import THREE_PLAYERS, five_rounds, solitaire, speedster, turn_style
from tests.table.twins import twin


def test_five_rounds_of_speedster_to_a_tie_and_its_bonus_round() -> None:
    game = five_rounds()
    rounds = [dict(result.held) for result in game.table.results]
    assert rounds[0] == {"ann": 0, "ben": 7, "cem": 11}
    assert [place.rounds for place in sorted(game.table.standings, key=lambda place: place.seat)] == [
        (0, 0, 4, 11, 6),
        (7, 5, 0, 0, 9),
        (11, 0, 10, 7, 0),
    ]
    assert game.ranks == [(1, "ann"), (1, "ben"), (3, "cem")]
    assert {seat.name: seat.level for seat in game.table.seats} == {"ann": 1, "ben": 2, "cem": 0}

    game.do(ev.Equalize("cem"), ev.NextRound()).start()
    assert game.table.bonus
    assert {seat.name: seat.cards for seat in game.table.seats} == {"ann": 4, "ben": 4, "cem": 0}
    assert game.refused(ev.Hit("cem")) == {"at-the-table"}
    game.lay("ann", 2).go_out("ben").do(ev.RoundCheck(True))
    assert game.ranks == [(1, "ben"), (2, "ann"), (3, "cem")]
    assert game.totals == {"ann": 21, "ben": 21, "cem": 28}
    assert game.refused(ev.NextRound()) == {"rounds"}
    game.do(ev.End())
    assert game.table.phase is Phase.OVER
    assert game.refused(ev.Deal()) == {"in-phase"}
    assert twin(game).placed() == sorted(game.ranks)


def test_a_wrong_check_in_a_bonus_round_loses_it() -> None:
    game = five_rounds().do(ev.Equalize("cem"), ev.NextRound()).start()
    game.go_out("ben").do(ev.RoundCheck(False))
    assert game.ranks == [(1, "ann"), (2, "ben"), (3, "cem")]
    assert game.totals["ben"] == 26
    assert twin(game).placed() == sorted(game.ranks)


def test_a_bonus_round_that_nobody_wins_is_played_again() -> None:
    game = five_rounds().do(ev.Equalize("cem"), ev.NextRound()).start()
    game.do(ev.CorrectCards(ev.Place(ev.Kind.PILE), ev.Place(ev.Kind.ASIDE), 108, "blown off the table"))
    game.do(ev.EndRound("nobody finds any"))
    assert game.table.tied_for_first == ("ann", "ben")
    game.do(ev.NextRound()).start()
    assert (game.table.bonus, game.table.round) == (True, 7)


def test_the_winner_of_each_round_moves_up_an_equalizer() -> None:
    game = speedster("ann", "ben")
    rows, cards = [], []
    for number in range(5):
        game.start()
        ann = game.table.known_seat("ann")
        rows.append(len(ann.row))
        cards.append(ann.cards)
        game.go_out("ann").do(ev.RoundCheck(True))
        if number < 4:
            assert game.refused(ev.NextRound()) == {"equalizer"}
            assert game.refused(ev.Equalize("ben")) == {"equalizer"}
            game.do(ev.Equalize("ann"), ev.NextRound())
    assert (rows, cards) == ([4, 4, 4, 3, 3], [10, 10, 10, 10, 15])
    assert game.table.decided
    assert game.refused(ev.Equalize("ann")) == {"equalizer"}


def test_equalizers_can_be_the_tables_own_or_left_off() -> None:
    own = tuple(Equalizer(f"Sing verse {n}.", row=n, extra=5 - n) for n in (1, 2, 3, 4))
    game = speedster("ann", "ben", equalizers=own).start().go_out("ann")
    game.do(ev.RoundCheck(True), ev.Equalize("ann"), ev.NextRound(), ev.Deal())
    ann = game.table.known_seat("ann")
    assert (len(ann.row), ann.cards) == (1, 14)
    off = speedster("ann", "ben", options=(("equalizers", False),)).start().go_out("ann")
    assert off.do(ev.RoundCheck(True), ev.NextRound()).table.known_seat("ann").level == 0


def test_who_may_claim_in_speedster() -> None:
    game = speedster().start()
    assert game.refused(zangle("ann", 2)) == {"control"}
    game.call("ann")
    assert game.refused(zangle("ben", 2)) == {"control"}
    game.do(no_zangle("ann"))
    assert game.table.pending is not None
    assert game.refused(zangle("ann", 2)) == {"one-verdict"}
    assert game.refused(ev.Penalty("ben")) == {"penalty"}
    game.do(ev.Penalty("ann"))
    assert (game.table.control, game.table.known_seat("ann").cards) == (None, 11)
    game.call("ben").do(zangle("ben", 2))
    assert game.refused(ev.Call("cem", 99.0, 0.0, "cem")) == {"centre-first"}
    assert game.refused(ev.Replenish("ben")) == {"centre-first"}
    game.replenish("ben")
    assert game.refused(ev.Replenish("ben")) == {"replenish"}
    assert game.refused(ev.Replenish("centre")) == {"replenish"}


def test_calls_that_the_clocks_cannot_part_are_settled_by_the_table() -> None:
    game = speedster().start()
    game.do(ev.Call("ann", 10.0, 0.02, "a"), ev.Call("ben", 10.04, 0.02, "b"))
    assert game.table.tied == ("ann", "ben")
    assert game.refused(zangle("ann", 2)) == {"ties"}
    assert game.refused(ev.Call("cem", 10.2, 0.02, "c")) == {"calls"}
    assert game.refused(ev.Settle("cem")) == {"ties"}
    game.do(ev.Settle("ben"), zangle("ben", 2))
    assert game.table.known_seat("ben").zangles


def test_a_call_that_comes_late_and_was_made_before_holds() -> None:
    game = speedster().start().do(ev.Call("ann", 10.0, 0.01, "a"))
    assert game.table.control == "ann"
    game.do(ev.Call("ben", 9.9, 0.01, "b"))
    assert game.table.control == "ben"
    assert game.table.first is not None
    assert game.table.first.margin_s == pytest.approx(0.1)


def test_an_undecided_claim_waits_for_the_table() -> None:
    game = speedster().start().call("ann")
    game.do(ev.Claim("ann", (Taken("ann"), Taken("ann", TWO), Taken("centre", ONE))))
    pending = game.table.pending
    assert pending is not None
    assert pending.ruling is Ruling.UNDECIDED
    shown = ev.Claim("ann", (Taken("ann", ONE), Taken("ann", TWO), Taken("centre", ONE)))
    assert not game.refused(shown)
    game.do(ev.Overrule(pending.seq, Ruling.LEGAL, "we all saw it"))
    assert (game.table.pending, game.table.control) == (None, None)
    assert game.table.known_seat("ann").zangles == ((ev.Face(), TWO, ONE),)


def test_an_overrule_takes_the_claim_and_all_that_followed_back() -> None:
    game = speedster().start().call("ann").do(zangle("ann", 3))
    claim = game.state.version
    game.replenish("ann")
    assert game.refused(ev.Overrule(claim, Ruling.LEGAL)) == {"overrule"}
    game.do(ev.Overrule(claim, Ruling.ILLEGAL, "that is another shape"))
    ann = game.table.known_seat("ann")
    assert (len(ann.row), ann.draw, ann.zangles, len(game.table.centre)) == (4, 6, (), 4)
    game.do(ev.Penalty("ann"), ev.Overrule(claim, Ruling.LEGAL, "it was right after all"))
    assert game.table.known_seat("ann").cards == 7
    game.replenish("ann").call("ben")
    assert game.refused(ev.Overrule(claim, Ruling.ILLEGAL)) == {"overrule"}


def test_who_comes_late_is_dealt_in_next_round_and_pays_for_the_first() -> None:
    game = speedster("ann", "ben").start().do(ev.Join("cem", "ann"))
    assert game.table.names == ("ann", "cem", "ben")
    assert game.refused(ev.Hit("cem")) == {"at-the-table"}
    game.lay("ben", 4).go_out("ann").do(ev.RoundCheck(True), ev.Equalize("ann"), ev.NextRound(), ev.Deal())
    assert game.table.known_seat("cem").cards == 10
    assert game.totals == {"ann": 0, "ben": 6, "cem": 6}


def test_the_winner_shows_what_was_accepted_and_who_ruled_on_it() -> None:
    game = speedster("ann", "ben").start().lay("ben", 2).lay("ann", 4).call("ann").do(no_zangle("ann"))
    game.do(ev.Overrule(game.state.version, Ruling.LEGAL, "house rule")).replenish("ann")
    game.call("ann").do(zangle("ann", 2))
    game.do(ev.Overrule(game.state.version, Ruling.ILLEGAL, "no"), ev.Penalty("ann"))
    game.go_out("ann")
    shown = zangles_to_show(game.state, "ann")
    assert [one.ruling for one in shown] == [Ruling.LEGAL, Ruling.ILLEGAL, Ruling.LEGAL, Ruling.LEGAL]
    assert [one.seq for one in shown] == sorted(one.seq for one in shown)
    laid = game.table.known_seat("ann").zangles
    assert [len(one.cards) for one in shown] == list(map(len, laid))
    assert [one["seq"] for one in view(game.state)["to_check"]] == [one.seq for one in shown]
    game.do(ev.RoundCheck(True), ev.Equalize("ann"), ev.NextRound()).start()
    assert zangles_to_show(game.state, "ann") == ()
    assert view(game.state)["to_check"] == []


# --- Turn-Style -----------------------------------------------------------------------------------


def idle(game: Script, seat: str) -> None:
    game.do(ev.Hit(seat), ev.Pass(seat))


@pytest.mark.parametrize(("out", "after"), [("ann", ["ben", "cem"]), ("ben", ["cem"]), ("cem", [])])
def test_turn_style_gives_everyone_as_many_turns(out: str, after: list[str]) -> None:
    game = turn_style()
    turns = dict.fromkeys(THREE_PLAYERS, 0)
    while game.table.phase is Phase.PLAY:
        seat = game.table.on_turn
        assert seat is not None
        if game.table.winner:
            assert seat == after.pop(0)
        turns[seat] += 1
        if seat == out:
            game.lay(seat, min(4, len(game.table.known_seat(seat).row)))
        else:
            idle(game, seat)
    assert not after
    assert turns == {"ann": 3, "ben": 3, "cem": 3}
    assert game.totals == {seat: 0 if seat == out else 13 for seat in THREE_PLAYERS}
    assert game.refused(ev.Hit("ann")) == {"equal-turns"}


def test_a_turn_is_a_zangle_or_a_hit_and_one_more_try() -> None:
    game = turn_style()
    assert game.refused(ev.Hit("ben")) == {"turns"}
    assert game.refused(ev.Pass("ann")) == {"hit-before-pass"}
    assert game.refused(ev.Replenish("ann")) >= {"turns"}
    game.do(no_zangle("ann"))
    assert game.table.on_turn == "ann"
    game.do(ev.Hit("ann"))
    assert game.refused(ev.Hit("ann")) == {"one-hit"}
    game.do(no_zangle("ann"))
    assert game.table.on_turn == "ben"
    game.do(zangle("ben", 2))
    assert game.refused(zangle("ben", 2)) >= {"turns"}
    assert game.refused(ev.Replenish("ben")) == {"centre-first"}
    game.replenish("ben")
    assert game.table.on_turn == "cem"


def test_an_overruled_second_try_gives_the_turn_back() -> None:
    game = turn_style().do(ev.Hit("ann"), no_zangle("ann"))
    assert game.table.on_turn == "ben"
    game.do(ev.Overrule(game.state.version, Ruling.LEGAL, "it fits, look")).replenish("ann")
    assert (game.table.on_turn, game.table.known_seat("ann").cards) == ("ben", 9)


def test_an_undecided_try_can_be_given_up() -> None:
    unread = ev.Claim("ann", (Taken("ann"), Taken("ann"), Taken("centre")))
    for after in (ev.Hit("ann"), ev.Pass("ann")):
        game = turn_style()
        if isinstance(after, ev.Pass):
            game.do(ev.Hit("ann"))
        game.do(unread)
        assert game.table.pending is not None
        assert game.do(after).table.pending is None


def test_the_deal_goes_round_and_the_dealer_begins() -> None:
    game = turn_style()
    for dealer in THREE_PLAYERS:
        assert game.table.lap[0] == game.table.on_turn == dealer
        while game.table.phase is Phase.PLAY:
            seat = game.table.on_turn or ""
            game.lay(seat, min(4, len(game.table.known_seat(seat).row))) if seat == dealer else idle(
                game, seat
            )
        if game.table.more_rounds:
            game.do(ev.NextRound()).start()
    assert game.totals == {"ann": 26, "ben": 26, "cem": 26}
    game.do(ev.NextRound()).start()
    assert game.table.bonus
    game.lay("ann", 4)
    assert (game.table.phase, game.ranks[0]) == (Phase.SCORED, (1, "ann"))


def test_a_round_without_an_end_ends_when_the_pile_is_used_up_and_all_have_passed() -> None:
    game = turn_style("ann", "ben")
    assert game.refused(ev.EndRound()) == {"stuck-round"}
    while game.table.pile:
        idle(game, game.table.on_turn or "")
    game.lay(game.table.on_turn or "", 2)
    for seat in (game.table.on_turn, *(name for name in game.table.names if name != game.table.on_turn)):
        assert game.refused(ev.Hit(seat or "")) == {"hit"}
        assert game.refused(ev.EndRound()) == {"stuck-round"}
        game.do(ev.Pass(seat or ""))
    game.do(ev.EndRound("nobody finds any"))
    assert sum(game.totals.values()) == 120 - 2 - 4


# --- Solitaire ------------------------------------------------------------------------------------


def test_the_staircase_is_dealt_from_a_pile_of_ten() -> None:
    game = solitaire()
    table = game.table
    assert [column.hidden + 1 for column in table.columns] == [1, 2, 3, 4, 5]
    assert (table.pile, len(table.centre), table.aside) == (7, 3, 95)
    assert len(solitaire(columns=7).table.columns) == 7


def test_who_is_stuck_draws_three_anew_until_the_pile_is_used_up() -> None:
    game = solitaire()
    for left in (4, 1, 0):
        assert "Stuck: new cards" in {one["says"] for one in offers(game.state)}
        game.do(ev.Stuck())
        assert game.table.pile == left
    assert (len(game.table.centre), game.table.discard) == (1, 9)
    (button,) = [one for one in offers(game.state) if one["id"] == "stuck"]
    assert button["says"] == "Stuck: the round is lost"
    assert (
        says(ev.Stuck())
        == "Stuck: the centre gets new cards or, with none left in the pile, the round is lost."
    )
    game.do(ev.Stuck())
    assert (game.table.phase, game.totals) == (Phase.SCORED, {"ann": 15})
    assert game.table.winner is None


def test_a_column_turns_up_its_next_card_and_an_empty_one_takes_another() -> None:
    game = solitaire()
    game.do(ev.Seen("column 1", (ONE,)), ev.Seen("column 3", (TWO,)))
    game.do(zangle("ann", 2, own_places=("column 3", "column 1")))
    assert [(column.hidden, column.top) for column in game.table.columns[:3]] == [
        (0, None),
        (1, ev.Face()),
        (1, ev.Face()),
    ]
    assert game.refused(ev.Stuck()) == {"centre-first"}
    assert game.refused(ev.FillColumn(3, 2)) == {"staircase"}
    game.do(ev.FillColumn(5, 1), ev.Replenish("centre"))
    assert [column.hidden for column in game.table.columns] == [0, 1, 1, 3, 3]


def test_solitaire_is_won_when_the_stairs_are_gone() -> None:
    game = solitaire()
    for places in ((1, 2, 3, 4, 5), (2, 3, 4, 5), (3, 4, 5), (4, 5)):
        game.do(zangle("ann", len(places), own_places=tuple(f"column {place}" for place in places)))
        game.do(ev.Replenish("centre"))
    game.do(zangle("ann", 1, 2, own_places=("column 5",)))
    assert (game.table.phase, game.table.winner, game.totals) == (Phase.SCORED, "ann", {"ann": 0})
    game.do(ev.End())


def test_giving_up_counts_what_is_left() -> None:
    assert solitaire().do(ev.EndRound("tea is ready")).totals == {"ann": 15}


def test_a_z_alone_from_the_centre_follows_the_tables_option() -> None:
    claim = ev.Claim("ann", (Taken("ann", ONE), Taken("ann", ONE), Taken("ann", TWO), Taken("centre", Z)))
    for allowed in (True, False):
        game = speedster("ann", "ben", options=(("z-fills-location", allowed),)).start().call("ann")
        assert (game.do(claim).table.pending is None) is allowed
