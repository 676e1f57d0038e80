"""Card outlines on pictures drawn here: alone, in rows that touch, overlapping, faint, tilted, among other things."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.grain import noise
from tests.vision.painting import fill
from vision.any_cards import find_cards
from vision.cards.see import see
from vision.outlines import OutlineConfig, find_outlines
from vision.photo import Pixels
from vision.plane import Floats, apply
from vision.polygons import area, quads_within
from vision.seams import SeamConfig, split

CARD = np.array([[-63.0, -88.0], [63.0, -88.0], [63.0, 88.0], [-63.0, 88.0]]) / 2


def table(shade: float = 110, size: tuple[int, int] = (1280, 720)) -> Pixels:
    return np.full((size[1], size[0], 3), shade, np.uint8)


def lay(
    picture: Pixels, x: float, y: float, turn: float = 0, scale: float = 2.0, paper: float = 225
) -> Floats:
    """Draw a card with a small print on it; returns its corners (4, 2) px."""
    a = np.radians(turn)
    spin = np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]])
    corners: Floats = (CARD * scale) @ spin.T + [x, y]
    fill(picture, corners, np.array([paper, paper, paper]))
    fill(picture, (CARD[:3] * scale * 0.3) @ spin.T + [x, y], np.array([40.0, 40.0, 200.0]))
    return corners


def fixed(points: Floats) -> NDArray[np.int32]:
    return np.asarray(np.round(points * 16), np.int32)


def shot(picture: Pixels, sigma: float = 2.0, blur: float = 1.0) -> Pixels:
    """As a camera would have it: a little soft, a little noisy."""
    soft = cv2.GaussianBlur(picture, (0, 0), blur).astype(float)
    return np.clip(soft + noise(5, sigma, soft.shape), 0, 255).astype(np.uint8)


def gap(corners: Floats, found: list[Floats]) -> float:
    """The largest distance of a corner from the best quadrilateral's, px."""
    turns = [np.roll(quad, turn, axis=0) for quad in found for turn in range(4)]
    return min((float(np.abs(quad - corners).max()) for quad in turns), default=np.inf)


def cards_in(picture: Pixels) -> list[Floats]:
    return [np.array(card.corners_px) for card in find_cards(picture)]


@pytest.mark.parametrize(("ground", "paper"), [(110, 225), (225, 60), (25, 40), (240, 231), (128, 150)])
def test_a_lone_card_is_placed_to_a_pixel(ground: int, paper: int) -> None:
    picture = table(ground)
    corners = lay(picture, 600, 360, 17, paper=paper)
    assert gap(corners, [q.corners for q in find_outlines(shot(picture, 1.0), OutlineConfig())]) < 1.5
    found = cards_in(shot(picture, 1.0))
    assert len(found) == 1
    assert gap(corners, found) < 1.5


def test_cards_lie_in_any_turn() -> None:
    picture = table()
    laid = [lay(picture, 160 + 230 * i, 170 + 280 * j, 37 * (i + 5 * j)) for i in range(5) for j in range(2)]
    found = cards_in(shot(picture))
    assert len(found) == len(laid)
    assert max(gap(corners, found) for corners in laid) < 1.5


def test_rows_that_touch_are_cut_at_their_seams() -> None:
    picture = table()
    laid = [lay(picture, 300 + 127 * i, 300, paper=225 - 4 * (i % 2)) for i in range(4)]
    for corners in laid[1:]:
        seam = np.asarray(corners[[0, 3]], np.int32)
        cv2.polylines(picture, [seam], False, (196, 196, 196), 1)
    found = cards_in(shot(picture, 1.5))
    assert sum(gap(corners, found) < 4 for corners in laid) == 4


def test_the_upper_of_two_overlapping_cards_is_found() -> None:
    picture = table()
    for x in (200, 1050):
        lay(picture, x, 200)
    lay(picture, 600, 330, 10, paper=222)
    upper = lay(picture, 650, 400, 65, paper=226)
    outline = [q.corners for q in find_outlines(shot(picture, 1.0), OutlineConfig())]
    assert gap(upper, outline) < 5


