"""The filmed rounds of either deck, printed and plain: what is right in one is right in the other."""

from __future__ import annotations

import pytest

from benchmarks.films.stories import ABOLO, STORIES
from companion.rules.zangle import judge_json
from companion.rules.zangle.deck import deck
from tests.live.the_round import RIGHT, WRONG


@pytest.mark.parametrize(("cards", "ruling"), [(RIGHT, "legal"), (WRONG, "illegal")])
def test_the_calls_are_as_right_with_the_other_deck(cards: tuple[str, ...], ruling: str) -> None:
    known = {card.id: card.shape for card in deck("abolo")}
    shapes = [known[ABOLO[card]] for card in cards]
    claim = [
        {"from": "Ann" if number else "centre", "triangles": shape.size, "shape": shape.to_json()}
        for number, shape in enumerate(shapes)
        if shape is not None
    ]
    assert judge_json({"claimant": "Ann", "profile": "abolo", "cards": claim})["ruling"] == ruling


@pytest.mark.parametrize("name", ["round", "round-plain", "round-abolo", "round-abolo-plain"])
def test_every_card_of_a_round_is_of_its_deck(name: str) -> None:
    story = STORIES[name](1)
    things = {thing.name for state in story.states for thing in state if not isinstance(thing, dict)}
    cards = {one for one in things if not one.startswith(("mark-", "back"))}
    begins = ("plain-" if name.endswith("plain") else "") + ("abolo" if "abolo" in name else "iamond")
    assert len(cards) == 16
    assert all(one.startswith(begins) for one in cards)
