"""A board drawn by a few lines is found where it was drawn, at any turn; and nothing is found where nothing is."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.board.photos import PHOTOS, seen_in
from tests.vision.board.seen_boards import DIAMOND, bits, seen
from vision.board.board_config import BoardConfig
from vision.board.cells import NUMBER, edges
from vision.board.first_look.read import Shown, read_board
from vision.board.first_look.read_config import ReadConfig
from vision.board.flat import Flat, FlatConfig, flatten
from vision.board.grid.find import FindConfig, find_views
from vision.board.grid.rare import rare_area
from vision.board.grid.weigh import Candidate
from vision.board.laying.reading import BoardRead, Reading
from vision.board.places import best_of, place_of
from vision.board.second_look.again import AgainConfig, Glimpse, glimpse
from vision.board.see import NO_BOARD, lifted, see_board
from vision.board.settle import SettleConfig, settled
from vision.photo import Pixels, load_photo
from vision.plane import Floats, apply, homography

SQUARE = np.array([[0.0, 4.0], [4.0, 4.0], [4.0, 0.0], [0.0, 0.0]])
"""The grid's corners in board units with y down: a1's first."""


@cache
def _views_once(pixels: bytes, shape: tuple[int, ...], config: FindConfig) -> tuple[Candidate, ...]:
    return tuple(find_views(np.frombuffer(pixels, np.uint8).reshape(shape), config))


@pytest.fixture(autouse=True)
def looked_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a photo's lines may be a board's is the same, whatever is then asked of such a place."""

    def views(image: Pixels, config: FindConfig) -> list[Candidate]:
        return list(_views_once(image.tobytes(), image.shape, config))

    monkeypatch.setattr("vision.board.see.find_views", views)


def _place(turn_deg: float, lean: float) -> Floats:
    """Where the grid's corners (4, 2) lie in a picture of 640 x 480."""
    turn = np.radians(turn_deg)
    spin = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    around = (SQUARE - 2) @ spin
    depth = 1 - lean * around[:, 1:] / 4
    corners: Floats = around * 70 / depth + [320, 240]
    return corners


def _drawn(corners: Floats) -> NDArray[np.uint8]:
    picture = np.full((480, 640, 3), 90, np.uint8)
    to_px = homography(SQUARE, corners)
    sheet = apply(to_px, (SQUARE - 2) * 1.1 + 2)
    cv2.fillPoly(picture, [np.round(sheet * 16).astype(np.int32)], (225, 230, 232), cv2.LINE_AA, 4)
    lines = [((k, 0), (k, 4)) for k in range(5)] + [((0, k), (4, k)) for k in range(5)]
    for x in range(4):
        for y in range(4):
            lines += [((x, y), (x + 1, y + 1)), ((x + 1, y), (x, y + 1))]
    for line in lines:
        ends = np.round(apply(to_px, np.array(line, float)) * 16).astype(np.int32)
        cv2.polylines(picture, [ends], False, (120, 125, 128), 2, cv2.LINE_AA, 4)
    return picture


@pytest.mark.parametrize("turn_deg", [0, 13, 30, 44])
@pytest.mark.parametrize("lean", [0.0, 0.35])
def test_a_grid_is_found_where_it_lies(turn_deg: float, lean: float) -> None:
    corners = _place(turn_deg, lean)
    picture = _drawn(corners)
    found = find_views(picture, FindConfig())[0].view
    settles = settled(flatten(picture, found, FlatConfig()), found, SettleConfig())
    for view, most in ((found, 9.0), (settles, 2.0)):
        place = view.to_px(SQUARE)
        assert min(float(np.abs(np.roll(place, turn, axis=0) - corners).max()) for turn in range(4)) < most


def test_an_empty_board_is_a_board_without_pieces() -> None:
    seen = see_board(_drawn(_place(10, 0.2)))
    assert seen.grid_px is not None
    assert (seen.pieces, seen.unread) == ((), ())


def test_a1_is_the_cell_nearest_the_lower_left() -> None:
    for turn_deg in (0, 80, 170, 260):
        seen = see_board(_drawn(_place(turn_deg, 0.1)))
        assert seen.grid_px is not None
        a1 = np.array(seen.grid_px[0])
        assert all(np.hypot(*(a1 - [0, 479])) <= np.hypot(x, y - 479) for x, y in seen.grid_px)


