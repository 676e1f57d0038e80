"""A table that is looked at again reads what changed, and comes to what a look at the whole comes to."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import pytest

from tests.vision.taught.faces import compose, deck, shelf
from vision.photo import Pixels
from vision.plane import Floats
from vision.sighting import CardSighting, Seen
from vision.taught.following import LastLook, look_again
from vision.taught.growing import Grown
from vision.taught.learn import Named, empty, learn, shown
from vision.taught.read import TaughtReader
from vision.taught.searching import Where
from vision.taught.sighting import TaughtSighting

NAMES = ["picture 1", "picture 2", "picture 3", "picture 4", "blue box 3", "blue oval 1"]


class Counting(TaughtReader):
    """Knows how many pixels it was asked to look at."""

    looked_px = 0

    def beside(
        self,
        image: Pixels,
        known: Sequence[TaughtSighting | CardSighting],
        where: Where,
        table: Grown | None = None,
    ) -> Seen:
        self.looked_px += image.shape[0] * image.shape[1]
        return super().beside(image, known, where, table)


@pytest.fixture(scope="module")
def names() -> list[str]:
    return NAMES


@pytest.fixture(scope="module")
def reader(names: list[str]) -> Counting:
    picture, _ = compose(shelf(deck(), names), np.random.default_rng(1), columns=3)
    made, _ = learn(empty("my-game"), shown(picture), [Named(name, {}) for name in names])
    return Counting(made)


@pytest.fixture(scope="module")
def laid(names: list[str]) -> tuple[Pixels, list[Floats]]:
    """All cards on the table, and their corners."""
    return compose(shelf(deck(), names), np.random.default_rng(2), columns=3)


def noisy(picture: Pixels, seed: int) -> Pixels:
    noise = np.random.default_rng(seed).normal(0, 1.5, picture.shape)
    return np.clip(picture + noise, 0, 255).astype(np.uint8)


def without(picture: Pixels, corners: Floats) -> Pixels:
    """The table before a card was laid on it: its ground goes on there."""
    mask = np.zeros(picture.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.round(corners).astype(np.int32), 255)
    mask = np.asarray(cv2.dilate(mask, np.ones((13, 13), np.uint8)), np.uint8)
    return np.asarray(cv2.inpaint(picture, mask, 3, cv2.INPAINT_TELEA), np.uint8)


def named(seen: Seen) -> list[str]:
    return sorted(card.name for card in seen.cards if isinstance(card, TaughtSighting))


def test_a_card_that_comes_and_one_that_goes(
    reader: Counting, laid: tuple[Pixels, list[Floats]], names: list[str]
) -> None:
    whole, corners = laid
    fewer = noisy(without(whole, corners[1]), 5)
    first = look_again(reader, fewer, None)
    assert named(first.seen) == sorted(set(names) - {names[1]})
    reader.looked_px = 0
    second = look_again(reader, noisy(whole, 6), first)
    assert named(second.seen) == sorted(names)
    assert 0 < reader.looked_px < 0.7 * whole.shape[0] * whole.shape[1]
    third = look_again(reader, noisy(fewer, 7), second)
    assert named(third.seen) == named(first.seen)
    placed = {
        card.name: np.array(card.corners_px) for card in second.seen.cards if isinstance(card, TaughtSighting)
    }
    at = placed[names[1]]
    assert min(np.abs(np.roll(at, turn, 0) - corners[1]).max() for turn in range(4)) < 4


def test_nothing_is_looked_at_where_nothing_changed(
    reader: Counting, laid: tuple[Pixels, list[Floats]]
) -> None:
    first = look_again(reader, noisy(laid[0], 3), None)
    reader.looked_px = 0
    again = look_again(reader, noisy(laid[0], 4), first)
    assert reader.looked_px == 0
    assert again.seen == first.seen


def test_a_card_in_anothers_place_is_read_anew(
    reader: Counting, laid: tuple[Pixels, list[Floats]], names: list[str]
) -> None:
    """Laid to the pixel where the other lay: only the print is another."""
    whole, corners = laid
    first = look_again(reader, noisy(whole, 3), None)
    to_there = cv2.getPerspectiveTransform(corners[0].astype(np.float32), corners[4].astype(np.float32))
    size = (whole.shape[1], whole.shape[0])
    moved = np.asarray(cv2.warpPerspective(whole, to_there, size, flags=cv2.INTER_LINEAR), np.uint8)
    mask = np.zeros(whole.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.round(corners[4]).astype(np.int32), 1)
    swapped = np.where(mask[..., None].astype(bool), moved, whole)
    again = look_again(reader, noisy(swapped, 4), first)
    assert named(again.seen) == sorted([*names[:4], names[0], *names[5:]])


class Astray(TaughtReader):
    """Finds the same card wherever it is asked, aside of what it is asked for."""

    def beside(
        self,
        image: Pixels,
        known: Sequence[TaughtSighting | CardSighting],
        where: Where,
        table: Grown | None = None,
    ) -> Seen:
        corners = ((5.0, 5.0), (15.0, 5.0), (15.0, 20.0), (5.0, 20.0))
        size = image.shape[1], image.shape[0]
        return Seen("my-game", None, size, (TaughtSighting(corners, "stray", 1.0),), ())


def test_what_is_found_where_nothing_changed_is_no_news(
    reader: Counting, laid: tuple[Pixels, list[Floats]]
) -> None:
    whole, corners = laid
    first = look_again(reader, noisy(whole, 3), None)
    again = look_again(Astray(reader.deck), noisy(without(whole, corners[1]), 4), first)
    assert "stray" not in named(again.seen)
    assert len(named(again.seen)) == len(corners) - 1


def test_another_picture_altogether_is_read_as_a_whole(
    reader: Counting, laid: tuple[Pixels, list[Floats]], names: list[str]
) -> None:
    whole, _ = laid
    first = look_again(reader, whole, None)
    for other in (np.ascontiguousarray(whole[::-1, ::-1]), np.ascontiguousarray(whole[:-16])):
        reader.looked_px = 0
        again = look_again(reader, other, first)
        assert reader.looked_px >= other.shape[0] * other.shape[1]
        assert set(named(again.seen)) <= set(names)
    nothing = look_again(reader, np.full_like(whole, 90), first)
    assert named(nothing.seen) == []
    assert isinstance(nothing, LastLook)
