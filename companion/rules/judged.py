"""Judged moves, and games played move by move, whatever their rules."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any, Protocol, TypeVar

from companion.rules.verdict import Reason, Ruling, Verdict

S = TypeVar("S", bound=Hashable)
"""A position: frozen, hashable, with all that is hidden."""
S_co = TypeVar("S_co", bound=Hashable, covariant=True)
M = TypeVar("M", bound=Hashable)
"""A move: frozen; `str(move)` is its notation."""


class Judged(Protocol[S_co]):
    """A judged move; `after` is the position as it was, unless the move is legal."""

    @property
    def ruling(self) -> Ruling:
        """Legal, illegal or undecided."""

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """Every clause that decided, never none."""

    @property
    def after(self) -> S_co:
        """The position that the move leads to."""


J = TypeVar("J", bound=Judged[Any])


class Ruled:
    """The ruling and the reasons of what has a `verdict`."""

    __slots__ = ()

    verdict: Verdict

    @property
    def ruling(self) -> Ruling:
        """Legal, illegal or undecided."""
        return self.verdict.ruling

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """The clauses that decided, never none."""
        return self.verdict.reasons


class IllegalMove(ValueError):
    """A move that cannot be played; `judged` says why."""

    def __init__(self, judged: Judged[Any]) -> None:
        super().__init__("; ".join(f"{reason.says} [{reason.clause}]" for reason in judged.reasons))
        self.judged = judged


def played(judged: Judged[S]) -> S:
    """The position after a move. Raises IllegalMove, with the verdict, where it is not legal."""
    if judged.ruling is not Ruling.LEGAL:
        raise IllegalMove(judged)
    return judged.after


def replayed(judge: Callable[[S, M], J], state: S, moves: Iterable[M]) -> tuple[S, tuple[J, ...], J | None]:
    """Play moves one after another for as long as they are legal: (state, done, stop).

    `stop` is the verdict on the first that is not, None where there was none. Never raises what `judge` does not.
    """
    done: list[J] = []
    for move in moves:
        judged = judge(state, move)
        if judged.ruling is not Ruling.LEGAL:
            return state, tuple(done), judged
        done.append(judged)
        state = judged.after
    return state, tuple(done), None
