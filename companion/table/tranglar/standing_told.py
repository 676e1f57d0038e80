"""What a look comes to that is turned one way: what happened since the position that the table knows, and in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.rules.tranglar.actions import Pass, parse
from companion.rules.tranglar.cells import listed, mask_of, named, names
from companion.rules.tranglar.kinds import PLAYERS
from companion.rules.tranglar.laid import Laid, laid_from
from companion.rules.tranglar.position import Position
from companion.rules.verdict import Reason, Ruling
from companion.table.tranglar.between import filled
from companion.table.tranglar.known import known_board, known_look, known_supply
from companion.table.tranglar.look import BoardLook
from companion.table.tranglar.stands import Standing, Stands, Turned
from companion.table.tranglar.told import TURNS
from companion.table.tranglar.turning import turned, turned_cells
from vision.board.sighting import UnreadPlace

Whys = Sequence[tuple[int, str]]
"""Cells, as masks, and why the reader could not tell them."""
COVERED = "Something lies over {cells}: the board is read once that is taken away."
TWO_TURNS = (
    "No single action explains what lies on {cells}: put it back, or enter the turns by hand, one by one."
)
MISSING = (
    "The table has a piece on {cells}, and the board shows none: lay it there, or undo what was entered."
)
HAND = "Take hands off the board, or tap what was played."
AGAIN = "Tap what was played, or read the board again from nearer."


def standing_told(
    position: Position, told: Mapping[str, Any], turn: int, look: BoardLook, unread: Sequence[UnreadPlace]
) -> Standing:
    """What `judge_change` told of a look that was turned by so many quarters, held against a position."""
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
        supply=None if told["supply"] == known_supply(position) else told["supply"],
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


def _new(position: Position, board: Laid) -> bool:
    """Whether a board has a piece that the table has not."""
    return not {*board.pieces()} <= {*known_board(position).pieces()}


def _turned(rows: Sequence[Mapping[str, Any]]) -> tuple[Turned, ...]:
    return tuple((mask_of(row["cells"]), row["to"]) for row in rows)


def _cells_of(reasons: Sequence[Reason]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(str(cell) for reason in reasons for cell in reason.where))


def _reason(data: Mapping[str, Any]) -> Reason:
    return Reason(data["clause"], data["says"], tuple(data["where"]))


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
