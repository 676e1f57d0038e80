"""What lies face down is no open card: backs in their frame of paper, a pile on its sheet, the sheet itself."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.table.marks import printed_marks
from companion.table.recording import known
from tests.live.staging import BACK, Camera, Laid, Stage, in_picture, rim
from vision.live.face_down import in_frame
from vision.live.follow import Follow
from vision.live.reading import is_sheet, read_slowly
from vision.live.things import Found
from vision.live.tracked import Want
from vision.photo import Pixels
from vision.plane import Floats
from vision.quads import Box, as_quad
from vision.sighting import CardSighting

KNOWN = known("iamond")
WOODS = ((92, 128, 158), (60, 70, 80), (60, 110, 60), (205, 210, 214))
CARD = as_quad(np.array([[500.0, 300], [600, 300], [600, 440], [500, 440]]))
SHEETS = {"mark centre": Laid(309, 212, 0.5)}
PILE = Laid(285.8, 211.8, 0.5)


def around(name: str, laid: Laid, camera: Camera, share: float) -> Box:
    corners = in_picture(rim(name, laid), camera)
    beyond = share * float(np.ptp(corners, axis=0).max())
    left, top = np.maximum(corners.min(axis=0) - beyond, 0).astype(int)
    right, low = np.minimum(corners.max(axis=0) + beyond, camera.size_px).astype(int)
    return int(left), int(top), int(right), int(low)


@pytest.mark.parametrize("wood", WOODS)
def test_the_print_of_a_back_is_in_a_frame_and_that_of_a_face_is_not(wood: tuple[int, int, int]) -> None:
    stage = Stage(wood=wood)
    backs = {f"{BACK}#1": Laid(120, 200, 4.0), f"{BACK} abolo#2": Laid(260, 200, -3.0)}
    faces = {
        f"plain iamond-{name}": Laid(400 + 80.0 * k, 200, 2.0 * k) for k, name in enumerate(("5a-01", "z-01"))
    }
    picture = stage.picture(backs | faces)
    for name, laid in (backs | faces).items():
        whole = rim(name.partition("#")[0], laid)
        # As the outline is found: that of the card, or that of the print on its back.
        for share in (1.0, 0.91):
            corners = in_picture(whole.mean(axis=0) + share * (whole - whole.mean(axis=0)), stage.camera)
            assert in_frame(picture, corners) is name.startswith(BACK), (name, share)


def test_an_edge_beyond_the_picture_is_no_frame() -> None:
    dark = np.full((40, 40, 3), 30, np.uint8)
    assert not in_frame(dark, np.array([[-30.0, -30], [70, -30], [70, 70], [-30, 70]]))
    assert not in_frame(dark, np.array([[100.0, 100], [140, 100], [140, 140], [100, 140]]))


def test_backs_lie_on_a_table_and_nothing_is_told_of_them() -> None:
    stage = Stage(wood=WOODS[2], seed=0)
    laid = {f"{BACK}#{at}": Laid(80 + 220.0 * at, 300, 5.0 * at - 12) for at in range(3)}
    picture = stage.picture(laid)
    height, width = picture.shape[:2]
    for box in ((0, 0, width, height), *(around(BACK, at, stage.camera, 0.35) for at in laid.values())):
        found = read_slowly(picture, box, KNOWN)

        def read(
            _pixels: Pixels, _want: Want, _plane: Floats | None, found: tuple[Found, ...] = found
        ) -> tuple[Found, ...]:
            return found

        assert Follow(KNOWN, read=read).frame(picture, 0, 0.0).cards == (), box


def told(*found: Found) -> list[str]:
    """What is known to lie on a bare table of which this was read."""

    def read(_pixels: Pixels, want: Want, _plane: Floats | None) -> tuple[Found, ...]:
        return found if want.slow and want.whole else ()

    scene = Follow(KNOWN, read=read).frame(Stage().picture({}), 0, 0.0)
    return ["read" if card.card is not None else "unread" for card in scene.cards]


def test_a_dark_card_that_is_not_read_counts_where_the_deck_is_dark() -> None:
    z = CardSighting(None, 0, None, CARD, 1.0, ("outline", "shape"))
    other = as_quad(np.array(CARD) + [150, 0])
    light, dark = Found(other, z, confidence=1.0), Found(other, z, confidence=1.0, framed=True)
    back = Found(CARD, why="dark", framed=True)
    assert told(back) == []
    assert len(told(replace(back, framed=False))) == 1
    assert len(told(back, light)) == 1
    assert len(told(back, dark)) == 2


def test_what_is_not_read_on_the_place_of_the_pile_is_the_pile() -> None:
    stage = Stage()
    middle = in_picture(
        np.array([[PILE.x, PILE.y], [PILE.x - 75, PILE.y], [PILE.x + 75, PILE.y]]), stage.camera
    )
    unread = [Found(as_quad(np.array(CARD) - np.mean(CARD, axis=0) + at), why="dark") for at in middle]
    sheet = in_picture(rim("mark centre", SHEETS["mark centre"]), stage.camera)
    found = (Found(as_quad(sheet), mark="centre", confidence=1.0), *unread)

    def read(_pixels: Pixels, want: Want, _plane: Floats | None) -> tuple[Found, ...]:
        return found if want.slow and want.whole else ()

    follow = Follow(KNOWN, read=read)
    scenes = [follow.frame(stage.picture(SHEETS, number=number), number, number / 10) for number in range(4)]
    x = sorted(float(np.mean([corner[0] for corner in card.corners_px])) for card in scenes[-1].cards)
    assert x == pytest.approx(sorted([middle[1][0], middle[2][0]]), abs=3)


def test_paper_that_shows_the_markers_of_a_sheet_is_no_card() -> None:
    stage = Stage()
    picture = stage.picture(SHEETS)
    corners = in_picture(np.array([[320.0, 175], [383, 175], [383, 250], [320, 250]]), stage.camera)
    covered = picture.copy()
    cv2.fillConvexPoly(covered, np.round(corners).astype(np.int32), (240, 240, 240))
    assert is_sheet(picture, corners, KNOWN)
    assert not is_sheet(covered, corners, KNOWN)
    assert not is_sheet(picture, corners, replace(KNOWN, marks=None))


def test_the_place_of_the_pile_is_where_it_is_printed() -> None:
    sheet = printed_marks().named("centre")
    assert sheet is not None
    assert sheet.on_pile((51.5, 55.0))
    assert not sheet.on_pile((110.0, 55.0))
    claim = printed_marks().named("claim")
    assert claim is not None
    assert not claim.on_pile((51.5, 55.0))