@pytest.mark.parametrize("shade", [0, 128, 255])
def test_a_blank_picture_says_that_there_is_no_board(shade: int) -> None:
    seen = see_board(np.full((480, 640, 3), shade, np.uint8))
    assert (seen.grid_px, seen.pieces) == (None, ())
    assert [place.why for place in seen.unread] == [NO_BOARD]


def test_a_checked_tablecloth_is_no_board() -> None:
    rows, columns = np.indices((480, 640)) // 60
    squares = np.where((rows + columns) % 2, 210, 60).astype(np.uint8)
    assert see_board(cv2.cvtColor(squares, cv2.COLOR_GRAY2BGR).astype(np.uint8)).grid_px is None


def _on_chequers(share: float) -> tuple[NDArray[np.uint8], Floats]:
    """A photographed board made so much smaller, on a chequered cloth, and where its grid's corners (4, 2) are."""
    photo = load_photo(PHOTOS / "board-28.jpg")
    corners = find_views(photo, FindConfig())[0].view.to_px(SQUARE)
    low, high = corners.min(0).astype(int) - 40, corners.max(0).astype(int) + 40
    part = photo[low[1] : high[1], low[0] : high[0]]
    small = cv2.resize(part, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
    rows, columns = np.mgrid[:1080, :1920] // 70
    cloth = np.where(((rows + columns) % 2)[..., None] > 0, (205, 208, 210), (150, 110, 90)).astype(np.uint8)
    cloth = np.asarray(cv2.GaussianBlur(cloth, (0, 0), 1), np.uint8)
    cloth[300 : 300 + small.shape[0], 1200 : 1200 + small.shape[1]] = small
    noise = np.random.default_rng(1).normal(0, 3, cloth.shape)
    return np.asarray(np.clip(cloth + noise, 0, 255), np.uint8), (corners - low + 0.5) * share - 0.5 + (
        1200,
        300,
    )


def test_a_small_board_on_a_chequered_cloth_is_found_by_its_own_edges() -> None:
    """Its lines are shorter than the cloth's; its colours are rare."""
    picture, true = _on_chequers(0.4)
    box = rare_area(picture)
    assert box is not None
    assert (box[0] < true.min(0)).all()
    assert (box[1] > true.max(0)).all()
    found = find_views(picture, FindConfig())[0].view.to_px(SQUARE)
    assert np.linalg.norm(found[:, None] - true, axis=2).min(0).max() < 4
    for other in find_views(picture, replace(FindConfig(), sure_score=-np.inf)):
        place = other.view.to_px(SQUARE)
        assert np.linalg.norm(place[:, None] - true, axis=2).min(0).max() > 40


def _found_where(photo: Pixels, by_eye: list[tuple[float, float]], config: BoardConfig | None = None) -> bool:
    """Whether a board is seen in a photo; then its grid's corners lie within 4 pixels of these, in any order."""
    found = see_board(photo, config=config).grid_px
    if found is None:
        return False
    far = np.linalg.norm(np.array(found)[:, None] - np.array(by_eye), axis=2)
    assert far.min(0).max() < 4
    return True


def test_a_board_with_faint_lines_on_a_chequered_cloth_is_found_with_its_shadows_lifted() -> None:
    photo = load_photo(PHOTOS / "board-09.jpg")
    by_eye = [(255.0, 534.0), (788.0, 682.0), (866.0, 303.0), (458.0, 228.0)]
    assert _found_where(photo, by_eye)
    assert not _found_where(photo, by_eye, BoardConfig(lift=1.0, coarse_px=()))


def test_a_board_with_dotted_lines_under_a_hand_is_found_where_the_dots_run_together() -> None:
    photo = load_photo(PHOTOS / "board-45.jpg")
    by_eye = [(452.0, 549.0), (894.0, 450.0), (755.0, 183.0), (407.5, 245.0)]
    assert _found_where(photo, by_eye)
    assert not _found_where(photo, by_eye, BoardConfig(coarse_px=(), lift=1.0))
    # Only a board that the network sees is one there, however well its lines fit.
    unseen = BoardConfig(taken=64, least_score=0.0, plain_score=0.0)
    assert not _found_where(photo, by_eye, replace(unseen.coarse(480), coarse_px=(), lift=1.0))


def test_a_faint_board_under_a_hand_is_found_where_the_network_knows_most_of_it() -> None:
    photo = load_photo(PHOTOS / "board-43.jpg")
    by_eye = [(433.0, 466.0), (728.0, 592.0), (843.0, 297.0), (565.0, 204.0)]
    assert _found_where(photo, by_eye)
    # Most of all cells, or nearly all of those that the hand leaves.
    assert _found_where(photo, by_eye, BoardConfig(open_cells=65))
    assert _found_where(photo, by_eye, BoardConfig(known_cells=65))
    unknown = BoardConfig(known_cells=65, open_cells=65)
    for config in (unknown, BoardConfig(known_cells=65, known_open=1.01), BoardConfig(most_beyond=3)):
        assert not _found_where(photo, by_eye, replace(config, coarse_px=(), lift=1.0))


def test_where_a_whole_row_lies_beyond_the_board_the_grid_a_square_back_is_tried() -> None:
    photo = load_photo(PHOTOS / "board-33.jpg").astype(np.float32)
    # Halos of hard sharpening: the edges fit best where the grid is laid a column too far to the right.
    hard = np.clip(photo + 1.4 * (photo - cv2.GaussianBlur(photo, (0, 0), 2.2)), 0, 255).astype(np.uint8)
    by_eye = [(465.0, 542.0), (780.0, 611.0), (828.0, 321.0), (549.0, 277.0)]
    assert _found_where(hard, by_eye)
    astray = see_board(hard, config=BoardConfig(most_beyond=16)).grid_px
    assert astray is not None
    assert np.linalg.norm(np.array(astray) - by_eye, axis=1).min() > 30


@pytest.mark.parametrize(
    ("share", "sense", "looked", "read"),
    [(0.85, True, 1, 1), (1.0, True, 2, 1), (1.0, False, 2, 2), (1.02, True, 3, 3)],
)
def test_a_place_is_read_unless_another_is_worth_more_than_edges_and_network_say(
    monkeypatch: pytest.MonkeyPatch, share: float, sense: bool, looked: int, read: int
) -> None:
    """Beside the board's own, a place a square on whose edges say a share of that; what lies a square back from there
    is the board's own again. Where no pieces make what the network sees, no place keeps another from being read."""
    photo = load_photo(PHOTOS / "board-03.jpg")
    known, (true, *_) = seen_in("board-03"), find_views(photo, FindConfig())
    less = (1 - share) * true.score / 0.7
    beside = replace(true, view=true.view.moved(1, 0), unexplained=true.unexplained + less)
    assert beside.score == pytest.approx(share * true.score)
    views = sorted((true, beside), key=lambda candidate: -candidate.score)
    boards: list[Shown] = []
    asked: list[Flat] = []

    def noting(board: Shown, config: ReadConfig, plain: int = 0) -> BoardRead:
        boards.append(board)
        return read_board(board, config, plain)

    def asking(image: Pixels, flat: Flat, config: AgainConfig) -> Glimpse:
        asked.append(flat)
        return glimpse(image, flat, config)

    monkeypatch.setattr("vision.board.see.find_views", lambda *_: views)
    monkeypatch.setattr("vision.board.places.read_board", noting)
    monkeypatch.setattr("vision.board.places.glimpse", asking)
    if not sense:
        monkeypatch.setattr("vision.board.places.packings", lambda *_: None)
    assert see_board(photo) == known
    assert (len(asked), len(boards)) == (looked, read)


def test_a_place_that_no_pieces_make_is_not_the_board_s_however_well_its_lines_fit() -> None:
    """As the diagonals of squares, which are a grid of smaller squares."""
    photo = load_photo(PHOTOS / "board-03.jpg")
    place = place_of(photo, find_views(photo, FindConfig()), BoardConfig())
    assert place is not None
    aslant = seen(DIAMOND)
    for side, edge in enumerate(edges()):
        if NUMBER["d3W"] in (edge.left, edge.right):
            aslant.sides[side] = np.log([0.999, 1e-30, 1e-30])
    better = replace(place, worth=place.worth + 0.1, second=replace(place.second, seen=aslant))
    assert best_of([better, place], BoardConfig()) is place
    # What makes sense goes by its worth, and alone it is all that is seen.
    most = replace(place, worth=place.worth + 0.2)
    assert best_of([place, better, most], BoardConfig()) is most
    assert best_of([better], BoardConfig()) is better


def _draw_arm(photo: Pixels, outline: NDArray[np.int32]) -> None:
    """Skin, which is round and has a grain: nothing of one even colour lies over a board but a piece."""
    mask = np.zeros(photo.shape[:2], np.uint8)
    cv2.fillPoly(mask, [outline], 255)
    depth = cv2.distanceTransform(mask, cv2.DIST_L2, 5)
    grain = cv2.GaussianBlur(np.random.default_rng(1).standard_normal(mask.shape), (0, 0), 2.0)
    light = 0.55 + 0.45 * np.sqrt(depth / depth.max()) + 0.15 * grain
    skin = np.clip(np.array([120, 160, 205]) * light[..., None], 0, 255).astype(np.uint8)
    photo[mask > 0] = skin[mask > 0]


@pytest.mark.parametrize(("columns", "rows"), [(1, 0), (-1, 0), (0, -1), (0, 1)])
def test_a_row_that_something_lies_over_does_not_move_the_grid(columns: int, rows: int) -> None:
    """As an arm that covers all of a row, and no more."""
    photo = load_photo(PHOTOS / "board-03.jpg")
    grid = seen_in("board-03").grid_px
    assert grid is not None
    to_px = homography(SQUARE, np.array(grid))
    # The row from which this is the way to the opposite one, and a little of what lies beside it.
    low, high = np.zeros(2), np.full(2, 4.0)
    axis, way = (0, columns) if columns else (1, rows)
    low[axis], high[axis] = (-0.2, 1.0) if way > 0 else (3.0, 4.2)
    arm = np.array([low, [high[0], low[1]], high, [low[0], high[1]]])
    _draw_arm(photo, np.round(apply(to_px, arm)).astype(np.int32))
    again = see_board(photo).grid_px
    assert again is not None
    assert np.abs(np.array(again) - np.array(grid)).max() < 4
    if columns:
        # It has to be better by so much.
        moved = see_board(photo, config=BoardConfig(moved_on=-30.0)).grid_px
        assert moved is not None
        assert np.abs(np.array(moved) - np.array(grid)).max() > 30


def test_what_shows_too_little_of_a_grid_is_a_board_only_if_the_network_says_so() -> None:
    photo = load_photo(PHOTOS / "board-44.jpg")
    assert see_board(photo, config=BoardConfig(least_score=1000.0)).grid_px is not None
    unknown = BoardConfig(known_cells=65, open_cells=65)
    assert see_board(photo, config=replace(unknown, least_score=1000.0, coarse_px=())).grid_px is None
    assert see_board(photo, config=unknown).grid_px is not None


def test_what_hardly_shows_is_a_board_if_the_network_knows_nearly_all_of_it() -> None:
    photo = load_photo(PHOTOS / "board-44.jpg")
    faint = BoardConfig(least_score=1000.0, known_score=1000.0, coarse_px=())
    assert see_board(photo, config=faint).grid_px is not None
    for config in (replace(faint, nearly_all=65), replace(faint, nearly_all_score=1000.0)):
        assert see_board(photo, config=config).grid_px is None


def test_a_faint_place_on_which_the_network_knows_no_piece_is_no_board() -> None:
    """As on a table that is as even as a bare board, with game parts on it."""
    photo = load_photo(PHOTOS.with_name("photos-parts") / "parts-zigzaggle-04.jpg")
    assert see_board(photo).grid_px is None
    assert see_board(photo, config=BoardConfig(taken=0)).grid_px is not None


def test_tints_that_colours_take_for_a_hand_hide_nothing_where_the_network_is_sure(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As with a set of turquoise pieces: colours alone see something over a third of the board."""
    photo = load_photo(PHOTOS / "board-44.jpg")
    known = see_board(photo)
    assert (len(known.pieces), known.unread) == (7, ())
    odd = bits("a3N", "a3W", "a4E", "a4S", "b1E", "b1N", "b2S", "b2W")

    def unknown(board: Shown, config: ReadConfig, plain: int = 0) -> BoardRead:
        found = read_board(board, config, plain)
        laid = tuple(piece for piece in found.readings[0].laid if not piece[1].mask & odd)
        return replace(found, readings=(Reading(laid, 1.0),), covered=odd)

    for module in ("places", "told"):
        monkeypatch.setattr(f"vision.board.{module}.read_board", unknown)
    told = see_board(photo)
    assert [piece.cells for piece in told.pieces] == [piece.cells for piece in known.pieces]
    assert told.unread == ()


def test_lifted_shadows_keep_black_and_white_and_their_order() -> None:
    ramp = np.arange(256, dtype=np.uint8)[None, :, None].repeat(3, 2)
    light = lifted(ramp, 0.45)[0, :, 0].astype(int)
    assert (light[0], light[255]) == (0, 255)
    assert (np.diff(light) >= 0).all()
    assert light[13] - light[10] > 3 * (light[203] - light[200])


def test_where_all_is_alike_nothing_is_rare() -> None:
    assert rare_area(np.full((480, 640, 3), 128, np.uint8)) is None
