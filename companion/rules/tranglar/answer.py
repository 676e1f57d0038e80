"""A verdict as JSON, with the position as it ends and what to check by eye."""

from __future__ import annotations

from typing import Any

from companion.rules.tranglar.actions import Place
from companion.rules.tranglar.cells import names
from companion.rules.tranglar.judging import TranglarVerdict
from companion.rules.tranglar.kinds import NEUTRAL, PLAYERS, spot_at
from companion.rules.tranglar.laid import piece_to_json
from companion.rules.tranglar.position import Position
from companion.rules.tranglar.stock import Stock
from companion.rules.tranglar.trapping import touched, trapped


def to_json(judged: TranglarVerdict, stock: Stock, notes: str | None) -> dict[str, Any]:
    """The verdict with the position as it ends."""
    ended = judged.after
    value: dict[str, Any] = {
        **judged.verdict.to_json(),
        "flips": [{"cells": list(names(flip.mask)), "to": PLAYERS[flip.to]} for flip in judged.flips],
        "pieces": pieces_to_json(ended),
        "supply": stock.to_json(judged.before, ended),
        "trapped": trapped_to_json(ended),
        "witness": _witness(judged),
        "score": dict(zip(PLAYERS, ended.score, strict=True)),
        "to_move": PLAYERS[ended.to_move],
        "over": ended.over,
        "winner": None if ended.winner is None else PLAYERS[ended.winner],
    }
    return value if notes is None else {**value, "notes": [notes]}


def pieces_to_json(position: Position) -> list[dict[str, Any]]:
    """All pieces on the board: petrol's, green's, neutral ones."""
    groups = zip((*PLAYERS, NEUTRAL), (*position.pieces, position.neutral), strict=True)
    return [piece_to_json(owner, mask) for owner, masks in groups for mask in masks]


def trapped_to_json(position: Position) -> list[dict[str, Any]]:
    """Every trapped piece of both colours, with how many sides it has and how many are touched."""
    found = []
    for player, name in enumerate(PLAYERS):
        opponent = position.held[1 - player]
        for mask in trapped(position.pieces[player], opponent):
            spot = spot_at(mask)
            counts = {"sides": len(spot.sides), "touched": touched(spot, opponent)}
            found.append({"cells": list(names(mask)), "owner": name, **counts})
    return found


def _witness(judged: TranglarVerdict) -> list[dict[str, Any]]:
    """The sides of the pieces that the verdict is about, each with what touches it, to check by eye."""
    action, before, ended = judged.action, judged.before, judged.after
    found = []
    if isinstance(action, Place):
        found.append(sides_to_json(action.cells, before.to_move, before.held[before.other]))
    found += [sides_to_json(flip.mask, 1 - flip.to, flip.by) for flip in judged.flips]
    return found + trapped_sides_to_json(ended)


def trapped_sides_to_json(position: Position) -> list[dict[str, Any]]:
    """Both players' trapped pieces, each with its sides."""
    return [
        sides_to_json(mask, player, position.held[1 - player])
        for player in (0, 1)
        for mask in trapped(position.pieces[player], position.held[1 - player])
    ]


def sides_to_json(mask: int, owner: int, opponent: int) -> dict[str, Any]:
    """A player's piece with its sides, each with its ends and the opponent's cells that touch it."""
    sides = [
        {"line": [[x / 2, y / 2] for x, y in side.line], "touched_by": list(names(side.beyond & opponent))}
        for side in spot_at(mask).sides
    ]
    return {"cells": list(names(mask)), "owner": PLAYERS[owner], "sides": sides}
