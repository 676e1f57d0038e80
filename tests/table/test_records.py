"""Games as text records: written from a log, read back, and played again to the same end."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules import zigity, zigzaggle, zont
from companion.rules.errors import BadInput
from companion.rules.game import playthrough_from_text
from companion.rules.verdict import Ruling
from companion.table.log import Entry, write_log
from companion.table.played import events as ev
from companion.table.played.again import play_again
from companion.table.played.as_records import records_text
from companion.table.played.from_records import entries_of, is_record
from companion.table.played.play import State, judge, prepared, step, with_verdict
from tests.conftest import Companion
from tests.rules.documented_tranglar import RECORD

DEALT = ("zigity", "zont", "zigzaggle")
NAMES = ("Ann", 'Ben "the" Bear', "Cem")


def begun(game: str, seed: int = 0) -> State:
    names = NAMES[:2] if game == "tranglar" else NAMES
    return entered(State(), ev.SetUp(game, names, game != "tranglar"), random.Random(seed))


def entered(state: State, event: ev.Event, chance: random.Random | None = None) -> State:
    return step(state, with_verdict(state, prepared(state, event, chance or random.Random(0))))


def moved(state: State, pick: random.Random, times: int = 1) -> State:
    """So many legal moves later, or as many as there are."""
    for _ in range(times):
        table = state.table
        assert table is not None
        moves = [] if table.over else list(islice(table.desk.game.moves(table.position), 9))
        if not moves:
            break
        move = pick.choice(moves)
        seat = table.desk.mover(table.position, move)
        state = entered(state, ev.Claim(table.names[seat or 0], str(move)), pick)
    return state


def back(text: str) -> State:
    """The state after the log of a record's text, in which nothing differs from the rules."""
    assert is_record(text)
    _, entries = entries_of(text)
    played = play_again(entries)
    assert not played.differences
    return played.state


def moves_of(text: str) -> list[int]:
    """How many moves each of its records has."""
    return [len(playthrough_from_text("[Game " + one).moves) for one in text.split("[Game ")[1:]]


@pytest.mark.parametrize("game", [*DEALT, "tranglar"])
@settings(max_examples=10, deadline=None)
@given(seed=st.integers(0, 2**32), counts=st.lists(st.integers(0, 9), min_size=1, max_size=3))
def test_an_evening_by_the_rules_comes_back_as_it_was(game: str, seed: int, counts: Sequence[int]) -> None:
    pick = random.Random(seed)
    state = begun(game, seed)
    for number, count in enumerate(counts):
        if number:
            if state.table is not None and not state.table.over:
                state = entered(state, ev.End())
            if game != "tranglar" and number == 1:
                state = entered(state, ev.Join("Dan"))
            state = entered(state, ev.NextGame(), pick)
        state = moved(state, pick, count)
    text = records_text("friday", state)
    again = back(text)
    assert state.table is not None
    assert again.table is not None
    assert (again.table.position, again.table.names) == (state.table.position, state.table.names)
    assert again.table.results == state.table.results
    assert records_text("friday", again) == text
    legal = [one.event for one in state.in_effect if isinstance(one.event, ev.Claim)]
    assert sum(moves_of(text)) == len(legal)
    assert len(moves_of(text)) == len(counts)


def test_a_move_that_was_undone_is_not_written() -> None:
    state = moved(begun("tranglar"), random.Random(1), 2)
    assert state.done is not None
    undone = entered(state, ev.Undo(state.done.seq))
    assert moves_of(records_text("friday", undone)) == [1]


def test_a_claim_against_the_rules_is_not_written() -> None:
    state = moved(begun("tranglar"), random.Random(1), 1)
    table = state.table
    assert table is not None
    assert table.on_turn is not None
    refused = entered(state, ev.Claim(table.on_turn, "pass"))
    assert refused.done is not None
    assert isinstance(refused.done.event, ev.Claim)
    assert refused.done.event.ruling is Ruling.ILLEGAL
    assert records_text("friday", refused) == records_text("friday", state)


def test_a_move_that_the_table_ruled_out_is_taken_out_of_the_record() -> None:
    state = moved(begun("zont"), random.Random(1), 3)
    assert state.done is not None
    ruled = entered(state, ev.Overrule(state.done.seq, Ruling.ILLEGAL, "it was not hers"))
    text = records_text("friday", ruled)
    assert moves_of(text) == [2]
    table = back(text).table
    assert table is not None
    assert ruled.table is not None
    assert table.position == ruled.table.position


def test_after_what_the_table_let_pass_another_record_begins() -> None:
    """Passing while something can be placed is against the rules; the table may let it be."""
    state = moved(begun("tranglar"), random.Random(1), 2)
    assert state.table is not None
    state = entered(state, ev.Claim(state.table.on_turn or "", "pass"))
    assert state.done is not None
    passed = moved(entered(state, ev.Overrule(state.done.seq, Ruling.LEGAL, "so be it")), random.Random(2), 2)
    text = records_text("friday", passed)
    assert moves_of(text) == [2, 2]
    assert text.count('[Round "1"]') == 2
    table = back(text).table
    assert table is not None
    assert passed.table is not None
    assert table.position == passed.table.position


def test_a_corrected_hand_begins_another_record() -> None:
    """Where nothing but points changes, none does."""
    state = moved(begun("zont"), random.Random(3), 2)
    points = entered(state, ev.CorrectScore(NAMES[0], 3, "miscounted"))
    assert records_text("friday", points) == records_text("friday", state)


