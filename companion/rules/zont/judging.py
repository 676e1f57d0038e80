"""One verdict for one turn; whole games played and replayed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from companion.rules.judged import Ruled, played, replayed
from companion.rules.sentences import so_many, winning
from companion.rules.verdict import Reason, Verdict
from companion.rules.zont import clauses
from companion.rules.zont.cards import suits
from companion.rules.zont.options import Rules, default_rules
from companion.rules.zont.position import (
    Piles,
    Position,
    after,
    first_piles,
    hand_size,
    score_of,
    values_of,
    winners,
    with_shown,
)
from companion.rules.zont.turn import Turn


@dataclass(frozen=True, slots=True)
class ZontVerdict(Ruled):
    """A judged turn; `after` is `before` unless it is legal."""

    turn: Turn
    verdict: Verdict
    before: Position
    after: Position


def judge(position: Position, turn: Turn, rules: Rules | None = None) -> ZontVerdict:
    """Judge a turn of the player to move against every clause; never raises for an illegal one."""
    rules = rules or default_rules()
    turn = with_shown(position.piles, turn)
    certain = list(clauses.broken(position.piles, position.hand, turn, final=position.final, rules=rules))
    if position.over:
        certain.insert(0, Reason(clauses.OVER, "The game is over."))
    open_ = list(clauses.doubts(turn))
    if certain or open_:
        return ZontVerdict(turn, Verdict.weigh(certain, open_, ()), position, position)
    ended = after(position, turn)
    held = clauses.holds(turn, position.piles, final=position.final, hand_known=True)
    return ZontVerdict(turn, Verdict.weigh((), (), (*held, *_ends(position, ended))), position, ended)


def _ends(before: Position, ended: Position) -> Iterator[Reason]:
    if not before.final:
        drawn = len(before.deck) - len(ended.deck)
        yield Reason(clauses.REFILL, f"{so_many(drawn, 'card')} drawn, up to {hand_size()} in the hand.")
        if ended.final:
            yield Reason(clauses.FINAL_ROUND, "The hand could not be filled up: the final round begins.")
    if ended.over:
        yield Reason(clauses.OVER, "The hand is empty: the game is over.")
        totals = [score_of(cards, ended.piles).total for cards in ended.scores]
        won = winning(f"player {player + 1}" for player in winners(ended))
        says = f"Points: {', '.join(map(str, totals))}; {won}."
        yield Reason(clauses.SCORE, says)


def report(piles: Piles) -> Verdict:
    """What the piles say where no turn is asked about: what a card of each suit counts."""
    values = values_of(piles)
    says = ", ".join(f"{clauses.suit_name(suit)} {value}" for suit, value in enumerate(values))
    reasons = [Reason(clauses.SCORE, f"A card counts: {says}.", tuple(suit["name"] for suit in suits()))]
    if piles == first_piles():
        reasons.insert(0, Reason(clauses.SET_UP, "The five zeros lie as the game begins."))
    return Verdict.weigh((), (), reasons)


def play(position: Position, turn: Turn, rules: Rules | None = None) -> Position:
    """The position after a turn. Raises IllegalMove, with the verdict, where it is not legal."""
    return played(judge(position, turn, rules))


def replay(
    position: Position, turns: Iterable[Turn], rules: Rules | None = None
) -> tuple[Position, tuple[ZontVerdict, ...], ZontVerdict | None]:
    """Play turns one after another for as long as they are legal: (state, done, stop); never raises."""
    return replayed(lambda position, turn: judge(position, turn, rules), position, turns)
