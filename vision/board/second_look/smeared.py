"""Pieces of one colour that light, drawn across the picture by a greasy lens, seems to part.

Such a lens draws light out in streaks of one direction. An edge between two colours that lies along them runs on beyond
its end as a faint step, and where that is along the sides of cells, one piece looks as if it were two. But between two
pieces runs a gap, and here nothing does; the step is as the edge is, lighter on the same side; and other edges of that
direction run on, too.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from vision.board.cells import SIDE, edge_ends, edges
from vision.board.first_look.doubts import Look
from vision.board.flat import Flat
from vision.board.laying.reading import Laid, Reading
from vision.board.second_look.crossed import across
from vision.board.second_look.shadowed import lying_on, shared_sides
from vision.board.second_look.withdrawn import withdrawn
from vision.plane import Floats

SMEAR = "An edge beside these pieces runs on across them, and no seam shows: they may be one. Wipe the lens."


@dataclass(frozen=True, slots=True)
class StepConfig:
    """When a step may be an edge's that runs on; all are shares of the lightest channel beside it."""

    step: tuple[float, float]
    """How much lighter one side is than the other, in the channel that differs most; ..."""
    seam: float
    """... less than this is darker between than on both sides, in any channel, ..."""
    rise: float
    """... and less than this lighter; ..."""
    edge: float
    """... and what runs on is a step in the same channel of so much, ..."""
    fades: float
    """... and of so many times the other."""


@dataclass(frozen=True, slots=True)
class SmearedConfig:
    """On 76 photographs, 63 of them of boards with 356 pairs of pieces of one colour that touch, no pair is parted by
    such a step. With a fifth of the light drawn out along either diagonal of 25 boards, by computation, nine of 50
    pictures had pieces told in parts, and one has with this; of 48 pictures of other boards eight had, three have."""

    along: tuple[float, float, int] = (0.15, 0.85, 29)
    across: tuple[float, int] = (0.08, 33)
    """A side is looked at so far along it and to either side, in board units, in so many places."""
    middle: float = 0.03
    """What lies nearer to it may be a seam, what lies further off is beside it."""
    aside: float = 0.1
    """What is so much darker than what lies on both sides of it is a seam beside its place: pieces are thick, or lie a
    little off."""
    clear: StepConfig = StepConfig((0.05, 0.135), 0.027, 0.015, 0.15, 1.5)
    """By itself, ..."""
    likely: StepConfig = StepConfig((0.02, 0.15), 0.06, 0.025, 0.3, 2.0)
    """... and where edges of its direction run on: by this alone two pairs of these would be."""
    plain: float = 0.2
    """Sides with less of a step part nothing of two colours: of these ..."""
    least: int = 4
    """... so many, that such an edge ends at, have to have in the middle ..."""
    leaks: float = 0.02
    """... such a share of its step."""


@dataclass(frozen=True, slots=True)
class _Steps:
    """Of sides (n,), as shares of the lightest channel: by how much the left is lighter than the right (n, 3), by how
    much what is between is darker and lighter than both, and by how much anything that is looked at is darker than
    what lies on both sides of it, in the channel where that is most (n,)."""

    step: Floats
    dip: Floats
    rise: Floats
    aside: Floats


def with_smeared(
    look: Look, readings: tuple[Reading, ...], flat: Flat, config: SmearedConfig
) -> tuple[Look, tuple[Reading, ...]]:
    """What is told of a board, less the pieces that may be parted from each other, or from cells in doubt, by an edge
    that runs on alone."""
    shared, to_open = shared_sides(look), _to_open(look)
    sides = sorted({side for own in (*shared.values(), *to_open.values()) for side in own})
    if not sides:
        return look, readings
    shown = _steps(flat, edge_ends()[sides], config)
    # On most boards none is, and no more has to be looked at.
    if not any(_faint(shown, of, config.aside).any() for of in (config.clear, config.likely)):
        return look, readings
    run_on = {*np.flatnonzero(_run_on(flat, config)).tolist()}
    lost = {laid for pair, own in shared.items() if run_on.issuperset(own) for laid in pair}
    lost |= {laid for laid, own in to_open.items() if not run_on.isdisjoint(own)}
    return withdrawn(look, readings, lost, SMEAR)


def _to_open(look: Look) -> dict[Laid, list[int]]:
    """The sides of each player's piece to cells that are in doubt."""
    lying = lying_on(look)
    found: dict[Laid, list[int]] = {}
    for side, edge in enumerate(edges()):
        for mine, other in ((edge.left, edge.right), (edge.right, edge.left)):
            if mine in lying and other >= 0 and look.open_cells >> other & 1 and other not in lying:
                found.setdefault(lying[mine], []).append(side)
    return found


