"""Plain cards on a dark cloth in 720p, path-traced, aslant, through a wide lens, and a claim laid on its sheet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.table.recording import known
from tests.grain import grainy
from vision.live.follow import Follow, Read, read_now
from vision.live.things import Found, How, Scene
from vision.live.tracked import Want
from vision.photo import Pixels
from vision.plane import Floats, apply
from vision.sighting import CardSighting, Quad

PICTURES = Path(__file__).parent / "pictures"
FPS = 15
BEFORE = Counter({1: 2, 2: 1, 3: 2, 4: 3, 5: 3, 0: 1})
"""Two rows of four and the centre, by their counts."""
LAID = {5: (271.0, 353.0), 2: (272.0, 548.0), 3: (368.0, 545.0)}
"""The three that are claimed, and about where they lay."""


@pytest.fixture(scope="module")
def scenes() -> dict[str, Scene]:
    """What is seen at the end of two seconds of the table, and at the end of three after a Zangle was laid down."""
    following, last, number = Follow(known("iamond")), {}, 0
    for name, seconds in (("before", 2.0), ("claim", 3.0)):
        still = cv2.imread(str(PICTURES / f"cloth-{name}.jpg"))
        assert still is not None
        for _ in range(round(seconds * FPS)):
            last[name] = following.frame(grainy(still, 3.0, number), number, number / FPS)
            number += 1
    return last


def counts(scene: Scene) -> Counter[int]:
    return Counter(
        card.card.triangles for card in scene.cards if card.card is not None and card.how is How.SEEN
    )


def test_every_card_is_read_and_no_speck_is_one(scenes: dict[str, Scene]) -> None:
    assert counts(scenes["before"]) == BEFORE
    assert {mark.name for mark in scenes["before"].marks} >= {"centre", "claim", "mine", "seat 1"}
    assert sum(card.card is None for card in scenes["before"].cards) <= 4, "three piles, and a sheet far off"


def test_what_is_laid_on_a_sheet_is_read_and_gone_from_where_it_lay(scenes: dict[str, Scene]) -> None:
    after = scenes["claim"]
    assert counts(after) == BEFORE
    assert not [card for card in after.cards if card.how is not How.SEEN]
    sheet = next(mark for mark in after.marks if mark.name == "claim")
    middle = np.array(sheet.corners_px).mean(axis=0)
    for count, place in LAID.items():
        near = [card for card in after.cards if card.card is not None and card.card.triangles == count]
        places = [np.array(card.corners_px).mean(axis=0) for card in near]
        assert min(np.linalg.norm(at - middle) for at in places) < 130
        assert min(np.linalg.norm(at - place) for at in places) > 40


def test_a_card_is_as_large_as_cards_are_though_its_edge_does_not_show(scenes: dict[str, Scene]) -> None:
    after = scenes["claim"]
    assert after.to_mm is not None
    shown = [card for card in after.cards if card.card is not None]
    assert any("outline" not in card.card.read_by for card in shown if card.card is not None)
    for card in shown:
        flat = apply(after.to_mm, np.array(card.corners_px))
        sides = sorted(np.linalg.norm(np.roll(flat, -1, axis=0) - flat, axis=1))
        assert np.allclose(sides, [63, 63, 88, 88], atol=9)


def test_only_what_was_read_by_its_print_alone_is_laid_anew() -> None:
    """A taught card's corners are where its print says, and a taught game's cards may have any size."""
    still = cv2.imread(str(PICTURES / "cloth-before.jpg"))
    assert still is not None
    small: Quad = ((600.0, 100.0), (640.0, 100.0), (640.0, 150.0), (600.0, 150.0))
    for by in (("taught",), ("outline", "shape"), ("shape",)):
        queen = Found(small, CardSighting("Queen", 0, None, small, 1.0, by), confidence=1.0)
        real = read_now(known("iamond"))

        def read(
            pixels: Pixels, want: Want, plane: Floats | None, queen: Found = queen, real: Read = real
        ) -> Sequence[Found]:
            # The plane is known from the markers of the first, quick look at the picture.
            return [queen] if want.slow else real(pixels, want, plane) or ()

        scene = Follow(known("iamond"), read=read).frame(np.asarray(still, np.uint8), 0, 0.0)
        (card,) = (card for card in scene.cards if np.hypot(*(np.mean(card.corners_px, 0) - (620, 125))) < 1)
        width = np.linalg.norm(np.subtract(card.corners_px[1], card.corners_px[0]))
        assert bool(width > 50) == (by == ("shape",)), by
