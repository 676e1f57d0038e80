"""What `companion bench` measures, table by table."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module

TABLES = ("command", "photos", "judging", "tranglar", "live", "live_page", "live_claim", "taught")
"""Each is a module here of the same name with `rows()`; its first line says what it is of."""


def title_of(table: str) -> str:
    """What a table is of, in a line. Raises ModuleNotFoundError where a library of its is missing."""
    return (import_module(f"benchmarks.{table}").__doc__ or "").strip().splitlines()[0]


def rows_of(table: str) -> Iterable[tuple[str, str]]:
    """What was measured, and the figure with its unit, a row after the other. Raises ModuleNotFoundError."""
    rows: Iterable[tuple[str, str]] = import_module(f"benchmarks.{table}").rows()
    return rows
