"""What a camera's look at a board says was played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.rules.errors import BadInput
from companion.rules.tranglar.cells import named
from companion.rules.tranglar.laid import Laid
from companion.rules.verdict import Ruling
from companion.table.played.claims import weighed
from companion.table.played.events import Claim
from companion.table.played.news import News
from companion.table.played.table import Table
from companion.table.played.tranglar.first_board import first_board
from companion.table.played.tranglar.proposal import BoardProposed
from companion.table.played.tranglar.seen import PicturedBoard
from companion.table.played.tranglar.telling import UNDECIDED, held_of, news_of
from companion.table.tranglar.known import known_board
from companion.table.tranglar.standing import standing
from companion.table.tranglar.stands import Standing, Stands

BY_HAND = "The table does not take what was read: enter it by hand."
TURNED = "The board is seen from another side than before."


def proposed_board(
    table: Table, board: PicturedBoard, *, turn: int | None = None, seams: bool = False
) -> BoardProposed:
    """What a look shows to have been played; `turn` and `seams` are as `standing` takes them. Never raises."""
    try:
        return _looked(table, board, turn, seams=seams)
    except BadInput as wrong:
        return BoardProposed(None, News("open", UNDECIDED, str(wrong)), str(wrong))


def _looked(table: Table, board: PicturedBoard, turn: int | None, *, seams: bool) -> BoardProposed:
    if (
        not known_board(table.position).neutral
        and (first := first_board(table, board.look, turn)) is not None
    ):
        return first
    options = dict(table.options)
    one = standing(
        table.position,
        board.look,
        board.seen.unread,
        turn=turn,
        seams=seams,
        supposed=table.supposed,
        options=options,
    )
    found = _proposed(table, one)
    if turn is not None and one.turn is not None and one.turn != turn and found.says:
        return replace(found, says=f"{TURNED} {found.says}")
    return found


def _proposed(table: Table, one: Standing) -> BoardProposed:
    if one.stands is Stands.SAME:
        return BoardProposed(same=True, turn=one.turn)
    if one.stands is Stands.PLAYED:
        claim = Claim(str(table.on_turn), str(one.action), held=held_of(table, one))
        ended = weighed(table, claim).after
        if ended is None or one.board is None:
            return BoardProposed(None, News("open", UNDECIDED, BY_HAND), BY_HAND, turn=one.turn)
        if not (left := _otherwise(known_board(ended.position), one.board)):
            return BoardProposed(claim, turn=one.turn)
        # Of several trapped trapezes others gave way than the table has.
        one = replace(one, stands=Stands.DISPUTED, ruling=Ruling.LEGAL, wrong=left, says=_turn_to(left))
    news = news_of(table, one)
    return BoardProposed(None, news, news.says, likely_same=not one.moved, turn=one.turn)


def _otherwise(should: Laid, lies: Laid) -> tuple[tuple[int, str], ...]:
    """Pieces that show another colour than they should, and the right one."""
    return tuple((mask, owner) for owner, mask in should.pieces() if (owner, mask) not in lies.pieces())


def _turn_to(pieces: Sequence[tuple[int, str]]) -> str:
    return " ".join(f"The piece on {named(mask)} has to show {colour}." for mask, colour in pieces)
