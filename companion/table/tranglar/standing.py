"""How a board that was looked at stands to the position that a table knows: the same, an action on, disputed, open.

A certain break outranks a doubt, and a doubt outranks a pass; what is not certain is never told as played.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.rules.tranglar.actions import Place, PlaceNeutral, Replace
from companion.rules.tranglar.cells import listed, names
from companion.rules.tranglar.kinds import PLAYERS
from companion.rules.tranglar.options import Rules
from companion.rules.tranglar.position import Position
from companion.rules.tranglar.several_turns import several_turns
from companion.rules.verdict import Ruling
from companion.table.tranglar.change import judge_change
from companion.table.tranglar.known import known_board, known_look, known_supply
from companion.table.tranglar.look import BoardLook
from companion.table.tranglar.standing_told import AGAIN, TWO_TURNS, standing_told
from companion.table.tranglar.stands import Standing, Stands
from companion.table.tranglar.turning import turned, turns_between
from vision.board.sighting import UnreadPlace

NOTHING_SEEN = "No board is seen: show its whole grid from above, in even light."
UNORIENTED = "Show a large neutral piece where it lies: it tells which side the board is seen from."
MOST_TURNS = 3
"""So many may have been played since the table was last read."""


def standing(
    position: Position,
    look: BoardLook,
    unread: Sequence[UnreadPlace] = (),
    *,
    turn: int | None = None,
    seams: bool = False,
    supposed: bool = False,
    options: Mapping[str, bool] | None = None,
) -> Standing:
    """Hold a look against a position. `unread` are the places that the reader could not tell, with its reasons.

    `turn` is by how many quarters the last look was turned, where there was one: what fits as well so is taken so.
    `seams` says that an earlier look showed every seam where the table has it: only then a piece that was replaced by
    others of its colour is told, for a seam that is read wrongly looks the same. `supposed` says that the position's
    supplies are no more than that. Raises BadInput for no look at all.
    """
    if (why := _blind(look, unread)) is not None:
        return Standing(Stands.BLIND, why)
    if (excess := look.possible().boards()[0].excess()) is not None:
        return Standing(Stands.OPEN, f"{excess} {AGAIN}")
    then = known_look(position)
    asked: dict[str, Any] = {
        "to_move": PLAYERS[position.to_move],
        "supply": known_supply(position),
        "supposed": supposed,
        "options": dict(options or {}),
    }
    found = [
        standing_told(position, judge_change(then, turned(look, quarters), **asked), quarters, look, unread)
        for quarters in _turns(position, then, look, turn)
    ]
    best = min(found, key=lambda one: _oddness(position, one))
    if _may_be_several(position, best, Rules.of(options)):
        cells = names(known_board(position).differing(best.board)) if best.board else ()
        return Standing(
            Stands.OPEN, TWO_TURNS.format(cells=listed(cells)), best.turn, cells=cells, board=best.board
        )
    if best.stands in _CERTAIN and not _is_oriented(position, turned(look, best.turn or 0)):
        return replace(
            best, stands=Stands.OPEN, says=UNORIENTED, action=None, ruling=Ruling.UNDECIDED, reasons=()
        )
    return best if seams else _asked(best)


_CERTAIN = (Stands.PLAYED, Stands.DISPUTED, Stands.STRAYED)


def _is_oriented(position: Position, look: BoardLook) -> bool:
    """Whether one of the large neutral pieces, which stay where they are, shows which side the board is seen from."""
    large = {mask for mask in position.neutral if mask.bit_count() > 1}
    return not large or bool(large & {*look.boards()[0].neutral})


def _may_be_several(position: Position, one: Standing, rules: Rules) -> bool:
    """Whether what seems to be wrong may as well be several turns, each legal, of which the table knows none."""
    if one.board is None or one.stands not in (Stands.DISPUTED, Stands.STRAYED):
        return False
    if one.by == position.other and not isinstance(one.action, Place | PlaceNeutral):
        # Of what is exchanged twice the first time leaves no trace.
        return True
    return any(True for _ in several_turns(position, one.board, rules, MOST_TURNS))


def _asked(one: Standing) -> Standing:
    """The same, with pieces that seem to be replaced asked for: nothing but seams tells of it."""
    if not isinstance(one.action, Replace) or one.stands not in (Stands.PLAYED, Stands.DISPUTED):
        return one
    cells = names(sum(one.action.remove))
    says = f"{listed(cells)}: the seams alone tell that pieces were replaced here. {AGAIN}"
    return replace(one, stands=Stands.OPEN, says=says, ruling=Ruling.UNDECIDED, cells=cells)


def _blind(look: BoardLook, unread: Sequence[UnreadPlace]) -> str | None:
    """Why nothing of a board can be read, in the reader's own words; None where something can."""
    if not look.found:
        return next((place.why for place in unread), NOTHING_SEEN)
    whole = [place.why for place in unread if len(place.cells) == 64]
    return whole[0] if whole and not look.pieces and not any(look.readings) else None


def _turns(position: Position, then: BoardLook, look: BoardLook, last: int | None) -> list[int]:
    """The ways to turn a look that may be the table's: the last one as long as it fits as well as any other."""
    fitting = turns_between(then, look)
    if last is None:
        return fitting
    if last in fitting or not all(_keeps_neutrals(position, turned(look, quarters)) for quarters in fitting):
        # Large neutral pieces stay where they are: a board that does not show them tells nothing of a turn.
        return [last]
    return fitting


def _keeps_neutrals(position: Position, look: BoardLook) -> bool:
    return {*position.neutral} <= {*look.boards()[0].neutral}


def _oddness(position: Position, one: Standing) -> tuple[bool, bool, int, int]:
    moved = 0 if one.board is None else known_board(position).differing(one.board).bit_count()
    wrong = len(one.forgotten) + len(one.wrong)
    unexplained = one.action is None and one.stands not in (Stands.SAME, Stands.STRAYED)
    return unexplained, one.ruling is Ruling.ILLEGAL and one.action is not None, wrong, moved
