"""Cards that the plane of the others makes too small, as towards a wide lens's rim, are read at their own scale."""

from __future__ import annotations

import cv2
import numpy as np

from tests.grain import noise
from vision.cards.face.models import models_of
from vision.cards.see import see

INKS = {1: (200, 110, 40), 2: (45, 30, 190), 3: (140, 40, 110), 4: (40, 190, 220), 5: (60, 130, 40)}
"""Blue, green, red."""


def test_small_cards_with_the_deck_s_print_at_their_own_scale_are_read() -> None:
    picture = np.full((720, 1280, 3), (70, 95, 120), np.uint8)
    models = models_of("iamond")
    where: dict[tuple[int, int], int] = {}
    for k, number in enumerate((0, 2, 3, 5, 6, 7, 8, 9, 6, 8)):
        scale = 0.76 if k > 6 else 1.0
        x, y = 130 + 250 * (k % 5), 190 + 330 * (k // 5)
        w, h = round(63 * scale), round(88 * scale)
        cv2.rectangle(picture, (x - w, y - h), (x + w, y + h), (228, 230, 232), cv2.FILLED)
        loop = models.outline[number] * 24 * scale
        loop = loop - (loop.max(0) + loop.min(0)) / 2 + [x, y]
        size = models.shapes[number].size
        cv2.fillPoly(picture, [np.round(loop * 16).astype(np.int32)], INKS[size], cv2.LINE_AA, 4)
        where[(x, y)] = size
    noisy = np.clip(picture + noise(2, 2.0, picture.shape), 0, 255).astype(np.uint8)
    seen = see(noisy, game="zangle", profile="iamond")
    read = {
        min(where, key=lambda at: np.hypot(*(np.mean(card.corners_px, 0) - at))): card.triangles  # type: ignore[union-attr]
        for card in seen.cards
    }
    assert read == where
