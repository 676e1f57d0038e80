"""What a claim that lies there waits for, in a sentence that says what to do."""

from __future__ import annotations

from companion.rules.sentences import in_a_row
from companion.rules.zangle.modes import TURN_STYLE
from companion.table.watch.claiming import drawn_early, in_hand, laid, of_no_column, strangers
from companion.table.watch.drawing import stage_of
from companion.table.watch.lying import is_read
from companion.table.watch.undone import is_undone
from companion.table.watch.watching import Watching
from companion.table.zangle import events as ev
from companion.table.zangle.table import Table

_TURN_IT = "A card in the claim zone cannot be read: turn it, and keep glare and hands off."


def waits_for(watching: Watching, table: Table) -> str | None:
    """Why nothing is told of the caller's cards yet; None where nothing keeps them, or nobody calls."""
    call = watching.call
    if (
        call is None
        or table.pending is not None
        or (table.control, stage_of(table)) != (call.seat, call.stage)
    ):
        return None
    claimed = watching.claimed(call.seat)
    told = watching.told_of(claimed.cards, call.seat)
    owners = sorted({str(moved.owner) for moved in strangers(claimed, call.seat)})
    if owners:
        whose = in_a_row(f"{name}'s" for name in owners)
        return f"A card of {whose} lies in the claim zone: take it back, and {call.seat}'s are judged."
    if call.unseen and claimed.unsure:
        return "The camera did not see cards being taken: lay all of them down, and put the others back."
    put = laid(claimed, watching.zones)
    if any(moved.guessed for moved in put):
        return _TURN_IT
    if claimed.unsure:
        return "Something covers cards that may have been taken, or two look alike: clear them."
    if of_no_column(claimed, watching.seats):
        return (
            "The camera did not see where a card lay that was laid down: put it back, and lay it down anew."
        )
    if drawn_early(table, call.seat, told):
        return f"{call.seat}'s row is not filled up: draw its cards, and what is laid down is judged."
    if not call.cleared and is_undone(watching.undone, ev.Claim(call.seat, told)):
        return "This claim was undone: put its cards back, and it is judged when they are laid down anew."
    if any(not is_read(moved.card) for moved in put):
        return _TURN_IT
    lain_s = 0.0 if watching.scene is None else watching.scene.at_s - call.since_s
    if table.mode == TURN_STYLE and claimed.cards and not put and lain_s > watching.config.patience_s:
        return f"{call.seat} has taken cards up: lay a Zangle in the claim zone, or put them back."
    if put and in_hand(claimed, put) and lain_s > watching.config.patience_s:
        return "A card of the centre lies nowhere: lay it in the claim zone, or put it back."
    return None
