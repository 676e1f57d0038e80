"""Cards that are painted up to their edge, on tables of many spots, where no edge is closed."""

from __future__ import annotations

from itertools import product

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.vision.taught.faces import HEIGHT, WIDTH
from tests.vision.taught.on_paper import HIGH, PAPER, SPREAD, WIDE, on_white
from tests.vision.taught.reading import ends_at, named, taught
from vision.any_cards import find_three_ways
from vision.any_cards_config import AnyCardsConfig
from vision.outlines import work_picture
from vision.photo import Pixels
from vision.plane import Floats
from vision.taught.read import TaughtReader
from vision.unlike import UnlikeConfig, off_the_table, unlike_quads

COLOURS = [(200, 90, 130), (150, 50, 60), (60, 150, 50), (235, 225, 220), (40, 30, 30)]


def flat_shapes(seed: int) -> Pixels:
    """Squares, triangles, discs and stripes in twelve fields of few colours, up to the card's edge; BGR."""
    rng, face = np.random.default_rng([7, seed]), np.zeros((HEIGHT, WIDTH, 3), np.uint8)
    face[:] = COLOURS[seed % 5]
    wide, high = WIDTH // 3, HEIGHT // 4
    for x, y in product(range(0, 3 * wide, wide), range(0, 4 * high, high)):
        colour, figure = COLOURS[rng.integers(5)], rng.integers(4)
        if figure == 0:
            cv2.circle(face, (x + wide // 2, y + high // 2), wide // 3, colour, -1, cv2.LINE_AA)
        elif figure == 1:
            ends = np.array([[x, y], [x + wide, y], [x, y + high]])
            cv2.fillConvexPoly(face, ends, colour, cv2.LINE_AA)
        elif figure == 2:
            cv2.rectangle(face, (x, y), (x + wide, y + high // 2), colour, -1)
        else:
            for k in range(3):
                cv2.rectangle(face, (x, y + k * high // 3), (x + wide, y + k * high // 3 + 14), colour, -1)
    return face


def on_spots(faces: list[Pixels], places: list[tuple[float, float, float]]) -> tuple[Pixels, list[Floats]]:
    """Cards on a pale table full of spots of all colours, from a camera that leans back."""
    cards, corners = on_white(faces, places, 0.3)
    rng, table = np.random.default_rng(12), np.full((HIGH, WIDE, 3), PAPER[::-1], np.uint8)
    for x, y, wide in rng.uniform([0, 0, 5], [WIDE, HIGH, 26], (420, 3)):
        colour, turn = rng.integers(40, 190, 3).tolist(), float(rng.uniform(0, 180))
        cv2.ellipse(table, (int(x), int(y)), (int(wide), 8), turn, 0, 360, colour, -1, cv2.LINE_AA)
    lies = np.zeros((HIGH, WIDE), np.uint8)
    for quad in corners:
        cv2.fillConvexPoly(lies, np.round(quad).astype(np.int32), 1)
    return np.where(lies[..., None] > 0, cards, table).astype(np.uint8), corners


def test_cards_among_spots_are_read() -> None:
    """Their outlines are found as what is unlike the table, and hardly any other way."""
    faces, where = [flat_shapes(k) for k in range(6)], [SPREAD[k] for k in (0, 2, 4, 7, 9, 11)]
    image, places = on_spots(faces, where)
    found = find_three_ways(image, AnyCardsConfig())
    unlike, other = (
        [np.array(card.corners_px) for card in cards]
        for cards in (found.unlike, (*found.edged, *found.lighter))
    )
    assert sum(any(ends_at(quad, card) for quad in unlike) for card in places) >= 5
    assert sum(any(ends_at(quad, card) for quad in other) for card in places) <= 1
    read = named(TaughtReader(taught({str(k): flat_shapes(k) for k in range(11)})).see(image))
    assert read.keys() == {str(k) for k in range(6)}
    for name, (quad,) in read.items():
        assert ends_at(quad, places[int(name)])


@settings(max_examples=25, deadline=None)
@given(
    st.tuples(*[st.integers(30, 220)] * 3),
    st.tuples(*[st.integers(-60, 60)] * 3),
    # As large as tiles, or twice as large, each tile would have one colour alone, and either hardly be all around.
    st.integers(12, 45).filter(lambda side_px: side_px % UnlikeConfig().tile_px),
    st.floats(0.8, 1.0),
)
def test_a_cloths_colours_are_the_tables(
    one: tuple[int, ...], further: tuple[int, ...], square_px: int, dim: float
) -> None:
    """Squares of two colours, in a light that falls off: neither colour is unlike the table, anywhere."""
    y, x = np.mgrid[:360, :640]
    other = np.clip(np.array(one) + further, 0, 255)
    cloth = np.where(((x // square_px + y // square_px) % 2 == 1)[..., None], np.array(one), other)
    lit = np.clip(cloth * np.linspace(1, dim, 640)[:, None], 0, 255).astype(np.uint8)
    off = off_the_table(lit, UnlikeConfig())
    # Where two squares meet, pixels are of neither colour.
    middle = ((x % square_px) // 4 > 0) & ((y % square_px) // 4 > 0)
    middle &= ((-x % square_px) // 4 > 0) & ((-y % square_px) // 4 > 0)
    assert np.quantile(off[middle], 0.98) < UnlikeConfig().levels[4]


@pytest.mark.parametrize("worn", [True, False])
def test_spots_that_meet_a_card_are_worn_away(worn: bool) -> None:
    image = np.full((720, 1280, 3), 150, np.uint8)
    card = np.array([[500, 250], [640, 260], [625, 455], [485, 445]], float)
    cv2.fillConvexPoly(image, card.astype(np.int32), (60, 90, 190), cv2.LINE_AA)
    for corner in card:
        cv2.ellipse(
            image, corner.astype(int).tolist(), (34, 11), 20.0, 0, 360, (40, 160, 60), -1, cv2.LINE_AA
        )
    outlines, config = AnyCardsConfig().outlines, UnlikeConfig()
    if not worn:
        config = UnlikeConfig(worn_px=(0,))
    found = unlike_quads(image, outlines, work_picture(image, outlines), config)
    assert any(ends_at(quad.corners, card) for quad in found) == worn


def test_a_bare_table_has_nothing_unlike_it() -> None:
    rng = np.random.default_rng(3)
    image = np.clip(rng.normal(120, 6, (720, 1280, 3)), 0, 255).astype(np.uint8)
    outlines = AnyCardsConfig().outlines
    assert unlike_quads(image, outlines, work_picture(image, outlines)) == []
