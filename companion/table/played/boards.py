"""What a camera's look at a board says was played: one event to enter, or news to show and not to enter."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from companion.rules.errors import BadInput
from companion.rules.tranglar.actions import PlaceNeutral
from companion.rules.tranglar.cells import named, names
from companion.rules.tranglar.generate import small_triangle
from companion.rules.tranglar.laid import Laid
from companion.rules.tranglar.position import LARGE, Position, Two
from companion.rules.tranglar.stock import EACH, stock_from
from companion.rules.tranglar.supply import count
from companion.rules.verdict import Reason, Ruling
from companion.table.played.claims import weighed
from companion.table.played.events import Claim, SetUp
from companion.table.played.table import Table
from companion.table.tranglar.known import known_board
from companion.table.tranglar.look import BoardLook, look_of
from companion.table.tranglar.standing import standing
from companion.table.tranglar.stands import Standing, Stands
from companion.table.tranglar.supplies import likely_supply
from companion.table.tranglar.turning import turned
from vision.board.see import see_board
from vision.board.sighting import BoardSeen
from vision.photo import Pixels

GAME = "tranglar"
UNDECIDED = "Can\u2019t tell yet"
FROM_HERE = (
    "Pieces lie on the board, and nothing has been played here: go on from this board, or clear it. What each "
    "player has left is taken from what shows."
)
PASSED = "If {other} has passed, enter that first."
BY_HAND = "The table does not take what was read: enter it by hand."
TURNED = "The board is seen from another side than before."


@dataclass(frozen=True, slots=True)
class PicturedBoard:
    """A board in a picture, and the look that it gives."""

    seen: BoardSeen
    look: BoardLook
    game: str = GAME

    @property
    def size_px(self) -> tuple[int, int]:
        """Of the picture: width, height."""
        return self.seen.size_px


@dataclass(frozen=True, slots=True)
class News:
    """What was made of the board and is not entered: the table stays as it was until the players say more."""

    kind: str
    """`disputed`, `strayed`, `open`, `blind` or `begin`."""
    title: str
    says: str
    ruling: Ruling = Ruling.UNDECIDED
    reasons: tuple[Reason, ...] = ()
    seat: str | None = None
    """Whose action it seems to be."""
    move: str | None = None
    """That action, where it can be entered all the same."""
    confirm: str = ""
    """The button that enters it."""
    drawn: Mapping[str, Any] = field(default_factory=dict)
    """The action as pages draw it, with `forgotten` and `wrong`: `[{"cells", "to"}]`."""
    cells: tuple[str, ...] = ()
    """Those in doubt."""
    held: str | None = None
    """What lay beside the board then, where the table supposed something else."""
    begins: tuple[SetUp, ...] = ()
    """Games that begin with the board as it lies."""


@dataclass(frozen=True, slots=True)
class BoardProposed:
    """What a look comes to."""

    event: Claim | None = None
    """To be entered."""
    news: News | None = None
    says: str = ""
    same: bool = False
    """Whether the board is as the table has it."""
    likely_same: bool = False
    """Whether it is likeliest to be, though something is open."""
    turn: int | None = None
    """By how many quarters the board was turned."""


def look_at_board(pixels: Pixels) -> PicturedBoard:
    """The board in a picture, (height, width, 3) uint8 BGR."""
    seen = see_board(pixels)
    return PicturedBoard(seen, look_of(seen.to_json("the camera")))


def proposed_board(
    table: Table, board: PicturedBoard, *, turn: int | None = None, seams: bool = False
) -> BoardProposed:
    """What a look shows to have been played; `turn` and `seams` are as `standing` takes them. Never raises."""
    try:
        return _looked(table, board, turn, seams=seams)
    except BadInput as wrong:
        return BoardProposed(None, News("open", UNDECIDED, str(wrong)), str(wrong))


def _looked(table: Table, board: PicturedBoard, turn: int | None, *, seams: bool) -> BoardProposed:
    if not known_board(table.position).neutral and (first := _first(table, board.look, turn)) is not None:
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
        claim = Claim(str(table.on_turn), str(one.action), held=_held(table, one))
        ended = weighed(table, claim).after
        if ended is None or one.board is None:
            return BoardProposed(None, News("open", UNDECIDED, BY_HAND), BY_HAND, turn=one.turn)
        if not (left := _otherwise(known_board(ended.position), one.board)):
            return BoardProposed(claim, turn=one.turn)
        # Of several trapped trapezes others gave way than the table has.
        one = replace(one, stands=Stands.DISPUTED, ruling=Ruling.LEGAL, wrong=left, says=_turn_to(left))
    news = _news(table, one)
    return BoardProposed(None, news, news.says, likely_same=not one.moved, turn=one.turn)


def _otherwise(should: Laid, lies: Laid) -> tuple[tuple[int, str], ...]:
    """Pieces that show another colour than they should, and the right one."""
    return tuple((mask, owner) for owner, mask in should.pieces() if (owner, mask) not in lies.pieces())


def _turn_to(pieces: Sequence[tuple[int, str]]) -> str:
    return " ".join(f"The piece on {named(mask)} has to show {colour}." for mask, colour in pieces)


# --- news -----------------------------------------------------------------------------------------------


def _news(table: Table, one: Standing) -> News:
    if one.stands in (Stands.OPEN, Stands.COVERED, Stands.BLIND):
        kind = "blind" if one.stands is Stands.BLIND else "open"
        news = News(kind, UNDECIDED, one.says, reasons=one.reasons, cells=one.cells)
        if one.action is None or one.stands is not Stands.OPEN:
            return news
        return _confirmed(news, table, one, "Enter it so")
    if one.stands is Stands.STRAYED:
        return News(
            "strayed",
            "Wrong colour",
            f"Nothing was laid. {one.says}",
            Ruling.ILLEGAL,
            drawn={"forgotten": _rows(one.forgotten), "wrong": _rows(one.wrong)},
        )
    news = News("disputed", _title(one), _dispute(table, one), Ruling.ILLEGAL, one.reasons)
    if one.ruling is Ruling.ILLEGAL:
        return _confirmed(news, table, one, "Enter it as wrong")
    return _confirmed(news, table, one, "Enter it all the same")


def _title(one: Standing) -> str:
    if one.ruling is Ruling.ILLEGAL:
        return "Not allowed"
    if one.forgotten and one.wrong:
        return "Turned wrongly"
    return "Not turned over" if one.forgotten else "Turned wrongly"


def _dispute(table: Table, one: Standing) -> str:
    passed = f" {PASSED.format(other=table.on_turn)}" if one.by != table.position.to_move else ""
    return f"{_says(table, one)} {one.says}{passed} Nothing is entered yet."


def _says(table: Table, one: Standing) -> str:
    by = table.position.to_move if one.by is None else one.by
    return f"{table.names[by]} {table.desk.says(one.action, table.names)}."


def _confirmed(news: News, table: Table, one: Standing, words: str) -> News:
    """The same with the action drawn, and with a button that enters it where it is that player's turn."""
    position: Position = table.position
    by = position.to_move if one.by is None else one.by
    drawn = table.desk.drawn(replace(position, to_move=by), one.action)
    drawn = {**drawn, "forgotten": _rows(one.forgotten), "wrong": _rows(one.wrong)}
    news = replace(news, seat=table.names[by], drawn=drawn)
    if news.kind == "open":
        news = replace(news, says=f"Perhaps {_says(table, one)} {news.says}")
    if by != position.to_move or news.drawn["taken"] == news.drawn["laid"] == []:
        return news
    return replace(news, move=str(one.action), confirm=words, held=_held(table, one))


