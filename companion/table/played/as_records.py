"""The games of an evening as text records, the way chess has PGN: one after another, an empty line between them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from companion.rules.errors import BadInput
from companion.rules.game import Playthrough
from companion.rules.verdict import Ruling
from companion.table.played.claims import arranged, parsed
from companion.table.played.events import Claim, NextGame
from companion.table.played.play import State
from companion.table.played.table import Table


def records_text(game_id: str, state: State) -> str:
    """Every game as text that `from_records.entries_of` reads.

    A record holds moves that the rules allow. Where the table let something else happen (an overruled claim, a
    corrected hand), another record of the same game begins with the position that it led to. Raises BadInput where
    people deal: what nobody has seen cannot be written down.
    """
    table = state.table
    if table is None:
        raise BadInput("This log has no game in it: there is nothing to write.")
    if not (table.dealt or table.desk.in_sight):
        raise BadInput(
            "A text record needs every hand, and here people deal: write --format json, which has all that was seen."
        )
    return "\n".join(_text(game_id, run) for run in _runs(state))


@dataclass(slots=True)
class _Run:
    """Moves of one game that the rules allow, one after another, and the positions between them."""

    table: Table
    """As it began."""
    positions: list[Any]
    moves: list[Any] = field(default_factory=list)

    def goes_on(self, claim: Claim, before: Table, after: Any) -> bool:
        """Take a claim in if it is a move that leads there by the rules."""
        if not _by_rules(claim, before, after) or arranged(before, claim) != self.positions[-1]:
            return False
        self.moves.append(parsed(before, claim))
        self.positions.append(after)
        return True

    def takes_back(self, position: Any) -> bool:
        """Leave the last move out again if that leads there: it was ruled not to count."""
        if len(self.positions) < 2 or self.positions[-2] != position:
            return False
        self.moves.pop()
        self.positions.pop()
        return True


def _by_rules(claim: Claim, before: Table, after: Any) -> bool:
    if claim.ruling is not Ruling.LEGAL:
        return False
    judged = before.desk.judged(arranged(before, claim), parsed(before, claim))
    return judged.ruling is Ruling.LEGAL and bool(judged.after == after)


def _runs(state: State) -> Iterator[_Run]:
    happened = [*state.in_effect][::-1]
    tables = [*(one.before for one in happened[1:]), state.table]
    run: _Run | None = None
    for done, table in zip(happened, tables, strict=True):
        if table is None:
            continue
        event, before, position = done.event, done.before, table.position
        if run is None or before is None or isinstance(event, NextGame):
            if run is not None:
                yield run
            run = _Run(table, [position])
            continue
        is_move = isinstance(event, Claim) and run.goes_on(event, before, position)
        if is_move or position == run.positions[-1] or run.takes_back(position):
            continue
        if run.moves:
            yield run
        run = _Run(table, [position])
        if isinstance(event, Claim) and _by_rules(event, before, position):
            # What lay beside the board was only supposed: the claim said what was held.
            run = _Run(table, [arranged(before, event)])
            run.goes_on(event, before, position)
    if run is not None:
        yield run


def _text(game_id: str, run: _Run) -> str:
    table = run.table
    seats = {table.desk.tag_of(seat): name for seat, name in enumerate(table.names)}
    tags = {"Id": game_id, "Round": str(table.number), **seats}
    moves = tuple(run.moves)
    return table.desk.record(Playthrough(table.game, table.options, run.positions[0], moves, tags))