def test_sheets_phones_and_the_cards_own_frames_are_no_cards() -> None:
    picture = table()
    cv2.rectangle(picture, (700, 60), (1240, 690), (200, 200, 205), -1)
    cv2.rectangle(picture, (60, 420), (200, 700), (20, 20, 20), -1)
    laid = [
        lay(picture, x, y)
        for x, y in ((150, 180), (340, 180), (530, 180), (340, 480), (850, 250), (1050, 400))
    ]
    for corners in laid:
        inner = corners.mean(0) + (corners - corners.mean(0)) * 0.86
        cv2.polylines(picture, [fixed(inner)], True, (60, 120, 40), 2, cv2.LINE_AA, 4)
    found = cards_in(shot(picture))
    assert len(found) == len(laid)
    assert max(gap(corners, found) for corners in laid) < 3


def test_a_tilted_table_makes_far_cards_smaller() -> None:
    picture = table()
    laid = [lay(picture, 200 + 170 * i, 150 + 220 * j, 11 * (i - j), 1.5) for i in range(6) for j in range(3)]
    # A pinhole camera that looks at the table's middle, 40 degrees from straight above.
    focal, away, angle = 1150.0, 1400.0, np.radians(40)
    camera = np.array([[focal, 0, 640], [0, focal, 360], [0, 0, 1]])
    lie = np.array([[1, 0, 0], [0, np.cos(angle), 0], [0, -np.sin(angle), away]])
    tilt: Floats = camera @ lie @ np.array([[1, 0, -640], [0, 1, -360], [0, 0, 1.0]])
    seen = cv2.warpPerspective(picture, tilt, (1280, 720), borderValue=(110, 110, 110))
    found = cards_in(shot(np.asarray(seen, np.uint8)))
    wanted = [apply(tilt, corners) for corners in laid]
    assert len(found) == len(laid)
    assert max(gap(corners, found) for corners in wanted) < 2.5


def test_a_card_cut_by_the_picture_s_rim_is_not_reported() -> None:
    picture = table()
    lay(picture, 30, 300)
    whole = lay(picture, 600, 300)
    found = cards_in(shot(picture))
    assert len(found) == 1
    assert gap(whole, found) < 1.5


@pytest.mark.parametrize("shade", [0, 128, 255])
def test_a_bare_table_has_no_cards(shade: int) -> None:
    assert cards_in(shot(table(shade))) == []
    assert cards_in(table(shade)) == []


def test_see_reports_outlines_alone() -> None:
    picture = table()
    lay(picture, 600, 300)
    line = see(shot(picture), game="none").to_json("table.jpg")
    assert line["cards"]
    assert [sorted(card) for card in line["cards"]] == [["corners_px"]]  # type: ignore[attr-defined]
    assert line["profile"] is None


def test_a_patterned_table_does_not_flood_what_comes_after() -> None:
    squares = (np.indices((720, 1280)) // 40).sum(0) % 2
    picture = np.repeat(np.where(squares, 200, 70).astype(np.uint8)[..., None], 3, axis=2)
    assert len(find_outlines(shot(np.ascontiguousarray(picture)), OutlineConfig())) <= OutlineConfig().most


def test_a_union_is_cut_where_a_side_runs_on() -> None:
    stair = [
        (0.0, 0.0),
        (60.0, 0.0),
        (60.0, 20.0),
        (120.0, 20.0),
        (120.0, 110.0),
        (60.0, 110.0),
        (60.0, 90.0),
        (0.0, 90.0),
    ]
    sizes = sorted(round(area(quad)) for quad in quads_within(stair, 1000, 4))
    assert sizes.count(5400) == 2


def test_a_plain_card_has_no_seam() -> None:
    picture = table()
    corners = lay(picture, 600, 300)
    assert split(shot(picture), corners, SeamConfig()) == []
