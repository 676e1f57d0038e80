"""Cards on a pattern: at some lightness each is one piece by itself, and the tiles are not the cards."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.taught.faces import picture_card
from vision.any_cards import find_both_ways, find_cards
from vision.any_cards_config import AnyCardsConfig
from vision.photo import Pixels
from vision.plane import Floats
from vision.rectify import Pyramid
from vision.taught.describe import DescribeConfig, turned_faces
from vision.taught.learn import Named, Shown, empty, learn, shown
from vision.taught.order import upright
from vision.taught.read import TaughtReader

WIDE, HIGH = 1280, 800
CARD = 126, 176


def bricks(seed: int) -> Pixels:
    """A wall of bricks of many colours, with pale joints."""
    rng = np.random.default_rng(seed)
    wall = np.full((HIGH, WIDE, 3), (120, 140, 150), np.uint8)
    for row, y in enumerate(range(0, HIGH, 44)):
        for x in range(-60 * (row % 2), WIDE, 120):
            colour = tuple(int(v) for v in rng.integers((20, 30, 90), (60, 80, 170)))
            cv2.rectangle(wall, (x + 3, y + 3), (x + 116, y + 40), colour, -1)
    return wall


def laid_out(faces: list[Pixels], table: Pixels) -> tuple[Pixels, list[Floats]]:
    """Cards in rows, each turned a little its own way."""
    rng, image, places = np.random.default_rng(3), table.astype(float), []
    for k, face in enumerate(faces):
        angle = float(rng.uniform(-30, 30))
        middle = 160 + 240 * (k % 5), 150 + 250 * (k // 5)
        turn = np.asarray(cv2.getRotationMatrix2D((CARD[0] / 2, CARD[1] / 2), angle, 1.0), float)
        turn[:, 2] += np.array(middle) - np.array(CARD) / 2
        small = cv2.resize(face, CARD, interpolation=cv2.INTER_AREA)
        mask = cv2.warpAffine(np.ones(CARD[::-1], np.float32), turn, (WIDE, HIGH))[..., None]
        image = image * (1 - mask) + cv2.warpAffine(small, turn, (WIDE, HIGH)) * mask
        box = np.array([[0, 0], [CARD[0], 0], [CARD[0], CARD[1]], [0, CARD[1]]], float)
        places.append(box @ turn[:, :2].T + turn[:, 2] - 0.5)
    noisy = cv2.GaussianBlur(image, (0, 0), 0.7) + rng.normal(0, 2.0, image.shape)
    return np.asarray(np.clip(noisy, 0, 255), np.uint8), places


def found(corners: list[Floats], places: list[Floats]) -> int:
    return sum(
        any(np.abs(np.roll(quad, k, axis=0) - place).max() < 4 for quad in corners for k in range(4))
        for place in places
    )


@pytest.fixture(scope="module")
def photo() -> tuple[Pixels, list[Floats]]:
    return laid_out([picture_card(k) for k in range(15)], bricks(1))


def test_cards_are_found_among_more_tiles(photo: tuple[Pixels, list[Floats]]) -> None:
    image, places = photo
    assert found([np.array(card.corners_px) for card in find_cards(image)], places) < 5
    lighter = [np.array(card.corners_px) for card in find_both_ways(image, AnyCardsConfig()).lighter]
    assert found(lighter, places) == len(lighter) == 15


def test_a_taught_deck_is_read_on_a_pattern(photo: tuple[Pixels, list[Floats]]) -> None:
    faces = [picture_card(k) for k in range(12)]
    shown_on, corners = laid_out(faces, np.full((HIGH, WIDE, 3), (60, 90, 50), np.uint8))
    pyramid = Pyramid(shown_on)
    faces_shown = [
        Shown(upright(c), tuple(turned_faces(pyramid, upright(c), DescribeConfig()))) for c in corners
    ]
    deck, _ = learn(empty("drawn"), faces_shown, [Named(str(k), {}) for k in range(12)])
    image, places = photo
    seen = TaughtReader(deck).see(image)
    read = {str(card.to_json()["id"]): np.array(card.corners_px) for card in seen.cards}
    assert read.keys() == {str(k) for k in range(12)}
    for name, place in read.items():
        assert np.abs(place.mean(0) - places[int(name)].mean(0)).max() < 3
    assert len(seen.unread) == 3


def panelled(seed: int) -> Pixels:
    """A card with four framed pictures, each of which might be a card itself."""
    rng = np.random.default_rng([6, seed])
    face = np.full((352, 252, 3), 246, np.uint8)
    for k in range(4):
        x, y = 14 + 116 * (k % 2), 82 + 98 * (k // 2)
        cv2.rectangle(face, (x, y), (x + 108, y + 90), (40, 40, 200), 9)
        side = int(rng.integers(30, 40))
        cv2.rectangle(face, (x + side, y + 22), (x + 108 - side, y + 90 - 22), (40, 60, 60), -1)
    return face


def test_prints_are_not_taught_for_cards() -> None:
    faces, table = [panelled(k) for k in range(6)], np.full((HIGH, WIDE, 3), (90, 120, 140), np.uint8)
    image, places = laid_out(faces, table)
    assert len(find_cards(image)) > 2 * len(faces)
    corners = [face.corners for face in shown(image)]
    assert found(corners, places) == len(corners) == len(faces)
