"""How a board that was looked at stands to the position that a table knows: the same, an action on, disputed, open.

A certain break outranks a doubt, and a doubt outranks a pass; what is not certain is never told as played.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any

from companion.rules.tranglar.actions import Action, Pass, Place, PlaceNeutral, Replace, parse
from companion.rules.tranglar.cells import listed, mask_of, named, names
from companion.rules.tranglar.kinds import PLAYERS
from companion.rules.tranglar.laid import Laid, laid_from
from companion.rules.tranglar.options import Rules
from companion.rules.tranglar.position import Position
from companion.rules.tranglar.several_turns import several_turns
from companion.rules.verdict import Reason, Ruling
from companion.table.tranglar.between import filled
from companion.table.tranglar.change import judge_change
from companion.table.tranglar.known import known_board, known_look, known_supply
from companion.table.tranglar.look import Look
from companion.table.tranglar.told import TURNS
from companion.table.tranglar.turning import turned, turned_cells, turns_between
from vision.board.sighting import UnreadPlace

Whys = Sequence[tuple[int, str]]
"""Cells, as masks, and why the reader could not tell them."""
Turned = tuple[int, str]
"""A piece's cells, as a mask, and the colour that it should show."""


class Stands(Enum):
    """How the board stands to the table."""

    SAME = "same"
    """As the table has it."""
    PLAYED = "played"
    """One legal action on, with everything turned over that had to be, and nothing else."""
    DISPUTED = "disputed"
    """One action on that is not legal, or after which pieces show the wrong colour."""
    STRAYED = "strayed"
    """Nothing was laid, and pieces show another colour than the table has."""
    OPEN = "open"
    """It cannot be told."""
    COVERED = "covered"
    """As the table has it, as far as it shows."""
    BLIND = "blind"
    """No board is seen, or nothing of it can be read."""


@dataclass(frozen=True, slots=True)
class Standing:
    """What a look comes to."""

    stands: Stands
    says: str
    """In sentences for the players; empty where the board is as the table has it."""
    turn: int | None = None
    """By how many quarters the look had to be turned; None where that did not show."""
    action: Action | None = None
    by: int | None = None
    """Who did it: 0 petrol, 1 green."""
    ruling: Ruling = Ruling.UNDECIDED
    reasons: tuple[Reason, ...] = ()
    forgotten: tuple[Turned, ...] = ()
    """What has to be turned over yet, or was laid with the wrong side up."""
    wrong: tuple[Turned, ...] = ()
    """What was turned over and has to be turned back."""
    cells: tuple[str, ...] = ()
    """Those in doubt."""
    board: Laid | None = field(default=None, compare=False)
    """The likeliest board as it was read, turned to the table's a1."""
    moved: bool = field(default=True, compare=False)
    """Whether that board differs from the table's."""


NOTHING_SEEN = "No board is seen: show its whole grid from above, in even light."
COVERED = "Something lies over {cells}: the board is read once that is taken away."
TWO_TURNS = (
    "No single action explains what lies on {cells}: put it back, or enter the turns by hand, one by one."
)
UNORIENTED = "Show a large neutral piece where it lies: it tells which side the board is seen from."
MISSING = (
    "The table has a piece on {cells}, and the board shows none: lay it there, or undo what was entered."
)
HAND = "Take hands off the board, or tap what was played."
AGAIN = "Tap what was played, or read the board again from nearer."
MOST_TURNS = 3
"""So many may have been played since the table was last read."""


