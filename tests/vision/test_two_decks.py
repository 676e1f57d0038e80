"""A deck of which most cards cannot be read, where another deck explains as much of the photo or more."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from vision.cards import scene
from vision.cards.scene_config import SceneConfig
from vision.sighting import CardSighting, Unread

CORNERS = ((0.0, 0.0), (63.0, 0.0), (63.0, 88.0), (0.0, 88.0))
CARD = CardSighting(None, 4, None, CORNERS, 1.0, ("outline",))
PLACE = Unread(CORNERS, "the shape is not clear: uncover it, or keep glare off it")
PICTURE = np.full((120, 160, 3), 200, np.uint8)


@pytest.mark.parametrize(
    ("freely", "as_other", "told"),
    [
        ((2, 1), (9, 0), (2, 1, "abolo")),  # most of it was read: nothing else is asked
        ((1, 8), (0, 9), (1, 8, "abolo")),
        ((1, 8), (1, 8), (0, 9, None)),
        ((1, 8), (3, 6), (0, 9, None)),
        ((1, 8), (4, 5), (4, 5, "iamond")),
        ((0, 8), (7, 1), (0, 8, None)),  # where no card is known nothing is guessed
    ],
)
def test_the_deck_that_explains_much_more_is_told_and_of_two_alike_none(
    monkeypatch: pytest.MonkeyPatch,
    freely: tuple[int, int],
    as_other: tuple[int, int],
    told: tuple[int, int, str | None],
) -> None:
    def read(*given: Any) -> scene.Found:
        profile = given[0].profile
        cards, places = as_other if profile == "iamond" else freely
        assert profile in (None, "iamond")
        told = "iamond" if profile else "abolo" if cards else None
        return scene.Found([CARD] * cards, [PLACE] * places, told)

    monkeypatch.setattr(scene, "_read_looked", read)
    found = scene.read_scene(PICTURE, None, None, SceneConfig())
    assert (len(found.cards), len(found.unread), found.profile) == told


def test_a_deck_that_is_named_is_no_question(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def read(*given: Any) -> scene.Found:
        asked.append(given[0].profile)
        return scene.Found([CARD], [PLACE] * 8, "abolo")

    monkeypatch.setattr(scene, "_read_looked", read)
    assert len(scene.read_scene(PICTURE, None, "abolo", SceneConfig()).cards) == 1
    assert set(asked) == {"abolo"}
