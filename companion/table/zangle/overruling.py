"""Overruling a claim: what only followed from it is taken back with it, and what others did meanwhile stands."""

from __future__ import annotations

from dataclasses import replace
from itertools import takewhile

from companion.rules.verdict import Ruling
from companion.rules.zangle import CENTRE
from companion.rules.zangle.modes import SPEEDSTER
from companion.table import past
from companion.table.zangle import events as ev
from companion.table.zangle.stepping import apply
from companion.table.zangle.table import Phase, Table

FOLLOWS_A_CLAIM = (ev.Replenish, ev.Penalty, ev.Seen, ev.Overrule)

Game = past.Past[ev.Event, Table]
Node = past.Done[ev.Event, Table]


def after_a_claim(table: Table | None) -> tuple[type, ...]:
    """What may happen after a claim without anybody playing on.

    A hit of Speedster is none of a turn's, and may be taken at any time: it keeps no claim from being overruled.
    """
    in_turns = table is None or table.mode != SPEEDSTER
    return FOLLOWS_A_CLAIM if in_turns else (*FOLLOWS_A_CLAIM, ev.Hit)


def claim_to_overrule(game: Game, of: int) -> past.Found[ev.Event, Table, ev.Claim] | None:
    """The claim of that number if nobody has played on, with the ruling that is in effect."""
    found = past.last_claim(game, ev.Claim, after_a_claim(game.table))
    return found if found is not None and found[0].seq == of else None


def overruled(game: Game, event: ev.Overrule) -> Table:
    """The table as it would be had the claim been ruled so. Raises ValueError where nothing is to be overruled."""
    found = claim_to_overrule(game, event.of)
    if found is None:
        raise ValueError("nothing to overrule")
    node, claim, _ = found
    since = list(takewhile(lambda later: later is not node, game.in_effect))
    return _as_if(node, claim, event.ruling, since[::-1])[0]


def taken_back(game: Game) -> frozenset[int]:
    """The numbers of what has no effect any more because a claim before it was overruled."""
    gone: set[int] = set()
    last: ev.Overrule | None = None
    since: list[Node] = []
    for node in game.in_effect:
        if last is None:
            last, since = (node.event if isinstance(node.event, ev.Overrule) else None), []
        elif node.seq == last.of and isinstance(node.event, ev.Claim):
            gone |= _as_if(node, node.event, last.ruling, since[::-1])[1]
            last = None
        else:
            since.append(node)
    return frozenset(gone)


def _as_if(node: Node, claim: ev.Claim, ruling: Ruling, since: list[Node]) -> tuple[Table, set[int]]:
    """The table had a claim been ruled so, and the numbers of what happened since and is taken back."""
    table = apply(node.before, replace(claim, ruling=ruling), node.seq)
    gone: set[int] = set()
    for later in since:
        if _stands(table, claim, later.event):
            table = apply(table, later.event, later.seq)
        else:
            gone.add(later.seq)
    return table, gone


def _stands(table: Table, claim: ev.Claim, event: ev.Event) -> bool:
    """Whether something that happened after a claim had nothing to do with it, and the round was not over by then."""
    others = isinstance(event, ev.Replenish) and event.place not in (CENTRE, claim.seat)
    return table.phase is Phase.PLAY and (others or isinstance(event, ev.Hit))
