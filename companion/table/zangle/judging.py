"""May this happen now? Every clause that stands against it, or the one that allows it; never an exception."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.rules.verdict import Reason, Ruling, Verdict
from companion.rules.zangle.modes import TURN_STYLE
from companion.table.zangle import events as ev
from companion.table.zangle import play_checks as play
from companion.table.zangle import round_checks as rounds
from companion.table.zangle.reasons import Reasons, allowed_by, reason
from companion.table.zangle.table import Phase, Table

_PHASES = {
    Phase.GATHERED: "the cards are gathered: deal them",
    Phase.DEALT: "the cards are dealt: turn up the centre",
    Phase.PLAY: "the round is being played",
    Phase.CHECK: "the winner's Zangles are to be checked",
    Phase.SCORED: "the round is scored",
    Phase.OVER: "the game is over",
}


def judge_play(table: Table | None, event: ev.Event, *, new: bool = False) -> Verdict:
    """Whether the rules and the table let an event happen; undo and overrule are `play.judge`'s.

    Against a `new` one, which is no log's, stand things too that were let pass once.
    """
    if isinstance(event, ev.SetUp):
        against = list(rounds.set_up(table, event)) or (list(rounds.cards_last(event)) if new else [])
        return Verdict.weigh(against, (), (_allowed(event),))
    if table is None:
        return Verdict.weigh((reason("set-up-once", "There is no game yet: set one up first."),), (), ())
    broken = [*_paused(table, event), *_in_phase(table, event)]
    if not broken:
        broken = list(_CHECKS.get(type(event), _nothing)(table, event))
    if not broken and new:
        broken = list(_NEW_CHECKS.get(type(event), _nothing)(table, event))
    return Verdict.weigh(broken, (), (_allowed(event),))


def _allowed(event: ev.Event) -> Reason:
    clause = _CLAUSES[type(event)]
    if isinstance(event, ev.Claim) and event.ruling in _AFTER_A_CLAIM:
        clause = _AFTER_A_CLAIM[event.ruling]
    return allowed_by(clause)


def _nothing(_table: Table, _event: Any) -> Reasons:
    return iter(())


def _paused(table: Table, event: ev.Event) -> Reasons:
    if isinstance(event, ev.Resume) and not table.paused:
        yield reason("paused", "The game is not paused.")
    if table.paused and not isinstance(event, _EVEN_PAUSED):
        yield reason("paused", "The game is paused: resume it first.")


def _in_phase(table: Table, event: ev.Event) -> Reasons:
    due = _WHEN.get(type(event))
    if table.phase is Phase.OVER:
        if not isinstance(event, ev.CorrectScore):
            yield reason("in-phase", "The game is over: undo its end to go on.")
    elif due is not None and table.phase not in due:
        if table.phase is Phase.CHECK:
            yield reason("out", f"{table.winner} has no card left, which ends the round: check the Zangles.")
        elif table.phase is Phase.SCORED and table.mode == TURN_STYLE and table.winner is not None:
            says = f"{table.winner} is out and the lap is played to its end: the round is over."
            yield reason("equal-turns", says)
        else:
            yield reason("in-phase", f"Not now: {_PHASES[table.phase]}.")


_CHECKS: dict[type, Callable[[Table, Any], Reasons]] = {
    ev.Join: rounds.join,
    ev.Deal: rounds.deal,
    ev.NextRound: rounds.next_round,
    ev.Equalize: rounds.equalize,
    ev.Hit: play.hit,
    ev.Call: play.call,
    ev.Settle: play.settle,
    ev.Claim: play.claim,
    ev.Penalty: play.penalty,
    ev.Replenish: play.replenish,
    ev.Pass: play.end_turn,
    ev.Seen: play.seen,
    ev.FillColumn: play.fill_column,
    ev.Stuck: play.stuck,
    ev.EndRound: play.end_round,
    ev.CorrectScore: rounds.correct_score,
    ev.CorrectCards: rounds.correct_cards,
}

_NEW_CHECKS: dict[type, Callable[[Table, Any], Reasons]] = {
    ev.Join: rounds.cards_last_for_one_more,
    ev.Deal: rounds.tie_is_gone,
    ev.NextRound: rounds.equalizer_first,
    ev.Equalize: rounds.no_round_for_it,
    ev.Claim: play.named_rightly,
    ev.EndRound: play.in_a_try,
    ev.Replenish: play.misses_cards,
    ev.FillColumn: play.column_is_empty,
}

_PLAY = frozenset({Phase.PLAY})
_WHEN: dict[type, frozenset[Phase]] = {
    ev.Deal: frozenset({Phase.GATHERED}),
    ev.Flip: frozenset({Phase.DEALT}),
    **dict.fromkeys((ev.Hit, ev.Call, ev.Settle, ev.Claim, ev.Penalty, ev.Replenish, ev.Pass), _PLAY),
    **dict.fromkeys((ev.FillColumn, ev.Stuck, ev.EndRound), _PLAY),
    ev.Seen: frozenset({Phase.DEALT, Phase.PLAY, Phase.CHECK, Phase.SCORED}),
    ev.RoundCheck: frozenset({Phase.CHECK}),
    ev.Equalize: frozenset({Phase.SCORED}),
    ev.NextRound: frozenset({Phase.SCORED}),
    ev.CorrectCards: frozenset({Phase.DEALT, Phase.PLAY}),
}
"""When each event has its time; the others can happen until the game is over."""

_EVEN_PAUSED = (ev.Resume, ev.Seen, ev.Join, ev.CorrectScore, ev.CorrectCards, ev.End)

_AFTER_A_CLAIM = {Ruling.LEGAL: "zangle", Ruling.ILLEGAL: "no-zangle"}

_CLAUSES: dict[type, str] = {
    ev.SetUp: "players",
    ev.Join: "late-players",
    ev.Deal: "deal",
    ev.Flip: "flip",
    ev.Hit: "hit",
    ev.Call: "calls",
    ev.Settle: "ties",
    ev.Claim: "control",
    ev.Penalty: "penalty",
    ev.Replenish: "replenish",
    ev.Pass: "hit-before-pass",
    ev.Seen: "seen",
    ev.FillColumn: "staircase",
    ev.Stuck: "stuck",
    ev.RoundCheck: "winner-shows",
    ev.Equalize: "equalizer",
    ev.EndRound: "stuck-round",
    ev.NextRound: "rounds",
    ev.End: "lowest-wins",
    ev.Pause: "paused",
    ev.Resume: "paused",
    ev.CorrectScore: "correction",
    ev.CorrectCards: "cards-add-up",
}
"""The clause that allows what nothing stands against."""
