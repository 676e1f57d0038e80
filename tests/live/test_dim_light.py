"""Plain cards laid on a white table in dim light, path-traced: their paper is 18 levels lighter than the table."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.table.recording import known
from tests.grain import grainy
from vision.live.follow import Follow
from vision.live.footprints import footprints
from vision.live.motion import Motion, MotionConfig
from vision.live.reading import read_quickly
from vision.live.stepping import start
from vision.live.telling import told
from vision.live.things import Found, How
from vision.live.tracked import Want
from vision.photo import Pixels
from vision.plane import Floats
from vision.quads import as_quad
from vision.sighting import CardSighting

PICTURES = Path(__file__).parent / "pictures"
FPS = 15
ROWS_AND_CENTRE = Counter({1: 2, 2: 1, 3: 2, 4: 3, 5: 3, 0: 1})
"""How many cards of how many triangles lie there; a Z has none."""


def test_cards_that_hardly_stand_out_are_noticed_and_read() -> None:
    following, number = Follow(known("iamond")), 0
    for name in ("sheets", "cards"):
        still = cv2.imread(str(PICTURES / f"dim-{name}.jpg"))
        assert still is not None
        for _ in range(2 * FPS):
            scene = following.frame(grainy(still, 4.0, number), number, number / FPS)
            number += 1
    seen = [card.card for card in scene.cards if card.how is How.SEEN and card.card is not None]
    assert Counter(card.triangles for card in seen) == ROWS_AND_CENTRE


def test_sheets_show_their_markers_though_noise_spoils_two_of_their_bits() -> None:
    still = cv2.imread(str(PICTURES / "dim-cards.jpg"))
    assert still is not None
    found, shown = set[str](), 0
    for number in range(8):
        pixels = grainy(still, 4.0, number)
        marks = [one.mark for one in read_quickly(pixels, (0, 0, 1280, 720), known("iamond")) if one.mark]
        shown += len(marks)
        found.update(marks)
    assert found <= {"centre", "claim", "seat 1", "seat 2"}
    assert shown >= 6, "with one bit two were shown in these eight pictures, with two bits ten"


@pytest.mark.parametrize(("light", "step", "noticed"), [(220, 18, True), (220, 12, False), (100, 12, True)])
def test_what_counts_as_a_change_follows_the_light(light: int, step: int, noticed: bool) -> None:
    bare = np.full((90, 160), light, np.uint8)
    laid = bare.copy()
    laid[30:60, 60:80] -= step
    motion = Motion.start(bare, 0.0).looked_at(np.ones(bare.shape, bool))
    motion = motion.step(laid, 0.1).step(laid, 0.3)
    assert bool(motion.parts(0.3)) is noticed


def test_paper_that_is_hardly_lighter_than_the_table_is_no_bare_table() -> None:
    table = np.full((90, 160), 85, np.uint8)
    laid = table.copy()
    laid[30:60, 60:80] += 10
    motion = Motion.start(table, 0.0).step(laid, 0.1)
    (card,) = footprints([np.array([[60, 30], [79, 30], [79, 59], [60, 59]], float)], table.shape)
    assert motion.lit == MotionConfig().least_lit
    assert not card.bare(motion)
    assert card.bare(motion.step(table, 0.2))


def test_cards_that_lie_aslant_are_no_bare_table_though_most_of_the_box_about_them_is() -> None:
    """Seven small cards from corner to corner: of the box about them four fifths are table."""
    table = np.full((240, 426), 120, np.uint8)
    laid = table.copy()
    for number in range(7):
        laid[20 + 18 * number : 46 + 18 * number, 60 + 32 * number : 90 + 32 * number] = 132
    still = cv2.resize(table, (1278, 720), interpolation=cv2.INTER_NEAREST)
    row = cv2.resize(laid, (1278, 720), interpolation=cv2.INTER_NEAREST)
    slow: list[Want] = []

    def read(_pixels: Pixels, want: Want, _plane: Floats | None) -> list[Found]:
        slow.extend([want] if want.slow and want.part is not None else [])
        return []

    following = Follow(known("iamond"), read=read)
    for number in range(20):
        grey = still if number < 8 else row
        following.frame(np.repeat(np.asarray(grey, np.uint8)[..., None], 3, axis=2), number, number / FPS)
    assert len(slow) == 1


def test_a_cell_of_a_shape_is_no_card_once_the_table_is_measured() -> None:
    pixels = np.full((720, 1280, 3), 128, np.uint8)
    begun = replace(start(pixels, 0, 0.0, known("iamond")), fresh=False)
    whole = Want((0, 0, 1280, 720), True, 0, 0.0)

    def at(x: float, width: float, height: float) -> Found:
        corners = as_quad(np.array([[x, 90], [x + width, 90], [x + width, 90 + height], [x, 90 + height]]))
        card = CardSighting(None, 0, None, corners, 1.0, ("outline", "shape"))
        return Found(corners, card, confidence=1.0)

    found = [at(100, 63, 88), at(300, 20, 18), at(500, 58, 95)]
    measured = replace(begun, plane=np.eye(3), plane_given=True)
    assert len(told(measured, whole, found, 0.0).things) == 2
    # A plane that little was fitted to may be wrong by more than a card is.
    guessed = replace(begun, plane=np.eye(3), plane_of=1)
    assert len(told(guessed, whole, found, 0.0).things) == 3


def test_in_the_dark_noise_is_no_change() -> None:
    chance, config = np.random.default_rng(2), MotionConfig()
    motion = Motion.start(np.full((160, 288), 24, np.uint8), 0.0)
    assert motion.lit == config.least_lit
    motion = motion.looked_at(np.ones((160, 288), bool))
    for number in range(30):
        # Of a deviation of 6 in the picture, a ninth part of whose pixels is compared.
        low = np.clip(24 + chance.normal(0, 2, (160, 288)), 0, 255).astype(np.uint8)
        motion = motion.step(low, number / FPS)
        assert not motion.parts(number / FPS, 0.0)