def _held(table: Table, one: Standing) -> str | None:
    """The position before with what lay beside the board, where that was not what the table supposed."""
    if one.supply is None or one.board is None:
        return None
    position: Position = table.position
    stock = stock_from(one.supply, known_board(position))
    return str(table.desk.game.to_line(replace(position, supply=stock.supply)))


def _rows(pieces: Sequence[tuple[int, str]]) -> list[dict[str, Any]]:
    return [{"cells": list(names(mask)), "to": colour} for mask, colour in pieces]


# --- the first look at a new game's board ---------------------------------------------------------------


def _first(table: Table, look: BoardLook, turn: int | None) -> BoardProposed | None:
    """What lies on the board of a game in which nothing was laid yet, where that is certain and not a single piece."""
    if not look.found or look.hidden or len(look.readings) > 1:
        return None
    quarters = turn or 0
    laid = turned(look, quarters).boards()[0]
    if len(laid.neutral) + len(laid.petrol) + len(laid.green) < 2 or laid.excess():
        return None
    if sorted(laid.large) != sorted(LARGE):
        return None
    if not laid.petrol and not laid.green and not laid.whites:
        # Both large ones at once: whose is whose comes to the same.
        return BoardProposed(Claim(str(table.on_turn), str(PlaceNeutral(laid.neutral[0]))), turn=quarters)
    stock = stock_from(likely_supply(laid), laid)
    whites = _whites_left(stock.supply, laid.whites)
    position = Position((laid.petrol, laid.green), laid.neutral, stock.supply, whites, (), 0)
    line = table.desk.game.to_line(position)
    begins = tuple(
        SetUp(table.game, table.names, options=table.options, first=name, position=line)
        for name in table.names
    )
    if table.results:
        begins = ()
    drawn = {"laid": [{"owner": owner, "cells": list(names(mask))} for owner, mask in laid.pieces()]}
    news = News("begin", "A board to go on with", FROM_HERE, drawn=drawn, begins=begins)
    return BoardProposed(None, news, news.says, turn=quarters)


def _whites_left(supply: Two, laid: int) -> Two:
    """The small neutral triangles that each player has left, of whom so many were laid.

    Only who has no small triangle left may lay one; where that is said of both or of nobody, they took turns.
    """
    left = [EACH, EACH]
    may = [not count(held, small_triangle()) for held in supply]
    for _ in range(laid):
        left[max((0, 1), key=lambda player: (left[player] > 0, may[player], left[player]))] -= 1
    return left[0], left[1]
