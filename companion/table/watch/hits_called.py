"""Cards that a caller drew just before the call and that are not told yet: such a card may be what made the Zangle.

Where the caller's row misses cards, as after a Zangle of theirs, the first that come fill it up, and only what comes
beyond that is a hit.

While somebody has the centre cards go from their row to the claim zone, so that a row alone no longer shows what came
to it: what lies in the row and what of it lies in the claim zone are laid together beside what the game has there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.rules.zangle import CENTRE
from companion.table.watch.arrivals import compared, surely_drawn
from companion.table.watch.cards_drawn import waited
from companion.table.watch.claiming import laid
from companion.table.watch.drawing import stage_of
from companion.table.watch.ownership import Moved, with_more
from companion.table.watch.telling import face_of
from companion.table.watch.watching import Watching
from companion.table.watch.zangle_piles import may_be_gathered
from companion.table.watch.zones import Use
from companion.table.zangle import events as ev
from companion.table.zangle.events import Face
from companion.table.zangle.table import Table
from vision.live.things import How


def caller_drew(
    watching: Watching, table: Table, caller: str
) -> tuple[Watching, ev.Hit | ev.Replenish | None]:
    """What the caller drew and shows now, before anything is told of the claim: a row filled up, or a hit."""
    call = watching.call
    if call is None or (call.seat, call.stage) != (caller, stage_of(table)) or call.told is not None:
        return watching, None
    due = table.due(caller)
    if table.pending is not None or table.due(CENTRE) or not (due or table.pile):
        return watching, None
    if any(card.seen.card is None for card in watching.at(Use.CLAIM.value)):
        return watching, None  # It may be any card that is missed.
    down = laid(watching.claimed(caller), watching.zones)
    row = [card for card in watching.settled(caller) if card.seen.how is How.SEEN]
    piled = may_be_gathered(watching, table, caller, [card for card in row if watching.fresh(card)])
    if not (due and waited(watching, piled)):
        row = [card for card in row if card not in piled]
    # One that was drawn and laid down at once nobody saw lie in the row.
    own = [moved for moved in down if moved.owner == caller or (due and moved.owner is None)]
    faces = [*(face_of(card.seen) for card in row), *_faces(watching, own)]
    missing, more = compared(table.faces(caller) or (), faces)
    came = [faces[number] for number in more if faces[number].known]
    hidden = [*missing, *_hidden_elsewhere(watching, table, caller, down)]
    if not came or len(came) < due or not surely_drawn(came, hidden):
        return watching, None
    if not due and _strayed(watching, table, caller, missing):
        return watching, None  # What came instead was exchanged for it, and not drawn.
    # What came after the call was not among what its caller owned then.
    frozen = with_more(call.frozen, caller, [card.lying for card in row])
    first = [row[number] for number in more[: due or 1] if number < len(row)]
    event = ev.Replenish(caller) if due else ev.Hit(caller)
    return replace(watching.accounted_for(first), call=replace(call, frozen=frozen)), event


def _faces(watching: Watching, moved: Sequence[Moved]) -> list[Face]:
    """What cards of a claim show."""
    return [watching.taken(one, "").face for one in moved]


def _strayed(watching: Watching, table: Table, caller: str, missing: Sequence[Face]) -> bool:
    """Whether a card that is missed in the caller's row lies at another place where the game has none like it."""
    for place in (CENTRE, *watching.seats):
        if place != caller:
            there = [face_of(card.seen) for card in watching.at(place) if card.seen.how is How.SEEN]
            strange = [there[number] for number in compared(table.faces(place) or (), there)[1]]
            if any(face.known and face.agrees(one) for face in missing for one in strange):
                return True
    return False


def _hidden_elsewhere(watching: Watching, table: Table, caller: str, down: Sequence[Moved]) -> list[Face]:
    """The cards of the centre and of the other players that lie neither there nor in the claim zone in plain sight, or
    of which nobody knows which they are: what lies there in their stead may be another one.
    """
    hidden: list[Face] = []
    for place in (CENTRE, *watching.seats):
        if place != caller:
            hidden += [face for face in table.faces(place) or () if not face.known]
            there = [face_of(card.seen) for card in watching.at(place) if card.seen.how is How.SEEN]
            there += _faces(watching, [moved for moved in down if moved.owner == place])
            hidden += compared(table.faces(place) or (), there)[0]
    return hidden
