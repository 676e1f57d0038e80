"""A word list with its index: is it a word, which words do some letters spell. Built once, asked often."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from string import ascii_lowercase

import numpy as np
from numpy.typing import NDArray

from companion.rules.errors import BadInput

LEAST, MOST = 2, 40
MOST_LETTERS = 50_000_000
"""Of a list of words; the longest there are have a tenth of it."""
_FIRST = ord("a")


class WordList:
    """Words of the letters a to z, two or more of them; what has any other character in it is left out.

    Capitals are no words of a game, so a line that has one is left out too.
    """

    def __init__(self, words: Iterable[str]) -> None:
        letters = frozenset(ascii_lowercase)
        kept = {word for line in words if LEAST <= len(word := line.strip()) <= MOST and letters >= set(word)}
        self._words = frozenset(kept)
        by_size: dict[int, list[str]] = {}
        for word in sorted(kept):
            by_size.setdefault(len(word), []).append(word)
        self._sized = {size: _Sized(sized) for size, sized in by_size.items()}

    def __contains__(self, word: object) -> bool:
        return word in self._words

    def __len__(self) -> int:
        return len(self._words)

    @property
    def words(self) -> frozenset[str]:
        """All of them, in small letters."""
        return self._words

    def spelt(self, letters: str, free: int = 0) -> tuple[str, ...]:
        """The words that some of the letters spell, with up to `free` others; the longest first, then sorted."""
        have = counts_of(letters)
        found: list[str] = []
        for size in sorted(self._sized, reverse=True):
            if size <= len(letters) + free:
                sized = self._sized[size]
                found += [sized.words[n] for n in sized.within(have, free)]
        return tuple(found)

    def of_size(self, size: int) -> _Sized | None:
        """The words of one length with their letters as arrays, if there are any."""
        return self._sized.get(size)


class _Sized:
    """The words of one length; `codes` (n, size) are their letters 0 to 25, `counts` (n, 26) how many of each."""

    def __init__(self, words: list[str]) -> None:
        self.words = words
        raw = np.frombuffer("".join(words).encode("ascii"), dtype=np.uint8).reshape(len(words), -1)
        self.codes: NDArray[np.uint8] = raw - _FIRST
        self.counts: NDArray[np.int8] = np.stack(
            [(self.codes == letter).sum(axis=1, dtype=np.int8) for letter in range(26)], axis=1
        )
        bits = np.left_shift(np.uint32(1), np.arange(26, dtype=np.uint32))
        self.masks: NDArray[np.uint32] = ((self.counts > 0) * bits).sum(axis=1, dtype=np.uint32)

    def within(self, have: NDArray[np.int8], free: int) -> NDArray[np.intp]:
        """Which words the letters `have` (26 counts) spell with up to `free` others, in order."""
        lacking = np.uint32(sum(1 << letter for letter in range(26) if not have[letter]))
        near = np.flatnonzero(np.bitwise_count(self.masks & lacking) <= free)
        short = np.maximum(self.counts[near] - have, 0).sum(axis=1)
        kept: NDArray[np.intp] = near[short <= free]
        return kept


def counts_of(letters: str) -> NDArray[np.int8]:
    """How often each of a to z is among the letters: 26 counts. Raises ValueError for any other character."""
    found = np.zeros(26, dtype=np.int8)
    for letter in letters.lower():
        found[ascii_lowercase.index(letter)] += 1
    return found


@lru_cache(maxsize=1)
def english() -> WordList:
    """The English words that come with the program; their terms lie beside them in `seeds/words`."""
    return WordList((files("seeds") / "words" / "english.txt").read_text(encoding="ascii").splitlines())


def words_from(file: str | Path) -> WordList:
    """A word list of a table's own: a text file with one word a line. Raises BadInput."""
    try:
        with Path(file).open(encoding="utf-8-sig") as text:
            words = text.read(MOST_LETTERS + 1)
        if len(words) > MOST_LETTERS:
            raise ValueError("too long")
        found = WordList(words.splitlines())
    except (OSError, ValueError) as wrong:
        raise BadInput(
            f"The word list {file} cannot be read; give a text file with one word a line."
        ) from wrong
    if not len(found):
        raise BadInput(f"The word list {file} has no words in small letters; write one a line.")
    return found
