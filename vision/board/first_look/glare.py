"""Where a lamp or a window shines on the board: what is washed out there may be of any colour."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.board.cells import around, cell_corners
from vision.board.first_look.labels import BOARD, GREEN, PETROL, WHITE
from vision.board.first_look.shades import Shades
from vision.board.middle import median
from vision.plane import Floats


@dataclass(frozen=True, slots=True)
class GlareConfig:
    """From when on a cell shines."""

    shades_told: int = 5
    """White cells that tell how light white is."""
    glare: float = 0.39
    """How much lighter than white a cell is that glares."""
    beside: float = 0.12
    """The same beside such a cell."""
    tint: float = 0.009
    """By how much the tint of a white cell beside such a one is off the usual: a colour that is nearly washed out."""
    tint_share: float = 3.0
    """That over how much white cells differ among themselves, at least."""
    least: int = 2
    """Fewer cells that are so light do not shine: the light is uneven."""
    varied: float = 0.12
    """By how much two of them differ (twice the standard deviation of many), each beside what lies around it: pieces of
    a lighter white are all as light."""
    neighbourhood: float = 0.8
    """How far around a cell that is, in squares."""
    towards: tuple[float, float] = (0.075, 0.2)
    """How far the tint of a white cell may lie towards petrol and green, whose neighbours lend it most: of 75 cells of
    small white pieces on 80 boards one was beyond, and of players' pieces that glare made white all ..."""
    aside: float = 0.6
    """... unless its tint lies off that way by so much of how far it went."""
    large: int = 4
    """So many white cells at least tell the tint of white."""
    washed: float = 0.35
    """The share of its player's colour below which a group of cells is washed out."""


def glaring(shades: Shades, labels: list[str | None], config: GlareConfig) -> int:
    """The cells (bits) of players' and white pieces that are lighter than any white there should be, and what is
    white beside them and no plain white."""
    white = [cell for cell in range(64) if labels[cell] == WHITE]
    if len(white) < config.shades_told:
        return 0
    light = shades.values[:, 2] - float(median(shades.values[white, 2]))
    tints = shades.values[:, :2]
    off = np.abs(tints - median(tints[white])).max(1)
    washed_out = off > max(config.tint, config.tint_share * float(median(off[white])))
    found = {cell for cell in range(64) if labels[cell] not in (BOARD, None) and light[cell] > config.glare}
    if len(found) < config.least or _as_light(light, [*found], white, config):
        return 0
    fresh = [*found]
    while fresh:
        for other in around()[fresh.pop()]:
            dim = light[other] > config.beside or washed_out[other]
            if other not in found and labels[other] in (WHITE, BOARD) and dim:
                found.add(other)
                fresh.append(other)
    return sum(1 << cell for cell in found)


def _as_light(light: Floats, found: list[int], white: list[int], config: GlareConfig) -> bool:
    """Whether all these cells are lighter than what is white around them by as much: then their white is a lighter one,
    under a light that changes from place to place."""
    around = [cell for cell in white if cell not in found]
    places = cell_corners().mean(1)
    off = light[found]
    if around:
        away = np.linalg.norm(places[found][:, None] - places[around], axis=2)
        near = np.exp(-0.5 * (away / config.neighbourhood) ** 2) + 1e-6
        off = off - near @ light[around] / near.sum(1)
    return 2 * float(off.std()) < config.varied


def tinted(shades: Shades, labels: list[str | None], config: GlareConfig) -> int:
    """The white cells (bits) in which something is left of a player's colour: a piece of theirs may shine there."""
    white = [cell for cell in range(64) if labels[cell] == WHITE]
    if len(white) < config.large:
        return 0
    off = shades.values[white, :2] - median(shades.values[white])[:2]
    found = np.zeros(len(white), bool)
    for label, least in zip((PETROL, GREEN), config.towards, strict=True):
        own = [cell for cell in range(64) if labels[cell] == label]
        if own:
            way = median(shades.values[own])[:2] - median(shades.values[white])[:2]
            share = off @ way / max(float(way @ way), 1e-9)
            aside = np.linalg.norm(off - share[:, None] * way, axis=1) / max(float(np.linalg.norm(way)), 1e-9)
            found |= (share > least) & (aside < config.aside * share)
    return sum(1 << cell for cell, is_tinted in zip(white, found, strict=True) if is_tinted)


def washed(shades: Shades, labels: list[str | None], config: GlareConfig) -> tuple[int, ...]:
    """The groups that have little of the colour that others of their player have."""
    white = [cell for cell in range(64) if labels[cell] == WHITE]
    if not white:
        return ()
    light = median(shades.values[white])[:2]
    found = []
    for label in (PETROL, GREEN):
        parts = [[c for c in group if labels[c] == label] for group in shades.groups]
        parts = [part for part in parts if part]
        tints = [float(np.linalg.norm(median(shades.values[part])[:2] - light)) for part in parts]
        found += [
            sum(1 << c for c in part)
            for part, tint in zip(parts, tints, strict=True)
            if len(part) > 1 and tint < config.washed * max(tints)
        ]
    return tuple(found)
