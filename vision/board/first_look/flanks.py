"""What the picture shows along each side of a cell: a seam, a printed line, a step, or nothing at all."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, partial

import numpy as np
from numpy.typing import NDArray

from vision.board.cells import edge_ends, edges
from vision.board.flat import Flat, linear, shade_values
from vision.plane import Floats

Mask = NDArray[np.bool_]

STEP = 0.01
"""Between two samples across a side, in cells."""
REACH = 18
"""Samples to either side."""
HIDDEN_REACH = 12
"""So many samples to either side have to show where something lies over the board."""
ALONG = 24
"""Samples along a side."""
TRIM = 5
"""Samples at either end with which nothing further out is compared."""
DEEP = 28
"""Samples to either side at which grain is looked for, ..."""
FROM = 0.1
"""... from so far in on, in cells."""
Span = tuple[float, float]
WELL_WITHIN: Span = (0.33, 0.67)
SLANTED_WITHIN: Span = (0.12 * 0.5**0.5, 0.52 * 0.5**0.5)
"""Which part of a straight side, and of a slanted one, has both of its cells so deep beside it."""


@dataclass(frozen=True, slots=True)
class FlankConfig:
    """How the sides of cells are looked at."""

    hollow: tuple[float, float, float, float] = (0.055, 0.1, 0.13, 0.18)
    """Next to a side, but beyond its line and a piece's play, and farther in, in cells."""
    least_seen: float = 0.25
    """The share of a side that has to show beside what lies over the board."""
    near: float = 0.06
    """A seam may lie so far from its place on the grid, in cells: pieces have play, and stand above the board."""
    far: tuple[float, float] = (0.08, 0.13)
    """So far from the sides nothing should be seen; what is seen there all the same is noise or texture."""


@dataclass(frozen=True, slots=True)
class Flanks:
    """For each of the 104 sides: the strongest thin line (104,) along it, in grey levels, and that of plain ground.

    `line` and `ground` are alike in everything but the place, so that their ratio knows no contrast, light or camera.
    `step` is by how much the two sides' shades differ, right next to it.
    """

    line: Floats
    ground: Floats
    step: Floats
    ink: Floats
    """How much there is of the line (104,): grey levels summed over its width, which sampling changes less."""
    place: Floats
    """Where the line's middle lies (104,), in cells from the side, to its left: a piece that covers a printed line in
    part leaves the rest, which lies farther out."""
    width: Floats
    """How wide the change from one shade to the other is (104,), in samples: a piece's edge is as sharp as the photo,
    while half a printed line or a shadow on the bare board draws it out."""
    contrast: Floats
    """By how much the two shades differ (104,), in grey levels."""
    beside: Floats
    """The shades right next to the side (104, 2, 3), on the left and on the right, as those of the cells."""
    falloff: Floats
    """By how much lightness next to the side differs from that farther in (104, 2), on the left and on the right. A
    piece's face is even up to its edge; a bare cell lies in the hollow between pieces, with their shadows."""
    steady: Floats
    """As `line` (104,), but only what both halves of the side show alike."""
    steady_ground: Floats
    """The same for plain ground."""
    peak: Floats
    """How far from the side that line is strongest (104,), in cells: a gap lies along it, noise anywhere near."""
    dark: NDArray[np.bool_]
    """Whether it is darker there than beside (104,), as gaps are."""
    grain: Floats
    """The strongest thin line (104,) that runs beside it through both cells, farther in, in grey levels; 0 where none
    was looked for. On wood lines run everywhere, and one may lie where two pieces could meet."""
    seen: NDArray[np.bool_]
    """Which sides (104,) show, of those beside something that lies over the board: enough of their length."""


