"""Decks of any proportions drawn on one table, with true places known."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from companion.rules.polyform import Shape, free_shapes, lattice_named
from tests.grain import noise
from tests.vision.cards_drawn import Lie, blank, outline_of, paint
from vision.photo import Pixels
from vision.plane import Floats
from vision.sighting import CardSighting

INKS = {1: (190, 90, 30), 2: (40, 40, 190), 3: (130, 50, 110), 4: (40, 185, 230), 5: (70, 130, 30)}
"""Blue, green, red of each count's ink."""
SHAPES = [shape for n in (1, 2, 3, 4, 5) for shape in free_shapes(lattice_named("iamond"), n)]
"""All figures of one to five equal-sided triangles."""
SCALE = 2.6
"""Pixels a millimetre."""


@dataclass(frozen=True, slots=True)
class Deck:
    """A card's breadth and length, and where beside its middle the shape is printed, in millimetres."""

    size_mm: tuple[float, float] = (63.0, 88.0)
    off_mm: tuple[float, float] = (0.0, 0.0)
    unit_mm: float = 15.0


@dataclass(frozen=True, slots=True)
class Laid:
    """A card that was drawn: its shape, and its corners (4, 2) px."""

    shape: Shape
    corners: Floats


def lay(
    picture: Pixels, deck: Deck, shape: Shape, x: float, y: float, turn: float, pale: float = 0.0
) -> Laid:
    """Draw a card about (x, y) px, turned by degrees; `pale` is the share of light that lies over its print."""
    lie, paper = Lie(np.array([x, y]), turn, SCALE), (226.0, 232.0, 236.0)
    corners = blank(picture, lie, paper, deck.size_mm)
    ink = np.array(INKS[shape.size]) * (1 - pale) + np.array(paper) * pale
    paint(picture, lie, outline_of(shape) * deck.unit_mm + deck.off_mm, ink)
    return Laid(shape, corners)


def table() -> Pixels:
    """The table with nothing on it."""
    return np.full((1080, 1920, 3), (70, 95, 120), np.uint8)


def shot(picture: Pixels) -> Pixels:
    """As a camera would have it: a little soft, a little noisy."""
    soft = cv2.GaussianBlur(picture, (0, 0), 0.8).astype(float)
    return np.clip(soft + noise(3, 2.0, soft.shape), 0, 255).astype(np.uint8)


def off(card: CardSighting, laid: Laid) -> float:
    """How far a card was seen from where it lies, px: the middles' distance."""
    return float(np.hypot(*(np.array(card.corners_px).mean(0) - laid.corners.mean(0))))
