"""Reading drawn pictures of marked parts: what is there, what is covered, and what is no part at all."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.table.parts import look_at_parts
from companion.table.zigity.laid import zigity_table
from tests.vision.parts.drawn import Lying, Pixels, board_face, camera, face, photographed
from vision.parts.marks import has_modules
from vision.parts.sighting import PartsSeen

HAND = ("CA1lp", "WE3lp", "DE9cd", "SE8cp", "free-2")


def _row(idents: tuple[str, ...] = HAND, game: str = "zigity", step: float = 72.0) -> list[Lying]:
    first = -(len(idents) - 1) * step / 2
    return [
        Lying(face(game, ident), (first + k * step, 8.0 * (k % 2)), 3.0 * k - 5)
        for k, ident in enumerate(idents)
    ]


def _ids(seen: PartsSeen) -> list[str]:
    return sorted(part.id for part in seen.parts if part.id is not None)


def _patch(colour: tuple[int, int, int], side_mm: float) -> Pixels:
    side = round(side_mm * 6)
    return np.full((side, side, 4), (*colour, 255), np.uint8)


@pytest.mark.parametrize("tilt", [0, 25, 45])
def test_a_row_of_cards_is_read_with_names_places_and_facts(tilt: int) -> None:
    to_px = camera(3.0, tilt)
    seen = look_at_parts(photographed(_row(), to_px), game="zigity")
    assert _ids(seen) == sorted(HAND)
    assert not seen.unread
    by_id = {part.id: part for part in seen.parts}
    assert by_id["free-2"].name == "free"
    assert dict(by_id["DE9cd"].facts)["number"] == 9
    want = cv2.perspectiveTransform(np.array([[[-144.0, 0.0]]]), to_px)[0, 0]
    assert np.linalg.norm(np.array(by_id["CA1lp"].centre_px) - want) < 4
    for part in seen.parts:
        assert part.corners_mm is not None
        sides = np.linalg.norm(np.diff(np.array([*part.corners_mm, part.corners_mm[0]]), axis=0), axis=1)
        assert sides == pytest.approx([63, 88, 63, 88], rel=0.05)


@pytest.mark.parametrize("corner", [(-1, -1), (1, 1)])
def test_one_covered_marker_leaves_the_card_known(corner: tuple[int, int]) -> None:
    row = _row()
    x, y = row[2].at
    cover = Lying(_patch((200, 180, 40), 24), (x + corner[0] * 20, y + corner[1] * 33), 11)
    seen = look_at_parts(photographed([*row, cover], camera(3.0, 15)), game="zigity")
    assert _ids(seen) == sorted(HAND)
    (part,) = [part for part in seen.parts if part.id == HAND[2]]
    assert part.marks == ((1,) if corner[0] < 0 else (0,))
    assert len(part.read_by) > 1


def test_a_card_with_both_markers_covered_is_not_passed_over() -> None:
    row = _row()
    x, y = row[2].at
    covers = [
        Lying(_patch((250, 250, 250), 15), (x + s * 21.5, y + s * 34), row[2].turn_deg) for s in (-1, 1)
    ]
    seen = look_at_parts(photographed([*row, *covers], camera(3.0, 15)), game="zigity")
    assert _ids(seen) == sorted(set(HAND) - {HAND[2]})
    assert len(seen.unread) == 1
    assert "no marker" in seen.unread[0].why


def test_a_card_face_down_is_told_so() -> None:
    things = [*_row(HAND[:3]), Lying(face("zigity", "back"), (20.0, 104.0), 8.0)]
    seen = look_at_parts(photographed(things, camera(2.3, 10)), game="zigity")
    assert [part.face for part in seen.parts if part.id is None] == ["down"]
    assert not seen.unread


def test_a_lone_marker_is_no_card() -> None:
    marker = face("zigity", "CA1lp")[(3 * 6) : (17 * 6), (3 * 6) : (17 * 6)]
    seen = look_at_parts(
        photographed([*_row(HAND[1:]), Lying(np.ascontiguousarray(marker), (-140.0, -70.0))], camera(3.0)),
        game="zigity",
    )
    assert _ids(seen) == sorted(HAND[1:])


def test_a_small_picture_of_a_card_is_no_card() -> None:
    things = [*_row(HAND[1:]), Lying(face("zigity", "CA1lp"), (-150.0, -60.0), 20, scale=0.6)]
    seen = look_at_parts(photographed(things, camera(3.6)), game="zigity")
    assert "CA1lp" not in _ids(seen)


def test_two_copies_of_one_card_are_read_as_neither() -> None:
    things = [*_row(HAND[:3]), Lying(face("zigity", HAND[0]), (0.0, 95.0), 40)]
    seen = look_at_parts(photographed(things, camera(2.6)), game="zigity")
    assert HAND[0] not in _ids(seen)
    assert any("two copies" in place.why for place in seen.unread)


def test_a_marker_on_a_card_of_another_colour_is_not_believed() -> None:
    pasted = face("zigity", "WE3lp").copy()
    own = face("zigity", "CA1lp")
    pasted[: 18 * 6, : 18 * 6] = own[: 18 * 6, : 18 * 6]
    pasted[70 * 6 :, 44 * 6 :] = (255, 255, 255, 255)
    things = [*_row(HAND[2:]), Lying(_patch((60, 60, 60), 60), (-140.0, 40.0)), Lying(pasted, (-150.0, 0.0))]
    things.append(Lying(_patch((40, 90, 60), 70), (-120.0, 20.0)))
    seen = look_at_parts(photographed(things, camera(3.0)), game="zigity")
    assert "CA1lp" not in _ids(seen)


def test_another_game_is_not_read() -> None:
    seen = look_at_parts(photographed(_row(), camera(3.0)), game="zont")
    assert not [part for part in seen.parts if part.face == "up"]


@pytest.mark.parametrize("shade", [0, 128, 255])
@pytest.mark.parametrize("game", ["zigity", "zont", "zigzaggle"])
def test_nothing_is_seen_where_nothing_is(game: str, shade: int) -> None:
    assert look_at_parts(np.full((240, 320, 3), shade, np.uint8), game=game).parts == ()


def test_the_same_picture_twice_gives_the_same() -> None:
    picture = photographed(_row(), camera(3.0, 20))
    assert look_at_parts(picture, game="zigity") == look_at_parts(picture.copy(), game="zigity")


def _board(tiles: dict[str, str], extra: list[Lying] | None = None) -> list[Lying]:
    """The board, turned so that its longer side lies along the picture's, and tiles by cell."""
    things = [Lying(board_face(), (0.0, 0.0), 90.0)]
    for number, (cell, ident) in enumerate(tiles.items()):
        x = (ord(cell[0]) - 97 + 0.5) * 22.5 - 427.5 / 2
        y = (int(cell[1:]) - 0.5) * 22.5 - 495 / 2
        things.append(Lying(face("zigzaggle", ident), (-y + 0.4, x - 0.3), 90.0 + (number % 5 - 2) * 1.5))
    return things + (extra or [])


