"""The play between two looks at Zig Zaggle's board, judged: free tiles' letters and the runway found where they can be.

A photo shows that a tile is free, not what it stands for, and no photo shows which runway is in play. Both are tried:
what one letter, or one runway, alone makes legal is what was meant; where several would do, somebody has to say.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from string import ascii_lowercase
from typing import Any

from companion.rules.errors import BadInput
from companion.rules.words import WordList, english
from companion.rules.zigzaggle.clauses import MAKES_WORD, ONE_FREE, RUNWAY
from companion.rules.zigzaggle.contract import judge_json, runway_from
from companion.rules.zigzaggle.profile import own_profile
from companion.rules.zigzaggle.scoring import words_made
from companion.rules.zigzaggle.turn import Placed, Tile, cell_from
from companion.table.zigzaggle.laid import Change, ZigZaggleTable, cell_of, change_between, play_claim

NOTHING_LAID = "No tile was laid between the two photos."
TAKEN = "The tile {tile} that lay on {cell} before is gone: put it back, or show the board from before."
SAY_LETTER = "The free tile on {cells} may stand for {letters}: say which, with its cell and its letter."
SAY_LETTERS = "Say what the free tiles on {cells} stand for, each with its cell and its letter."
SAY_RUNWAY = "It counts differently by the runway in play ({totals}): say which one it is."
NO_CELL = "The board has no cell {cell}: say on which cell the free tile lies."
NOT_FREE = "No free tile lies on {cell}: say a letter only for a cell with a free tile."
MOST_FREE = 2
"""Free tiles in the words of one play, whose letters are tried all together."""


def judge_play(
    before: ZigZaggleTable,
    after: ZigZaggleTable,
    *,
    runway: str | None = None,
    free: Mapping[str, str] | None = None,
    words: WordList | None = None,
) -> dict[str, Any]:
    """The verdict of `companion judge zigzaggle` on what was laid, with `laid`, `gone` and the letters of `free` tiles.

    Raises BadInput for a runway that is none, and for a letter of a cell on which no free tile can lie.
    """
    runway_from(runway, own_profile())
    for cell in free or {}:
        _must_be_free(cell, before, after)
    change = change_between(before, after)
    told = {"laid": dict(change.laid), "gone": dict(change.gone)}
    if doubts := _doubts(change):
        return {**_undecided(doubts), **told}
    letters = {} if free is None else dict(free)
    claim = play_claim(before, after, free=letters)
    assert claim is not None
    known = english() if words is None else words
    if len(open_ones := _open_cells(claim)) > MOST_FREE:
        return {**_undecided([(ONE_FREE, SAY_LETTERS.format(cells=", ".join(open_ones)))]), **told}
    readings = list(_readings(claim, known))
    named = [one.name for one in own_profile().runways] if runway is None else [runway]
    if len(readings) > 1:
        cells, said = _open_letters(claim, readings)
        return {**_undecided([(ONE_FREE, SAY_LETTER.format(cells=cells, letters=said))]), **told}
    answers = {name: judge_json({**readings[0], "runway": name}, known) for name in named}
    legal = [name for name in named if answers[name]["ruling"] == "legal"]
    if len({answers[name]["score"]["total"] for name in legal}) > 1:
        totals = ", ".join(f"{name} {answers[name]['score']['total']}" for name in legal)
        return {**_undecided([(RUNWAY, SAY_RUNWAY.format(totals=totals))]), **told}
    chosen = legal[0] if legal else named[0]
    answer = {key: value for key, value in answers[chosen].items() if key in KEPT}
    stands = {
        cell: tile[1:].upper() for cell, tile in readings[0]["turn"]["lay"].items() if tile.startswith("*")
    }
    return {**answer, **told, "runway": chosen if len(legal) < 2 else None, "free": stands}


KEPT = ("ruling", "reasons", "turn", "words", "score", "left_out")
"""Of what the rules answer; the rest is of a game that no photo shows."""


def _must_be_free(cell: str, before: ZigZaggleTable, after: ZigZaggleTable) -> None:
    """A letter is of use for a free tile, or where one may lie unseen. Raises BadInput."""
    if not own_profile().has(cell_from(cell)):
        raise BadInput(NO_CELL.format(cell=cell))
    if all(look.found and cell not in look.hidden for look in (before, after)):
        lying = [look.cells().get(cell) for look in (before, after)]
        if "*" not in lying:
            raise BadInput(NOT_FREE.format(cell=cell))


def _doubts(change: Change) -> list[tuple[str, str]]:
    doubts = [(MAKES_WORD, says) for says in change.doubts]
    doubts += [(MAKES_WORD, TAKEN.format(tile=tile, cell=cell)) for cell, tile in change.gone]
    if not doubts and not change.laid:
        doubts.append((MAKES_WORD, NOTHING_LAID))
    return doubts


def _undecided(doubts: list[tuple[str, str]]) -> dict[str, Any]:
    reasons = [{"clause": clause, "says": says, "where": []} for clause, says in doubts]
    score: dict[str, Any] = {"total": 0, "lines": []}
    return {
        "ruling": "undecided",
        "reasons": reasons,
        "turn": None,
        "words": [],
        "score": score,
        "left_out": [],
        "runway": None,
        "free": {},
    }


def _readings(claim: Mapping[str, Any], words: WordList) -> Iterator[dict[str, Any]]:
    """The claim with letters for its free tiles under which all words are words; with any where there are none such.

    Free tiles in none of the words made stand for anything: it makes no difference.
    """
    board, lay = claim["tiles"], claim["turn"]["lay"]
    filled, open_cells, found = _filled(claim), _open_cells(claim), False
    if open_cells:
        for letters in product(ascii_lowercase, repeat=len(open_cells)):
            tried = {**filled, **{c: f"*{x}" for c, x in zip(open_cells, letters, strict=True)}}
            spelt = words_made(_placed_on({c: tried[c] for c in board}), _placed({c: tried[c] for c in lay}))
            if all(word.text in words for word in spelt):
                found = True
                yield _claimed(claim, tried)
    if not found:
        yield _claimed(claim, filled)


def _filled(claim: Mapping[str, Any]) -> dict[str, str]:
    """All tiles by cell, with some letter for every free one that has none."""
    every = {**claim["tiles"], **claim["turn"]["lay"]}
    return {cell: tile if tile != "*" else "*a" for cell, tile in every.items()}


def _open_cells(claim: Mapping[str, Any]) -> list[str]:
    """The free tiles without a letter in the words that were made."""
    filled, every = _filled(claim), {**claim["tiles"], **claim["turn"]["lay"]}
    board, lay = ({c: filled[c] for c in cells} for cells in (claim["tiles"], claim["turn"]["lay"]))
    in_words = {str(cell) for word in words_made(_placed_on(board), _placed(lay)) for cell in word.cells}
    return [cell for cell, tile in every.items() if tile == "*" and cell in in_words]


def _claimed(claim: Mapping[str, Any], tiles: Mapping[str, str]) -> dict[str, Any]:
    return {
        **claim,
        "tiles": {cell: tiles[cell] for cell in claim["tiles"]},
        "turn": {"lay": {cell: tiles[cell] for cell in claim["turn"]["lay"]}},
    }


def _placed(tiles: Mapping[str, str]) -> Placed:
    return tuple(sorted((cell_of(cell), _tile(tile)) for cell, tile in tiles.items()))


def _placed_on(tiles: Mapping[str, str]) -> dict[Any, Tile]:
    return dict(_placed(tiles))


def _tile(name: str) -> Tile:
    return Tile(name[1:].upper(), "*") if name.startswith("*") else Tile(name[0], name[1])


def _open_letters(claim: Mapping[str, Any], readings: list[dict[str, Any]]) -> tuple[str, str]:
    """The free tiles whose letters are open, and what they may stand for."""
    every = {**claim["tiles"], **claim["turn"]["lay"]}
    tiles = [{**one["tiles"], **one["turn"]["lay"]} for one in readings]
    cells = [cell for cell, tile in every.items() if tile == "*" and len({one[cell] for one in tiles}) > 1]
    said = sorted({"".join(one[cell][1:].upper() for cell in cells) for one in tiles})
    return ", ".join(cells), " or ".join(said[:12])
