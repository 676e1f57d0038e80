"""Photos of a Tranglar board that no camera made: the printed set's colours on a table, seen at a slant."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.printing.tranglar import board
from companion.rules.seeds import seed
from companion.rules.tranglar.cells import mask_of, shape_of
from tests.rules.tranglar_pieces import piece

WIDTH_PX, HEIGHT_PX = 1280, 960
SCALE = 6
"""Pixels a millimetre of the sheet that is photographed."""
Picture = NDArray[np.uint8]
BEFORE = [
    piece("petrol", "b2E"), piece("green", "b2N"), piece("green", "d4E", "d4N"), piece("petrol", "a4W")
]  # fmt: skip
AFTER = [piece("petrol", "b2E"), piece("petrol", "b2N"), piece("petrol", "b2W"), *BEFORE[2:]]
"""Petrol has laid b2W: the green piece between two of its own is taken."""


def photograph(pieces: Iterable[Mapping[str, Any]], *, turn: int = 0, slant: float = 0.12) -> Picture:
    """A photo of these pieces; `turn` quarters clockwise, the far side narrower by `slant` on each side."""
    sheet = np.rot90(_sheet(pieces), -turn)
    chance = np.random.default_rng(7)
    table = np.full((HEIGHT_PX, WIDTH_PX, 3), (70, 92, 122), np.float32)
    table += cv2.resize(chance.normal(0, 9, (HEIGHT_PX // 40, WIDTH_PX // 8, 3)), (WIDTH_PX, HEIGHT_PX))
    height, width = sheet.shape[:2]
    tall = 0.8 * HEIGHT_PX
    wide = tall * width / height
    left, top = (WIDTH_PX - wide) / 2, (HEIGHT_PX - tall) / 2
    corners = [
        (left + slant * wide, top),
        (left + (1 - slant) * wide, top),
        (left + wide, top + tall),
        (left, top + tall),
    ]
    way = cv2.getPerspectiveTransform(
        np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32),
        np.array(corners, np.float32),
    )
    lies = cv2.warpPerspective(sheet, way, (WIDTH_PX, HEIGHT_PX), flags=cv2.INTER_AREA)
    there = cv2.warpPerspective(np.ones_like(sheet[..., :1]), way, (WIDTH_PX, HEIGHT_PX))
    picture = np.where(there[..., None] > 0, lies, table)
    picture = cv2.GaussianBlur(picture, (0, 0), 0.7) + chance.normal(0, 2.5, picture.shape)
    clear: Picture = picture.clip(0, 255).astype(np.uint8)
    return clear


def write(path: Path, pieces: Sequence[Mapping[str, Any]], **how: Any) -> Path:
    """Write a photo of these pieces as a JPEG."""
    cv2.imwrite(str(path), photograph(pieces, **how), [cv2.IMWRITE_JPEG_QUALITY, 90])
    return path


def jpeg(pieces: list[dict[str, Any]], **how: Any) -> bytes:
    """A photo of these pieces as the bytes of a JPEG."""
    return cv2.imencode(".jpg", photograph(pieces, **how))[1].tobytes()


def _sheet(pieces: Iterable[Mapping[str, Any]]) -> NDArray[np.float32]:
    """The board from straight above, with thick pieces: a rim of light and of shade."""
    lies = board(plain=True)
    facts = seed("tranglar")
    colours = {row["name"]: _bgr(row["srgb"]) for row in facts["players"]} | {
        "neutral": _bgr(facts["neutral"]["srgb"])
    }
    size = [round(side * SCALE) for side in (lies.size_mm[1], lies.size_mm[0])]
    picture = np.full([*size, 3], 255, np.uint8)
    grid = _px([lies.at(x, y) for x, y in ((0, 0), (4, 0), (4, 4), (0, 4))])
    cv2.fillPoly(picture, [grid], _bgr(facts["print"]["ground"]))
    for corners in lies.cells().values():
        cv2.polylines(
            picture, [_px(corners)], isClosed=True, color=(140, 144, 148), thickness=3, lineType=cv2.LINE_AA
        )
    for one in pieces:
        outline = shape_of(mask_of(one["cells"])).outline()[0]
        loop = _px([lies.at(x, y) for x, y in outline])
        middle = loop.mean(axis=0)
        inner = np.round(middle + (loop - middle) * 0.985).astype(np.int32)
        cv2.fillPoly(picture, [inner], colours[one["owner"]], cv2.LINE_AA)
        cv2.polylines(picture, [inner], True, tuple(v * 0.62 for v in colours[one["owner"]]), 4, cv2.LINE_AA)
    return picture.astype(np.float32)


def _px(points: Iterable[tuple[float, float]]) -> NDArray[np.int32]:
    return np.round(np.array(list(points)) * SCALE).astype(np.int32)


def _bgr(srgb: str) -> tuple[int, int, int]:
    return int(srgb[5:7], 16), int(srgb[3:5], 16), int(srgb[1:3], 16)
