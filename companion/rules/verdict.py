"""What a judgement is: a ruling that is never without a reason."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Any, Self

Where = str | int
"""A cell by its name, or a card by its index in the claim."""


class Ruling(Enum):
    """Legal, illegal, or undecided: something must be shown first."""

    LEGAL = "legal"
    ILLEGAL = "illegal"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class Reason:
    """One clause that decided, and why."""

    clause: str
    """Its id, such as `zangle/exact-cover`; `seeds/GAME.toml` lists them."""
    says: str
    """One sentence that a player can read."""
    where: tuple[Where, ...] = ()
    """The cells or cards that it is about."""
    option: str | None = None
    """The table's option that decided it, if one did."""

    def to_json(self) -> dict[str, Any]:
        """The JSON value; `option` only where there is one."""
        value: dict[str, Any] = {"clause": self.clause, "says": self.says, "where": list(self.where)}
        return value if self.option is None else {**value, "option": self.option}


@dataclass(frozen=True, slots=True)
class Verdict:
    """A ruling with every reason for it."""

    ruling: Ruling
    reasons: tuple[Reason, ...]

    def __post_init__(self) -> None:
        if not self.reasons:
            raise ValueError("a verdict needs a reason")

    @classmethod
    def weigh(cls, broken: Iterable[Reason], doubts: Iterable[Reason], holds: Iterable[Reason]) -> Self:
        """A certain break outranks a doubt, a doubt outranks a pass; all reasons of that rank are kept.

        Raises ValueError where all three are empty.
        """
        if certain := tuple(broken):
            return cls(Ruling.ILLEGAL, certain)
        if unsure := tuple(doubts):
            return cls(Ruling.UNDECIDED, unsure)
        return cls(Ruling.LEGAL, tuple(holds))

    def to_json(self) -> dict[str, Any]:
        """`{"ruling", "reasons": [{"clause", "says", "where"}]}`."""
        return {"ruling": self.ruling.value, "reasons": [reason.to_json() for reason in self.reasons]}
