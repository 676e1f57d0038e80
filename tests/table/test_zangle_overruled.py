"""A claim of Zangle that is overruled: what followed from it alone is taken back, what others did stands."""

from __future__ import annotations

from companion.rules.verdict import Ruling
from companion.table.log import Entry
from companion.table.zangle import events as ev
from companion.table.zangle.replay import replay
from companion.table.zangle.table import Phase
from companion.web import screen
from companion.web.moment import moment
from tests.table.script import Script, no_zangle, zangle
from tests.table.scripted_modes import solitaire, speedster, turn_style


def overrule(of: int, ruling: Ruling = Ruling.LEGAL) -> ev.Overrule:
    return ev.Overrule(of, ruling, "we looked again")


def held(game: Script, name: str) -> tuple[int, int]:
    """The open and the face-down cards of a player."""
    seat = game.table.known_seat(name)
    return len(seat.row), seat.draw


def undone(game: Script) -> list[int]:
    found: list[int] = screen.of(None, game.state)["undone"]
    return found


def ben_fills_up_after_anns_claim() -> tuple[Script, int]:
    """Ben made a Zangle and fills up his row only when Ann has laid down cards that are none."""
    game = speedster("ann", "ben").start().call("ben").do(zangle("ben", 2), ev.Replenish("centre"))
    game.call("ann").do(no_zangle("ann"))
    claim = game.state.version
    assert held(game, "ben") == (2, 6)
    return game.do(ev.Replenish("ben")), claim


def test_what_another_player_filled_up_stays_when_a_claim_is_overruled() -> None:
    game, claim = ben_fills_up_after_anns_claim()
    game.do(overrule(claim))
    assert held(game, "ben") == (4, 4)
    assert held(game, "ann") == (2, 6)
    assert undone(game) == []
    assert game.refused(ev.Replenish("ben")) == {"centre-first", "replenish"}
    game.do(ev.Replenish("centre"))
    assert game.refused(ev.Replenish("ben")) == {"replenish"}
    game.do(overrule(claim, Ruling.ILLEGAL))
    assert (held(game, "ben"), held(game, "ann")) == ((4, 4), (4, 6))
    assert undone(game) == [claim + 2, claim + 3]


def test_logs_are_read_in_which_a_row_was_filled_up_anew_after_an_overrule() -> None:
    """Once the filling up of another player was taken back, too."""
    game, claim = ben_fills_up_after_anns_claim()
    log = [*game.log, overrule(claim), ev.Replenish("centre"), ev.Replenish("ben"), ev.Replenish("ann")]
    found = replay([Entry(seq, 0.0, None, event) for seq, event in enumerate(log, 1)])
    assert found.differences == ()
    assert found.state.table is not None
    assert [seat.draw for seat in found.state.table.seats] == [4, 4]


def test_a_hit_of_anybody_keeps_no_claim_from_being_overruled() -> None:
    game = speedster("ann", "ben").start().call("ann").do(no_zangle("ann"))
    claim, pile = game.state.version, game.table.pile
    game.do(ev.Hit("ben"), ev.Hit("ann"))
    told = moment(game.state)
    assert (told.claim, told.ruling) == (claim, Ruling.ILLEGAL)
    assert told.next == "ann takes a penalty card, or the table overrules."
    game.do(ev.Penalty("ann"), overrule(claim))
    assert (held(game, "ben"), held(game, "ann"), game.table.pile) == ((5, 6), (3, 6), pile - 2)
    assert (moment(game.state).claim, moment(game.state).ruling) == (claim, Ruling.LEGAL)
    assert undone(game) == [claim + 3]
    assert game.table.counted == game.table.deck


def test_a_hit_that_was_taken_when_the_last_cards_lay_there_already_goes_back() -> None:
    game = speedster("ann", "ben").start()
    while game.table.known_seat("ann").cards > 4:
        game.lay("ann", 2)
    game.call("ann").do(zangle("ann", 4), overrule(game.state.version + 1, Ruling.ILLEGAL), ev.Hit("ben"))
    claim = game.state.version - 2
    assert held(game, "ben") == (5, 6)
    game.do(overrule(claim))
    assert (game.table.phase, held(game, "ben")) == (Phase.CHECK, (4, 6))
    assert undone(game) == [claim + 1, claim + 2]
    game.do(overrule(claim, Ruling.ILLEGAL))
    assert (game.table.phase, held(game, "ben")) == (Phase.PLAY, (5, 6))
    assert undone(game) == [claim + 1, claim + 3]


def test_a_hit_in_turns_is_playing_on() -> None:
    game = turn_style("ann", "ben").do(no_zangle("ann"))
    claim = game.state.version
    game.do(ev.Hit("ann"))
    assert game.refused(overrule(claim)) == {"overrule"}


def test_the_history_strikes_out_what_an_overrule_took_back() -> None:
    game = speedster("ann", "ben").start().call("ann").do(no_zangle("ann"))
    claim = game.state.version
    game.do(ev.Penalty("ann"), overrule(claim))
    assert undone(game) == [claim + 1]
    game.do(ev.Replenish("centre"), overrule(claim, Ruling.ILLEGAL))
    assert undone(game) == [claim + 1, claim + 2, claim + 3]
    game.do(ev.Undo(claim + 4))
    assert undone(game) == [claim + 1, claim + 4, claim + 5]
    alone = solitaire().do(zangle("ann", 2, own_places=("column 1", "column 2")), ev.Replenish("centre"))
    claim = alone.state.version - 1
    assert undone(alone.do(overrule(claim, Ruling.ILLEGAL))) == [claim + 1]
