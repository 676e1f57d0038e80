"""Cards found by what is printed on them, where nothing shows their edges."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.taught import TaughtDeck
from tests.vision.taught.faces import drawn, picture_card
from tests.vision.taught.on_paper import CARD, HIGH, SPREAD, WIDE, on_white
from tests.vision.taught.reading import named, taught
from vision.plane import Floats
from vision.taught.by_print import PrintConfig, find_by_print
from vision.taught.keypoints import KeypointConfig, Known
from vision.taught.packing import unpack
from vision.taught.read import ReadConfig, TaughtReader

TAUGHT = 11


@pytest.fixture(scope="module")
def pictures() -> TaughtDeck:
    return taught({str(k): picture_card(k) for k in range(TAUGHT)})


@pytest.fixture(scope="module")
def reader(pictures: TaughtDeck) -> TaughtReader:
    """Made ready once: that takes as long as a photo."""
    return TaughtReader(pictures)


def test_white_cards_are_found_on_white(pictures: TaughtDeck, reader: TaughtReader) -> None:
    faces = [picture_card(k) for k in range(15)]
    image, places = on_white(faces, SPREAD[:15], 0.2)
    assert len(TaughtReader(pictures, ReadConfig(prints=None, search=None)).see(image).cards) == 0
    read = named(reader.see(image))
    assert read.keys() == {str(k) for k in range(TAUGHT)}
    for name, (corners,) in read.items():
        # As the printed corners lie, the first one top-left.
        assert np.abs(corners - places[int(name)]).max() < 4


def test_copies_and_cards_that_overlap_are_each_found(reader: TaughtReader) -> None:
    which = [3, 3, 7, 3, 9, 1]
    places = [
        (200.0, 200, 10),
        (520.0, 200, 190),
        (520.0 + CARD[0], 230, 180),
        (900.0, 250, 75),
        (300, 560, 0),
        (460, 610, 30),
    ]
    image, corners = on_white([picture_card(k) for k in which], places)
    read = named(reader.see(image))
    assert {name: len(quads) for name, quads in read.items()} == {"3": 3, "7": 1, "9": 1, "1": 1}
    for kind, corner in zip(which, corners, strict=True):
        assert min(np.abs(quad - corner).max() for quad in read[str(kind)]) < 4


def test_a_lone_card_is_found(reader: TaughtReader) -> None:
    image, (place,) = on_white([picture_card(4)], [(640.0, 400.0, 130.0)], 0.15)
    read = named(reader.see(image))
    assert read.keys() == {"4"}
    assert np.abs(read["4"][0] - place).max() < 4


def test_a_card_whose_corner_is_cut_off_by_the_photos_end_is_found(reader: TaughtReader) -> None:
    """Its tip may lie some hundredths of its size beyond; what is cut through is no card that can be told."""
    high = (
        CARD[1] / np.sqrt(2) / 2 + CARD[0] / np.sqrt(2) / 2
    )  # from the middle of a card on its tip to its end
    beyond = 0.08 * float(np.sqrt(CARD[0] * CARD[1]))
    places = [(300.0, high - beyond, 45.0), (700.0, HIGH - high + beyond, 45.0), (1000.0, 0.0, 10.0)]
    others = [(250.0, 520.0, 5.0), (1000.0, 330.0, 80.0)]
    image, corners = on_white([picture_card(k) for k in (0, 1, 2, 3, 4)], [*places, *others])
    assert min(corners[0].min(), HIGH - 1 - corners[1][:, 1].max()) < -5
    read = named(reader.see(image))
    assert read.keys() == {"0", "1", "3", "4"}
    for name, (quad,) in read.items():
        assert np.abs(quad - corners[int(name)]).max() < 5


def test_many_places_say_where_a_card_lies_however_crowded_it_is(reader: TaughtReader) -> None:
    """Of glittering cards a fifth of the places are where they were taught: if those are many, that is no chance."""
    image, places = on_white([picture_card(k) for k in range(6)], SPREAD[:12:2], 0.2)
    grown, rng = 1.5, np.random.default_rng(4)
    image = np.asarray(cv2.resize(image, None, fx=grown, fy=grown, interpolation=cv2.INTER_CUBIC), np.uint8)
    for card in places:
        for x, y in rng.uniform(card.min(0), card.max(0), (60, 2)) * grown:
            colour = rng.integers(0, 255, 3).tolist()
            cv2.circle(image, (int(x), int(y)), int(rng.integers(2, 5)), colour, -1, cv2.LINE_AA)
    known = Known([unpack(kind.views[0])[1] for kind in reader.deck.kinds], KeypointConfig())

    def hits(config: PrintConfig) -> int:
        def judge(corners: Floats) -> tuple[Floats, bool]:
            return corners, True

        found = find_by_print(image, known, [], [], judge, config)
        return sum(
            min((np.abs(quad - grown * card).max() for quad in found), default=99) < 12 for card in places
        )

    assert hits(PrintConfig()) >= 4
    assert hits(PrintConfig(surely=(10**6, 0.0))) == 0


def test_what_shares_its_print_with_taught_cards_is_not_named() -> None:
    faces = {
        f"{figure} {count}": drawn(str(count), "blue", figure, count)
        for figure in ("oval", "box", "diamond")
        for count in (1, 2, 3)
    }
    never = {"box 2", "diamond 3"}
    deck = taught({name: face for name, face in faces.items() if name not in never})
    image, _ = on_white(list(faces.values()), SPREAD[:9], 0.1)
    seen = TaughtReader(deck).see(image)
    assert named(seen).keys() == faces.keys() - never
    assert all(len(quads) == 1 for quads in named(seen).values())


def test_nothing_is_found_where_nothing_lies(reader: TaughtReader) -> None:
    rng = np.random.default_rng(2)
    table = cv2.resize(rng.integers(0, 255, (100, 160, 3)).astype(np.uint8), (WIDE, HIGH))
    assert reader.see(np.asarray(table, np.uint8)).cards == ()
    assert reader.see(np.full((HIGH, WIDE, 3), 230, np.uint8)).cards == ()


def test_a_photo_is_read_alike_every_time(pictures: TaughtDeck, reader: TaughtReader) -> None:
    image, _ = on_white([picture_card(k) for k in range(6)], SPREAD[:6], 0.2)
    one, other = TaughtReader(pictures).see(image), reader.see(image)
    assert [card.to_json() for card in one.cards] == [card.to_json() for card in other.cards]