def test_what_was_held_on_a_board_that_was_only_looked_at_begins_its_record() -> None:
    board = moved(begun("tranglar"), random.Random(5), 5).table
    assert board is not None
    game = board.desk.game
    state = step(State(), ev.SetUp("tranglar", NAMES[:2], position=game.to_line(board.position)))
    table = state.table
    assert table is not None
    held = game.to_line(table.position).replace(" 2S4G", " 1S4G")
    assert held != game.to_line(table.position)
    claim = ev.Claim(table.on_turn or "", str(next(game.moves(table.position))), held=held)
    text = records_text("friday", entered(state, claim))
    assert moves_of(text) == [1]
    assert playthrough_from_text(text).start == game.from_line(held)


def test_a_logged_move_that_the_rules_no_longer_allow_is_in_no_record() -> None:
    passed = (
        '[Game "Tranglar"]\n1. petrol neutral a1ENSWb1W\n2. green neutral b3ENb4SWc3W\n'
        "3. petrol pass\n4. green place d1ES\n"
    )
    _, entries = entries_of(passed)
    played = play_again(entries)
    assert [one.kind for one in played.differences] == ["claim"]
    assert not played.stopped
    assert moves_of(records_text("friday", played.state)) == [2, 1]


def test_where_people_deal_there_is_no_record() -> None:
    state = entered(State(), ev.SetUp("zont", NAMES, dealt=False))
    with pytest.raises(BadInput, match="people deal"):
        records_text("friday", state)


def test_before_a_game_there_is_nothing_to_write() -> None:
    with pytest.raises(BadInput, match="no game in it"):
        records_text("friday", State())


@pytest.mark.parametrize("rules", [zigity, zont, zigzaggle], ids=DEALT)
def test_a_record_in_a_games_own_form_is_played_at_a_table(rules: Any) -> None:
    chance = random.Random(7)
    things, turns = rules.shuffled(chance), []
    position = rules.start(2, things)
    for _ in range(6):
        turn = next(iter(rules.GAME.moves(position)))
        turns.append(rules.GAME.settled(position, turn, chance))
        position = rules.GAME.judge(position, turns[-1]).after
    record = rules.Record(2, things, tuple(turns), rules.Rules.of(), {"Player2": "Ann"})
    table = back(record.to_text()).table
    assert table is not None
    assert (table.names, table.position) == (("Player1", "Ann"), position)


def test_a_tranglar_record_as_documented_is_replayed() -> None:
    table = back(RECORD).table
    assert table is not None
    assert table.names == ("Ann", "Green")
    assert table.position.score == (2, 0)


WRONG = {
    "two games": (
        '[Game "tranglar"]\n[Position "{t}"]\n\n[Game "zont"]\n[Position "{z}"]\n',
        "several games",
    ),
    "other players": (
        '[Game "Tranglar"]\n[Petrol "Ann"]\n\n[Game "Tranglar"]\n[Petrol "Ben"]\n',
        "several tables",
    ),
    "no game": ('[Event "x"]\n1. pass\n', "no record"),
    "an id that is none": ('[Game "Tranglar"]\n[Id "a b"]\n', "id"),
    "no move": ('[Game "Tranglar"]\n1. petrol jumps\n', "Line"),
}


@pytest.mark.parametrize("what", WRONG)
def test_what_is_no_record_of_one_table_is_refused(what: str) -> None:
    text, says = WRONG[what]
    lines = {}
    for letter, game in (("t", "tranglar"), ("z", "zont")):
        table = begun(game).table
        assert table is not None
        lines[letter] = table.desk.game.to_line(table.position)
    with pytest.raises(BadInput, match=says):
        entries_of(text.format(**lines))


def test_a_move_against_the_rules_is_told_by_playing_the_record_again(
    companion: Companion, tmp_path: Path
) -> None:
    path = tmp_path / "evening.txt"
    path.write_text('# ours\n[Game "Tranglar"]\n[Petrol "Ann"]\n1. petrol pass\n', encoding="utf-8")
    ran = companion("replay", path)
    assert ran.status == 1
    assert ran.out.startswith("record: 2 events, 0 claims judged anew, 1 differ.")
    assert "tranglar/" in ran.out


def test_the_command_writes_a_record_that_it_reads(companion: Companion, tmp_path: Path) -> None:
    state = moved(begun("tranglar"), random.Random(4), 8)
    events = [one.event for one in state.in_effect][::-1]
    entries = [Entry(seq, 1e9 + seq, None, event) for seq, event in enumerate(events, 1)]
    log, text = tmp_path / "friday.json", tmp_path / "friday.txt"
    log.write_text(write_log("friday", entries), encoding="utf-8")
    ran = companion("export", log, "--format", "text", "--out", text)
    assert (ran.status, ran.err) == (0, "")
    written = text.read_text(encoding="utf-8")
    assert written.startswith('[Game "Tranglar"]\n[Id "friday"]\n[Round "1"]\n[Petrol "Ann"]\n')
    again = companion("replay", text)
    assert again.status == 0
    assert again.out.startswith("friday: 9 events, 8 claims judged anew, none differ.")
    piped = companion("export", "-", "--format", "text", stdin=written)
    assert piped.out == written


def test_zangle_has_no_text_record(companion: Companion) -> None:
    log = Path(__file__).parent / "logs" / "speedster.json"
    ran = companion("export", log, "--format", "text")
    assert ran.status == 2
    assert "--format json" in ran.err


def test_a_log_stops_where_a_record_cannot_go_on() -> None:
    """A piece where one lies already: nothing that comes after it can be played."""
    text = '[Game "Tranglar"]\n1. petrol neutral a1ENSWb1W\n2. green place a1N\n3. petrol place d4N\n'
    _, entries = entries_of(text)
    assert [entry.event.move for entry in entries[1:]] == ["neutral a1ENSWb1W", "place a1N"]
    assert play_again(entries).stopped
    assert judge(State(), entries[0].event).ruling is Ruling.LEGAL
