"""Letters in a row are a word, on a box or a sheet: a Z among them is no card's, however like the deck's its paper."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.cards.decks.agree import PERHAPS_Z
from vision.cards.decks.candidates import Candidate
from vision.cards.decks.decide import NOTHING, Decision
from vision.cards.spots import PrintSpot
from vision.plane import Floats

LEAST_OTHERS = 2
"""So many other letters make a word of one ..."""
SAME_INK = 24.0
"""... in its ink, each channel within so many of 255 ..."""
LEAST_SIZE, MOST_SIZE = 0.55, 1.6
"""... and about its size: beside a capital the others are small ..."""
NEXT = 1.5
"""... each so far at most from the next one's middle, in sizes of the letter ..."""
OFF_LINE = 0.25
"""... and so far from one line, in the mean."""


def without_words(
    settled: list[tuple[Candidate, Decision]], spots: Sequence[PrintSpot]
) -> list[tuple[Candidate, Decision]]:
    """The candidates with their decisions; nothing is left of letters that stand in a word among the `spots`, in
    whichever outline: that of a sheet may be cut where it could be several cards. What is read, or may be a Z too, is
    no letter of a word: cards may lie in a row."""
    prints = [c.middle for c, seen in settled if seen.plausible]
    return [
        (c, NOTHING if _is_letter(c, seen) and _in_word(c.middle, spots, prints) else seen)
        for c, seen in settled
    ]


def _is_letter(c: Candidate, seen: Decision) -> bool:
    return not c.known and (seen.triangles == 0 or seen == PERHAPS_Z)


def _in_word(middle: Floats, spots: Sequence[PrintSpot], prints: list[Floats]) -> bool:
    """Whether the spot about a middle (2,) px stands in a row with others that are no `prints`, (2,) px each."""
    own = min(spots, key=lambda spot: _apart(spot.middle, middle), default=None)
    if own is None or _apart(own.middle, middle) > _size(own) / 2:
        return False
    row, left = [own], [spot for spot in spots if _alike(spot, own)]
    for letter in row:
        near = [spot for spot in left if _apart(spot.middle, letter.middle) < NEXT * _size(own)]
        row += near
        left = [spot for spot in left if not any(spot is other for other in near)]
    others = [
        letter for letter in row[1:] if all(_apart(letter.middle, one) > _size(letter) / 2 for one in prints)
    ]
    if len(others) < LEAST_OTHERS:
        return False
    places = np.array([letter.middle for letter in row])
    across = np.linalg.svd(places - places.mean(0), compute_uv=False)[1] / np.sqrt(len(row))
    return bool(across < OFF_LINE * _size(own))


def _alike(spot: PrintSpot, own: PrintSpot) -> bool:
    ink = np.abs(np.array(spot.ink) - own.ink).max()
    return spot is not own and ink < SAME_INK and LEAST_SIZE < _size(spot) / _size(own) < MOST_SIZE


def _size(spot: PrintSpot) -> float:
    return max(spot.box[2:])


def _apart(one: Floats, other: Floats) -> float:
    return float(np.hypot(*(one - other)))
