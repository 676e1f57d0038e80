"""What is many times smaller in a photo than a card of the same table is another thing's print."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.vision.decks_drawn import SHAPES, Deck, lay, shot, table
from vision.cards.decks.agree import decided
from vision.cards.decks.candidates import Candidate, read_all
from vision.cards.decks.equally_near import MOST, WHY, of_one_distance
from vision.cards.face.faces import StyleMemory
from vision.cards.scene_config import SceneConfig
from vision.rectify import Pyramid

CONFIG = SceneConfig()


@pytest.fixture(scope="module")
def cards() -> list[Candidate]:
    """Four cards of one deck, side by side."""
    picture = table()
    laid = [lay(picture, Deck(), SHAPES[n], 260 + 330 * k, 500, 5 * k) for k, n in enumerate([7, 4, 9, 2])]
    corners = [one.corners for one in laid]
    faces = read_all(Pyramid(shot(picture)), corners, ("iamond",), StyleMemory(), CONFIG)
    return [Candidate(own, face, True) for own, face in zip(corners, faces, strict=True)]


def farther(card: Candidate, times: float, *, worse: bool) -> Candidate:
    """The card so many times smaller in the photo, drawn worse or better."""
    share = 1.5 if worse else 0.5
    fits = {
        name: tuple(replace(fit, error_mm=share * fit.error_mm) for fit in own)
        for name, own in card.face.fits.items()
    }
    return replace(card, face=replace(card.face, scale_px=card.face.scale_px / times, fits=fits))


def stated(cards: list[Candidate]) -> list[int | None]:
    found = of_one_distance(decided(cards, "iamond", CONFIG), "iamond")
    assert all(seen.why == WHY for _, seen in found if seen.triangles is None)
    return [seen.triangles for _, seen in found]


def test_cards_side_by_side_are_as_they_were(cards: list[Candidate]) -> None:
    before = [seen.triangles for _, seen in decided(cards, "iamond", CONFIG)]
    assert None not in before
    assert stated(cards) == before


@pytest.mark.parametrize("times", [MOST + 0.1, 1 / (MOST + 0.1)])
def test_the_one_that_is_drawn_best_tells_how_near_cards_are(cards: list[Candidate], times: float) -> None:
    usual = stated(cards)
    assert stated([farther(cards[0], times, worse=True), *cards[1:]]) == [None, *usual[1:]]
    near = [cards[0], *(farther(card, times, worse=False) for card in cards[1:])]
    assert stated(near) == [None, *usual[1:]]


def test_a_little_nearer_is_no_doubt_and_a_lone_print_has_no_distance(cards: list[Candidate]) -> None:
    usual = stated(cards)
    assert stated([farther(cards[0], MOST - 0.3, worse=True), *cards[1:]]) == usual
    lone = replace(farther(cards[0], MOST + 1, worse=True), outlined=False)
    found = of_one_distance(
        [
            (lone, seen) if k == 0 else (c, seen)
            for k, (c, seen) in enumerate(decided(cards, "iamond", CONFIG))
        ],
        "iamond",
    )
    assert found[0][1].triangles == usual[0]
    assert of_one_distance([], "iamond") == []
