"""Which cards are too small in a photo to be stated by their print alone."""

from __future__ import annotations

import pytest

from vision.cards.decide_config import DecideConfig
from vision.cards.decks.decide import TOO_SMALL
from vision.cards.decks.large_enough import of_their_size
from vision.sighting import CardSighting


def card(
    wide_px: float, triangles: int = 0, confidence: float = 0.95, by: tuple[str, ...] = ("outline", "shape")
) -> CardSighting:
    corners = ((0.0, 0.0), (wide_px, 0.0), (wide_px, 60.0), (0.0, 60.0))
    return CardSighting(None, triangles, None, corners, confidence, by)


@pytest.mark.parametrize(
    ("cards", "stated"),
    [
        ([card(39, 2)] * 4, 0),
        ([card(41, 2)] * 4, 4),
        ([card(30, 2)] * 5, 5),
        ([card(27, 2)] * 5, 0),
        ([card(27, 2, by=("marker", "shape"))], 1),
        ([card(30)], 1),
        ([card(30, confidence=0.83)], 0),
        ([card(30), card(30, 2)], 0),
        ([card(30), card(60, 2)], 1),
    ],
)
def test_what_is_small_needs_a_marker_or_many_beside_it(cards: list[CardSighting], stated: int) -> None:
    shown, unread = of_their_size(cards, [], DecideConfig())
    assert len(shown) == stated
    assert [place.why for place in unread] == [TOO_SMALL] * (len(cards) - stated)
