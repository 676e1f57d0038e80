"""A position of Tranglar and an action in it, as a page draws them: pieces, supplies, who is trapped, flips."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from companion.rules.seeds import seed
from companion.rules.tranglar.actions import Action, Attack, Place, PlaceNeutral, Replace, Swap
from companion.rules.tranglar.answer import pieces_to_json, sides_to_json, trapped_sides_to_json
from companion.rules.tranglar.cells import FULL, names
from companion.rules.tranglar.judging import TranglarVerdict
from companion.rules.tranglar.kinds import (
    NEUTRAL,
    PLAYERS,
    Kind,
    Spot,
    kinds,
    neutral_kinds,
    neutral_spots,
    spot_at,
    spots,
)
from companion.rules.tranglar.laid import piece_to_json
from companion.rules.tranglar.position import LARGE, WHITE, Position
from companion.rules.tranglar.saying import WHITE_LABEL
from companion.rules.tranglar.supply import counted
from companion.rules.tranglar.trapping import Flip, stuck_trapezes, touched
from companion.rules.verdict import Ruling


def position_json(position: Position, seats: Sequence[str]) -> dict[str, Any]:
    """The board, what each player has left, whose turn it is and which part of it, and who is trapped."""
    to_move = None if position.over else position.to_move
    return {
        "pieces": pieces_to_json(position),
        "players": [
            {
                "seat": seats[player],
                "colour": colour,
                "triangles": position.score[player],
                "supply": _supply(position, player),
            }
            for player, colour in enumerate(PLAYERS)
        ],
        "to_move": None if to_move is None else PLAYERS[to_move],
        "part": _part(position),
        "lays": [] if to_move is None else _lays(position, to_move),
        "ways": [] if to_move is None else _ways(position),
        "trapped": trapped_sides_to_json(position),
    }


def _supply(position: Position, player: int) -> list[dict[str, Any]]:
    """Every kind that a player has left, with how many."""
    found = [
        {"kind": kinds()[kind].label, "count": number} for kind, number in counted(position.supply[player])
    ]
    if position.whites[player]:
        found.append({"kind": WHITE_LABEL, "count": position.whites[player]})
    return found


def _lays(position: Position, player: int) -> list[dict[str, Any]]:
    """What the player to move may take to lay it on the board, right or wrong."""
    if position.large:
        return [{"kind": neutral_kinds()[kind].name, "count": 1} for kind in position.large]
    return _supply(position, player)


def _part(position: Position) -> dict[str, str]:
    if position.over:
        return {"id": "over", "says": _why_over(position)}
    if position.large:
        number = len(LARGE) - len(position.large) + 1
        return {
            "id": "set-up",
            "says": f"Set-up, {number} of {len(LARGE)}: lay a large neutral piece.",
        }
    *most, last = _ways(position)
    says = f"{', '.join(most)} or {last}" if most else last
    passed = " The other player has passed: a pass ends the game." if position.passed else ""
    return {"id": "play", "says": f"{says.capitalize()}.{passed}"}


def _why_over(position: Position) -> str:
    if position.conceded is not None:
        return f"{PLAYERS[position.conceded].capitalize()} has conceded."
    return "The board is full." if position.taken == FULL else "Both players have passed."


def _ways(position: Position) -> list[str]:
    """The kinds of action that there can be any of now, judged by what lies there alone."""
    if position.large:
        return ["place"]
    found = ["place"]
    if position.pieces[position.to_move]:
        found.append("replace")
    others = position.pieces[position.other]
    if any(mask.bit_count() > 1 for mask in others):
        found.append("attack")
    if any(mask in others for mask in stuck_trapezes(position)):
        found.append("exchange")
    return found


def kinds_json() -> list[dict[str, Any]]:
    """Every kind of piece: how it is drawn, and every place where it can lie on an empty board."""
    own = [_kind(kind.label, kind, spots().values(), number) for number, kind in enumerate(kinds())]
    found = [{**one, "neutral": False} for one in own]
    for number, kind in enumerate(neutral_kinds()):
        label = WHITE_LABEL if number == WHITE else kind.name
        found.append({**_kind(label, kind, neutral_spots().values(), number), "neutral": True})
    return found


def _kind(label: str, kind: Kind, every: Iterable[Spot], number: int) -> dict[str, Any]:
    places = [list(names(spot.mask)) for spot in every if spot.kind == number]
    return {"name": label, "says": spoken(kind, label), "drawing": _drawing(kind), "places": places}


def _drawing(kind: Kind) -> list[str]:
    """The cells of the seed's drawing of a piece; those of its mirror image for the left hand."""
    rows = [*seed("tranglar")["pieces"], *seed("tranglar")["neutral_pieces"]]
    cells = next(list(row["cells"]) for row in rows if row["name"] == kind.name)
    if kind.hand != "L":
        return cells
    columns, quarters = str.maketrans("abcd", "dcba"), str.maketrans("EW", "WE")
    return [cell[0].translate(columns) + cell[1] + cell[2].translate(quarters) for cell in cells]


def spoken(kind: Kind, label: str | None = None) -> str:
    """A kind in words: "trapeze, left hand"."""
    if kind.hand is None:
        return label or kind.name
    return f"{kind.name}, {'left' if kind.hand == 'L' else 'right'} hand"


# --- what was done --------------------------------------------------------------------------------------


def action_json(judged: TranglarVerdict) -> dict[str, Any]:
    """An action: what it laid and took up, the sides of what it placed, and what turned over, in order."""
    action, before = judged.action, judged.before
    if action is None:
        return {}
    own, other = PLAYERS[before.to_move], PLAYERS[before.other]
    placed = (
        [sides_to_json(action.cells, before.to_move, before.held[before.other])]
        if isinstance(action, Place)
        else []
    )
    return {
        "by": own,
        "legal": judged.ruling is Ruling.LEGAL,
        "laid": [
            piece_to_json(NEUTRAL if isinstance(action, PlaceNeutral) else own, mask) for mask in laid(action)
        ],
        "taken": [
            {"owner": other if isinstance(action, Attack | Swap) else own, "cells": list(names(mask))}
            for mask in taken(action)
        ],
        "placed": placed,
        "flips": [flip_json(flip) for flip in judged.flips],
    }


def flip_json(flip: Flip) -> dict[str, Any]:
    """A piece that turned over, with the sides that trapped it."""
    spot, colour = spot_at(flip.mask), PLAYERS[flip.to]
    count = f"{touched(spot, flip.by)} of {len(spot.sides)} sides touch {colour}"
    does = f"gives way to one of {colour}\u2019s" if flip.swapped else f"turns {colour}"
    return {
        **sides_to_json(flip.mask, 1 - flip.to, flip.by),
        "to": colour,
        "says": f"The {kinds()[spot.kind].name} {does}: {count}.",
    }


def laid(action: Action) -> tuple[int, ...]:
    """The cells of every piece that an action lays."""
    if isinstance(action, Place | PlaceNeutral | Swap):
        return (action.cells,)
    return action.place if isinstance(action, Replace | Attack) else ()


def taken(action: Action) -> tuple[int, ...]:
    """The cells of every piece that an action takes up."""
    if isinstance(action, Attack):
        return (action.remove,)
    if isinstance(action, Swap):
        return (action.cells,)
    return action.remove if isinstance(action, Replace) else ()
