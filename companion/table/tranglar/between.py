"""What one of two photos tells of what the other hides.

A turn does one thing. It never bares a cell, and a neutral piece stays as it lies. So what one photo shows bare or
neutral was, or is, the same in the other, if something else was laid that both show.
"""

from __future__ import annotations

from companion.rules.tranglar.actions import Action, Pass, Swap
from companion.rules.tranglar.cells import FULL, mask_of
from companion.rules.tranglar.laid import Laid
from companion.rules.tranglar.position import LARGE, Masks
from companion.table.tranglar.look import BoardLook


def filled(then: Laid, now: Laid, before: BoardLook, after: BoardLook) -> tuple[Laid, Laid]:
    """Both boards, each with the pieces that the other one has on cells that are hidden in this one's look."""
    return _with(then, now, before), _with(now, then, after)


def _with(laid: Laid, other: Laid, look: BoardLook) -> Laid:
    """A board with another one's pieces on what its own look hides, and with those that reach under it as they are
    there, if the game has so many."""

    def both(own: Masks, others: Masks, hidden: int) -> Masks:
        seen = set(own)
        for mask in others:
            reaching = {part for part in seen & {*look.unsure} if part & mask == part}
            if not mask & ~(hidden | sum(reaching)):
                seen = seen - reaching | {mask}
        return tuple(sorted(seen))

    whole = Laid(
        both(laid.petrol, other.petrol, look.dark),
        both(laid.green, other.green, look.dark),
        both(laid.neutral, other.neutral, look.dark | look.pale),
    )
    return laid if whole.excess() else whole


def left_open(action: Action, then: Laid, now: Laid, before: BoardLook, after: BoardLook) -> int:
    """The hidden cells, as a mask, on which it hangs whether this action turned one filled board into the other.

    All, where nothing was laid that both show whole, for something may have been laid on them, and where the game may
    not have begun or be over. Else those of which neither photo tells that they are bare or neutral, unless no player's
    piece can lie there, and those on which a piece was laid, which had to be free.
    """
    veiled, still = mask_of(before.hidden), mask_of(after.hidden)
    players, players_now = (sum((*laid.petrol, *laid.green)) for laid in (then, now))
    full = players | sum(then.neutral) | veiled == FULL
    new = {*now.petrol, *now.green} - {*then.petrol, *then.green}
    whole = not isinstance(action, Pass | Swap) and not new & {*after.unsure}
    if not whole or full or len(then.large) < len(LARGE):
        return veiled | still
    laid = sum(new)
    # What is white or bare in one photo has no player's piece in the other either, unless that was laid.
    known, known_now = ~(before.dark | players), ~(after.dark | players_now)
    return before.dark & ~known_now | after.dark & ~known | veiled & laid
