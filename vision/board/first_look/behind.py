"""What shows beside a hand: a cell that something lies over in part is told by the rest of it.

A piece and a bare cell are of one colour as far as they reach. The flat picture is compared spot by spot with the
colours of the cells that nothing lies over; what is like none of them, in one patch of some size, is what lies there.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board.cells import SIDE, around, cell_corners
from vision.board.first_look.labels import GREEN, PETROL
from vision.board.first_look.shades import Shades
from vision.board.flat import Flat, Singles, linear, shade_values
from vision.board.middle import median
from vision.plane import Floats

PX = 24
"""Spots along the side of a square."""
Labels = list[str | None]
Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class BehindConfig:
    """When a spot is like none of the board's colours, and when what is left of a cell tells its colour."""

    tint_play: float = 0.016
    apart: float = 2.0
    """A spot farther off every colour than this many plays of tint is strange."""
    lighter: float = 0.4
    darker: float = 1.2
    """By how much a spot may be lighter or darker than its colour elsewhere: shadows are darker."""
    light_play: float = 0.3
    patch: float = 0.12
    """Strange spots that hang together over less than this, in squares, are glints, seams and texture."""
    grown: float = 0.09
    """How far around such a patch nothing is believed, in sides of squares: blur and the darkest shadow."""
    like_it: float = 4.0
    """A colour no farther off what lies there than this many plays is not told from it for certain."""
    shows: float = 0.22
    """The least share of a cell that has to show."""
    one_colour: float = 0.75
    """The share of what shows that has to be like one label's cells."""
    away: float = 0.15
    """The share of a colour's cells that lie away from covered ones, at least, for it to be one of the board's."""
    inset: float = 0.06
    """How far from its sides a cell is looked at, in sides of squares."""


@dataclass(frozen=True, slots=True)
class Closeup:
    """The shades (n, n, 3) of spots evenly spread over the flat board, row by row from the top."""

    shades: Floats


@dataclass(frozen=True, slots=True)
class Behind:
    """Labels with those that could be told, the cells' shades by what shows of them, and what lies over (n, n)."""

    labels: Labels
    shades: Shades
    strange: Mask

    def hides(self, places: Floats) -> Mask:
        """Whether something lies over places (..., 2) in board units; what is off the board shows."""
        column = np.floor(places[..., 0] * PX).astype(int)
        row = np.floor((SIDE - places[..., 1]) * PX).astype(int)
        size = SIDE * PX
        inside = (column >= 0) & (row >= 0) & (column < size) & (row < size)
        out: Mask = inside & self.strange[np.clip(row, 0, size - 1), np.clip(column, 0, size - 1)]
        return out


def closeup(flat: Flat) -> Closeup:
    """Look at the flat board spot by spot."""
    first = round(flat.border * flat.px)
    inner = flat.pixels[first : first + SIDE * flat.px, first : first + SIDE * flat.px]
    small = cv2.resize(inner, (SIDE * PX, SIDE * PX), interpolation=cv2.INTER_AREA)
    return Closeup(shade_values(linear(np.asarray(small, np.float32))))


def look_behind(
    close: Closeup, shades: Shades, labels: Labels, config: BehindConfig, plain: int = 0
) -> Behind:
    """Label the covered cells of which enough shows, by the colours of those that nothing lies over: the `plain` ones
    (bits) for certain."""
    shown = {cell for cell in range(64) if plain >> cell & 1 and labels[cell] is not None}
    hidden = _hidden(shades, labels, config) - shown
    told = np.union1d(_told(shades, labels, hidden, config), np.array(sorted(shown), int))
    size = SIDE * PX
    none = np.zeros((size, size), bool)
    if not hidden or not len(told):
        return Behind(labels, shades, none)
    near = hidden.union(*(around()[cell] for cell in hidden))
    asked = np.concatenate([_spots_of(cell) for cell in sorted(near)])
    strange = none.copy()
    strange.reshape(-1)[asked] = unlike(close.shades.reshape(-1, 3)[asked], shades.values[told], config)
    strange = _patches(strange, config)
    odd = np.bincount(cell_of()[strange.reshape(-1)], minlength=64) > 0
    # Where a hand has nearly a label's own tint, what looks like that label may be the hand.
    own_tint = median(close.shades[strange][:, :2]) if strange.any() else np.zeros(2)
    off = np.linalg.norm(shades.values[told, :2] - own_tint, axis=1)
    alike = {labels[cell] for cell in told[off < config.like_it * config.tint_play]}
    found = [None if cell in hidden and odd[cell] else label for cell, label in enumerate(labels)]
    values, mixed = shades.values.copy(), shades.mixed.copy()
    for cell in hidden:
        # Where nothing is strange, what covers the cell has the board's own colours: the rest tells nothing.
        if not odd[[cell, *around()[cell]]].any():
            continue
        own = _spots_of(cell, config.inset)
        free = own[~strange.reshape(-1)[own]]
        if len(free) < config.shows * len(own):
            continue
        far, lighter = away(close.shades.reshape(-1, 3)[free], shades.values[told], config)
        # Of colours of one tint the one that is as light is meant.
        nearest = told[(np.sqrt(far) + 0.3 * np.abs(lighter)).argmin(0)]
        votes = Counter(labels[like] for like in nearest)
        (name, count), *_ = votes.most_common(1)
        if count >= config.one_colour * len(free) and name not in alike:
            found[cell] = name
            values[cell] = median(close.shades.reshape(-1, 3)[free])
            mixed[cell] = 0.0
    return Behind(found, replace(shades, values=values, mixed=mixed), strange)


