"""A word list that can be asked what some letters spell; built once, from any words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from string import ascii_uppercase

_BIT = {letter: 1 << place for place, letter in enumerate(ascii_uppercase)}


class Lexicon:
    """The words that count. Words with anything but the letters A to Z are left out; case does not matter."""

    def __init__(self, words: Iterable[str]) -> None:
        upper = {word.strip().upper() for word in words}
        self._words = frozenset(word for word in upper if word and set(word) <= _BIT.keys())
        self._by_size: dict[int, list[tuple[int, str]]] = {}
        for word in sorted(self._words):
            self._by_size.setdefault(len(word), []).append((_mask(word), word))

    def __contains__(self, word: object) -> bool:
        return word in self._words

    def __len__(self) -> int:
        return len(self._words)

    def spelt(
        self, letters: Iterable[str], free: int, least: int, most: int, must: str = ""
    ) -> Iterator[str]:
        """The words that can be spelt with some of the letters and up to `free` others, the longest first.

        `must` are letters of which each word uses all; they count among `letters`. `least` and `most` bound a word's
        letters.
        """
        have, needed = Counter(letters), Counter(must)
        mask, must_mask = _mask("".join(have)), _mask(must)
        for size in range(min(most, sum(have.values()) + free), least - 1, -1):
            for word_mask, word in self._by_size.get(size, ()):
                if must_mask & ~word_mask or (word_mask & ~mask).bit_count() > free:
                    continue
                used = Counter(word)
                # A free letter may stand in for any but those that the word must take from the cards.
                if needed <= used and (used - have).total() <= free:
                    yield word


def _mask(word: str) -> int:
    mask = 0
    for letter in word:
        mask |= _BIT[letter]
    return mask