TILES = {"j9": "Sr-1", "j10": "Ag-1", "j11": "My-1", "j12": "Eb-2", "k12": "Ny-1", "i12": "free-3"}
SIZE = (1920, 1080)


def _cells(seen: PartsSeen) -> dict[str, str | None]:
    found = {}
    for part in seen.parts:
        assert part.centre_mm is not None
        found[
            f"{'abcdefghijklmnopqrst'[int(part.centre_mm[0] // 22.5)]}{int(part.centre_mm[1] // 22.5) + 1}"
        ] = part.id
    return found


def test_tiles_are_read_on_the_boards_own_cells() -> None:
    seen = look_at_parts(photographed(_board(TILES), camera(2.15, 12, SIZE), size=SIZE), game="zigzaggle")
    assert seen.board is not None
    assert len(seen.board.marks) == 4
    assert _cells(seen) == TILES
    assert seen.hidden == ()
    assert not seen.unread


def test_what_covers_cells_is_told_with_their_names() -> None:
    hand = Lying(_patch((205, 150, 120), 60), (90.0, 20.0), 30)
    seen = look_at_parts(
        photographed(_board(TILES, [hand]), camera(2.15, 5, SIZE), size=SIZE), game="zigzaggle"
    )
    assert _cells(seen) == TILES
    assert seen.unread
    named = {
        cell for place in seen.unread for cell in place.why.replace(";", ",").replace(":", ",").split(", ")
    }
    assert set(seen.hidden) <= named
    # Its middle lies between these two, and it is as light and as red as the north runway.
    assert {"k7", "k8"} <= set(seen.hidden)


