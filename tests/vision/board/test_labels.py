"""Whose colour is whose: under lights of many tints, with glare and shadows."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.board.cells import cell_corners, triangle_of
from vision.board.first_look.cell_labels import cell_labels
from vision.board.first_look.labels import BOARD, GREEN, PETROL, WHITE, LabelConfig, Labelling, label_groups
from vision.board.first_look.pairs import shadowed
from vision.board.first_look.read_config import ReadConfig
from vision.board.first_look.shades import ShadeConfig, Shades, told_apart
from vision.board.flat import inner_points, side_distances

CONFIG = LabelConfig()
Shade = tuple[float, float, float]


def _shades(groups: list[tuple[int, Shade]]) -> Shades:
    """Cells of plain colours, so many of each, one after another."""
    values = np.concatenate([np.tile(shade, (count, 1)) for count, shade in groups])
    ends = np.cumsum([0, *(count for count, _ in groups)])
    cells = tuple(tuple(range(a, b)) for a, b in pairwise(ends))
    cells = tuple(sorted(cells, key=lambda group: -len(group)))
    dark = np.zeros((64, len(inner_points(0.055)[0])), bool)
    return Shades(values, np.zeros(64), cells, dark, np.zeros(64), np.zeros(64, bool))


lights = st.tuples(st.floats(0.30, 0.38), st.floats(-0.012, 0.012), st.floats(1.5, 3.0))


def _beside(light: tuple[float, float, float], off: Shade, strength: float = 1.0) -> Shade:
    """A colour under this light, given beside white; the light's blue falls as its red rises, as daylight's does."""
    red, odd, bright = light
    blue = 0.333 - 1.1 * (red - 0.335) + odd
    return red + strength * off[0], blue + strength * off[1], bright + off[2]


@settings(deadline=None, max_examples=40)
@given(light=lights, strength=st.floats(0.7, 1.2))
def test_colours_are_told_under_any_light(light: tuple[float, float, float], strength: float) -> None:
    shades = _shades(
        [
            (20, _beside(light, CONFIG.petrol, strength)),
            (17, _beside(light, CONFIG.green, strength)),
            (10, _beside(light, (0.0, 0.0, 0.0))),
            (17, _beside(light, (0.1, -0.05, -1.9))),
        ]
    )
    labels = [cell_labels(shades, one, ReadConfig()) for one in label_groups(shades, CONFIG)]
    assert any(
        found[0] == PETROL and found[20] == GREEN and found[37] == WHITE and found[47] == BOARD
        for found in labels
    )


@settings(deadline=None, max_examples=40)
@given(light=lights)
def test_a_white_board_is_no_white_piece(light: tuple[float, float, float]) -> None:
    shades = _shades(
        [
            (44, _beside(light, (0.0, 0.0, 0.0))),
            (10, _beside(light, CONFIG.petrol)),
            (10, _beside(light, CONFIG.green)),
        ]
    )
    best = cell_labels(shades, label_groups(shades, CONFIG)[0], ReadConfig())
    assert best[44] == PETROL
    assert best[54] == GREEN
    assert best[0] in (WHITE, BOARD)


@settings(deadline=None, max_examples=40)
@given(light=lights)
def test_a_piece_that_glare_washes_out_is_still_its_owners(light: tuple[float, float, float]) -> None:
    washed = _beside(light, (CONFIG.petrol[0] * 0.3, CONFIG.petrol[1] * 0.3, -1.3))
    shades = _shades(
        [
            (40, _beside(light, (0.0, 0.0, -0.1))),
            (12, _beside(light, CONFIG.petrol)),
            (10, _beside(light, CONFIG.green)),
            (2, washed),
        ]
    )
    assert any(cell_labels(shades, one, ReadConfig())[62] == PETROL for one in label_groups(shades, CONFIG))


def test_a_shadow_is_darker_and_no_redder() -> None:
    lit = np.array([0.33, 0.34, 2.5])
    assert shadowed(lit, lit + [-0.02, 0.02, -0.6])
    assert shadowed(lit + [-0.02, 0.02, -0.6], lit)
    assert not shadowed(lit, lit + [0.05, -0.04, -0.6])
    assert not shadowed(lit, lit + [-0.12, 0.09, -2.1])


def test_distances_to_sides_are_those_of_the_points() -> None:
    away = side_distances(0.055)
    for cell in (0, 1, 2, 3, 37):
        corners = cell_corners()[cell]
        assert np.allclose(corners, np.array(triangle_of(cell)) / 2)
        for side in range(3):
            start, end = corners[side], corners[(side + 1) % 3]
            way = (end - start) / np.linalg.norm(end - start)
            off = inner_points(0.055)[cell] - start
            true = np.abs(off[:, 0] * way[1] - off[:, 1] * way[0])
            assert np.abs(true - away[:, side]).max() < 0.02


def test_a_gap_between_tints_is_seen_past_cells_in_shade() -> None:
    rng = np.random.default_rng(7)
    board = np.array([0.278, 0.378, 2.05]) + rng.normal(0, 0.0005, (30, 3))
    white = np.array([0.2905, 0.378, 2.2]) + rng.normal(0, 0.0005, (10, 3))
    shaded = np.array([[0.282, 0.378, 1.6], [0.2865, 0.378, 1.8]])
    other = np.array([0.32, 0.378, 1.3]) + rng.normal(0, 0.0005, (8, 3))
    values = np.concatenate([board, white, shaded, other])
    parts = [set(part) for part in told_apart(tuple(range(50)), values, ShadeConfig())]
    assert len(parts) == 3
    assert sum(set(range(30)) <= part for part in parts) == 1
    assert sum(set(range(30, 40)) <= part for part in parts) == 1
    assert set(range(42, 50)) in parts


def _clearest(along: np.ndarray, config: ShadeConfig) -> float:
    """How clear the clearest gap in sorted tints is, cut by cut."""
    count, best = len(along), 0.0
    for below in range(config.gap_cells, count - config.gap_cells + 1):
        for between in range((config.between if count >= config.between_of else 0) + 1):
            above = below + between
            if above > count - config.gap_cells or along[above] - along[below - 1] <= config.gap:
                continue
            spread = along[:below].var() * below + along[above:].var() * (count - above)
            clear = (along[above] - along[below - 1]) / (np.sqrt(spread / count) + 0.0008)
            best = max(best, clear / config.between_share**between)
    return best


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6))
def test_tints_are_parted_where_some_gap_among_all_is_clear(seed: int) -> None:
    rng = np.random.default_rng(seed)
    count, config = int(rng.integers(6, 65)), ShadeConfig()
    values = rng.normal(0.33, rng.choice([0.001, 0.003]), (count, 3))
    values[: int(rng.integers(0, count)), 0] += rng.uniform(0, 0.03)
    angles = np.arange(12) * np.pi / 12
    along = np.sort(values[:, :2] @ np.stack([np.cos(angles), np.sin(angles)]), axis=0)
    clear = max(_clearest(row, config) for row in along.T)
    parts = told_apart(tuple(range(count)), values, config)
    assert sorted(cell for part in parts for cell in part) == list(range(count))
    assert (len(parts) > 1) == (clear > config.gap_share)


def test_a_sheen_that_grows_from_piece_to_piece_leaves_the_last_one_open() -> None:
    """It is more like the board than like its colour in the shade, and like neither so much as the piece beside it."""
    pale, paler = (0.301, 0.32, 1.42), (0.335, 0.302, 2.19)
    groups = [
        (21, (0.238, 0.355, 0.89)),
        (19, (0.385, 0.2, 1.5)),
        (20, (0.363, 0.295, 2.72)),
        (3, pale),
        (1, paler),
    ]
    found = [one.labels for one in label_groups(_shades(groups), CONFIG)]
    assert _shades(groups).groups[3:] == ((60, 61, 62), (63,))
    assert found[0][3] == PETROL
    assert any(labels[3:] == (PETROL, PETROL) for labels in found)
    # Nothing beside it shines: then it is no petrol.
    alone = label_groups(_shades([*groups[:2], (23, groups[2][1]), (1, paler)]), CONFIG)
    assert all(one.labels[3] != PETROL for one in alone)


def test_a_hand_that_hides_most_of_the_board_is_not_the_board() -> None:
    shades = _shades(
        [
            (22, (0.374, 0.295, 2.2)),
            (14, (0.32, 0.355, 0.1)),
            (10, (0.312, 0.35, 3.1)),
            (10, (0.2, 0.46, 1.1)),
            (8, (0.34, 0.25, 2.1)),
        ]
    )
    shades.mixed[:22] = 0.35
    labels = cell_labels(shades, Labelling((BOARD, BOARD, WHITE, PETROL, GREEN), 0.0), ReadConfig())
    assert labels[:22] == [None] * 22
    assert labels[22:36] == [BOARD] * 14


def test_where_a_window_shines_on_the_board_it_is_still_the_board() -> None:
    groups = [
        (30, (0.402, 0.307, 0.9)),
        (15, (0.357, 0.343, 1.4)),
        (10, (0.311, 0.366, 2.9)),
        (9, (0.25, 0.43, 0.85)),
    ]
    found = cell_labels(_shades(groups), Labelling((BOARD, BOARD, WHITE, PETROL), 0.0), ReadConfig())
    assert found[30:45] == [BOARD] * 15
    groups[1] = (15, (0.402, 0.343, 1.4))
    found = cell_labels(_shades(groups), Labelling((BOARD, BOARD, WHITE, PETROL), 0.0), ReadConfig())
    assert found[30:45] == [None] * 15


def test_the_board_is_where_nothing_lies_though_a_hand_keeps_to_the_cells() -> None:
    """A dark hand over whole cells is as clean as the board, which lies in its shadow: only the second look tells."""
    hand, board = (12, (0.374, 0.295, 0.6)), (11, (0.32, 0.355, 0.1))
    shades = _shades([hand, board, (12, (0.312, 0.35, 3.1)), (15, (0.2, 0.46, 1.1)), (14, (0.34, 0.25, 2.1))])
    board_cells = [cell for cell in range(64) if shades.values[cell, 2] == 0.1]
    hand_cells = [cell for cell in range(64) if shades.values[cell, 2] == 0.6]
    plain = sum(1 << cell for cell in range(64) if cell not in hand_cells)
    kinds = {0.6: BOARD, 0.1: BOARD, 3.1: WHITE, 1.1: PETROL, 2.1: GREEN}
    labelling = Labelling(tuple(kinds[shades.values[group[0], 2]] for group in shades.groups), 0.0)
    found = cell_labels(shades, labelling, ReadConfig())
    assert all(found[cell] is None for cell in board_cells)
    found = cell_labels(shades, labelling, ReadConfig(), plain)
    assert all(found[cell] == BOARD for cell in board_cells)
    assert all(found[cell] is None for cell in hand_cells)


def test_mixed_cells_keep_their_labels_where_nothing_lies() -> None:
    groups = [
        (30, (0.32, 0.355, 2.1)),
        (13, (0.2, 0.46, 1.1)),
        (11, (0.34, 0.25, 2.1)),
        (10, (0.312, 0.35, 3.1)),
    ]
    labelling = Labelling((BOARD, PETROL, GREEN, WHITE), 0.0)
    shades = _shades(groups)
    shades.mixed[:8] = 0.5
    assert cell_labels(shades, labelling, ReadConfig())[:8] == [None] * 8
    found = cell_labels(shades, labelling, ReadConfig(), 0b1111)
    assert found[:8] == [BOARD] * 4 + [None] * 4
