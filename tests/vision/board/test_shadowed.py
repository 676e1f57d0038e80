"""The edge of a shadow is no seam."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.board.photos import PHOTOS, seen_in
from tests.vision.board.seamed_boards import board, shaded
from tests.vision.board.seen_boards import LARGE, bits, spot
from vision.board.cells import NUMBER, cell_corners
from vision.board.first_look.doubts import Look, Unread
from vision.board.flat import Flat
from vision.board.laying.reading import Laid, Reading
from vision.board.second_look.shadowed import SHADOW, ShadowedConfig, with_shadowed
from vision.board.see import see_board
from vision.photo import Pixels, load_photo

HALF, OTHER = ("green", spot("a3N", "a3E")), ("green", spot("a3S", "a3W"))
APART = ("green", spot("c2S"))
PIECES: dict[Laid, float] = {LARGE: 1.0, HALF: 0.99, OTHER: 0.99, APART: 1.0}


@pytest.mark.parametrize(
    ("light", "seam", "told"),
    [
        (0.7, 0.0, False),  # darker on one side, and nothing between
        (0.7, 25.0, True),  # a seam shows at the shadow's edge
        (0.7, -80.0, True),  # a light board shows in it
        (0.7, -15.0, False),  # a picture that was sharpened has a lighter line at a shadow's edge, too
        (0.96, 0.0, True),  # two pieces may differ by as much
        (1.0, 0.0, True),  # nothing shows at all: others have to tell
    ],
)
def test_what_a_shadow_parts_may_be_one(light: float, seam: float, *, told: bool) -> None:
    lines = [({"a3N", "a3W"}, seam), ({"a3E", "a3S"}, seam)] if seam else []
    flat = shaded(board(PIECES, lines), OTHER[1].cells, light)
    look = Look(PIECES, (Unread(bits("d4N"), "unclear"),))
    readings = (Reading(tuple(PIECES), 0.9), Reading((LARGE, APART), 0.1))
    found, left = with_shadowed(look, readings, flat, ShadowedConfig())
    if told:
        assert (found, left) == (look, readings)
        return
    assert set(found.pieces) == {LARGE, APART}
    assert found.unread == (*look.unread, Unread(HALF[1].mask | OTHER[1].mask, SHADOW))
    assert [set(one.laid) for one in left] == [{LARGE, APART}]


@pytest.mark.parametrize(("rise", "told"), [(60.0, True), (20.0, False)])
def test_a_light_gap_may_rise_in_one_channel_alone(rise: float, *, told: bool) -> None:
    seams = [({"a3N", "a3W"}, -rise), ({"a3E", "a3S"}, -rise)]
    without, lit = (shaded(board(PIECES, lines), OTHER[1].cells, 0.75) for lines in ([], seams))
    pixels = np.dstack([lit.pixels[..., 0], without.pixels[..., 1] + 90, without.pixels[..., 2]])
    found, _ = with_shadowed(Look(PIECES, ()), (), Flat(pixels, lit.px, lit.border), ShadowedConfig())
    assert ({HALF, OTHER} <= set(found.pieces)) == told


def test_pieces_of_two_colours_differ_by_more() -> None:
    pieces: dict[Laid, float] = {LARGE: 1.0, HALF: 1.0, ("petrol", OTHER[1]): 1.0}
    look = Look(pieces, ())
    assert with_shadowed(look, (), board(pieces, []), ShadowedConfig()) == (look, ())
    # White pieces have their own looks.
    white: dict[Laid, float] = {LARGE: 1.0, ("neutral", spot("b1N")): 1.0}
    flat = shaded(board(white, []), (spot("b1N").cells[0],), 0.5)
    assert with_shadowed(Look(white, ()), (), flat, ShadowedConfig()) == (Look(white, ()), ())


def darkened(name: str, cells: tuple[str, ...], light: float) -> Pixels:
    """A photo with some cells of its board in a shadow that leaves so much of the light."""
    grid = np.array(seen_in(name).grid_px, np.float32)
    board_px = cv2.getPerspectiveTransform(np.array([[0, 0], [4, 0], [4, 4], [0, 4]], np.float32), grid)
    photo = load_photo(PHOTOS / f"{name}.jpg")
    shadow = np.zeros(photo.shape[:2], np.float32)
    for cell in cells:
        corners = cell_corners()[NUMBER[cell]].astype(np.float32)[None]
        outline = cv2.perspectiveTransform(corners, np.asarray(board_px, np.float32))[0]
        cv2.fillConvexPoly(shadow, np.round(outline).astype(np.int32), 1.0)
    soft = cv2.GaussianBlur(shadow, (0, 0), 0.8)[..., None]
    return np.asarray(255 * ((photo / 255) ** 2.2 * (1 - (1 - light) * soft)) ** (1 / 2.2) + 0.5, np.uint8)


@pytest.mark.parametrize("light", [0.5, 0.75])
@pytest.mark.parametrize(
    ("name", "whole", "part"),
    [
        ("board-00", ("c2E", "c2S", "d2N", "d2W"), ("c2E", "c2S")),
        ("board-03", ("a2E", "b2N", "b2W", "b3S"), ("b2N", "b2W")),
        ("board-05", ("c3E", "c3N", "c3S", "c3W"), ("c3E", "c3N")),
        ("board-13", ("a1E", "a1N", "a2S", "a2W"), ("a1E", "a1N")),
    ],
)
def test_a_piece_half_in_shadow_is_not_told_as_two(
    name: str, whole: tuple[str, ...], part: tuple[str, ...], light: float
) -> None:
    assert whole in {piece.cells for piece in seen_in(name).pieces}
    seen = see_board(darkened(name, part, light))
    assert {piece.cells for piece in seen.pieces if set(piece.cells) & set(whole)} <= {whole}
