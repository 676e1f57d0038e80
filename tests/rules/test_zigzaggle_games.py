"""Whole games of Zig Zaggle beside the naive twin, any tiles anywhere, the plays of a rack, and what views show."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.seeds import seed
from companion.rules.verdict import Ruling
from companion.rules.words import WordList, english
from companion.rules.zigzaggle import (
    Cell,
    Challenge,
    Exchange,
    Lay,
    Pass,
    Position,
    Record,
    Rules,
    Tile,
    Turn,
    best_plays,
    clauses,
    facts_of,
    judge,
    judge_json,
    lay,
    parse,
    play,
    plays,
    position_from_line,
    position_to_line,
    profile_from,
    record_from_text,
    shuffled,
    start,
    totals,
    view,
    winners,
)
from companion.rules.zigzaggle.turn import FREE
from tests.rules import zigzaggle_twin as twin

TEXT = "same hand ate tea eat in on no it to at as is so sea tan ten tie toe one ear are her he re"
SMALL = WordList(TEXT.split(" "))
NORMAL = Rules.of()


def as_twin(placed: tuple[tuple[Cell, Tile], ...]) -> twin.Tiles:
    return {(cell.column, cell.row): str(tile).upper() if tile.free else str(tile) for cell, tile in placed}


def tiles_in(position: Position) -> Counter[str]:
    there = [tile.on_rack for _, tile in position.board]
    there += [*position.box, *(tile for rack in position.racks for tile in rack)]
    return Counter(map(str, there))


def agrees(position: Position, turn: Lay) -> bool:
    """Whether the twin says what the judge says; the answer is the judge's."""
    judged = judge(position, turn, NORMAL, SMALL)
    before, laid = as_twin(position.board), as_twin(turn.placed)
    runway = position.profile.runways[position.runway].name
    may = twin.legal(before, laid, list(map(str, position.rack)), runway, set(SMALL.words))
    assert (judged.ruling is Ruling.LEGAL) == may, (position_to_line(position), str(turn), judged.reasons)
    if may:
        assert sum(line.points for line in judged.score) == twin.score(before, laid, runway)
    else:
        assert judged.after == position
    return may


def doubts_agree(before: Position, placed: tuple[tuple[Cell, Tile], ...]) -> bool:
    """Whether the twin says that it can have been played where a challenge is judged; the answer is the judge's."""
    tiles = {str(cell): str(tile) for cell, tile in before.board}
    doubted = {str(cell): str(tile) for cell, tile in placed}
    answer = judge_json({"tiles": tiles, "turn": {"challenge": doubted}}, SMALL)
    board, laid = as_twin(before.board), as_twin(placed)
    assert (answer["ruling"] == "legal") == twin.possible(board, laid), (tiles, doubted, answer["reasons"])
    if answer["ruling"] == "legal":
        wrong = any(
            twin.spelt({**board, **laid}, word) not in SMALL.words for word in twin.words(board, laid)
        )
        assert answer["challenge"]["succeeds"] == wrong
    return bool(answer["ruling"] == "legal")


def chosen(position: Position, chance: random.Random) -> Turn:
    found = best_plays(facts_of(position, NORMAL, SMALL), 3)
    if found and chance.random() < 0.9:
        return chance.choice(found).turn
    letters = [tile for tile in position.rack if not tile.free][: len(position.box)]
    if letters and chance.random() < 0.3:
        return Exchange(tuple(sorted(letters[:2])))
    return Pass()


def midgame(chance: random.Random, turns: int) -> Position | None:
    """A game after some turns; None where it is over."""
    position = start(2, shuffled(chance))
    for _ in range(turns):
        if position.over:
            return None
        position = play(position, chosen(position, chance), NORMAL, SMALL)
    return None if position.over else position


