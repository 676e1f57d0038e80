"""Decks of other makers: one ink for every number, and large square black cards whose triangles stand apart."""

from __future__ import annotations

import numpy as np
import pytest

from companion.rules.polyform import Shape, free_shapes, lattice_named
from tests.vision.cards_drawn import BRIGHT, EIGHT, SMALL, Colour, Lie, blank, in_triangles, printed, saved
from vision.cards.decks.other_colours import WHY
from vision.cards.see import see
from vision.photo import Pixels
from vision.sighting import CardSighting, Seen

# Orange is near enough to the red of two and the yellow of four to be taken for either.
ORANGE, WHITE = (40, 110, 240), (240, 242, 244)
CREAM, FOREST, LILAC, VIOLET = (180, 226, 238), (45, 62, 34), (238, 205, 214), (120, 36, 70)


def one_ink(paper: Colour, ink: Colour | None, shapes: list[Shape]) -> Pixels:
    """Eight cards in two rows on a grey table, all printed in one ink, or each in the game's own."""
    picture = SMALL.bare((150, 150, 152))
    for lie, shape in SMALL.laid(shapes):
        printed(picture, lie, shape, paper, ink or BRIGHT[shape.size])
    return saved(picture, np.random.default_rng(3), 92)


def told(seen: Seen) -> list[int]:
    return sorted(one.triangles for one in seen.cards if isinstance(one, CardSighting))


@pytest.mark.parametrize(
    ("paper", "ink"), [(FOREST, CREAM), (LILAC, VIOLET), (WHITE, ORANGE)], ids=["cream", "violet", "orange"]
)
def test_where_all_numbers_have_one_ink_no_colour_tells_one_from_four(paper: Colour, ink: Colour) -> None:
    ones = [shape for shape in EIGHT if shape.size == 1]
    others = [shape for shape in EIGHT if shape.size in (2, 3, 4)]
    laid = [*ones * 3, *others][:8]
    seen = see(one_ink(paper, ink, laid), game="zangle")
    # What its form tells may be read; a triangle is one as well as four.
    assert 1 not in told(seen)
    triangle = next(shape for shape in EIGHT if shape.size == 4 and len(shape.outline()[0]) == 3)
    assert not any(
        isinstance(one, CardSighting) and one.shape is not None and one.shape.key == triangle.key
        for one in seen.cards
    )
    assert sum(one.why == WHY for one in seen.unread) >= 3


def test_in_the_games_own_colours_the_same_cards_are_read() -> None:
    ones = [shape for shape in EIGHT if shape.size == 1]
    laid = [*ones * 3, *(shape for shape in EIGHT if shape.size in (2, 3, 4))][:8]
    seen = see(one_ink((235, 240, 240), None, laid), game="zangle")
    assert told(seen) == sorted(shape.size for shape in laid)


def test_large_square_black_cards_are_told_by_their_own_proportions() -> None:
    """As cards longer than broad, turned away, they would show right isosceles triangles."""
    picture = np.full((900, 1300, 3), (140, 155, 165), np.uint8)
    shapes = [shape for n in (1, 4, 4, 4, 5) for shape in free_shapes(lattice_named("iamond"), n)]
    laid = [shapes[0], *(shape for shape in shapes if shape.size == 4)][:4] + [shapes[-1]]
    for number, shape in enumerate(laid):
        place = np.array([230 + 410 * (number % 3), 230 + 420 * (number // 3)], float)
        lie = Lie(place, 5.0 * number - 9, 4.2)
        blank(picture, lie, (28, 26, 26), (70.0, 70.0))
        in_triangles(picture, lie, shape, 14.0, 0.65, BRIGHT[shape.size])
    seen = see(saved(picture, np.random.default_rng(5), 90), game="zangle")
    assert seen.profile == "iamond"
    assert told(seen) == sorted(shape.size for shape in laid)
