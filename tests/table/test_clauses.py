"""Every clause of the table is cited by something, and every one has its row in the documents."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from companion.rules.polyform import ABOLO, free_shapes
from companion.rules.seeds import seed
from companion.rules.verdict import Ruling
from companion.rules.zangle.modes import Equalizer, deck_size, mode_named
from companion.rules.zangle.scoring import RoundResult, leaders, line_for, score_lines, standings
from companion.table.zangle import events as ev
from companion.table.zangle.events import Face, Taken
from companion.table.zangle.play import State, judge, step, with_verdict
from companion.table.zangle.view import view
from tests.table.script import ONE, THREE, TWO, Script, Z, no_zangle, zangle
from tests.table.scripted_modes import five_rounds, solitaire, speedster, turn_style

DOCS = Path(__file__).parents[2] / "docs"
SQUARE = Face(2, free_shapes(ABOLO, 2)[0])
CLAUSES = set(seed("zangle")["table"]["clauses"])
PILE, ASIDE = ev.Place(ev.Kind.PILE), ev.Place(ev.Kind.ASIDE)


def setup(*players: str, mode: str = "speedster", **more: object) -> ev.SetUp:
    return ev.SetUp(mode, players or ("ann", "ben"), **more)  # type: ignore[arg-type]


def called() -> Script:
    return speedster("ann", "ben").start().call("ann")


REFUSED: list[tuple[Script, ev.Event, set[str]]] = [
    (Script(), ev.Deal(), {"set-up-once"}),
    (Script(setup()), setup(), {"set-up-once"}),
    (Script(), setup("ann"), {"players"}),
    (Script(), setup(*"abcdefghi"), {"players"}),
    (Script(), setup(mode="solitaire"), {"players"}),
    (Script(), setup(mode="chess"), {"options"}),
    (Script(), setup(profile="hexes"), {"options"}),
    (Script(), setup(options=(("sing", True),)), {"options"}),
    (Script(), setup(options=(("columns", 99),)), {"options"}),
    (Script(), setup(options=(("columns", True),)), {"options"}),
    (Script(), setup(options=(("z-as-target", 1),)), {"options"}),
    (Script(), setup(equalizers=(Equalizer("One."),)), {"options"}),
    (Script(), setup("ann", "ANN"), {"names"}),
    (Script(), setup("ann", "centre"), {"names"}),
    (Script(), setup("ann", "column 3"), {"names"}),
    (Script(), setup("ann", " ben"), {"names"}),
    (Script(), setup("ann", "b\nen"), {"names"}),
    (Script(), setup(dealer="cem"), {"at-the-table"}),
    (Script(), setup("", mode="chess", dealer="cem"), {"options", "names", "at-the-table"}),
    (Script(setup()), ev.Join("ann"), {"names"}),
    (Script(setup()), ev.Join("cem", "dea"), {"at-the-table"}),
    (Script(setup("ann", mode="solitaire")), ev.Join("cem"), {"players"}),
    (Script(setup(*"abcdefgh")), ev.Join("i"), {"players"}),
    (five_rounds(), ev.Join("dea"), {"late-players"}),
    (Script(setup()), ev.Flip(), {"in-phase"}),
    (Script(setup()), ev.Resume(), {"paused"}),
    (Script(setup(), ev.Pause()), ev.Deal(), {"paused"}),
    (Script(setup(), ev.Pause()), ev.Pause(), {"paused"}),
    (Script(setup(), ev.Pause()), ev.Flip(), {"paused", "in-phase"}),
    (
        Script(setup("ann", "ben"), ev.Deal(), ev.CorrectCards(PILE, ASIDE, 1, "torn")),
        ev.CorrectCards(PILE, ASIDE, 200, "torn"),
        {"cards-add-up"},
    ),
    (called(), ev.Hit("cem"), {"at-the-table"}),
    (solitaire(), ev.Hit("ann"), {"hit"}),
    (turn_style().do(ev.Hit("ann")), ev.Hit("ann"), {"one-hit"}),
    (turn_style(), ev.Hit("cem"), {"turns"}),
    (turn_style(), ev.Pass("ann"), {"hit-before-pass"}),
    (called(), ev.Pass("ann"), {"turns"}),
    (called(), ev.Call("ann", 1.0, 0.0, "a"), {"calls"}),
    (called(), ev.Call("ben", 1.0, -1.0, "b"), {"calls"}),
    (called(), ev.Call("ben", 5.0, 0.0, "b"), {"calls"}),
    (turn_style(), ev.Call("ann", 5.0, 0.0, "b"), {"calls"}),
    (called().do(ev.Settle("ann")), ev.Call("ben", 0.0, 0.0, "b"), {"calls"}),
    (called().do(no_zangle("ann")), ev.Call("ben", 0.0, 0.0, "b"), {"calls"}),
    (called(), ev.Settle("ben"), {"ties"}),
    (called().do(no_zangle("ann")), ev.Settle("ann"), {"one-verdict"}),
    (called(), zangle("ben", 2), {"control"}),
    (called(), ev.Claim("ann", (Taken("moon"),)), {"cards-lie-there"}),
    (called(), ev.Claim("ann", (Taken("ann"),) * 5), {"cards-lie-there"}),
    (
        called().do(ev.Seen("ann", (ONE, ONE, TWO, TWO))),
        ev.Claim("ann", (Taken("ann", THREE),)),
        {"cards-lie-there"},
    ),
    (
        called(),
        ev.Claim("ann", tuple(Taken(place, Face(id="iamond-1a-05")) for place in ("centre", "ann"))),
        {"cards-lie-there"},
    ),
    (called(), ev.Claim("ann", (Taken("ann", replace(TWO, id="iamond-5d-08")),)), {"cards-lie-there"}),
    (called(), ev.Claim("ann", (Taken("ann", replace(Z, id="iamond-1a-05")),)), {"cards-lie-there"}),
    (called().do(no_zangle("ann")), zangle("ann", 2), {"one-verdict"}),
    (called(), ev.Penalty("ben"), {"penalty"}),
    (turn_style(), ev.Penalty("ann"), {"penalty"}),
    (called(), ev.Replenish("centre"), {"replenish"}),
    (called().do(zangle("ann", 2)), ev.Replenish("ann"), {"centre-first"}),
    (solitaire(), ev.Replenish("ann"), {"replenish"}),
    (turn_style(), ev.Replenish("ann"), {"turns", "replenish"}),
    (speedster("ann", "ben").start().go_out("ann"), ev.Hit("ben"), {"out"}),
    (called(), ev.EndRound(), {"stuck-round", "calls"}),
    (called(), ev.RoundCheck(True), {"in-phase"}),
    (speedster("ann", "ben").start().go_out("ann").do(ev.RoundCheck(True)), ev.NextRound(), {"equalizer"}),
    (
        speedster("ann", "ben").start().go_out("ann").do(ev.RoundCheck(False)),
        ev.Equalize("ann"),
        {"equalizer"},
    ),
    (solitaire().do(ev.EndRound()), ev.NextRound(), {"rounds"}),
    (solitaire(), ev.FillColumn(5, 1), {"staircase"}),
    (solitaire(), ev.FillColumn(0, 99), {"staircase"}),
    (called(), ev.FillColumn(1, 2), {"staircase"}),
    (called(), ev.Stuck(), {"stuck"}),
    (called(), ev.Seen("ann", (Face(),) * 5), {"seen"}),
    (called(), ev.Seen("moon", ()), {"seen"}),
    (called(), ev.Seen("ann", (SQUARE,)), {"seen"}),
    (called(), ev.Claim("ann", (Taken("ann", SQUARE),)), {"cards-lie-there"}),
    (called(), ev.Call("ben", float("nan"), 0.0, "b"), {"calls"}),
    (called(), ev.Call("ben", 0.0, float("inf"), "b"), {"calls"}),
    (called(), ev.CorrectCards(PILE, PILE, 0, ""), {"cards-add-up", "correction"}),
    (called(), ev.CorrectCards(PILE, ev.Place(ev.Kind.DISCARD), 1, "x"), {"cards-add-up"}),
    (called(), ev.CorrectCards(PILE, ev.Place(ev.Kind.ROW, "zoe"), 1, "x"), {"cards-add-up"}),
    (called(), ev.CorrectScore(1, "ann", 3, "x"), {"correction"}),
    (five_rounds(), ev.CorrectScore(1, "zoe", -3, " "), {"correction"}),
    (called(), ev.Undo(1), {"undo"}),
    (Script(), ev.Undo(1), {"undo"}),
    (called(), ev.Overrule(1, Ruling.LEGAL), {"overrule"}),
    (called().do(no_zangle("ann")), ev.Overrule(5, Ruling.UNDECIDED), {"overrule"}),
    (called().do(no_zangle("ann"), ev.Pause()), ev.Overrule(5, Ruling.LEGAL), {"paused", "overrule"}),
]


JOINED = [
    (Script(setup()), False),
    (Script(setup(*"abcdefgh")), True),
    (Script(setup("ann", mode="solitaire")), True),
    (speedster("ann", "ben").start(), False),
    (five_rounds(), True),
]


@pytest.mark.parametrize(("game", "full"), JOINED)
def test_a_late_player_is_offered_a_place_where_one_may_have_it(game: Script, full: bool) -> None:
    table = view(game.state)["table"]
    assert table["full"] is full
    assert (judge(game.state, ev.Join("dea")).ruling is Ruling.ILLEGAL) is full


@pytest.mark.parametrize(("game", "event", "clauses"), REFUSED)
def test_what_may_not_happen_is_refused_with_every_clause(
    game: Script, event: ev.Event, clauses: set[str]
) -> None:
    assert game.refused(event) == clauses
    verdict = judge(game.state, event, game.state.version)
    assert verdict.ruling is Ruling.ILLEGAL
    for reason in verdict.reasons:
        assert re.fullmatch(r"[^\n]*[.]", reason.says)


TEN_MORE = tuple(Equalizer(f"{n}.", 4, 10) for n in range(4))


def won(game: Script, *winners: str) -> Script:
    """Rounds that are won, each with the equalizer for it, and the next one gathered."""
    for winner in winners:
        game.start().go_out(winner).do(ev.RoundCheck(True), ev.Equalize(winner), ev.NextRound())
    return game


def test_a_game_whose_equalizers_one_deck_cannot_serve_is_not_begun() -> None:
    begun = ev.SetUp("speedster", tuple("abcdefgh"), equalizers=TEN_MORE)
    assert Script().refused(begun) == {"deal"}
    (reason,) = judge(State(), begun, 0).reasons
    says = "With these equalizers a round may ask for 124 cards, and there are 120: let them deal fewer more."
    assert reason.says == says
    nine_more = (replace(TEN_MORE[0], extra=9), *TEN_MORE[1:])
    for other in (
        replace(begun, equalizers=nine_more),
        replace(begun, players=begun.players[1:]),
        replace(begun, options=(("equalizers", False),)),
        replace(begun, mode="turn-style"),
    ):
        assert Script().refused(other) == set()


def test_nobody_sits_down_late_whom_one_deck_cannot_serve() -> None:
    game = speedster(*"abcdefg", equalizers=TEN_MORE)
    assert game.refused(ev.Join("h")) == {"deal"}
    # Who holds two of them holds no more cards than who holds one: what is left to be won is enough for all now.
    assert won(game, "a", "a").refused(ev.Join("h")) == set()
    assert won(speedster(*"abcdefg", equalizers=TEN_MORE), "a", "b").refused(ev.Join("h")) == {"deal"}


def test_in_games_that_were_begun_so_too_many_cards_are_refused_a_deal() -> None:
    game = Script()
    game.state = step(game.state, ev.SetUp("speedster", tuple("abcdefgh"), equalizers=TEN_MORE))
    assert won(game, *"abcd").refused(ev.Deal()) == {"deal"}
    (reason,) = judge(game.state, ev.Deal(), game.state.version).reasons
    says = "124 cards would have to be dealt, and there are 120: end the game, or undo to where fewer are."
    assert reason.says == says


def test_cards_that_are_named_wrongly_are_told_and_read_from_logs() -> None:
    game = called()
    twice = replace(ONE, id="iamond-1a-05")
    cards = (twice, twice, replace(TWO, id="iamond-5d-08"))
    claim = ev.Claim("ann", tuple(map(Taken, ("centre", "ann", "ann"), cards)))
    assert [reason.says for reason in judge(game.state, claim, game.state.version).reasons] == [
        "The card iamond-1a-05 is named 2 times, and there is one.",
        "The card iamond-5d-08 of the printed deck shows something else.",
    ]
    assert judge(game.state, claim).ruling is Ruling.LEGAL
    own_name = replace(TWO, id="a card of another deck")
    game.do(ev.Claim("ann", (Taken("centre", twice), Taken("ann", own_name), Taken("ann", ONE))))


def test_every_clause_of_the_table_decides_something() -> None:
    cited = set().union(*(clauses for _, _, clauses in REFUSED), {"deal", "stale"})
    games = (five_rounds(), turn_style().do(ev.Hit("ann"), ev.Pass("ann")), solitaire().do(ev.Stuck()))
    for game in games:
        replayed = Script()
        for event in game.log:
            cited |= {
                reason.clause.removeprefix("zangle/") for reason in judge(replayed.state, event).reasons
            }
            replayed.do(event)
    ending = five_rounds()
    cited |= {reason.clause.removeprefix("zangle/") for reason in judge(ending.state, ev.End()).reasons}
    late = RoundResult(6, True, (("ann", 0),), "ann")
    lines = [*(line for one in (*ending.table.results, late) for line in score_lines(one))]
    lines.append(line_for("dea", ending.table.results[0]))
    cited |= {line.clause.removeprefix("zangle/") for line in lines}
    # Shown with the modes themselves: test_turn_style_gives_everyone_as_many_turns.
    assert cited | {"equal-turns"} == CLAUSES


def test_the_document_has_a_row_for_every_clause_option_event_and_mode() -> None:
    page = (DOCS / "table.md").read_text(encoding="utf-8")
    rows = [line.split("|")[1] for line in page.splitlines() if line.startswith("|")]
    named = {name for row in rows for name in re.findall(r"`([a-z/-]+)`", row)}
    assert {f"zangle/{clause}" for clause in CLAUSES} <= named
    assert set(seed("zangle")["table"]["options"]) <= named
    assert set(ev.KINDS) <= named
    assert set(seed("zangle")["modes"]) <= named


def test_every_sentence_of_the_seeds_is_one() -> None:
    table = seed("zangle")["table"]
    options = [one["says"] for one in table["options"].values()]
    for says in [
        *table["clauses"].values(),
        *options,
        *(one["says"] for one in seed("zangle")["equalizers"]),
    ]:
        assert re.fullmatch(r"[A-Z][^\n]*[.]", says)
    assert not CLAUSES & set(seed("zangle")["clauses"])


def test_the_decks_have_120_cards_and_the_modes_their_rounds() -> None:
    assert {deck_size(profile) for profile in seed("zangle")["profiles"]} == {120}
    assert [mode_named(name).rounds for name in ("speedster", "turn-style", "solitaire")] == [5, 3, 1]


def test_places_are_shared_and_the_next_is_left_out() -> None:
    held = (("ann", 3), ("ben", 1), ("cem", 3), ("dea", 9))
    places = standings(("ann", "ben", "cem", "dea"), [RoundResult(1, False, held, None)])
    assert [(place.rank, place.seat) for place in places] == [(1, "ben"), (2, "ann"), (2, "cem"), (4, "dea")]
    assert leaders(("ann", "ben"), []) == ("ann", "ben")
    assert standings((), []) == ()


def test_a_corrected_score_replaces_the_counted_one() -> None:
    game = five_rounds().do(ev.CorrectScore(1, "ben", 6, "one card was hidden under the box"))
    assert game.totals == {"ann": 21, "ben": 20, "cem": 28}
    assert game.table.decided


@pytest.mark.parametrize("game", [Script(), called(), five_rounds(), turn_style(), solitaire()])
def test_the_view_is_json_and_counts_what_is_hidden(game: Script) -> None:
    seen = json.loads(json.dumps(view(game.state)))
    assert seen["version"] == game.state.version
    if game.state.table is not None:
        table = seen["table"]
        assert [seat["cards"] for seat in table["seats"]] == [seat.cards for seat in game.table.seats]
        assert [place["seat"] for place in table["standings"]] == [p.seat for p in game.table.standings]
    else:
        assert seen == {"version": 0, "undo": None, "redo": None, "table": None, "to_check": []}


def test_a_stale_command_hears_that_too_beside_what_else_is_wrong() -> None:
    game = called()
    verdict = judge(game.state, ev.Hit("zoe"), version=1)
    assert [reason.clause for reason in verdict.reasons] == ["zangle/stale", "zangle/at-the-table"]
    assert judge(State(), setup(), version=1).ruling is Ruling.ILLEGAL


def test_a_card_that_was_not_told_is_asked_to_be_shown_only_where_something_looks() -> None:
    """By hand there is nothing to show a card to."""
    open_card = ev.Claim("ann", (Taken("ann", TWO), Taken("ann", ONE), Taken("centre")))
    colour = ev.Claim("ann", (Taken("ann", THREE), Taken("ann", Face(6)), Taken("centre", THREE)))
    by_hand, seen = called(), called()
    seen.do(ev.Seen("centre", (ONE, *[Face()] * (len(seen.table.centre) - 1))))

    def says(game: Script, claim: ev.Claim) -> list[str]:
        told = with_verdict(game.table, claim)
        assert isinstance(told, ev.Claim)
        assert told.ruling is Ruling.UNDECIDED
        return [one.says for one in told.reasons]

    assert says(by_hand, open_card) == ["Card 3 was not told: say what it shows."]
    assert says(seen, open_card) == ["Card 3 was not read: show it whole."]
    assert says(by_hand, colour) == ["Of card 2 only the colour was told: say its shape."]
    assert says(seen, colour) == ["Of card 2 only the colour was read: show its shape."]