@given(st.integers(0, 2**32), st.integers(2, 4))
@settings(max_examples=6, deadline=None)
def test_games_to_the_end(seed_: int, players: int) -> None:
    chance = random.Random(seed_)
    letters = shuffled(chance)
    position, done = start(players, letters), list[Turn]()
    whole = tiles_in(position)
    assert whole.total() == 120 + 3 * players
    while not position.over and len(done) < 150:
        turn = chosen(position, chance)
        if position.pending is not None and chance.random() < 0.2:
            turn = Challenge((position.pending.player + 1) % players)
        if isinstance(turn, Lay):
            assert agrees(position, turn)
        assert parse(str(turn)) == turn
        position = play(position, turn, NORMAL, SMALL)
        done.append(turn)
        assert tiles_in(position) == whole
        assert position_from_line(position_to_line(position)) == position
    record = Record(players, letters, tuple(done), NORMAL, {"Evening": "Friday"})
    again = record_from_text(record.to_text(SMALL))
    assert again == record
    assert again.replay(SMALL)[0] == position
    assert max(totals(position)) == totals(position)[winners(position)[0]]


def test_any_tiles_anywhere_are_judged_as_the_twin_does() -> None:
    chance, legal = random.Random(4), 0
    for _ in range(40):
        position = midgame(chance, chance.randrange(4))
        if position is None:
            continue
        for found in best_plays(facts_of(position, NORMAL, SMALL), 4):
            legal += agrees(position, found.turn)
            placed = list(found.turn.placed)
            at = chance.randrange(len(placed))
            cell, tile = placed[at]
            agrees(position, lay(tuple(placed[:at] + placed[at + 1 :])))
            placed[at] = (Cell(max(0, cell.column + chance.choice((-1, 1))), cell.row), tile)
            if len(dict(placed)) == len(placed):
                agrees(position, lay(tuple(placed)))
            placed[at] = (cell, Tile(chance.choice("AEST"), chance.choice("*gbry")))
            agrees(position, lay(tuple(placed)))
    assert legal > 60


def test_any_tiles_anywhere_are_challenged_as_the_twin_does() -> None:
    chance, counts = random.Random(5), Counter[bool]()
    for _ in range(30):
        position = midgame(chance, chance.randrange(4))
        if position is None:
            continue
        for found in best_plays(facts_of(position, NORMAL, SMALL), 4):
            placed = list(found.turn.placed)
            at = chance.randrange(len(placed))
            cell, tile = placed[at]
            aside = (Cell(max(0, cell.column + chance.choice((-1, 1))), cell.row), tile)
            other = (cell, Tile(chance.choice("AEST"), "*"))
            changed = ([*placed[:at], one, *placed[at + 1 :]] for one in (aside, other))
            for tried in (placed, [*placed[:at], *placed[at + 1 :]], *changed):
                if len(dict(tried)) == len(tried):
                    counts[doubts_agree(position, tuple(tried))] += 1
    assert min(counts[True], counts[False]) > 40


def test_the_plays_of_a_rack_are_those_of_trying_everything() -> None:
    """Every word at every place, and of its tiles those that score most; the best of them in order."""
    chance, checked, flushed = random.Random(11), 0, 0
    for number in range(6):
        position = midgame(chance, number % 3)
        if position is None:
            continue
        facts = facts_of(position, NORMAL, SMALL)
        rack = list(position.rack)
        chance.shuffle(rack)
        # The colour of the runway, twice over some letters, so that it matters which tile goes where.
        rack = [*rack[:4], Tile("E", facts.runway.code), Tile("E", "r"), Tile("A", facts.runway.code)]
        facts = replace(facts, rack=tuple(sorted(rack)))
        expected = dict[frozenset[tuple[tuple[int, int], str]], int]()
        before = as_twin(position.board)
        for laid in twin.every_play(before, list(map(str, rack)), facts.runway.name, set(SMALL.words)):
            key = frozenset((cell, twin.letter(tile)) for cell, tile in laid.items())
            points = twin.score(before, laid, facts.runway.name)
            flushed += points != expected.get(key, points)
            expected[key] = max(points, expected.get(key, 0))
        got = dict[frozenset[tuple[tuple[int, int], str]], int]()
        for found in plays(facts):
            key = frozenset(((cell.column, cell.row), tile.letter) for cell, tile in found.turn.placed)
            got[key] = max(found.points, got.get(key, 0))
        assert got == expected, position_to_line(position)
        most = sorted(expected.values(), reverse=True)
        assert [found.points for found in best_plays(facts, 8)] == most[:8]
        checked += len(expected)
    assert checked > 150
    assert flushed > 10


