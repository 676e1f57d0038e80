"""Bands of a lamp that flickers: taken out where they are, along rows and columns; nothing else is taken for them."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calibration.lens import Lens
from companion.table.decks import zangle_deck
from tests.vision.board.photos import PHOTOS as BOARDS
from tests.vision.scoring import PHOTOS
from vision.bands import without_bands
from vision.board.cells import CELLS
from vision.board.see import FLICKER, see_board
from vision.cards.see import see
from vision.photo import Pixels, load_photo
from vision.plane import Floats
from vision.sighting import CardSighting


def banded(
    photo: Pixels, strength: float, period: float, turn: float, *, columns: bool = False
) -> tuple[Pixels, Floats]:
    """A photo as a lamp's bands along its rows show it, and what each row was multiplied by."""
    count = photo.shape[1 if columns else 0]
    gain: Floats = 1 + strength * np.sin(2 * np.pi * np.arange(count) / period + turn)
    light = gain[None, :, None] if columns else gain[:, None, None]
    return np.asarray(np.clip(np.round(photo * light), 0, 255), np.uint8), gain


@pytest.fixture(scope="module")
def board() -> Pixels:
    return load_photo(BOARDS / "board-15.jpg")


@settings(max_examples=10, deadline=None)
@given(st.floats(0.16, 0.3), st.floats(40, 220), st.floats(0, 6), st.booleans())
def test_bands_of_any_strength_and_pitch_are_taken_out(
    board: Pixels, strength: float, period: float, turn: float, columns: bool
) -> None:
    dim = np.asarray(board * 0.7, np.uint8)
    seen, gain = banded(dim, strength, period, turn, columns=columns)
    even = without_bands(seen)
    across = (0, 2) if columns else (1, 2)
    by_row = even.sum(axis=across, dtype=float) / dim.sum(axis=across, dtype=float)
    left = np.percentile(by_row / np.median(by_row), [2, 98])
    assert np.ptp(left) < 0.25 * np.ptp(gain)


def test_bands_are_taken_out_where_most_of_each_row_is_black(board: Pixels) -> None:
    """What is nearly black tells nothing of the light."""
    dark = np.asarray(board * 0.7, np.uint8)
    dark[:, 400:] = 0
    seen, gain = banded(dark, 0.25, 90, 1.0)
    lit = without_bands(seen)[:, :400].sum(axis=(1, 2), dtype=float)
    by_row = lit / dark[:, :400].sum(axis=(1, 2), dtype=float)
    assert np.ptp(np.percentile(by_row / np.median(by_row), [2, 98])) < 0.25 * np.ptp(gain)


def test_no_photo_without_bands_is_touched() -> None:
    for path in [*sorted(PHOTOS.glob("*.jpg"))[::3], *sorted(BOARDS.glob("*.jpg"))[::3]]:
        photo = load_photo(path)
        assert without_bands(photo) is photo, path.stem


def test_a_striped_cloth_under_cards_is_no_lamp() -> None:
    """Its stripes run straight along the rows, all over the picture, but not across the cards."""
    light = 150 * (1 + 0.2 * np.sin(np.arange(720) / 14))
    cloth = np.repeat(np.repeat(light[:, None, None], 1280, 1), 3, 2)
    for k in range(8):
        x, y = 90 + 300 * (k % 4), 60 + 330 * (k // 4)
        cv2.rectangle(cloth, (x, y), (x + 190, y + 260), (225, 230, 232), cv2.FILLED)
    photo = np.asarray(cloth + np.random.default_rng(1).normal(0, 2, cloth.shape), np.uint8)
    assert without_bands(photo) is photo


@pytest.mark.parametrize("shape", [(1, 1, 3), (30, 4000, 3), (720, 20, 3)])
def test_small_and_black_pictures_are_left_alone(shape: tuple[int, int, int]) -> None:
    for level in (0, 128, 255):
        photo = np.full(shape, level, np.uint8)
        assert without_bands(photo) is photo


def pieces(photo: Pixels, lens: Lens | None = None) -> set[tuple[str, tuple[str, ...]]]:
    return {(piece.owner, piece.cells) for piece in see_board(photo, lens=lens).pieces}


def test_a_board_under_a_flickering_lamp_is_read_as_in_even_light(board: Pixels) -> None:
    dim = np.asarray(board * 0.75, np.uint8)
    assert pieces(dim)
    assert pieces(banded(dim, 0.25, 150, 1.0)[0]) == pieces(dim)


def test_a_board_that_bands_burn_out_is_named_whole(board: Pixels) -> None:
    bright = np.asarray(np.clip(board * 1.25, 0, 255), np.uint8)
    seen = see_board(banded(bright, 0.25, 150, 1.0)[0])
    assert seen.grid_px is not None
    assert seen.pieces == ()
    assert [(place.why, place.cells) for place in seen.unread] == [(FLICKER, CELLS)]


def test_cards_under_a_flickering_lamp_are_read_as_in_even_light() -> None:
    dim = np.asarray(load_photo(PHOTOS / "home-001-abolo.jpg") * 0.8, np.uint8)

    def shapes(photo: Pixels) -> list[int]:
        cards = see(photo, game="zangle", deck=zangle_deck()).cards
        return sorted(card.triangles or 0 for card in cards if isinstance(card, CardSighting))

    assert shapes(banded(dim, 0.4, 0.2 * dim.shape[0], 0.0)[0]) == shapes(dim)


def test_bands_are_taken_out_before_a_lens_s_distortion_is(board: Pixels) -> None:
    """What is straight along the sensor's rows is bent once the picture is made straight."""
    high, wide = board.shape[:2]
    lens = Lens((wide, high), (0.8 * wide, 0.8 * wide), (wide / 2, high / 2), (-0.4, 0.05, 0.0, 0.0, 0.0))
    dim = np.asarray(board * 0.75, np.uint8)
    bent = banded(dim, 0.25, 150, 1.0)[0]
    assert pieces(dim, lens)
    assert pieces(bent, lens) == pieces(dim, lens)
