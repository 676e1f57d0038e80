"""How a sentence has several things."""

from __future__ import annotations

import pytest

from companion.rules.sentences import in_a_row, sentence, so_many, winning


@pytest.mark.parametrize(
    ("names", "said"),
    [
        ([], ""),
        (["Ann"], "Ann"),
        (["Ann", "Ben"], "Ann and Ben"),
        (["Ann", "Ben", "Zoe"], "Ann, Ben and Zoe"),
    ],
)
def test_names_in_a_row(names: list[str], said: str) -> None:
    assert in_a_row(names) == said
    assert in_a_row(iter(names)) == said


def test_one_thing_and_several_and_none() -> None:
    assert [so_many(count, "card") for count in (0, 1, 2)] == ["0 cards", "1 card", "2 cards"]


def test_one_wins_and_several_share_the_win() -> None:
    assert winning(["Ann"]) == "Ann wins"
    assert winning(iter(["Ann", "Ben", "Zoe"])) == "Ann, Ben and Zoe share the win"


def test_a_sentence_begins_with_a_capital() -> None:
    assert (sentence("the red Art 2 shows"), sentence("Dodge"), sentence("")) == (
        "The red Art 2 shows",
        "Dodge",
        "",
    )
