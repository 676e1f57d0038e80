"""Whatever happens at a table of any game: nothing is lost, the log tells all, and nobody sees what is hidden."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from companion.rules.errors import BadInput
from companion.rules.game import game_named
from companion.rules.verdict import Ruling
from companion.rules.zont.piles import by_name
from companion.table.log import Entry, read_log, write_log
from companion.table.played import events as ev
from companion.table.played.again import play_again
from companion.table.played.desks import desk_for
from companion.table.played.play import State, judge, prepared, step, with_verdict
from companion.table.played.table import Table
from companion.table.played.view import line, view
from companion.web.played_offers import offers
from tests.table.folded import fold_played

SHOWN = ("zigity", "zont", "zigzaggle")
NAMES = ("Ann", "Ben", "Cem")
KINDS = (
    "claim",
    "claim",
    "claim",
    "nonsense",
    "undo",
    "redo",
    "overrule",
    "correct",
    "recount",
    "join",
    "pause",
    "end",
    "next",
)
SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large]


def begin(game: str, *, dealt: bool, seed: int) -> State:
    """A table whose game has begun."""
    chance = random.Random(seed)
    return entered(State(), ev.SetUp(game, NAMES, dealt), chance)


def entered(state: State, event: ev.Event, chance: random.Random) -> State:
    """The state after an event, as a live game writes it down."""
    return step(state, with_verdict(state, prepared(state, event, chance)))


def things(table: Table) -> Counter[str]:
    """Every card or tile of a position, wherever it is; laid free tiles as they were on the rack."""
    position = table.position
    found: Counter[str] = Counter()
    if table.game == "zigity":
        for cards in (*position.hands, position.draw, position.played):
            found.update(map(str, cards))
    elif table.game == "zont":
        for cards in (
            *position.hands,
            *position.scores,
            position.deck,
            *(pile.cards for pile in position.piles),
        ):
            found.update(map(str, cards))
    else:
        for tiles in (*position.racks, position.box, tuple(tile for _, tile in position.board)):
            found.update(str(tile.on_rack) for tile in tiles)
    return found


def candidates(table: Table, pick: random.Random) -> Iterator[ev.Event]:
    """Turns that are likely to be right, as somebody at the table would say them."""
    game, position = table.desk.game, table.position
    moves = list(islice(game.moves(position), 12))
    if moves:
        move = pick.choice(moves)
        seat = table.desk.mover(position, move)
        yield ev.Claim(table.names[seat or 0], str(move))


def happening(state: State, kind: str, pick: random.Random) -> ev.Event | None:
    """Something of a kind, right or wrong."""
    table = state.table
    assert table is not None
    seat = pick.choice(table.names)
    if table.due and pick.random() < 0.8:
        place = table.waits_for or ""
        if place == ev.MIDDLE:
            return ev.Show(place, (str(table.position.play_card),))
        return ev.Show(place, tuple(map(str, table.position.racks[table.names.index(place)])))
    if kind == "claim":
        return next(candidates(table, pick), None)
    if kind == "nonsense":
        move = pick.choice(["pass", "draw 1", "set free", "play A1r, score Z4", "lay j10=Sb j11=Ob", "hello"])
        return ev.Claim(seat, move)
    others: dict[str, ev.Event] = {
        "undo": ev.Undo(0 if state.done is None else state.done.seq),
        "redo": ev.Undo(state.to_redo or 1),
        "overrule": ev.Overrule(0 if state.done is None else state.done.seq, pick.choice(list(Ruling))),
        "correct": ev.CorrectScore(seat, pick.randint(-20, 20), pick.choice(["", "miscounted"])),
        "recount": ev.CorrectCards(seat, pick.randint(0, 9), "miscounted"),
        "join": ev.Join(pick.choice(["Dan", "Ann", " "])),
        "pause": ev.Pause() if pick.random() < 0.5 else ev.Resume(),
        "end": ev.End(),
        "next": ev.NextGame(),
    }
    return others[kind]


@pytest.mark.parametrize("dealt", [True, False], ids=["dealt", "people deal"])
@pytest.mark.parametrize("game", SHOWN)
@settings(max_examples=8, deadline=None, suppress_health_check=SLOW)
@given(seed=st.integers(0, 2**32), kinds=st.lists(st.sampled_from(KINDS), min_size=4, max_size=14))
@example(seed=0, kinds=["claim", "end", "join", "next"])
def test_whatever_happens_nothing_is_lost_and_the_log_tells_all(
    game: str, dealt: bool, seed: int, kinds: list[str]
) -> None:
    pick = random.Random(seed)
    state = begin(game, dealt=dealt, seed=seed)
    assert state.table is not None
    whole, seats = things(state.table), len(state.table.names)
    events: list[ev.Event] = [] if state.done is None else [state.done.event]
    for kind in kinds:
        event = happening(state, kind, pick)
        if event is None:
            continue
        before = state
        try:
            ready = with_verdict(state, prepared(state, event, pick)) if _allowed(state, event) else event
        except BadInput:
            continue
        if not _allowed(state, ready):
            with pytest.raises(BadInput):
                step(state, ready)
            assert state is before
            continue
        state = step(state, ready)
        events.append(ready)
        table = state.table
        assert table is not None
        # Whoever joined plays from the next game on, and brings three free tiles.
        joined = len(table.names) - seats if game == "zigzaggle" else 0
        assert things(table) == whole + Counter({"*": 3 * joined})
        assert sum(one.points for one in table.lines) == sum(one.points for one in table.places)
        if table.game == "zigzaggle":
            told = Counter(dict.fromkeys(range(len(table.names)), 0))
            for one in table.tally:
                told[one.seat] += one.points
            assert tuple(told[n] for n in range(len(table.names))) == table.position.scores
    assert fold_played(events).table == state.table
    entries = tuple(Entry(n, 0.0, "host", event) for n, event in enumerate(events, 1))
    _, again = read_log(write_log("a-game", entries))
    played = play_again(again)
    assert played.state.table == state.table
    assert not played.differences


def _allowed(state: State, event: ev.Event) -> bool:
    return judge(state, event).ruling is Ruling.LEGAL


@pytest.mark.parametrize("dealt", [True, False], ids=["dealt", "people deal"])
@pytest.mark.parametrize("game", SHOWN)
@settings(max_examples=8, deadline=None, suppress_health_check=SLOW)
@given(seed=st.integers(0, 2**32), moves=st.integers(0, 6))
def test_what_leaves_for_a_seat_does_not_depend_on_what_it_cannot_see(
    game: str, dealt: bool, seed: int, moves: int
) -> None:
    pick = random.Random(seed)
    state = begin(game, dealt=dealt, seed=seed)
    for _ in range(moves):
        event = happening(state, "claim", pick)
        if event is not None and _allowed(state, event):
            state = entered(state, event, pick)
    table = state.table
    assert table is not None
    for seat in (None, *table.names):
        at = None if seat is None else table.names.index(seat)
        other = table.desk.game.unseen(table.position, at, random.Random(seed + 1))
        if game == "zont":  # Score piles grow in the open: what was laid there was seen by all.
            other = _with_scores(table, other, at, seed)
        twin = replace(state, table=replace(table, position=other))
        # A verdict is of a hand as it was; whose turn it is now has nothing to do with it.
        assert shown(twin, seat) == shown(state, seat)


def shown(state: State, seat: str | None) -> str:
    """Everything that a page of a seat gets, but for the last verdict."""
    found = view(state, seat)
    return json.dumps([{**found, "verdict": None}, offers(replace_done(state), seat)], sort_keys=True)


def replace_done(state: State) -> State:
    """The same without its past, which is the same for both."""
    return replace(state, done=None, undone=None)


def _with_scores(table: Table, other: Any, seat: int | None, seed: int) -> Any:
    """Only hands and deck exchanged, the score piles left as they are."""
    chance = random.Random(seed + 2)
    position = table.position
    hidden = [card for n, hand in enumerate(position.hands) if n != seat for card in hand] + list(
        position.deck
    )
    chance.shuffle(hidden)
    left = iter(hidden)
    hands = tuple(
        hand if n == seat else by_name(next(left) for _ in hand) for n, hand in enumerate(position.hands)
    )
    return replace(other, hands=hands, scores=position.scores, deck=tuple(left))


@pytest.mark.parametrize("game", SHOWN)
@settings(max_examples=10, deadline=None, suppress_health_check=SLOW)
@given(seed=st.integers(0, 2**32))
def test_where_people_deal_the_table_stays_beside_a_game_whose_hands_it_never_sees(
    game: str, seed: int
) -> None:
    """A game is played with hands that the table does not know: all that everybody sees stays the same."""
    pick = random.Random(seed)
    rules = game_named(game)
    real = rules.start(3, random.Random(seed + 7))
    state = entered(State(), ev.SetUp(game, NAMES, False, first=NAMES[real.to_move]), pick)
    judges = desk_for(game, {}, dealt=True).game
    for _ in range(6):
        table = state.table
        assert table is not None
        if table.due:
            if table.due[0] != ev.MIDDLE:
                break
            up = real.played[-_turned(real, table) :] if game == "zigity" else ()
            state = entered(state, ev.Show(ev.MIDDLE, tuple(map(str, up))), pick)
            table = state.table
            assert table is not None
        assert rules.view(real, None) == rules.view(table.position, None)
        moves = list(islice(rules.moves(real), 10))
        if not moves:
            break
        move = rules.settled(real, pick.choice(moves), pick)
        if "shuffled" in str(move):
            break
        mover = table.desk.mover(real, move)
        state = entered(state, ev.Claim(NAMES[mover or 0], str(move)), pick)
        assert state.done is not None
        claim = state.done.event
        assert isinstance(claim, ev.Claim)
        assert claim.ruling is Ruling.LEGAL, claim.reasons
        real = judges.judge(real, move).after


def _turned(real: Any, table: Table) -> int:
    """How many cards were really turned over, as the players see."""
    return len(real.played) - (len(table.position.played) - 1)


def test_a_card_that_lies_in_sight_cannot_come_from_a_hand() -> None:
    line = "A0A1r/C0/F0/Z0/G0 A2rC2r/C3bF2b -/A1b G1r 1 running"
    state = step(State(), ev.SetUp("zont", ("Ann", "Ben"), position=line))
    for card in ("A1r", "A1b"):
        claim = with_verdict(state, ev.Claim("Ann", f"play {card}, score F2b"))
        assert isinstance(claim, ev.Claim)
        assert claim.ruling is Ruling.ILLEGAL
        assert {one.clause for one in claim.reasons} == {"zont/own-hand"}


def test_a_card_that_was_taken_by_change_stays_with_who_took_it() -> None:
    line = "A0A1r/C0/F0/Z0/G0 C1rC2rC3rF1r/A2rF2rF3rZ1r -/- Z2rZ3rG1rG2rG3r 1 running"
    state = step(State(), ev.SetUp("zont", ("Ann", "Ben"), position=line))
    state = step(state, ev.Claim("Ann", "play C1r, change A shows A0, score F1r"))
    assert state.table is not None
    assert state.table.pinned[0] == ("A1r",)
    claim = with_verdict(state, ev.Claim("Ben", "play A1r, score F2r"))
    assert isinstance(claim, ev.Claim)
    assert claim.ruling is Ruling.ILLEGAL


def test_an_overruled_word_counts_and_the_score_says_so() -> None:
    line = "- SbObKbWb*/EgAgTgRg* TrTgEr 0/0 1 west 0 -"
    state = step(State(), ev.SetUp("zigzaggle", ("Ann", "Ben"), position=line))
    state = step(state, ev.Claim("Ann", "lay g10=Kb h10=Wb i10=Ob j10=Sb"))
    assert state.table is not None
    assert state.table.on_turn == "Ann"
    state = step(state, ev.Overrule(2, Ruling.LEGAL))
    assert state.table is not None
    assert state.table.on_turn == "Ben"
    assert state.table.places[0].points > 10
    state = step(state, ev.Undo(3))
    assert state.table is not None
    assert state.table.places[0].points == 0


def test_what_everybody_reads_names_no_hidden_card() -> None:
    state = begin("zigzaggle", dealt=True, seed=3)
    table = state.table
    assert table is not None
    seat = table.desk.to_move(table.position) or 0
    letters = [str(tile) for tile in table.position.racks[seat] if not tile.free][:2]
    event = ev.Claim(table.names[seat], f"exchange {' '.join(letters)}")
    told = line(Entry(2, 0.0, None, with_verdict(state, event)), table)
    assert told["says"] == f"{table.names[seat]} exchanges 2 letters: right."
    assert not any(letter in json.dumps(told) for letter in letters)
    hidden = line(Entry(1, 0.0, None, state.done.event if state.done else event), table)
    assert "position" not in json.dumps(hidden)


def test_a_log_in_which_points_of_zigity_were_corrected_is_still_read() -> None:
    state = begin("zigity", dealt=True, seed=1)
    wrong = ev.CorrectScore("Ann", 5, "so")
    assert judge(state, wrong, state.version).ruling is Ruling.ILLEGAL
    table = step(state, wrong).table
    assert table is not None
    assert [line.points for line in table.lines if line.clause == "table/correction"] == [5]
