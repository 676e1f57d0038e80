"""Zig Zaggle's clauses, each asked of one turn: what a turn breaks, and what a legal one rests on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.rules.sentences import so_many
from companion.rules.verdict import Reason
from companion.rules.words import WordList
from companion.rules.zigzaggle.options import Rules
from companion.rules.zigzaggle.position import without
from companion.rules.zigzaggle.profile import Cell, Profile, Runway
from companion.rules.zigzaggle.scoring import FLUSH, LETTERS, START_CELL, TAKE_OFF, Board, Word, words_made
from companion.rules.zigzaggle.turn import Exchange, Lay, Placed, Tiles

SET_UP = "zigzaggle/set-up"
ON_BOARD = "zigzaggle/on-board"
FROM_RACK = "zigzaggle/from-rack"
ONE_LINE = "zigzaggle/one-line"
MAKES_WORD = "zigzaggle/makes-word"
JOINS = "zigzaggle/joins"
RUNWAY = "zigzaggle/runway"
ONE_FREE = "zigzaggle/one-free"
WORD_LIST = "zigzaggle/word-list"
REFILL = "zigzaggle/refill"
EXCHANGE = "zigzaggle/exchange"
PASS = "zigzaggle/pass"  # noqa: S105 - no password
EMERGENCY = "zigzaggle/emergency"
CHALLENGE = "zigzaggle/challenge"
CHALLENGE_RIGHT = "zigzaggle/challenge-right"
CHALLENGE_WRONG = "zigzaggle/challenge-wrong"
OVER = "zigzaggle/over"
DEDUCTION = "zigzaggle/deduction"
CHECK_WORDS, CENTRE_DIRECTS = "check-words", "centre-directs"

__all__ = [
    "FLUSH",
    "LETTERS",
    "START_CELL",
    "TAKE_OFF",
    "Facts",
    "broken",
    "exchange_broken",
    "holds",
    "never_made",
]


@dataclass(frozen=True, slots=True)
class Facts:
    """What the clauses of a lay are asked with."""

    profile: Profile
    board: Board
    rack: Tiles | None
    """The player's tiles; None where nobody knows them."""
    runway: Runway
    rules: Rules
    words: WordList


def broken(facts: Facts, turn: Lay) -> Iterator[Reason]:
    """Every clause that laying these tiles breaks."""
    if not turn.placed:
        yield Reason(MAKES_WORD, "No tile was laid; lay one or more, or pass.")
        return
    off = tuple(_on_board(facts, turn.placed))
    yield from off
    yield from _from_rack(facts, turn.placed)
    yield from _one_line(facts.board, turn.placed)
    made = words_made(facts.board, turn.placed)
    if not made:
        yield Reason(MAKES_WORD, "The tiles make no word of two letters or more.", _names(turn.placed))
    if not facts.board:
        if facts.profile.start not in dict(turn.placed):
            start = str(facts.profile.start)
            yield Reason(START_CELL, f"The first word must cross the start cell {start}.", (start,))
    else:
        yield from _joins(facts.board, turn.placed)
        yield from _runway(facts, turn.placed)
    # Where a tile cannot lie there is no word to speak of.
    if not off:
        yield from _words(facts, made)


def never_made(facts: Facts, turn: Lay) -> Iterator[Reason]:
    """Why there is no such play to challenge: what it breaks, but for words that the list does not have.

    By then the rack is filled up, and another runway may be in play: neither is asked about.
    """
    if not turn.placed:
        yield Reason(
            CHALLENGE, "There is no play to challenge: name the cells and the tiles of the one just made."
        )
        return
    unasked = replace(facts, rack=None, rules=facts.rules._replace(check_words=False))
    if wrong := [one for one in broken(unasked, turn) if one.clause != RUNWAY]:
        says = "There is no such play to challenge: these tiles cannot have been laid so."
        yield Reason(CHALLENGE, says, _names(turn.placed))
        yield from wrong


def _on_board(facts: Facts, placed: Placed) -> Iterator[Reason]:
    times = Counter(cell for cell, _ in placed)
    for cell in times:
        if not facts.profile.has(cell):
            yield Reason(ON_BOARD, f"The board has no cell {cell}.", (str(cell),))
        elif cell in facts.board:
            yield Reason(ON_BOARD, f"On {cell} a tile lies already.", (str(cell),))
        if times[cell] > 1:
            yield Reason(ON_BOARD, f"Two tiles are laid on {cell}.", (str(cell),))


