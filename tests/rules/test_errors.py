"""What a sentence repeats of what was given."""

from __future__ import annotations

import pytest

from companion.rules.errors import LONGEST_ECHO, BadInput, quoted, refuse_unknown


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ("a1", "'a1'"),
        (None, "null"),
        (True, "true"),
        ([None, False, "ö"], '[null, false, "ö"]'),
        ({"a": 1.5}, '{"a": 1.5}'),
        (7, "7"),
        (1 + 2j, "(1+2j)"),
    ],
)
def test_what_was_given_is_told_as_it_was_given(given: object, told: str) -> None:
    assert quoted(given) == told


def test_what_is_long_is_cut() -> None:
    assert len(quoted("x" * 999)) <= LONGEST_ECHO + len("'...'")
    assert len(quoted([None] * 999)) == LONGEST_ECHO + len("...")


def test_an_unknown_key_is_named_beside_the_known_ones() -> None:
    refuse_unknown({"turn": 1}, ("turn", "box"), "A claim")
    with pytest.raises(BadInput, match=r"^A claim has no 'a'; use turn, box\.$"):
        refuse_unknown({"turn": 1, "z": 2, "a": 3}, ("turn", "box"), "A claim")
