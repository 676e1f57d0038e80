"""A round of Turn-Style in which nobody can go on: it ends between two tries, never within one."""

from __future__ import annotations

from companion.rules.verdict import Ruling
from companion.table.log import Entry
from companion.table.zangle import events as ev
from companion.table.zangle.events import Kind, Place, Taken
from companion.table.zangle.play import judge
from companion.table.zangle.replay import replay
from companion.table.zangle.table import Phase
from companion.web.moment import moment
from companion.web.offers import offers
from tests.table.script import Script

UNREAD = (Taken("ann"), Taken("ann"), Taken("centre"))


def all_passed(pile: int) -> Script:
    """Ann's turn once all have passed in a row, with so many cards left for hits."""
    game = Script(ev.SetUp("turn-style", ("ann", "ben"))).start()
    away = game.table.pile - pile - 2
    game.do(ev.CorrectCards(Place(Kind.PILE), Place(Kind.ASIDE), away, "blown off the table"))
    for seat in ("ann", "ben"):
        game.do(ev.Hit(seat), ev.Pass(seat))
    return game


def against(game: Script, event: ev.Event) -> list[tuple[str, str]]:
    """What somebody hears who enters an event now."""
    verdict = judge(game.state, event, game.state.version)
    found = [(one.clause, one.says) for one in verdict.reasons]
    return [] if verdict.ruling is Ruling.LEGAL else found


def test_who_took_the_last_card_tries_once_more_before_the_round_ends() -> None:
    game = all_passed(1).do(ev.Hit("ann"))
    says = "ann tries once more after the hit, or passes first."
    assert against(game, ev.EndRound()) == [("zangle/stuck-round", says)]
    (button,) = [one for one in offers(game.state) if one["id"] == "end-round"]
    assert (button["allowed"], button["why"]) == (False, says)
    game.do(ev.Pass("ann"))
    assert against(game, ev.EndRound()) == []
    assert game.do(ev.EndRound()).table.phase is Phase.SCORED


def test_without_a_card_for_a_hit_the_banner_names_a_pass() -> None:
    assert moment(all_passed(1).state).next == "ann lays down a Zangle, or takes a hit."
    game = all_passed(0)
    assert moment(game.state).next == "ann lays down a Zangle, or passes."
    assert against(game, ev.Hit("ann"))
    assert not against(game, ev.Pass("ann"))


def test_cards_that_are_laid_down_are_settled_before_the_round_ends() -> None:
    game = all_passed(0)
    assert against(game, ev.EndRound()) == []
    game.do(ev.Claim("ann", UNREAD))
    says = "ann has laid down cards: overrule that, or ann passes first."
    assert against(game, ev.EndRound()) == [("zangle/one-verdict", says)]
    given_up = Script(*game.log, ev.Pass("ann"))
    assert against(given_up, ev.EndRound()) == []
    ruled = Script(*game.log, ev.Overrule(game.state.version, Ruling.ILLEGAL))
    assert against(ruled, ev.EndRound()) == []


def test_a_log_in_which_a_round_ended_within_a_try_is_read() -> None:
    for game in (all_passed(1).do(ev.Hit("ann")), all_passed(0).do(ev.Claim("ann", UNREAD))):
        log = [*game.log, ev.EndRound()]
        found = replay([Entry(seq, 0.0, None, event) for seq, event in enumerate(log, 1)])
        assert found.differences == ()
        assert found.state.table is not None
        assert found.state.table.phase is Phase.SCORED
