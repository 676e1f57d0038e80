"""Cells that something lies over in part are told by the rest of them; what lies over them is not believed."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.board.plain_cells import flat_of
from vision.board.cells import NUMBER, SIDE, cell_corners
from vision.board.first_look.behind import PX as PER_SQUARE
from vision.board.first_look.behind import BehindConfig, away, cell_of, closeup, look_behind, unlike
from vision.board.first_look.flanks import FlankConfig, beside_cover, look_at, sampled
from vision.board.first_look.labels import BOARD, GREEN, PETROL, WHITE
from vision.board.first_look.shades import ShadeConfig, shades_of


def _labels() -> list[str]:
    labels = [BOARD] * 64
    for name in ("a1N", "a1E", "b1W", "c3S", "d4N"):
        labels[NUMBER[name]] = PETROL
    for name in ("b2N", "b2E", "c2W", "d1S", "a4W"):
        labels[NUMBER[name]] = GREEN
    return labels


@pytest.mark.parametrize("name", ["b2E", "b2N", "c2W", "c2E"])
def test_a_cell_partly_under_a_finger_has_the_label_of_what_shows(name: str) -> None:
    labels = _labels()
    flat = flat_of(labels, ((4.3, 1.2), (1.6, 1.55), 0.25))
    seen = list(labels)
    hidden = [NUMBER[one] for one in ("b2E", "b2N", "c2W", "c2E", "c2S", "d2W", "d2S", "d2E")]
    asked: list[str | None] = [None if cell in hidden else label for cell, label in enumerate(seen)]
    behind = look_behind(closeup(flat), shades_of(flat, ShadeConfig()), asked, BehindConfig())
    assert behind.labels[NUMBER[name]] in (labels[NUMBER[name]], None)
    assert sum(behind.labels[cell] == labels[cell] for cell in hidden) >= 4


def test_a_colour_beside_a_finger_alone_may_be_its_own_unless_nothing_lies_there() -> None:
    """White pieces all beside the finger look like a hand's own lights; what is known to be plain keeps its label."""
    labels = _labels()
    white = [NUMBER[name] for name in ("b2S", "c2N", "c1N")]
    shown = list(labels)
    for cell in white:
        shown[cell] = WHITE
    flat = flat_of(shown, ((4.3, 1.5), (1.7, 1.5), 0.3))
    hidden = [NUMBER[one] for one in ("b2E", "c2W", "c2E", "c2S", "d2W", "d2S", "d2E", "d2N")]
    asked: list[str | None] = [None if cell in hidden else label for cell, label in enumerate(shown)]
    shades = shades_of(flat, ShadeConfig())
    assert any(set(group) <= set(white) for group in shades.groups)
    plain = sum(1 << cell for cell in (*white, *hidden))
    behind = look_behind(closeup(flat), shades, asked, BehindConfig(), plain)
    assert all(behind.labels[cell] == WHITE for cell in white)
    # A cell without a label is not told by being plain.
    assert behind.labels[NUMBER["c2E"]] in (None, BOARD)
    # It is not even asked how much of it shows.
    wide = flat_of(shown, ((4.3, 1.6), (1.7, 1.6), 0.9))
    behind = look_behind(closeup(wide), shades, asked, BehindConfig(), plain)
    assert all(behind.labels[cell] == WHITE for cell in white)
    alone = look_behind(closeup(flat), shades, asked, BehindConfig())
    assert any(alone.labels[cell] != WHITE for cell in white)


def test_what_is_hidden_whole_stays_covered() -> None:
    labels = _labels()
    flat = flat_of(labels, ((4.4, 1.5), (2.6, 1.5), 0.9))
    hidden = [NUMBER[square + quarter] for square in ("c2", "d2") for quarter in "NESW"]
    asked: list[str | None] = [None if cell in hidden else label for cell, label in enumerate(labels)]
    behind = look_behind(closeup(flat), shades_of(flat, ShadeConfig()), asked, BehindConfig())
    assert all(behind.labels[NUMBER["d2" + quarter]] is None for quarter in "NESW")
    assert behind.hides(np.array([[3.5, 1.5], [0.5, 3.5]])).tolist() == [True, False]


def test_nothing_is_strange_where_nothing_lies() -> None:
    labels = _labels()
    flat = flat_of(labels, None)
    asked: list[str | None] = [None if cell == 5 else label for cell, label in enumerate(labels)]
    behind = look_behind(closeup(flat), shades_of(flat, ShadeConfig()), asked, BehindConfig())
    assert not behind.strange.any()
    assert behind.labels == asked


def test_sides_under_a_finger_are_not_seen_and_the_others_are_as_before() -> None:
    flat = flat_of(_labels(), None)
    values = sampled(flat)
    flanks = look_at(values, FlankConfig())
    beside = beside_cover(values, flanks, lambda places: places[..., 0] > 2.0, FlankConfig())
    ends_right = [k for k, seen in enumerate(beside.seen) if not seen]
    assert 0 < len(ends_right) < 104
    kept = beside.seen & (flanks.line == beside.line)
    assert kept.sum() >= 40


def test_spots_are_like_no_colour_where_they_are_like_none_of_all() -> None:
    dice, config = np.random.default_rng(8), BehindConfig()
    spots = dice.normal([0.333, 0.333, 0.0], [0.03, 0.03, 0.8], (500, 3))
    colours = dice.normal([0.333, 0.333, 0.0], [0.02, 0.02, 0.5], (27, 3))
    far = np.stack([away(spots, colour[None], config)[0][0] for colour in colours])
    told = unlike(spots, colours, config)
    assert 0.1 < told.mean() < 0.9
    assert (told == (far.min(0) > config.apart**2)).all()


def test_every_spot_belongs_to_the_cell_in_which_it_lies() -> None:
    cells = cell_of().reshape(SIDE * PER_SQUARE, -1)
    for row, column in np.random.default_rng(9).integers(0, SIDE * PER_SQUARE, (200, 2)):
        place = np.array([(column + 0.5) / PER_SQUARE, SIDE - (row + 0.5) / PER_SQUARE])
        corners = cell_corners()[cells[row, column]]
        way, off = np.roll(corners, -1, axis=0) - corners, place - corners
        assert (way[:, 0] * off[:, 1] - way[:, 1] * off[:, 0] >= -1e-9).all()
