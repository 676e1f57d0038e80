"""What shines and what is of a lighter white; and what seems bare although the lines between do not show."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from tests.vision.board.grounds import empty_ground
from vision.board.cells import CELLS, NUMBER, cell_corners, edges
from vision.board.first_look.bare import BareConfig, by_hollows
from vision.board.first_look.glare import GlareConfig, glaring, tinted
from vision.board.first_look.labels import PETROL, WHITE
from vision.board.first_look.likely import LikelyConfig
from vision.board.first_look.shades import Shades
from vision.board.first_look.whites import WhiteConfig, choose_whites

PIECES = ("a3E", "a3S", "b3N", "b3W", "b4S", "c1N", "d4N", "a1S")


def _shades(lighter: np.ndarray) -> Shades:
    """A board that is all of one white, under a light that falls off by a third across it."""
    values = np.tile([0.333, 0.333, 2.0], (64, 1))
    values[:, 2] += 0.08 * cell_corners().mean(1)[:, 0] + lighter
    return Shades(
        values, np.zeros(64), (tuple(range(64)),), np.zeros((64, 1), bool), np.zeros(64), np.zeros(64, bool)
    )


def test_pieces_of_a_lighter_white_do_not_shine_however_uneven_the_light() -> None:
    lighter = np.zeros(64)
    lighter[[NUMBER[name] for name in PIECES]] = 0.5
    assert glaring(_shades(lighter), [WHITE] * 64, GlareConfig()) == 0


def test_a_lamps_reflection_shines() -> None:
    away = np.linalg.norm(cell_corners().mean(1) - [3.2, 3.1], axis=1)
    found = glaring(_shades(0.9 * np.exp(-0.5 * (away / 0.5) ** 2)), [WHITE] * 64, GlareConfig())
    assert found >> NUMBER["d4S"] & 1
    assert found >> NUMBER["d4W"] & 1
    assert not found >> NUMBER["a1N"] & 1


def test_white_in_which_a_colour_is_left_may_be_that_colour_shining() -> None:
    shades = _shades(np.zeros(64))
    labels: list[str | None] = [WHITE] * 64
    for cell in range(8):
        labels[cell] = PETROL
        shades.values[cell, :2] = (0.23, 0.44)
    shades.values[NUMBER["d3N"], :2] = (0.333 - 0.012, 0.333 + 0.013)
    shades.values[NUMBER["d3E"], :2] = (0.333 + 0.012, 0.333 - 0.013)
    shades.values[NUMBER["c3E"], :2] = (0.333 - 0.003, 0.333 + 0.003)
    assert tinted(shades, labels, GlareConfig()) == 1 << NUMBER["d3N"]


def test_where_many_lines_are_missing_no_bare_cell_is_believed() -> None:
    dice = np.random.default_rng(5)
    lined = 3.0 + dice.normal(0, 0.03, len(edges()))
    whole = choose_whites(empty_ground(lined), WhiteConfig(), LikelyConfig())[0]
    assert whole.spots == ()
    assert whole.unlined == 0
    few, many = lined.copy(), lined.copy()
    inner = [k for k, edge in enumerate(edges()) if edge.right >= 0]
    few[inner[:2]] = 0.0
    many[inner[: len(inner) // 3]] = 0.0
    some = choose_whites(empty_ground(few), WhiteConfig(), LikelyConfig())[0].unlined
    assert 2 <= some.bit_count() <= 4
    assert choose_whites(empty_ground(many), WhiteConfig(), LikelyConfig())[0].unlined.bit_count() == 64


def test_where_every_hollow_is_dark_cells_are_still_judged() -> None:
    """As under a low light beside thick pieces: the share of dark hollows that a photo shows of itself is near 1."""
    bare = sum(1 << NUMBER[name] for name in CELLS if name[2] in "NS")
    falloff = np.full((len(edges()), 2), -0.2)
    # Beside one piece the board is even.
    falloff[[k for k, edge in enumerate(edges()) if NUMBER["b3E"] in (edge.left, edge.right)]] = 0.001
    dark = replace(empty_ground(np.zeros(len(edges()))), cells=bare, falloff=falloff, face=0.003)
    say = by_hollows(dark, BareConfig())
    assert np.isfinite(say).all()
    assert say.min() < -1
    level = replace(dark, falloff=np.zeros((len(edges()), 2)))
    assert by_hollows(level, BareConfig()).max() > 0