@lru_cache(maxsize=2)
def _places(
    straight: Span = (0.15, 0.85), slanted: Span = (0.07, 0.57), count: int = ALONG, far: int = REACH
) -> Floats:
    """Where the sides are sampled: (104, along, across, 2) in board units.

    `count` places from the first to the second of a span along each side, and `far` samples to either side of it.
    """
    ends = edge_ends()
    way = ends[:, 1] - ends[:, 0]
    way = way / np.linalg.norm(way, axis=1, keepdims=True)
    across = np.stack([-way[:, 1], way[:, 0]], 1)
    starts, ways, shares = [], [], []
    for k, edge in enumerate(edges()):
        # A slanted one from the square's centre outwards, so that neither neighbour's other sides come near.
        inward = edge.diagonal and edge.start[0] % 2 != 1
        starts.append(ends[k, 1] if inward else ends[k, 0])
        ways.append(-way[k] if inward else way[k])
        shares.append(np.linspace(*(slanted if edge.diagonal else straight), count))
    along = np.array(starts)[:, None] + np.array(ways)[:, None] * np.array(shares)[..., None]
    reach = np.arange(-far, far + 1) * STEP
    places: Floats = along[:, :, None] + across[:, None, None] * reach[None, None, :, None]
    return places


def profiles(flat: Flat) -> Floats:
    """What is seen across each side, (104, 37, 3) grey levels, its left last."""
    return _usual(flat.sample(_places()))


def _usual(values: Floats) -> Floats:
    """Profiles (n, across, 3) of what was sampled along and across (n, along, across, 3)."""
    # The middle half of what is seen along the side: a hair, a glint or the end of another line does not count.
    ordered = np.sort(values, axis=1)
    quarter = values.shape[1] // 4
    profile: Floats = np.asarray(ordered[:, quarter:-quarter].mean(1), float)
    return profile


def _shifted(profile: Floats, shift: int) -> Floats:
    """What lies so many samples further on than each place (n, across - 2 TRIM, 3) of profiles (n, across, 3)."""
    return profile[:, TRIM + shift : profile.shape[1] - TRIM + shift]


def _bend(profile: Floats) -> Floats:
    """How far each place (n, across - 2 TRIM, 3) is off what lies around it."""
    at = partial(_shifted, profile)
    bend: Floats = at(0) - (at(3) + at(4) + at(-3) + at(-4)) / 4
    return bend


def sampled(flat: Flat) -> Floats:
    """What is seen along and across every side (104, along, across, 3), in grey levels."""
    return flat.sample(_places())


