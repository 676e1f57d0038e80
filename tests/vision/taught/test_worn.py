"""White cards on a chequered cloth whose white squares are as light as they are, and run into them."""

from __future__ import annotations

import cv2
import numpy as np

from tests.vision.taught.faces import HEIGHT, WIDTH
from tests.vision.taught.on_paper import HIGH, SPREAD, WIDE, on_white
from tests.vision.taught.reading import ends_at, named, taught
from vision.any_cards import find_three_ways, find_worn
from vision.any_cards_config import AnyCardsConfig
from vision.photo import Pixels
from vision.plane import Floats
from vision.taught.read import TaughtReader

WHITE = 236
BROWN = (60, 110, 150)
SQUARE = 21


def figure(seed: int) -> Pixels:
    """Some triangles of one colour about the middle of white paper; BGR."""
    rng = np.random.default_rng([3, seed])
    face = np.full((HEIGHT, WIDTH, 3), WHITE, np.uint8)
    colour = [(40, 40, 190), (60, 130, 40), (190, 120, 40), (40, 180, 200)][seed % 4]
    middle = np.array([WIDTH / 2, HEIGHT / 2])
    for _ in range(4):
        ends = middle + rng.uniform(-0.17, 0.17, (3, 2)) * [WIDTH, WIDTH]
        cv2.fillConvexPoly(face, np.round(ends).astype(np.int32), colour, cv2.LINE_AA)
    return face


def on_gingham(faces: list[Pixels], places: list[tuple[float, float, float]]) -> tuple[Pixels, list[Floats]]:
    """Cards on gingham that lies aslant, from a camera that leans back."""
    cards, corners = on_white(faces, places, 0.3)
    y, x = np.mgrid[:HIGH, :WIDE].astype(np.float32)
    dark = sum(
        ((np.cos(turn) * x + np.sin(turn) * y) // SQUARE % 2).astype(np.float32) for turn in (0.15, 1.72)
    )
    share = (np.asarray(dark, np.float32) / 2)[..., None]
    table = WHITE * (1 - share) + np.array(BROWN, np.float32) * share
    image = cv2.GaussianBlur(table, (0, 0), 0.8)
    for quad in corners:
        lies = np.zeros((HIGH, WIDE), np.uint8)
        cv2.fillConvexPoly(lies, np.round(quad).astype(np.int32), 1)
        # Paper as white as the cloth's squares.
        image[lies > 0] = cards[lies > 0] * (WHITE / float(np.median(cards[lies > 0].min(1))))
    noise = np.random.default_rng(5).normal(0, 2.0, image.shape)
    return np.clip(image + noise, 0, 255).astype(np.uint8), corners


def test_white_cards_on_gingham_are_read() -> None:
    """Their outlines are found once the cloth's white squares are worn away, and hardly any other way."""
    faces = [figure(k) for k in range(6)]
    image, places = on_gingham(faces, [SPREAD[k] for k in (0, 2, 4, 7, 9, 11)])
    worn = [np.array(card.corners_px) for family in find_worn(image, AnyCardsConfig()) for card in family]
    assert sum(any(ends_at(quad, card) for quad in worn) for card in places) >= 4
    found = find_three_ways(image, AnyCardsConfig())
    other = [np.array(card.corners_px) for family in found.families() for card in family]
    assert sum(any(ends_at(quad, card) for quad in other) for card in places) <= 2
    read = named(TaughtReader(taught({str(k): figure(k) for k in range(11)})).see(image))
    assert read.keys() == {str(k) for k in range(6)}
    assert sum(ends_at(quad, places[int(name)]) for name, (quad,) in read.items()) >= 5
