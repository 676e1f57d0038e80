"""Boards as a camera tells them, made of the pieces that lie there."""

from __future__ import annotations

from typing import Any

from companion.table.played.tranglar.seen import PicturedBoard
from companion.table.tranglar import BoardLook
from vision.board.sighting import BoardSeen, UnreadPlace


def look(
    pieces: list[dict[str, Any]], *more: list[dict[str, Any]], hidden: tuple[str, ...] = ()
) -> BoardLook:
    """What a board shows: pieces, ways to read the rest, and cells that are hidden."""
    plain = tuple({"owner": one["owner"], "cells": one["cells"]} for one in pieces)
    return BoardLook(plain, tuple(map(tuple, more)) or ((),), hidden)


def board(
    pieces: list[dict[str, Any]], *more: list[dict[str, Any]], hidden: tuple[str, ...] = ()
) -> PicturedBoard:
    """A picture that was read so."""
    why = "Something lies over the board here: take it away and look again."
    unread = (UnreadPlace((), why, hidden),) if hidden else ()
    grid = ((0.0, 9.0), (9.0, 9.0), (9.0, 0.0), (0.0, 0.0))
    return PicturedBoard(BoardSeen((10, 10), grid, (), unread), look(pieces, *more, hidden=hidden))
