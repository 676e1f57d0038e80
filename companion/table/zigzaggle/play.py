"""The play between two looks at Zig Zaggle's board, judged: free tiles' letters and the runway found where they can be.

A photo shows that a tile is free, not what it stands for, and no photo shows which runway is in play. Both are tried:
what one letter, or one runway, alone makes legal is what was meant. With several letters a play counts the same; where
it counts differently on several runways, or hangs on a letter that was laid before, somebody has to say.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.rules.errors import BadInput
from companion.rules.sentences import in_a_row
from companion.rules.verdict import Reason
from companion.rules.words import WordList, english
from companion.rules.zigzaggle.claim import runway_from
from companion.rules.zigzaggle.clauses import MAKES_WORD, ONE_FREE, RUNWAY
from companion.rules.zigzaggle.contract import judge_json
from companion.rules.zigzaggle.profile import own_profile
from companion.rules.zigzaggle.turn import cell_from
from companion.table.zigzaggle.breaks import surely_broken
from companion.table.zigzaggle.laid import Change, ZigZaggleTable, cell_of, change_between, laid_claim
from companion.table.zigzaggle.letters import Claim, Readings, filled, made, masked, open_cells, readings

NOTHING_LAID = "No tile was laid between the two photos."
TAKEN = "The tile {tile} that lay on {cell} before is gone: put it back, or show the board from before."
ANY_LETTER = "The free tile on {cells} may stand for {letters}: it counts the same with each."
SAY_BEFORE = (
    "It hangs on what the free tile on {cells} has stood for: say which letter, with its cell and its letter."
)
SAY_LETTERS = "Say what the free tiles on {cells} stand for, each with its cell and its letter."
SAY_RUNWAY = "It counts differently by the runway in play ({totals}): say which one it is."
NO_CELL = "The board has no cell {cell}: say on which cell the free tile lies."
NOT_FREE = "No free tile lies on {cell}: say a letter only for a cell with a free tile."
MOST_FREE = 2
"""Free tiles in the words of one play, whose letters are tried all together."""
KEPT = ("ruling", "reasons", "turn", "words", "score", "left_out")
"""Of what the rules answer; the rest is of a game that no photo shows."""


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
    doubts = _doubts(change)
    if len(doubts) > len(change.ends):
        return {**_undecided(doubts), **told}
    known = english() if words is None else words
    claim = laid_claim(before, change, free=free)
    named = [one.name for one in own_profile().runways] if runway is None else [runway]
    cells = open_cells(claim)
    found = readings(claim, known, _never_seen(before, after)) if len(cells) <= MOST_FREE else None
    answers = [judge_json({**filled(claim, {}), "runway": name}, known) for name in named]
    if broken := surely_broken(claim, answers, change.ends, found):
        return {**_illegal(claim, broken, answers[0]), **told, "runway": runway}
    if not doubts and found is None:
        doubts = [(ONE_FREE, SAY_LETTERS.format(cells=", ".join(cells)))]
    elif not doubts and found is not None and not found.sure:
        doubts = [
            (ONE_FREE, SAY_BEFORE.format(cells=", ".join(cell for cell in cells if cell in claim["tiles"])))
        ]
    if doubts or found is None:
        return {**_undecided(doubts), **told}
    whole = filled(claim, found.found[0])
    answers = [judge_json({**whole, "runway": name}, known) for name in named]
    legal = {name: one for name, one in zip(named, answers, strict=True) if one["ruling"] == "legal"}
    if len({_counts(one) for one in legal.values()}) > 1:
        totals = ", ".join(f"{name} {one['score']['total']}" for name, one in legal.items())
        return {**_undecided([(RUNWAY, SAY_RUNWAY.format(totals=totals))]), **told}
    chosen = next(iter(legal))
    shown = laid_claim(before, change, free={**(free or {}), **_agreed(found)})
    runway = chosen if len(legal) < 2 else None
    return {**_untried(shown, legal[chosen], found), **told, "runway": runway, "free": _stand_for(shown)}


def _never_seen(before: ZigZaggleTable, after: ZigZaggleTable) -> set[str]:
    """Cells on which a tile may have lain before: what is seen bare afterwards was bare."""
    return set(before.hidden) & (set(after.hidden) | set(after.cells()))


def _counts(answer: Mapping[str, Any]) -> tuple[object, ...]:
    """What a play scores, line by line, but for the sentences."""
    return tuple((one["clause"], one["points"], *one["where"]) for one in answer["score"]["lines"])


def _stand_for(claim: Claim) -> dict[str, str]:
    """The letters of the free tiles that were laid, as far as they are known."""
    lay = claim["turn"]["lay"]
    return {cell: tile[1:].upper() for cell, tile in lay.items() if tile.startswith("*") and tile != "*"}


def _agreed(found: Readings) -> dict[str, str]:
    """The letters that are the same in all readings."""
    return {
        cell: letter
        for cell, letter in found.found[0].items()
        if all(one[cell] == letter for one in found.found)
    }


def _untried(shown: Claim, answer: Mapping[str, Any], found: Readings) -> dict[str, Any]:
    """A legal answer without the letters that were only tried, and which of them would do."""
    told = {key: value for key, value in answer.items() if key in KEPT} | _as_laid(shown)
    if not (cells := open_cells(shown)):
        return told
    tried = {tuple(one["where"]): one["word"].upper() for one in answer["words"]}
    masks = {tuple(one["where"]): one["word"].upper() for one in told["words"]}

    def masked_in(one: Mapping[str, Any]) -> dict[str, Any]:
        where = tuple(one["where"])
        return {**one, "says": one["says"].replace(tried[where], masks[where])} if where in tried else {**one}

    letters = sorted({"".join(one[cell].upper() for cell in cells) for one in found.found})
    says = ANY_LETTER.format(cells=in_a_row(cells), letters=in_a_row(letters, "or"))
    reasons = [*map(masked_in, told["reasons"]), Reason(ONE_FREE, says, tuple(cells)).to_json()]
    score = {**told["score"], "lines": [*map(masked_in, told["score"]["lines"])]}
    return {**told, "reasons": reasons, "score": score}


def _as_laid(claim: Claim) -> dict[str, Any]:
    """The turn and its words, with `*` for a free tile of which nothing is said."""
    lay = sorted(claim["turn"]["lay"].items(), key=lambda pair: cell_of(pair[0]))
    return {
        "turn": " ".join(["lay", *(f"{cell}={tile}" for cell, tile in lay)]),
        "words": [{"word": masked(claim, one).lower(), "where": list(one.where)} for one in made(claim, {})],
    }


def _illegal(claim: Claim, broken: list[dict[str, Any]], answer: Mapping[str, Any]) -> dict[str, Any]:
    """What is broken for certain; no letter and no runway is told that was only tried."""
    return {
        "ruling": "illegal",
        "reasons": broken,
        **_as_laid(claim),
        "score": {"total": 0, "lines": []},
        "left_out": answer["left_out"],
        "free": _stand_for(claim),
    }


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
