"""What a search for plays asks of a position again and again, worked out once: stretches, and what crosses them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from string import ascii_uppercase
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from companion.rules.zigzaggle.clauses import Facts
from companion.rules.zigzaggle.position import points_for
from companion.rules.zigzaggle.profile import Cell
from companion.rules.zigzaggle.scoring import word_through
from companion.rules.zigzaggle.turn import FREE, Tile

_NEAR = ((1, 0), (-1, 0), (0, 1), (0, -1))


class Slot(NamedTuple):
    """A stretch of a line that a word would fill to both ends."""

    cells: tuple[Cell, ...]
    across: bool


class Crossing(NamedTuple):
    """The word that a tile on a cell makes athwart the one that is played there."""

    takes: NDArray[np.bool_] | None
    """Which of the letters A to Z make a word of it, 26 truths; None where each does."""
    rest: int
    """What its letters but the new one are worth."""
    times: int
    """By how much it counts with a tile of the runway's colour."""

    def gain(self, value: int) -> int:
        """What a tile of the runway's colour brings above one of another."""
        return (self.rest + value) * (self.times - 1)


_NONE = Crossing(None, 0, 1)


class Ground:
    """A position as a search for plays asks it."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        profile, rack = facts.profile, facts.rack or ()
        self.values = dict(profile.values)
        self.worth = np.array([self.values.get(letter, 0) for letter in ascii_uppercase])
        self.have = Counter(tile.letter for tile in rack if not tile.free)
        self.free = any(tile.free for tile in rack)
        self.coloured = sum(tile.colour == facts.runway.code for tile in rack)
        self._size = len(rack)
        self._dearest = max((self.values[letter] for letter in self.have), default=0)
        wide, high = len(profile.rows[0]), len(profile.rows)
        every = [Cell(column, row) for row in range(high) for column in range(wide)]
        areas = {cell: profile.runways_of(cell) for cell in every if profile.has(cell)}
        self._cells = frozenset(areas)
        self.inside = frozenset(cell for cell, names in areas.items() if facts.runway.name in names)
        """The cells of the runway in play and of its shaded areas."""
        self._centre = frozenset(cell for cell, names in areas.items() if not names)
        self._line = frozenset(cell for cell in self.inside if profile.on_line(cell, facts.runway))
        near = {Cell(one.column + x, one.row + y) for one in facts.board for x, y in _NEAR}
        self._joints = near - facts.board.keys() if facts.board else {profile.start}
        """The empty cells of which a word must have one: beside a tile, or the start cell."""
        self._crossings: dict[tuple[Cell, bool], Crossing] = {}

    def slots(self) -> Iterator[Slot]:
        """Every stretch that a legal play may fill: it joins, touches the runway, and ends where the word ends."""
        wide, high = len(self.facts.profile.rows[0]), len(self.facts.profile.rows)
        for across in (True, False):
            for line in range(high if across else wide):
                steps = range(wide if across else high)
                cells = [Cell(at, line) if across else Cell(line, at) for at in steps]
                for begin in range(len(cells)):
                    if begin == 0 or cells[begin - 1] not in self.facts.board:
                        yield from (Slot(one, across) for one in self._stretches(cells, begin))

    def _stretches(self, cells: list[Cell], begin: int) -> Iterator[tuple[Cell, ...]]:
        """Those of a line that begin at a place of it."""
        board = self.facts.board
        empty, joins = 0, False
        touches, centre = not board, self.facts.rules.centre_directs
        for end in range(begin, len(cells)):
            cell = cells[end]
            if cell not in self._cells:
                return
            if cell not in board:
                empty += 1
                joins = joins or cell in self._joints
                touches = touches or cell in self.inside
                centre = centre and cell in self._centre
            if empty > self._size:
                return
            if end == begin or (end + 1 < len(cells) and cells[end + 1] in board):
                continue
            if joins and (touches or centre):
                yield tuple(cells[begin : end + 1])

    def times(self, slot: Slot) -> int:
        """By how much a word there can count."""
        facts, fresh = self.facts, 0
        for cell in slot.cells:
            if cell not in self.inside:
                return 1
            lies = facts.board.get(cell)
            if lies is None:
                fresh += 1
            elif lies.colour != facts.runway.code:
                return 1
        return facts.profile.times(len(slot.cells)) if fresh <= self.coloured else 1

    def besides(self, slot: Slot) -> int:
        """What a play there may score at most besides its word: crossing words, the start cell, the bonus."""
        most = 0 if self.facts.board else points_for("first-word")
        crossed = [self.crossing(cell, slot.across) for cell in slot.cells if cell not in self.facts.board]
        most += sum((one.rest + self._dearest) * one.times for one in crossed if one is not _NONE)
        on_line = not self._line.isdisjoint(slot.cells)
        return most + (self.facts.runway.bonus if on_line else 0)

    def crossing(self, cell: Cell, across: bool) -> Crossing:
        """What crosses an empty cell of a word that is played across or down."""
        if (cell, across) not in self._crossings:
            self._crossings[cell, across] = self._looked(cell, across)
        return self._crossings[cell, across]

    def _looked(self, cell: Cell, across: bool) -> Crossing:
        facts = self.facts
        run = word_through({**facts.board, cell: Tile("A", FREE)}, cell, across=not across)
        if len(run.tiles) == 1:
            return _NONE
        others = [tile for at, tile in run.tiles if at != cell]
        pure = self.inside.issuperset(run.cells) and all(tile.colour == facts.runway.code for tile in others)
        rest = sum(0 if tile.free else self.values[tile.letter] for tile in others)
        times = facts.profile.times(len(run.tiles)) if pure else 1
        return Crossing(self._takes(run.text, run.cells.index(cell)), rest, times)

    def _takes(self, text: str, place: int) -> NDArray[np.bool_] | None:
        if not self.facts.rules.check_words:
            return None
        around = text[:place], text[place + 1 :]
        made = (letter.lower().join(around) in self.facts.words for letter in ascii_uppercase)
        return np.fromiter(made, np.bool_, 26)