def beside_cover(
    values: Floats, flanks: Flanks, hides: Callable[[Floats], Mask], config: FlankConfig
) -> Flanks:
    """The flanks by what shows of the sides (104, along, across, 3); `hides` says of places whether they do not."""
    near = slice(REACH - HIDDEN_REACH, REACH + HIDDEN_REACH + 1, 4)
    shown: Mask = np.asarray(~hides(_places()[:, :, near]).any(axis=2), bool)
    partly = np.flatnonzero(~np.all(shown, axis=1))
    if not len(partly):
        return flanks
    changed = {name: getattr(flanks, name).copy() for name in Flanks.__slots__}
    enough = shown[partly].sum(1) >= config.least_seen * ALONG
    changed["seen"][partly] = enough
    asked = partly[enough]
    if len(asked):
        # As many samples as a whole side has, by turns.
        used = [np.flatnonzero(shown[side]) for side in asked]
        again = np.stack(
            [values[k][u[np.arange(ALONG) * len(u) // ALONG]] for k, u in zip(asked, used, strict=True)]
        )
        partial = look_at(again, config)
        for name in Flanks.__slots__:
            if name not in ("seen", "grain"):
                changed[name][asked] = getattr(partial, name)
    return Flanks(**changed)


def look_at(values: Floats, config: FlankConfig) -> Flanks:
    """Flanks of what was sampled along and across sides (n, along, across, 3)."""
    profile = _usual(values)
    bend = _bend(profile)
    line = np.linalg.norm(bend, axis=2)
    # What is there on both halves of a side, of one colour and at one place, is no noise.
    both = (_bend(_usual(values[:, : ALONG // 2])) * _bend(_usual(values[:, ALONG // 2 :]))).sum(2)
    steady = np.sqrt(np.maximum(both, 0.0))
    at = partial(_shifted, profile)
    step = np.linalg.norm((at(2) + at(3) + at(4) - at(-2) - at(-3) - at(-4)) / 3, axis=2)
    away = np.abs(np.arange(TRIM - REACH, profile.shape[1] - TRIM - REACH)) * STEP
    near = away < config.near + STEP / 2
    far = (away > config.far[0] - STEP / 2) & (away < config.far[1] + STEP / 2)
    rows, strongest = np.arange(len(values)), np.where(near, line, -1.0).argmax(1)
    left, right = _shoulders(profile)
    ink, place = _line_over(profile, left, right)
    width, contrast = _width(profile)
    beside, falloff = _beside(profile, config.hollow)
    return Flanks(
        line[:, near].max(1),
        line[:, far].max(1),
        step[:, near].max(1),
        ink,
        place,
        width,
        contrast,
        beside,
        falloff,
        steady[:, near].max(1),
        steady[:, far].max(1),
        away[strongest],
        ((left + right) * bend[rows, strongest]).sum(1) < 0,
        np.zeros(len(values)),
        np.ones(len(values), bool),
    )


_OFF: Floats = STEP * np.arange(-REACH, REACH + 1)
"""How far each sample of a profile is from the side, to its left, in cells."""


def _shoulders(profile: Floats) -> tuple[Floats, Floats]:
    """The shades (n, 3) just beyond what may lie along each side, on the left and on the right."""
    left, right = (profile[:, (sign * _OFF > 0.075) & (np.abs(_OFF) < 0.125)].mean(1) for sign in (1, -1))
    return left, right


def _line_over(profile: Floats, left: Floats, right: Floats) -> tuple[Floats, Floats]:
    """How much of a line there is along each side (n,), over a ground that goes from the one shade to the other, and
    where its middle lies (n,)."""
    share = np.clip((_OFF / 0.1 + 1) / 2, 0, 1)[:, None]
    level = right[:, None] * (1 - share) + left[:, None] * share
    within = np.abs(_OFF) < 0.075
    depth = np.linalg.norm(profile - level, axis=2)[:, within]
    return depth.sum(1), depth**2 @ _OFF[within] / np.maximum((depth**2).sum(1), 1e-6)


def _beside(profile: Floats, hollow: tuple[float, float, float, float]) -> tuple[Floats, Floats]:
    """The shades next to each side (n, 2, 3), and by how much their lightness differs from that farther in (n, 2)."""
    light = np.asarray(linear(profile), float)
    lightness = 3 * np.log(np.cbrt(light + 1e-4).sum(-1))
    low, high, start, stop = hollow
    beside, falloff = [], []
    for sign in (1, -1):
        next_to = (sign * _OFF > low) & (sign * _OFF < high)
        farther = (sign * _OFF > start) & (sign * _OFF < stop)
        beside.append(shade_values(light[:, next_to].mean(1)))
        falloff.append(lightness[:, next_to].mean(1) - lightness[:, farther].mean(1))
    return np.stack(beside, 1), np.stack(falloff, 1)


def grain_beside(flat: Flat) -> Floats:
    """The strongest thin line (104,) that runs along each side within its cells, farther in than gaps lie."""
    profile = _usual(flat.sample(_places(WELL_WITHIN, SLANTED_WITHIN, ALONG // 2, DEEP)))
    line = np.linalg.norm(_bend(profile), axis=2)
    away = np.abs(np.arange(TRIM - DEEP, DEEP + 1 - TRIM)) * STEP
    deep: Floats = line[:, away > FROM].max(1)
    return deep


def _width(profile: Floats) -> tuple[Floats, Floats]:
    """How wide (n,) profiles (n, across, 3) change from end to end, in the clearest channel, and by how much."""
    right = profile[:, 2 * REACH - 8 : 2 * REACH - 1].mean(1)
    left = profile[:, 2:9].mean(1)
    channel = np.abs(right - left).argmax(1)
    rows = np.arange(len(profile))
    change = (right - left)[rows, channel]
    safe = np.where(np.abs(change) < 1e-6, 1e-6, change)
    share = np.clip((profile[rows, :, channel] - left[rows, channel][:, None]) / safe[:, None], 0.0, 1.0)
    return (4 * share * (1 - share))[:, 8 : 2 * REACH - 7].sum(1), np.abs(change)
