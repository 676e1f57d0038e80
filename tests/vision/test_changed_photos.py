"""Photographs turned, shrunk and cut about the middle: the same cards lie there, and none turns into another."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import pytest

from companion.table.decks import zangle_deck
from tests.vision.scoring import PHOTOS, Score, score, truth_of
from vision.cards.see import see
from vision.photo import Pixels, load_photo
from vision.plane import Floats, apply

NAMES = ("table-plain-diamonds-abolo", "table-marked-07-abolo", "table-plain-02-iamond")


def changed(name: str, how: str) -> Score:
    """How a photo is read after a change: turned by a quarter, at three quarters of its size, or its middle alone."""
    photo, truth = load_photo(PHOTOS / f"{name}.jpg"), truth_of(name)
    other, map_px = _changes(photo, how)
    height, width = other.shape[:2]
    objects: list[dict[str, Any]] = [
        {**thing, "corners_px": apply(map_px, np.array(thing["corners_px"], float)).tolist()}
        for thing in truth["objects"]
        if "triangles" in thing
    ]
    seen = see(other, game="zangle", deck=zangle_deck())
    return score(seen, {"width": width, "height": height, "objects": objects})


def _changes(photo: Pixels, how: str) -> tuple[Pixels, Floats]:
    """The changed picture, and the map (3, 3) from the photo's pixels to its own."""
    height, width = photo.shape[:2]
    if how == "turned":
        turned = np.asarray(cv2.rotate(photo, cv2.ROTATE_90_CLOCKWISE), np.uint8)
        return turned, np.array([[0, -1, height - 1], [1, 0, 0], [0, 0, 1.0]])
    if how == "shrunk":
        small = cv2.resize(photo, None, fx=0.75, fy=0.75, interpolation=cv2.INTER_AREA)
        return np.asarray(small, np.uint8), np.array([[0.75, 0, -0.125], [0, 0.75, -0.125], [0, 0, 1.0]])
    x, y = int(0.2 * width), int(0.2 * height)
    return photo[y : height - y, x : width - x].copy(), np.array([[1, 0, -x], [0, 1, -y], [0, 0, 1.0]])


@pytest.mark.parametrize("how", ["turned", "shrunk", "cut"])
@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_read_wrongly_of_a_changed_photo(name: str, how: str) -> None:
    result = changed(name, how)
    assert not result.wrong
    assert not result.phantoms
