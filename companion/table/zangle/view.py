"""A game as JSON for screens. Nothing in it is hidden from anybody: face-down cards are only numbers."""

from __future__ import annotations

from typing import Any

from companion.rules.zangle import CENTRE
from companion.rules.zangle.scoring import line_for
from companion.table.values import to_json
from companion.table.zangle.events import Face, kind_of
from companion.table.zangle.play import State
from companion.table.zangle.showing import zangles_to_show
from companion.table.zangle.table import Phase, Seat, Table


def view(state: State) -> dict[str, Any]:
    """`{"version", "undo", "redo", "table", "to_check"}`; `table` is null before the game is set up.

    `undo` is `{"seq", "kind"}` of what an undo would take back, `redo` the undo that could be taken back.
    `to_check` are the Zangles that the winner of a round has to show, while that is due.
    """
    last = state.to_undo
    return {
        "version": state.version,
        "undo": None if last is None else {"seq": last.seq, "kind": kind_of(last.event)},
        "redo": state.to_redo,
        "table": None if state.table is None else _table(state.table),
        "to_check": _to_check(state),
    }


def _to_check(state: State) -> list[Any]:
    table = state.table
    if table is None or table.phase is not Phase.CHECK or table.winner is None:
        return []
    return [to_json(shown) for shown in zangles_to_show(state, table.winner)]


def _table(table: Table) -> dict[str, Any]:
    first = table.first
    return {
        "mode": table.mode,
        "title": table.options.mode.title,
        "profile": table.options.profile,
        "phase": table.phase.value,
        "paused": table.paused,
        "round": table.round,
        "rounds": table.options.mode.rounds,
        "bonus": table.bonus,
        "dealer": table.dealer,
        "pile": table.pile,
        "hidden": table.hidden,
        "aside": table.aside,
        "discard": table.discard,
        "centre": _faces(table.centre),
        "centre_due": table.due(CENTRE),
        "columns": [
            {"hidden": column.hidden, "top": None if column.top is None else to_json(column.top)}
            for column in table.columns
        ],
        "full": table.full,
        "seats": [_seat(table, seat) for seat in table.seats],
        "control": table.control,
        "on_turn": table.on_turn,
        "calls": to_json(table.calls),
        "tied": list(table.tied),
        "margin_s": None if first is None else first.margin_s,
        "band_s": None if first is None else first.band_s,
        "pending": None if table.pending is None else to_json(table.pending),
        "winner": table.winner,
        "equalizer_due": table.equalizer_due,
        "standings": to_json(table.standings),
        "scores": [_round(table, number) for number in range(len(table.results))],
        "decided": table.decided,
    }


def _seat(table: Table, seat: Seat) -> dict[str, Any]:
    levels = table.options.levels
    return {
        "name": seat.name,
        "playing": seat.playing,
        "level": seat.level,
        "equalizer": levels[seat.level - 1].says if seat.level else None,
        "draw": seat.draw,
        "row": _faces(seat.row),
        "cards": seat.cards,
        "due": table.due(seat.name),
        "zangles": [_faces(zangle) for zangle in seat.zangles],
    }


def _round(table: Table, number: int) -> dict[str, Any]:
    result = table.results[number]
    worst = table.options.late_pays_worst
    return {
        "number": result.number,
        "bonus": result.bonus,
        "winner": result.winner,
        "honest": result.honest,
        "lines": [to_json(line_for(name, result, late_pays_worst=worst)) for name in table.names],
    }


def _faces(faces: tuple[Face, ...]) -> list[Any]:
    return [to_json(face) for face in faces]
