"""The printed decks and the data that they come from."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from companion.rules.errors import BadInput
from companion.rules.polyform import free_shapes
from companion.rules.seeds import seed
from companion.rules.zangle import colour_names, deck, profile_named
from companion.rules.zangle.deck import letters

COPIES = {"iamond": [20, 20, 20, 8, 8], "abolo": [4, 4, 3, 2, 2]}


@pytest.mark.parametrize("profile", ["iamond", "abolo"])
def test_a_deck_has_120_cards_with_the_right_copies_of_every_shape(profile: str) -> None:
    cards = deck(profile)
    assert [card.number for card in cards] == list(range(1, 121))
    assert len({card.id for card in cards}) == 120
    assert sum(card.shape is None for card in cards) == 4
    counts = Counter(card.shape.key for card in cards if card.shape)
    lattice = profile_named(profile).lattice
    for triangles, copies in enumerate(COPIES[profile], 1):
        for shape in free_shapes(lattice, triangles):
            assert counts.pop(shape.key) == copies
    assert not counts


@pytest.mark.parametrize("profile", ["iamond", "abolo"])
def test_a_cards_id_count_and_colour_agree(profile: str) -> None:
    named: dict[str, set[str]] = {}
    for card in deck(profile):
        match = re.fullmatch(rf"{profile}-(?:z|(\d)([a-z]+))-(\d\d)", card.id)
        assert match is not None
        assert card.triangles == int(match[1] or 0) == (card.shape.size if card.shape else 0)
        assert card.colour == ["dark", "blue", "red", "purple", "yellow", "green"][card.triangles]
        if card.shape:
            named.setdefault(match[1] + match[2], set()).add(card.shape.key)
    assert all(len(keys) == 1 for keys in named.values())
    assert len({key for keys in named.values() for key in keys}) == len(named)


def test_no_two_cards_of_either_deck_share_a_marker() -> None:
    markers = [marker for profile in ("iamond", "abolo") for card in deck(profile) for marker in card.markers]
    assert sorted(markers) == list(range(480))
    assert deck("iamond")[0].markers == (0, 1)
    assert deck("abolo")[0].markers == (240, 241)


def test_a_shape_is_lettered_past_z() -> None:
    assert [letters(i) for i in (0, 25, 26, 29, 51, 52)] == ["a", "z", "aa", "ad", "az", "ba"]
    assert deck("abolo")[-5].id == "abolo-5ad-02"


def test_an_unknown_profile_is_refused() -> None:
    with pytest.raises(BadInput, match="use one of iamond, abolo"):
        deck("hexes")


def test_every_clause_and_option_has_one_sentence_and_every_count_a_colour() -> None:
    data = seed("zangle")
    sentences = [*data["clauses"].values(), *(option["says"] for option in data["options"].values())]
    for says in sentences:
        assert re.fullmatch(r"[A-Z][^.]*\.", says)
    assert len(colour_names()) == 6
    assert {row["triangles"] for row in data["colours"]} == set(range(6))
    assert all(re.fullmatch(r"#[0-9a-f]{6}", row["srgb"]) for row in data["colours"])


def test_the_page_of_rules_has_a_row_for_every_clause_and_option() -> None:
    page = (Path(__file__).parents[2] / "docs" / "rules-zangle.md").read_text(encoding="utf-8")
    for clause in seed("zangle")["clauses"]:
        assert f"| `zangle/{clause}` |" in page
    for option in seed("zangle")["options"]:
        assert f"| `{option}` |" in page
