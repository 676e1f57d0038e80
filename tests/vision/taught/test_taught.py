"""Decks drawn by code, taught from one view and read in others."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calibration.taught import MOST_VIEWS, BadDeck, TaughtDeck, deck_of
from tests.vision.taught.faces import compose, deck, picture_card, shelf
from vision.plane import Floats
from vision.rectify import Pyramid
from vision.sighting import CardSighting, Unread
from vision.taught.describe import COLUMNS, HEIGHT_PX, ROWS, TONES, WAYS, WIDTH_PX, turned_faces, upside_down
from vision.taught.faces import FaceConfig, FaceReader
from vision.taught.learn import Named, alike, empty, learn, shown
from vision.taught.match import MatchConfig
from vision.taught.order import reading_order, upright
from vision.taught.packing import pack, unpack
from vision.taught.pictured import COLOURS, HIGH, WIDE, Picture
from vision.taught.read import TaughtReader
from vision.taught.sighting import TaughtSighting

FACES = deck()
NAMES = list(FACES)


def taught(names: list[str], seed: int = 1) -> TaughtDeck:
    image, _ = compose(shelf(FACES, names), np.random.default_rng(seed), columns=6)
    made, told = learn(empty("drawn"), shown(image), [Named(name, {}) for name in names])
    assert [one.new for one in told] == [True] * len(names)
    return made


@pytest.fixture(scope="module")
def whole() -> TaughtDeck:
    return taught(NAMES)


@pytest.mark.parametrize(
    ("tilt", "tint", "turned"),
    [(0.0, (0.75, 0.95, 1.0), True), (0.25, (0.8, 0.8, 0.8), True), (0.35, (1.0, 0.9, 0.8), False)],
)
def test_every_card_is_read_in_other_views(
    whole: TaughtDeck, tilt: float, tint: tuple[float, ...], turned: bool
) -> None:
    rng = np.random.default_rng(5)
    order = [NAMES[k] for k in rng.permutation(len(NAMES))]
    image, corners = compose(shelf(FACES, order), rng, columns=6, tilt=tilt, tint=tint, turned=turned)
    read = FaceReader(whole).read_all(
        Pyramid(image), [np.roll(c, k % 4, axis=0) for k, c in enumerate(corners)]
    )
    wrong = [
        (name, one.name)
        for name, one in zip(order, read, strict=True)
        if isinstance(one, TaughtSighting) and one.name != name
    ]
    right = [
        (one, corner) for one, corner in zip(read, corners, strict=True) if isinstance(one, TaughtSighting)
    ]
    assert wrong == []
    assert len(right) >= len(NAMES) - 2
    ways = [np.abs(np.array(one.corners_px) - corner).max() for one, corner in right]
    upside = [np.abs(np.array(one.corners_px) - np.roll(corner, 2, axis=0)).max() for one, corner in right]
    # A card that looks the same both ways up has two tops.
    assert max(np.minimum(ways, upside)) < 1e-6
    assert np.mean(np.array(ways) < 1e-6) > 0.6


def test_cards_that_were_never_taught_are_refused() -> None:
    part = [name for k, name in enumerate(NAMES) if k % 2]
    rest = [name for name in NAMES if name not in part]
    reader = FaceReader(taught(part))
    faces = shelf(FACES, rest) + [picture_card(k) for k in range(20, 32)]
    image, corners = compose(faces, np.random.default_rng(9), columns=6, turned=True)
    read = reader.read_all(Pyramid(image), corners)
    assert [one for one in read if not isinstance(one, Unread)] == []
    assert all("teach" in one.why or "look from" in one.why for one in read if isinstance(one, Unread))


def test_a_photo_is_read_from_its_own_outlines(whole: TaughtDeck) -> None:
    names = [NAMES[k] for k in (2, 9, 15, 18, 20, 22, 5, 11)]
    image, corners = compose(shelf(FACES, names), np.random.default_rng(3), tilt=0.15, turned=True)
    seen = TaughtReader(whole).see(image)
    middles = {tuple(np.round(c.mean(0), -1)): name for c, name in zip(corners, names, strict=True)}
    told = [card for card in seen.cards if isinstance(card, TaughtSighting)]
    assert len(told) == len(seen.cards) >= 7
    for card in told:
        near = min(
            middles, key=lambda m: float(np.linalg.norm(np.array(m) - np.mean(card.corners_px, axis=0)))
        )
        assert card.name == middles[near]
        assert 0 < card.confidence <= 1
        assert card.to_json()["read_by"] == ["taught"]


def test_copies_are_one_kind_and_numbers_do_for_names() -> None:
    names = ["picture 1", "blue box 3", "picture 1", "picture 1", "blue box 3", "picture 2"]
    image, _ = compose(shelf(FACES, names), np.random.default_rng(4), columns=3, turned=True)
    made, told = learn(empty("drawn"), shown(image), [None] * 6)
    assert [(kind.name, kind.copies) for kind in made.kinds] == [("1", 3), ("2", 2), ("3", 1)]
    assert [one.kind for one in told] == [0, 1, 0, 0, 1, 2]
    assert len(made.kinds[0].views) == min(3, MOST_VIEWS)


def test_a_deck_is_looked_through_once_a_photo_of_known_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a large deck is certain of takes seconds to find, and was found anew for each card."""
    faces = shelf(deck(), list(deck())[:4])
    first, again = (shown(compose(faces, np.random.default_rng(seed))[0]) for seed in (1, 2))
    made, _ = learn(empty("drawn"), first, [None] * 4)
    looked: list[int] = []

    def counted(deck: TaughtDeck, config: FaceConfig | None = None) -> FaceReader:
        looked.append(len(deck.kinds))
        return FaceReader(deck, config)

    monkeypatch.setattr("vision.taught.learn.FaceReader", counted)
    made, told = learn(made, again, [None] * 4)
    assert [one.kind for one in told if not one.new] == [0, 1, 2, 3]
    assert [kind.copies for kind in made.kinds] == [2] * 4
    assert looked == [4]


