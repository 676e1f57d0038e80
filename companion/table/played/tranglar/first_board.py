"""The first look at a new game's board, on which a game may lie already."""

from __future__ import annotations

from companion.rules.tranglar.actions import PlaceNeutral
from companion.rules.tranglar.cells import names
from companion.rules.tranglar.generate import small_triangle
from companion.rules.tranglar.position import LARGE, Position, Two
from companion.rules.tranglar.stock import EACH, stock_from
from companion.rules.tranglar.supply import count
from companion.table.played.events import Claim, SetUp
from companion.table.played.news import News
from companion.table.played.table import Table
from companion.table.played.tranglar.proposal import BoardProposed
from companion.table.tranglar.look import BoardLook
from companion.table.tranglar.supplies import likely_supply
from companion.table.tranglar.turning import turned

FROM_HERE = (
    "Pieces lie on the board, and nothing has been played here: go on from this board, or clear it. What each "
    "player has left is taken from what shows."
)


def first_board(table: Table, look: BoardLook, turn: int | None) -> BoardProposed | None:
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
