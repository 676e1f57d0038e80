"""Rectangles on a table that are all of one size: that size, and the table's tilt, at which most of their sides are
edges, and where each lies and how it is turned then.

Looked at alone, a card's side may be taken for its neighbour's, or for a line that is printed; of one size with all
others it can hardly be.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.photo import Pixels
from vision.plane import Floats, rectangle
from vision.taught.flat_edges import flat_edges, upright_edges
from vision.taught.levelling import Table


@dataclass(frozen=True, slots=True)
class SameSizeConfig:
    """How far the size, the places and the turns may be off, of a card's size, and how finely they are looked for."""

    card_px: float = 64.0
    """The root of a card's area on the table laid flat."""
    most_px: int = 2000
    size_play: float = 0.08
    place_play: float = 0.08
    turns_deg: tuple[float, ...] = (-3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0)
    along: float = 0.84
    """A card's corners are round: of each side so much counts."""
    step_px: float = 0.5
    tilt: float = 0.12
    tilts: int = 6
    """By how much cards at the ends may be larger or smaller than they were taken for, in so many steps either way."""
    finer: float = 0.25
    """Then in steps of such a share of those."""
    tilt_cost: float = 0.3
    """What that costs of a side's edge, for each card, where it is as far off as this."""


@dataclass(frozen=True, slots=True)
class SameSize:
    """Rectangles (4, 2) px all of one size on a table, and the `proportion` of that, width over height."""

    table: Table
    proportion: float
    quads: list[Floats]


def same_size(
    image: Pixels, table: Table, proportion: float, quads: Sequence[Floats], config: SameSizeConfig
) -> SameSize:
    """Rectangles (4, 2) px, top-left first, of about one size on about a table, in a photo (height, width, 3) BGR."""
    flat = flat_edges(image, table, config.card_px, config.most_px)
    size = flat.card_px * np.sqrt(np.array([proportion, 1 / proportion]))
    faces = [_Face(flat.ways, flat.laid(quad), size, config) for quad in quads]
    centre = np.mean([face.middle for face in faces], axis=0)
    tilt, wide, high = _likeliest(faces, centre, size, config)
    placed = [
        flat.photographed(face.placed(*(face.grown(tilt[None], centre)[0] * (wide, high)))) for face in faces
    ]
    to_centre = np.array([[1, 0, -centre[0]], [0, 1, -centre[1]], [0, 0, 1.0]])
    unit = 1 / np.sqrt(wide * high)
    level = np.diag([unit, unit, 1.0]) @ np.array([[1, 0, 0], [0, 1, 0], [*tilt, 1]]) @ to_centre
    return SameSize(Table(level @ np.linalg.inv(flat.to_px)), wide / high, placed)


class _Face:
    """A rectangle of the flat picture, and how much of an edge runs along its sides at each place across and down."""

    def __init__(self, ways: NDArray[np.float32], quad: Floats, size: Floats, config: SameSizeConfig) -> None:
        self._config, self._size = config, size
        self.middle = quad.mean(0)
        side = quad[1] - quad[0]
        turns = float(np.arctan2(side[1], side[0])) + np.radians(config.turns_deg)
        tried = [(self._profiles(ways, float(turn)), float(turn)) for turn in turns]
        profiles, self._turn = max(
            tried,
            key=lambda one: sum(
                _best(profile, size[k : k + 1], config)[0][0] for k, profile in enumerate(one[0])
            ),
        )
        self._profiles_of = profiles
        self.worth = [
            _best(profile, float(length) * shares(config), config)[0]
            for profile, length in zip(profiles, size, strict=True)
        ]

    def _profiles(self, ways: NDArray[np.float32], turn: float) -> tuple[Floats, Floats]:
        """How much of an edge runs down at each place across, and across at each place down, in steps of `step_px`."""
        c = self._config
        room = np.ceil(self._size * (0.5 * (1 + c.size_play + 2 * c.tilt) + c.place_play) + 2)
        along = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        patch = cv2.warpAffine(
            ways,
            np.hstack([along, (self.middle - along @ room)[:, None]]),
            (int(2 * room[0]) + 1, int(2 * room[1]) + 1),
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        )
        down, across = upright_edges(np.array(patch, np.float32), turn)
        found = []
        for k, edges in enumerate((down, across.T)):
            own, other = int(room[k]), int(room[1 - k])
            half = round(float(self._size[1 - k]) * c.along / 2)
            profile = np.asarray(edges[other - half : other + half + 1].mean(0), float)
            places = np.arange(0, 2 * own + c.step_px / 2, c.step_px)
            found.append(np.interp(places, np.arange(2 * own + 1), profile))
        return found[0], found[1]

    def grown(self, tilts: Floats, centre: Floats) -> Floats:
        """By how much its width and its height (n, 2) are larger than those in the middle, under other tilts (n, 2), by
        px: lengths along the way of the tilt change twice as much as those across it."""
        x, y = self.middle - centre
        cos, sin = np.cos(self._turn), np.sin(self._turn)
        across, down = tilts.T
        along = across * x + down * y
        own = (
            (x * cos + y * sin) * (across * cos + down * sin),
            (y * cos - x * sin) * (down * cos - across * sin),
        )
        return 1 + np.stack([along + own[0], along + own[1]], 1)

    def placed(self, wide: float, high: float) -> Floats:
        """The rectangle (4, 2) px at such a size, where it shows most of its sides."""
        x, y = (
            float(_best(profile, np.array([length]), self._config)[1][0])
            for profile, length in zip(self._profiles_of, (wide, high), strict=True)
        )
        cos, sin = np.cos(self._turn), np.sin(self._turn)
        upright = rectangle((wide, high), (x - wide / 2, y - high / 2))
        return np.asarray(self.middle + upright @ np.array([[cos, sin], [-sin, cos]]))


