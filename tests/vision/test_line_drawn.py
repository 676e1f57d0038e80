"""Figures of which only the lines are printed: coloured lines on white paper and on black, with their inner lines or
without."""

from __future__ import annotations

from itertools import product

import cv2
import numpy as np
import pytest

from companion.rules.polyform import Shape, free_shapes, lattice_named
from tests.vision.painting import fill
from tests.vision.test_black_cards import INKS, saved
from vision.cards.face.line_drawn import line_drawn
from vision.cards.see import see
from vision.photo import Pixels
from vision.sighting import CardSighting

PX_PER_MM = 1.9
ON_WHITE = {1: (190, 90, 30), 2: (40, 40, 210), 3: (150, 50, 120), 4: (20, 180, 235), 5: (60, 150, 40)}
WHITE, BLACK = (242, 244, 246), (30, 28, 28)
LINES_MM = (0.8, 1.3, 2.4)
WAYS = list(product(LINES_MM, (False, True), (WHITE, BLACK)))
"""How broad the lines are, whether a figure's triangles are drawn or its outline alone, and on which paper."""
Floats = np.ndarray


def figures(profile: str) -> list[Shape]:
    """A figure of each count, and three more of five."""
    lattice = lattice_named(profile)
    return [free_shapes(lattice, size)[0] for size in range(1, 6)] + list(free_shapes(lattice, 5)[1:4])


def table(
    profile: str, paper: tuple[int, int, int], *, line_mm: float, unit_mm: float, inner: bool
) -> Pixels:
    """Eight cards in two rows on a grey table, the outline of each figure drawn, or those of its triangles too."""
    picture = np.full((720, 1280, 3), (150, 150, 152), np.uint8)
    rim = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * (31.5, 44.0)
    for number, shape in enumerate(figures(profile)):
        place = np.array([170 + 300 * (number % 4), 190 + 330 * (number // 4)], float)
        turn = np.radians(17.0 * number)
        spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]]) * PX_PER_MM
        fill(picture, rim @ spin.T + place, np.array(paper, float))
        loop = np.array(shape.outline()[0], float)
        middle = (loop.min(0) + loop.max(0)) / 2
        parts = [Shape(shape.lattice, (one,)) for one in shape.triangles] if inner else [shape]
        for part in parts:
            corners = (np.array(part.outline()[0], float) - middle) * unit_mm
            _draw(
                picture,
                corners @ spin.T + place,
                line_mm * PX_PER_MM,
                (INKS if paper == BLACK else ON_WHITE)[shape.size],
            )
    return saved(picture, np.random.default_rng(5), 92)


def _draw(picture: Pixels, corners: Floats, breadth_px: float, ink: tuple[int, int, int]) -> None:
    """A closed line whose middle goes through corners (n, 2) px, as ink mixes with paper along it."""
    finer = 8
    canvas = np.zeros((picture.shape[0], picture.shape[1]), np.uint8)
    low = np.floor(corners.min(0) - 8).astype(int)
    high = np.ceil(corners.max(0) + 8).astype(int)
    own = np.zeros(((high - low) * finer)[::-1], np.uint8)
    points = np.round((corners - low + 0.5) * finer).astype(np.int32)
    cv2.polylines(own, [points], True, 255, round(breadth_px * finer))
    canvas[low[1] : high[1], low[0] : high[0]] = cv2.resize(
        own, tuple(high - low), interpolation=cv2.INTER_AREA
    )
    share = canvas[..., None] / 255
    picture[:] = np.round(picture * (1 - share) + np.array(ink) * share).astype(np.uint8)


@pytest.mark.parametrize(("line_mm", "inner", "paper"), WAYS, ids=map(str, range(len(WAYS))))
def test_a_deck_drawn_in_lines_is_read(line_mm: float, inner: bool, paper: tuple[int, int, int]) -> None:
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
