"""Letters on the faces of cards: a Z drawn in many ways, and signs of the bundled type."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from vision.plane import Floats

FINE = 8
"""Fine pixels a millimetre."""
WIDTH, HEIGHT = 63, 88
"""Of a card, in millimetres."""
Plane = NDArray[np.float32]
BLACK = (0.02, 0.02, 0.02)


def blank() -> NDArray[np.uint8]:
    """A face without ink, 0..255, in fine pixels."""
    return np.zeros((HEIGHT * FINE, WIDTH * FINE), np.uint8)


def share(cover: NDArray[np.uint8]) -> Plane:
    """Ink cover 0..1 of one 0..255."""
    return np.asarray(cover / 255, np.float32)


def placed(points: Floats, size_mm: float, turn: float, off: tuple[float, float]) -> NDArray[np.int32]:
    """Points about the origin, one high, to fine pixels of the face."""
    cos, sin = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    where = points * size_mm @ np.array([[cos, sin], [-sin, cos]]) + [WIDTH / 2 + off[0], HEIGHT / 2 + off[1]]
    pixels: NDArray[np.int32] = np.round(where * FINE).astype(np.int32)
    return pixels


def drawn_z(
    size_mm: float = 30.0,
    turn: float = 0.0,
    off: tuple[float, float] = (0.0, 0.0),
    bar: float = 0.2,
    slant: float = 0.3,
    wide: float = 0.8,
    lean: float = 0.0,
    hollow: bool = False,
    mirrored: bool = False,
) -> Plane:
    """A sans Z as ink cover 0..1; all measures but `size_mm` and `off` (mm) are shares of its height or width."""
    x = [0, 1, 1, slant, 1, 1, 0, 0, 1 - slant, 0]
    y = [0, 0, bar, 1 - bar, 1 - bar, 1, 1, 1 - bar, bar, bar]
    points = np.stack([(np.array(x) - 0.5) * wide, np.array(y) - 0.5], -1)
    points[:, 0] -= lean * points[:, 1]
    if mirrored:
        points[:, 0] *= -1
    cover = blank()
    corners = placed(points, size_mm, turn, off)
    if hollow:
        cv2.polylines(cover, [corners], True, 255, round(0.9 * FINE))
    else:
        cv2.fillPoly(cover, [corners], 255)
    return share(cover)


def typed(sign: str, size_mm: float = 34.0, stroke_mm: float = 0.0) -> Plane:
    """A sign of the bundled type."""
    picture = Image.new("L", (WIDTH * FINE, HEIGHT * FINE))
    font = ImageFont.load_default(size=size_mm / 0.72 * FINE)
    middle = WIDTH * FINE / 2, HEIGHT * FINE / 2
    ImageDraw.Draw(picture).text(
        middle, sign, font=font, anchor="mm", fill=255, stroke_width=round(stroke_mm * FINE)
    )
    return share(np.asarray(picture))


def face(
    cover: Plane,
    ink: tuple[float, float, float] = BLACK,
    blur: tuple[float, float] = (0.8, 0.8),
    noise: float = 0.02,
    shade: float = 0.0,
    paper: Plane | None = None,
) -> Plane:
    """Ink cover at fine scale to a face's ratio over paper (176, 126, 3); `blur` in patch pixels along x and y."""
    size = WIDTH * 2, HEIGHT * 2
    small = np.asarray(cv2.resize(cover, size, interpolation=cv2.INTER_AREA), np.float32)[..., None]
    under = np.ones((size[1], size[0], 3), np.float32) if paper is None else paper
    ratio = under * (1 - small) + np.array(ink, np.float32) * small
    ratio = np.asarray(cv2.GaussianBlur(ratio, (0, 0), blur[0], sigmaY=blur[1]), np.float32)
    ratio = ratio * (1 + shade * np.linspace(-1, 1, size[0]))[None, :, None]
    ratio = ratio + np.random.default_rng(1).normal(0, noise, ratio.shape)
    return np.asarray(np.clip(ratio, 0, 2), np.float32)
