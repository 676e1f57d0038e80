"""How far a table's lengths are off where prints alone tell them: what shows of cards' edges says how large they are.

Prints alone tell no length at all, since a deck may print them in any size, and how a table lies to the camera but
roughly: few shapes look like others seen more aslant.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np

from vision.cards.place import Around, LonePrint, tries
from vision.outlines import WorkPicture
from vision.plane import Floats, apply

SIZES = tuple(np.arange(-0.72, 1.0, 0.06).tolist())
"""Logarithms of how much larger cards may be than was thought: prints are taken to be 32 mm long."""
STEPS = (0.08, 0.03, 0.012)
"""In what steps, as logarithms, the best lengths are looked for near likely ones ..."""
STEPS_OF_ONE = 3
"""... and how many of one."""
MOST = 6
"""So many prints are asked."""
LIKELY = 4
"""So many sizes are looked at closely."""
COST = 0.25
"""What a squeeze, as a logarithm, costs of the share of edge seen."""
CLEARLY = 0.06
"""How much more of the edges has to show than if lengths were as thought ..."""
LEAST = 0.45
"""... and how much at all: of cards on paper of their own white a quarter as much, by what else lies there."""
COARSE = tries(6.0, 3.0, 1)._replace(places=9)
REACH_MM, DOT_MM = 150.0, 1.5
"""How far about a print is looked, so that the largest cards are within it, and how closely."""


class Lengths(NamedTuple):
    """Logarithms of what lengths are in truth: of all of them, of those along x less those along y, halved, and of
    those along one diagonal less the other's."""

    size: float
    straight: float
    aslant: float

    def matrix(self) -> Floats:
        """The symmetric map (2, 2) that says the same."""
        squeeze, axes = np.linalg.eigh([[self.straight, self.aslant], [self.aslant, -self.straight]])
        by: Floats = np.exp(self.size) * (axes * np.exp(squeeze)) @ axes.T
        return by

    def moved(self, steps: Floats) -> Lengths:
        """These, so much (3,) further, of a size that cards may have."""
        size, straight, aslant = (np.array(self) + steps).tolist()
        return Lengths(min(max(size, SIZES[0]), SIZES[-1]), straight, aslant)


class _Tried(NamedTuple):
    shown: float
    lengths: Lengths


AS_THOUGHT = Lengths(0.0, 0.0, 0.0)


def stretch_of(work: WorkPicture, prints: Sequence[LonePrint], size_mm: tuple[float, float]) -> Floats:
    """By what (2, 2) the table's lengths have to be taken to be true, if `prints` lie on cards of such a size; as they
    were thought where no others show clearly more of the cards' edges."""
    arounds = [Around.of(work, one.about, one.paper, size_mm, REACH_MM, DOT_MM) for one in prints[:MOST]]

    # Small steps lead back to lengths that were tried.
    @cache
    def tried(lengths: Lengths) -> _Tried:
        by = lengths.matrix()
        shown = float(np.mean([around.best(COARSE, by).shown for around in arounds]))
        return _Tried(shown - COST * float(np.hypot(lengths.straight, lengths.aslant)), lengths)

    likely: list[_Tried] = []
    starts, above = [AS_THOUGHT], _from_above(prints[0])
    if np.hypot(above.straight, above.aslant) > STEPS[0]:
        starts.append(above)
    for start in starts:
        row = [tried(start._replace(size=size)) for size in SIZES]
        likely += [one for k, one in enumerate(row) if one.shown >= max(row[max(k - 1, 0) : k + 2]).shown]
    best = max(_best_near(one, tried) for one in sorted(likely, reverse=True)[:LIKELY])
    clearly = best.shown > max(tried(AS_THOUGHT).shown + CLEARLY, LEAST)
    return (best.lengths if clearly else AS_THOUGHT).matrix()


def _best_near(best: _Tried, tried: Callable[[Lengths], _Tried]) -> _Tried:
    """The best of the lengths that smaller and smaller steps, each better than the one before, lead to."""
    for step in np.repeat(STEPS, STEPS_OF_ONE):
        ways = step * np.concatenate([np.eye(3), -np.eye(3)])
        best = max(best, *(tried(best.lengths.moved(way)) for way in ways))
    return best


def _from_above(one: LonePrint) -> Lengths:
    """What lengths about a print are if the camera looks straight down at it."""
    at = apply(np.linalg.inv(one.to_px), one.middle)
    across, down = apply(one.to_px, at + np.eye(2)) - apply(one.to_px, at)
    seen = np.array([[across @ across, across @ down], [across @ down, down @ down]])
    values, axes = np.linalg.eigh(seen)
    squeeze = -0.5 * np.log(values)
    tensor = (axes * (squeeze - squeeze.mean())) @ axes.T
    return Lengths(0.0, float(tensor[0, 0]), float(tensor[0, 1]))
