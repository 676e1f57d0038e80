"""Which cells something lies over: a hand, a sleeve, a mug. It keeps neither to the cells nor to their colours."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from vision.board.cells import around, edges, neighbours, triangle_of
from vision.board.first_look.labels import BOARD, GREEN, PETROL, WHITE
from vision.board.first_look.shades import ShadeConfig, Shades
from vision.board.flat import side_distances
from vision.board.middle import median, quantile
from vision.plane import Floats

Labels = list[str | None]
"""What each of the 64 cells shows; None where that does not show."""


@dataclass(frozen=True, slots=True)
class OverConfig:
    """From when on a cell is held to be covered."""

    shadow_reach: float = 0.25
    """How far from a piece its shadow falls, in cells."""
    white_reach: float = 0.12
    """The same where a white piece may lie on a white board: a finger looks much like that."""
    least_covered: int = 3
    """Fewer cells that seem to be covered are not."""
    flawed: float = 0.045
    """The least spread of tints within a cell that no piece and no bare cell has."""
    flawed_share: float = 3.0
    """That spread over the usual one of cells of its colour, at least."""
    few: int = 4
    """Of fewer cells of a label it is not known what is usual for it."""
    odd: float = 0.009
    """By how much the tint of a bare or white cell is off its like, at least, where the next cell is covered."""
    odd_share: float = 4.0
    """That over how much its like differ among themselves."""


def uncover(
    labels: Labels, shades: Shades, sampling: ShadeConfig, config: OverConfig, plain: int = 0
) -> None:
    """Take the labels off cells, in `labels` itself, that something lies over in part: much mixed, or next to such a
    cell and mixed or of an odd tint. Nothing is known to lie over the `plain` ones (bits), and what is no more than a
    spot within a cell hides nothing."""
    usual = _usual(shades.mixed, labels, 50, config)
    mixed = shades.mixed - _shadows(shades, labels, sampling, config)
    excess = np.array([m - 2 * usual[label] for m, label in zip(mixed, labels, strict=True)])
    flawed = _flawed(shades, labels, config)
    odd = _odd(shades, labels, config)
    fresh = [
        cell
        for cell in range(64)
        if labels[cell] is None
        or (
            not (plain >> cell & 1 or shades.spotted[cell])
            and (excess[cell] > sampling.covered_share or flawed[cell])
        )
    ]
    covered = set(fresh)
    while fresh:
        cell = fresh.pop()
        for other in around()[cell]:
            if other in covered or plain >> other & 1:
                continue
            if excess[other] > sampling.mixed_share or odd[other]:
                covered.add(other)
                fresh.append(other)
    for part in _hanging_together(set(covered)):
        for cell in part:
            if len(part) >= config.least_covered:
                labels[cell] = None
            elif labels[cell] is None:
                # What lies over a board reaches from somewhere: a lone dark cell is a hollow between tall pieces.
                labels[cell] = BOARD


def _usual(values: Floats, labels: Labels, percent: float, config: OverConfig) -> dict[str | None, float]:
    """What is usual for the cells of each label: for a few that may all be covered, what is for any."""
    found = {}
    for label in set(labels):
        own = [cell for cell in range(64) if labels[cell] == label]
        few = len(own) < config.few
        found[label] = float(median(values) if few else quantile(values[own], percent / 100))
    return found


def _flawed(shades: Shades, labels: Labels, config: OverConfig) -> list[bool]:
    """Whether a cell is of several tints well within its sides, as no piece and no bare cell is."""
    usual = _usual(shades.spread, labels, 40, config)
    return [
        float(spread) > max(config.flawed, config.flawed_share * usual[label])
        for spread, label in zip(shades.spread, labels, strict=True)
    ]


def _odd(shades: Shades, labels: Labels, config: OverConfig) -> list[bool]:
    """Whether a bare or white cell's tint is off that of most others: of its own quarters, where these have one."""
    found = [False] * 64
    for label in (BOARD, WHITE):
        mine = [cell for cell in range(64) if labels[cell] == label]
        for quarter in (0, 1):
            like = [cell for cell in mine if cell % 2 == quarter]
            like = like if len(like) >= 4 else mine
            if len(like) < 4:
                continue
            tints = shades.values[like][:, :2]
            off = np.abs(shades.values[mine][:, :2] - median(tints)).max(1)
            play = float(median(np.abs(tints - median(tints)).max(1)))
            for cell, far in zip(mine, off, strict=True):
                if cell % 2 == quarter:
                    found[cell] = bool(far > max(config.odd, config.odd_share * play))
    return found


def _shadows(shades: Shades, labels: Labels, sampling: ShadeConfig, config: OverConfig) -> Floats:
    """For each bare cell the share that may be the shadow of pieces beside it: dark spots close to their sides."""
    away = side_distances(sampling.inset)
    players = np.array([label in (PETROL, GREEN) for label in labels] + [False])
    white = np.array([label == WHITE for label in labels] + [False])
    beyond = _beyond_sides()
    piece = players[beyond] | (white[beyond] & ~white[:64, None])
    like = white[beyond] & white[:64, None]
    near = piece @ (away < config.shadow_reach).T | like @ (away < config.white_reach).T
    found: Floats = (shades.dark & near & ~players[:64, None]).mean(1)
    return found


@lru_cache(maxsize=1)
def _beyond_sides() -> NDArray[np.intp]:
    """The cells beyond each cell's three sides (64, 3), as these follow one another; 64 beyond the rim."""
    beyond = np.full((64, 3), 64)
    for cell in range(64):
        corners = triangle_of(cell)
        sides = [frozenset((corners[k], corners[(k + 1) % 3])) for k in range(3)]
        for side, other in neighbours()[cell]:
            beyond[cell, sides.index(frozenset((edges()[side].start, edges()[side].end)))] = other
    return beyond


def _hanging_together(cells: set[int]) -> Iterator[set[int]]:
    """The parts of a set of cells that hang together by corners."""
    left = set(cells)
    while left:
        part = fresh = {left.pop()}
        while fresh:
            fresh = {other for cell in fresh for other in around()[cell] if other in left}
            left -= fresh
            part = part | fresh
        yield part