class Asked(WordList):
    """A word list that counts how often it was asked for a word."""

    asked = 0

    def __contains__(self, word: object) -> bool:
        self.asked += 1
        return super().__contains__(word)


def test_the_best_plays_look_at_few_of_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page asks for them while people wait: of all plays few are judged, and of all words few are looked up."""
    words, judged = Asked(english().words), Counter[str]()
    position = start(2, shuffled(random.Random(3)))
    for _ in range(2):
        found = best_plays(facts_of(position, NORMAL, words), 1)
        position = play(position, found[0].turn if found else Pass(), NORMAL, words)
    real: Callable[..., Any] = clauses.broken

    def counted(*given: Any) -> Any:
        judged["now"] += 1
        return real(*given)

    monkeypatch.setattr(clauses, "broken", counted)
    facts = facts_of(position, NORMAL, words)
    every = sum(1 for _ in plays(facts))
    words.asked = 0
    judged.clear()
    assert len(best_plays(facts, 5)) == 5
    assert every > 3000
    assert judged["now"] < every / 10
    assert words.asked < 26 * 2 * 418 + 10 * judged["now"]


def test_views_hide_racks_and_box() -> None:
    """A view is the same whatever lies hidden: other racks and the box exchanged change nothing."""
    chance = random.Random(1)
    for number in range(6):
        position = midgame(chance, number)
        if position is None:
            continue
        for seat in (None, 0, 1):
            hidden = [tile for n, rack in enumerate(position.racks) if n != seat for tile in rack]
            hidden += position.box
            chance.shuffle(hidden)
            racks = []
            for n, rack in enumerate(position.racks):
                racks.append(rack if n == seat else tuple(sorted(hidden[: len(rack)])))
                hidden = hidden if n == seat else hidden[len(rack) :]
            other = replace(position, racks=tuple(racks), box=tuple(hidden))
            assert view(other, seat) == view(position, seat)
        assert view(position, 0).rack == position.racks[0]
        assert view(position, None).rack is None


def test_a_record_brings_its_profile_along() -> None:
    values = {**seed("zigzaggle")["profiles"]["own"]["values"], "Q": 17}
    profile = profile_from({"values": values, "flushes": [{"letters": 2, "times": 4}], "free": 20})
    letters = shuffled(random.Random(2), profile)
    position, done = start(2, letters, profile), list[Turn]()
    while len(done) < 5:
        done.append(chosen(position, random.Random(len(done))))
        position = play(position, done[-1], NORMAL, SMALL)
    text = Record(2, letters, tuple(done), NORMAL, {}, profile).to_text(SMALL)
    again = record_from_text(text)
    assert again.profile == profile
    assert again.replay(SMALL)[0] == position
    assert again.to_text(SMALL) == text
    assert text.count("[Profile ") == 1
    assert "grid" not in text, "only what is not as in the printed set"


def test_exchanged_letters_go_beneath_the_box_and_free_tiles_stay() -> None:
    position = start(2, shuffled(random.Random(9)))
    letters = tuple(tile for tile in position.rack if not tile.free)
    after = play(position, Exchange(letters))
    mover = position.to_move
    assert after.box == (*position.box[len(letters) :], *letters)
    assert after.racks[mover] == tuple(sorted((*position.box[: len(letters)], *(Tile("", FREE),) * 3)))
    assert after.to_move != mover
    assert after.scores == (0, 0)


def test_after_laying_one_draws_up_to_twelve_and_no_free_tile() -> None:
    position = start(3, shuffled(random.Random(5)))
    found = next(one for one in plays(facts_of(position, NORMAL, SMALL)) if "*" in str(one.turn))
    after = play(position, found.turn, NORMAL, SMALL)
    rack = after.racks[position.to_move]
    assert len(rack) == 12
    assert sum(tile.free for tile in rack) == 2
    assert len(after.box) == len(position.box) - len(found.turn.placed)
