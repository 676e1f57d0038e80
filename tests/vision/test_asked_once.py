"""What a photo is asked more than once is reckoned once, and told alike."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.cards_drawn import CARD_MM, WIDE
from tests.vision.lone_prints import FOUR, prints_on
from tests.vision.pinhole import seen_by
from vision.cards.decks.candidates import on_one_plane
from vision.cards.scene_config import SceneConfig
from vision.cards.stretch import Lengths, stretch_of
from vision.consensus import CardPlane, ConsensusConfig, card_plane
from vision.outlines import QuadSighting
from vision.plane import Floats, apply, rectangle
from vision.rectify import Pyramid

CONFIG = SceneConfig()


def _quads(count: int) -> list[QuadSighting]:
    """The outlines of so many cards in a row, seen aslant."""
    to_px = seen_by(0.8, 30.0, 20.0, 900.0)
    places = [apply(to_px, rectangle(CARD_MM, (80.0 * k, 10.0 * k))) for k in range(count)]
    return [QuadSighting(corners, (1.0,) * 4, 1.0) for corners in places]


@pytest.fixture
def sought(monkeypatch: pytest.MonkeyPatch) -> list[tuple[float, float]]:
    """The sizes of card that planes are sought for, one after the other."""
    sizes: list[tuple[float, float]] = []

    def noted(
        corners: Floats,
        weight: Floats,
        size_mm: tuple[float, float],
        size_px: tuple[int, int],
        config: ConsensusConfig,
    ) -> CardPlane | None:
        sizes.append(size_mm)
        return card_plane(corners, weight, size_mm, size_px, config)

    monkeypatch.setattr("vision.cards.decks.candidates.card_plane", noted)
    return sizes


def test_a_plane_is_sought_once_for_the_same_outlines(sought: list[tuple[float, float]]) -> None:
    pyramid, quads = Pyramid(np.zeros((1080, 1920, 3), np.uint8)), _quads(5)
    # No print stands in them, so that other sizes are asked for, too.
    first, own = on_one_plane(pyramid, quads, [], [], CONFIG)
    known = list(sought)
    assert len(known) == len(set(known))
    again, same = on_one_plane(pyramid, quads, [], [], CONFIG)
    assert sought == known
    assert own == same
    assert np.array_equal(np.array(first), np.array(again))
    # Others, or the same ones where prints stand, are another question.
    on_one_plane(pyramid, quads[1:], [], [], CONFIG, (CARD_MM,))
    middles = np.array([[*quad.corners.mean(0), 1.0] for quad in quads])
    on_one_plane(pyramid, quads, [], [], CONFIG, (CARD_MM,), middles)
    assert sought == [*known, CARD_MM, CARD_MM]


def test_lengths_are_tried_once_each(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[Lengths] = []
    plain = Lengths.matrix

    def noted(self: Lengths) -> Floats:
        tried.append(self)
        return plain(self)

    monkeypatch.setattr(Lengths, "matrix", noted)
    stretch_of(FOUR, prints_on(WIDE, 4, 0.8 * WIDE.px_per_mm * np.eye(2)), CARD_MM)
    # The last one is the answer's own.
    assert tried[-1] in tried[:-1]
    assert len(tried[:-1]) == len(set(tried[:-1]))
