"""How a sentence begins, and how it has several things or people."""

from __future__ import annotations

from collections.abc import Iterable


def sentence(words: str) -> str:
    """The same as the beginning of a sentence."""
    return words[:1].upper() + words[1:]


def so_many(count: int, thing: str) -> str:
    """A number of things: 1 card, 2 cards."""
    return f"{count} {thing}{'' if count == 1 else 's'}"


def in_a_row(names: Iterable[str], last: str = "and") -> str:
    """Names as a sentence has them: a, b and c; nothing where there are none."""
    every = list(names)
    return f" {last} ".join(part for part in (", ".join(every[:-1]), *every[-1:]) if part)


def winning(names: Iterable[str]) -> str:
    """That these have won: a wins; a, b and c share the win."""
    every = list(names)
    return f"{in_a_row(every)} {'wins' if len(every) == 1 else 'share the win'}"
