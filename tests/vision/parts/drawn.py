"""Pictures of printed parts that no camera made: faces drawn as they are printed, laid on a table, seen askew."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from math import cos, radians, sin

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.printing import raster, zigity, zont
from companion.printing.edition import Edition
from companion.printing.pen import Document
from companion.printing.zigzaggle import panels, tile_mm, tiles
from companion.printing.zigzaggle_board import draw_panel
from companion.printing.zigzaggle_tiles import draw_back, draw_tile
from tests.vision.painting import whole_blocks

Pixels = NDArray[np.uint8]
PX_PER_MM = 6.0
WIDTH, HEIGHT = 1280, 720


@dataclass(frozen=True)
class Lying:
    """A drawn thing (h, w, 4) RGBA with its middle at a place in millimetres, turned clockwise; `scale` of its size."""

    face: Pixels
    at: tuple[float, float]
    turn_deg: float = 0.0
    scale: float = 1.0


@cache
def face(game: str, ident: str) -> Pixels:
    """The printed face of a card or tile; `back` for its back."""
    if game == "zigzaggle":
        document = Document((tile_mm(), tile_mm()), game)
        if ident == "back":
            draw_back(document.pen())
        else:
            draw_tile(document.pen(), next(tile for tile in tiles() if tile.id == ident), plain=False)
    else:
        edition = editions(game)
        document = Document(edition.size_mm, game)
        draw = edition.back if ident == "back" else next(t.draw for t in edition.things if t.id == ident)
        draw(document.pen())
    document.end_page()
    return next(raster.pages(document.finish(), PX_PER_MM))


@cache
def editions(game: str) -> Edition:
    """What is printed of Zigity or Zont."""
    return zigity.edition(None, plain=False) if game == "zigity" else zont.edition(None, plain=False)


@cache
def board_face() -> Pixels:
    """The whole printed board, transparent where there is none."""
    whole = np.zeros((round(495 * PX_PER_MM), round(427.5 * PX_PER_MM), 4), np.uint8)
    first = 0
    for panel in panels(plain=False):
        document = Document(panel.size_mm, panel.name)
        draw_panel(document.pen(), panel, first)
        first += len(panel.corners)
        document.end_page()
        drawn = next(raster.pages(document.finish(), PX_PER_MM))
        x, y = (round(length * PX_PER_MM) for length in panel.at_mm)
        part = whole[y : y + drawn.shape[0], x : x + drawn.shape[1]]
        part[:] = drawn[: part.shape[0], : part.shape[1]]
    return whole


def camera(
    px_per_mm: float, tilt_deg: float = 0.0, size: tuple[int, int] = (WIDTH, HEIGHT)
) -> NDArray[np.float64]:
    """The map (3, 3) from the table's millimetres, about the picture's middle, to pixels of a camera leaning back."""
    far = 1.2 * max(size) / px_per_mm
    lean = radians(tilt_deg)
    pose = np.array([[1, 0, 0], [0, cos(lean), 0], [0, -sin(lean), far]])
    focal = px_per_mm * far
    found: NDArray[np.float64] = (
        np.array([[focal, 0, size[0] / 2], [0, focal, size[1] / 2], [0, 0, 1]]) @ pose
    )
    return found


def photographed(
    things: list[Lying],
    to_px: NDArray[np.float64],
    *,
    seed: int = 1,
    table: tuple[int, int, int] = (92, 110, 128),
    size: tuple[int, int] = (WIDTH, HEIGHT),
) -> Pixels:
    """The things in their order on a plain table, the last on top, with blur and noise; (h, w, 3) uint8 BGR."""
    picture = np.full((size[1], size[0], 3), table, np.float32)
    for thing in things:
        turn = radians(thing.turn_deg)
        c, s = cos(turn), sin(turn)
        unit = thing.scale / PX_PER_MM
        height, width = thing.face.shape[:2]
        place = np.array([[c, -s, thing.at[0]], [s, c, thing.at[1]], [0, 0, 1.0]])
        flat = np.array([[unit, 0, -unit * (width - 1) / 2], [0, unit, -unit * (height - 1) / 2], [0, 0, 1]])
        seen_at = to_px @ place @ flat
        left, top, right, bottom = _window(seen_at, (width, height), size)
        if right <= left or bottom <= top:
            continue
        soft = cv2.GaussianBlur(thing.face, (0, 0), 1.0)
        upto = whole_blocks((right, bottom), size)
        shown = cv2.warpPerspective(soft, seen_at, upto, flags=cv2.INTER_AREA)[top:bottom, left:right]
        alpha = shown[..., 3:].astype(np.float32) / 255
        # Transparent pixels are black beneath: what blur takes from them is given back by the alpha.
        part = picture[top:bottom, left:right]
        part *= 1 - alpha
        part += shown[..., 2::-1].astype(np.float32) * alpha
    light = np.linspace(0.75, 1.0, size[0], dtype=np.float32)[None, :, None]
    lit = cv2.GaussianBlur(picture * light, (0, 0), 0.6) + _noise(seed, size)
    return np.asarray(np.clip(lit, 0, 255), np.uint8)


def _window(
    to_px: NDArray[np.float64], face_px: tuple[int, int], size: tuple[int, int]
) -> tuple[int, int, int, int]:
    """Left, top, right and bottom of what a face of so many pixels covers of a picture."""
    width, height = face_px
    corners = np.array([[[-1, -1], [width, -1], [width, height], [-1, height]]], float)
    seen = cv2.perspectiveTransform(corners, to_px)[0]
    low, high = np.floor(seen.min(0)).astype(int) - 2, np.ceil(seen.max(0)).astype(int) + 3
    left, top = np.maximum(low, 0).tolist()
    right, bottom = np.minimum(high, size).tolist()
    return left, top, right, bottom


@lru_cache(maxsize=2)
def _noise(seed: int, size: tuple[int, int]) -> NDArray[np.float64]:
    """A camera's noise, (h, w, 3)."""
    return np.random.default_rng(seed).normal(0, 2.5, (size[1], size[0], 3))
