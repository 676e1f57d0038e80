"""Reasons by the short names of the table's clauses, which are in `seeds/table.toml`."""

from __future__ import annotations

from collections.abc import Iterator

from companion.rules.seeds import seed
from companion.rules.verdict import Reason

Reasons = Iterator[Reason]


def reason(clause: str, says: str) -> Reason:
    """A reason with a clause of the table, by the clause's short name."""
    return Reason(f"table/{clause}", says)


def allowed_by(clause: str) -> Reason:
    """The clause itself, as the reason why something may happen."""
    return reason(clause, seed("table")["table"]["clauses"][clause])
