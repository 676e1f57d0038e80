"""Rectangles that lie aside of framed cards, and what says where the cards end: drawn tables under known cameras."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.any_cards import Ways
from vision.any_cards_config import AnyCardsConfig
from vision.photo import Pixels
from vision.plane import Floats, apply, homography, quad_area, rectangle
from vision.quads import as_quad
from vision.sighting import Outline, Unread
from vision.taught.bordering import BorderConfig, bordered
from vision.taught.by_size import SizeConfig
from vision.taught.growing import GrowConfig, Grown, rectangles, tables
from vision.taught.laid_out import LaidOutConfig, agreed_outlines, laid_out, snapped
from vision.taught.levelling import Table, table_of
from vision.taught.searching import Identified, SearchConfig, SizeSearch
from vision.taught.sighting import TaughtSighting
from vision.taught.viewing import ViewConfig, table_under

WIDE, HIGH = 1280, 720
CARD = 63.0, 88.0
GAP = 12.0
FRAME = 0.06


def in_rows(tilt_deg: float, columns: int = 5, rows: int = 2, deep: float = 1500.0) -> list[Floats]:
    """The corners (4, 2) px of cards side by side, a finger apart, under a tilted camera."""
    tilt = np.radians(tilt_deg)
    turn = np.array([[1, 0, 0], [0, np.cos(tilt), 0], [0, -np.sin(tilt), 500.0]])
    to_px = np.array([[deep, 0, WIDE / 2], [0, deep, HIGH / 2], [0, 0, 1]]) @ turn
    step = np.array(CARD) + GAP
    first = -step * (columns - 1, rows - 1) / 2 - np.array(CARD) / 2
    return [
        apply(to_px, rectangle(CARD, tuple(first + step * (k % columns, k // columns))))
        for k in range(columns * rows)
    ]


def painted(
    cards: list[Floats], frames: bool, seed: int = 1, table: tuple[int, int, int] = (60, 80, 110)
) -> Pixels:
    """Cards with stripes within a white frame on a table, a brown one, or each of two colours up to its edge."""
    rng = np.random.default_rng(seed)
    picture = np.full((HIGH, WIDE, 3), table, np.float32)

    def fill(quad: Floats, colour: Floats) -> None:
        spots = np.round(quad * 16).astype(np.int32)
        cv2.fillConvexPoly(picture, spots, [float(value) for value in colour], cv2.LINE_AA, 4)

    for quad in cards:
        to_px = homography(rectangle((1.0, 1.0)), quad)
        first, second = rng.uniform(30, 230, (2, 3))
        fill(quad, np.array([225.0, 230, 235]) if frames else first)
        inset = FRAME if frames else 0.0
        bands = np.linspace(inset, 1 - inset, 8)
        for k, (top, bottom) in enumerate(pairwise(bands)):
            if frames or k > 3:
                stripe = rectangle((1 - 2 * inset, bottom - top), (inset, top))
                fill(apply(to_px, stripe), (first, second)[k % 2] if frames else second)
    seen = cv2.GaussianBlur(picture, (0, 0), 0.8) + rng.normal(0, 2, picture.shape)
    return np.clip(seen, 0, 255).astype(np.uint8)


def aside(quad: Floats, across: float, down: float) -> Floats:
    """A quadrilateral that lies aside by so much of its width and height."""
    return apply(homography(rectangle((1.0, 1.0)), quad), rectangle((1.0, 1.0)) + [across, down])


def off(quad: Floats, other: Floats) -> float:
    """How far corners are off at most, over the size of the second."""
    return float(np.abs(quad - other).max() / np.sqrt(abs(quad_area(other))))


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 9), st.floats(0.05, 0.12), st.sampled_from([-1, 1]), st.booleans())
def test_a_rectangle_aside_goes_to_where_its_card_is(k: int, far: float, way: int, across: bool) -> None:
    cards = in_rows(20.0)
    wrong = list(cards)
    wrong[k] = aside(cards[k], far * way * across, far * way * (not across))
    found = bordered(painted(cards, frames=True), wrong, BorderConfig())
    assert off(found[k], cards[k]) < 0.03
    for j, quad in enumerate(found):
        assert j == k or np.array_equal(quad, cards[j])


def test_where_borders_differ_nothing_is_moved() -> None:
    cards = in_rows(10.0)
    wrong = [aside(cards[0], 0.0, 0.08), *cards[1:]]
    found = bordered(painted(cards, frames=False), wrong, BorderConfig())
    assert all(np.array_equal(quad, other) for quad, other in zip(found, wrong, strict=True))


def test_few_say_nothing_of_each_other() -> None:
    cards = in_rows(10.0)[:3]
    wrong = [aside(cards[0], 0.0, 0.08), *cards[1:]]
    assert all(
        np.array_equal(quad, other)
        for quad, other in zip(
            bordered(painted(cards, frames=True), wrong, BorderConfig()), wrong, strict=True
        )
    )


def test_an_outline_of_another_size_is_no_card() -> None:
    """An outline one of whose corners is off lies as near to the rectangle as the others do."""
    cards = in_rows(0.0)
    size = float(np.sqrt(abs(quad_area(cards[0]))))
    about = [card + [0.01 * size, -0.005 * size] for card in cards]
    bent = cards[3].copy()
    bent[2] += 0.025 * size
    outlines = np.stack([np.roll(card, 2, axis=0) for card in (*cards[:3], bent, *cards[4:])])
    found = snapped(about, outlines, LaidOutConfig())
    assert np.array_equal(found[3], about[3])
    for k in (0, 1, 2, 4, 5):
        assert np.array_equal(found[k], cards[k])


def test_a_picture_with_its_title_is_no_card() -> None:
    """All cards have one alike, the clearest rectangle there is with their upper ends; and two lie edge to edge."""
    cards = in_rows(12.0, 4)
    cards[1] = aside(cards[0], 1.01, 0.0)
    image = painted(cards, frames=False, seed=2)
    for quad in cards:
        to_px = homography(rectangle((1.0, 1.0)), quad)
        for colour, part in (
            ((225, 230, 235), rectangle((1.0, 1.0))),
            ((70, 50, 90), rectangle((0.9, 0.42), (0.05, 0.14))),
        ):
            spots = np.round(apply(to_px, part) * 16).astype(np.int32)
            cv2.fillConvexPoly(image, spots, colour, cv2.LINE_AA, 4)
    blurred = np.asarray(cv2.GaussianBlur(image, (0, 0), 0.7), np.uint8)
    found = laid_out(blurred, AnyCardsConfig(), LaidOutConfig())
    assert len(found) == len(cards)
    for card in cards:
        assert min(off(np.roll(quad, turn, 0), card) for quad in found for turn in range(4)) < 0.02


def both_ways(edged: list[Floats], lighter: list[Floats]) -> Ways:
    outlines = [tuple(Outline(as_quad(quad)) for quad in quads) for quads in (edged, lighter)]
    return Ways(outlines[0], outlines[1], np.array([*edged, *lighter]))


def drawn_in(quad: Floats) -> Floats:
    """An outline one side of which took the print beside it."""
    return apply(homography(rectangle((1.0, 1.0)), quad), rectangle((1.0, 0.93), (0.0, 0.07)))


def test_outlines_of_one_size_are_taken_where_prints_pull_others_in() -> None:
    cards = in_rows(14.0, 4)
    size, config = (WIDE, HIGH), LaidOutConfig()
    pulled = [drawn_in(quad) if k % 2 else quad for k, quad in enumerate(cards)]
    for edged, lighter, right in ((pulled, cards, cards), (cards, pulled, cards), (cards, cards[:3], cards)):
        agreed = agreed_outlines(both_ways(edged, lighter), size, config)
        assert len(agreed) == len(right)
        assert all(off(found, card) < 1e-6 for found, card in zip(agreed, right, strict=True))


def test_rectangles_are_as_large_as_known_cards() -> None:
    """Most of what is found would rather be the frames' inner edges, which are much clearer than the cards' own."""
    cards = in_rows(15.0)
    image = painted(cards, frames=True, table=(205, 212, 218))
    ends = [cards[k] for k in (0, 4, 5, 9)]
    known = table_of(ends, (WIDE, HIGH))
    assert known is not None
    found = rectangles(image, Grown(known, CARD[0] / CARD[1], 0.0), ends, SizeConfig(), GrowConfig())
    for k in (1, 2, 3, 6, 7, 8):
        nearest = min((quad for _, quad in found), key=lambda quad: off(quad, cards[k]))
        assert abs(quad_area(nearest)) == pytest.approx(abs(quad_area(cards[k])), rel=0.06)


def test_a_table_is_not_fitted_to_every_tile_of_a_pattern(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tiles as large as the cards are no cards, and hundreds."""
    fitted = 0

    def counted(cards: Sequence[Floats], size: tuple[int, int], config: ViewConfig) -> Table | None:
        nonlocal fitted
        fitted += 1
        return table_under(cards, size, config)

    monkeypatch.setattr("vision.taught.growing.table_under", counted)
    tiles = in_rows(10.0, 12, 5, 700.0)
    seen = both_ways([], tiles)
    assert next(tables(painted(tiles[:4], frames=True), tiles[:4], seen, GrowConfig()), None) is not None
    assert fitted <= GrowConfig().told


