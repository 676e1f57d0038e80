"""What the table has undone: it is not told again of what lies there all the while, or nobody could undo it."""

from __future__ import annotations

from collections.abc import Iterable

from companion.table.watch.arrivals import compared
from companion.table.zangle import events as ev
from companion.table.zangle.play import State


def undone_last(state: State) -> ev.Event | None:
    """The event that was undone last, as long as nothing else was entered since; looks that had come after it went with
    it."""
    if state.undone is None:
        return None
    before = next((node.seq for node in state.in_effect if node.seq < state.undone.seq), 0)
    done = state.undone.done
    while done is not None and done.earlier is not None and done.earlier.seq > before:
        done = done.earlier
    return None if done is None else done.event


def is_undone(undone: ev.Event | None, claim: ev.Claim) -> bool:
    """Whether a claim is the one that was undone: the same player's, of the same cards from the same places."""
    if not isinstance(undone, ev.Claim) or undone.seat != claim.seat:
        return False
    places = {taken.source for taken in (*undone.cards, *claim.cards)}
    return all(
        compared(_from(place, undone.cards), [*_from(place, claim.cards)]) == ([], []) for place in places
    )


def _from(place: str, cards: Iterable[ev.Taken]) -> Iterable[ev.Face]:
    return (taken.face for taken in cards if taken.source == place)
