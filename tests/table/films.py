"""Pictures of a table as a camera over it would take them: printed faces on a wooden ground, aslant, with noise.

Each film is a short game, a picture for each thing that happens, and what the table is set up with.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import cv2
import numpy as np

from companion.printing import raster, sheet
from companion.printing.edition import Edition
from companion.printing.pen import Document
from companion.printing.zigzaggle import panels, tile_mm, tiles
from companion.printing.zigzaggle_board import draw_panel
from companion.printing.zigzaggle_set import _with_words
from companion.printing.zigzaggle_tiles import draw_tile
from companion.table.played.events import SetUp
from vision.photo import Pixels

PX_PER_MM = 3.4
FACE_PX_PER_MM = raster.PX_PER_MM / 2
FPS = 2.0
HELD = 10
"""Pictures of each moment: five seconds."""
LONG = 24
"""Pictures of a moment that is only entered once it has lain there for long."""


class Lying(NamedTuple):
    """A printed part: its id, where its middle lies in millimetres, and by how many degrees it is turned."""

    name: str
    x: float
    y: float
    turn: float = 0.0


@dataclass(frozen=True)
class Moment:
    """What lies on the table for a while."""

    parts: tuple[Lying, ...]
    held: int = HELD


@dataclass(frozen=True)
class Film:
    """A game from its set-up to its final ranking."""

    game: str
    set_up: SetUp
    size_mm: tuple[float, float]
    moments: tuple[Moment, ...]
    ranking: tuple[tuple[str, int, int], ...]
    """(player, points, place) at the end, in the order of the seats."""


# --- the games ------------------------------------------------------------------------------------------

PLAYERS = ("Ann", "Ben")


def zigity_film() -> Film:
    """A set, a wrong set, a Dodge with the card turned over after it, and a last card that makes 11."""
    from companion.rules.zigity.cards import card_from, printed_deck

    hands = "WB4rg,WD6ct,WE3lp/WE7rp,WH8rt,WI5cp"
    left = list(printed_deck())
    for name in (*hands.replace("/", ",").split(","), "SA3cg"):
        left.remove(card_from(name))
    line = f"{hands} {','.join(map(str, left))} SA3cg 1 + 0 0 running"
    play, one, two = (130.0, 110.0, 3.0), (290.0, 105.0, -2.0), (362.0, 108.0, 2.0)

    def at(name: str, place: tuple[float, float, float]) -> Lying:
        return Lying(name, *place)

    return Film(
        "zigity",
        SetUp("zigity", PLAYERS, position=line),
        (470.0, 230.0),
        (
            Moment((at("SA3cg", play),)),
            Moment((at("SA3cg", play), at("SG10rg", one), at("DL5rg", two))),
            Moment((at("DL5rg", play),)),
            Moment((at("DL5rg", play), at("DD8rt", one)), LONG),
            Moment((at("DL5rg", play), at("dodge-1", one))),
            Moment((at("DH4rt", play),)),
            Moment((at("DH4rt", play), at("DS7cp", two))),
        ),
        (("Ann", 0, 1), ("Ben", 2, 2)),
    )


def zont_film() -> Film:
    """Art over the card before it; in the final round a shuffle that turns that one up, and a last card scored."""
    line = "A0/C0/F0/Z0/G0 A2rA3rF1yG1b/C3bF2b -/A1b - 1 running"

    def table(tops: str, scores: str) -> Moment:
        row = [
            Lying(name, 70.0 + 76.0 * at, 80.0, (-2.0, 1.0, 0.0, 2.0, -1.0)[at])
            for at, name in enumerate(tops.split())
        ]
        piles = [
            Lying(name, x, 240.0, 3.0)
            for name, x in zip(scores.split(), (110.0, 350.0), strict=True)
            if name != "-"
        ]
        return Moment((*row, *piles))

    return Film(
        "zont",
        SetUp("zont", PLAYERS, position=line),
        (450.0, 320.0),
        (
            table("A0 C0 F0 Z0 G0", "- A1b"),
            table("A2r C0 F0 Z0 G0", "- A1b"),
            table("A3r C0 F0 Z0 G0", "C3b A1b"),
            table("A2r C0 F1y Z0 G0", "C3b A1b"),
            table("A2r C0 F1y Z0 G0", "F2b A1b"),
        ),
        (("Ann", 1, 2), ("Ben", 2, 1)),
    )


def zigzaggle_film() -> Film:
    """A flush, a word that takes off from the last runway, and the rack that is left laid open beside the board."""
    line = "i16=Sy,j16=Ty,k16=Oy,l16=Py AyEyIyNyRr*/DyEyLyTgIbOr* - 40/52 1 south 0 -"
    lay = {"i16": "Sy", "j16": "Ty", "k16": "Oy", "l16": "Py"}
    second = {**lay, "h14": "Ay", "h15": "Ny", "h16": "Ey"}
    third = {**second, "l17": "Ib", "l18": "Ly", "l19": "Or", "l20": "Tg", "l21": "Ey", "l22": "Dy"}

    def board(cells: dict[str, str], beside: Sequence[str] = ()) -> Moment:
        seen: dict[str, int] = {}
        found = []
        for cell, name in cells.items():
            x, y = _cell_mm(cell)
            found.append(Lying(_tile_id(name, seen), x, y, 1.5))
        for number, name in enumerate(beside):
            found.append(Lying(_tile_id(name, seen), 60.0 + 34.0 * number, 455.0, -2.0))
        return Moment(tuple(found))

    return Film(
        "zigzaggle",
        SetUp("zigzaggle", PLAYERS, position=line),
        (470.0, 535.0),
        (board(lay), board(second), board(third), board(third, ("Iy", "Rr", "*"))),
        (("Ann", 90, 2), ("Ben", 121, 1)),
    )


FILMS = {"zigity": zigity_film, "zont": zont_film, "zigzaggle": zigzaggle_film}

# --- pictures -------------------------------------------------------------------------------------------

BOARD_AT_MM = (20.0, 20.0)
CELL_MM = 22.5


def _cell_mm(cell: str) -> tuple[float, float]:
    column, row = ord(cell[0]) - ord("a"), int(cell[1:]) - 1
    return BOARD_AT_MM[0] + (column + 0.5) * CELL_MM, BOARD_AT_MM[1] + (row + 0.5) * CELL_MM


def _tile_id(name: str, seen: dict[str, int]) -> str:
    """The next copy of a tile that is not on the table yet."""
    seen[name] = seen.get(name, 0) + 1
    colours = {"g": "green", "b": "blue", "r": "red", "y": "yellow"}
    letter, colour = (None, None) if name == "*" else (name[0], colours[name[1]])
    fits = [tile.id for tile in tiles() if (tile.letter, tile.colour) == (letter, colour)]
    return fits[seen[name] - 1]


@lru_cache(maxsize=128)
def face(game: str, name: str) -> Pixels:
    """A printed face, (h, w, 4) RGBA, at half of what is printed."""
    scale = FACE_PX_PER_MM
    if game == "zigzaggle":
        tile = next(one for one in tiles() if one.id == name)
        document = Document((tile_mm(), tile_mm()), "tile")
        draw_tile(document.pen(), tile, plain=False)
        document.end_page()
        return next(iter(raster.pages(document.finish(), scale)))
    printed = _edition(game)
    things = tuple(thing for thing in printed.things if thing.id == name)
    return next(iter(raster.pages(sheet.singles(replace(printed, things=things)), scale)))


@cache
def _edition(game: str) -> Edition:
    found: Edition = import_module(f"companion.printing.{game}").edition(None, plain=False)
    return found


@lru_cache(maxsize=1)
def _boards() -> tuple[tuple[Pixels, tuple[float, float]], ...]:
    found = []
    for panel, first in _with_words(panels(plain=False)):
        document = Document(panel.size_mm, "panel")
        draw_panel(document.pen(), panel, first)
        document.end_page()
        found.append((next(iter(raster.pages(document.finish(), raster.PX_PER_MM / 2))), panel.at_mm))
    return tuple(found)


Faces = Callable[[str, str], Pixels]
"""A face (h, w, 4) RGBA at FACE_PX_PER_MM by its game and name."""


def picture(film: Film, moment: Moment, seed: int, faces: Faces = face) -> Pixels:
    """What a camera sees, (h, w, 3) BGR."""
    wide, high = (round(side * PX_PER_MM) for side in film.size_mm)
    chance = np.random.default_rng(seed)
    ground = _wood(wide, high)
    if film.game == "zigzaggle":
        for pixels, (x, y) in _boards():
            _paste(ground, pixels, (BOARD_AT_MM[0] + x, BOARD_AT_MM[1] + y), 0.0, corner=True)
    for part in moment.parts:
        _paste(ground, faces(film.game, part.name), (part.x, part.y), part.turn)
    aslant = cv2.warpPerspective(ground, _slant(wide, high), (wide, high), borderMode=cv2.BORDER_REPLICATE)
    noisy = cv2.GaussianBlur(aslant, (3, 3), 0.6) + chance.normal(0, 1.5, (*aslant.shape[:2], 1))
    return np.clip(noisy, 0, 255).astype(np.uint8)


def _wood(wide: int, high: int) -> np.ndarray[Any, Any]:
    grain = np.random.default_rng(5).normal(0, 6, (high, 1)) + np.zeros((high, wide))
    smooth = cv2.GaussianBlur(grain, (0, 0), 2.0)
    return (np.array([70.0, 98.0, 128.0]) + smooth[..., None]).astype(np.float64)


def _slant(wide: int, high: int) -> np.ndarray[Any, Any]:
    square = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32)
    seen = np.array(
        [
            [0.02 * wide, 0.015 * high],
            [0.985 * wide, 0.01 * high],
            [0.995 * wide, 0.99 * high],
            [0.005 * wide, 0.985 * high],
        ],
        np.float32,
    )
    return np.asarray(cv2.getPerspectiveTransform(square, seen))


def _paste(
    ground: np.ndarray[Any, Any],
    pixels: Pixels,
    at_mm: tuple[float, float],
    turn: float,
    *,
    corner: bool = False,
) -> None:
    """Lay a face on the ground, smoothed as it becomes smaller."""
    scale = PX_PER_MM / FACE_PX_PER_MM
    small = cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    high, wide = small.shape[:2]
    half = np.array([wide, high]) if corner else np.array([np.hypot(wide, high) / 2 + 2] * 2)
    at = np.array(at_mm) * PX_PER_MM
    low = np.floor(at if corner else at - half).astype(int)
    far = np.ceil(at + half).astype(int)
    low, far = np.maximum(low, 0), np.minimum(far, [ground.shape[1], ground.shape[0]])
    middle = (0.0, 0.0) if corner else (wide / 2, high / 2)
    matrix = cv2.getRotationMatrix2D(middle, turn, 1.0)
    matrix[:, 2] += at - np.array(middle) - low
    size = (int(far[0] - low[0]), int(far[1] - low[1]))
    lain = cv2.warpAffine(small, matrix, size, flags=cv2.INTER_LINEAR).astype(np.float64)
    alpha = lain[..., 3:] / 255
    part = ground[low[1] : far[1], low[0] : far[0]]
    part[:] = part * (1 - alpha) + lain[..., 2::-1] * alpha


def pictures(film: Film, faces: Faces = face) -> list[Pixels]:
    """One for each moment."""
    return [picture(film, moment, number, faces) for number, moment in enumerate(film.moments)]


def write_video(film: Film, path: Path, faces: Faces = face) -> Path:
    """The film as a file that any camera source reads."""
    taken = pictures(film, faces)
    size = (taken[0].shape[1], taken[0].shape[0])
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), FPS, size)
    assert writer.isOpened()
    for moment, pixels in zip(film.moments, taken, strict=True):
        for _ in range(moment.held):
            writer.write(pixels)
    writer.release()
    return path
