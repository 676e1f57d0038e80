"""Cards printed in the colour of their count all over, the shape left white."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.cards_drawn import SMALL, figures, printed, saved
from tests.vision.sighted import counts
from vision.cards.face.ink import left_white
from vision.cards.see import see
from vision.photo import Pixels

PLATES = {1: (170, 90, 30), 2: (45, 40, 200), 3: (120, 45, 100), 4: (20, 150, 200), 5: (60, 130, 30)}
"""Blue, green and red of each count's card."""


def table(profile: str, lamp: tuple[float, float, float] = (1, 1, 1)) -> Pixels:
    """Eight cards in two rows on a grey table, in a light of some colour."""
    picture = SMALL.bare((150, 150, 152))
    for lie, shape in SMALL.laid(figures(profile)):
        printed(picture, lie, shape, PLATES[shape.size], (244, 246, 246))
    return saved(np.asarray(picture * np.array(lamp), np.uint8), np.random.default_rng(7), 92)


@pytest.mark.parametrize("lamp", [(1.0, 1.0, 1.0), (0.7, 0.9, 1.0)], ids=["day", "lamp"])
@pytest.mark.parametrize("profile", ["iamond", "abolo"])
def test_a_shape_left_white_counts_by_the_colour_of_its_card(
    profile: str, lamp: tuple[float, float, float]
) -> None:
    seen = see(table(profile, lamp), game="zangle")
    read, there = counts(seen), [1, 2, 3, 4, 5, 5, 5, 5]
    assert seen.profile == profile
    assert len(read) >= 7
    assert all(read.count(size) <= there.count(size) for size in read)


@pytest.mark.parametrize(
    ("ink", "paper", "white"),
    [
        ((0.95, 0.95, 0.93), (0.4, 0.1, 0.02), True),
        ((0.1, 0.6, 0.95), (0.03, 0.02, 0.02), False),
        ((0.05, 0.1, 0.7), (0.9, 0.9, 0.88), False),
        ((0.95, 0.8, 0.1), (0.3, 0.12, 0.08), False),
        ((0.9, 0.75, 0.6), (0.05, 0.25, 0.5), True),
        ((0.05, 0.05, 0.05), (0.4, 0.1, 0.02), False),
        ((0.95, 0.8, 0.25), (0.2, 0.1, 0.02), False),
    ],
    ids=[
        "white on blue",
        "blue on black",
        "red on white",
        "yellow on navy",
        "white on yellow in a warm light",
        "black on blue",
        "yellow on dark blue",
    ],
)
def test_what_is_left_white_is_lighter_all_through_and_less_coloured(
    ink: tuple[float, float, float], paper: tuple[float, float, float], white: bool
) -> None:
    """Inks as they are, red first; papers blue first."""
    colour = np.array(ink) / np.array(paper)[::-1]
    assert left_white(colour, np.array(paper)) is white
