"""The paint of a table's pattern: an ink that shows over and over on one ground, and on no card that is read."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.cards.decks.candidates import Candidate
from vision.cards.face.colours import count_likelihood, hue_of
from vision.cards.face.faces import Face
from vision.cards.face.fit import Fit
from vision.cards.spots import PrintSpot
from vision.plane import Floats, quad_area
from vision.quads import inside
from vision.srgb import DARKEST, LINEAR, log_light

LEAST_READ = 3
"""So few cards that are read tell too little of what the deck's inks are."""
LEAST_PAINTED = 8
"""So many spots beside them in one ink, on one ground, are a pattern. Twelve parts of three tables' patterns that were
named stood among as many and more; of the cards on 75 photographs that are named one was of a pattern's ink, on another
ground than that and beside cards in its ink."""
SAME_HUE, PALER, NEAR_HUE = 8.0, 0.2, 12.0
"""Degrees of hue within which two are of one paint, the one no deeper than the other by so much, as a logarithm, but
paler perhaps: glare may lie over it. Within the wider ones an ink may be a card's."""
SAME_TINT, SAME_LIGHT = 0.1, 0.35
"""By how much the tint and the light of one ground vary over a table, as natural logarithms: a card's paper is seldom
of the table's ground."""
LEAST_STREWN, VERY_TINT, VERY_LIGHT = 30, 0.05, 0.2
"""So many others on a ground that is the same to within less make a table's own of it: that is no paper in shade."""
REACH = 0.25
"""Of the root of a place's area: so near to its middle its print is."""
PLAY, FRAYED, EXACT = 0.15, 1.7, 0.03
"""What is off the deck's scale by no more than this, as a logarithm, drawn no worse than so many times as badly as the
deck's prints are, or so far off as a share of its size, ..."""
OWN_COLOUR = 0.25
"""... and so likely in its count's colour is a print, whatever the table's paint."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """How the prints that are read are drawn: their unit edge in millimetres, and how far they are off their shapes, as
    a share of their sizes."""

    unit_mm: float
    error: float


def drawn(prints: Sequence[Fit]) -> Drawn | None:
    """How a deck is drawn whose prints these are; None of too few."""
    if len(prints) < LEAST_READ:
        return None
    return Drawn(
        float(np.median([fit.unit_mm for fit in prints])),
        float(np.median([fit.error_mm / fit.size_mm for fit in prints])),
    )


@dataclass(frozen=True, slots=True)
class TableInk:
    """Coloured spots of a photo: the middle of each (n, 2) px, its hue in degrees and the natural logarithm of its
    depth (n, 2), that of the light of its ground (n, 3), and whether it is `carded` (n,), on a card that is read."""

    middles: Floats
    inks: Floats
    grounds: Floats
    carded: NDArray[np.bool_]

    def painted(self, one: Candidate) -> bool:
        """Whether the spot about the middle of a place is in the ink of a pattern."""
        own = self._about(one)
        if own is None:
            return False
        hue, depth = self.inks[own]
        off = np.abs((self.inks[:, 0] - hue + 180) % 360 - 180)
        same = self._on_ground_of(own, SAME_TINT, SAME_LIGHT)
        alike = same & (off < SAME_HUE) & (depth < self.inks[:, 1] + PALER)
        others = int((alike & ~self.carded).sum()) - 1
        return others >= LEAST_PAINTED and not (self.carded & (off < NEAR_HUE)).any()

    def strewn(self, one: Candidate) -> bool:
        """Whether the spot about the middle of a place lies on a ground that is strewn with others, and no card's."""
        own = self._about(one)
        if own is None:
            return False
        same = self._on_ground_of(own, VERY_TINT, VERY_LIGHT)
        return int(same.sum()) > LEAST_STREWN and not (same & self.carded).any()

    def _about(self, one: Candidate) -> int | None:
        """The number of the spot about the middle of a place."""
        if not len(self.middles):
            return None
        away = np.hypot(*(self.middles - one.middle).T)
        reach = REACH * np.sqrt(abs(quad_area(one.corners)))
        return int(away.argmin()) if away.min() <= reach else None

    def _on_ground_of(self, own: int, tint: float, light: float) -> NDArray[np.bool_]:
        """Which spots (n,) lie on the ground of one, to within so much in tint and light, as logarithms."""
        off = self.grounds - self.grounds[own]
        mean = off.mean(1)
        return np.asarray((np.abs(off - mean[:, None]).max(1) < tint) & (np.abs(mean) < light))


def table_ink(spots: Iterable[PrintSpot], cards: Sequence[Floats]) -> TableInk:
    """The inks of spots beside and on `cards`, of corners (4, 2) px each."""
    coloured = [spot for spot in spots if not spot.dark]
    return TableInk(
        np.array([spot.middle for spot in coloured]).reshape(-1, 2),
        np.array([_ink(spot) for spot in coloured]).reshape(-1, 2),
        log_light(LINEAR[np.round([spot.paper for spot in coloured]).astype(int)].reshape(-1, 3)),
        np.array([any(inside(spot.middle, corners) for corners in cards) for spot in coloured], bool),
    )


def of_the_table(one: Candidate, ink: TableInk, deck: Drawn, profile: str) -> bool:
    """Whether a candidate is a part of the table's pattern by its ink, and no print of the deck by how it is drawn."""
    return ink.painted(one) and not _like_the_deck(one.face, deck, profile)


def on_the_table(one: Candidate, ink: TableInk, deck: Drawn, profile: str) -> bool:
    """Whether a candidate lies on the table's strewn ground, and is no print of the deck by how it is drawn."""
    return ink.strewn(one) and not _like_the_deck(one.face, deck, profile)


def _like_the_deck(face: Face, deck: Drawn, profile: str) -> bool:
    """Whether some shape fits a face at the deck's scale, about as exactly as its prints, in a colour of its count."""
    if face.blob is None:
        return False
    colour = count_likelihood(face.blob.counted)
    return any(
        abs(float(np.log(fit.unit_mm / deck.unit_mm))) < PLAY
        and fit.error_mm < max(FRAYED * deck.error, EXACT) * fit.size_mm
        and colour[fit.shape.size - 1] > OWN_COLOUR
        for fit in face.fits.get(profile, ())
    )


def _ink(spot: PrintSpot) -> tuple[float, float]:
    """A spot's hue in degrees over the paper beside it, and the natural logarithm of its depth."""
    ink, paper = (LINEAR[np.round(light[::-1]).astype(int)].astype(float) for light in (spot.ink, spot.paper))
    over = ink / np.maximum(paper, DARKEST)
    depth = 1 - float(over.min()) / max(float(over.max()), DARKEST)
    return hue_of(over), float(np.log(max(depth, DARKEST)))
