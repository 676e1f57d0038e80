"""Laying a shape on a card: as large as the whole deck allows, turned to where it fits, clear of the rest."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import floor, inf, radians

import numpy as np
from numpy.typing import NDArray

from companion.printing.pen import Xy, rotated
from companion.rules.polyform import Shape

TURN_STEP_DEGREES = 15
"""Shapes are turned by multiples of this; finer steps look careless and gain 3 to 6 % in size."""
SAMPLES_A_SIDE = 24


@dataclass(frozen=True, slots=True)
class Room:
    """Where a centred shape may lie on a card, in millimetres.

    `size` is the card's, `edge` the paper kept along its rim. `kept` are rectangles (left, top,
    right, bottom) from the card's top left corner, clearance included, that reach the rim.
    """

    size: Xy
    edge: float
    kept: tuple[tuple[float, float, float, float], ...]

    def largest(self, points: NDArray[np.float64]) -> float:
        """By how much centred points (n, 2) can be stretched before the first leaves the room."""
        half = np.array(self.size) / 2
        with np.errstate(divide="ignore"):
            limit = float(((half - self.edge) / np.abs(points)).min())
            for left, top, right, bottom in self.kept:
                # A rectangle in a corner of the card is only reached where both coordinates reach it.
                sign = np.array([-1.0 if left <= 0 else 1.0, -1.0 if top <= 0 else 1.0])
                near = np.abs(np.array([right if left <= 0 else left, bottom if top <= 0 else top]) - half)
                towards = points * sign
                reach = np.where(towards > 0, near / np.where(towards > 0, towards, 1.0), inf)
                limit = min(limit, float(reach.max(axis=1).min()))
        return limit


@dataclass(frozen=True, slots=True)
class Pose:
    """How a shape lies: turned, then its bounding box centred on the card, then scaled."""

    degrees: int
    shift: Xy

    def place(self, points: Iterable[Xy], unit_mm: float, centre: Xy) -> tuple[Xy, ...]:
        """Points in the shape's unit lengths (y upwards) as millimetres on the card (y downwards)."""
        upright = rotated(((x, -y) for x, y in points), radians(self.degrees))
        return tuple(
            (centre[0] + (x + self.shift[0]) * unit_mm, centre[1] + (y + self.shift[1]) * unit_mm)
            for x, y in upright
        )


def _outline_points(shape: Shape) -> NDArray[np.float64]:
    along = np.linspace(0.0, 1.0, SAMPLES_A_SIDE, endpoint=False)[:, None]
    sides = [
        np.array(start) * (1 - along) + np.array(end) * along
        for loop in shape.outline()
        for start, end in zip(loop, (*loop[1:], loop[0]), strict=True)
    ]
    return np.concatenate(sides)


@lru_cache(maxsize=1024)
def poses(shape: Shape, room: Room) -> tuple[tuple[float, Pose], ...]:
    """Every pose with the largest unit length in millimetres that it allows, in order of turning."""
    points = _outline_points(shape)
    found = []
    for degrees in range(0, 360, TURN_STEP_DEGREES):
        turned = np.array(rotated(((x, -y) for x, y in points), radians(degrees)))
        middle = (turned.max(axis=0) + turned.min(axis=0)) / 2
        shift = (-float(middle[0]), -float(middle[1]))
        found.append((room.largest(turned - middle), Pose(degrees, shift)))
    return tuple(found)


def common_unit(shapes: Iterable[Shape], room: Room) -> float:
    """The unit length in millimetres that fits every shape in its best pose, down to a quarter of one."""
    largest = min(max(unit for unit, _ in poses(shape, room)) for shape in shapes)
    return floor(largest * 4) / 4


def best_pose(shape: Shape, room: Room, unit_mm: float) -> Pose:
    """The pose for a shape at a unit length that fits: upright where it can be, else with most room."""
    fitting = [(unit, pose) for unit, pose in poses(shape, room) if unit >= unit_mm]
    upright = [(unit, pose) for unit, pose in fitting if pose.degrees % 90 == 0]
    return _roomiest(upright or fitting)


def _roomiest(found: Sequence[tuple[float, Pose]]) -> Pose:
    # Rounded, so that poses that are mirror images of one another do not swap between machines.
    return max(found, key=lambda pair: (round(pair[0], 6), -pair[1].degrees))[1]
