"""The printed deck's backs are not read as anything, alone or among others."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pypdfium2
import pytest

from companion.printing import print_game
from vision.cards.see import see
from vision.photo import Pixels
from vision.plane import Floats


@pytest.fixture(scope="module")
def back(tmp_path_factory: pytest.TempPathFactory) -> Pixels:
    """One back, cut out of the printed sheet at 100 dpi."""
    folder: Path = tmp_path_factory.mktemp("deck")
    printed = print_game("zangle", folder, profile="iamond", plain=True, paper="a4")
    document = pypdfium2.PdfDocument(str(printed.pdf))
    sheet = np.asarray(document[1].render(scale=100 / 72).to_numpy())[..., :3]
    dark = np.asarray(sheet.min(-1) < 150, np.uint8)
    _, _, stats, _ = cv2.connectedComponentsWithStats(dark)
    x, y, w, h = (int(v) for v in stats[1:][stats[1:, 4].argmax(), :4])
    return np.ascontiguousarray(sheet[y : y + h, x : x + w])


def laid(back: Pixels, count: int, scale: float, seed: int) -> Pixels:
    """Backs on a table, turned at random."""
    draw = np.random.default_rng(seed)
    picture = np.full((1080, 1920, 3), draw.integers(40, 220, 3), np.uint8)
    size = np.array(back.shape[1::-1])
    for k in range(count):
        a = draw.uniform(0, 2 * np.pi)
        spin = np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]]) * scale
        middle = np.array([400 + 560 * (k % 3), 300 + 480 * (k // 3)])
        to_px: Floats = np.column_stack([spin, middle - spin @ (size / 2)])
        cover = cv2.warpAffine(np.full(back.shape[:2], 255, np.uint8), to_px, (1920, 1080))
        shown = cv2.warpAffine(back, to_px, (1920, 1080), flags=cv2.INTER_AREA)
        picture = np.where(cover[..., None] > 127, shown, picture)
    noisy = cv2.GaussianBlur(picture, (0, 0), 0.8).astype(float) + draw.normal(0, 3, picture.shape)
    return np.clip(noisy, 0, 255).astype(np.uint8)


@pytest.mark.parametrize(("count", "scale"), [(1, 0.9), (2, 0.51), (2, 0.85), (3, 0.61), (6, 0.51), (6, 1.1)])
def test_backs_are_no_cards(back: Pixels, count: int, scale: float) -> None:
    assert not see(laid(back, count, scale, seed=count), game="zangle").cards
