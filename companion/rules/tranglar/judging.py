"""Judge an action, play it, replay a game: `judge` is the one authority."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from companion.rules.tranglar import clauses
from companion.rules.tranglar.actions import Action
from companion.rules.tranglar.holds import holds, report
from companion.rules.tranglar.options import Rules, default_rules
from companion.rules.tranglar.playing import after
from companion.rules.tranglar.position import Position
from companion.rules.tranglar.trapping import Flip
from companion.rules.verdict import Reason, Ruling, Verdict


@dataclass(frozen=True, slots=True)
class TranglarVerdict:
    """The verdict on one action, with what it led to."""

    action: Action | None
    """None where only the position was asked about."""
    verdict: Verdict
    before: Position
    after: Position
    """The position as it ends: as it was, where the action is illegal."""
    flips: tuple[Flip, ...] = ()
    """What turned over, in order."""

    @property
    def ruling(self) -> Ruling:
        """Legal or illegal; a position that is wholly known leaves no doubt."""
        return self.verdict.ruling

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """Every clause that decided, never none; `where` holds names of cells."""
        return self.verdict.reasons


class IllegalAction(Exception):
    """An illegal action was to be played; `judged` says why."""

    def __init__(self, judged: TranglarVerdict) -> None:
        super().__init__("; ".join(f"{reason.says} [{reason.clause}]" for reason in judged.reasons))
        self.judged = judged


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
    """The position after an action. Raises IllegalAction, with the verdict, where it is illegal."""
    judged = judge(position, action, rules, prefer)
    if judged.ruling is not Ruling.LEGAL:
        raise IllegalAction(judged)
    return judged.after


def replay(
    position: Position, actions: Iterable[Action], rules: Rules | None = None
) -> tuple[Position, tuple[TranglarVerdict, ...], TranglarVerdict | None]:
    """Play actions one after another for as long as they are legal: (state, done, stop).

    `stop` is the verdict on the first illegal action, None where there was none. Raises BadInput
    only where cells are those of no piece.
    """
    done: list[TranglarVerdict] = []
    for action in actions:
        judged = judge(position, action, rules)
        if judged.ruling is not Ruling.LEGAL:
            return position, tuple(done), judged
        done.append(judged)
        position = judged.after
    return position, tuple(done), None
