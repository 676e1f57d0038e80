"""The words that laid tiles make, and what they score, line by line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from companion.rules.zigzaggle.options import Rules
from companion.rules.zigzaggle.profile import Cell, Profile, Runway
from companion.rules.zigzaggle.turn import Placed, Tile

Board = Mapping[Cell, Tile]
ACROSS, DOWN = (1, 0), (0, 1)

LETTERS = "zigzaggle/letters"
FLUSH = "zigzaggle/flush"
START_CELL = "zigzaggle/start-cell"
TAKE_OFF = "zigzaggle/take-off"
LINE_ALONG = "line-along"


class Word(NamedTuple):
    """A word on the board, from its first cell on."""

    tiles: Placed
    across: bool

    @property
    def text(self) -> str:
        """The word in small letters."""
        return "".join(tile.letter for _, tile in self.tiles).lower()

    @property
    def cells(self) -> tuple[Cell, ...]:
        """Where it lies."""
        return tuple(cell for cell, _ in self.tiles)

    @property
    def where(self) -> tuple[str, ...]:
        """Its cells' names."""
        return tuple(map(str, self.cells))

    @property
    def free(self) -> int:
        """How many free tiles it has."""
        return sum(tile.free for _, tile in self.tiles)


class Line(NamedTuple):
    """A line of a turn's score."""

    clause: str
    says: str
    points: int
    where: tuple[str, ...] = ()
    option: str | None = None
    """The table's option without which the line would not be there."""


def word_through(board: Board, cell: Cell, *, across: bool) -> Word:
    """The unbroken run of tiles through a cell that has one."""
    column, row = ACROSS if across else DOWN
    at = cell
    while (before := Cell(at.column - column, at.row - row)) in board:
        at = before
    found = []
    while at in board:
        found.append((at, board[at]))
        at = Cell(at.column + column, at.row + row)
    return Word(tuple(found), across)


def words_made(board: Board, placed: Placed) -> tuple[Word, ...]:
    """Every word of two letters or more that has a laid tile, with the board as it was before; in reading order."""
    whole = {**board, **dict(placed)}
    runs = {word_through(whole, cell, across=across) for cell, _ in placed for across in (True, False)}
    kept = (word for word in runs if len(word.tiles) > 1)
    return tuple(sorted(kept, key=lambda word: (not word.across, word.cells)))


def values_of(word: Word, profile: Profile) -> int:
    """The sum of a word's letters; a free tile counts nothing."""
    return sum(0 if tile.free else profile.value(tile.letter) for _, tile in word.tiles)


def flush_times(word: Word, profile: Profile, runway: Runway) -> int:
    """By how much a word counts: 1 where it is no flush of the runway's colour."""
    lies = all(runway.name in profile.runways_of(cell) for cell in word.cells)
    if not lies or any(tile.colour != runway.code for _, tile in word.tiles):
        return 1
    return profile.times(len(word.tiles))


def takes_off(word: Word, profile: Profile, runway: Runway, rules: Rules) -> bool:
    """Whether a word ends on the runway's line: its first or its last letter, run up to it and not along it."""
    ends = (word.cells[0], word.cells[-1])
    if not any(profile.on_line(cell, runway) for cell in ends):
        return False
    return rules.line_along or word.across == runway.column


def score_lines(
    words: tuple[Word, ...], profile: Profile, runway: Runway, rules: Rules, *, first: int
) -> Iterator[Line]:
    """What a turn scores; `first` are the points that a first word has besides, 0 for any other."""
    for word in words:
        points = values_of(word, profile)
        yield Line(LETTERS, f"{word.text.upper()} counts {points}.", points, word.where)
        if (times := flush_times(word, profile, runway)) > 1:
            says = f"{word.text.upper()} is a {runway.colour} flush of {len(word.tiles)}: {times} times {points}."
            yield Line(FLUSH, says, (times - 1) * points, word.where)
    if first:
        yield Line(START_CELL, f"The first word brings {first} more.", first)
    enders = [word for word in words if takes_off(word, profile, runway, rules)]
    if enders:
        ender = next((word for word in enders if word.across == runway.column), enders[0])
        says = f"{ender.text.upper()} takes off from the {runway.name} runway."
        along = LINE_ALONG if ender.across != runway.column else None
        yield Line(TAKE_OFF, says, runway.bonus, ender.where, along)
