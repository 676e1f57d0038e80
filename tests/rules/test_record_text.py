"""Games as text, and options as text: what every game's record is made of."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules import record_text, switches
from companion.rules.errors import BadInput
from companion.rules.game import game_named, games

words = st.from_regex(r"[a-z]{1,8}", fullmatch=True)
values = st.text(st.characters(exclude_categories=("C", "Z")), max_size=12)
moves = st.from_regex(r"[a-z0-9]{1,6}( [a-z0-9]{1,6}){0,3}", fullmatch=True)


@given(st.dictionaries(words, values), st.lists(moves, max_size=12))
def test_what_was_written_is_read(header: dict[str, str], lines: list[str]) -> None:
    text = record_text.written(header, lines)
    assert record_text.read(text, str) == (header, tuple(lines))
    remarks = "# a remark\n\n" + text.replace("\n", "\n\n   # another\n")
    assert record_text.read(remarks, str) == (header, tuple(lines))


@given(st.dictionaries(words, st.booleans()))
def test_options_that_were_written_are_read(options: dict[str, bool]) -> None:
    assert switches.from_text(switches.to_text(options)) == options


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("1. a\n3. b", "Line 2 of the record must begin with 2."),
        ('1. a\n[Game "x"]', "Line 2 of the record must begin with 2."),
        ("\u0661. a", "Line 1 of the record must begin with 1."),
        ("1. a\n\n2. wrong", "Line 3 of the record: no move"),
    ],
)
def test_a_line_that_is_none_is_named(text: str, words: str) -> None:
    def parse(move: str) -> str:
        if move == "wrong":
            raise BadInput("no move")
        return move

    with pytest.raises(BadInput) as wrong:
        record_text.read(text, parse)
    assert str(wrong.value).startswith(words)


def test_a_record_of_another_game_and_one_without_players_are_refused() -> None:
    with pytest.raises(BadInput, match="begins with the line"):
        record_text.read_of("Zont", '[Game "Zigity"]\n', str)
    for players in ({}, {"Players": "three"}, {"Players": "\u0663"}, {"Players": "-1"}):
        with pytest.raises(BadInput, match="how many players"):
            record_text.players_of(players)


@pytest.mark.parametrize("text", ["free-pass", "free-pass=yes", "=", "a=true, b"])
def test_an_option_that_is_neither_true_nor_false_is_named(text: str) -> None:
    with pytest.raises(BadInput, match="=true or =false"):
        switches.from_text(text)


def test_each_game_knows_its_own_options() -> None:
    for name in sorted(games()):
        game = game_named(name)
        normal = game.rules
        with pytest.raises(BadInput, match="There is no option 'fly'"):
            game.under({"fly": True})
        for option, value in normal._asdict().items():
            changed = game.under({option.replace("_", "-"): not value}).rules
            assert switches.switched(changed, normal) == {option.replace("_", "-"): not value}
            with pytest.raises(BadInput, match="true or false"):
                game.under({option.replace("_", "-"): 1})