AT_ONCE = 8
"""With so many colours spots are compared together."""


def unlike(spots: Floats, colours: Floats, config: BehindConfig) -> Mask:
    """Which spots (n, 3) are like none of these colours (m, 3)."""
    left = np.arange(len(spots))
    # Most are like one of the first: those need not be compared with the others.
    for start in range(0, len(colours), AT_ONCE):
        far, _ = away(spots[left], colours[start : start + AT_ONCE], config)
        left = left[far.min(0) > config.apart**2]
    out = np.zeros(len(spots), bool)
    out[left] = True
    return out


def away(spots: Floats, colours: Floats, config: BehindConfig) -> tuple[Singles, Singles]:
    """How far spots (n, 3) are off colours (m, 3), squared, in plays of tint (m, n), and how much lighter they are."""
    play = np.array([config.tint_play, config.tint_play, config.light_play])
    mine, other = (np.asarray((shades / play).T, np.float32) for shades in (spots, colours))
    far = mine[0] - other[0][:, None]
    far *= far
    blue = mine[1] - other[1][:, None]
    blue *= blue
    far += blue
    lighter = mine[2] - other[2][:, None]
    # How far beyond what may be: the middle of that, and half of it to either side.
    middle = (config.lighter - config.darker) / 2 / config.light_play
    beyond = np.abs(np.subtract(lighter, middle, out=blue), out=blue)
    beyond -= (config.lighter + config.darker) / 2 / config.light_play
    np.maximum(beyond, 0.0, out=beyond)
    beyond *= beyond
    far += beyond
    return far, lighter * np.float32(config.light_play)


def _hidden(shades: Shades, labels: Labels, config: BehindConfig) -> set[int]:
    """The covered cells, and those of colours that show nowhere but beside them: these may be the hand's own."""
    hidden = {cell for cell in range(64) if labels[cell] is None}
    beside = {other for cell in hidden for other in around()[cell]}
    for group in shades.groups if hidden else ():
        away = [cell for cell in group if cell not in beside and cell not in hidden]
        # No hand is petrol or green.
        if any(labels[cell] in (PETROL, GREEN) for cell in group):
            continue
        if len(away) < config.away * len(group):
            hidden = hidden | {cell for cell in group if labels[cell] is not None}
    return hidden


def _told(shades: Shades, labels: Labels, hidden: set[int], config: BehindConfig) -> NDArray[np.intp]:
    """The cells that show the board's colours: away from covered ones, or like one of their own label there."""
    beside = {other for cell in hidden for other in around()[cell]}
    away = [cell for cell in range(64) if cell not in hidden and cell not in beside]
    tints = shades.values[:, :2] / config.tint_play
    asked = [cell for cell in beside - hidden if labels[cell] not in (PETROL, GREEN)]
    like = np.linalg.norm(tints[asked][:, None] - tints[away], axis=2) < config.apart
    same = np.array([[labels[other] == labels[cell] for other in away] for cell in asked], bool)
    known = (like & same.reshape(like.shape)).any(1)
    near = {cell for cell in beside - hidden if labels[cell] in (PETROL, GREEN)}
    near |= {cell for cell, is_known in zip(asked, known, strict=True) if is_known}
    return np.array(sorted([*away, *near]), int)


def _patches(strange: Mask, config: BehindConfig) -> Mask:
    """The patches of some size, and a little around them."""
    opened = cv2.morphologyEx(strange.astype(np.uint8), cv2.MORPH_OPEN, _disc(3))
    count, parts, stats, _ = cv2.connectedComponentsWithStats(opened, connectivity=8)
    large = [k for k in range(1, count) if stats[k, cv2.CC_STAT_AREA] >= config.patch * PX * PX]
    kept = np.isin(parts, large).astype(np.uint8)
    reach = 2 * round(config.grown * PX) + 1
    return np.asarray(cv2.dilate(kept, _disc(reach)), bool)


def _disc(size: int) -> NDArray[np.uint8]:
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size)), np.uint8)


@lru_cache(maxsize=256)
def _spots_of(cell: int, inset: float = 0.0) -> NDArray[np.intp]:
    """The spots of a cell, counted row by row (n,), that lie so far from its sides."""
    # A cell lies within its square: no spot elsewhere need be asked.
    corners = cell_corners()[cell]
    left, top = np.floor(corners.min(0)).astype(int)[0], SIDE - np.ceil(corners.max(0)).astype(int)[1]
    row, column = np.mgrid[top * PX : (top + 1) * PX, left * PX : (left + 1) * PX]
    x, y = (column + 0.5) / PX, SIDE - (row + 0.5) / PX
    within = np.ones(row.shape, bool)
    for k in range(3):
        way = corners[(k + 1) % 3] - corners[k]
        away = (way[0] * (y - corners[k, 1]) - way[1] * (x - corners[k, 0])) / np.hypot(*way)
        # A spot on a diagonal belongs to the cells east and west of it.
        within &= away > inset if inset or (cell % 2 == 0 and k) else away >= inset
    found: NDArray[np.intp] = (row * SIDE * PX + column)[within]
    return found


@lru_cache(maxsize=1)
def cell_of() -> NDArray[np.intp]:
    """The cell of each spot, counted row by row (n,)."""
    found = np.zeros((SIDE * PX) ** 2, np.intp)
    for cell in range(64):
        found[_spots_of(cell)] = cell
    return found
