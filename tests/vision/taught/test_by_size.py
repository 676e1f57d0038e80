"""Cards found by their size: drawn tables under known cameras, against the corners that were drawn."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.any_cards import Ways
from vision.any_cards_config import AnyCardsConfig
from vision.photo import Pixels
from vision.plane import Floats, apply, quad_area, rectangle
from vision.taught.by_size import SizeConfig, find_by_size, proportion_of
from vision.taught.flat_edges import flat_edges, upright_edges
from vision.taught.growing import GrowConfig, distinct, grown, rectangles, tables
from vision.taught.laid_out import LaidOutConfig, laid_out
from vision.taught.levelling import level_table, table_of
from vision.taught.same_size import SameSizeConfig, same_size

WIDE, HIGH = 1280, 720
SIZE = WIDE, HIGH
CARD = np.array([63.0, 88.0])


def camera(tilt_deg: float, scale: float = 1.3) -> Floats:
    """From a table's millimetres, the middle of the picture at the origin, to px, as a tilted camera has it."""
    tilt = np.radians(tilt_deg)
    deep = 900.0 * scale
    turn = np.array([[1, 0, 0], [0, np.cos(tilt), 0], [0, -np.sin(tilt), deep / scale]])
    lens = np.array([[deep, 0, WIDE / 2], [0, deep, HIGH / 2], [0, 0, 1]])
    return np.asarray(lens @ turn)


def lying(seed: int, tilt_deg: float, count: int = 9) -> tuple[Floats, list[Floats]]:
    """The camera, and the corners (4, 2) px of cards that lie apart, in any turn."""
    rng, to_px = np.random.default_rng(seed), camera(tilt_deg)
    cards: list[Floats] = []
    middles: list[Floats] = []
    for _ in range(2000):
        angle, middle = rng.uniform(0, 2 * np.pi), rng.uniform([-400, -220], [400, 220])
        spin = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
        quad = apply(to_px, rectangle((CARD[0], CARD[1]), (-CARD[0] / 2, -CARD[1] / 2)) @ spin + middle)
        if (quad < 6).any() or (quad > np.array(SIZE) - 7).any():
            continue
        if all(np.linalg.norm(middle - other) > 118 for other in middles):
            middles.append(middle)
            cards.append(quad)
        if len(cards) == count:
            break
    return to_px, cards