def _from_rack(facts: Facts, placed: Placed) -> Iterator[Reason]:
    if facts.rack is None:
        return
    missing = Counter(tile.on_rack for _, tile in placed) - Counter(facts.rack)
    for tile in missing:
        yield Reason(FROM_RACK, f"The rack has not enough of {tile}.", (str(tile),))


def _one_line(board: Board, placed: Placed) -> Iterator[Reason]:
    cells = [cell for cell, _ in placed]
    columns, rows = {cell.column for cell in cells}, {cell.row for cell in cells}
    if len(columns) > 1 and len(rows) > 1:
        yield Reason(ONE_LINE, "The tiles lie in no one row or column.", _names(placed))
        return
    between = [
        Cell(column, row)
        for column in range(min(columns), max(columns) + 1)
        for row in range(min(rows), max(rows) + 1)
    ]
    if gaps := [str(cell) for cell in between if cell not in board and cell not in cells]:
        yield Reason(ONE_LINE, f"There is a gap in the word at {', '.join(gaps)}.", tuple(gaps))


def _joins(board: Board, placed: Placed) -> Iterator[Reason]:
    for cell, _ in placed:
        if any(Cell(cell.column + x, cell.row + y) in board for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1))):
            return
    yield Reason(JOINS, "The word joins no tile that lies on the board.", _names(placed))


def _runway(facts: Facts, placed: Placed) -> Iterator[Reason]:
    cells = [cell for cell, _ in placed if facts.profile.has(cell)]
    if any(facts.runway.name in facts.profile.runways_of(cell) for cell in cells):
        return
    centre = len(cells) == len(placed) and not any(facts.profile.runways_of(cell) for cell in cells)
    if centre and facts.rules.centre_directs:
        return
    says = f"No tile was laid in the {facts.runway.name} runway or a shaded area of it, and it is in play."
    yield Reason(RUNWAY, says, _names(placed), CENTRE_DIRECTS if centre else None)


def _words(facts: Facts, made: tuple[Word, ...]) -> Iterator[Reason]:
    for word in made:
        if word.free > 1:
            says = f"{word.text.upper()} has {word.free} free tiles; a word has at most one."
            yield Reason(ONE_FREE, says, word.where)
        if facts.rules.check_words and word.text not in facts.words:
            says = f"{word.text.upper()} is not in the word list."
            yield Reason(WORD_LIST, says, word.where, CHECK_WORDS)


def holds(facts: Facts, turn: Lay) -> Iterator[Reason]:
    """The clauses that a legal lay rests on; those that score are the score's own lines."""
    yield Reason(ONE_LINE, "The tiles lie in one line without a gap.", _names(turn.placed))
    if facts.rack is not None:
        yield Reason(FROM_RACK, "What was laid came from the rack.", _names(turn.placed))
    if facts.board:
        yield Reason(JOINS, "The word joins what lies on the board.")
        names = {name for cell, _ in turn.placed for name in facts.profile.runways_of(cell)}
        if facts.runway.name in names:
            yield Reason(RUNWAY, f"A tile was laid in the {facts.runway.name} runway or its shade.")
        else:
            yield Reason(RUNWAY, "A word in the centre counts as played.", (), CENTRE_DIRECTS)
    if frees := tuple(str(cell) for cell, tile in turn.placed if tile.free):
        yield Reason(ONE_FREE, "A free tile stands for a letter and counts nothing.", frees)
    for word in words_made(facts.board, turn.placed):
        if not facts.rules.check_words:
            says = f"{word.text.upper()} was not looked up; it can be challenged."
            yield Reason(WORD_LIST, says, word.where, CHECK_WORDS)
        else:
            yield Reason(WORD_LIST, f"{word.text.upper()} is in the word list.", word.where)


def exchange_broken(turn: Exchange, rack: Tiles | None, box: int | None) -> Iterator[Reason]:
    """Every clause that an exchange breaks; `box` is how many letters are still in it, None where nobody knows."""
    if not turn.tiles:
        yield Reason(EXCHANGE, "No tile was exchanged; name one or more, or pass.")
    if any(tile.free for tile in turn.tiles):
        yield Reason(EXCHANGE, "A free tile is not exchanged.", ("*",))
    if rack is not None and without(rack, turn.tiles) is None:
        yield Reason(FROM_RACK, "The rack has not all of the tiles to exchange.", tuple(map(str, turn.tiles)))
    if box is not None and len(turn.tiles) > box:
        left = f"{so_many(box, 'letter')} left"
        yield Reason(EXCHANGE, f"The box has {left}, and {len(turn.tiles)} were to be exchanged.")


def _names(placed: Placed) -> tuple[str, ...]:
    return tuple(str(cell) for cell, _ in placed)