def test_a_tile_whose_marker_is_covered_hides_its_cell() -> None:
    blind = Lying(_patch((250, 250, 250), 13), (-(11.5 - 11) * 22.5 - 4, 0.0), 90)
    seen = look_at_parts(
        photographed(_board(TILES, [blind]), camera(2.15, 0, SIZE), size=SIZE), game="zigzaggle"
    )
    assert set(_cells(seen)) | set(seen.hidden) >= set(TILES)


def test_tiles_and_colours_tell_the_board_where_no_corner_shows() -> None:
    spread = TILES | {"g9": "Tg-1", "h9": "Og-1", "i9": "Eg-2", "n11": "Ib-1", "m11": "Nb-1", "l11": "Ob-1"}
    close = camera(3.6, 8)
    seen = look_at_parts(photographed(_board(spread), close), game="zigzaggle")
    assert seen.board is not None
    assert seen.board.marks == ()
    cells = _cells(seen)
    assert cells == {cell: ident for cell, ident in spread.items() if ident in cells.values()}
    assert len(cells) >= 9


RACK = ("Tg-1", "Or-1", "Ib-1", "Ey-2", "Ar-2", "free-5", "Lg-1")


def _rack(step: float = 27.0) -> list[Lying]:
    """Tiles in a row beyond the far side of the board."""
    first = -(len(RACK) - 1) * step / 2
    return [
        Lying(face("zigzaggle", ident), (first + k * step, -232.0), 180.0 + (k % 5 - 2) * 3)
        for k, ident in enumerate(RACK)
    ]


def test_tiles_on_a_rack_beyond_the_board_are_read_though_they_are_small() -> None:
    picture = photographed(_board(TILES, _rack()), camera(1.75, 24, SIZE), size=SIZE)
    seen = look_at_parts(picture, game="zigzaggle")
    assert _ids(seen) == sorted([*TILES.values(), *RACK])
    assert not seen.unread


def test_a_tile_beyond_the_board_that_cannot_be_read_is_not_passed_over() -> None:
    smudged = face("zigzaggle", RACK[3]).copy()
    side, inset = 11 * 6, round(1.6 * 6)
    middle = smudged[-inset - side + 12 : -inset - 12, -inset - side + 12 : -inset - 12]
    middle[..., :3] = 40
    square = np.full((side, side, 4), (30, 30, 30, 255), np.uint8)
    paper = _patch((245, 245, 245), 24)
    paper[38 : 38 + side, 38 : 38 + side] = square
    rack = _rack()
    rack[3] = Lying(smudged, rack[3].at, rack[3].turn_deg)
    # A black square of a marker's size on white paper has no colour of the game beside it.
    things = _board(TILES, [*rack, Lying(paper, (300.0, -100.0), 10)])
    seen = look_at_parts(photographed(things, camera(2.0, 12, SIZE), size=SIZE), game="zigzaggle")
    assert _ids(seen) == sorted({*TILES.values(), *RACK} - {RACK[3]})
    (place,) = seen.unread
    assert "cannot be read" in place.why
    assert place.centre_mm is not None
    neighbours = [one.centre_mm for one in seen.parts if one.id in (RACK[2], RACK[4])]
    between = np.mean([middle for middle in neighbours if middle is not None], axis=0)
    assert np.linalg.norm(between - np.array(place.centre_mm)) < 4


