"""What the table is told right now, in words that can be read from three metres and spoken."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.rules.sentences import in_a_row, so_many, winning
from companion.rules.verdict import Ruling
from companion.rules.zangle import CENTRE
from companion.rules.zangle.modes import SOLITAIRE, SPEEDSTER, hand
from companion.rules.zangle.scoring import line_for
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
    """`verdict`, `called`, `tie`, `won`, `over`, `paused` or `table`."""
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
            title = (ruling is Ruling.LEGAL and _out(state.table, event.seat)) or WORDS[ruling]
            then = " ".join(filter(None, (_round_ended(state.table), then)))
            return Moment("verdict", title, f"{event.seat}: {says}", then, ruling, node.seq)
        filled = filled or isinstance(event, ev.Replenish)
        if not isinstance(event, after_a_claim(state.table)):
            return None
    return None


def _out(table: Table | None, seat: str) -> str:
    """What a Zangle came to beside being one: its player was the first without cards, or solved the staircase."""
    if table is None or table.winner != seat:
        return ""
    if table.mode == SOLITAIRE:
        return _winners(table) if table.phase is Phase.SCORED else ""
    return f"{seat} is out!" if table.known_seat(seat).cards == 0 else ""


def _round_ended(table: Table | None) -> str:
    """How a round ended of itself, by the claim that is still shown."""
    if table is None or table.phase is not Phase.SCORED or table.mode == SOLITAIRE:
        return ""
    if table.tied_for_first == (table.results[-1].winner,):
        return f"{_won(table)} and {_leads(table).removeprefix(f'{table.tied_for_first[0]} ')}"
    return f"{_won(table)}. {_leads(table)}"


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
        return Moment("table", f"{table.winner} is out!", "No card is left.", then)
    if table.phase is Phase.SCORED:
        return _scored(table, then)
    if table.on_turn is not None:
        return Moment("table", f"{table.on_turn}'s turn", _leads(table), then)
    return Moment("table", _round(table), _leads(table), then)


def _scored(table: Table, then: str) -> Moment:
    """Who won the round that is over comes before who leads: often they are two."""
    won = table.results[-1].winner is not None and table.results[-1].honest is not False
    if table.mode == SOLITAIRE:
        return Moment("won" if won else "table", _winners(table), _leads(table), then)
    return Moment("won" if won else "table", _won(table), " ".join((*_not_right(table), _leads(table))), then)


def _won(table: Table) -> str:
    """How the round that is over ended, as a title."""
    result = table.results[-1]
    if result.winner is None:
        return f"{_round(table)} is over: nobody is out"
    if result.honest is False:
        return f"Not all of {result.winner}'s Zangles are right"
    return f"{result.winner} wins {'the bonus round' if table.bonus else f'round {table.round}'}"


def _not_right(table: Table) -> tuple[str, ...]:
    """What a check that went wrong costs; nothing where it did not."""
    result = table.results[-1]
    if result.honest is not False or result.winner is None:
        return ()
    line = line_for(result.winner, result, late_pays_worst=table.options.late_pays_worst)
    return (f"{so_many(line.points, 'point')} for {result.winner}, none for the others.",)


def _round(table: Table) -> str:
    return "Bonus round" if table.bonus else f"Round {table.round} of {table.options.mode.rounds}"


def _next(table: Table) -> str:
    if table.phase is Phase.GATHERED:
        return _ALL_PLAYED if table.bonus and table.decided else _deals(table)
    if table.phase is Phase.DEALT:
        return "Turn up the centre, all cards at once."
    if table.phase is Phase.PLAY:
        return _in_play(table)
    if table.phase is Phase.CHECK:
        return f"Check {table.winner}'s Zangles: are they all right?"
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


def _deals(table: Table) -> str:
    """Who deals how many cards, and to whom more than to the others."""
    if table.mode == SOLITAIRE:
        return f"{table.dealer} deals."
    each = _dealt(table, 0)
    counts = {seat.name: _dealt(table, seat.level) for seat in table.seats}
    more = [f"{count} to {name}" for name, count in counts.items() if count != each]
    whom = f" to {in_a_row(table.tied_for_first)}" if table.bonus else ""
    players = ", ".join([f"{so_many(each, 'card')} each{whom}", *more])
    return f"{table.dealer} deals: {players}, and {table.cap(CENTRE)} to the centre."


def _dealt(table: Table, level: int) -> int:
    """How many cards a player at an equalizer level is dealt now."""
    dealt = hand(table.options.levels, level, bonus=table.bonus)
    return dealt.row + dealt.draw


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
        return "The table decides who was first."
    if table.due(CENTRE) and (table.turn is None or table.turn.claimed):
        return f"Fill up the centre: {table.due(CENTRE)} more."
    if table.mode == SPEEDSTER:
        if table.control is not None:
            return f"{table.control} lays down a Zangle, or pays a card."
        return "Whoever sees a Zangle calls."
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
