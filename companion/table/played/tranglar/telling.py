"""What players are told of a board that nothing is entered of: what is open, what is wrong, what is disputed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from companion.rules.tranglar.cells import names
from companion.rules.tranglar.position import Position
from companion.rules.tranglar.stock import stock_from
from companion.rules.verdict import Ruling
from companion.table.played.news import News
from companion.table.played.table import Table
from companion.table.tranglar.known import known_board
from companion.table.tranglar.stands import Standing, Stands

UNDECIDED = "Can\u2019t tell yet"
PASSED = "If {other} has passed, enter that first."


def news_of(table: Table, one: Standing) -> News:
    """What players have to know of a board that is not as one right action would leave it."""
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
    return replace(news, move=str(one.action), confirm=words, held=held_of(table, one))


def held_of(table: Table, one: Standing) -> str | None:
    """The position before with what lay beside the board, where that was not what the table supposed."""
    if one.supply is None or one.board is None:
        return None
    position: Position = table.position
    stock = stock_from(one.supply, known_board(position))
    return str(table.desk.game.to_line(replace(position, supply=stock.supply)))


def _rows(pieces: Sequence[tuple[int, str]]) -> list[dict[str, Any]]:
    return [{"cells": list(names(mask)), "to": colour} for mask, colour in pieces]
