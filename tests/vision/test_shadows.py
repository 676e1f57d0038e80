"""A shadow over cards changes their light and not their print: each is read all the same, and nothing else is."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.grain import noise
from vision.cards.face.blob import Blob
from vision.cards.face.ink import InkConfig
from vision.cards.face.models import models_of
from vision.cards.face.rings import plain_round, smeared_steps
from vision.cards.see import see
from vision.cards.spots import SpotConfig, find_spots, local_ratio, over_lightest, tint_of
from vision.photo import Pixels
from vision.plane import Floats

INKS = {
    1: (0.02, 0.10, 0.55),
    2: (0.55, 0.02, 0.03),
    3: (0.13, 0.03, 0.30),
    4: (0.70, 0.50, 0.02),
    5: (0.03, 0.28, 0.10),
}
"""Red, green, blue in linear light."""
SHOWN = (0, 2, 3, 5, 6, 7, 8, 9)
"""Of the models: one of each count at least."""


def _table(shade: float, low: float, high: float) -> tuple[Pixels, dict[tuple[int, int], int]]:
    """Eight cards in two rows seen from straight above, 2 px a millimetre, a soft-edged band of shadow from the line
    `low` to `high` over them, sloping; and which count lies about where."""
    light = np.tile(np.array([0.20, 0.11, 0.06]), (720, 1280, 1))
    models = models_of("iamond")
    where: dict[tuple[int, int], int] = {}
    for k, number in enumerate(SHOWN):
        x, y = 190 + 290 * (k % 4), 190 + 340 * (k // 4)
        light[y - 88 : y + 88, x - 63 : x + 63] = 0.85
        loop = models.outline[number] * 24
        loop = loop - (loop.max(0) + loop.min(0)) / 2 + [x, y]
        mask = np.zeros(light.shape[:2], np.uint8)
        cv2.fillPoly(mask, [np.round(loop * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
        size = models.shapes[number].size
        light = light * (1 - mask[..., None] / 255) + np.array(INKS[size]) * (mask[..., None] / 255)
        where[(x, y)] = size
    band = np.zeros(light.shape[:2], np.float32)
    cv2.fillPoly(band, [np.array([[0, low], [1280, low - 90], [1280, high - 90], [0, high]], np.int32)], 1)
    fall: Floats = 1 - (1 - shade) * cv2.GaussianBlur(band, (0, 0), 5)[..., None]
    coded = 255 * np.clip(light * fall, 0, 1) ** (1 / 2.2)
    return np.asarray(np.clip(coded + noise(3, 1.5, light.shape), 0, 255)[..., ::-1].round(), np.uint8), where


@pytest.mark.parametrize(("shade", "low", "high"), [(0.12, 180, 620), (0.3, 230, 420)])
def test_cards_half_in_shadow_are_read(shade: float, low: float, high: float) -> None:
    picture, where = _table(shade, low, high)
    seen = see(picture, game="zangle", profile="iamond")
    read = {
        min(where, key=lambda at: np.hypot(*(np.mean(card.corners_px, 0) - at))): card.triangles  # type: ignore[union-attr]
        for card in seen.cards
    }
    assert read == where
    assert len(seen.cards) == len(where)


def test_a_print_that_a_shadow_s_edge_hides_is_found_by_its_tint() -> None:
    dark, _ = _table(0.12, 150, 420)
    tint = tint_of(over_lightest(dark, SpotConfig()))
    by_light = find_spots(dark, local_ratio(dark, SpotConfig()), 1, SpotConfig())
    by_tint = find_spots(dark, tint, 1, SpotConfig(cuts=(0.6, 0.42)))
    assert not any(np.hypot(*(spot.middle - (190, 190))) < 20 for spot in by_light)
    assert any(np.hypot(*(spot.middle - (190, 190))) < 20 for spot in by_tint)


@pytest.mark.parametrize(
    ("beyond", "plain"),
    [((1, 1, 1), True), ((0.3, 0.3, 0.3), True), ((0.3, 0.25, 0.24), True), ((0.1, 0.3, 0.6), False)],
)
def test_paper_in_two_lights_is_plain_and_two_papers_are_not(
    beyond: tuple[float, float, float], plain: bool
) -> None:
    """A disc of ink in the middle of a face, and half of the face round it in another light, blue first."""
    planes = np.ones((3, 176, 126), np.float32)
    planes[:, 88:] = np.array(beyond, np.float32)[:, None, None]
    ink = np.zeros((176, 126), np.float32)
    cv2.circle(ink, (63, 88), 24, 1.0, cv2.FILLED)
    blob = Blob(
        450.0, np.array([31.5, 44.0]), np.zeros((4, 2)), np.array([0.1, 0.5, 0.15]), np.zeros((2, 2)), ink,
        False, 0.8, True, 1.0,
    )  # fmt: skip
    one, two = plain_round(planes, np.full(3, 0.7), blob, InkConfig())
    assert (two > 0.9) == plain
    assert (one > 0.9) == (beyond == (1, 1, 1))


@pytest.mark.parametrize(
    ("ink", "paper", "least"), [((0.1, 0.5, 0.15), 0.7, 0), ((0.9, 9.0, 30.0), 0.012, 20)]
)
def test_only_what_is_lighter_than_its_paper_smears_it(
    ink: tuple[float, float, float], paper: float, least: int
) -> None:
    """A green print on white, and an orange one on black."""
    blob = Blob(
        450.0, np.array([31.5, 44.0]), np.zeros((4, 2)), np.array(ink), np.zeros((2, 2)), np.zeros((2, 2), np.float32),
        False, 0.8, True, 1.0,
    )  # fmt: skip
    found = smeared_steps(blob, np.full(3, paper))
    assert found == 0 if least == 0 else least < found < 50
