"""What each mode lets a camera take for drawing cards: whose place is what, and who may draw where at this moment."""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules.zangle import CENTRE
from companion.rules.zangle.modes import SOLITAIRE, SPEEDSTER
from companion.table.zangle.events import column_name
from companion.table.zangle.table import Table


@dataclass(frozen=True, slots=True)
class May:
    """What a card more at a place can be."""

    replenish: bool = False
    hit: bool = False


def owners(table: Table) -> tuple[str, ...]:
    """Who has the table's places from seat card 1 on: the players as they came, or in Solitaire the columns."""
    if table.mode != SOLITAIRE:
        return table.came
    return tuple(column_name(number) for number in range(1, table.options.columns + 1))


def is_column(name: str) -> bool:
    """Whether an owner is a column of the staircase; no player can be called so."""
    return name.startswith("column ")


def may_draw(table: Table) -> dict[str, May]:
    """Where cards may be drawn now, the centre first."""
    if table.mode == SPEEDSTER:
        return {CENTRE: May(replenish=True), **{name: May(replenish=True, hit=True) for name in table.lap}}
    if table.turn is None or table.on_turn is None:
        return {CENTRE: May(replenish=True)}
    claimed = table.turn.claimed
    return {
        CENTRE: May(replenish=claimed),
        table.on_turn: May(replenish=claimed, hit=not claimed and not table.turn.hit),
    }


def stage_of(table: Table) -> tuple[object, ...]:
    """Equal as long as nobody drew, laid down or passed; where there are calls, as long as one call holds."""
    if table.mode == SPEEDSTER:
        # The same player may have called again while no picture came.
        return table.round, next((call for call in table.calls if call.seat == table.control), None)
    return held_of(table)


def held_of(table: Table) -> tuple[object, ...]:
    """Equal as long as nobody drew, laid down or passed."""
    held = tuple((seat.name, seat.cards, len(seat.row), len(seat.zangles)) for seat in table.seats)
    columns = tuple((column.hidden, column.top is None) for column in table.columns)
    return table.round, table.turn, table.pile, held, columns, len(table.used)
