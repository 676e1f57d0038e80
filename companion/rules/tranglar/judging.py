"""Judge an action, play it, replay a game: `judge` is the one authority."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from companion.rules.judged import Ruled, played, replayed
from companion.rules.tranglar import clauses
from companion.rules.tranglar.actions import Action
from companion.rules.tranglar.holds import holds, report
from companion.rules.tranglar.options import Rules, default_rules
from companion.rules.tranglar.playing import after
from companion.rules.tranglar.position import Position
from companion.rules.tranglar.trapping import Flip
from companion.rules.verdict import Verdict


@dataclass(frozen=True, slots=True)
class TranglarVerdict(Ruled):
    """The verdict on one action, with what it led to."""

    action: Action | None
    """None where only the position was asked about."""
    verdict: Verdict
    before: Position
    after: Position
    """The position as it ends: as it was, where the action is illegal."""
    flips: tuple[Flip, ...] = ()
    """What turned over, in order."""


def judge(
    position: Position,
    action: Action | None,
    rules: Rules | None = None,
    prefer: Collection[int] = (),
) -> TranglarVerdict:
    """Judge an action of the player to move against every clause; never raises for an illegal one.

    Without an action it reports who is trapped. `prefer` are trapped trapezes to exchange first where
    the captor has too few for all. Raises BadInput where cells are those of no piece.
    """
    rules = rules or default_rules()
    if action is None:
        return TranglarVerdict(None, Verdict.weigh((), (), report(position)), position, position)
    if certain := clauses.broken(position, action, rules):
        return TranglarVerdict(action, Verdict.weigh(certain, (), ()), position, position)
    ended, settled = after(position, action, prefer)
    reasons = holds(position, action, ended, settled, rules)
    return TranglarVerdict(action, Verdict.weigh((), (), reasons), position, ended, settled.flips)


def play(
    position: Position, action: Action, rules: Rules | None = None, prefer: Collection[int] = ()
) -> Position:
    """The position after an action. Raises IllegalMove, with the verdict, where it is illegal."""
    return played(judge(position, action, rules, prefer))


def replay(
    position: Position, actions: Iterable[Action], rules: Rules | None = None
) -> tuple[Position, tuple[TranglarVerdict, ...], TranglarVerdict | None]:
    """Play actions one after another for as long as they are legal: (state, done, stop).

    `stop` is the verdict on the first illegal action, None where there was none. Raises BadInput
    only where cells are those of no piece.
    """
    return replayed(lambda position, action: judge(position, action, rules), position, actions)
