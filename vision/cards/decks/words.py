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
NO_TWO_CARDS = 1.0
"""What two cards show is further apart, in sizes of a letter: the upper one's face lies between."""


def without_words(
    settled: list[tuple[Candidate, Decision]], spots: Sequence[PrintSpot]
) -> list[tuple[Candidate, Decision]]:
    """The candidates with their decisions; nothing is left of letters that stand in a word among the `spots`, in
    whichever outline: that of a sheet may be cut where it could be several cards, and a word may be taken for one
    letter. What is read, or may be a Z too, is no letter of a word: cards may lie in a row."""
    letters = [c.middle for c, seen in settled if seen.plausible and _is_letter(c, seen)]
    prints = [c.middle for c, seen in settled if seen.plausible and not _is_letter(c, seen)]
    words = [_word(middle, spots, prints, letters) for middle in letters]
    return [
        (c, NOTHING if _is_letter(c, seen) and _of_a(words, c.middle, spots) else seen) for c, seen in settled
    ]


def _is_letter(c: Candidate, seen: Decision) -> bool:
    return not c.known and (seen.triangles == 0 or seen == PERHAPS_Z)


def _of_a(words: list[list[PrintSpot]], middle: Floats, spots: Sequence[PrintSpot]) -> bool:
    """Whether the spot about a middle (2,) px is a letter of one of the words, or has several of its letters in it."""
    own = _own(middle, spots)
    if own is None:
        return False
    return any(
        any(letter is own for letter in word)
        or sum(_within(letter.middle, own.box) for letter in word) >= LEAST_OTHERS
        for word in words
    )


def _own(middle: Floats, spots: Sequence[PrintSpot]) -> PrintSpot | None:
    own = min(spots, key=lambda spot: _apart(spot.middle, middle), default=None)
    return own if own is not None and _apart(own.middle, middle) <= _size(own) / 2 else None


def _word(
    middle: Floats, spots: Sequence[PrintSpot], prints: list[Floats], letters: list[Floats]
) -> list[PrintSpot]:
    """The row in which the spot about a middle (2,) px stands with others that are no `prints`, and no `letters` of
    other cards, (2,) px each; empty where that is no word."""
    own = _own(middle, spots)
    if own is None:
        return []
    row, left = [own], [spot for spot in spots if _alike(spot, own)]
    for letter in row:
        near = [spot for spot in left if _apart(spot.middle, letter.middle) < NEXT * _size(own)]
        row += near
        left = [spot for spot in left if not any(spot is other for other in near)]
    read = [*prints, *(one for one in letters if _apart(one, middle) > NO_TWO_CARDS * _size(own))]
    others = [
        letter for letter in row[1:] if all(_apart(letter.middle, one) > _size(letter) / 2 for one in read)
    ]
    if len(others) < LEAST_OTHERS:
        return []
    places = np.array([letter.middle for letter in row])
    across = np.linalg.svd(places - places.mean(0), compute_uv=False)[1] / np.sqrt(len(row))
    return row if across < OFF_LINE * _size(own) else []


def _alike(spot: PrintSpot, own: PrintSpot) -> bool:
    ink = np.abs(np.array(spot.ink) - own.ink).max()
    return spot is not own and ink < SAME_INK and LEAST_SIZE < _size(spot) / _size(own) < MOST_SIZE


def _size(spot: PrintSpot) -> float:
    return max(spot.box[2:])


def _apart(one: Floats, other: Floats) -> float:
    return float(np.hypot(*(one - other)))


def _within(place: Floats, box: tuple[float, float, float, float]) -> bool:
    x, y, width, height = box
    return bool(x < place[0] < x + width and y < place[1] < y + height)
