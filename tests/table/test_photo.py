"""What was seen becomes a claim, and the verdict says what a photo can tell and what it cannot."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.rules.polyform import ABOLO, Shape
from companion.rules.verdict import Ruling
from companion.rules.zangle import Card, Claim, judge
from companion.rules.zangle.profile import profile_named
from companion.table.decks import profiles, zangle_deck
from companion.table.zangle.one_deck import of_one_deck
from companion.table.zangle.photo import Judged, judge_photo, look
from vision.photo import load_photo
from vision.sighting import CardSighting, Seen, Unread

PHOTOS = Path(__file__).parents[1] / "photos"
ABOLO_SQUARE = Shape.of(ABOLO, [((0, 0), (0, 1), (1, 0)), ((0, 1), (1, 0), (1, 1))])
ABOLO_FIVE = Shape.of(
    ABOLO,
    [
        ((0, 0), (0, 1), (1, 1)),
        ((0, 1), (0, 2), (1, 2)),
        ((0, 1), (1, 1), (1, 2)),
        ((0, 2), (0, 3), (1, 2)),
        ((1, 1), (1, 2), (2, 1)),
    ],
)
"""The square fills its middle alone, and leaves three triangles that do not touch."""
CORNERS = ((0.0, 0.0), (63.0, 0.0), (63.0, 88.0), (0.0, 88.0))
ONE, TWO = (profile_named("iamond").shapes(size)[0] for size in (1, 2))
BIG_TRIANGLE = next(
    shape for shape in profile_named("iamond").shapes(4) if len({p for t in shape.triangles for p in t}) == 6
)


def card(shape: Shape | None) -> CardSighting:
    return CardSighting(None, shape.size if shape else 0, shape, CORNERS, 0.99, ("outline", "shape"))


def judged(*shapes: Shape | None, unread: int = 0) -> Judged:
    things = tuple(Unread(CORNERS, "covered: show the whole card") for _ in range(unread))
    return judge_photo(Seen("zangle", "iamond", (640, 480), tuple(map(card, shapes)), things))


def mixed(asked: str | None, *shapes: Shape | None, profile: str | None = "iamond") -> Seen:
    return of_one_deck(Seen("zangle", profile, (640, 480), tuple(map(card, shapes)), ()), asked)


def test_cards_of_another_deck_than_was_asked_for_are_unread_and_say_which() -> None:
    seen = mixed("abolo", TWO, ONE, ONE)
    assert (seen.profile, seen.cards, len(seen.unread)) == ("abolo", (), 3)
    verdict = judge_photo(seen).verdict
    assert verdict["ruling"] == "undecided"
    equilateral, right_angled = (
        "the deck of equilateral triangles (iamond)",
        "the deck of right-angled triangles (abolo)",
    )
    says = f"it is of {equilateral}, and {right_angled} was asked for"
    assert all(says in reason["says"] for reason in verdict["reasons"])
    assert all("leave the profile out, or name iamond." in reason["says"] for reason in verdict["reasons"])
    assert mixed("iamond", TWO, ONE, ONE).unread == ()


@pytest.mark.parametrize("profile", ["iamond", None])
def test_cards_of_two_decks_are_no_fault_inside(profile: str | None) -> None:
    square = profile_named("abolo").shapes(2)[0]
    seen = mixed(None, TWO, ONE, square, None, profile=profile)
    assert seen.profile == "iamond"
    assert [one.triangles for one in seen.cards if isinstance(one, CardSighting)] == [2, 1, 0]
    assert judge_photo(seen).verdict["ruling"] == "undecided"
    assert "the deck of right-angled triangles (abolo)" in seen.unread[0].why


def test_a_z_is_of_another_deck_by_its_marker_alone() -> None:
    named = replace(card(None), id="iamond-z-01")
    for asked, read in (("abolo", 0), ("iamond", 1), (None, 1)):
        seen = of_one_deck(Seen("zangle", "abolo", (640, 480), (named,), ()), asked)
        assert len(seen.cards) == read
    assert len(mixed("abolo", None).cards) == 1


def clauses(verdict: dict[str, Any]) -> set[str]:
    return {reason["clause"] for reason in verdict["reasons"]}


def test_a_zangle_is_legal_wherever_its_cards_came_from_and_says_so() -> None:
    verdict = judged(TWO, ONE, ONE).verdict
    assert verdict["ruling"] == "legal"
    assert verdict["target"] == 0
    assert sorted(part["card"] for part in verdict["arrangement"]) == [1, 2]
    assert "zangle/both-locations" in verdict["left_out"]
    (places,) = (reason for reason in verdict["reasons"] if reason["clause"] == "zangle/both-locations")
    assert "not looked at" in places["says"]


def test_with_two_zs_and_an_identical_pair() -> None:
    assert judged(TWO, None, None, TWO).verdict["ruling"] == "legal"


def test_zs_alone_are_no_zangle() -> None:
    assert judged(None, None, None).verdict["ruling"] == "illegal"


def test_parts_that_do_not_add_up_are_no_zangle_and_places_are_not_the_reason() -> None:
    verdict = judged(TWO, TWO, ONE).verdict
    assert verdict["ruling"] == "illegal"
    assert not clauses(verdict) & set(verdict["left_out"])


def test_a_card_that_is_not_read_leaves_it_open_and_says_which_to_show() -> None:
    verdict = judged(TWO, ONE, unread=1).verdict
    assert verdict["ruling"] == "undecided"
    assert verdict["reasons"][0]["where"] == [2]
    assert verdict["reasons"][0]["says"] == "Card 3 is not read: covered: show the whole card."


def test_a_zangle_with_something_unread_beside_it_is_open() -> None:
    assert judged(TWO, ONE, ONE, unread=1).verdict["ruling"] == "undecided"


def test_one_thing_unread_may_hide_another() -> None:
    assert judged(ONE, unread=1).verdict["ruling"] == "undecided"


def test_what_is_illegal_whatever_was_not_read_is_illegal() -> None:
    five = profile_named("iamond").shapes(5)
    verdict = judged(five[0], five[1], five[2], five[3], unread=1).verdict
    assert verdict["ruling"] == "illegal"


def test_one_thing_unread_may_hide_three_cards_that_alone_fill_a_target() -> None:
    square, five = ABOLO_SQUARE, ABOLO_FIVE
    claim = [Card(2, square), Card(5, five), *[Card(None)] * 2]
    assert judge(Claim(None, "abolo", tuple(claim))).ruling is Ruling.ILLEGAL
    things = (Unread(CORNERS, "covered"),)
    seen = Seen("zangle", "abolo", (640, 480), (card(square), card(five)), things)
    assert judge_photo(seen).verdict["ruling"] == "undecided"


@pytest.mark.parametrize("unread", [1, 4, 5, 9])
def test_cards_too_large_for_any_target_are_no_zangle_however_many_are_not_read(unread: int) -> None:
    five = profile_named("iamond").shapes(5)
    verdict = judged(five[0], five[1], five[2], unread=unread).verdict
    assert verdict["ruling"] == "illegal"
    assert clauses(verdict) == {"zangle/one-target"}
    assert judged(five[0], five[0], unread=unread).verdict["ruling"] == "undecided"
    assert judged(TWO, TWO, ONE, unread=unread).verdict["ruling"] == "undecided"


@pytest.mark.parametrize(
    ("photo", "asked", "own"),
    [
        ("home-001-abolo", "iamond", "abolo"),
        ("table-alien-00-iamond", "abolo", "iamond"),
    ],
)
def test_cards_without_markers_are_not_read_as_those_of_a_deck_that_was_named_wrongly(
    photo: str, asked: str, own: str
) -> None:
    pixels = load_photo(PHOTOS / f"{photo}.jpg")
    seen = look(pixels, game="zangle", profile=asked)
    shaped = [card for card in seen.cards if isinstance(card, CardSighting) and card.shape is not None]
    assert not shaped
    assert {one.why for one in seen.unread if own in one.why}
    rightly = look(pixels, game="zangle", profile=own)
    freely = look(pixels, game="zangle")
    assert len(rightly.cards) >= len(freely.cards) > 3


@pytest.mark.parametrize("unread", [0, 1, 2])
def test_nothing_read_is_never_called_illegal(unread: int) -> None:
    verdict = judged(unread=unread).verdict
    assert verdict["ruling"] == "undecided"
    assert verdict["reasons"]


def test_the_zangles_among_the_cards_are_listed_with_their_proof() -> None:
    zangles = judged(BIG_TRIANGLE, TWO, ONE, ONE, ONE, ONE).zangles
    assert zangles["count"] >= len(zangles["found"]) > 1
    best = zangles["found"][0]
    sizes = {0: 4, 1: 2, 2: 1, 3: 1, 4: 1, 5: 1}
    for found in zangles["found"]:
        parts = [part["card"] for part in found["arrangement"]]
        assert sum(sizes[part] for part in parts) == sizes[found["target"]]
        assert sorted({found["target"], *parts, *found["zs"]}) == sorted(found["cards"])
        assert len(found["cards"]) <= len(best["cards"])


def test_the_printed_deck_is_known_to_vision_whole() -> None:
    deck = zangle_deck()
    assert len(deck.cards) == 120 * len(profiles())
    markers = [marker for one in deck.cards for marker in one.markers]
    assert len(set(markers)) == len(markers)
    assert deck.face_mm == (63.0, 88.0)
