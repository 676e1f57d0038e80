"""A look at the board as a plain value: the pieces that are certain, the ways to read the others, what is hidden."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.rules.errors import BadInput, quoted
from companion.rules.tranglar.cells import mask_of, names
from companion.rules.tranglar.laid import Laid, cells_from, laid_from

Piece = dict[str, Any]
"""`{"owner", "cells", ...}`, as `companion judge tranglar` takes it."""
MOST_READINGS = 64
MOST_ODDS = 1e300
_KEYS = ("pieces", "readings", "hidden", "unsure", "found", "odds", "white_or_bare")


@dataclass(frozen=True, slots=True)
class BoardLook:
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
    odds: tuple[float, ...] = ()
    """How likely each reading is beside the others; empty where all are alike."""
    white_or_bare: tuple[str, ...] = ()
    """Hidden cells on which a neutral piece may lie, and no player's."""

    @property
    def dark(self) -> int:
        """The hidden cells, as a mask, on which a player's piece may lie."""
        return mask_of(self.hidden) & ~self.pale

    @property
    def pale(self) -> int:
        """The cells that are white or bare, as a mask."""
        return mask_of(self.white_or_bare)

    def possible(self) -> BoardLook:
        """The same; where there seem to be more pieces than the game has, what may reach on is taken for hidden: a
        piece that shows in part looks like a smaller one."""
        if not self.unsure or self.boards()[0].excess() is None:
            return self
        seen = tuple(piece for piece in self.pieces if mask_of(piece["cells"]) not in self.unsure)
        hidden = names(mask_of(self.hidden) | sum(self.unsure))
        return replace(self, pieces=seen, hidden=hidden, unsure=())

    def boards(self) -> list[Laid]:
        """Every board that it can be. Raises BadInput for pieces that are none or overlap."""
        return [board for board, _ in self.weighed()]

    def weighed(self) -> list[tuple[Laid, float]]:
        """Every board that it can be, and how likely each is: all together 1. Raises BadInput as `boards` does."""
        sure = laid_from(self.pieces)
        boards = []
        for number, reading in enumerate(self.readings, 1):
            try:
                boards.append(laid_from(reading, sure))
            except BadInput as wrong:
                raise BadInput(
                    f"Reading {number}: {wrong}" if len(self.readings) > 1 else str(wrong)
                ) from wrong
        weighed = list(zip(boards, self.odds or (1.0,) * len(boards), strict=True))
        weighed = [pair for pair in weighed if pair[0].excess() is None] or weighed[:1]
        # Beside the largest: odds that a page sends may be beyond what their sum can be.
        most = max(odds for _, odds in weighed)
        total = sum(odds / most for _, odds in weighed)
        return [(board, odds / most / total) for board, odds in weighed]

    def to_json(self) -> dict[str, Any]:
        """As `look_from` reads it."""
        return {
            "pieces": list(self.pieces),
            "readings": [list(reading) for reading in self.readings],
            "hidden": list(self.hidden),
            "unsure": [list(names(mask)) for mask in self.unsure],
            "found": self.found,
            "odds": list(self.odds),
            "white_or_bare": list(self.white_or_bare),
        }


def look_of(seen: Mapping[str, Any]) -> BoardLook:
    """The look that a photo gives; `seen` is what `companion see --game tranglar --json` prints."""
    open_ones = seen["readings"][:MOST_READINGS]
    boards = [[_plain(piece) for piece in reading["pieces"]] for reading in open_ones]
    odds = tuple(float(reading.get("probability", 0.0)) for reading in open_ones)
    if not boards:
        boards = [[_plain(piece) for piece in seen["pieces"]]]
    unread = [place.get("cells", ()) for place in seen["unread"]]
    everywhere = [piece for piece in boards[0] if all(piece in board for board in boards)]
    unsure = tuple(mask_of(piece["cells"]) for piece in everywhere if piece["cells"] in map(list, unread))
    # What every reading has, and is told for certain nowhere, is a guess of all of them.
    stated = [_plain(piece) for piece in seen["pieces"]]
    guesses = [piece for piece in everywhere if piece not in stated and mask_of(piece["cells"]) not in unsure]
    boards = [[piece for piece in board if piece not in guesses] for board in boards]
    covered = {cell for board in boards for piece in board for cell in piece["cells"]}
    hidden = tuple(sorted({cell for cells in unread for cell in cells} - covered))
    if not all(one > 0 for one in odds):
        odds = ()
    found = seen.get("board") is not None
    pale = {cell for place in seen["unread"] for cell in place.get("white_or_bare", ())}
    white_or_bare = tuple(cell for cell in hidden if cell in pale)
    return look_of_boards(boards, hidden, unsure, found=found, odds=odds, white_or_bare=white_or_bare)


def look_of_boards(
    boards: Sequence[Sequence[Piece]],
    hidden: tuple[str, ...],
    unsure: tuple[int, ...],
    *,
    found: bool,
    odds: tuple[float, ...] = (),
    white_or_bare: tuple[str, ...] = (),
) -> BoardLook:
    """A look from whole boards, one or more, that it can be, and how likely each is."""
    sure = tuple(piece for piece in boards[0] if all(piece in board for board in boards[1:]))
    rest = tuple(tuple(piece for piece in board if piece not in sure) for board in boards)
    return BoardLook(sure, rest, hidden, unsure, found, odds, white_or_bare)


def look_from(data: object) -> BoardLook:
    """Read a look as a page sends it. Raises BadInput with one sentence."""
    if not isinstance(data, Mapping):
        raise BadInput("A look at the board must be an object with its pieces.")
    for key in data:
        if key not in _KEYS:
            raise BadInput(f"A look at the board has no {quoted(key)}; use {', '.join(_KEYS)}.")
    readings = _list(data, "readings") or [[]]
    if len(readings) > MOST_READINGS:
        raise BadInput(f"There are {len(readings)} readings; give at most {MOST_READINGS}.")
    if not all(isinstance(reading, list) for reading in readings):
        raise BadInput("The readings must be a list of lists of pieces.")
    found = data.get("found", True)
    if not isinstance(found, bool):
        raise BadInput("found must be true or false: whether a board is seen.")
    hidden = mask_of(_list(data, "hidden"))
    look = BoardLook(
        tuple(_list(data, "pieces")),
        tuple(tuple(reading) for reading in readings),
        names(hidden),
        tuple(cells_from(cells) for cells in _list(data, "unsure")),
        found,
        _odds(data, len(readings)),
        names(mask_of(_list(data, "white_or_bare")) & hidden),
    )
    look.boards()
    return look


def _odds(data: Mapping[str, Any], readings: int) -> tuple[float, ...]:
    odds = _list(data, "odds")
    # JSON knows numbers beyond all bounds, and none that is no number; a page may send either.
    if not all(type(one) in (int, float) and 0 < one <= MOST_ODDS for one in odds):
        raise BadInput("The odds of a look at the board must be numbers above 0, and none beyond 1e300.")
    if odds and len(odds) != readings:
        raise BadInput("A look at the board must have as many odds as readings, or none.")
    return tuple(map(float, odds))


def _list(data: Mapping[str, Any], key: str) -> list[Any]:
    value = data.get(key, [])
    if not isinstance(value, list):
        raise BadInput(f"The {key} of a look at the board must be a list.")
    return value


def _plain(piece: Mapping[str, Any]) -> Piece:
    return {"owner": piece["owner"], "cells": list(piece["cells"])}