def photographed(seed: int, cards: list[Floats], pattern: bool) -> Pixels:
    """Cards of two tones, one of them nearly the table's, on a plain or a chequered table, with noise."""
    rng = np.random.default_rng(seed)
    y, x = np.mgrid[:HIGH, :WIDE]
    table = np.full((HIGH, WIDE, 3), (92, 110, 120), np.float32)
    if pattern:
        table[((x // 37 + y // 29) % 2).astype(bool)] = (120, 96, 84)
    for quad in cards:
        # Sky and hills up to the card's edge, the hills little other than the table.
        heights = rng.uniform(0.35, 0.65) + 0.13 * np.sin(np.linspace(0, rng.uniform(6, 12), 20))
        across = np.linspace(0, 1, 20)[:, None]
        top, bottom = (quad[a] + (quad[b] - quad[a]) * across for a, b in ((0, 1), (3, 2)))
        hills = top + (bottom - top) * heights[:, None]
        for part, colour in (
            ([*top, *hills[::-1]], rng.uniform(40, 230, 3)),
            ([*hills, *bottom[::-1]], np.array([92, 110, 120]) + rng.choice([-1, 1], 3) * 35),
        ):
            cv2.fillPoly(
                table, [np.round(np.array(part) * 16).astype(np.int32)], colour.tolist(), cv2.LINE_AA, 4
            )
    seen = cv2.GaussianBlur(table, (0, 0), 0.8) + rng.normal(0, 2, table.shape)
    return np.clip(seen, 0, 255).astype(np.uint8)


def off(quad: Floats, other: Floats) -> float:
    """How far corners are off at most, over the size of the second, either way up."""
    away = min(float(np.abs(np.roll(quad, turn, axis=0) - other).max()) for turn in (0, 2))
    return away / float(np.sqrt(abs(quad_area(other))))


@pytest.mark.parametrize("pattern", [False, True])
@pytest.mark.parametrize("tilt_deg", [0.0, 25.0])
def test_on_a_known_table_every_card_is_a_rectangle(tilt_deg: float, pattern: bool) -> None:
    _, cards = lying(3, tilt_deg)
    image = photographed(3, cards, pattern)
    table = table_of(cards[:5], SIZE)
    assert table is not None
    found = find_by_size(image, table, proportion_of(table, cards[:5]), cards[:5], SizeConfig())
    clearest = [quad for _, quad in found[: len(cards) - 5]]
    for card in cards[5:]:
        assert min(off(quad, card) for quad in clearest) < 0.09
    assert [clear for clear, _ in found] == sorted((clear for clear, _ in found), reverse=True)


@pytest.mark.parametrize(("beyond", "found"), [(0.08, True), (0.25, False)])
def test_a_rectangle_may_reach_a_little_beyond_the_photo(beyond: float, found: bool) -> None:
    """By a corner that is cut off; where more is, it is none."""
    _, cards = lying(3, 0.0)
    size = float(np.sqrt(abs(quad_area(cards[0]))))
    turn = np.array([[1, 1], [-1, 1]]) / np.sqrt(2)
    tip = rectangle((CARD[0], CARD[1]), (-CARD[0] / 2, -CARD[1] / 2)) * size / np.sqrt(CARD.prod()) @ turn
    tip += [
        next(x for x in range(150, WIDE, 50) if all(abs(x - card[:, 0]).min() > size for card in cards)),
        0,
    ]
    tip[:, 1] -= tip[:, 1].min() + beyond * size
    image = photographed(3, [*cards, tip], pattern=False)
    quads = [
        quad for _, quad in find_by_size(image, level_table(cards[0]), CARD[0] / CARD[1], cards, SizeConfig())
    ]
    assert any(off(np.roll(quad, turn, 0), tip) < 0.09 for quad in quads for turn in (0, 1)) == found


@pytest.mark.parametrize("tilt_deg", [5.0, 15.0])
def test_one_card_tells_the_table_of_all(tilt_deg: float) -> None:
    """From one card a table is guessed that is wrong far away; what it finds tells it better."""
    _, cards = lying(8, tilt_deg)
    image = photographed(8, cards, pattern=False)
    known = grown(image, cards[:1], GrowConfig())
    assert known is not None
    found = rectangles(image, known, cards[:1], SizeConfig(), GrowConfig())
    hits = sum(min(off(quad, card) for _, quad in found) < 0.08 for card in cards[1:])
    assert hits >= (len(cards) - 2 if tilt_deg < 10 else 3)
    assert known.proportion == pytest.approx(CARD[0] / CARD[1], rel=0.12)


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10**6), st.floats(0.95, 1.05), st.floats(-4, 4), st.floats(-4, 4))
def test_rectangles_go_where_their_sides_are(seed: int, grow: float, dx: float, dy: float) -> None:
    """Cards taken for a little too large or small, and off their places, come back to both."""
    _, cards = lying(seed, 0.0, 5)
    image = photographed(seed, cards, pattern=False)
    table = level_table(cards[0])
    wrong = [(quad - quad.mean(0)) * grow + quad.mean(0) + [dx, dy] for quad in cards]
    same = same_size(image, table, CARD[0] / CARD[1], wrong, SameSizeConfig())
    placed = [off(quad, card) for quad, card in zip(same.quads, cards, strict=True)]
    assert np.median(placed) < 0.035
    assert same.proportion == pytest.approx(CARD[0] / CARD[1], rel=0.05)


@settings(max_examples=20, deadline=None)
@given(st.floats(0, 180))
def test_edges_are_told_by_their_way_in_a_turned_picture(angle: float) -> None:
    """A stripe that is turned upright runs down, and not across."""
    image = np.full((300, 300, 3), 60, np.uint8)
    way = np.array([np.cos(np.radians(angle)), np.sin(np.radians(angle))])
    start, end = (np.array([150, 150]) + way * length for length in (-100, 100))
    cv2.line(image, start.round().astype(int).tolist(), end.round().astype(int).tolist(), (200, 200, 200), 9)
    flat = flat_edges(image, level_table(rectangle((100.0, 100.0))), 100.0, 1000)
    turned_by = angle - 90  # counter to the clock, which brings its way from `angle` to straight down
    turn = cv2.getRotationMatrix2D((150, 150), turned_by, 1.0)
    down, across = upright_edges(
        np.array(cv2.warpAffine(flat.ways, turn, (300, 300)), np.float32), np.radians(turned_by)
    )
    inner = slice(90, 210), slice(120, 180)
    assert down[inner].sum() > 20 * across[inner].sum()


def test_cards_up_to_their_edge_are_laid_out_whole() -> None:
    """What is painted on cards is no card: each is found whole, though half of it is hardly other than the table."""
    _, cards = lying(21, 4.0)
    found = laid_out(photographed(21, cards, pattern=False), AnyCardsConfig(), LaidOutConfig())
    for card in cards:
        assert min(min(off(np.roll(quad, turn, 0), card) for turn in (0, 1)) for quad in found) < 0.06
    assert len(found) == len(cards)


def test_no_cards_tell_no_table() -> None:
    image = np.full((HIGH, WIDE, 3), 128, np.uint8)
    nothing = Ways((), (), np.zeros((0, 4, 2)))
    assert list(tables(image, [], nothing, GrowConfig())) == []
    assert distinct(np.zeros((0, 4, 2))) == []
    known = grown(image, [rectangle((63.0, 88.0), (300.0, 300.0))], GrowConfig())
    assert known is not None
    assert known.worth == 0
    assert rectangles(image, known, [], SizeConfig(), GrowConfig()) == []