def test_without_the_board_tiles_have_names_and_no_cells() -> None:
    things = [
        Lying(face("zigzaggle", ident), (30.0 * k - 60, 5.0 * k), 7.0 * k)
        for k, ident in enumerate(TILES.values())
    ]
    seen = look_at_parts(photographed(things, camera(3.2, 20)), game="zigzaggle")
    assert _ids(seen) == sorted(TILES.values())
    assert seen.board is None
    assert [place.why for place in seen.unread] == [
        "the board is not found: show two of the markers in its corners"
    ]


def test_a_tile_is_read_under_glare_that_leaves_little_of_its_print() -> None:
    to_px = camera(2.15, 12, SIZE)
    picture = photographed(_board(TILES), to_px, size=SIZE).astype(np.float32)
    x, y = cv2.perspectiveTransform(np.array([[[-12.0, -22.0]]]), to_px)[0, 0]
    down, across = np.mgrid[: SIZE[1], : SIZE[0]].astype(np.float32)
    glare = np.clip(1.6 - np.hypot(across - x, down - y) / 60, 0, 0.8)[..., None]
    lit = np.asarray(np.clip(picture * (1 - glare) + 262 * glare, 0, 255), np.uint8)
    cells = _cells(look_at_parts(lit, game="zigzaggle"))
    assert cells == {cell: ident for cell, ident in TILES.items() if ident in cells.values()}
    assert {"j11", "i12"} <= set(cells)


def _at(cell: str) -> tuple[float, float]:
    """Where a cell's middle lies on the table, the board's longer side along the picture's."""
    return -((int(cell[1:]) - 0.5) * 22.5 - 495 / 2), (ord(cell[0]) - 97 + 0.5) * 22.5 - 427.5 / 2


def _lit(
    picture: Pixels, to_px: np.ndarray, at: tuple[float, float], reach_mm: float, most: float, soft: float
) -> Pixels:
    """Glare on a picture: of strength `most`, within `reach_mm` of a place of the table; it fades over `soft` mm."""
    reach = reach_mm + soft
    square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * reach + at
    seen = cv2.perspectiveTransform(square.reshape(1, -1, 2), to_px)[0]
    left, top = np.clip(np.floor(seen.min(0)).astype(int), 0, SIZE).tolist()
    right, bottom = np.clip(np.ceil(seen.max(0)).astype(int) + 1, 0, SIZE).tolist()
    down, across = np.mgrid[top:bottom, left:right].astype(np.float64)
    on_table = cv2.perspectiveTransform(
        np.stack([across, down], -1).reshape(1, -1, 2), np.linalg.inv(to_px)
    ).reshape(bottom - top, right - left, 2)
    away = np.abs(on_table - at).max(-1)
    glare = np.clip((reach - away) / soft, 0, 1)[..., None] * most
    lit = _with_light(np.arange(256, dtype=np.uint8), 0.0)[picture]
    window = np.s_[top:bottom, left:right]
    lit[window] = _with_light(picture[window], glare)
    return lit


def _with_light(picture: Pixels, glare: NDArray[np.float64] | float) -> Pixels:
    light = (picture / 255.0) ** 2.2 + glare
    return np.asarray(np.clip(light, 0, 1) ** (1 / 2.2) * 255, np.uint8)


@pytest.mark.parametrize(("cell", "ident"), [("k11", "Tg-1"), ("i8", "free-5"), ("l12", "Tg-1")])
def test_a_tile_that_glare_has_burnt_away_is_no_bare_cell(cell: str, ident: str) -> None:
    to_px = camera(2.15, 12, SIZE)
    x, y = _at(cell)
    picture = photographed(_board(TILES, [Lying(face("zigzaggle", ident), (x, y), 91)]), to_px, size=SIZE)
    seen = look_at_parts(_lit(picture, to_px, (x, y), 11.0, 1.2, 0.5), game="zigzaggle")
    assert cell in seen.hidden
    assert any(cell in place.why and "glare" in place.why for place in seen.unread)
    assert _cells(seen) == TILES