def _run_on(flat: Flat, config: SmearedConfig) -> NDArray[np.bool_]:
    """Whether an edge before or behind a side (104,) runs on along it."""
    ends = edge_ends()
    way = (ends[:, 1] - ends[:, 0])[:, None]
    own = _steps(flat, ends, config)
    beside = [
        np.where(_inside(part)[:, None], _steps(flat, part, config).step, 0)
        for part in (ends + way, ends - way)
    ]
    channel = np.abs(own.step).argmax(1)[:, None]
    step, *others = (np.take_along_axis(of, channel, 1)[:, 0] for of in (own.step, *beside))
    # As the step is: lighter on the same side.
    edges_there = [other * np.sign(step) for other in others]
    leaking = _leaking(own.step, beside, config)
    found: NDArray[np.bool_] = np.zeros(len(ends), bool)
    for of, where in ((config.clear, np.ones(len(ends), bool)), (config.likely, leaking)):
        faint = _faint(own, of, config.aside) & where
        least = np.maximum(of.edge, of.fades * np.abs(step))
        found |= faint & (np.maximum(*edges_there) > least)
        # What runs on along a side may run on along the next one.
        for _ in range(LONGEST):
            for there, following in zip(edges_there, _followed(), strict=True):
                found |= faint & (there > 0) & found[following] & (following >= 0)
    return found


def _faint(shown: _Steps, of: StepConfig, aside: float) -> NDArray[np.bool_]:
    """Which sides (n,) show a step that may be an edge's that runs on, and no seam."""
    step = np.abs(shown.step).max(1)
    found: NDArray[np.bool_] = (step > of.step[0]) & (step < of.step[1])
    return found & (shown.dip < of.seam) & (shown.rise < of.rise) & (shown.aside < aside)


LONGEST = 3
"""Sides in one line between two pieces, but for the first."""


@lru_cache(maxsize=1)
def _followed() -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """The side in line with each (104,) behind its end, and the one before its start; -1 where there is none."""
    ends = edge_ends()
    way = (ends[:, 1] - ends[:, 0])[:, None]
    number = {frozenset(map(tuple, side)): k for k, side in enumerate(ends.round(3).tolist())}
    behind, before = (
        np.array([number.get(frozenset(map(tuple, side)), -1) for side in part.round(3).tolist()])
        for part in (ends + way, ends - way)
    )
    return behind, before


def _leaking(step: Floats, beside: list[Floats], config: SmearedConfig) -> NDArray[np.bool_]:
    """Whether a side (104,) is of a direction in which edges `beside` sides run on along them, by the steps (104, 3) of
    all."""
    ends = edge_ends()
    within = np.array([edge.right >= 0 for edge in edges()])
    way = ends[:, 1] - ends[:, 0]
    direction = np.round(np.arctan2(way[:, 1], way[:, 0]) / (np.pi / 4)).astype(int) % 4
    shares: list[list[float]] = [[], [], [], []]
    for edge in beside:
        channel = np.abs(edge).argmax(1)[:, None]
        there, here = (np.take_along_axis(of, channel, 1)[:, 0] for of in (edge, step))
        for k in np.flatnonzero(
            within & (np.abs(there) > config.likely.edge) & (np.abs(here) < config.plain)
        ):
            shares[direction[k]].append(float(here[k] / there[k]))
    leaks = [len(own) >= config.least and bool(np.median(own) >= config.leaks) for own in shares]
    found: NDArray[np.bool_] = np.array(leaks, bool)[direction]
    return found


def _inside(ends: Floats) -> NDArray[np.bool_]:
    """Whether both ends (n, 2, 2) lie on the board."""
    return np.asarray(((ends >= 0) & (ends <= SIDE)).all((1, 2)), bool)


def _steps(flat: Flat, ends: Floats, config: SmearedConfig) -> _Steps:
    reach, places = config.across
    off = np.linspace(-reach, reach, places)
    shades = across(flat, ends, np.linspace(*config.along), off)
    left, right = (
        np.median(shades[:, chosen], axis=1) for chosen in (off < -config.middle, off > config.middle)
    )
    between = shades[:, np.abs(off) < config.middle]
    lightest = np.maximum(np.maximum(left, right).max(1, keepdims=True), 1.0)
    dip, rise = np.minimum(left, right) - between.min(1), between.max(1) - np.maximum(left, right)
    behind, before = (np.maximum.accumulate(of, axis=1) for of in (shades, shades[:, ::-1]))
    aside = (np.minimum(behind, before[:, ::-1]) - shades).max(1)
    dip, rise, aside = ((of / lightest).max(1) for of in (dip, rise, aside))
    return _Steps((left - right) / lightest, dip, rise, aside)
