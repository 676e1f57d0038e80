"""The board's own printed lines: how strong and where each should be, by the others of the photo."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from vision.board.cells import SIDE, edge_ends, edges
from vision.board.first_look.likely import LikelyConfig
from vision.board.middle import median
from vision.plane import Floats


def usual_line(
    logs: Floats, shown: NDArray[np.bool_], least: int, likely: LikelyConfig
) -> tuple[Floats, float] | None:
    """How strong (104,) the printed lines are, by those that are most alike, and their spread; None where too few show.

    A photo's lines grow stronger or fainter from place to place, and with their direction, but slowly.
    """
    seen = logs[shown]
    if len(seen) < least:
        return None
    near = np.exp(-0.5 * ((seen[:, None] - seen) / 0.08) ** 2).sum(1)
    middle = float(median(seen[np.abs(seen - seen[int(near.argmax())]) < 0.15]))
    alike = np.abs(seen - middle) < 0.35
    rows, rest = _line_places()[shown][alike], seen[alike] - middle
    trust = np.ones(len(rest))
    for _ in range(4):
        normal = (rows.T * trust) @ rows / 0.06**2 + np.diag(1 / _LINE_PLAY**2)
        fit = np.linalg.solve(normal, (rows.T * trust) @ rest / 0.06**2)
        off = rest - rows @ fit
        trust = 1 / (1 + (off / 0.1) ** 2)
    # Each line beside what the others alone would make of it.
    own = trust / 0.06**2 * ((rows @ np.linalg.inv(normal)) * rows).sum(1)
    off = off / np.maximum(1 - own, 0.2)
    spread = 1.5 * float(median(np.abs(off))) + 0.2 / len(off)
    usual = middle + _line_places() @ fit
    usual[np.flatnonzero(shown)[alike]] = seen[alike] - off
    return usual, float(np.clip(spread, *likely.line_spread))


_LINE_PLAY = np.array([0.1, 0.06, 0.06, 0.15, 0.15, 0.1])
"""By how much lines differ, as logarithms: all together, for each square to the right and up, by their direction (two
numbers), and those along diagonals from the others."""


@lru_cache(maxsize=1)
def _line_places() -> Floats:
    """What the strength of a side's line may hang on (104, 6)."""
    ends = edge_ends()
    x, y = (ends.mean(1) - SIDE / 2).T
    way = ends[:, 1] - ends[:, 0]
    twice = 2 * np.arctan2(way[:, 1], way[:, 0])
    slanted = np.array([edge.diagonal for edge in edges()], float)
    places: Floats = np.stack([np.ones_like(x), x, y, np.cos(twice), np.sin(twice), slanted], 1)
    return places


PLACE_PLAY = (0.0008, 0.003)
"""By how much one board's lines are off their places, in cells, at least; and from when on that tells nothing."""
PLACE_MOVED = 0.006
"""By how much a line that a piece covers in part is."""
PLAIN = 0.2
"""Lines that are off their strength by more than this, as logarithms, do not show where lines lie."""
PLACE_STRAY = 0.05
"""The share of lines that shadows and texture move as far."""


def by_place(place: Floats, asked: NDArray[np.bool_], strange: Floats) -> Floats:
    """What the places of lines (104,) say for their being covered in part, 0 for those that are not `asked` (104,).

    Where they should be is learned from those of about the usual strength, off it by `strange` (104,): the grid may be
    off by little, alike for all of them.
    """
    say = np.zeros(len(place))
    shown = asked & (np.abs(strange) < PLAIN)
    if shown.sum() < 6 or not asked.any():
        return say
    rows, seen = _moves()[shown], place[shown]
    trust = np.ones(len(seen))
    for _ in range(5):
        normal = (rows.T * trust) @ rows / 0.001**2 + np.eye(6) / 0.006**2
        fit = np.linalg.solve(normal, (rows.T * trust) @ seen / 0.001**2)
        off = seen - rows @ fit
        trust = 1 / (1 + (off / 0.002) ** 2)
    # Each line beside what the others alone would make of it.
    own = trust / 0.001**2 * ((rows @ np.linalg.inv(normal)) * rows).sum(1)
    off = off / np.maximum(1 - own, 0.2)
    play = max(1.5 * float(median(np.abs(off))) + 0.004 / len(off), PLACE_PLAY[0])
    if play > PLACE_PLAY[1]:
        return say
    away = place - _moves() @ fit
    away[shown] = off
    covered = np.exp(-np.abs(away) / PLACE_MOVED) / (2 * PLACE_MOVED)
    free = np.exp(-0.5 * (away / play) ** 2) / (play * np.sqrt(2 * np.pi))
    # What is stronger than a line is a shadow or the grain of wood as well.
    asked = asked & (strange < PLAIN)
    say[asked] = -np.log(PLACE_STRAY + (1 - PLACE_STRAY) * (free / covered)[asked])
    return say


@lru_cache(maxsize=1)
def _moves() -> Floats:
    """By how much a side is moved across itself (104, 6) if the grid is: to the right and up, each the same
    everywhere, or growing to the right or up."""
    ends = edge_ends()
    x, y = (ends.mean(1) - SIDE / 2).T
    way = ends[:, 1] - ends[:, 0]
    left = np.stack([-way[:, 1], way[:, 0]]) / np.linalg.norm(way, axis=1)
    return np.concatenate([axis * np.stack([np.ones_like(x), x, y]) for axis in left]).T