@pytest.mark.parametrize("left", [0.55, 0.7, 0.85])
def test_what_glare_leaves_of_a_tile_is_no_bare_cell(left: float) -> None:
    # The ink of a free tile under such glare is as grey as the cell, and only its marker is smudged.
    tile = face("zigzaggle", "free-5").copy()
    marker = slice(9 * 6 + 18, -6)
    tile[marker, marker] = cv2.blur(tile, (40, 40))[marker, marker]
    to_px = camera(2.15, 12, SIZE)
    x, y = _at("k11")
    picture = photographed(_board(TILES, [Lying(tile, (x, y), 90)]), to_px, size=SIZE)
    seen = look_at_parts(_lit(picture, to_px, (x, y), 11.0, left, 0.5), game="zigzaggle")
    assert "k11" in {*seen.hidden, *_cells(seen)}
    assert {cell: ident for cell, ident in _cells(seen).items() if cell != "k11"} == TILES


def test_white_paper_over_the_plain_middle_is_no_bare_cells() -> None:
    x, y = _at("k11")
    paper = Lying(_patch((250, 250, 250), 50), (x, y), 8)
    seen = look_at_parts(
        photographed(_board(TILES, [paper]), camera(2.15, 12, SIZE), size=SIZE), game="zigzaggle"
    )
    assert {"k11", "l11", "k10"} <= set(seen.hidden)


@pytest.mark.parametrize("dark", [0.7, 0.85])
def test_bare_cells_stay_bare_across_the_edge_of_a_shadow(dark: float) -> None:
    picture = photographed(_board(TILES), camera(2.15, 12, SIZE), size=SIZE).astype(np.float32)
    down, across = np.mgrid[: SIZE[1], : SIZE[0]].astype(np.float32)
    shade = np.clip((across - 1000 + 0.5 * (down - 500)) / 6, 0, 1)[..., None]
    lit = np.asarray(picture * (1 - (1 - dark) * shade), np.uint8)
    seen = look_at_parts(lit, game="zigzaggle")
    assert seen.hidden == ()
    assert _cells(seen) == TILES


@pytest.mark.parametrize("most", [0.1, 0.2])
def test_bare_cells_stay_bare_in_the_gloss_of_a_lamp(most: float) -> None:
    to_px = camera(2.15, 12, SIZE)
    picture = photographed(_board(TILES), to_px, size=SIZE)
    seen = look_at_parts(_lit(picture, to_px, _at("k8"), 0.0, most, 90.0), game="zigzaggle")
    assert seen.hidden == ()


FAN = ("SN6rg", "CA4cd", "WE3lp", "DE9cd", "SE8cp", "CO6lp")


def _fan(faces: list[Pixels], turn: float = 12.0) -> list[Lying]:
    """Cards that lie each over the right of the one before it, and a card apart from them."""
    things = [
        Lying(one, (-90.0 + 34 * k, 40.0 + 34 * k * np.tan(np.radians(turn))), turn)
        for k, one in enumerate(faces)
    ]
    return [*things, Lying(face("zigity", "WA3rt"), (20.0, -90.0), -8)]


def test_a_fans_small_markers_are_read_on_the_cards_beneath() -> None:
    things = _fan([face("zigity", ident) for ident in FAN])
    for seed in range(2):
        seen = look_at_parts(photographed(things, camera(1.5, 12), seed=seed), game="zigity")
        assert _ids(seen) == sorted([*FAN, "WA3rt"])
        assert not seen.unread


def test_a_fanned_card_whose_marker_cannot_be_read_is_not_passed_over() -> None:
    faces = [face("zigity", ident).copy() for ident in FAN]
    marker = faces[2][4 * 6 : 16 * 6, 4 * 6 : 16 * 6]
    marker[18:-18, 18:-18] = marker[18:-18, 18:-18][::-1].copy()
    # A square as large and as black that is no marker: nothing white is in it.
    paper = _patch((245, 245, 245), 30)
    paper[54:126, 54:126, :3] = 25
    things = [*_fan(faces), Lying(paper, (-150.0, -80.0), 15)]
    seen = look_at_parts(photographed(things, camera(2.6, 12)), game="zigity")
    assert _ids(seen) == sorted({*FAN, "WA3rt"} - {FAN[2]})
    (place,) = seen.unread
    assert "cannot be read" in place.why
    assert zigity_table(seen).doubts


