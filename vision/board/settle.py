"""The last fraction of a pixel: the grid is moved to the middle of what shows along the sides of its cells."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from vision.board.cells import SIDE, edge_ends
from vision.board.first_look.flanks import REACH, STEP, profiles
from vision.board.flat import Flat
from vision.board.grid.register import View


@dataclass(frozen=True, slots=True)
class SettleConfig:
    """How sides move the grid."""

    reach: float = 0.09
    """How far from its place a side's line may lie, in cells."""
    least_change: float = 6.0
    """Of grey levels between neighbouring samples, for a side to count."""
    play: float = 0.015
    """How far a piece may lie off its place, in cells; farther off it counts less and less."""
    hold: float = 0.3
    """How firmly the grid stays where it was: the weight of this many sides."""
    least: int = 12


def settled(flat: Flat, view: View, config: SettleConfig) -> View:
    """The view with its grid on the middle of the lines, seams and edges that the flat picture shows."""
    change = np.linalg.norm(np.diff(profiles(flat), axis=1), axis=2)
    reach = (np.arange(-REACH, REACH) + 0.5) * STEP
    near = np.abs(reach) < config.reach
    clear = change[:, near].max(1) > config.least_change
    if clear.sum() < config.least:
        return view
    weight = change[:, near] ** 2
    off = (weight @ reach[near] / np.maximum(weight.sum(1), 1e-9))[clear]
    ends = edge_ends()[clear]
    # The view's own board units have y down.
    ends = np.stack([ends[..., 0], SIDE - ends[..., 1]], -1)
    way = ends[:, 1] - ends[:, 0]
    way = way / np.linalg.norm(way, axis=1, keepdims=True)
    across = np.stack([way[:, 1], -way[:, 0]], 1)
    x, y = (ends.mean(1) - SIDE / 2).T
    one, none = np.ones_like(x), np.zeros_like(x)
    field_x = np.stack([x, y, one, none, none, none, -x * x, -x * y], 1)
    field_y = np.stack([none, none, none, x, y, one, -x * y, -y * y], 1)
    system = across[:, :1] * field_x + across[:, 1:] * field_y
    moves = np.zeros(8)
    for _ in range(6):
        rest = off - system @ moves
        trust = 1 / (1 + (rest / config.play) ** 2)
        normal = system.T @ (trust[:, None] * system) + config.hold * np.eye(8)
        moves = np.linalg.solve(normal, system.T @ (trust * off))
    a, b, c, d, e, f, g, h = moves
    middle = np.array([[1, 0, -SIDE / 2], [0, 1, -SIDE / 2], [0, 0, 1.0]])
    bent = np.array([[1 + a, b, c], [d, 1 + e, f], [g, h, 1.0]])
    moved = np.linalg.inv(middle) @ np.linalg.inv(bent) @ middle @ view.matrix
    return replace(view, matrix=moved)
