"""A score of Zangle that the table corrects: what is to be played and who gets what is found anew."""

from __future__ import annotations

from companion.rules.zangle.scoring import RoundResult, leaders, standings
from companion.table.log import Entry
from companion.table.zangle import events as ev
from companion.table.zangle.replay import replay
from companion.table.zangle.table import Column, Phase, Table
from companion.web.moment import moment
from companion.web.offers import offers
from tests.table.script import ONE, TWO, Script, zangle
from tests.table.scripted_modes import five_rounds, solitaire
from tests.table.twins import twin


def corrected(seat: str, points: int, of: int = 1) -> ev.CorrectScore:
    return ev.CorrectScore(of, seat, points, "counted again")


def buttons(game: Script) -> set[str]:
    return {one["says"] for one in offers(game.state) if one["allowed"]}


def replayed(*log: ev.Event) -> Table:
    found = replay([Entry(seq, 0.0, None, event) for seq, event in enumerate(log, 1)])
    assert found.differences == ()
    assert found.state.table is not None
    return found.state.table


def after_the_bonus_round() -> Script:
    """Ann and Ben tied with 21 points, and Ben has won the bonus round; Cem has 28."""
    game = five_rounds().do(ev.Equalize("cem"), ev.NextRound()).start()
    return game.go_out("ben").do(ev.RoundCheck(True))


def test_a_tie_that_a_correction_makes_brings_the_winners_equalizer_and_a_bonus_round() -> None:
    game = five_rounds().do(corrected("ben", 6))
    assert game.table.decided
    assert game.refused(ev.NextRound()) == {"rounds"}
    assert game.refused(ev.Equalize("cem")) == {"equalizer"}
    assert not {"Equalizer for cem", "Bonus round"} & buttons(game)
    game.do(corrected("ben", 7))
    assert game.table.equalizer_due == "cem"
    assert game.refused(ev.NextRound()) == {"equalizer"}
    assert "Equalizer for cem" in buttons(game)
    game.do(ev.Equalize("cem"))
    assert "Bonus round" in buttons(game)
    game.do(ev.NextRound()).start()
    assert game.table.bonus


def test_nobody_gets_an_equalizer_twice_for_one_round() -> None:
    game = five_rounds().do(ev.Equalize("cem"), corrected("ben", 6), corrected("ben", 7))
    assert game.table.equalizer_due is None
    assert game.refused(ev.Equalize("cem")) == {"equalizer"}
    game.do(ev.NextRound())


def test_who_ties_only_after_the_bonus_round_plays_the_winner_of_it() -> None:
    game = after_the_bonus_round()
    assert game.table.decided
    game.do(corrected("cem", 4))
    assert game.totals == {"ann": 21, "ben": 21, "cem": 21}
    assert game.ranks == [(1, "ben"), (1, "cem"), (3, "ann")]
    assert twin(game).placed() == sorted(game.ranks)
    game.do(ev.Equalize("ben"), ev.NextRound()).start()
    assert {seat.name: seat.cards for seat in game.table.seats} == {"ann": 0, "ben": 4, "cem": 4}
    game.go_out("cem").do(ev.RoundCheck(True))
    assert game.ranks == [(1, "cem"), (2, "ann"), (2, "ben")]
    assert twin(game).placed() == sorted(game.ranks)


def test_a_bonus_round_is_not_dealt_once_the_tie_is_gone() -> None:
    game = five_rounds().do(ev.Equalize("cem"), ev.NextRound(), corrected("ben", 6))
    assert game.refused(ev.Deal()) == {"rounds"}
    assert moment(game.state).next == "All rounds are played: end the game."
    assert game.do(ev.End()).table.phase is Phase.OVER


