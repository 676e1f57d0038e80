"""A table as JSON for screens: the big screen's, which everybody sees, or a seat's own. What leaves here is a view."""

from __future__ import annotations

from typing import Any

from companion.rules.verdict import Reason, Ruling
from companion.table.log import Entry
from companion.table.past import Done
from companion.table.played import events as ev
from companion.table.played.claims import parsed
from companion.table.played.desk import Line
from companion.table.played.desks import title_of
from companion.table.played.play import State
from companion.table.played.table import Place, Table


def view(state: State, seat: str | None) -> dict[str, Any]:
    """`{"version", "table", "verdict", "undone"}`; `table` is null before the game is set up.

    `seat` is the player whose own cards are in it; None for what everybody may see.
    """
    table = state.table
    alive = {node.seq for node in state.in_effect}
    return {
        "version": state.version,
        "table": None if table is None else _table(table, seat),
        "verdict": None if table is None else _verdict(state, table, seat),
        "undone": [seq for seq in range(1, state.version + 1) if seq not in alive],
    }


def _table(table: Table, seat: str | None) -> dict[str, Any]:
    desk = table.desk
    at = table.names.index(seat) if seat in table.names else None
    return {
        "game": table.game,
        "title": title_of(table.game),
        "page": desk.page,
        "dealt": table.dealt,
        "options": dict(table.options),
        "number": table.number,
        "paused": table.paused,
        "over": table.over,
        "ended": table.ended,
        "on_turn": None if table.over else table.on_turn,
        "waits_for": None if table.over else table.waits_for,
        "waiting": list(table.waiting),
        "full": table.full,
        "unit": desk.unit,
        "fewest": desk.fewest,
        "score_is_held": desk.score_is_held,
        "ranked": table.ranked,
        "winners": list(table.winners),
        "seats": _seats(table),
        "results": [
            {
                "number": result.number,
                "places": [_place(place) for place in result.places],
                "winners": list(result.winners),
            }
            for result in table.results
        ],
        "picture": desk.picture(table.position, at, table.names),
    }


def _seats(table: Table) -> list[dict[str, Any]]:
    held = table.desk.held(table.position)
    places = {place.seat: place for place in table.places}
    wins = table.wins
    return [
        {
            "name": name,
            "held": held[number] if number < len(held) else None,
            "points": places[name].points,
            "rank": places[name].rank,
            "wins": wins[name],
            "lines": [
                {"says": line.says, "points": line.points, "clause": line.clause}
                for line in table.lines
                if line.seat == number
            ],
        }
        for number, name in enumerate(table.names)
    ]


def _place(place: Place) -> dict[str, Any]:
    return {"seat": place.seat, "points": place.points, "rank": place.rank}


def _verdict(state: State, table: Table, seat: str | None) -> dict[str, Any] | None:
    """The claim in effect last, as it is ruled now."""
    overruled: Ruling | None = None
    for node in state.in_effect:
        event = node.event
        if isinstance(event, ev.Overrule):
            overruled = overruled or event.ruling
        elif isinstance(event, ev.NextGame):
            return None
        elif isinstance(event, ev.Claim):
            return _claimed(node, event, table, seat, overruled)
    return None


def _claimed(
    node: Done[ev.Event, Table], claim: ev.Claim, table: Table, seat: str | None, overruled: Ruling | None
) -> dict[str, Any]:
    before = node.before or table
    ruling = overruled or claim.ruling or Ruling.UNDECIDED
    move = parsed(table, claim)
    had = len(before.tally)
    legal = ruling is Ruling.LEGAL
    lines = table.tally[had:] if legal else ()
    return {
        "seq": node.seq,
        "seat": claim.seat,
        "says": f"{claim.seat} {table.desk.says(move, table.names)}.",
        "ruling": ruling.value,
        "title": table.desk.came_to(claim.reasons) if legal else "",
        "headline": _headline(table, before, move, lines) if legal else "",
        "overruled": overruled is not None,
        "reasons": [one.to_json() for one in _heard(claim, table, seat)],
        "lines": [
            {"seat": table.names[one.seat], "says": one.says, "points": one.points, "clause": one.clause}
            for one in lines
        ],
        "outcome": table.desk.outcome(before.position, move) if legal else "",
        "drawn": table.desk.drawn(before.position, move),
    }


def _headline(table: Table, before: Table, move: Any, lines: tuple[Line, ...]) -> str:
    """What a legal move made and what that brought; empty where its game tells by nothing but that it is right."""
    made = table.desk.headline(before.position, move)
    points = sum(line.points for line in lines)
    return made and f"{made} \u2013 {points} {table.desk.unit}{'' if points == 1 else 's'}"


def _heard(claim: ev.Claim, table: Table, seat: str | None) -> tuple[Reason, ...]:
    """The reasons of a verdict as a seat may hear them: nobody else learns what is in a hand."""
    return claim.reasons if seat == claim.seat else table.desk.public(claim.reasons)


def line(entry: Entry, table: Table | None) -> dict[str, Any]:
    """An entry of the log as a line of the history, as everybody may read it.

    `{"seq", "at_s", "by", "kind", "says", "claim"}`; `claim` is null for anything but a claim.
    """
    event = entry.event
    told = None
    if isinstance(event, ev.Claim) and table is not None:
        reasons = [one.to_json() for one in _heard(event, table, None)]
        told = {"ruling": None if event.ruling is None else event.ruling.value, "reasons": reasons}
    return {
        "seq": entry.seq,
        "at_s": entry.at_s,
        "by": entry.by,
        "kind": ev.kind_of(event),
        "says": says(event, table),
        "claim": told,
    }


_RULED = {Ruling.LEGAL: "right", Ruling.ILLEGAL: "wrong", Ruling.UNDECIDED: "undecided"}


def _ruled(table: Table, claim: ev.Claim) -> str:
    came_to = table.desk.came_to(claim.reasons) if claim.ruling is Ruling.LEGAL else ""
    return came_to.lower() or _RULED[claim.ruling or Ruling.UNDECIDED]


def says(event: ev.Event, table: Table | None) -> str:
    """An event in a sentence, without anything that is hidden."""
    if isinstance(event, ev.Claim) and table is not None:
        ruled = "" if event.ruling is None else f": {_ruled(table, event)}"
        return f"{event.seat} {table.desk.says(parsed(table, event), table.names)}{ruled}."
    if isinstance(event, ev.SetUp):
        return f"{title_of(event.game)} begins: {', '.join(event.players)}."
    if isinstance(event, ev.Show):
        if table is not None and not event.things and event.place == ev.MIDDLE:
            return f"{table.desk.nothing_turned_up}."
        shown = ", ".join(event.things if table is None else map(table.desk.named, event.things))
        where = "Turned up" if event.place == ev.MIDDLE else f"{event.place} shows"
        return f"{where}: {shown}."
    if isinstance(event, ev.CorrectScore):
        return f"{event.seat}: {event.points:+d} points. {event.why}"
    if isinstance(event, ev.CorrectCards):
        return f"{event.seat} holds {event.count}. {event.why}"
    if isinstance(event, ev.Overrule):
        return f"The table rules number {event.of} {_RULED[event.ruling]}. {event.why}".strip()
    if isinstance(event, ev.Undo):
        return f"Number {event.of} is taken back."
    if isinstance(event, ev.Join):
        return f"{event.seat} joins with the next game."
    words = {
        ev.NextGame: "Another game begins.",
        ev.End: "The game is ended.",
        ev.Pause: "The game is paused.",
        ev.Resume: "The game goes on.",
    }
    why = getattr(event, "why", "")
    return f"{words[type(event)]} {why}".strip()
