"""How a table lies under few cards, against the cameras that the cards are drawn by."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.plane import Floats, apply, quad_area, rectangle
from vision.taught.levelling import Table, table_of
from vision.taught.viewing import ViewConfig, table_under, viewed

SIZE = 1280, 720
CARD = 63.0, 88.0


def scene(
    rng: np.random.Generator, tilt_deg: float, turn_deg: float, focal: float
) -> tuple[list[Floats], list[Floats]]:
    """The corners (4, 2) px of cards in any turn near one spot of a table, and of others all over it."""
    tilt, turn = np.radians([tilt_deg, turn_deg])
    deep = focal * SIZE[0]
    spin = np.array([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1]])
    lean = np.array([[1, 0, 0], [0, np.cos(tilt), -np.sin(tilt)], [0, np.sin(tilt), np.cos(tilt)]])
    stands = (spin @ lean)[:, :2] * 0.9 / 520
    to_px = np.array([[deep, 0, SIZE[0] / 2], [0, deep, SIZE[1] / 2], [0, 0, 1]]) @ np.column_stack(
        [stands * focal / 0.9, [0, 0, 1.0]]
    )

    def lying(middle: Floats) -> Floats:
        angle = rng.uniform(0, 2 * np.pi)
        way = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
        return apply(to_px, rectangle(CARD, (-CARD[0] / 2, -CARD[1] / 2)) @ way + middle)

    spot = rng.uniform([-150, -60], [150, 60])
    near = [lying(spot + rng.uniform(-110, 110, 2)) for _ in range(5)]
    far = [lying(rng.uniform([-220, -110], [220, 110])) for _ in range(12)]
    return near, far


def shaken(rng: np.random.Generator, cards: list[Floats], share: float) -> list[Floats]:
    """Corners off by such a share of each card's size."""
    return [card + rng.normal(0, share * np.sqrt(abs(quad_area(card))), (4, 2)) for card in cards]


def unequal(table: Table, cards: list[Floats]) -> float:
    """The largest card's size on a table over the smallest's, as which both were drawn equal."""
    sizes = [float(np.sqrt(abs(quad_area(table.laid(card))))) for card in cards]
    return max(sizes) / min(sizes)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6), st.floats(0, 45), st.floats(0, 360), st.floats(0.7, 1.2))
def test_a_table_is_found_exactly_from_exact_cards(
    seed: int, tilt_deg: float, turn_deg: float, focal: float
) -> None:
    """Whatever the lens: but where the camera stands straight above, which tells no focal length."""
    rng = np.random.default_rng(seed)
    near, far = scene(rng, tilt_deg, turn_deg, focal)
    view = viewed(near, SIZE, ViewConfig(focal_play=3.0))
    assert view is not None
    assert unequal(view.table, far) < 1.01
    assert view.proportion == pytest.approx(CARD[0] / CARD[1], rel=0.01)
    assert view.off.max() < 0.004


@pytest.mark.parametrize(("tilt_deg", "share"), [(10.0, 0.9), (25.0, 0.6), (40.0, 0.6)])
def test_few_cards_tell_the_tilt_by_their_shapes(tilt_deg: float, share: float) -> None:
    """Corners are off as those of cards that were read: areas alone tell much less."""
    shapes, areas = [], []
    for seed in range(30):
        rng = np.random.default_rng(seed)
        near, far = scene(rng, tilt_deg, float(rng.uniform(0, 360)), float(rng.uniform(0.75, 1.1)))
        known = shaken(rng, near, 0.01)
        by_shapes, by_areas = table_under(known, SIZE, ViewConfig()), table_of(known, SIZE)
        assert by_shapes is not None
        shapes.append(unequal(by_shapes, far))
        areas.append(9.0 if by_areas is None else unequal(by_areas, far))
    assert np.median(shapes) < 1.05
    assert np.quantile(shapes, 0.9) < 1.16
    assert np.median(shapes) - 1 < share * (np.median(areas) - 1)


def test_one_that_is_no_card_changes_little() -> None:
    rng = np.random.default_rng(3)
    near, far = scene(rng, 30.0, 40.0, 0.9)
    known = shaken(rng, [*near, *far[:3]], 0.006)
    known[2] = known[2].mean(0) + 1.3 * (known[2] - known[2].mean(0))
    view = viewed(known, SIZE, ViewConfig())
    assert view is not None
    assert unequal(view.table, far) < 1.04
    assert int(view.off.argmax()) == 2


def test_too_few_cards_tell_nothing_by_their_shapes() -> None:
    near, _ = scene(np.random.default_rng(1), 20.0, 0.0, 0.9)
    assert viewed(near[:2], SIZE, ViewConfig()) is None
    assert viewed([], SIZE, ViewConfig()) is None
    assert table_under([], SIZE, ViewConfig()) is None
    lone = table_under(near[:1], SIZE, ViewConfig())
    assert lone is not None
    assert abs(quad_area(lone.laid(near[0]))) == pytest.approx(1.0, rel=0.05)