def test_of_several_bonus_rounds_each_settles_it_between_those_who_played_it() -> None:
    names = ("ann", "ben", "cem")

    def bonus(number: int, winner: str | None, *played: str, honest: bool = True) -> RoundResult:
        held = tuple((seat, 0 if seat == winner else 2) for seat in played)
        return RoundResult(number, True, held, winner, honest if winner else None)

    first = bonus(4, "ben", "ann", "ben")
    assert leaders(names, [first]) == ("ben", "cem")
    assert leaders(names, [first, bonus(5, None, "ben", "cem")]) == ("ben", "cem")
    assert leaders(names, [first, bonus(5, "cem", "ben", "cem")]) == ("cem",)
    assert leaders(names, [first, bonus(5, None, "ann", "cem")]) == names
    ranks = [place.rank for place in standings(names, [first, bonus(5, "cem", "ben", "cem")])]
    assert ranks == [1, 2, 2]


def test_logs_are_read_in_which_a_correction_changed_nothing_but_the_scores() -> None:
    """Once an equalizer stayed due where the tie was gone, and was not due where it came."""
    tied, untied = five_rounds(), five_rounds()
    before = untied.log[:-1]
    assert isinstance(before[-1], ev.Claim)
    needless = replayed(*tied.log, corrected("ben", 6), ev.Equalize("cem"), ev.End())
    assert needless.known_seat("cem").level == 1
    without = replayed(*before, corrected("ben", 6), ev.RoundCheck(True), corrected("ben", 7), ev.NextRound())
    assert (without.bonus, without.known_seat("cem").level) == (True, 0)
    alone = replayed(*tied.log, ev.Equalize("cem"), ev.NextRound(), corrected("ben", 6), ev.Deal())
    assert alone.known_seat("ben").cards == 4


def column(number: int) -> ev.Place:
    return ev.Place(ev.Kind.COLUMN, None, number)


def moved(source: ev.Place, to: ev.Place, count: int = 1) -> ev.CorrectCards:
    return ev.CorrectCards(source, to, count, "counted again")


ASIDE = ev.Place(ev.Kind.ASIDE)


def first_column_used() -> Script:
    """Solitaire with column 1 empty and column 2 one card deep."""
    game = solitaire().do(zangle("ann", 2, own_places=("column 1", "column 2")), ev.Replenish("centre"))
    assert [each.cards for each in game.table.columns] == [0, 1, 3, 4, 5]
    return game


def test_of_cards_that_a_correction_brings_to_an_empty_column_one_is_turned_up() -> None:
    game = first_column_used().do(moved(ASIDE, column(1), 2))
    assert game.table.columns[0] == Column(1, ev.Face())
    assert game.refused(ev.FillColumn(3, 1)) == {"staircase"}
    assert "Column 3 to 1" not in buttons(game)
    game.do(ev.Seen("column 1", (ONE,)), moved(ASIDE, column(1)))
    assert game.table.columns[0] == Column(2, ONE)
    game.do(zangle("ann", 2, own_places=("column 3", "column 1")))
    assert game.table.columns[0] == Column(1, ev.Face())
    assert game.table.counted == game.table.deck


def test_a_correction_takes_a_columns_top_last() -> None:
    game = solitaire().do(ev.Seen("column 2", (TWO,)), moved(column(2), ASIDE))
    assert game.table.columns[1] == Column(0, TWO)
    assert game.refused(moved(column(2), ASIDE, 2)) == {"cards-add-up"}
    assert game.do(moved(column(2), ASIDE)).table.columns[1] == Column(0)
    assert game.do(ev.FillColumn(5, 2)).table.counted == game.table.deck


def test_logs_are_read_in_which_a_corrected_column_was_filled_and_lose_no_card() -> None:
    """Once none of the cards that came to an empty column was turned up, and the next one came in their place."""
    log = first_column_used().do(moved(ASIDE, column(1))).log
    table = replayed(*log, ev.FillColumn(3, 1))
    assert table.columns[0] == Column(1, ev.Face())
    assert table.counted == table.deck
    assert replayed(*log, moved(column(1), ASIDE)).columns[0] == Column(0)
