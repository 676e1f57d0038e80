"""Decks of other makers: one ink for every number, and large square black cards whose triangles stand apart."""

from __future__ import annotations

import numpy as np
import pytest

from companion.rules.polyform import Shape, free_shapes, lattice_named
from tests.vision.painting import fill
from tests.vision.test_black_cards import INKS, SHAPES, saved
from vision.cards.decks.other_colours import WHY
from vision.cards.see import see
from vision.photo import Pixels
from vision.sighting import CardSighting, Seen

Colour = tuple[float, float, float]
# Orange is near enough to the red of two and the yellow of four to be taken for either.
ORANGE, WHITE = (40, 110, 240), (240, 242, 244)
CREAM, FOREST, LILAC, VIOLET = (180, 226, 238), (45, 62, 34), (238, 205, 214), (120, 36, 70)


def one_ink(paper: Colour, ink: Colour | None, shapes: list[Shape]) -> Pixels:
    """Eight cards in two rows on a grey table, all printed in one ink, or each in the game's own."""
    picture = np.full((560, 720, 3), (150, 150, 152), np.uint8)
    for number, shape in enumerate(shapes):
        place = np.array([110 + 165 * (number % 4), 150 + 250 * (number // 4)], float)
        card(picture, shape, place, 9.0 * number - 30, (63.0, 88.0), 1.7, paper, ink or INKS[shape.size])
    return saved(picture, np.random.default_rng(3), 92)


def card(
    picture: Pixels,
    shape: Shape,
    place: np.ndarray,
    turn_deg: float,
    size_mm: tuple[float, float],
    px_per_mm: float,
    paper: Colour,
    ink: Colour,
    *,
    gap: float = 0.0,
) -> None:
    """A card whose triangles stand apart by a share of their edges."""
    a = np.radians(turn_deg)
    spin = np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]])
    rim = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * np.array(size_mm) / 2
    fill(picture, rim * px_per_mm @ spin.T + place, np.array(paper, float))
    loops = [np.array(shape.outline()[0], float)]
    middle = (loops[0].min(0) + loops[0].max(0)) / 2
    if gap:
        whole = [np.array(Shape(shape.lattice, (one,)).outline()[0], float) for one in shape.triangles]
        loops = [corners.mean(0) + (corners - corners.mean(0)) * (1 - 2 * gap) for corners in whole]
    for loop in loops:
        fill(picture, (loop - middle) * 14.0 * px_per_mm @ spin.T + place, np.array(ink, float))


def told(seen: Seen) -> list[int]:
    return sorted(one.triangles for one in seen.cards if isinstance(one, CardSighting))


@pytest.mark.parametrize(
    ("paper", "ink"), [(FOREST, CREAM), (LILAC, VIOLET), (WHITE, ORANGE)], ids=["cream", "violet", "orange"]
)
def test_where_all_numbers_have_one_ink_no_colour_tells_one_from_four(paper: Colour, ink: Colour) -> None:
    ones = [shape for shape in SHAPES if shape.size == 1]
    others = [shape for shape in SHAPES if shape.size in (2, 3, 4)]
    laid = [*ones * 3, *others][:8]
    seen = see(one_ink(paper, ink, laid), game="zangle")
    # What its form tells may be read; a triangle is one as well as four.
    assert 1 not in told(seen)
    triangle = next(shape for shape in SHAPES if shape.size == 4 and len(shape.outline()[0]) == 3)
    assert not any(
        isinstance(one, CardSighting) and one.shape is not None and one.shape.key == triangle.key
        for one in seen.cards
    )
    assert sum(one.why == WHY for one in seen.unread) >= 3


def test_in_the_games_own_colours_the_same_cards_are_read() -> None:
    ones = [shape for shape in SHAPES if shape.size == 1]
    laid = [*ones * 3, *(shape for shape in SHAPES if shape.size in (2, 3, 4))][:8]
    seen = see(one_ink((235, 240, 240), None, laid), game="zangle")
    assert told(seen) == sorted(shape.size for shape in laid)


def test_large_square_black_cards_are_told_by_their_own_proportions() -> None:
    """As cards longer than broad, turned away, they would show right isosceles triangles."""
    picture = np.full((900, 1300, 3), (140, 155, 165), np.uint8)
    shapes = [shape for n in (1, 4, 4, 4, 5) for shape in free_shapes(lattice_named("iamond"), n)]
    laid = [shapes[0], *(shape for shape in shapes if shape.size == 4)][:4] + [shapes[-1]]
    for number, shape in enumerate(laid):
        place = np.array([230 + 410 * (number % 3), 230 + 420 * (number // 3)], float)
        card(
            picture,
            shape,
            place,
            5.0 * number - 9,
            (70.0, 70.0),
            4.2,
            (28, 26, 26),
            INKS[shape.size],
            gap=0.04,
        )
    seen = see(saved(picture, np.random.default_rng(5), 90), game="zangle")
    assert seen.profile == "iamond"
    assert told(seen) == sorted(shape.size for shape in laid)
