"""The JSON contract of `companion judge zigzaggle`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.rules.verdict import Reason, Ruling, Verdict
from companion.rules.words import WordList, english
from companion.rules.zigzaggle import clauses
from companion.rules.zigzaggle.claim import Challenged, Claim, Played, claim_from
from companion.rules.zigzaggle.clauses import Facts
from companion.rules.zigzaggle.finding import best_plays
from companion.rules.zigzaggle.judging import challenge_reason, exchanged, lay_verdict
from companion.rules.zigzaggle.position import points_for, without
from companion.rules.zigzaggle.scoring import TAKE_OFF, Line, Word, words_made
from companion.rules.zigzaggle.turn import Exchange, Lay, Pass, Tiles


def judge_json(data: object, words: WordList | None = None) -> dict[str, Any]:
    """Judge one turn as JSON; docs/zig-zaggle.md shows the form.

    Raises BadInput, with one sentence that names what is wrong, for input that cannot be judged.
    """
    claim = claim_from(data, english() if words is None else words)
    facts, turn = claim.facts, claim.turn
    verdict, lines, made = _judged(claim)
    legal = verdict.ruling is Ruling.LEGAL
    board = {**facts.board, **dict(turn.placed)} if legal and isinstance(turn, Lay) else facts.board
    rack = _left(facts.rack, turn) if legal else facts.rack
    return {
        **verdict.to_json(),
        "turn": None if turn is None else str(turn),
        "words": [{"word": word.text, "where": list(word.where)} for word in made],
        "score": _score_json(lines),
        "challenge": _stakes(verdict) if isinstance(turn, Challenged) else None,
        "tiles": {str(cell): str(tile) for cell, tile in sorted(board.items())},
        "rack": None if rack is None else [str(tile) for tile in rack],
        "runway": _then(facts, lines),
        "hints": _hints(facts, claim.hints) if turn is None and facts.rack is not None else [],
        "left_out": _left_out(claim),
    }


def _judged(claim: Claim) -> tuple[Verdict, Sequence[Line], Sequence[Word]]:
    """The verdict about a turn; of a lay also what it scores where it is legal, and the words that it makes."""
    facts, turn = claim.facts, claim.turn
    if isinstance(turn, Lay):
        return *lay_verdict(facts, turn), words_made(facts.board, turn.placed)
    if isinstance(turn, Challenged):
        made = words_made(facts.board, turn.lay.placed)
        reason = challenge_reason([word.text for word in made], facts.words)
        return Verdict.weigh(clauses.never_made(facts, turn.lay), (), [reason]), (), ()
    if isinstance(turn, Exchange):
        wrong = clauses.exchange_broken(turn, facts.rack, claim.box)
        return Verdict.weigh(wrong, (), [Reason(clauses.EXCHANGE, exchanged(turn))]), (), ()
    if isinstance(turn, Pass):
        return Verdict.weigh((), (), [Reason(clauses.PASS, "The turn was passed on.")]), (), ()
    return _report(facts), (), ()


def _left_out(claim: Claim) -> list[str]:
    """The clauses of which nobody says what they ask."""
    left_out = []
    if claim.facts.rack is None and isinstance(claim.turn, Lay | Exchange):
        left_out.append(clauses.FROM_RACK)
    if claim.box is None and isinstance(claim.turn, Exchange):
        left_out.append(clauses.EXCHANGE)
    return left_out


def _score_json(lines: Sequence[Line]) -> dict[str, Any]:
    return {
        "total": sum(line.points for line in lines),
        "lines": [
            {"clause": line.clause, "says": line.says, "where": list(line.where), "points": line.points}
            for line in lines
        ],
    }


def _left(rack: Tiles | None, turn: Played | None) -> Tiles | None:
    """What a turn leaves on a rack before it is filled up; a challenge takes nothing off it."""
    if rack is None or not isinstance(turn, Lay | Exchange):
        return rack
    return without(rack, turn.tiles if isinstance(turn, Exchange) else [tile for _, tile in turn.placed])


def _stakes(verdict: Verdict) -> dict[str, Any] | None:
    """What a challenge brings; None where there was nothing to challenge."""
    if verdict.ruling is not Ruling.LEGAL:
        return None
    right = verdict.reasons[0].clause == clauses.CHALLENGE_RIGHT
    stake = points_for("challenge")
    return {"succeeds": right, "player": 0 if right else stake, "challenger": stake if right else -stake}


def _then(facts: Facts, lines: Sequence[Line]) -> str | None:
    """The runway in play afterwards; None when the game is over."""
    names = [runway.name for runway in facts.profile.runways]
    if not any(line.clause == TAKE_OFF for line in lines):
        return facts.runway.name
    place = names.index(facts.runway.name) + 1
    return names[place] if place < len(names) else None


def _report(facts: Facts) -> Verdict:
    if not facts.board:
        start = str(facts.profile.start)
        return Verdict.weigh(
            (), (), [Reason(clauses.SET_UP, f"The board is empty; the first word crosses {start}.", (start,))]
        )
    return Verdict.weigh((), (), [Reason(clauses.RUNWAY, f"The {facts.runway.name} runway is in play.")])


def _hints(facts: Facts, count: int) -> list[dict[str, Any]]:
    return [{"turn": str(found.turn), "points": found.points} for found in best_plays(facts, count)]
