"""The plays of a rack: every line of the board, every word that fits there, scored as a verdict would."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from companion.rules.words import counts_of
from companion.rules.zigzaggle import clauses
from companion.rules.zigzaggle.clauses import Facts
from companion.rules.zigzaggle.ground import Ground, Slot
from companion.rules.zigzaggle.position import points_for
from companion.rules.zigzaggle.profile import Cell
from companion.rules.zigzaggle.scoring import score_lines, words_made
from companion.rules.zigzaggle.turn import FREE, Lay, Tile, lay

_FIRST = ord("A")


class Found(NamedTuple):
    """A legal play and its points."""

    turn: Lay
    points: int


def best_plays(facts: Facts, count: int) -> tuple[Found, ...]:
    """The plays that score most, best first; none without a rack.

    Of tiles that differ in colour alone the best-scoring ones are chosen; each word is offered once a place.
    """
    best = _Best(count)
    ground = Ground(facts)
    for slot in ground.slots():
        besides = ground.besides(slot)
        for word, most in _fitting(ground, slot):
            if most + besides < best.least:
                break
            for turn in _laid(ground, slot, word):
                points = _points(facts, turn)
                if points >= best.least and not any(clauses.broken(facts, turn)):
                    best.add(Found(turn, points))
    return best.found


def plays(facts: Facts) -> Iterator[Found]:
    """Every word at every place where the rack can lay it, with the tiles that score most; in no order of points."""
    ground, told = Ground(facts), set[_Spelt]()
    for slot in ground.slots():
        for word, _ in _fitting(ground, slot):
            for turn in _laid(ground, slot, word):
                if (key := _spelt(turn)) not in told and not any(clauses.broken(facts, turn)):
                    told.add(key)
                    yield Found(turn, _points(facts, turn))


_Spelt = tuple[tuple[Cell, str, bool], ...]


def _spelt(turn: Lay) -> _Spelt:
    """A play but for the colours of its tiles."""
    return tuple((cell, tile.letter, tile.free) for cell, tile in turn.placed)


class _Best:
    """The best plays so far, each word once a place."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._kept: dict[tuple[tuple[Cell, str], ...], Found] = {}
        self.least = 0 if count else 1_000_000
        """A play with fewer points is no longer wanted."""

    def add(self, one: Found) -> None:
        """Keep a play if it is among the best."""
        key = tuple((cell, tile.letter) for cell, tile in one.turn.placed)
        if key not in self._kept or _rank(one) < _rank(self._kept[key]):
            self._kept[key] = one
        if len(self._kept) > self._count:
            del self._kept[max(self._kept, key=lambda key: _rank(self._kept[key]))]
        if len(self._kept) == self._count:
            self.least = min(found.points for found in self._kept.values())

    @property
    def found(self) -> tuple[Found, ...]:
        """They, best first."""
        return tuple(sorted(self._kept.values(), key=_rank))


def _rank(one: Found) -> tuple[int, int, str]:
    return -one.points, len(one.turn.placed), str(one.turn)


def _points(facts: Facts, turn: Lay) -> int:
    first = 0 if facts.board else points_for("first-word")
    made = words_made(facts.board, turn.placed)
    return sum(
        line.points for line in score_lines(made, facts.profile, facts.runway, facts.rules, first=first)
    )


def _fitting(ground: Ground, slot: Slot) -> Iterator[tuple[str, int]]:
    """The words, in capitals, that fit a stretch and that the rack can spell there, with what each scores at most.

    Those that score most come first.
    """
    board = ground.facts.board
    sized = ground.facts.words.of_size(len(slot.cells))
    frees = sum(board[cell].free for cell in slot.cells if cell in board)
    if sized is None or frees > 1:
        return
    lying = {place: board[cell].letter for place, cell in enumerate(slot.cells) if cell in board}
    letters = "".join((*ground.have.elements(), *lying.values()))
    near = sized.within(counts_of(letters), int(ground.free and not frees))
    for place, letter in lying.items():
        near = near[sized.codes[near, place] == ord(letter) - _FIRST]
    for place, cell in enumerate(slot.cells):
        takes = None if place in lying else ground.crossing(cell, slot.across).takes
        if takes is not None:
            near = near[takes[sized.codes[near, place]]]
    most = sized.counts[near] @ ground.worth * max(ground.times(slot), 1)
    for place in (-most).argsort(kind="stable"):
        yield sized.words[near[place]].upper(), int(most[place])


def _laid(ground: Ground, slot: Slot, word: str) -> Iterator[Lay]:
    """Ways to lay a word with the rack's tiles, one for each place of a free tile.

    Tiles of the runway's colour go first where they gain most for a crossing word; with enough of them all are of it.
    """
    facts = ground.facts
    fresh = [(cell, letter) for cell, letter in zip(slot.cells, word, strict=True) if cell not in facts.board]
    needed = Counter(letter for _, letter in fresh)
    lacking = [letter for letter in needed if needed[letter] > ground.have[letter]]
    frees: list[Cell | None] = [cell for cell, letter in fresh if letter in lacking] or [None]

    def gain(one: tuple[Cell, str]) -> int:
        return ground.crossing(one[0], slot.across).gain(ground.values[one[1]])

    for free in frees:
        own = sorted((one for one in fresh if one[0] != free), key=gain, reverse=True)
        left = sorted(facts.rack or (), key=lambda tile: tile.colour != facts.runway.code)
        placed = {} if free is None else {free: Tile(dict(fresh)[free], FREE)}
        for cell, letter in own:
            tile = next(tile for tile in left if tile.letter == letter and not tile.free)
            left.remove(tile)
            placed[cell] = tile
        yield lay(placed)
