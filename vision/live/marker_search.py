"""The markers in a part of a frame, by the card or the printed place that they stand on."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.deck import MarkedCard, MarkedDeck
from vision.live.marks import MarkSet
from vision.markers import MarkerConfig, MarkerSighting, enlarged, find_markers, sharpened
from vision.plane import Floats

MOST_ENLARGED_PX = 2600
"""What is no larger when enlarged twofold is searched for markers so: a whole picture of 720p, a part of any other."""
SHARPEN_ENLARGED = 3.0
WINDOWS_PX = (9, 41, 16)
"""How much what is enlarged is sharpened, and the threshold's windows for it: of a sheet's four markers of 13 pixels
2.5 a frame are found so, and one by half of that and windows half as wide."""
CORRECTION = 0.5
"""Of a marker's 36 bits two may be wrong: in dim light that finds half as many again, and whatever is no marker would
pass for one of some 350 once in 70,000 times. A name still takes two frames, and a card's print."""
LEAST_MARKER_PX = 9.0
"""Below some nine pixels a marker's modules cannot be told apart."""
_MARK = "mark:"


def markers_by_thing(
    grey: NDArray[np.uint8],
    shift: Floats,
    deck: MarkedDeck | None,
    marks: MarkSet | None,
    config: MarkerConfig,
) -> dict[str, list[MarkerSighting]]:
    """The markers in a grey part (h, w) of a frame that begins at `shift` (2,), in the frame's pixels, by the id of the
    card that they stand on, or what `mark_named` knows for a printed place."""
    by_thing: dict[str, list[MarkerSighting]] = {}
    large, grown = _searched_in(grey)
    for marker in _markers(large, _decks(deck, marks), LEAST_MARKER_PX * grown, config):
        corners = (marker.corners + 0.5) / grown - 0.5 + shift
        by_thing.setdefault(marker.card.id, []).append(replace(marker, corners=corners))
    return by_thing


def mark_named(thing: str) -> str | None:
    """The name of a printed place; None for a card."""
    return thing.removeprefix(_MARK) if thing.startswith(_MARK) else None


def _searched_in(grey: NDArray[np.uint8]) -> tuple[NDArray[np.uint8], int]:
    """A sharp picture for markers to be looked for in, and by how much it was enlarged."""
    if 2 * max(grey.shape) > MOST_ENLARGED_PX:
        return sharpened(grey, 1.0), 1
    return enlarged(grey, 2, 2.0, SHARPEN_ENLARGED), 2


def _markers(
    grey: NDArray[np.uint8], decks: list[MarkedDeck], least_px: float, config: MarkerConfig
) -> list[MarkerSighting]:
    """The markers of so many pixels at least."""
    windows_px = WINDOWS_PX if least_px > LEAST_MARKER_PX else config.windows_px
    least_perimeter = min(0.2, max(0.01, least_px * 4 / max(grey.shape)))
    config = replace(config, windows_px=windows_px, least_perimeter=least_perimeter, correction=CORRECTION)
    return [marker for deck in decks for marker in find_markers(grey, deck, config)]


def _decks(deck: MarkedDeck | None, marks: MarkSet | None) -> list[MarkedDeck]:
    """The cards and the printed places, in one deck where both are of one family of markers: one search finds them."""
    places = None if marks is None else _as_deck(marks)
    if deck is None or places is None:
        return [one for one in (deck, places) if one is not None]
    if deck.family == places.family:
        return [replace(deck, cards=(*deck.cards, *places.cards))]
    return [deck, places]


def _as_deck(marks: MarkSet) -> MarkedDeck:
    cards = tuple(
        MarkedCard(_MARK + mark.name, "", 0, None, tuple(one.number for one in mark.markers))  # type: ignore[arg-type]
        for mark in marks.marks
    )
    return MarkedDeck(marks.family, (1.0, 1.0), 1.0, 0.0, cards)
