"""Which pieces on a board are trapped, as far as what was seen of it tells."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from companion.rules.tranglar import judge_json
from companion.rules.tranglar.cells import named, names
from companion.rules.tranglar.kinds import PLAYERS, Spot, spot_at, spots
from companion.rules.tranglar.laid import Laid
from companion.rules.tranglar.position import Masks
from companion.rules.tranglar.trapping import touched
from companion.rules.verdict import Reason
from companion.table.tranglar.look import BoardLook

TRAPPED = "tranglar/trapped"
NO_BOARD = "No board is seen: show its whole grid from above, in even light."
NOTHING_READ = "Nothing on the board can be read for certain: come closer, uncover it, or give it more light."


def judge_board(look: BoardLook, options: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Who is trapped, as `companion judge tranglar` answers without an action, with `hidden` beside it.

    Undecided where the readings differ in it, and where what is hidden may trap a piece or be trapped; `trapped` then
    holds what is certain all the same. Raises BadInput for a look that is none.
    """
    if not look.found:
        reason = Reason(TRAPPED, NO_BOARD)
        return {**_empty(), "ruling": "undecided", "reasons": [reason.to_json()], "hidden": []}
    look = look.possible()
    asked = {"pieces": look.pieces, "readings": [list(reading) for reading in look.readings]}
    verdict = judge_json({**asked, "options": dict(options or {})})
    doubts = list(dict.fromkeys(reason for laid in look.boards() for reason in _doubts(laid, look)))
    if doubts:
        kept = verdict["reasons"] if verdict["ruling"] == "undecided" else []
        open_ones = {reason.where for reason in doubts}
        trapped = [one for one in verdict["trapped"] if tuple(one["cells"]) not in open_ones]
        reasons = [*kept, *(one.to_json() for one in doubts)]
        verdict = {**verdict, "ruling": "undecided", "reasons": reasons, "trapped": trapped}
    return {**verdict, "hidden": list(look.hidden)}


def _empty() -> dict[str, Any]:
    return judge_json({"pieces": [], "readings": [[]]})


def _doubts(laid: Laid, look: BoardLook) -> Iterator[Reason]:
    """A reason for every piece that is trapped or not, depending on what is hidden, and for what may lie trapped there;
    neutral pieces trap nobody."""
    hidden = look.dark
    if not hidden:
        return
    if not any((*laid.petrol, *laid.green, *laid.neutral)):
        yield Reason(TRAPPED, NOTHING_READ, look.hidden)
    sides = (laid.petrol, laid.green)
    for player, masks in enumerate(sides):
        opponent = sum(sides[1 - player])
        for mask in masks:
            spot = spot_at(mask)
            ways = _reaching(mask, hidden) if mask in look.unsure else [spot]
            if len(ways) > 1:
                if any(_may_be_trapped(way, opponent, hidden) for way in ways):
                    says = f"How far the piece on {named(mask)} reaches decides whether it is trapped: uncover it."
                    yield Reason(TRAPPED, says, names(mask))
            elif touched(spot, opponent) < spot.needs <= touched(spot, opponent | hidden):
                where = names(_hiding(spot, opponent, hidden))
                says = (
                    f"{PLAYERS[player].capitalize()}'s piece on {named(mask)} is trapped or not, depending on "
                    f"{', '.join(where)}: uncover {'it' if len(where) == 1 else 'them'}."
                )
                yield Reason(TRAPPED, says, where)
    if lying := _perhaps_trapped(sides, hidden):
        where = names(lying)
        it = "it" if len(where) == 1 else "them"
        yield Reason(TRAPPED, f"A piece on {', '.join(where)} may be trapped: uncover {it}.", where)


def _reaching(mask: int, hidden: int) -> list[Spot]:
    """The pieces that one which shows on these cells may be, as far as it may reach on over hidden ones."""
    return [spot for own, spot in spots().items() if own & mask == mask and not own & ~(mask | hidden)]


def _may_be_trapped(spot: Spot, opponent: int, hidden: int) -> bool:
    return touched(spot, opponent | hidden & ~spot.mask) >= spot.needs


def _perhaps_trapped(sides: tuple[Masks, Masks], hidden: int) -> int:
    """The hidden cells of all pieces that may lie there and be trapped."""
    found = 0
    for mask, spot in spots().items():
        if not mask & ~hidden and any(_may_be_trapped(spot, sum(own), hidden) for own in sides):
            found |= mask
    return found


def _hiding(spot: Spot, opponent: int, hidden: int) -> int:
    """The hidden cells beyond sides that nothing seen touches."""
    found = 0
    for beyond in spot.beyond:
        if not beyond & opponent:
            found |= beyond & hidden
    return found