@pytest.mark.parametrize("game", ["zigity", "zont"])
def test_cards_of_which_little_more_than_the_marker_shows_are_read(game: str) -> None:
    idents = FAN if game == "zigity" else ("F2y", "A2b", "A1b", "C3r", "F4", "G2r")
    down = [
        Lying(face(game, ident), (-120.0 + 3 * k, -60.0 + 25 * k), 4.0 - 2 * k)
        for k, ident in enumerate(idents)
    ]
    apart = Lying(face(game, "WA3rt" if game == "zigity" else "Z1r"), (60.0, 0.0), -8)
    seen = look_at_parts(photographed([*down, apart], camera(2.4, 12)), game=game)
    assert set(idents) <= set(_ids(seen))
    assert not seen.unread


@pytest.mark.parametrize(
    ("game", "ident", "window"),
    [
        ("zont", "F2y", (37.5, 7.0, 43.7, 13.2)),
        ("zigity", "free-2", (7.0, 19.0, 29.0, 24.0)),
    ],
    ids=["the symbol of a colour", "the edge of a free card's panel"],
)
def test_what_is_printed_beside_a_marker_stands_by_it(
    game: str, ident: str, window: tuple[float, float, float, float]
) -> None:
    row = _row(("A1y", ident, "Z0", "G3b") if game == "zont" else ("CA1lp", ident, "WE3lp", "DE9cd"), game)
    cover = np.full((95 * 6, 70 * 6, 4), (120, 90, 70, 255), np.uint8)
    for left, top, right, bottom in ((2.5, 2.5, 17.5, 17.5), window):
        # The cover reaches 3.5 millimetres over the card on every side.
        rows, columns = (
            slice(round((a + 3.5) * 6), round((b + 3.5) * 6)) for a, b in ((top, bottom), (left, right))
        )
        cover[rows, columns, 3] = 0
    things = [*row, Lying(cover, row[1].at, row[1].turn_deg)]
    seen = look_at_parts(photographed(things, camera(4.0, 10)), game=game)
    (part,) = [part for part in seen.parts if part.id == ident]
    assert part.marks == (0,)
    assert part.read_by == ("marker", "colour")


def test_a_square_that_is_all_dark_or_all_light_has_no_modules() -> None:
    grey = np.full((60, 60), 200, np.uint8)
    corners = np.array([[10.0, 10.0], [50.0, 10.0], [50.0, 50.0], [10.0, 50.0]])
    assert not has_modules(grey, corners)
    grey[10:50, 10:50] = 30
    assert not has_modules(grey, corners)
    grey[20:40:10, 20:40] = 190
    grey[22:28, 20:40] = 190
    assert has_modules(grey, corners)
    assert not has_modules(grey, corners + 500)


def _moved(px_per_mm: float, by_px: int) -> PartsSeen:
    """A row of small cards seen while the camera moved."""
    row = _row(("A1y", "F2y", "Z0", "G3b", "C4"), "zont")
    kernel = np.zeros((by_px, by_px), np.float32)
    kernel[:, by_px // 2] = 1 / by_px
    still = photographed(row, camera(px_per_mm, 10))
    return look_at_parts(np.asarray(cv2.filter2D(still, -1, kernel), np.uint8), game="zont")


def test_small_markers_are_read_through_motion() -> None:
    seen = _moved(1.6, 4)
    assert _ids(seen) == sorted(("A1y", "F2y", "Z0", "G3b", "C4"))
    assert not seen.unread


def test_small_cards_are_not_passed_over_where_the_whole_photo_shows_no_marker() -> None:
    seen = _moved(1.8, 5)
    assert set(_ids(seen)) <= {"A1y", "F2y", "Z0", "G3b", "C4"}
    assert len(seen.parts) + len(seen.unread) == 5
