"""Whose a piece is its colour tells: of a board in a picture without colour nothing is stated, and why is said."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.board.photos import PHOTOS
from tests.vision.board.seen_boards import spot
from tests.vision.grey_camera import in_one_colour
from tests.vision.painting import fill
from vision.board.cells import CELLS, RIM, edges
from vision.board.first_look.doubts import Look, Unread
from vision.board.laying.pieces import NEUTRAL, shape_of
from vision.board.see import NO_COLOUR, see_board, set_up_alone
from vision.photo import Pixels, load_photo
from vision.plane import Floats

Laid = list[tuple[str, tuple[str, ...]]]


@pytest.mark.parametrize("light", [(1.0, 1.0, 1.0), (0.75, 0.95, 1.05)])
def test_a_board_without_colour_is_named_whole(light: tuple[float, float, float]) -> None:
    photo = load_photo(PHOTOS / "board-15.jpg")
    assert see_board(photo).pieces
    seen = see_board(in_one_colour(photo, light))
    assert seen.grid_px is not None
    assert (seen.pieces, seen.readings) == ((), ())
    assert [(place.why, place.cells) for place in seen.unread] == [(NO_COLOUR, CELLS)]


def _drawn(pieces: Laid, table: tuple[float, float, float]) -> Pixels:
    """A white board with grey lines on a plain table, BGR, seen from above at 720p, with pieces of white and petrol."""
    picture = np.full((720, 1280, 3), table, np.uint8)
    seen = np.array([[372, 626], [908, 630], [904, 94], [370, 90]], np.float32)
    plane = cv2.getPerspectiveTransform(RIM.astype(np.float32), seen)

    def at(points: Floats) -> Floats:
        return np.asarray(cv2.perspectiveTransform(points[None].astype(np.float32), plane)[0], float)

    fill(picture, at(np.asarray((RIM - 2) * 1.15 + 2, float)), np.full(3, 222.0))
    for edge in edges():
        start, end = np.round(at(np.array([edge.start, edge.end]) / 2)).astype(int).tolist()
        cv2.line(picture, start, end, (120, 120, 120), 2, cv2.LINE_AA)
    for owner, cells in pieces:
        outline = np.array(shape_of(cells).outline()[0], float)
        for shift, light in ((4, 0.55), (0, 1.0)):
            colour = np.array([244.0, 244, 244] if owner == NEUTRAL else [110.0, 85, 20]) * light
            fill(picture, at(outline) + [shift, shift], colour)
    noise = np.random.default_rng(1).normal(0, 2, picture.shape[:2])[..., None]
    return np.asarray(np.clip(cv2.GaussianBlur(picture, (0, 0), 0.7) + noise, 0, 255), np.uint8)


START: Laid = [
    (NEUTRAL, ("a1N", "a1E", "a1S", "a1W", "b1W")),
    (NEUTRAL, ("b3E", "b3N", "b4S", "b4W", "c3W")),
]
OAK = (70.0, 120.0, 165.0)


def test_a_grey_board_with_the_white_pieces_that_a_game_begins_with_is_read() -> None:
    seen = see_board(_drawn(START, OAK))
    assert {(piece.owner, frozenset(piece.cells)) for piece in seen.pieces} == {
        (owner, frozenset(cells)) for owner, cells in START
    }
    assert seen.unread == ()


@pytest.mark.parametrize("more", [[], [("petrol", ("d1E", "d1N"))]])
def test_with_no_colour_anywhere_a_camera_may_be_grey(more: Laid) -> None:
    grey = in_one_colour(_drawn(START + more, OAK), (1.0, 1.0, 1.0))
    seen = see_board(grey)
    assert seen.pieces == ()
    assert [(place.why, place.cells) for place in seen.unread] == [(NO_COLOUR, CELLS)]


def test_a_players_piece_as_grey_as_its_board_is_not_told_by_what_lies_beside_the_board() -> None:
    photo = _drawn([*START, ("petrol", ("d1E", "d1N"))], OAK)
    grey = in_one_colour(photo, (1.0, 1.0, 1.0))
    grey[:, :320], grey[:, 960:] = photo[:, :320], photo[:, 960:]
    seen = see_board(grey)
    assert seen.pieces == ()
    assert [(place.why, place.cells) for place in seen.unread] == [(NO_COLOUR, CELLS)]


def test_a_game_begins_with_the_large_white_pieces_alone_and_nothing_in_doubt() -> None:
    large = {(owner, spot(*cells, neutral=True)): 1.0 for owner, cells in START}
    assert set_up_alone(Look(large, ()))
    assert not set_up_alone(Look(large, (Unread(1, NO_COLOUR),)))
    assert not set_up_alone(Look({**large, ("petrol", spot("d1E", "d1N")): 1.0}, ()))
    assert not set_up_alone(Look({**large, (NEUTRAL, spot("d1E", neutral=True)): 1.0}, ()))
