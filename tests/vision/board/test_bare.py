"""The shadows in the hollows beside pieces, told side by side."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.vision.board.grounds import empty_ground
from vision.board.cells import edges
from vision.board.first_look.bare import BareConfig, Ground, by_hollows, walls

CONFIG = BareConfig()


def _of(seed: int) -> Ground:
    """A board with players' pieces here and there, of which some sides are hidden."""
    dice = np.random.default_rng(seed)
    cells = sum(1 << cell for cell in range(64) if dice.random() < 0.7)
    falls = dice.normal(0, dice.choice([0.01, 0.05]), (len(edges()), 2))
    seen, white = dice.random(len(edges())) < 0.9, dice.normal(0, 1, 64)
    return replace(empty_ground(np.zeros(len(edges()))), cells=cells, falloff=falls, seen=seen, white=white)


def _says(fall: float, face: float, darker: float) -> tuple[float, float, float]:
    """What one side says for a white piece, for a bare cell beside a wall, and for one beside none."""
    same = np.exp(-0.5 * (fall / face) ** 2) / (face * np.sqrt(2 * np.pi))
    other = np.exp(-abs(fall) / CONFIG.uneven) / CONFIG.uneven
    out = []
    for even, dark in (
        (CONFIG.even, (1 - CONFIG.even) / 2),
        (1 - CONFIG.lighter - darker, darker),
        (1 - CONFIG.lighter - CONFIG.darker[1], CONFIG.darker[1]),
    ):
        out.append(float(np.log(even * same + (dark if fall < 0 else 1 - even - dark) * other)))
    return out[0], out[1], out[2]


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10**6))
def test_hollows_say_of_two_cells_what_each_says_of_itself(seed: int) -> None:
    ground = _of(seed)
    found = walls(ground, CONFIG)
    for k, edge in enumerate(edges()):
        both = all(cell >= 0 and ground.cells >> cell & 1 for cell in (edge.left, edge.right))
        if not both or not ground.seen[k]:
            assert not found[k].any()
            continue
        left, right = (_says(float(fall), ground.face, CONFIG.darker[0]) for fall in ground.falloff[k])
        for is_left in (0, 1):
            for is_right in (0, 1):
                say = left[0 if is_left else 1 + (not is_right)] + right[0 if is_right else 1 + (not is_left)]
                assert found[k, is_left, is_right] == pytest.approx(say - left[2] - right[2])


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10**6))
def test_hollows_beside_players_pieces_and_the_rim_are_as_dark_as_the_photo_has_them(seed: int) -> None:
    ground, share = _of(seed), CONFIG.darker[0]
    sides = [
        (cell, other, float(ground.falloff[k, number]))
        for k, edge in enumerate(edges())
        for number, (cell, other) in enumerate([(edge.left, edge.right), (edge.right, edge.left)])
        if ground.seen[k] and cell >= 0 and ground.cells >> cell & 1
        if other < 0 or not ground.cells >> other & 1
    ]
    say = np.zeros(64)
    for _ in range(3):
        say[:] = 0.0
        for cell, other, fall in sides:
            white, wall, free = _says(fall, ground.face, share)
            say[cell] += white - (wall if other >= 0 else free)
        bare = 1 / (1 + np.exp(np.clip(say + ground.white + CONFIG.rare, -9, 9)))
        beside = [(cell, fall) for cell, other, fall in sides if other >= 0]
        dark = sum(bare[cell] for cell, fall in beside if fall < -2 * ground.face)
        share = (dark + CONFIG.usual * CONFIG.darker[0]) / (sum(bare[c] for c, _ in beside) + CONFIG.usual)
        share = min(share, CONFIG.most_dark)
    assert by_hollows(ground, CONFIG) == pytest.approx(say)
