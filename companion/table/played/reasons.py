"""Reasons by the short names of the table's clauses, which are in `seeds/table.toml`."""

from __future__ import annotations

from companion.table import clauses

Reasons = clauses.Reasons
CLAUSES = clauses.Clauses("table")
reason = CLAUSES.reason
allowed_by = CLAUSES.allowed_by