def standing(
    position: Position,
    look: Look,
    unread: Sequence[UnreadPlace] = (),
    *,
    turn: int | None = None,
    seams: bool = False,
    options: Mapping[str, bool] | None = None,
) -> Standing:
    """Hold a look against a position. `unread` are the places that the reader could not tell, with its reasons.

    `turn` is by how many quarters the last look was turned, where there was one: what fits as well so is taken so.
    `seams` says that an earlier look showed every seam where the table has it: only then a piece that was replaced by
    others of its colour is told, for a seam that is read wrongly looks the same. Raises BadInput for no look at all.
    """
    if (why := _blind(look, unread)) is not None:
        return Standing(Stands.BLIND, why)
    if (excess := look.possible().boards()[0].excess()) is not None:
        return Standing(Stands.OPEN, f"{excess} {AGAIN}")
    then = known_look(position)
    asked: dict[str, Any] = {
        "to_move": PLAYERS[position.to_move],
        "supply": known_supply(position),
        "options": dict(options or {}),
    }
    found = [
        _told(position, judge_change(then, turned(look, quarters), **asked), quarters, look, unread)
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


def _is_oriented(position: Position, look: Look) -> bool:
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


def _blind(look: Look, unread: Sequence[UnreadPlace]) -> str | None:
    """Why nothing of a board can be read, in the reader's own words; None where something can."""
    if not look.found:
        return next((place.why for place in unread), NOTHING_SEEN)
    whole = [place.why for place in unread if len(place.cells) == 64]
    return whole[0] if whole and not look.pieces and not any(look.readings) else None


# --- which side the board is seen from ----------------------------------------------------------------


def _turns(position: Position, then: Look, look: Look, last: int | None) -> list[int]:
    """The ways to turn a look that may be the table's: the last one as long as it fits as well as any other."""
    fitting = turns_between(then, look)
    if last is None:
        return fitting
    if last in fitting or not all(_keeps_neutrals(position, turned(look, quarters)) for quarters in fitting):
        # Large neutral pieces stay where they are: a board that does not show them tells nothing of a turn.
        return [last]
    return fitting


def _keeps_neutrals(position: Position, look: Look) -> bool:
    return {*position.neutral} <= {*look.boards()[0].neutral}


# --- what it comes to -----------------------------------------------------------------------------------


def _told(
    position: Position, told: Mapping[str, Any], turn: int, look: Look, unread: Sequence[UnreadPlace]
) -> Standing:
    # What is hidden is as it was, as far as that can be.
    _, board = filled(
        known_board(position), laid_from(told["after"]), known_look(position), turned(look, turn)
    )
    reasons = tuple(_reason(reason) for reason in told["reasons"])
    moved = board != known_board(position)
    one = Standing(Stands.OPEN, "", turn, reasons=reasons, board=board, moved=moved)
    whys = [(mask_of(turned_cells(place.cells, turn)), place.why) for place in unread]
    if told["action"] is None:
        several = len(look.readings) > 1
        return _unexplained(position, one, turned_cells(look.hidden, turn), whys, several=several)
    one = replace(
        one,
        action=parse(told["action"]),
        by=position.to_move if told["by"] is None else PLAYERS.index(told["by"]),
        ruling=Ruling(told["ruling"]),
        forgotten=_turned(told["forgotten"]),
        wrong=_turned(told["wrong"]),
    )
    return _explained(one, whys)


def _unexplained(
    position: Position, one: Standing, hidden: tuple[str, ...], whys: Whys, *, several: bool
) -> Standing:
    """What no action explains: nothing happened as far as it shows, or it cannot be read, or it is more than one."""
    if not one.moved and hidden:
        return replace(one, stands=Stands.COVERED, says=_covered(mask_of(hidden), whys), cells=hidden)
    odd = names(0 if one.board is None else known_board(position).differing(one.board))
    cells = _cells_of(one.reasons) or odd
    if hidden or several:
        return replace(one, says=_open(cells, whys), cells=cells)
    says = TWO_TURNS if one.board is None or _new(position, one.board) else MISSING
    return replace(one, says=says.format(cells=listed(odd)), cells=odd, reasons=())


def _explained(one: Standing, whys: Whys) -> Standing:
    """What an action explains, as it is ruled; passing is no action that a board shows."""
    if one.ruling is Ruling.UNDECIDED:
        doubts = tuple(reason for reason in one.reasons if reason.clause == TURNS) or one.reasons
        cells = _cells_of(doubts)
        return replace(one, says=_open(cells, whys, doubts), cells=cells, reasons=doubts)
    if isinstance(one.action, Pass):
        strayed = bool(one.forgotten or one.wrong)
        one = replace(one, action=None, by=None, reasons=())
        return (
            replace(one, stands=Stands.STRAYED, says=_to_show(one))
            if strayed
            else replace(one, stands=Stands.SAME)
        )
    if one.ruling is Ruling.ILLEGAL:
        says = " ".join(dict.fromkeys(reason.says for reason in one.reasons))
        return replace(one, stands=Stands.DISPUTED, says=says)
    if one.forgotten or one.wrong:
        return replace(one, stands=Stands.DISPUTED, says=_to_turn(one))
    return replace(one, stands=Stands.PLAYED)


def _oddness(position: Position, one: Standing) -> tuple[bool, bool, int, int]:
    moved = 0 if one.board is None else known_board(position).differing(one.board).bit_count()
    wrong = len(one.forgotten) + len(one.wrong)
    unexplained = one.action is None and one.stands not in (Stands.SAME, Stands.STRAYED)
    return unexplained, one.ruling is Ruling.ILLEGAL and one.action is not None, wrong, moved


def _new(position: Position, board: Laid) -> bool:
    """Whether a board has a piece that the table has not."""
    return not {*board.pieces()} <= {*known_board(position).pieces()}


def _turned(rows: Sequence[Mapping[str, Any]]) -> tuple[Turned, ...]:
    return tuple((mask_of(row["cells"]), row["to"]) for row in rows)


def _cells_of(reasons: Sequence[Reason]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(str(cell) for reason in reasons for cell in reason.where))


def _reason(data: Mapping[str, Any]) -> Reason:
    return Reason(data["clause"], data["says"], tuple(data["where"]))


# --- in words -------------------------------------------------------------------------------------------


def _to_turn(one: Standing) -> str:
    over = [f"Turn {named(mask)} over to {colour}." for mask, colour in one.forgotten]
    back = [f"Turn {named(mask)} back to {colour}." for mask, colour in one.wrong]
    return " ".join((*over, *back))


def _to_show(one: Standing) -> str:
    """Where nothing tells whether a piece was turned wrongly now, or not turned over before."""
    pieces = (*one.forgotten, *one.wrong)
    return " ".join(
        f"The piece on {named(mask)} has to show {colour}: turn it over." for mask, colour in pieces
    )


def _covered(hidden: int, whys: Whys) -> str:
    return f"{_whys(hidden, whys) or COVERED.format(cells=listed(names(hidden)))} {HAND}"


def _whys(cells: int, whys: Whys) -> str:
    """What the reader says of some cells, each reason once with the cells that it is about."""
    found: dict[str, int] = {}
    for mask, why in whys:
        if mask & cells:
            found[why] = found.get(why, 0) | mask
    return " ".join(f"{listed(names(mask))}: {why}" for why, mask in list(found.items())[:2])


def _open(where: Sequence[str], whys: Whys, doubts: Sequence[Reason] = ()) -> str:
    """Why it is open: what the reader says of the cells in doubt, else what the rules ask; and what to do."""
    read = _whys(mask_of(where), whys)
    asked = " ".join(dict.fromkeys(reason.says for reason in doubts[:1]))
    return f"{read or asked or f'{listed(where)} cannot be told.'} {AGAIN}"
