"""A few cards, drawn: edge to edge without a seam, seen aslant with no edge of any, beside what is like a print."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.cards_drawn import Lie, outline_of, paint
from tests.vision.decks_drawn import INKS, SCALE, SHAPES, Deck, Laid, lay, off, shot, table
from tests.vision.scoring import PHOTOS, truth_of
from tests.vision.sighted import cards_in
from vision.cards.decks.decide import TOO_SMALL
from vision.cards.parted import with_parts
from vision.cards.see import see
from vision.cards.spots import PrintSpot
from vision.outlines import OutlineConfig, QuadSighting, find_outlines
from vision.photo import Pixels, load_photo
from vision.plane import Floats, apply, rectangle
from vision.sighting import CardSighting

DECK = Deck(unit_mm=17.0)


def side_by_side(picture: Pixels, numbers: list[int], x: float, y: float, turn: float) -> list[Laid]:
    """Cards whose long sides touch, begun about (x, y) px."""
    a = np.radians(turn)
    step = np.array([np.cos(a), np.sin(a)]) * DECK.size_mm[0] * SCALE
    return [
        lay(picture, DECK, SHAPES[n], x + float(step[0]) * k, y + float(step[1]) * k, turn)
        for k, n in enumerate(numbers)
    ]


def right(cards: list[CardSighting], laid: list[Laid], within_px: float) -> int:
    """How many cards are read rightly; nothing may be read that does not lie there."""
    for card in cards:
        true = min(laid, key=lambda one: off(card, one))
        assert off(card, true) < within_px
        assert card.shape is not None
        assert card.shape.key == true.shape.key
    return len(cards)


@pytest.mark.parametrize(("numbers", "turn"), [([7, 9], 0), ([9, 5, 7], 7)])
def test_cards_that_touch_without_a_seam_are_read(numbers: list[int], turn: float) -> None:
    """Two together have nearly the proportions of one card."""
    picture = table()
    laid = side_by_side(picture, numbers, 800, 400, turn)
    assert right(cards_in(shot(picture)), laid, 6.0) == len(numbers)


@pytest.mark.parametrize("count", [2, 3])
def test_cards_that_touch_under_glare_are_named_each(count: int) -> None:
    """They have one outline, and no print stands out in it: left out in silence they would be missed by nobody."""
    picture = table()
    for k, n in enumerate([4, 6, 9, 5]):
        lay(picture, DECK, SHAPES[n], 260 + 330 * k, 280, 3 * k)
    places = [(500 + DECK.size_mm[0] * SCALE * k, 760) for k in range(count)]
    for k, (x, y) in enumerate(places):
        lay(picture, DECK, SHAPES[2 + k], x, y, 0, pale=0.97)
    seen = see(shot(picture), game="zangle")
    assert len(seen.cards) == 4
    named = np.array([np.mean(place.corners_px, axis=0) for place in seen.unread])
    assert len(named) == count
    assert all(np.abs(named - place).max(1).min() < 3 for place in places)


def test_a_sheet_as_large_as_a_block_of_cards_is_none() -> None:
    """A mark's sheet, or a leaflet, has a card's sides twice over."""
    picture = table()
    for k, n in enumerate([4, 6, 9, 5]):
        lay(picture, DECK, SHAPES[n], 260 + 330 * k, 280, 3 * k)
    wide, high = (round(side * SCALE) for side in DECK.size_mm)
    picture[500 : 500 + 2 * high, 600 : 600 + 2 * wide] = 250
    seen = see(shot(picture), game="zangle")
    assert len(seen.cards) == 4
    assert seen.unread == ()


@pytest.mark.parametrize(("breadth", "parts"), [(126.0, 2), (63.0, 0)])
def test_an_outline_of_two_prints_is_cut_where_each_part_is_as_large_as_a_card(
    breadth: float, parts: int
) -> None:
    """Half a card of another game bears one print, too."""
    whole = (1.0, 1.0, 1.0, 1.0)
    one = QuadSighting(rectangle((63.0, 88.0), (20.0, 20.0)), whole, 1.0)
    two = QuadSighting(rectangle((breadth, 88.0), (200.0, 20.0)), whole, 1.0)
    places = [(51.5, 64.0), (200 + breadth / 4, 64.0), (200 + 3 * breadth / 4, 64.0)]
    if not parts:
        places = [(51.5, 64.0), (231.5, 42.0), (231.5, 86.0)]
    spots = [spot_at(*place) for place in places]
    assert len(with_parts([one, two], spots)) == 1 + parts


def spot_at(x: float, y: float) -> PrintSpot:
    """A blue print of 16 px on white paper."""
    box = (x - 8, y - 8, 16.0, 16.0)
    hull = rectangle(box[2:], box[:2])
    return PrintSpot(np.array([x, y]), box, 120.0, 1.0, False, (190, 90, 30), (230, 230, 230), hull)


def test_what_shows_between_cards_is_no_print() -> None:
    """A blue triangle of the table with cards on all sides of it."""
    picture = table()
    picture[:] = (190, 90, 30)
    laid = [lay(picture, DECK, SHAPES[n], 300 + 420 * k, 800, 2) for k, n in enumerate([4, 6, 9, 5])]
    side = 17.0 * SCALE
    middle = np.array([960.0, 330.0])
    tips = np.array([[np.sin(a), -np.cos(a)] for a in np.radians([0, 120, 240])]) * side / np.sqrt(3)
    half = np.array(DECK.size_mm) * SCALE / 2
    for k, number in enumerate([7, 8, 3]):
        # A card outward of each side of the triangle, its long side along it.
        along = (tips[(k + 1) % 3] - tips[k]) / side
        out = np.array([along[1], -along[0]])
        centre = middle + out * (side / (2 * np.sqrt(3)) + half[0]) + along * (half[1] - side / 2)
        turn = float(np.degrees(np.arctan2(along[1], along[0]))) - 90
        laid.append(lay(picture, DECK, SHAPES[number], float(centre[0]), float(centre[1]), turn))
    assert right(cards_in(shot(picture)), laid, 6.0) >= 6


def aslant(flat: Pixels, tilt: float, side: float) -> tuple[Pixels, Floats]:
    """A drawn table seen from a side, tilted by degrees, as a camera with a usual lens sees it; and the map there."""
    height, width = flat.shape[:2]
    t, s, focal = np.radians(tilt), np.radians(side), 0.8 * width
    turn = np.array([[np.cos(s), -np.sin(s), 0], [np.sin(s), np.cos(s), 0], [0, 0, 1.0]])
    lean = np.array([[1, 0, 0], [0, np.cos(t), -np.sin(t)], [0, np.sin(t), np.cos(t)]])
    rotation = turn @ lean @ turn.T
    pose = np.column_stack([rotation[:, 0], rotation[:, 1], [0, 0, 1.15 * focal]])
    middle = np.array([[1, 0, -width / 2], [0, 1, -height / 2], [0, 0, 1.0]])
    camera = np.array([[focal, 0, width / 2], [0, focal, height / 2], [0, 0, 1.0]])
    to_px = camera @ pose @ middle
    seen = cv2.warpPerspective(flat, to_px, (width, height), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, np.uint8), to_px


@pytest.mark.parametrize(
    ("numbers", "tilt", "side"), [([7, 4, 9, 2, 6], 25, 140), ([8, 5, 0, 3, 7, 1, 6], 40, 20)]
)
def test_prints_on_a_table_of_their_paper_s_white_tell_deck_and_tilt_or_nothing(
    numbers: list[int], tilt: float, side: float
) -> None:
    """Shapes of one deck, seen aslant, are like another deck's from another side: none may be read as such."""
    flat = table()
    flat[:] = (226, 232, 236)
    laid = [
        lay(flat, DECK, SHAPES[n], 560 + 260 * (k % 4), 380 + 320 * (k // 4), 31 * k)
        for k, n in enumerate(numbers)
    ]
    picture, to_px = aslant(flat, tilt, side)
    moved = [Laid(one.shape, apply(to_px, one.corners)) for one in laid]
    assert right(cards_in(shot(picture)), moved, 60.0) >= len(numbers) - 1


def rounded(loop: Floats, by_mm: float) -> Floats:
    """A closed outline (n, 2) as a brush would leave it: its Fourier series with the high terms damped."""
    step = np.roll(loop, -1, axis=0) - loop
    places = (loop[:, None] + step[:, None] * np.arange(0, 1, 0.02)[:, None]).reshape(-1, 2)
    turns = np.fft.fftfreq(len(places), 1 / len(places)) * 2 * np.pi / np.hypot(*step.T).sum()
    series = np.fft.fft(places[:, 0] + 1j * places[:, 1]) * np.exp(-0.5 * (turns * by_mm) ** 2)
    smooth = np.fft.ifft(series)
    return np.stack([smooth.real, smooth.imag], -1)


def test_leaves_of_a_cloth_far_rounder_than_the_deck_s_prints_are_no_cards() -> None:
    picture = table()
    picture[:] = (200, 205, 210)
    laid = [lay(picture, DECK, SHAPES[n], 500 + 230 * k, 560, 4) for k, n in enumerate([9, 4, 6, 7, 3])]
    rng = np.random.default_rng(5)
    for k in range(6):
        lie = Lie(
            np.array([200 + 300 * k, 140 + 790 * (k % 2)]), np.degrees(rng.uniform(0, 2 * np.pi)), SCALE
        )
        paint(picture, lie, rounded(outline_of(SHAPES[4]) * 17.0, 6.0), INKS[SHAPES[4].size])
    assert right(cards_in(shot(picture)), laid, 6.0) == len(laid)


def test_a_shadow_that_grows_across_a_print_leaves_its_form() -> None:
    """Prints on paper of the table's white, half of them where a head's shadow grows deep."""
    flat = table()
    flat[:] = (226, 232, 236)
    laid = [lay(flat, DECK, SHAPES[n], 420 + 360 * k, 560, 20 * k) for k, n in enumerate([6, 9, 7, 8])]
    light = np.clip(np.linspace(1.6, 0.25, 1080), 0, 1)[:, None, None]
    seen = see(shot(np.round(flat * light).astype(np.uint8)), game="zangle")
    cards = [card for card in seen.cards if isinstance(card, CardSighting)]
    assert right(cards, laid, 60.0) >= 3


@pytest.mark.parametrize("numbers", [[7, 4]])
def test_squares_of_a_mat_that_outnumber_a_few_cards_do_not_tell_their_size(numbers: list[int]) -> None:
    flat = table()
    flat[:] = (78, 88, 34)
    for k in range(0, 2400, 118):
        cv2.line(flat, (k, 0), (k, 1080), (150, 168, 120), 3)
        cv2.line(flat, (0, k), (1920, k), (150, 168, 120), 3)
    laid = [
        lay(flat, DECK, SHAPES[n], 640 + 330 * k, 500 + 40 * k, 17 * k + 8) for k, n in enumerate(numbers)
    ]
    picture, to_px = aslant(flat, 24, 110)
    moved = [Laid(one.shape, apply(to_px, one.corners)) for one in laid]
    assert right(cards_in(shot(picture)), moved, 12.0) == len(numbers)


@pytest.mark.parametrize(("many", "wide_px", "read"), [(4, 44, 4), (4, 36, 0), (6, 36, 6), (6, 26, 0)])
def test_cards_as_small_as_letters_are_stated_among_many_alone(many: int, wide_px: int, read: int) -> None:
    """The letters of a stop sign and an N are drawn as clearly as a card at 25 pixels."""
    picture = table()
    laid = [
        lay(picture, DECK, SHAPES[n], 260 + 330 * (k % 3), 280 + 420 * (k // 3), 3 * k)
        for k, n in enumerate([4, 6, 9, 5, 7, 8][:many])
    ]
    share = wide_px / (DECK.size_mm[0] * SCALE)
    shown = cv2.resize(shot(picture), None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
    photo = np.full((720, 1280, 3), shown[2, 2], np.uint8)
    photo[100 : 100 + len(shown), 100 : 100 + shown.shape[1]] = shown
    seen = see(photo, game="zangle")
    cards = [card for card in seen.cards if isinstance(card, CardSighting)]
    moved = [Laid(one.shape, one.corners * share + 100) for one in laid]
    assert right(cards, moved, 3.0) == read
    assert [place.why for place in seen.unread] == [TOO_SMALL] * (many - read)


def test_small_cards_with_markers_in_their_corners_show_their_outlines() -> None:
    """In a picture of a width between the usual ones, too small for the markers to be read."""
    photo = cv2.resize(
        load_photo(PHOTOS / "table-marked-gingham-abolo.jpg"), (1440, 810), interpolation=cv2.INTER_AREA
    )
    truth = truth_of("table-marked-gingham-abolo")
    found = [quad.corners for quad in find_outlines(np.asarray(photo, np.uint8), OutlineConfig())]
    share = 1440 / truth["width"]
    due = [np.array(o["corners_px"]) * share for o in truth["objects"] if o.get("visible", 0) > 0.99]
    shown = sum(
        min(float(np.abs(np.roll(own, k, axis=0) - c).max()) for own in found for k in range(4)) < 5
        for c in due
    )
    assert shown >= len(due) / 2
