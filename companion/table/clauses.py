"""Reasons by the short names of a table's clauses, which are in its seed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.rules.seeds import seed
from companion.rules.verdict import Reason

Reasons = Iterator[Reason]


@dataclass(frozen=True, slots=True)
class Clauses:
    """The clauses of a table."""

    seed: str
    """The file that holds them, such as "table" of `seeds/table.toml`."""

    def reason(self, clause: str, says: str) -> Reason:
        """A reason with a clause of the table, by the clause's short name."""
        return Reason(f"{self.seed}/{clause}", says)

    def allowed_by(self, clause: str) -> Reason:
        """The clause itself, as the reason why something may happen."""
        return self.reason(clause, seed(self.seed)["table"]["clauses"][clause])
