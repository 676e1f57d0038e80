"""One verdict for one turn; whole games played and replayed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from companion.rules.judged import Ruled, played, replayed
from companion.rules.sentences import in_a_row, so_many
from companion.rules.verdict import Reason, Ruling, Verdict
from companion.rules.words import WordList, english
from companion.rules.zigzaggle import clauses
from companion.rules.zigzaggle.options import Rules, default_rules
from companion.rules.zigzaggle.position import Position, after, deductions, points_for, totals, winners
from companion.rules.zigzaggle.scoring import TAKE_OFF, Line, score_lines, words_made
from companion.rules.zigzaggle.turn import Challenge, Exchange, Lay, Pass, Turn


@dataclass(frozen=True, slots=True)
class Judged(Ruled):
    """A judged turn; `after` is `before` unless it is legal."""

    turn: Turn
    verdict: Verdict
    score: tuple[Line, ...]
    """What a legal lay scores, line by line."""
    before: Position
    after: Position


def facts_of(position: Position, rules: Rules, words: WordList) -> clauses.Facts:
    """What the clauses ask of a game that is not over."""
    runway = position.profile.runways[position.runway]
    return clauses.Facts(position.profile, dict(position.board), position.rack, runway, rules, words)


def lay_verdict(facts: clauses.Facts, turn: Lay) -> tuple[Verdict, tuple[Line, ...]]:
    """The verdict about a lay, and the lines of its score where it is legal."""
    if certain := tuple(clauses.broken(facts, turn)):
        return Verdict.weigh(certain, (), ()), ()
    made = words_made(facts.board, turn.placed)
    first = 0 if facts.board else points_for("first-word")
    lines = tuple(score_lines(made, facts.profile, facts.runway, facts.rules, first=first))
    scored = (Reason(line.clause, line.says, line.where, line.option) for line in lines)
    return Verdict.weigh((), (), (*clauses.holds(facts, turn), *scored)), lines


def judge(
    position: Position, turn: Turn, rules: Rules | None = None, words: WordList | None = None
) -> Judged:
    """Judge a turn of the player to move, or anybody's challenge; never raises for an illegal one."""
    rules, words = rules or default_rules(), english() if words is None else words
    lines: tuple[Line, ...] = ()
    took_off = right = False
    if isinstance(turn, Challenge):
        verdict, right = _challenge(position, turn, words)
    elif position.over:
        verdict = Verdict.weigh([Reason(clauses.OVER, "The game is over.")], (), ())
    elif isinstance(turn, Lay):
        verdict, lines = lay_verdict(facts_of(position, rules, words), turn)
        took_off = any(line.clause == TAKE_OFF for line in lines)
    elif isinstance(turn, Exchange):
        wrong = clauses.exchange_broken(turn, position.rack, len(position.box))
        verdict = Verdict.weigh(wrong, (), [Reason(clauses.EXCHANGE, exchanged(turn))])
    else:
        verdict = Verdict.weigh((), (), [Reason(clauses.PASS, "The turn was passed on.")])
    if verdict.ruling is not Ruling.LEGAL:
        return Judged(turn, verdict, (), position, position)
    ended = after(position, turn, sum(line.points for line in lines), took_off=took_off, right=right)
    reasons = (*verdict.reasons, *_ends(position, turn, ended))
    return Judged(turn, Verdict.weigh((), (), reasons), lines, position, ended)


def exchanged(turn: Exchange) -> str:
    """What an exchange did, as a sentence."""
    count = len(turn.tiles)
    return f"{so_many(count, 'letter')} exchanged."


def wrong_words(made: Iterable[str], words: WordList) -> tuple[str, ...]:
    """Those that are in no list."""
    return tuple(word for word in made if word not in words)


def challenge_reason(made: Iterable[str], words: WordList) -> Reason:
    """What a challenge of these words comes to."""
    stake = points_for("challenge")
    if wrong := [word.upper() for word in wrong_words(made, words)]:
        named = in_a_row(wrong)
        says = f"{named} {'is' if len(wrong) == 1 else 'are'} not in the word list: the play is taken back, "
        says += f"{stake} points to the challenger."
        return Reason(clauses.CHALLENGE_RIGHT, says)
    says = f"Every word is in the word list: {stake} points to its player, {stake} off the challenger's."
    return Reason(clauses.CHALLENGE_WRONG, says)


def _challenge(position: Position, turn: Challenge, words: WordList) -> tuple[Verdict, bool]:
    play = position.pending
    if play is None:
        none = Reason(
            clauses.CHALLENGE, "There is no play to challenge: only the one just made can be, and once."
        )
        return Verdict.weigh([none], (), ()), False
    if turn.by == play.player or not 0 <= turn.by < len(position.racks):
        who = Reason(
            clauses.CHALLENGE, "Nobody challenges a play of their own: another player of the game must."
        )
        return Verdict.weigh([who], (), ()), False
    board = {cell: tile for cell, tile in position.board if (cell, tile) not in play.placed}
    reason = challenge_reason([word.text for word in words_made(board, play.placed)], words)
    return Verdict.weigh((), (), [reason]), reason.clause == clauses.CHALLENGE_WRONG


def _ends(before: Position, turn: Turn, ended: Position) -> Iterator[Reason]:
    if isinstance(turn, Lay) and ended.pending is not None:
        drawn = len(ended.pending.drawn)
        if not ended.over:
            yield Reason(clauses.REFILL, f"{so_many(drawn, 'letter')} drawn.")
    if isinstance(turn, Pass) and ended.runway > before.runway:
        name = before.profile.runways[before.runway].name
        yield Reason(clauses.EMERGENCY, f"All have passed: the {name} runway is left without a bonus.")
    if ended.over and not isinstance(turn, Challenge):
        yield Reason(clauses.OVER, "Play on the last runway is over, and so is the game.")
        best = [f"player {player + 1}" for player in winners(ended)]
        won = f"{' and '.join(best)} {'wins' if len(best) == 1 else 'share the win'}"
        left = ", ".join(map(str, deductions(ended)))
        yield Reason(
            clauses.DEDUCTION, f"Taken off: {left}; points: {', '.join(map(str, totals(ended)))}; {won}."
        )


def play(
    position: Position, turn: Turn, rules: Rules | None = None, words: WordList | None = None
) -> Position:
    """The position after a turn. Raises IllegalMove, with the verdict, where it is not legal."""
    return played(judge(position, turn, rules, words))


def replay(
    position: Position, turns: Iterable[Turn], rules: Rules | None = None, words: WordList | None = None
) -> tuple[Position, tuple[Judged, ...], Judged | None]:
    """Play turns one after another for as long as they are legal: (state, done, stop); never raises."""
    return replayed(lambda position, turn: judge(position, turn, rules, words), position, turns)
