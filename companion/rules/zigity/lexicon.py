"""A word list as Zigity asks it: words in capitals, single letters among them, spelt round the play card's letter."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

import numpy as np

from companion.rules.seeds import seed
from companion.rules.words import WordList, counts_of, english


class Lexicon:
    """The words that count, of a list or of any words; what has anything but letters is left out, case is none."""

    def __init__(self, words: Iterable[str] | WordList) -> None:
        if isinstance(words, WordList):
            self._list = words
            self._single = frozenset(seed("zigity")["sets"]["one_letter_words"])
        else:
            lower = {word.strip().lower() for word in words}
            self._list = WordList(lower)
            self._single = frozenset(
                word.upper() for word in lower if len(word) == 1 and word.isascii() and word.isalpha()
            )

    def __contains__(self, word: object) -> bool:
        return isinstance(word, str) and (word in self._single or word.lower() in self._list)

    def __len__(self) -> int:
        return len(self._list) + len(self._single)

    def spelt(
        self, letters: Iterable[str], free: int, least: int, most: int, must: str = ""
    ) -> Iterator[str]:
        """The words that can be spelt with some of the letters and up to `free` others.

        The longest come first, of these those that take the fewest others, and then in order. `must` are letters of
        which each word uses all; they count among `letters`. `least` and `most` bound a word's letters.
        """
        joined = "".join(letters)
        have, needed = counts_of(joined), counts_of(must)
        for size in range(min(most, len(joined) + free), max(least, 2) - 1, -1):
            if (sized := self._list.of_size(size)) is None:
                continue
            near = sized.within(have, free)
            near = near[(sized.counts[near] >= needed).all(axis=1)]
            short = np.maximum(sized.counts[near] - have, 0).sum(axis=1)
            for place in near[np.argsort(short, kind="stable")]:
                yield sized.words[place].upper()
        if least <= 1 <= most:
            yield from sorted(
                word
                for word in self._single
                if set(must) <= {word} and len(must) < 2 and (word in joined or free)
            )


@lru_cache(maxsize=1)
def english_lexicon() -> Lexicon:
    """The English words that come with the program."""
    return Lexicon(english())
