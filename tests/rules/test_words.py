"""The word list beside counting by hand, and files in its place."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.errors import BadInput
from companion.rules.words import WordList, english, words_from

LETTERS = st.text("abcdest", max_size=9)


@given(st.lists(st.text("abcdest", min_size=1, max_size=6), max_size=40), LETTERS, st.integers(0, 2))
@settings(deadline=None)
def test_it_finds_what_counting_finds(words: list[str], letters: str, free: int) -> None:
    index, have = WordList(words), Counter(letters)
    proper = {word for word in words if len(word) > 1}
    assert index.words == proper
    spelt = {word for word in proper if (Counter(word) - have).total() <= free}
    assert set(index.spelt(letters, free)) == spelt
    assert len(index.spelt(letters, free)) == len(spelt)


def test_the_english_list() -> None:
    words = english()
    assert len(words) > 100_000
    assert {"same", "hand", "singed", "colour", "color", "has"} <= words.words
    assert not {"paris", "it's", "e-mail", "i", "usa", "Same"} & words.words
    assert "hand" in words.spelt("han", 1)


def test_a_file_in_its_place(tmp_path: Path) -> None:
    file = tmp_path / "words.txt"
    file.write_text("same\nParis\nit's\nhand \na\n", encoding="utf-8")
    assert words_from(file).words == {"same", "hand"}
    file.write_bytes(b"\xef\xbb\xbfsame\r\nhand\r\n")
    assert words_from(file).words == {"same", "hand"}
    for bad in (b"Paris\n", b"\xff\xfe"):
        file.write_bytes(bad)
        with pytest.raises(BadInput, match=r"one a line|one word a line"):
            words_from(file)
    with pytest.raises(BadInput, match="cannot be read"):
        words_from(tmp_path / "none")