def test_a_search_gives_up_on_a_pattern() -> None:
    """What is no card is looked at so often, and no further table is tried then."""
    looked = 0

    def identify(corners: Floats, _: bool) -> Identified:
        nonlocal looked
        looked += 1
        return Identified(corners, Unread(as_quad(corners), "no card"), 1.0)

    tiles = in_rows(10.0)
    image, seen = painted(tiles, frames=True), both_ways([], tiles)
    known = [TaughtSighting(as_quad(quad), "known", 1.0) for quad in tiles[:4]]
    for most in (2, 4):
        looked = 0
        search = SizeSearch(image, seen, identify, SearchConfig(most=most), 20.0, lambda _: True)
        assert search.further(known) == []
        assert looked == most


def test_outlines_as_large_as_known_cards_tell_the_tilt() -> None:
    """Four cards at one end, off by a little, tell it less well by themselves."""
    cards = in_rows(25.0, 8, 3, deep=900.0)
    image = painted(cards, frames=False)
    outlines = tuple(Outline(tuple(tuple(map(float, spot)) for spot in card)) for card in cards)  # type: ignore[arg-type]
    alone: list[float] = []
    joined: list[float] = []
    for seed in range(4):
        rng = np.random.default_rng(seed)
        known = [
            cards[k] + rng.normal(0, 0.012 * np.sqrt(abs(quad_area(cards[k]))), (4, 2)) for k in (0, 1, 8, 9)
        ]
        for found, seen in (
            (alone, Ways((), (), np.zeros((0, 4, 2)))),
            (joined, Ways(outlines, (), np.stack(cards))),
        ):
            table = next(tables(image, known, seen, GrowConfig()))
            sizes = [float(np.sqrt(abs(quad_area(table.table.laid(card))))) for card in cards]
            found.append(max(sizes) / min(sizes))
    assert max(joined) < 1.02
    assert np.mean(joined) - 1 < 0.5 * (np.mean(alone) - 1)
