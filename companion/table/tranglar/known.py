"""A position that a table knows, in the words in which a look at a board and a change between two are said."""

from __future__ import annotations

from typing import Any

from companion.rules.tranglar.answer import pieces_to_json
from companion.rules.tranglar.kinds import NEUTRAL, PLAYERS, kinds, neutral_kinds
from companion.rules.tranglar.laid import Laid
from companion.rules.tranglar.position import LARGE, Position
from companion.rules.tranglar.supply import counted
from companion.table.tranglar.look import BoardLook


def known_look(position: Position) -> BoardLook:
    """The board of a position as a look that leaves nothing open."""
    pieces = tuple(
        {"owner": piece["owner"], "cells": list(piece["cells"])} for piece in pieces_to_json(position)
    )
    return BoardLook(pieces, ((),))


def known_board(position: Position) -> Laid:
    """The pieces of a position by their owners."""
    return Laid(*position.pieces, position.neutral)


def known_supply(position: Position) -> dict[str, Any]:
    """What lies beside the board, in the form of `companion judge tranglar`."""
    supply: dict[str, Any] = {
        name: {kinds()[kind].label: number for kind, number in counted(position.supply[player])}
        for player, name in enumerate(PLAYERS)
    }
    large = {neutral_kinds()[kind].name: int(kind in position.large) for kind in LARGE}
    supply[NEUTRAL] = dict(zip(PLAYERS, position.whites, strict=True)) | large
    return supply
