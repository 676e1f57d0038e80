"""How well a grid explains the straight edges of a photo."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.board.grid.register import View, assigned
from vision.plane import Floats, apply

AGAINST = 0.7
"""What an edge that a grid does not explain counts against it, beside one that it does."""


@dataclass(frozen=True, slots=True)
class WeighConfig:
    """Which edges speak for a grid, and which against it."""

    faint: float = 0.8
    """Edges fainter than this share of those on the grid's lines count for less against it."""
    off_line: float = 0.05
    """How far an edge may be from its line, in cells."""
    off_deg: float = 4.0


@dataclass(frozen=True, slots=True)
class Candidate:
    """A registered grid, and how much of the straight edges within, in cells, it explains and does not explain."""

    view: View
    explained: float
    unexplained: float
    least_share: float
    """Of what is explained, the share that the rarest of the four directions has."""
    framed: float
    """How much of a square frame, such as the sheet's edge, is seen around the grid: 0..1."""
    marked: bool = False
    """Whether the printed board's markers say that it lies here."""
    of_part: bool = False
    """Whether it was found in a part of the segments, and laid on all of them."""

    @property
    def score(self) -> float:
        """What is explained counts for, what is not against the grid; a frame around it settles where it ends."""
        even = min(1.0, 0.3 + self.least_share / 0.06)
        return even * self.explained - AGAINST * self.unexplained + 10 * self.framed

    def decent(self, least: float, unexplained: float, least_share: float) -> bool:
        """Whether this is no chance find, though a hand or a pattern lies within."""
        return (
            self.explained > least
            and self.unexplained < unexplained * self.explained
            and self.least_share > least_share
        )


def weigh(segments: Floats, contrast: Floats, view: View, config: WeighConfig) -> Candidate:
    """How well a grid explains the straight edges (n, 2, 2) of contrast (n,) within it."""
    straight = segments * (1 + view.bend * (segments**2).sum(-1, keepdims=True))
    depth = straight @ view.matrix[2, :2] + view.matrix[2, 2]
    ahead = (depth * np.sign(np.median(depth)) > 1e-3).all(1)
    ends = apply(view.matrix, straight[ahead])
    low, high = ends.min(1), ends.max(1)
    within = (high > 0.12).all(1) & (low < 3.88).all(1)
    # Only what lies inside counts; a table's edge may run on outside.
    share = _share_inside(ends[within])
    lengths = np.linalg.norm(ends[within, 1] - ends[within, 0], axis=1) * share
    chosen = assigned(segments, view.matrix, view.bend, config.off_line, config.off_deg)
    if chosen is None:
        return Candidate(view, 0.0, float(lengths.sum()), 0.0, 0.0)
    index, kind, _, long = chosen
    by_kind = np.bincount(kind.astype(int), long, minlength=4)
    inner = np.isin(np.flatnonzero(ahead)[within], index)
    # Grain and texture are weaker than the edges of pieces.
    usual = float(np.median(contrast[index])) if len(index) else 1.0
    weight = np.clip(contrast[np.flatnonzero(ahead)[within]] / max(config.faint * usual, 1.0), 0, 1) ** 2
    return Candidate(
        view,
        float(by_kind.sum()),
        float((lengths * weight)[~inner].sum()),
        float(by_kind.min() / max(by_kind.sum(), 1e-9)),
        _framed(ends),
    )


def _framed(ends: Floats) -> float:
    """The best frame at one distance all round: the share of its sides that is seen, but for the least seen side."""
    way = ends[:, 1] - ends[:, 0]
    middle = ends.mean(1)
    steps = np.arange(0.03, 1.2, 0.01)
    seen = []
    for axis in (0, 1):
        along = 1 - axis
        straight = np.abs(way[:, axis]) < 0.05 * np.abs(way[:, along])
        length = np.clip(np.abs(way[:, along]), 0, 5.0)
        for sign in (-1, 1):
            # How far outside its side of the grid each segment lies.
            out = sign * (middle[:, axis] - 2) - 2
            use = straight & (out > 0) & (out < 1.3) & (np.abs(middle[:, along] - 2) < 3.2)
            votes = np.exp(-0.5 * ((steps[:, None] - out[None, use]) / 0.025) ** 2) @ length[use]
            seen.append(np.minimum(votes / 4.0, 1.0))
    # The second least: a hand may lie on one side.
    return float(np.sort(np.array(seen), axis=0)[1].max())


def _share_inside(ends: Floats) -> Floats:
    """The share (n,) of each segment (n, 2, 2) that lies well within the grid."""
    steps = np.linspace(0, 1, 9)[:, None]
    points = ends[:, None, 0] + (ends[:, None, 1] - ends[:, None, 0]) * steps
    out: Floats = ((points > 0.1) & (points < 3.9)).all(-1).mean(1)
    return out
