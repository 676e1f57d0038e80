"""Simple figures as data: filled loops and thick lines in a box from -1 to 1, drawn at any place and size."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import cos, pi, radians, sin

from companion.printing.pen import Pen, Xy, regular, rotated

Loop = tuple[Xy, ...]
ROUND = 48
"""Sides of what looks round."""


@dataclass(frozen=True, slots=True)
class Layer:
    """One step of a drawing: a loop to fill, or with a width an open line to stroke with round ends.

    `light` is drawn in the ground's colour instead of the figure's own.
    """

    points: Loop
    width: float = 0.0
    light: bool = False


Figure = tuple[Layer, ...]


def draw_figure(pen: Pen, figure: Figure, centre: Xy, size_mm: float, colour: str, ground: str) -> None:
    """Draw a figure whose box is `size_mm` wide around `centre`."""
    half = size_mm / 2
    for layer in figure:
        points = [(centre[0] + x * half, centre[1] + y * half) for x, y in layer.points]
        paint = ground if layer.light else colour
        if layer.width:
            pen.lines(pairwise(points), paint, layer.width * half, round_ends=True)
        else:
            pen.fill([points], paint)


def ellipse(centre: Xy, across: float, down: float) -> Loop:
    """A closed loop around a centre, with its half axes."""
    return tuple((centre[0] + x * across, centre[1] + y * down) for x, y in regular(ROUND, (0.0, 0.0), 1.0))


def disc(centre: Xy, radius: float) -> Loop:
    """A round loop."""
    return ellipse(centre, radius, radius)


def box(left: float, top: float, right: float, bottom: float) -> Loop:
    """A rectangle."""
    return (left, top), (right, top), (right, bottom), (left, bottom)


def arc(centre: Xy, radius: float, start: float, end: float) -> Loop:
    """Points from one angle to another in degrees, counted from the right and downwards."""
    turns = (radians(start + (end - start) * step / ROUND) for step in range(ROUND + 1))
    return tuple((centre[0] + radius * cos(t), centre[1] + radius * sin(t)) for t in turns)


def star(points: int, inner: float, *, radius: float = 1.0) -> Loop:
    """A star with so many points, the first one up; `inner` is the radius between them."""
    outer = regular(points, (0.0, 0.0), radius)
    between = regular(points, (0.0, 0.0), inner, pi / points)
    return tuple(corner for pair in zip(outer, between, strict=True) for corner in pair)


def mirrored(points: Iterable[Xy]) -> Loop:
    """The same, left for right."""
    return tuple((-x, y) for x, y in points)


def turned(figure: Sequence[Layer], degrees: float) -> Figure:
    """A figure turned about its middle."""
    return tuple(Layer(rotated(layer.points, radians(degrees)), layer.width, layer.light) for layer in figure)


SYMBOLS: dict[str, Figure] = {
    "red": (Layer(((0.0, -0.86), (0.98, 0.84), (-0.98, 0.84))),),
    "blue": (Layer(box(-0.8, -0.8, 0.8, 0.8)),),
    "yellow": (Layer(star(8, 0.58)),),
    "green": (Layer((*arc((-0.62, 0.0), 1.18, -58, 58), *arc((0.62, 0.0), 1.18, 122, 238))),),
}
"""What stands for a colour beside the colour itself: a triangle, a square, a sun, a leaf."""