def test_kinds_that_look_the_same_are_told_and_never_guessed() -> None:
    image, _ = compose(
        shelf(FACES, ["picture 1", "picture 2", "picture 1"]), np.random.default_rng(4), columns=3
    )
    made, _ = learn(empty("drawn"), shown(image), [Named(name, {}) for name in ("one", "two", "also one")])
    assert alike(made) == [("one", "also one")]
    again, corners = compose(shelf(FACES, ["picture 1", "picture 2"]), np.random.default_rng(6), columns=2)
    doubt, sure = FaceReader(made).read_all(Pyramid(again), corners)
    assert isinstance(doubt, Unread)
    assert "one or also one" in doubt.why or "also one or one" in doubt.why
    assert isinstance(sure, TaughtSighting)


def test_a_card_that_looks_like_another_one_turned_across_is_never_guessed() -> None:
    face = picture_card(1)
    across = np.asarray(cv2.resize(cv2.rotate(face, cv2.ROTATE_90_CLOCKWISE), face.shape[1::-1]), np.uint8)
    image, _ = compose([face, across, picture_card(2)], np.random.default_rng(4), columns=3)
    made, _ = learn(empty("drawn"), shown(image), [Named(name, {}) for name in ("one", "across", "two")])
    again, corners = compose([face, across, picture_card(2)], np.random.default_rng(6), columns=3)
    reader, photo = FaceReader(made), Pyramid(again)
    for place in corners[:2]:
        # Where the outline does not say which way the card lies, both are looked at.
        both_ways = turned_faces(photo, place, reader.index.near_kinds.config.describe, turns=(0, 1))
        match = reader.index.match(both_ways, 200.0)
        assert match is not None
        assert match.other is not None
        assert match.told < MatchConfig().least_lead ** 2
        assert not reader.index.certain(match)
    assert isinstance(reader.read_all(photo, corners)[2], TaughtSighting)


def test_a_zangle_deck_carries_its_shapes() -> None:
    triangle = {"lattice": "abolo", "triangles": [[[0, 0], [1, 0], [0, 1]]]}
    fields: list[dict[str, object]] = [{"triangles": 1, "shape": triangle}, {"triangles": 0, "shape": None}]
    image, corners = compose(shelf(FACES, ["picture 1", "picture 2"]), np.random.default_rng(4), columns=2)
    named = [Named(f"card {k}", own) for k, own in enumerate(fields)]
    made, _ = learn(empty("zangle"), shown(image), named)
    one, z = FaceReader(made).read_all(Pyramid(image), corners)
    assert isinstance(one, CardSighting)
    assert isinstance(z, CardSighting)
    assert (one.triangles, one.id, z.triangles, z.shape) == (1, "card 0", 0, None)
    assert one.shape is not None
    assert one.shape.to_json()["triangles"] == triangle["triangles"]
    torn = replace(made, kinds=(replace(made.kinds[0], fields={"triangles": 2, "shape": triangle}),))
    with pytest.raises(BadDeck, match="make them agree"):
        TaughtReader(torn)


def test_a_deck_survives_its_file(whole: TaughtDeck) -> None:
    assert deck_of(whole.to_json()) == whole


def test_packing_keeps_what_matters() -> None:
    rng = np.random.default_rng(2)
    view = rng.uniform(0, 1, (WAYS + TONES, ROWS, COLUMNS)).astype(np.float32)
    picture = Picture(
        rng.uniform(0, 1, (HIGH, WIDE, COLOURS + 1)).astype(np.float32),
        rng.uniform(0, 1, (HEIGHT_PX, WIDTH_PX)).astype(np.float32),
    )
    fields, again = unpack(pack(view, picture))
    assert np.abs(fields - view).max() < 0.01
    assert np.abs(again.colours - picture.colours).max() < 0.01
    assert np.abs(again.level - picture.level).max() < 0.01
    with pytest.raises(ValueError, match="reshape"):
        unpack(b"short")


def test_turning_a_description_twice_changes_nothing() -> None:
    view = np.random.default_rng(2).normal(size=(WAYS + TONES, ROWS, COLUMNS)).astype(np.float32)
    assert (upside_down(upside_down(view)) == view).all()


@settings(max_examples=40, deadline=None)
@given(
    rows=st.lists(st.integers(1, 5), min_size=1, max_size=5),
    slant=st.floats(-0.25, 0.25),
    seed=st.integers(0, 1000),
)
def test_reading_order_goes_row_by_row(rows: list[int], slant: float, seed: int) -> None:
    card = np.array([[0, 0], [60, 0], [60, 84], [0, 84]], float)
    laid: list[Floats] = [
        card + [90 * column, 150 * row + slant * 90 * column]
        for row, count in enumerate(rows)
        for column in range(count)
    ]
    mixed = np.random.default_rng(seed).permutation(len(laid))
    order = reading_order([laid[k] for k in mixed])
    assert [int(mixed[k]) for k in order] == list(range(len(laid)))


@given(turn=st.integers(0, 3))
def test_upright_is_the_same_whatever_corner_comes_first(turn: int) -> None:
    card = np.array([[5, 3], [64, 0], [66, 90], [2, 88]], float)
    assert (upright(np.roll(card, turn, axis=0)) == card).all()
