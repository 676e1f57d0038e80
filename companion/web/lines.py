"""Entries of a log as lines of a history that people read, a claim with its verdict drawn."""

from __future__ import annotations

from functools import singledispatch
from typing import Any

from companion.rules.errors import BadInput
from companion.rules.sentences import so_many
from companion.rules.verdict import Ruling
from companion.rules.zangle import judge_json
from companion.table.log import Entry
from companion.table.values import to_json
from companion.table.zangle import events as ev
from companion.table.zangle.events import column_name, kind_of
from companion.table.zangle.table import Table

RULED = {Ruling.LEGAL: "a Zangle", Ruling.ILLEGAL: "no Zangle", Ruling.UNDECIDED: "undecided"}


def line(entry: Entry, table: Table | None) -> dict[str, Any]:
    """`{"seq", "at_s", "by", "kind", "says", "claim"}`; `claim` is null for anything but a claim."""
    event = entry.event
    return {
        "seq": entry.seq,
        "at_s": entry.at_s,
        "by": entry.by,
        "kind": kind_of(event),
        "says": says(event),
        "claim": drawn(event, table) if isinstance(event, ev.Claim) else None,
    }


def drawn(claim: ev.Claim, table: Table | None) -> dict[str, Any]:
    """The verdict as it was given, with the arrangement that shows it."""
    found = {} if table is None else _arranged(claim, table)
    return {
        "seat": claim.seat,
        "cards": [{"source": taken.source, **to_json(taken.face)} for taken in claim.cards],
        "ruling": (claim.ruling or Ruling.UNDECIDED).value,
        "reasons": [reason.to_json() for reason in claim.reasons],
        "target": found.get("target"),
        "arrangement": found.get("arrangement") or [],
    }


def _arranged(claim: ev.Claim, table: Table) -> dict[str, Any]:
    own = {column_name(number) for number in range(1, len(table.columns) + 1)}
    rules = table.options.rules
    cards = [
        {
            "from": claim.seat if taken.source in own else taken.source,
            "triangles": taken.face.triangles,
            "shape": None if taken.face.shape is None else taken.face.shape.to_json(),
        }
        for taken in claim.cards
    ]
    options = {"z-fills-location": rules.z_fills_location, "z-as-target": rules.z_as_target}
    data = {"claimant": claim.seat, "profile": table.options.profile, "cards": cards, "options": options}
    try:
        return judge_json(data)
    except BadInput:  # what was logged is shown, whatever the rules make of it today
        return {}


@singledispatch
def says(event: ev.Event) -> str:
    """An event in one sentence."""
    return _PLAIN.get(type(event), kind_of(event).replace("-", " ").capitalize() + ".")


_PLAIN: dict[type, str] = {
    ev.Deal: "The cards are dealt.",
    ev.Flip: "The centre is turned up.",
    ev.Stuck: "Stuck: the centre gets new cards or, with none left in the pile, the round is lost.",
    ev.NextRound: "All cards are gathered for the next round.",
    ev.Resume: "The game goes on.",
}


def _because(why: str) -> str:
    return f": {why.rstrip('.')}." if why else "."


@says.register
def _(event: ev.SetUp) -> str:
    return f"{event.mode.capitalize()} with {', '.join(event.players)}."


@says.register
def _(event: ev.Join) -> str:
    return f"{event.seat} sits down."


@says.register
def _(event: ev.Hit) -> str:
    return f"{event.seat} takes a hit."


@says.register
def _(event: ev.Call) -> str:
    return f"{event.seat} calls (clock known to {1000 * event.uncertainty_s:.0f} ms)."


@says.register
def _(event: ev.Settle) -> str:
    return f"The table gives the centre to {event.seat}."


@says.register
def _(event: ev.Claim) -> str:
    count = len(event.cards)
    ruled = RULED[event.ruling or Ruling.UNDECIDED]
    return f"{event.seat} lays down {so_many(count, 'card')}: {ruled}."


@says.register
def _(event: ev.Penalty) -> str:
    return f"{event.seat} takes a penalty card."


@says.register
def _(event: ev.Replenish) -> str:
    return f"{'The centre' if event.place == 'centre' else event.place} is filled up."


@says.register
def _(event: ev.Pass) -> str:
    return f"{event.seat} passes."


@says.register
def _(event: ev.Seen) -> str:
    return f"{len(event.cards)} cards are seen at {event.place}."


@says.register
def _(event: ev.FillColumn) -> str:
    return f"Column {event.to} takes the card of column {event.source}."


@says.register
def _(event: ev.RoundCheck) -> str:
    return "The winner's Zangles are right." if event.correct else "The winner's Zangles are not all right."


@says.register
def _(event: ev.Equalize) -> str:
    return f"{event.seat} gets the next equalizer."


@says.register
def _(event: ev.EndRound) -> str:
    return f"The round ends with nobody out{_because(event.why)}"


@says.register
def _(event: ev.End) -> str:
    return f"The game is over{_because(event.why)}"


@says.register
def _(event: ev.Pause) -> str:
    return f"The game is paused{_because(event.why)}"


@says.register
def _(event: ev.Undo) -> str:
    return f"Number {event.of} is undone."


@says.register
def _(event: ev.Overrule) -> str:
    return f"The table rules claim {event.of} {RULED[event.ruling]}{_because(event.why)}"


@says.register
def _(event: ev.CorrectScore) -> str:
    return f"{event.seat} has {event.points} points for round {event.round}{_because(event.why)}"


@says.register
def _(event: ev.CorrectCards) -> str:
    moved = so_many(event.count, "card")
    return f"{moved} from {_place(event.source)} to {_place(event.to)}{_because(event.why)}"


def _place(place: ev.Place) -> str:
    column = "" if place.column is None else f" {place.column}"
    return f"{place.kind.value}{column}" + ("" if place.seat is None else f" of {place.seat}")
