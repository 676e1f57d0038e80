"""Cards drawn from one paper and figures of ink, each lying where it is laid on a table of one shade."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np

from companion.rules.polyform import Shape, free_shapes, lattice_named
from tests.vision.painting import fill
from vision.photo import Pixels
from vision.plane import Floats, rectangle

Colour = tuple[float, float, float]
"""Blue, green, red, 0..255."""
CARD_MM = (63.0, 88.0)
BRIGHT = {1: (255, 180, 39), 2: (78, 47, 255), 3: (255, 75, 195), 4: (42, 240, 255), 5: (106, 255, 43)}
"""Each count's ink on black."""
DEEP = {1: (190, 90, 30), 2: (40, 40, 210), 3: (150, 50, 120), 4: (20, 180, 235), 5: (60, 150, 40)}
"""Each count's ink on white."""
WHITE, BLACK = (242, 244, 246), (30, 28, 28)
EIGHT = [shape for n in (1, 2, 3, 4, 5) for shape in free_shapes(lattice_named("iamond"), n)][:8]
"""The eight smallest figures of equal-sided triangles."""


@dataclass(frozen=True, slots=True)
class Lie:
    """How a card lies: about which middle (2,) px, turned by how much, and how large."""

    middle_px: Floats
    turn_deg: float
    px_per_mm: float

    def px(self, places_mm: Floats) -> Floats:
        """Places (n, 2) about the card's middle, in the picture."""
        a = np.radians(self.turn_deg)
        spin = np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]])
        return np.asarray(places_mm * self.px_per_mm @ spin.T + self.middle_px)


@dataclass(frozen=True, slots=True)
class Table:
    """Cards in rows of four, each turned farther than the one before."""

    size_px: tuple[int, int]
    """Height, width."""
    first_px: tuple[float, float]
    step_px: tuple[float, float]
    turned_deg: tuple[float, float]
    """The first card, and each farther than the one before."""
    px_per_mm: float

    def bare(self, shade: Colour) -> Pixels:
        """The table without cards."""
        return np.full((*self.size_px, 3), shade, np.uint8)

    def lie(self, number: int) -> Lie:
        """How a card lies there, counted from 0."""
        along = np.array([number % 4, number // 4])
        turn, farther = self.turned_deg
        return Lie(np.array(self.first_px) + along * self.step_px, turn + farther * number, self.px_per_mm)

    def laid(self, shapes: list[Shape]) -> Iterator[tuple[Lie, Shape]]:
        """A card of each shape."""
        return ((self.lie(number), shape) for number, shape in enumerate(shapes))


SMALL = Table((560, 720), (110.0, 150.0), (165.0, 250.0), (-30.0, 9.0), 1.7)
"""As a webcam has it from half a metre."""
WIDE = Table((720, 1280), (170.0, 190.0), (300.0, 330.0), (0.0, 17.0), 1.9)


def figures(profile: str) -> list[Shape]:
    """A figure of each count, and three more of five."""
    lattice = lattice_named(profile)
    return [free_shapes(lattice, size)[0] for size in range(1, 6)] + list(free_shapes(lattice, 5)[1:4])


def paint(picture: Pixels, lie: Lie, corners_mm: Floats, colour: Colour | Floats) -> None:
    """An area (n, 2) of a card."""
    fill(picture, lie.px(corners_mm), np.array(colour, float))


def blank(picture: Pixels, lie: Lie, paper: Colour, size_mm: tuple[float, float] = CARD_MM) -> Floats:
    """A card with nothing on it; its corners (4, 2) px."""
    edge = rectangle(size_mm, (-size_mm[0] / 2, -size_mm[1] / 2))
    paint(picture, lie, edge, paper)
    return lie.px(edge)


def printed(
    picture: Pixels, lie: Lie, shape: Shape, paper: Colour, ink: Colour, unit_mm: float = 14.0
) -> None:
    """A card with a figure all over in one ink."""
    blank(picture, lie, paper)
    paint(picture, lie, outline_of(shape) * unit_mm, ink)


def in_triangles(
    picture: Pixels, lie: Lie, shape: Shape, unit_mm: float, seam_mm: float, ink: Colour
) -> None:
    """A figure in triangles that stand apart by a seam."""
    for corners in triangles_of(shape, seam_mm / unit_mm):
        paint(picture, lie, corners * unit_mm, ink)


def outline_of(shape: Shape) -> Floats:
    """The corners (n, 2) of a figure of unit edge, about the middle of its box."""
    loop = np.array(shape.outline()[0], float)
    return np.asarray(loop - (loop.min(0) + loop.max(0)) / 2)


def triangles_of(shape: Shape, seam: float = 0.0) -> list[Floats]:
    """The corners (3, 2) of each triangle of a figure of unit edge, its sides moved inwards by half a seam."""
    loop = np.array(shape.outline()[0], float)
    middle = (loop.min(0) + loop.max(0)) / 2
    triangles = []
    for one in shape.triangles:
        corners = np.array(Shape(shape.lattice, (one,)).outline()[0], float) - middle
        lengths = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1)
        (ax, ay), (bx, by) = corners[1:] - corners[0]
        radius = abs(ax * by - ay * bx) / lengths.sum()
        incentre = np.roll(lengths, -1) @ corners / lengths.sum()
        triangles.append(incentre + (corners - incentre) * (1 - seam / 2 / radius))
    return triangles


def line(picture: Pixels, corners_px: Floats, breadth_px: float, ink: Colour) -> None:
    """A closed line whose middle goes through corners (n, 2), as ink mixes with paper along it."""
    finer = 8
    canvas = np.zeros(picture.shape[:2], np.uint8)
    low = np.floor(corners_px.min(0) - 8).astype(int)
    high = np.ceil(corners_px.max(0) + 8).astype(int)
    own = np.zeros(((high - low) * finer)[::-1], np.uint8)
    points = np.round((corners_px - low + 0.5) * finer).astype(np.int32)
    cv2.polylines(own, [points], True, 255, round(breadth_px * finer))
    size = tuple((high - low).tolist())
    canvas[low[1] : high[1], low[0] : high[0]] = cv2.resize(own, size, interpolation=cv2.INTER_AREA)
    share = canvas[..., None] / 255
    picture[:] = np.round(picture * (1 - share) + np.array(ink) * share).astype(np.uint8)


def saved(picture: Pixels, chance: np.random.Generator, quality: int) -> Pixels:
    """As a camera takes it and a file keeps it: a little soft and noisy, and in the blocks of a JPEG."""
    soft = cv2.GaussianBlur(picture, (0, 0), 0.7).astype(float) + chance.normal(0, 1.5, picture.shape)
    grey = np.clip(soft, 0, 255).astype(np.uint8)
    _, data = cv2.imencode(".jpg", grey, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