def shares(config: SameSizeConfig) -> Floats:
    """The lengths (k,) at which faces are looked at, over the one they were taken for."""
    most = config.size_play + 2 * config.tilt
    return np.linspace(1 - most, 1 + most, 2 * round(most / 0.01) + 1)


def _likeliest(
    faces: Sequence[_Face], centre: Floats, size: Floats, config: SameSizeConfig
) -> tuple[Floats, float, float]:
    """The tilt (2,), by px, and the width and height at which faces show most of their sides."""
    reach = max(1.0, *(float(np.linalg.norm(face.middle - centre)) for face in faces))
    best = np.zeros(2), size[0], size[1], -np.inf
    # One or two faces tell no tilt.
    step = config.tilt / config.tilts if len(faces) > 2 else 0.0
    steps = np.arange(-config.tilts, config.tilts + 1) if step else np.zeros(1)
    for finer in (1.0, config.finer):
        grid: Floats = np.array(list(product(steps, steps)))
        tilts = best[0] + grid * (step * finer / reach)
        lengths, worth = _sized(
            faces, np.stack([face.grown(tilts, centre) for face in faces], 1), size, config
        )
        worth -= config.tilt_cost * len(faces) * np.linalg.norm(tilts, axis=1) * reach / config.tilt
        most = int(worth.argmax())
        if worth[most] > best[3]:
            best = tilts[most], *lengths[most], worth[most]
        steps = steps[np.abs(steps) <= 1 / config.finer] if step else steps
    return best[0], float(best[1]), float(best[2])


def _sized(
    faces: Sequence[_Face], grown: Floats, size: Floats, config: SameSizeConfig
) -> tuple[Floats, Floats]:
    """The width and the height (n, 2) in the middle at which faces, `grown` (n, faces, 2) over that, show most of their
    sides; and how much (n,) they do."""
    sizes = shares(config)
    middle = sizes[np.abs(sizes - 1) <= config.size_play + 1e-9]
    total, lengths = np.zeros(len(grown)), []
    for k in (0, 1):
        every = np.zeros((len(grown), len(middle)))
        for j, face in enumerate(faces):
            every += np.interp(middle * grown[:, j, k, None], sizes, face.worth[k])
        every -= 1e-3 * len(faces) * np.abs(middle - 1)
        total += every.max(1)
        lengths.append(size[k] * middle[every.argmax(1)])
    return np.stack(lengths, 1), total


def _best(profile: Floats, lengths: Floats, config: SameSizeConfig) -> tuple[Floats, Floats]:
    """How much of an edge (n,) both sides of such lengths (n,) have at the best place, and where (n,) that is off the
    middle."""
    middle = (len(profile) - 1) / 2
    half = lengths[:, None] / 2 / config.step_px
    most = (config.place_play * lengths / config.step_px).astype(int)
    places = np.arange(-most.max(), most.max() + 1)
    first, last = (
        np.clip(np.rint(middle + places + way * half).astype(int), 0, len(profile) - 1) for way in (-1, 1)
    )
    # A hair for lying as it did: where nothing shows, nothing moves.
    both = profile[first] + profile[last] - 1e-4 * np.abs(places)
    both[np.abs(places) > most[:, None]] = -np.inf
    best = both.argmax(1)
    return both.max(1), places[best] * config.step_px
