"""Reading in a thread of its own: what waits is read together, and each thing is told once."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.table.recording import known
from vision.live.motion import Part
from vision.live.reading import read_slowly
from vision.live.slow_reading import JOINED, SlowReader, around, grouped, once, shared
from vision.live.things import Found
from vision.live.tracked import Want
from vision.photo import Pixels
from vision.quads import Box, as_quad

PICTURE = Path(__file__).parent / "pictures" / "cloth-claim.jpg"
LONG_S = 120.0


def want(box: Box, *, whole: bool = False, any_deck: bool = False, glance: bool = False) -> Want:
    return Want(box, not glance, 1, 1.0, whole=whole, any_deck=any_deck, glance=glance)


def area(box: Box) -> int:
    return (box[2] - box[0]) * (box[3] - box[1])


boxes = st.builds(
    lambda x, y, wide, high: (x, y, x + wide, y + high),
    st.integers(0, 900),
    st.integers(0, 500),
    st.integers(60, 380),
    st.integers(60, 220),
)


@given(st.lists(boxes, min_size=1, max_size=8))
def test_every_place_is_read_once_and_together_only_where_that_is_hardly_more(given_boxes: list[Box]) -> None:
    wants = [want(box) for box in given_boxes]
    groups = grouped(wants)
    assert sorted(id(one) for group in groups for one in group) == sorted(map(id, wants))
    for group in groups:
        # Joined in pairs at most, so that what is read cannot be more than that for every joint.
        most = sum(area(one.box) for one in group) * JOINED ** (len(group) - 1)
        assert area(around(group)) <= most


def test_what_was_laid_side_by_side_is_read_as_one() -> None:
    row = [want((x, 300, x + 200, 500)) for x in (100, 180, 260)]
    far = want((900, 20, 1100, 200))
    assert sorted(map(len, grouped([row[0], far, *row[1:]]))) == [1, 3]


def test_all_of_the_picture_comes_before_its_parts_and_its_deck_after_them() -> None:
    everything = (0, 0, 1280, 720)
    part, whole, deck = want((10, 10, 90, 90)), want(everything, whole=True), want(everything, any_deck=True)
    glance = want(everything, glance=True)
    assert grouped([part, deck, whole]) == ((whole,),)
    assert grouped([deck, glance, part]) == ((part,),)
    assert grouped([deck, glance]) == ((glance,),)
    assert grouped([deck]) == ((deck,),)


@given(st.lists(boxes, min_size=2, max_size=5), st.lists(boxes, max_size=8))
def test_each_thing_is_told_once_and_to_who_asked_there(asked: list[Box], lying: list[Box]) -> None:
    wants = [want(box) for box in asked]
    things = [
        Found(as_quad(np.array([[left, top], [right, top], [right, low], [left, low]], float)))
        for left, top, right, low in lying
    ]
    answers = shared(wants, things)
    assert [one.want for one in answers] == wants
    assert sorted(id(one) for answer in answers for one in answer.found) == sorted(map(id, things))
    for answer in answers:
        for one in answer.found:
            x, y = np.mean(one.corners_px, axis=0)
            inside = [left <= x < right and top <= y < low for left, top, right, low in asked]
            assert not any(inside) or inside[wants.index(answer.want)]


def test_a_frame_has_one_vote_for_a_thing_however_many_boxes_it_lies_in() -> None:
    def at(x: float) -> Found:
        return Found(as_quad(np.array([[x, 10], [x + 60, 10], [x + 60, 90], [x, 90]], float)))

    first, same, beside = at(100), at(104), at(170)
    assert once([same, beside], [first]) == [beside]
    assert once([first, beside], []) == [first, beside]


@pytest.fixture(scope="module")
def picture() -> Pixels:
    pixels = cv2.imread(str(PICTURE))
    assert pixels is not None
    return np.asarray(pixels, np.uint8)


def test_what_waits_in_a_frame_is_read_in_one_go_as_it_would_be_by_itself(picture: Pixels) -> None:
    height, width = picture.shape[:2]
    halves = [want((0, 0, width, height // 2)), want((0, height // 2, width, height))]
    deck = known("iamond")
    by_itself = read_slowly(picture, (0, 0, width, height), deck)
    assert sum(one.card is not None for one in by_itself) > 4
    with SlowReader(deck) as reader:
        assert [reader.read(picture, one, None) for one in halves] == [None, None]
        reader.begin()
        # While that is read nothing else waits for its turn: the next frame is newer.
        assert reader.read(picture, want((0, 0, 200, 200)), None) is None
        reader.begin()
        assert reader.settled(LONG_S)
        # Nor before the answers are taken in: they may be what the next frame wants.
        assert reader.read(picture, halves[0], None) is None
        reader.begin()
        assert reader.settled(0.0)
        answers = reader.answers()
        assert reader.answers() == []
    assert [one.want for one in answers] == halves
    found = [one.name for answer in answers for one in answer.found]
    assert sorted(map(str, found)) == sorted(str(one.name) for one in by_itself)


def test_a_card_in_two_boxes_of_one_frame_is_told_once(picture: Pixels) -> None:
    corner, rest = want((0, 0, 520, 420)), want((290, 240, 1280, 720))
    assert len(grouped([corner, rest])) == 2
    with SlowReader(known("iamond")) as reader:
        for one in (corner, rest):
            assert reader.read(picture, one, None) is None
        reader.begin()
        assert reader.settled(LONG_S)
        answers = reader.answers()
    there = [
        one
        for answer in answers
        for one in answer.found
        if one.card is not None and np.hypot(*(np.mean(one.corners_px, axis=0) - (397, 349))) < 20
    ]
    assert [one.card.triangles for one in there if one.card] == [4]


def test_what_comes_to_lie_beside_a_part_that_is_read_is_looked_at_meanwhile(picture: Pixels) -> None:
    def part(box: Box) -> Part:
        return Part(np.zeros((240, 426), bool), box, False)

    slow = Want((0, 0, 1280, 720), True, 1, 1.0, part((100, 90, 130, 130)))
    with SlowReader(known("iamond")) as reader:
        assert reader.read(picture, slow, None) is None
        reader.begin()
        again = Want((300, 260, 400, 400), False, 1, 1.0, part((102, 92, 128, 128)))
        beside = Want((380, 260, 480, 400), False, 1, 1.0, part((132, 92, 158, 128)))
        assert reader.read(picture, again, None) is None
        assert reader.read(picture, beside, None) is not None


def test_what_reading_fails_at_is_raised_where_answers_are_asked_for(picture: Pixels) -> None:
    with SlowReader(known("iamond")) as reader:
        assert reader.read(picture[..., :2], want((0, 0, 400, 400)), None) is None
        reader.begin()
        assert reader.settled(LONG_S)
        with pytest.raises(ValueError, match="unpack"):
            reader.answers()
