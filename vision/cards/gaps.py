"""What shows in a gap between cards is the table, however like a print: its edges are the cards' own."""

from __future__ import annotations

import numpy as np

from vision.cards.decks.agree import PERHAPS_Z
from vision.cards.decks.candidates import Candidate
from vision.cards.decks.decide import NOTHING, Decision
from vision.plane import Floats, apply, quad_area
from vision.quads import common_area, inside

Settled = tuple[Candidate, Decision]

BESIDE_MM = 2.5
"""So far outside its edge a lone shape has its own card's paper about it ..."""
MOST_ON_OTHERS = 0.35
"""... and not, for more than this share of its edge, the faces of cards that it does not lie on."""
LEAST_ON_EACH = 0.12
"""So much of it has to lie beside each of two cards where the shape is not read: one card may lie over another's
print."""
MOST_BETWEEN = 0.5
"""Of the square about a letter whose card's edge does not show: in a fan a third of its card lies beneath another."""
PLACES = 8
"""Looked at along each side."""


def without_gaps(settled: list[Settled], known: list[Floats], profile: str) -> list[Settled]:
    """The candidates with their decisions; nothing is left of lone shapes whose edges are those of cards that are read,
    or whose corners (4, 2) px are `known`."""
    cards = known + [c.corners for c, seen in settled if c.outlined and seen.why is None and seen.plausible]

    def is_table(c: Candidate, seen: Decision) -> bool:
        if c.outlined:
            return False
        if seen == PERHAPS_Z:
            return _between(c, cards)
        if seen.why is not None:
            return _in_gap(c, profile, cards, LEAST_ON_EACH)
        return bool(seen.triangles) and _in_gap(c, profile, cards)

    return [(c, NOTHING if is_table(c, seen) else seen) for c, seen in settled]


def _between(candidate: Candidate, cards: list[Floats]) -> bool:
    """Whether what may be a letter lies for the most part on cards: strips of the table between these make one."""
    shared = sum(common_area(candidate.corners, corners) for corners in cards)
    return shared > MOST_BETWEEN * abs(float(quad_area(candidate.corners)))


def _in_gap(candidate: Candidate, profile: str, cards: list[Floats], on_each: float = 0.0) -> bool:
    """Whether the edge of a shape is for the most part that of cards, of two of them with so large a share each."""
    fits = candidate.face.fits.get(profile)
    others = [corners for corners in cards if not inside(candidate.middle, corners)]
    if not fits or not others:
        return False
    loop = fits[0].outline_mm
    step = np.roll(loop, -1, axis=0) - loop
    along = (np.arange(PLACES) + 0.5) / PLACES
    edge = loop[:, None] + step[:, None] * along[:, None]
    out = np.stack([step[:, 1], -step[:, 0]], -1) / np.maximum(np.hypot(*step.T), 1e-9)[:, None]
    if quad_area(loop) < 0:
        out = -out
    beside = apply(candidate.face.to_px, (edge + BESIDE_MM * out[:, None]).reshape(-1, 2))
    weight = np.repeat(np.hypot(*step.T), PLACES)
    on = np.array([[inside(point, corners) for point in beside] for corners in others])
    shares = np.sort(on @ weight / weight.sum())
    second = float(shares[-2]) if len(shares) > 1 else 0.0
    return float(weight @ on.any(0)) > MOST_ON_OTHERS * float(weight.sum()) and second >= on_each
