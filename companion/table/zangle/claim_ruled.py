"""What the rules say of a claim, as it goes to the log."""

from __future__ import annotations

from dataclasses import replace

from companion.rules.zangle import Card, Claim, judge
from companion.table.zangle import events as ev
from companion.table.zangle.events import column_name
from companion.table.zangle.known import with_faces
from companion.table.zangle.table import Table
from companion.table.zangle.untold import asked_of


def stamped(table: Table, claim: ev.Claim) -> ev.Claim:
    """The claim with the verdict of the rules on it, and with what the table knows of its cards."""
    claim = with_faces(table, claim)
    own = {column_name(number) for number in range(1, len(table.columns) + 1)}
    cards = tuple(
        Card(taken.face.triangles, taken.face.shape, claim.seat if taken.source in own else taken.source)
        for taken in claim.cards
    )
    verdict = judge(Claim(claim.seat, table.options.profile, cards), table.options.rules)
    ruled = replace(claim, ruling=verdict.ruling, reasons=verdict.reasons)
    return replace(ruled, reasons=asked_of(table, ruled))
