"""Legal actions of Tranglar, each with the position before and after it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from companion.rules.tranglar import Position, judge, parse, position_from_line
from companion.rules.tranglar.actions import Action
from companion.rules.verdict import Ruling

PAIRS = Path(__file__).with_name("tranglar_pairs.txt")
"""A position and an action on each line; to find them by chance took seconds."""


@dataclass(frozen=True)
class Case:
    """An action between two positions, and the pieces that it turned, as masks of cells."""

    before: Position
    action: Action
    after: Position
    flips: tuple[int, ...]


def cases() -> list[Case]:
    """Legal actions of every kind, with and without flips, out of games by chance and scattered positions."""
    found = []
    for pair in PAIRS.read_text(encoding="utf-8").splitlines():
        line, _, told = pair.partition("; ")
        before, action = position_from_line(line), parse(told)
        judged = judge(before, action)
        assert judged.ruling is Ruling.LEGAL, pair
        found.append(Case(before, action, judged.after, tuple(flip.mask for flip in judged.flips)))
    return found


CASES = cases()
