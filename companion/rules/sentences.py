"""How a sentence has several things."""

from __future__ import annotations

from collections.abc import Iterable


def in_a_row(names: Iterable[str]) -> str:
    """Names as a sentence has them: a, b and c; nothing where there are none."""
    every = list(names)
    return " and ".join(part for part in (", ".join(every[:-1]), *every[-1:]) if part)
