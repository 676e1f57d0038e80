"""A person's word against the camera's: cells of a look that are something else than was read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from companion.rules.errors import BadInput
from companion.rules.tranglar.cells import cells_by_edge, mask_of, names
from companion.rules.tranglar.laid import OWNERS, laid_from
from companion.table.tranglar.look import BoardLook, Piece, look_of_boards


def corrected(look: BoardLook, cells: Iterable[str], owner: str | None) -> BoardLook:
    """The look with one piece of `owner` on exactly these cells, or with nothing there for None.

    Pieces that lay there are gone; what else they covered stays theirs. Ways to read the board that
    cannot be with it are ruled out. Raises BadInput where no piece has that shape, where what stays is
    none, and where the game has no such piece left.
    """
    here = mask_of(cells)
    if not here:
        raise BadInput("Choose the cells first.")
    if owner is not None and owner not in OWNERS:
        raise BadInput(f"The owner must be {', '.join(OWNERS)}, or null for none.")
    possible: dict[str, list[Piece]] = {}
    wrong: BadInput | None = None
    odds: dict[str, float] = {}
    for reading, likely in zip(look.readings, look.odds or (1.0,) * len(look.readings), strict=True):
        board = list(_edited((*look.pieces, *reading), here, owner))
        try:
            laid = laid_from(board)
            if excess := laid.excess():
                raise BadInput(excess)
        except BadInput as error:
            # Whoever tapped cells knows of no numbers that their pieces have in a list.
            cause = error.__cause__
            wrong = wrong or (cause if isinstance(cause, BadInput) else error)
            continue
        possible[str(laid)] = board
        odds[str(laid)] = odds.get(str(laid), 0.0) + likely
    if not possible:
        raise wrong or BadInput("Nothing can lie there.")
    hidden, white_or_bare = (
        tuple(name for name in named if not mask_of([name]) & here)
        for named in (look.hidden, look.white_or_bare)
    )
    return look_of_boards(
        list(possible.values()),
        hidden,
        tuple(mask for mask in look.unsure if not mask & here),
        found=True,
        odds=tuple(odds.values()),
        white_or_bare=white_or_bare,
    )


def _edited(board: Sequence[Piece], here: int, owner: str | None) -> Iterator[Piece]:
    for piece in board:
        mask = mask_of(piece["cells"])
        if not mask & here:
            yield piece
            continue
        for part in _parts(mask & ~here):
            yield {"owner": piece["owner"], "cells": list(names(part))}
    if owner is not None:
        yield {"owner": owner, "cells": list(names(here))}


def _parts(region: int) -> Iterator[int]:
    """The connected parts of a region."""
    left = region
    while left:
        part = left & -left
        while True:
            grown = part
            for both in cells_by_edge().values():
                if both & part and not both & ~region:
                    grown |= both
            if grown == part:
                break
            part = grown
        yield part
        left &= ~part
