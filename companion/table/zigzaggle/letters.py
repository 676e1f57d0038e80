"""What the free tiles in the words of a play may stand for.

A tile that is laid now stands for what its player means. One that lay there before has its letter already, which no
photo shows: it is any with which the words were words in which it lay.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from string import ascii_lowercase
from typing import Any

from companion.rules.words import WordList
from companion.rules.zigzaggle.profile import Cell
from companion.rules.zigzaggle.scoring import Word, word_through, words_made
from companion.rules.zigzaggle.turn import Placed, Tile
from companion.table.zigzaggle.laid import cell_of

Claim = Mapping[str, Any]
Letters = dict[str, str]
"""Small letters by cell."""


@dataclass(frozen=True, slots=True)
class Readings:
    """The letters of free tiles under which all words that a play makes are words."""

    found: tuple[Letters, ...]
    sure: bool
    """Whether there are such whatever the tiles stand for that lay there before."""
    can: frozenset[tuple[str, ...]]
    """The cells of each word that is a word under any choice of letters, the others aside."""


def open_cells(claim: Claim) -> list[str]:
    """The free tiles without a letter in the words that were made."""
    every = {**claim["tiles"], **claim["turn"]["lay"]}
    in_words = {str(cell) for word in made(claim, {}) for cell in word.cells}
    return [cell for cell, tile in every.items() if tile == "*" and cell in in_words]


def made(claim: Claim, letters: Mapping[str, str]) -> tuple[Word, ...]:
    """The words that a play makes, free tiles of which nothing is said standing for some letter."""
    whole = filled(claim, letters)
    return words_made(dict(_placed(whole["tiles"])), _placed(whole["turn"]["lay"]))


def filled(claim: Claim, letters: Mapping[str, str]) -> dict[str, Any]:
    """The claim with these letters, and with some letter for each other free tile that has none."""

    def told(tiles: Mapping[str, str]) -> dict[str, str]:
        return {cell: f"*{letters.get(cell, 'a')}" if tile == "*" else tile for cell, tile in tiles.items()}

    return {**claim, "tiles": told(claim["tiles"]), "turn": {"lay": told(claim["turn"]["lay"])}}


def readings(claim: Claim, words: WordList, hidden: Collection[str] = ()) -> Readings:
    """Every choice of letters for the open free tiles; without any the empty one, if the words are words.

    On `hidden` cells a tile may have lain before: of a word that runs on over one nobody knows what it was.
    """
    cells = open_cells(claim)
    old = [cell for cell in cells if cell in claim["tiles"]]
    new = [cell for cell in cells if cell not in old]
    before = [one for one in _choices(old) if _words_before(claim, one, words, hidden)]
    before = before or list(_choices(old))
    found: list[Letters] = []
    can: set[tuple[str, ...]] = set()
    sure = True
    for lay in before:
        here = len(found)
        for one in _choices(new):
            spelt = made(claim, {**lay, **one})
            right = {word.where for word in spelt if word.text in words}
            can |= right
            found += [{**lay, **one}] if len(right) == len(spelt) else []
        sure = sure and len(found) > here
    return Readings(tuple(found), sure, frozenset(can))


def masked(claim: Claim, word: Word) -> str:
    """A word in capitals, with `*` for each free tile of which nothing is said."""
    every = {**claim["tiles"], **claim["turn"]["lay"]}
    return "".join("*" if every[str(cell)] == "*" else tile.letter for cell, tile in word.tiles)


def _choices(cells: list[str]) -> Iterator[Letters]:
    for letters in product(ascii_lowercase, repeat=len(cells)):
        yield dict(zip(cells, letters, strict=True))


def runs_on(word: Word, hidden: Collection[str]) -> bool:
    """Whether a word may be part of a longer one, over a hidden cell before or after it."""
    first, last = word.cells[0], word.cells[-1]
    column, row = (1, 0) if word.across else (0, 1)
    around = (first.column - column, first.row - row), (last.column + column, last.row + row)
    return any(str(Cell(x, y)) in hidden for x, y in around if 0 <= x < 26 and y >= 0)


def _words_before(claim: Claim, letters: Letters, words: WordList, hidden: Collection[str]) -> bool:
    """Whether the words were words in which free tiles lay before; those with other open ones may be, and so may those
    that run on over hidden cells."""
    tiles = claim["tiles"]
    board = dict(_placed(filled(claim, letters)["tiles"]))
    for cell in letters:
        for across in (True, False):
            word = word_through(board, cell_of(cell), across=across)
            known = all(tiles[at] != "*" or at in letters for at in word.where)
            if known and len(word.tiles) > 1 and word.text not in words and not runs_on(word, hidden):
                return False
    return True


def _placed(tiles: Mapping[str, str]) -> Placed:
    return tuple(sorted((cell_of(cell), _tile(tile)) for cell, tile in tiles.items()))


def _tile(name: str) -> Tile:
    return Tile(name[1:].upper(), "*") if name.startswith("*") else Tile(name[0], name[1])
