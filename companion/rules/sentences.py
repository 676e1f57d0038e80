"""How a sentence begins, and how it has several things."""

from __future__ import annotations

from collections.abc import Iterable


def sentence(words: str) -> str:
    """The same as the beginning of a sentence."""
    return words[:1].upper() + words[1:]


def in_a_row(names: Iterable[str], last: str = "and") -> str:
    """Names as a sentence has them: a, b and c; nothing where there are none."""
    every = list(names)
    return f" {last} ".join(part for part in (", ".join(every[:-1]), *every[-1:]) if part)
