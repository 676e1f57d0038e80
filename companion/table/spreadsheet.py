"""Rows as a spreadsheet reads them."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from io import StringIO

_FORMULA = ("=", "+", "-", "@", "\t")


def csv_text(rows: Iterable[Sequence[object]]) -> str:
    """The rows as comma-separated values, a line each."""
    text = StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()


def plain(name: str) -> str:
    """A name as text: a spreadsheet would take one that begins so for a formula."""
    return f"'{name}" if name.startswith(_FORMULA) else name
