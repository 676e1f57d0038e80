"""What was played between two looks at a board, whether it was legal, and what was turned over wrongly."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.rules.errors import BadInput
from companion.rules.tranglar.actions import Pass
from companion.rules.tranglar.cells import listed, names
from companion.rules.tranglar.kinds import PLAYERS
from companion.rules.tranglar.options import Rules
from companion.rules.tranglar.stock import stock_from
from companion.table.tranglar.between import left_open
from companion.table.tranglar.change_answer import explained, unexplained
from companion.table.tranglar.doubts import doubts_of
from companion.table.tranglar.likeliest import Possible, possible_changes
from companion.table.tranglar.look import BoardLook
from companion.table.tranglar.told import out_of_turn

IN_DOUBT = "the {} cells in doubt"


def judge_change(
    before: BoardLook,
    after: BoardLook,
    *,
    to_move: str | None = None,
    supply: Mapping[str, Any] | None = None,
    supposed: bool = False,
    options: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Say which action turned one board into the other: docs/tranglar.md describes the answer.

    Without `to_move` whoever explains the change best was. Without `supply` (what was held before) it is taken from the
    board, and a ruling that hangs on it is undecided; so is one that hangs on the trapezes of a supply that is no more
    than `supposed`. Raises BadInput.
    """
    if to_move is not None and to_move not in PLAYERS:
        raise BadInput("Say who was to move: petrol or green, or leave it out.")
    if supply is not None and not isinstance(supply, Mapping):
        raise BadInput("The supply must be an object with what petrol and green hold, or be left out.")
    rules = Rules.of(options)
    if not (before.found and after.found):
        if supply is not None:
            # What is said wrongly is refused, whatever the photos show.
            stock_from(supply, before.boards()[0])
        which = "first" if not before.found else "second"
        says = f"No board is seen in the {which} photo: show its whole grid."
        return unexplained(says, before, after, supply)
    before, after = before.possible(), after.possible()
    for which, look in (("first", before), ("second", after)):
        if excess := look.boards()[0].excess():
            raise BadInput(f"The {which} board cannot be right: {excess}")
    possible = possible_changes(before, after, to_move, supply, rules, supposed=supposed)
    if not possible.explained:
        return _no_single_action(possible, before, after, supply)
    return _likeliest_action(possible, before, after, supply)


def _no_single_action(
    possible: Possible, before: BoardLook, after: BoardLook, supply: Mapping[str, Any] | None
) -> dict[str, Any]:
    """The answer where nothing explains the change. That makes nobody's action illegal: two turns may lie between the
    photos."""
    hidden = tuple(sorted({*before.hidden, *after.hidden}))
    change = possible.told[0].change
    cells = hidden or change.unexplained
    says = f"{change.says[0]} Show the board after every single turn."
    if hidden or len(possible.told) > 1:
        says = f"No single action explains the change as it was read: show {listed(cells, IN_DOUBT)}."
    return unexplained(says, before, after, supply, cells)


def _likeliest_action(
    possible: Possible, before: BoardLook, after: BoardLook, supply: Mapping[str, Any] | None
) -> dict[str, Any]:
    """The answer with what most likely happened, and why that may be in doubt."""
    first = possible.first
    open_ = left_open(first.best.action, first.before, first.after, before, after)
    if out_of_turn(first.best):
        # The turn that is missing may lie under anything that is hidden.
        open_ |= before.dark | after.dark
    hidden = names(open_)
    if hidden and isinstance(first.best.action, Pass):
        says = f"Nothing was laid that both photos show: show {listed(hidden, IN_DOUBT)}."
        return unexplained(says, before, after, supply, hidden)
    return explained(first, doubts_of(first, possible.rest, hidden, sure=possible.sure))
