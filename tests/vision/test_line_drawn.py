"""Figures of which only the lines are printed: coloured lines on white paper and on black, with their inner lines or
without."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from tests.vision.cards_drawn import (
    BLACK,
    BRIGHT,
    DEEP,
    WHITE,
    WIDE,
    Colour,
    blank,
    figures,
    line,
    outline_of,
    saved,
    triangles_of,
)
from vision.cards.face.line_drawn import line_drawn
from vision.cards.see import see
from vision.photo import Pixels
from vision.plane import Floats
from vision.sighting import CardSighting

LINES_MM = (0.8, 1.3, 2.4)
WAYS = list(product(LINES_MM, (False, True), (WHITE, BLACK)))
"""How broad the lines are, whether a figure's triangles are drawn or its outline alone, and on which paper."""


def table(profile: str, paper: Colour, *, line_mm: float, unit_mm: float, inner: bool) -> Pixels:
    """Eight cards in two rows on a grey table, the outline of each figure drawn, or those of its triangles too."""
    picture = WIDE.bare((150, 150, 152))
    for lie, shape in WIDE.laid(figures(profile)):
        blank(picture, lie, paper)
        ink = (BRIGHT if paper == BLACK else DEEP)[shape.size]
        for loop in triangles_of(shape) if inner else [outline_of(shape)]:
            line(picture, lie.px(loop * unit_mm), line_mm * lie.px_per_mm, ink)
    return saved(picture, np.random.default_rng(5), 92)


@pytest.mark.parametrize(("line_mm", "inner", "paper"), WAYS, ids=map(str, range(len(WAYS))))
def test_a_deck_drawn_in_lines_is_read(line_mm: float, inner: bool, paper: Colour) -> None:
    """Each way to draw with one of the two decks, each two choices together in some."""
    profile = ("iamond", "abolo")[sum((LINES_MM.index(line_mm), inner, paper == BLACK)) % 2]
    picture = table(profile, paper, line_mm=line_mm, unit_mm=14.0, inner=inner)
    seen = see(picture, game="zangle")
    assert seen.profile == profile
    expected = figures(profile)
    read = [card for card in seen.cards if isinstance(card, CardSighting)]
    assert len(read) + len(seen.unread) >= 8
    assert len(read) >= 7
    left = {shape.key: [one.key for one in expected].count(shape.key) for shape in expected}
    for card in read:
        assert card.shape is not None
        assert left.get(card.shape.key, 0) > 0
        left[card.shape.key] -= 1


def ring(outer: float, breadth: float) -> Floats:
    """The shares (60, 60) of a square frame of ink about the middle, its outer side and its line in pixels."""
    across = np.abs(np.arange(60) - 29.5)
    away = np.maximum(*np.meshgrid(across, across))
    edge = np.clip(outer / 2 - away + 0.5, 0, 1)
    inside = np.clip(outer / 2 - breadth - away + 0.5, 0, 1)
    return np.asarray(edge - inside, np.float32)


@pytest.mark.parametrize("breadth", [2.0, 3.0, 5.0])
def test_what_is_enclosed_is_filled_up_to_the_middle_of_the_line(breadth: float) -> None:
    drawn = ring(40.0, breadth)
    found = line_drawn(drawn, drawn, drawn)
    assert found is not None
    assert float(found.whole.sum()) ** 0.5 == pytest.approx(40.0 - breadth, abs=0.6)
    assert found.whole[30, 30] == 1
    # The rest of the line lies outside.
    assert found.beyond_px == pytest.approx(breadth / 2, abs=0.3)


def test_what_encloses_next_to_nothing_is_no_line() -> None:
    full = ring(40.0, 20.0)
    speck = full.copy()
    speck[28:32, 28:32] = 0
    for plane in (full, speck, np.zeros_like(full)):
        assert line_drawn(plane, plane, plane) is None


def test_a_line_that_closing_joins_encloses_as_well() -> None:
    """A break in a line, as a glint leaves, is closed as a gap between triangles is."""
    whole = ring(40.0, 3.0)
    broken = whole.copy()
    broken[:, 29:31][:15] = 0
    assert line_drawn(broken, broken, broken) is None
    found = line_drawn(broken, whole, broken)
    assert found is not None
    assert float(found.whole.sum()) ** 0.5 == pytest.approx(37.0, abs=0.6)


def test_white_spots_within_a_figure_are_no_inside_of_lines() -> None:
    """A spot in each triangle encloses much, too; the figure is printed up to its rim all the same."""
    across, down = np.meshgrid(np.arange(60) - 29.5, np.arange(60) - 29.5)
    figure = ring(40.0, 20.0)
    for x, y in ((0, -12), (12, 0), (0, 12), (-12, 0)):
        figure = np.minimum(figure, np.clip(np.hypot(across - x, down - y) - 4.5, 0, 1)).astype(np.float32)
    found = line_drawn(figure, figure, figure)
    assert found is not None
    assert float(found.whole.sum()) ** 0.5 == pytest.approx(40.0, abs=0.6)
    assert found.beyond_px == 0


def test_a_second_ink_within_a_figure_is_no_paper() -> None:
    """Where lines, or triangles of one ink, enclose those of another, it is a picture of two colours."""
    drawn = ring(40.0, 3.0)
    assert line_drawn(drawn, drawn, np.ones_like(drawn)) is None
    assert line_drawn(drawn, drawn, drawn) is not None
