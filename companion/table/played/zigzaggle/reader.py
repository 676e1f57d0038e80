"""What a look at Zig Zaggle's board says was played: the tiles that lie there and did not before; a rack laid open."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from string import ascii_lowercase

from companion.rules.sentences import in_a_row
from companion.rules.verdict import Ruling
from companion.rules.zigzaggle.position import Position, limits
from companion.rules.zigzaggle.turn import FREE
from companion.table.played.claims import after_claim
from companion.table.played.events import Claim, Show
from companion.table.played.proposal import NOTHING, TWO_TURNS, Proposed, claim_of, doubt, ruled
from companion.table.played.reader import Lying, Reader
from companion.table.played.seen_since import SeenSince
from companion.table.played.table import Table
from companion.table.zigzaggle.laid import ZigZaggleTable, change_between, zigzaggle_table
from vision.parts.sighting import PartSighting, PartsSeen


class ZigZaggleReader(Reader):
    """Zig Zaggle's board, and a rack that lies open beside it."""

    def read(
        self, table: Table, seen: PartsSeen, laid: frozenset[str], since: SeenSince | None = None
    ) -> Proposed:
        """The word that was laid, or the rack that lies beside the board."""
        found = zigzaggle_table(seen, table.position.profile)
        if table.due:
            return _rack(table, found)
        change = change_between(_lying(table), found)
        if change.doubts:
            return doubt(change.doubts)
        if change.gone:
            cell, tile = change.gone[0]
            return Proposed(None, f"{tile} is gone from {cell}: put it back, or enter what happened by hand.")
        if not change.laid:
            return Proposed(None, NOTHING)
        lays = _lays(dict(change.laid))
        legal = [lay for lay in lays if ruled(table, lay) is Ruling.LEGAL]
        if not legal and _several_words(table, dict(change.laid)):
            return Proposed(None, TWO_TURNS)
        if len(lays) != 1 and len(legal) != 1:
            return Proposed(None, _of_free_tiles([cell for cell, tile in change.laid if tile == FREE], legal))
        return claim_of(table, (legal or lays)[0], grows=True)

    def known_to_lie(self, table: Table) -> frozenset[str]:
        """The tiles on the board and their cells, covered or not."""
        board = table.position.board
        return frozenset(name for cell, tile in board for name in (str(cell), str(tile.on_rack)))

    def left_lying(self, table: Table, was: object, seen: PartsSeen, left: Lying) -> Lying:
        """The cells and tiles that a challenge or an undo took back since the position `was`, or that were `left`
        before, as long as nothing else is seen there."""
        look = zigzaggle_table(seen, table.position.profile)
        before = _tiles(was) if isinstance(was, Position) else frozenset()
        taken = {cell for cell, _ in _tiles(table.position)}
        lies = look.cells()
        return frozenset(
            (cell, tile)
            for cell, tile in left | before
            if cell not in taken and (not look.found or cell in look.hidden or lies.get(cell) == tile)
        )


def _of_free_tiles(cells: list[str], legal: list[str]) -> str:
    """What to do about free tiles whose letters do not show."""
    where = in_a_row(cells)
    if len(cells) > 1:
        return f"Free tiles were laid on {where}, and a word may have one: take one back, or enter the words by hand."
    if not legal:
        return f"No letter for the free tile on {where} makes this right: lay the rest of the word, or take it back."
    return f"Say which letter the free tile on {where} stands for: enter the word by hand."


MOST_WORDS = 4
"""So many turns that followed one another between two looks are thought of."""


def _several_words(table: Table, laid: dict[str, str], most: int = MOST_WORDS) -> bool:
    """Whether several players' turns, one after the other, may have laid this, a line of it each; more than a rack
    holds were several in any case."""
    if len(laid) > limits()[-1]:
        return True
    for first in _lines(laid, {str(cell) for cell, _ in table.position.board}):
        rest = {cell: tile for cell, tile in laid.items() if cell not in first}
        if rest and any(_rightly_after(table, lay, rest, most - 1) for lay in _lays(first)):
            return True
    return False


def _lines(laid: dict[str, str], board: Collection[str]) -> Iterator[dict[str, str]]:
    """What was laid on each column and row, and each part of that without a gap."""
    for across in (False, True):
        lines: dict[str, list[str]] = {}
        for cell in sorted(laid, key=lambda cell: (cell[0], int(cell[1:]))):
            lines.setdefault(cell[1:] if across else cell[0], []).append(cell)
        for cells in lines.values():
            runs = [[cells[0]]]
            for cell in cells[1:]:
                gap = _between(runs[-1][-1], cell)
                runs = [*runs, [cell]] if gap - {*board} else [*runs[:-1], [*runs[-1], cell]]
            for one in [cells, *(runs if len(runs) > 1 else [])]:
                yield {cell: laid[cell] for cell in one}


def _between(one: str, other: str) -> set[str]:
    """The cells between two of one column or row, the first of them before the other."""
    columns = range(ord(one[0]), ord(other[0]) + 1)
    rows = range(int(one[1:]), int(other[1:]) + 1)
    return {f"{chr(column)}{row}" for column in columns for row in rows} - {one, other}


def _rightly_after(table: Table, first: str, rest: dict[str, str], most: int) -> bool:
    """Whether the rest is a turn of the next player's after the first one, or several turns."""
    then = after_claim(table, Claim(str(table.on_turn), first))
    if then is None or then.on_turn is None:
        return False
    if any(ruled(then, lay) is Ruling.LEGAL for lay in _lays(rest)):
        return True
    return most > 1 and _several_words(then, rest, most)


def _lays(laid: dict[str, str]) -> list[str]:
    """What was laid as turns, a free tile standing for each letter; none where there are several, which may be any."""
    free = [cell for cell, tile in laid.items() if tile == FREE]
    if len(free) > 1:
        return []
    told = [{**laid, free[0]: FREE + letter} for letter in ascii_lowercase] if free else [laid]
    return [" ".join(["lay", *(f"{cell}={tile}" for cell, tile in one.items())]) for one in told]


def _lying(table: Table) -> ZigZaggleTable:
    """The board as the game has it, as if it had been looked at."""
    nowhere = ((0.0, 0.0),) * 4
    tiles = tuple(
        (
            str(cell),
            PartSighting(None, str(tile.on_rack), "tile", "up", nowhere, None, 1.0, ()),
        )
        for cell, tile in table.position.board
    )
    return ZigZaggleTable(True, tiles, (), (), ())


def _tiles(position: Position) -> Lying:
    return frozenset((str(cell), str(tile.on_rack)) for cell, tile in position.board)


def _rack(table: Table, found: ZigZaggleTable) -> Proposed:
    seat = table.waits_for
    if seat is None or not found.beside:
        return Proposed(None, NOTHING)
    return Proposed(Show(seat, tuple(str(tile.name) for tile in found.beside)), "")
