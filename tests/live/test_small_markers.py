"""A whole table in 720p: markers of sixteen pixels in a lens's blur and a sensor's noise, path-traced and not composed.

No frame shows all of them; frames and looks together have to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.rules.polyform import Shape
from companion.table.recording import known
from tests.grain import grainy
from tests.live.the_round import ANN, BEN, CENTRE
from vision.live.follow import Follow
from vision.live.things import Found, Scene, Thing
from vision.live.tracked import TrackConfig, Want
from vision.live.votes import Votes
from vision.photo import Pixels
from vision.plane import Floats
from vision.sighting import CardSighting, Quad

TABLE = Path(__file__).parent / "pictures" / "wood-720p.jpg"
FPS = 15


def frames(count: int, noise: float) -> Iterator[Pixels]:
    """The same table in so many frames, each with noise of its own."""
    still = cv2.imread(str(TABLE))
    assert still is not None
    for number in range(count):
        yield grainy(still, noise, number)


def followed(count: int, noise: float) -> Scene:
    following = Follow(known("iamond"))
    for number, pixels in enumerate(frames(count, noise)):
        scene = following.frame(pixels, number, number / FPS)
    return scene


@pytest.mark.parametrize("noise", [1.0, 2.5])
def test_every_card_and_every_sheet_is_named(noise: float) -> None:
    scene = followed(12, noise)
    assert {card.id for card in scene.cards if card.card is not None} == {*ANN, *BEN, *CENTRE}
    assert {mark.name for mark in scene.marks} == {"centre", "claim", "mine", "seat 1", "seat 2"}


# --- a marker in one frame, no more than the print in another -----------------------------------------

CORNERS: Quad = ((0.0, 0.0), (63.0, 0.0), (63.0, 88.0), (0.0, 88.0))
CARDS = {card.id: card for deck in [known("iamond").deck] if deck is not None for card in deck.cards}
FOUR, SAME, OTHER = "iamond-4a-05", "iamond-4a-03", "iamond-4c-01"


def reading(card: str, *, by_marker: bool = True) -> Found:
    """What a frame reads of a printed card, sure of it."""
    shape = CARDS[card].shape
    assert isinstance(shape, Shape)
    seen = CardSighting(card if by_marker else None, shape.size, shape, CORNERS, 1.0, ("outline",))
    return Found(CORNERS, seen, confidence=1.0)


def after(*read: Found) -> Thing:
    thing = Thing(1, np.array(CORNERS), Votes(), (), 0.0)
    for frame, found in enumerate(read):
        thing = thing.read(found, frame / FPS)
    return thing


@pytest.mark.parametrize("first", [True, False])
def test_a_print_bears_out_the_one_card_that_a_marker_named(first: bool) -> None:
    thing = after(reading(FOUR, by_marker=first), reading(FOUR, by_marker=not first))
    assert thing.named == f"id {FOUR}"
    assert thing.reading is not None
    assert thing.reading.card is not None
    assert thing.reading.card.id == FOUR


def test_a_print_says_nothing_between_two_copies_nor_for_another_shape() -> None:
    print_alone = reading(FOUR, by_marker=False)
    assert after(reading(FOUR), reading(SAME), print_alone).reading is None
    assert after(reading(OTHER), print_alone).reading is None


def test_what_is_known_by_its_marker_is_not_more_so_by_its_print() -> None:
    thing = after(reading(FOUR), reading(FOUR), reading(FOUR, by_marker=False))
    assert dict(thing.votes.bits)[f"id {FOUR}"] == 10.0


def test_one_frame_has_one_vote_by_marker_and_print() -> None:
    thing = after().read(reading(FOUR), 1.0).read(reading(FOUR, by_marker=False), 1.0)
    assert thing.reading is None


# --- asking again -------------------------------------------------------------------------------------


def test_what_a_marker_named_once_is_asked_about_for_as_long_as_it_lies_there() -> None:
    """Its card is read with more time in between; after that once in a while."""
    asked: list[bool] = []
    corners: Quad = ((233.0, 254.0), (322.0, 260.0), (303.0, 385.0), (211.0, 379.0))

    def read(pixels: Pixels, want: Want, plane: Floats | None) -> list[Found]:
        if not (want.whole or want.glance):
            asked.append(want.slow)
        return [replace(reading(CENTRE[0]), corners_px=corners)] if want.whole and not want.slow else []

    following, config = Follow(known("iamond"), read=read), TrackConfig()
    for number, pixels in enumerate(frames(60, 1.0)):
        following.frame(pixels, number, number / FPS)
    more = asked.index(True)
    until = more + config.most_asked // 2
    assert asked == [k in range(more, until) for k in range(len(asked))]
    assert len(asked) - until == pytest.approx(60 / FPS / config.again_s, abs=1)
