"""What is asked for at a table that nothing looks at: cards are told by hand, and there is nothing to show one to."""

from __future__ import annotations

from companion.rules.verdict import Reason, Ruling
from companion.rules.zangle import clauses
from companion.table.zangle.events import Claim, Face
from companion.table.zangle.table import Table


def asked_of(table: Table, claim: Claim) -> tuple[Reason, ...]:
    """The reasons of a claim that was judged; of cards that nobody told and no camera reads, in words for a person."""
    if claim.ruling is not Ruling.UNDECIDED or _looked_at(table):
        return claim.reasons
    return tuple(_to_tell(claim, one) for one in claim.reasons)


def _looked_at(table: Table) -> bool:
    """Whether a camera has read any card that lies open: what is told by hand leaves the table with its claim."""
    rows = (face for seat in table.seats for face in seat.row)
    tops = (column.top for column in table.columns if column.top is not None)
    return any(face != Face() for face in (*table.centre, *rows, *tops))


def _to_tell(claim: Claim, one: Reason) -> Reason:
    about = [index for index in one.where if isinstance(index, int)]
    if len(about) != 1 or claim.cards[about[0]].face.known:
        return one
    card = clauses.named(about)
    if claim.cards[about[0]].face.triangles is None:
        return Reason(
            one.clause, f"{card.capitalize()} was not told: say what it shows.", one.where, one.option
        )
    return Reason(one.clause, f"Of {card} only the colour was told: say its shape.", one.where, one.option)
