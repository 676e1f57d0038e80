"""What the table is told right now, in words that can be read from three metres and spoken."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.rules.sentences import in_a_row, so_many, winning
from companion.rules.verdict import Ruling
from companion.rules.zangle import CENTRE
from companion.rules.zangle.modes import SOLITAIRE, SPEEDSTER
from companion.table.values import to_json
from companion.table.zangle import events as ev
from companion.table.zangle.overruling import after_a_claim
from companion.table.zangle.play import State
from companion.table.zangle.table import Phase, Table

_ALL_PLAYED = "All rounds are played: end the game."

WORDS = {Ruling.LEGAL: "Zangle!", Ruling.ILLEGAL: "No Zangle", Ruling.UNDECIDED: "Can't tell yet"}


@dataclass(frozen=True, slots=True)
class Moment:
    """What the banner shows."""

    kind: str
    """`verdict`, `called`, `tie`, `over`, `paused` or `table`."""
    title: str
    says: str
    next: str
    """What the table does now; empty at the end."""
    ruling: Ruling | None = None
    claim: int | None = None
    """The number of the claim that was judged."""

    def to_json(self) -> dict[str, Any]:
        """As the pages get it."""
        found: dict[str, Any] = to_json(self)
        return found


def moment(state: State) -> Moment:
    """The most telling thing of a game as it stands."""
    table = state.table
    if table is None:
        return Moment("table", "No game yet", "", "Set up a game.")
    then = _next(table)
    if table.paused:
        return Moment("paused", "Paused", "", "Go on when all are back.")
    if table.phase is Phase.OVER:
        return Moment("over", _winners(table), _leads(table), _tied_at_the_end(state, table))
    return _verdict(state, then) or _called(table, then) or _where(table, then)


def _verdict(state: State, then: str) -> Moment | None:
    overruled: Ruling | None = None
    filled = False
    on_turn = None if state.table is None else state.table.on_turn
    for node in state.in_effect:
        event = node.event
        if isinstance(event, ev.Overrule):
            overruled = overruled or event.ruling
        elif isinstance(event, ev.Claim):
            # A turn that a claim ends by itself has passed on before anybody has seen the verdict.
            if filled and on_turn not in (None, event.seat):
                return None
            ruling = overruled or event.ruling or Ruling.UNDECIDED
            # Of a Zangle the last clause is what was proved; of anything else the first is what is wrong.
            told = event.reasons[-1:] if ruling is Ruling.LEGAL else event.reasons[:2]
            why = " ".join(reason.says for reason in told)
            says = "The table overruled the verdict." if overruled else why
            return Moment("verdict", WORDS[ruling], f"{event.seat}: {says}", then, ruling, node.seq)
        filled = filled or isinstance(event, ev.Replenish)
        if not isinstance(event, after_a_claim(state.table)):
            return None
    return None


def _called(table: Table, then: str) -> Moment | None:
    first = table.first
    if first is None or table.phase is not Phase.PLAY:
        return None
    if table.settled is not None:
        return Moment("called", f"{table.settled} has the centre", "The table settled who was first.", then)
    apart = "" if first.margin_s is None else f"{1000 * first.margin_s:.0f} ms"
    if first.tied:
        band = 0 if first.band_s is None else 1000 * first.band_s
        says = f"{in_a_row(first.tied)} are {apart} apart, and it takes more than {band:.0f} ms to tell."
        return Moment("tie", "A tie", says, then)
    says = f"{apart} before the next call." if apart else "Nobody else has called."
    return Moment("called", f"{first.first} called first", says, then)


def _where(table: Table, then: str) -> Moment:
    if table.phase is Phase.CHECK:
        return Moment("table", f"{table.winner} is out", "No card is left.", then)
    if table.phase is Phase.SCORED:
        return Moment("table", f"{_round(table)} is over", _leads(table), then)
    if table.on_turn is not None:
        return Moment("table", f"{table.on_turn}'s turn", _leads(table), then)
    return Moment("table", _round(table), _leads(table), then)


def _round(table: Table) -> str:
    return "Bonus round" if table.bonus else f"Round {table.round} of {table.options.mode.rounds}"


def _next(table: Table) -> str:
    if table.phase is Phase.GATHERED:
        return _ALL_PLAYED if table.bonus and table.decided else f"{table.dealer} deals."
    if table.phase is Phase.DEALT:
        return "Turn up the centre, all cards at once."
    if table.phase is Phase.PLAY:
        return _in_play(table)
    if table.phase is Phase.CHECK:
        return f"Look at {table.winner}'s Zangles: are they all right?"
    if table.phase is Phase.OVER:
        return ""
    if table.equalizer_due is not None:
        return f"{table.equalizer_due} gets the next equalizer."
    if table.mode == SOLITAIRE or table.decided:
        return _ALL_PLAYED
    return (
        "Gather the cards for the next round."
        if table.more_rounds
        else "A tie for first: play a bonus round."
    )


def _tied_at_the_end(state: State, table: Table) -> str:
    """How a tie is parted once the game is over: nothing but points is changed then, and the end is undone first."""
    if table.mode == SOLITAIRE or table.more_rounds or table.decided:
        return ""
    if state.to_undo is not None and isinstance(state.to_undo.event, ev.CorrectScore):
        return "A tie for first: for a bonus round undo the correction and the end, and correct the points again."
    return "A tie for first: for a bonus round undo the end."


def _in_play(table: Table) -> str:
    if table.pending is not None:
        if table.pending.ruling is Ruling.ILLEGAL:
            return f"{table.pending.seat} takes a penalty card, or the table overrules."
        return "Enter the cards that were not told, or let the table overrule."
    if table.tied:
        return "Say who was first."
    if table.due(CENTRE) and (table.turn is None or table.turn.claimed):
        return f"Fill up the centre: {table.due(CENTRE)} more."
    if table.mode == SPEEDSTER:
        if table.control is not None:
            return f"{table.control} lays down a Zangle, or pays a card."
        return "Who sees a Zangle calls."
    if table.mode == SOLITAIRE:
        return "Find a Zangle with cards of the centre and of the columns."
    if table.turn is not None and table.turn.claimed:
        return f"{table.on_turn} fills up."
    tried = table.turn is not None and (table.turn.hit or table.pile == 0)
    return f"{table.on_turn} lays down a Zangle, or {'passes' if tried else 'takes a hit'}."


def _leads(table: Table) -> str:
    if not table.results:
        return ""
    names = table.tied_for_first
    points = table.standings[0].total
    lead = "leads" if len(names) == 1 else "lead"
    return f"{in_a_row(names)} {lead} with {so_many(points, 'point')}."


def _winners(table: Table) -> str:
    if not table.results:
        return "The game is over"
    if table.mode == SOLITAIRE:
        return "Solved!" if table.results[-1].winner else "Not solved"
    return winning(table.tied_for_first)
