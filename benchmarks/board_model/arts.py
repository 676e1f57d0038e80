"""Boards drawn at random: light, dark, coloured and wooden ones, with many kinds of lines, tints and rims."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board.cells import SIDE, cell_corners, edges

PX_PER_MM = 5
"""Of the pictures of boards."""
Colour = NDArray[np.float64]
"""Red, green and blue as shown, from 0 to 1."""


@dataclass(frozen=True, slots=True)
class Art:
    """A board (h, w, 3) uint8 RGB with the grid in its middle; how far a square is wide, and the whole board, in
    millimetres; the colour of the bare board."""

    picture: NDArray[np.uint8]
    square_mm: float
    size_mm: float
    ground: Colour


GROUNDS = {
    "white": (0.93, 0.02, 0.05),
    "light": (0.78, 0.05, 0.12),
    "grey": (0.55, 0.03, 0.15),
    "dark": (0.19, 0.03, 0.08),
    "coloured": (0.5, 0.25, 0.25),
}
"""How light boards of a kind are, how far their channels differ, and how far their light does."""


def drawn(rng: np.random.Generator, kind: str, lines: str) -> Art:
    """A board of a kind of GROUNDS; its lines are full, plain (no diagonals), faint, double, dotted, or none."""
    square_mm = rng.uniform(44, 56)
    size_mm = 4 * square_mm + 2 * rng.uniform(6, 20)
    light, apart, spread = GROUNDS[kind]
    ground = np.clip(light + rng.normal(0, spread / 2) + rng.normal(0, apart / 2, 3), 0.06, 0.97)
    size = round(size_mm * PX_PER_MM)
    picture = np.ones((size, size, 3)) * ground
    if rng.random() < 0.3:
        picture = picture * _grain(rng, size)
    start = (size - SIDE * square_mm * PX_PER_MM) / 2
    _tint(rng, picture, start, square_mm)
    ink = _ink(rng, ground)
    if rng.random() < 0.15:
        _rim(rng, picture, start)
    if lines != "none":
        if lines == "faint":
            ink = ground + (ink - ground) * rng.uniform(0.25, 0.5)
        _draw(rng, picture, start, square_mm, lines, ink)
    return Art((np.clip(picture, 0, 1) * 255 + 0.5).astype(np.uint8), square_mm, size_mm, ground)


def _ink(rng: np.random.Generator, ground: Colour) -> Colour:
    """A colour of lines that differs from the ground clearly."""
    dark = ground.mean() < 0.45
    ink = ground + rng.uniform(0.2, 0.6) * (1 - ground) if dark else ground * rng.uniform(0.25, 0.72)
    if rng.random() < 0.35:
        ink = ink + rng.normal(0, 0.07, 3)
    return np.clip(ink, 0.02, 0.98)


def _tint(rng: np.random.Generator, picture: Any, start: float, square_mm: float) -> None:
    """Every other square, or every other quarter, a little lighter or darker, now and then."""
    if rng.random() > 0.2:
        return
    factor = np.exp(rng.normal(0, 0.12) + rng.normal(0, 0.04, 3))
    by_quarters = rng.random() < 0.3
    for cell, corners in enumerate(cell_corners()):
        column, row = cell // 4 % SIDE, cell // (4 * SIDE)
        if cell % 2 if by_quarters else (column + row) % 2:
            mask = np.zeros(picture.shape[:2], np.uint8)
            cv2.fillConvexPoly(mask, np.round(_at(corners, start, square_mm) * 16).astype(int), 1, 8, 4)
            picture[mask > 0] *= factor


def _rim(rng: np.random.Generator, picture: Any, start: float) -> None:
    wide = round(start * rng.uniform(0.5, 0.97))
    inner = picture[wide:-wide, wide:-wide].copy()
    picture *= np.exp(rng.normal(0, 0.35) + rng.normal(0, 0.1, 3))
    picture[wide:-wide, wide:-wide] = inner


def _draw(
    rng: np.random.Generator, picture: Any, start: float, square_mm: float, lines: str, ink: Colour
) -> None:
    mask = np.zeros(picture.shape[:2], np.uint8)
    width = max(1, round(rng.uniform(0.35, 1.3) * PX_PER_MM))
    apart = rng.uniform(1.0, 2.2) * PX_PER_MM if lines == "double" else 0.0
    for edge in edges():
        if edge.diagonal and lines == "plain":
            continue
        ends = _at(np.array([edge.start, edge.end]) / 2, start, square_mm)
        across = np.array([ends[1, 1] - ends[0, 1], ends[0, 0] - ends[1, 0]])
        across = across / np.linalg.norm(across) * apart / 2
        for shift in (across, -across) if apart else (across,):
            _line(mask, ends + shift, width, dotted=lines == "dotted")
    share = mask.astype(float)[..., None] / 255
    picture += (ink - picture) * share


def _line(mask: NDArray[np.uint8], ends: NDArray[np.float64], width: int, *, dotted: bool) -> None:
    if not dotted:
        start, end = (tuple(int(v) for v in np.round(point * 16)) for point in ends)
        cv2.line(mask, start, end, 255, width, cv2.LINE_AA, 4)
        return
    count = max(4, int(np.linalg.norm(ends[1] - ends[0]) / (3.2 * width)))
    for share in np.arange(count) / (count - 1):
        x, y = np.round((ends[0] + (ends[1] - ends[0]) * share) * 16)
        cv2.circle(mask, (int(x), int(y)), round(width * 10), 255, -1, cv2.LINE_AA, 4)


def _grain(rng: np.random.Generator, size: int) -> NDArray[np.float64]:
    """Factors (size, size, 1) of a wooden or fibrous ground."""
    noise = rng.standard_normal((size, size)).astype(np.float32)
    along, across = rng.uniform(10, 60), rng.uniform(0.8, 4)
    grain = cv2.GaussianBlur(noise, (0, 0), sigmaX=along, sigmaY=across)
    grain = grain / grain.std() * rng.uniform(0.01, 0.06)
    if rng.random() < 0.5:
        grain = grain.T
    return np.exp(grain)[..., None].astype(float)


def _at(points: NDArray[np.float64], start: float, square_mm: float) -> NDArray[np.float64]:
    """Board units (n, 2) to pixels of the picture."""
    x, y = points.T
    return np.stack([x, SIDE - y], 1) * square_mm * PX_PER_MM + start - 0.5
