"""The same board from another side of the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from companion.rules.tranglar.cells import BIT, COLUMNS, RANKS, mask_of, names
from companion.table.tranglar.look import BoardLook, Piece

NEXT = {"E": "N", "N": "W", "W": "S", "S": "E"}


def turned(look: BoardLook, quarters: int) -> BoardLook:
    """The look with the board turned anticlockwise by so many quarters."""
    for _ in range(quarters % 4):
        look = BoardLook(
            tuple(map(_piece, look.pieces)),
            tuple(tuple(map(_piece, reading)) for reading in look.readings),
            names(mask_of(map(_cell, look.hidden))),
            tuple(mask_of(map(_cell, names(mask))) for mask in look.unsure),
            look.found,
            look.odds,
            names(mask_of(map(_cell, look.white_or_bare))),
        )
    return look


def turned_cells(cells: Iterable[str], quarters: int) -> tuple[str, ...]:
    """Cells of a board that is turned anticlockwise by so many quarters, by the names that they have then, in order."""
    found = list(cells)
    for _ in range(quarters % 4):
        found = list(map(_cell, found))
    return names(mask_of(found))


def turns_between(before: BoardLook, after: BoardLook) -> list[int]:
    """By how many quarters `after` may be turned anticlockwise to fit `before` best, the fewest first."""
    then = _owners(before)
    fits = [sum((then & _owners(turned(after, quarters))).values()) for quarters in range(4)]
    best = max(fits)
    return [quarters for quarters, fit in enumerate(fits) if fit == best]


def _owners(look: BoardLook) -> Counter[tuple[str, str]]:
    """What each cell shows in the likeliest reading."""
    return Counter(
        (cell, piece["owner"]) for piece in (*look.pieces, *look.readings[0]) for cell in piece["cells"]
    )


def _piece(piece: Piece) -> Piece:
    return {**piece, "cells": sorted(map(_cell, piece["cells"]), key=BIT.__getitem__)}


def _cell(name: str) -> str:
    column, rank, quarter = tuple(name)
    return f"{COLUMNS[3 - RANKS.index(rank)]}{RANKS[COLUMNS.index(column)]}{NEXT[quarter]}"
