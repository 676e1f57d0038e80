"""Bright prints on black cards, as a picture's blocks smear them: the paper round a print is plain all the same."""

from __future__ import annotations

import numpy as np
import pytest

from companion.rules.polyform import Shape
from tests.vision.cards_drawn import BRIGHT, EIGHT, SMALL, Colour, printed, saved
from tests.vision.painting import fill
from tests.vision.scoring import PHOTOS
from tests.vision.sighted import counts
from vision.cards.decks.candidates import one_print
from vision.cards.decks.one_kind import WHY
from vision.cards.first_look import FirstLook, first_look
from vision.cards.scene_config import SceneConfig
from vision.cards.see import see
from vision.cards.spots import PrintSpot
from vision.photo import Pixels, load_photo

SKIN = np.array([120.0, 150.0, 205.0])


def table(quality: int) -> Pixels:
    """Eight cards in two rows, each turned by some degrees, saved as JPEG."""
    picture = SMALL.bare((150, 175, 190))
    for lie, shape in SMALL.laid(EIGHT):
        printed(picture, lie, shape, (26, 24, 24), BRIGHT[shape.size])
    return saved(picture, np.random.default_rng(7), quality)


@pytest.mark.parametrize("quality", [92, 75, 60, 50])
def test_bright_prints_on_black_cards_are_read_however_the_picture_was_saved(quality: int) -> None:
    assert counts(see(table(quality), game="zangle")) == sorted(shape.size for shape in EIGHT)


def test_a_finger_at_the_edge_of_a_print_on_black_still_covers_it() -> None:
    picture = table(92).copy()
    # The card of four triangles in the lower row, its print's right half.
    fill(picture, np.array([[112.0, 380.0], [220.0, 380.0], [220.0, 430.0], [112.0, 430.0]]), SKIN)
    covered = see(saved(picture, np.random.default_rng(8), 75), game="zangle")
    expected = sorted(shape.size for number, shape in enumerate(EIGHT) if number != 4)
    assert counts(covered) == expected


def in_the_dark(table_shade: Colour, shapes: list[Shape]) -> Pixels:
    """Prints on charcoal cards that lie on a table of nearly the same shade: no edge shows."""
    picture = SMALL.bare(table_shade)
    for lie, shape in SMALL.laid(shapes):
        printed(picture, lie, shape, (66, 64, 64), BRIGHT[shape.size])
    return saved(picture, np.random.default_rng(7), 92)


@pytest.mark.parametrize("table_shade", [(64.0, 63.0, 64.0), (62.0, 66.0, 67.0)])
def test_bright_prints_are_read_where_the_edges_of_their_dark_cards_do_not_show(
    table_shade: Colour,
) -> None:
    seen = see(in_the_dark(table_shade, EIGHT), game="zangle")
    read = counts(seen)
    assert len(read) >= 7
    assert all(read.count(size) <= [shape.size for shape in EIGHT].count(size) for size in read)
    assert seen.profile == "iamond"


@pytest.mark.parametrize(("name", "asked"), [("home-000-iamond", False), ("shop-slate-fan-iamond", True)])
def test_bright_prints_are_looked_for_beside_dark_cards_alone(
    monkeypatch: pytest.MonkeyPatch, name: str, asked: bool
) -> None:
    calls = []
    found_in = FirstLook.of_bright_prints

    def noting(look: FirstLook, config: SceneConfig) -> FirstLook:
        calls.append(look)
        return found_in(look, config)

    monkeypatch.setattr(FirstLook, "of_bright_prints", noting)
    see(load_photo(PHOTOS / f"{name}.jpg"), game="zangle")
    assert bool(calls) == asked


def test_one_bright_shape_in_the_dark_is_no_card() -> None:
    """A lamp's reflection, a toy: one kind of shape alone, or two of them, tell no deck."""
    for shapes in (EIGHT[3:4], [EIGHT[0]] * 2, [EIGHT[0]] * 6):
        assert not see(in_the_dark((64.0, 63.0, 64.0), shapes), game="zangle").cards


def test_bright_prints_of_two_kinds_are_named() -> None:
    """They tell no deck, and to pass over them in silence would call the table bare."""
    shapes = [EIGHT[0], EIGHT[4], EIGHT[0], EIGHT[4]]
    seen = see(in_the_dark((62.0, 66.0, 67.0), shapes), game="zangle")
    assert not seen.cards
    assert [place.why for place in seen.unread] == [WHY] * 4


def test_bright_prints_are_looked_for_on_dark_grey_paper_alone() -> None:
    """Purple on navy is red beside its paper."""
    picture = np.full((560, 720, 3), (66, 64, 64), np.uint8)
    picture[:, 360:] = (92, 50, 38)
    triangle = np.array([[-20.0, -12.0], [20.0, -12.0], [0.0, 22.0]])
    for x in (180.0, 540.0):
        fill(picture, triangle + [x, 280.0], np.array([200.0, 90.0, 170.0]))
    config = SceneConfig()
    look = first_look(saved(picture, np.random.default_rng(7), 95), None, config)
    assert {round(float(spot.middle[0]) / 180) for spot in look.of_bright_prints(config).spots} == {1}


@pytest.mark.parametrize(("apart_px", "one"), [(34.0, True), (126.0, False)])
def test_prints_near_each_other_are_of_one_card_and_those_of_two_cards_are_not(
    apart_px: float, one: bool
) -> None:
    """An outline of two cards side by side, and the triangles of a figure that is drawn in lines."""
    outline = np.array([[0.0, 0.0], [252.0, 0.0], [252.0, 176.0], [0.0, 176.0]])
    spots = [
        PrintSpot(np.array([x, 88.0]), (x - 10, 78.0, 20.0, 20.0), 200.0, 1.0, ink=(30.0, 30.0, 200.0))
        for x in (126 - apart_px / 2, 126 + apart_px / 2)
    ]
    assert one_print(outline, spots) is one
