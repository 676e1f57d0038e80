"""What a round costs, who leads, and who has to play a bonus round. Pure functions of the rounds' results."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.rules.seeds import seed

CARD_IS_A_POINT = "zangle/card-is-a-point"
WRONG_CHECK = "zangle/wrong-check"
BONUS = "zangle/bonus"
CORRECTION = "zangle/correction"
LATE_ROUNDS = "zangle/late-rounds"


@dataclass(frozen=True, slots=True)
class RoundResult:
    """How a round ended."""

    number: int
    """From 1; bonus rounds count on."""
    bonus: bool
    held: tuple[tuple[str, int], ...]
    """The cards that each player still had, of those who played it, in seating order."""
    winner: str | None
    """Who ran out of cards first; None where nobody did."""
    honest: bool | None = None
    """What the look at the winner's Zangles showed; None where nobody looked."""
    corrected: tuple[tuple[str, int], ...] = ()
    """Points that the table wrote down instead."""


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One player's points for one round, with the clause that gave them."""

    seat: str
    points: int
    clause: str
    says: str


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's place; equal places are shared."""

    seat: str
    rank: int
    total: int
    rounds: tuple[int, ...]
    """Points in each round so far, bonus rounds included."""


def score_lines(result: RoundResult) -> tuple[ScoreLine, ...]:
    """The points of everyone who played the round, in seating order."""
    corrected = dict(result.corrected)
    return tuple(
        ScoreLine(seat, corrected[seat], CORRECTION, f"The table wrote down {corrected[seat]} for {seat}.")
        if seat in corrected
        else _line(result, seat, cards)
        for seat, cards in result.held
    )


def standings(
    seats: Sequence[str], results: Sequence[RoundResult], *, late_pays_worst: bool = True
) -> tuple[Standing, ...]:
    """Everyone's place after the rounds so far, the leader first; ties keep the seating order.

    The fewest points lead. Of those with the fewest, who won a bonus round leads all who lost it, but nobody
    who tied only later, by a correction. Who missed a round by coming late pays as the worst of those who
    played it, or nothing.
    """
    rounds = {
        seat: tuple(line_for(seat, one, late_pays_worst=late_pays_worst).points for one in results)
        for seat in seats
    }
    totals = {seat: sum(points) for seat, points in rounds.items()}
    least = min(totals.values(), default=0)
    leading = _unbeaten([seat for seat in seats if totals[seat] == least], results)
    order = sorted(seats, key=lambda seat: (totals[seat], seat not in leading, seats.index(seat)))

    def rank(seat: str) -> int:
        mine = (totals[seat], seat not in leading)
        return 1 + sum((totals[other], other not in leading) < mine for other in seats)

    return tuple(Standing(seat, rank(seat), totals[seat], rounds[seat]) for seat in order)


def leaders(
    seats: Sequence[str], results: Sequence[RoundResult], *, late_pays_worst: bool = True
) -> tuple[str, ...]:
    """Who shares the first place: more than one have to play a bonus round once the rounds are done."""
    places = standings(seats, results, late_pays_worst=late_pays_worst)
    return tuple(place.seat for place in places if place.rank == 1)


def _line(result: RoundResult, seat: str, cards: int) -> ScoreLine:
    points = seed("zangle")["points"]
    if result.honest is False:
        if seat == result.winner:
            wrong = int(points["wrong_check"])
            says = f"{seat}'s Zangles were not all right: {wrong} points."
            return ScoreLine(seat, wrong, WRONG_CHECK, says)
        says = f"{result.winner}'s Zangles were not all right: nothing for {seat}."
        return ScoreLine(seat, 0, WRONG_CHECK, says)
    if result.bonus:
        return ScoreLine(seat, 0, BONUS, "A bonus round settles a tie and costs no points.")
    left = "no card" if cards == 0 else f"{cards} card{'s' * (cards != 1)}"
    return ScoreLine(seat, cards * int(points["card"]), CARD_IS_A_POINT, f"{seat} has {left} left.")


def line_for(seat: str, result: RoundResult, *, late_pays_worst: bool = True) -> ScoreLine:
    """One player's points for a round, whether or not they played it."""
    played = score_lines(result)
    for line in played:
        if line.seat == seat:
            return line
    if result.bonus:
        return ScoreLine(seat, 0, BONUS, f"{seat} had no part in the bonus round.")
    worst = max((line.points for line in played), default=0) if late_pays_worst else 0
    says = f"{seat} came after this round and pays {'as much as its worst player' if worst else 'nothing'}."
    return ScoreLine(seat, worst, LATE_ROUNDS, says)


def _unbeaten(tied: Sequence[str], results: Sequence[RoundResult]) -> frozenset[str]:
    """Those of the tied who have not lost a bonus round; whoever was dealt in to one was in the running again."""
    left = set(tied)
    for one in results:
        if not one.bonus:
            continue
        played = {seat for seat, _ in one.held}
        left |= played.intersection(tied)
        if one.winner in tied and one.honest is not False:
            left -= played - {one.winner}
    return frozenset(left)
