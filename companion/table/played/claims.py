"""A claim at a table: weighed by the rules, and by what nobody has seen where people deal themselves."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from companion.rules.errors import BadInput
from companion.rules.verdict import Ruling, Verdict
from companion.table.played.desk import After
from companion.table.played.events import MIDDLE, Claim
from companion.table.played.reasons import reason
from companion.table.played.table import Table


@dataclass(frozen=True, slots=True)
class Weighed:
    """What the rules say of a claim, and where it would lead."""

    verdict: Verdict
    after: After | None
    """None unless it is legal."""


def parsed(table: Table, claim: Claim) -> Any:
    """The move of a claim. Raises BadInput."""
    return table.desk.game.parse(claim.move)


def weighed(table: Table, claim: Claim) -> Weighed:
    """The rules' own verdict, whatever the claim says of one. Raises BadInput for what is no move."""
    desk = table.desk
    move = parsed(table, claim)
    doubts = list(desk.doubts(table.position, move))
    if MIDDLE in table.due:
        doubts.insert(0, reason("show-first", "Show the card that was turned up: the claim is judged by it."))
    position = arranged(table, claim)
    judged = desk.judged(position, move)
    verdict = Verdict(judged.ruling, tuple(judged.reasons))
    if not table.dealt:
        verdict = desk.trusted(verdict)
    if doubts and (verdict.ruling is not Ruling.ILLEGAL or MIDDLE in table.due):
        return Weighed(Verdict.weigh((), doubts, ()), None)
    if verdict.ruling is not Ruling.LEGAL:
        return Weighed(verdict, None)
    return Weighed(verdict, desk.after(position, getattr(judged, "turn", move), judged, table.pinned))


def arranged(table: Table, claim: Claim) -> Any:
    """The position that a claim is judged in. Raises BadInput for one that was held and cannot have been."""
    if claim.held is not None:
        return table.desk.holding(table.position, claim.held)
    seat = table.names.index(claim.seat)
    position = table.desk.taken_up(table.position, seat)
    return (
        position if table.dealt else table.desk.arranged(position, parsed(table, claim), seat, table.pinned)
    )


def after_claim(table: Table, claim: Claim) -> Table | None:
    """The table once a claim is entered that the rules call legal; None where they do not. Raises BadInput."""
    found = weighed(table, claim).after
    if found is None:
        return None
    pinned = table.pinned if found.pinned is None else found.pinned
    return replace(table, position=found.position, due=found.due, pinned=pinned)


def forced(table: Table, claim: Claim) -> After | None:
    """Where a claim leads that the table rules legal; None where it cannot be done."""
    return table.desk.forced(arranged(table, claim), parsed(table, claim), table.pinned)


def led(table: Table, claim: Claim) -> After | None:
    """Where a claim of that ruling leads; None where nothing changes. Raises BadInput where it cannot be."""
    if claim.ruling is not Ruling.LEGAL:
        return None
    found = weighed(table, claim).after or forced(table, claim)
    if found is None:
        raise BadInput(
            "What is claimed cannot be done on this table: undo up to where it goes wrong, or correct it."
        )
    return table.desk.as_written(found, claim.reasons)


def stamped(table: Table, claim: Claim) -> Claim:
    """The claim with the rules' verdict on it."""
    verdict = weighed(table, claim).verdict
    return replace(claim, ruling=verdict.ruling, reasons=verdict.reasons)
