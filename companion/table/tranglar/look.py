"""A look at the board as a plain value: the pieces that are certain, the ways to read the others, what is hidden."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.rules.errors import BadInput
from companion.rules.tranglar.cells import mask_of, names
from companion.rules.tranglar.laid import Laid, cells_from, laid_from

Piece = dict[str, Any]
"""`{"owner", "cells", ...}`, as `companion judge tranglar` takes it."""
MOST_READINGS = 64
_KEYS = ("pieces", "readings", "hidden", "unsure", "found")


@dataclass(frozen=True, slots=True)
class Look:
    """What one look at the board shows."""

    pieces: tuple[Piece, ...]
    """Those that every reading has."""
    readings: tuple[tuple[Piece, ...], ...]
    """The other pieces, once for each way to read the board, the likeliest first; never empty."""
    hidden: tuple[str, ...] = ()
    """Cells that something lies over, or that no piece explains: anything may be there."""
    unsure: tuple[int, ...] = ()
    """The cells, as masks, of certain pieces that may reach on under what hides others."""
    found: bool = True
    """Whether there was a board at all."""

    def boards(self) -> list[Laid]:
        """Every board that it can be. Raises BadInput for pieces that are none or overlap."""
        sure = laid_from(self.pieces)
        boards = []
        for number, reading in enumerate(self.readings, 1):
            try:
                boards.append(laid_from(reading, sure))
            except BadInput as wrong:
                raise BadInput(
                    f"Reading {number}: {wrong}" if len(self.readings) > 1 else str(wrong)
                ) from wrong
        return [board for board in boards if board.excess() is None] or boards[:1]

    def to_json(self) -> dict[str, Any]:
        """As `look_from` reads it."""
        return {
            "pieces": list(self.pieces),
            "readings": [list(reading) for reading in self.readings],
            "hidden": list(self.hidden),
            "unsure": [list(names(mask)) for mask in self.unsure],
            "found": self.found,
        }


def look_of(seen: Mapping[str, Any]) -> Look:
    """The look that a photo gives; `seen` is what `companion see --game tranglar --json` prints."""
    boards = [[_plain(piece) for piece in reading["pieces"]] for reading in seen["readings"][:MOST_READINGS]]
    if not boards:
        boards = [[_plain(piece) for piece in seen["pieces"]]]
    covered = {cell for board in boards for piece in board for cell in piece["cells"]}
    unread = [place.get("cells", ()) for place in seen["unread"]]
    hidden = tuple(sorted({cell for cells in unread for cell in cells} - covered))
    everywhere = [piece["cells"] for piece in boards[0] if all(piece in board for board in boards)]
    unsure = tuple(mask_of(cells) for cells in unread if list(cells) in everywhere)
    return look_of_boards(boards, hidden, unsure, found=seen.get("board") is not None)


def look_of_boards(
    boards: Sequence[Sequence[Piece]], hidden: tuple[str, ...], unsure: tuple[int, ...], *, found: bool
) -> Look:
    """A look from whole boards, one or more, that it can be."""
    sure = tuple(piece for piece in boards[0] if all(piece in board for board in boards[1:]))
    rest = tuple(tuple(piece for piece in board if piece not in sure) for board in boards)
    return Look(sure, rest, hidden, unsure, found)


def look_from(data: object) -> Look:
    """Read a look as a page sends it. Raises BadInput with one sentence."""
    if not isinstance(data, Mapping):
        raise BadInput("A look at the board must be an object with its pieces.")
    for key in data:
        if key not in _KEYS:
            raise BadInput(f"A look at the board has no {key!r}; use {', '.join(_KEYS)}.")
    readings = _list(data, "readings") or [[]]
    if len(readings) > MOST_READINGS:
        raise BadInput(f"There are {len(readings)} readings; give at most {MOST_READINGS}.")
    if not all(isinstance(reading, list) for reading in readings):
        raise BadInput("The readings must be a list of lists of pieces.")
    look = Look(
        tuple(_list(data, "pieces")),
        tuple(tuple(reading) for reading in readings),
        names(mask_of(_list(data, "hidden"))),
        tuple(cells_from(cells) for cells in _list(data, "unsure")),
        data.get("found", True) is not False,
    )
    look.boards()
    return look


def _list(data: Mapping[str, Any], key: str) -> list[Any]:
    value = data.get(key, [])
    if not isinstance(value, list):
        raise BadInput(f"The {key} of a look at the board must be a list.")
    return value


def _plain(piece: Mapping[str, Any]) -> Piece:
    return {"owner": piece["owner"], "cells": list(piece["cells"])}
