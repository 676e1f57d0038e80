"""From places that look alike to where a card lies, and from cards to how the table lies."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.vision.taught.faces import picture_card, pictured
from vision.plane import Floats, apply, homography, quad_area, rectangle, sides
from vision.rectify import Pyramid
from vision.taught.describe import flat
from vision.taught.heaps import HeapConfig, heaped
from vision.taught.keypoints import Pairs
from vision.taught.levelling import table_of
from vision.taught.pictured import PictureConfig
from vision.taught.posing import OWN_CORNERS, PoseConfig, posed
from vision.taught.settling import settled

SIZE = 1280, 720
HEAPS = HeapConfig(reach=0.3, turn=np.pi / 6, octave=0.5)
ANGLES = st.floats(-np.pi, np.pi)
SEEDS = st.integers(0, 10_000)


def turn(angle: float) -> Floats:
    return np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])


def pairs_of(
    rng: np.random.Generator, angle: float, size: float, count: int, strays: int
) -> tuple[Pairs, Floats]:
    """Places of a card about the middle of a photo with small errors, and others anywhere; and its corners."""
    middle = np.array([640.0, 360.0])
    own = rng.uniform(-0.4, 0.4, (count + strays, 2))
    spots = middle + size * own @ turn(angle) + rng.normal(0, 0.01 * size, own.shape)
    spots[count:] = rng.uniform(0, SIZE, (strays, 2))
    angles = angle + rng.normal(0, 0.08, len(own))
    angles[count:] = rng.uniform(-np.pi, np.pi, strays)
    sizes = size * np.exp(rng.normal(0, 0.08, len(own)))
    sizes[count:] = rng.uniform(50, 400, strays)
    said = np.array([s * o @ turn(a) for s, o, a in zip(sizes, own, angles, strict=True)])
    pairs = Pairs(np.arange(len(own)), spots, own, sizes, angles, spots - said, np.full(len(own), 0.8))
    return pairs, middle + size * OWN_CORNERS @ turn(angle)


@given(SEEDS, ANGLES, st.floats(60, 300))
@settings(max_examples=40, deadline=None)
def test_a_card_is_found_among_strays(seed: int, angle: float, size: float) -> None:
    pairs, corners = pairs_of(np.random.default_rng(seed), angle, size, 30, 120)
    heaps = heaped(pairs, HEAPS)
    first = next(heaps.one_each(np.full(len(heaps.sizes), 30), HEAPS))
    assert np.abs(heaps.middles[first] - [640, 360]).max() < 0.2 * size
    card = posed(pairs, heaps.of(first), PoseConfig())
    assert card is not None
    assert np.abs(card.corners - corners).max() < 0.06 * size
    assert np.isin(np.arange(30), card.places).sum() >= 24


@given(SEEDS, ANGLES)
@settings(max_examples=20, deadline=None)
def test_a_place_counts_once_in_a_heap(seed: int, angle: float) -> None:
    pairs, _ = pairs_of(np.random.default_rng(seed), angle, 120.0, 6, 0)
    often = pairs.where(np.tile(np.arange(6), 9))
    assert heaped(often, HEAPS).weights.max(initial=0) == heaped(pairs, HEAPS).weights.max(initial=0)
    assert posed(often, np.arange(54), PoseConfig()) is None


def test_of_one_pose_one_heap_is_looked_at() -> None:
    pairs, _ = pairs_of(np.random.default_rng(1), 0.3, 120.0, 40, 0)
    other = Pairs(
        pairs.of, pairs.spots, -pairs.own, pairs.sizes, pairs.angles + np.pi, pairs.middles, pairs.weights
    )
    heaps = heaped(
        Pairs(*(np.concatenate([getattr(p, name) for p in (pairs, other)]) for name in pairs.__slots__)),
        HEAPS,
    )
    assert len(heaps.sizes) > 10
    assert len(list(heaps.one_each(np.full(len(heaps.sizes), 40), HEAPS))) <= 3


@given(SEEDS, st.floats(0, 0.35), st.integers(0, 3))
@settings(max_examples=40, deadline=None)
def test_cards_tell_how_the_table_lies(seed: int, narrow: float, wrong: int) -> None:
    rng = np.random.default_rng(seed)
    flat_ends = rectangle((1280.0, 720.0))
    drawn_in = np.array([[narrow * 640, narrow * 300], [-narrow * 640, narrow * 300], [0, 0], [0, 0]])
    camera = homography(flat_ends, flat_ends + drawn_in)
    places = [(170 + 300 * (k % 4), 130 + 220 * (k // 4)) for k in range(12)]
    quads = [apply(camera, 110 * OWN_CORNERS @ turn(rng.uniform(-3, 3)) + place) for place in places]
    strays = [quads[k] * rng.choice([0.4, 1.9]) for k in rng.choice(12, wrong, replace=False)]
    table = table_of([*quads, *strays], SIZE)
    assert table is not None
    for quad in quads:
        laid = table.laid(quad)
        assert abs(float(quad_area(laid)) - 1) < 0.06
        assert np.abs(sides(laid) / sides(OWN_CORNERS) - 1).max() < 0.06
        assert np.abs(table.photographed(laid) - quad).max() < 1e-6
        slopes = table.slopes(quad)
        ahead = table.laid(quad + [1e-4, 0]) - laid
        assert np.abs(slopes[:, :, 0] * 1e-4 - ahead).max() < 1e-8


def test_no_card_tells_no_table() -> None:
    assert table_of([], SIZE) is None


@given(st.floats(-12, 12), st.floats(-12, 12), SEEDS)
@settings(max_examples=15, deadline=None)
def test_corners_settle_where_the_print_is(dx: float, dy: float, seed: int) -> None:
    off = [dx, dy] + np.random.default_rng(seed).uniform(-2, 2, (4, 2))
    photo = np.full((600, 600, 3), 240, np.uint8)
    face = picture_card(2)
    photo[100 : 100 + face.shape[0], 150 : 150 + face.shape[1]] = face
    corners = rectangle((float(face.shape[1]), float(face.shape[0])), (149.5, 99.5))
    pyramid = Pyramid(photo)
    known = pictured(flat(pyramid, corners))
    moved = settled(pyramid, corners + off, known, PictureConfig())
    assert np.abs(moved - corners).max() < 3.5
