"""Pieces as a list says them, such as `{"owner": "petrol", "cells": ["a1N"]}`, checked and put on a board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.rules.errors import BadInput, quoted
from companion.rules.tranglar.cells import mask_of, names
from companion.rules.tranglar.kinds import (
    NEUTRAL,
    PLAYERS,
    kinds,
    neutral_kinds,
    neutral_spot_at,
    spot_at,
)
from companion.rules.tranglar.position import LARGE, WHITE, Masks
from companion.rules.tranglar.supply import counted

OWNERS = (*PLAYERS, NEUTRAL)
MOST_WHITES = 6


@dataclass(frozen=True, slots=True)
class Laid:
    """The pieces on a board: petrol's, green's and neutral ones, by their masks, sorted."""

    petrol: Masks
    green: Masks
    neutral: Masks

    def by_owner(self) -> tuple[Masks, Masks, Masks]:
        """The pieces of petrol, of green and the neutral ones."""
        return self.petrol, self.green, self.neutral

    def pieces(self) -> tuple[tuple[str, int], ...]:
        """Every piece as its owner and its mask."""
        groups = zip(OWNERS, self.by_owner(), strict=True)
        return tuple((owner, mask) for owner, masks in groups for mask in masks)

    def differing(self, other: Laid) -> int:
        """The cells, as a mask, of every piece that only one of two boards has, or that has another owner there."""
        cells = 0
        for _, mask in {*self.pieces()} ^ {*other.pieces()}:
            cells |= mask
        return cells

    @property
    def whites(self) -> int:
        """How many small neutral triangles lie there."""
        return sum(neutral_spot_at(mask).kind == WHITE for mask in self.neutral)

    @property
    def large(self) -> tuple[int, ...]:
        """The large neutral kinds that lie there."""
        return tuple(kind for mask in self.neutral if (kind := neutral_spot_at(mask).kind) != WHITE)

    def excess(self, supplies: Iterable[int] = (), whites: int = 0, large: Iterable[int] = ()) -> str | None:
        """Of what there are more than the game has, in a sentence; None if of nothing.

        `supplies`, small neutral triangles and the large neutral kinds are what lies beside the board.
        Hands are counted together: which hand a piece shows is read off it, never assumed.
        """
        there: Counter[str] = Counter(
            kinds()[spot_at(mask).kind].name for mask in (*self.petrol, *self.green)
        )
        for supply in supplies:
            for kind, number in counted(supply):
                there[kinds()[kind].name] += number
        most = in_the_game()
        for name, number in there.items():
            if number > most[name]:
                return f"There are {number} pieces of kind {name}, and the game has {most[name]}."
        if (number := self.whites + whites) > MOST_WHITES:
            beside = f", {self.whites} on the board and {whites} beside it" if whites else ""
            return f"There are {number} small neutral triangles{beside}, and the game has {MOST_WHITES}."
        both = (*self.large, *large)
        for kind in LARGE:
            if (number := both.count(kind)) > 1:
                return f"There are {number} pieces of kind {neutral_kinds()[kind].name}, and the game has 1."
        return None


def in_the_game() -> Counter[str]:
    """How many pieces of each name the players' supplies hold together at the start."""
    found: Counter[str] = Counter()
    for kind in kinds():
        found[kind.name] += sum(kind.start)
    return found


def laid_from(pieces: object, before: Laid | None = None) -> Laid:
    """Read a list of pieces, laid on what is there `before`.

    Raises BadInput for cells off the board, a piece of no kind, an unknown owner, and pieces that overlap.
    """
    if not isinstance(pieces, list | tuple):
        raise BadInput("The pieces must be a list of objects with an owner and cells.")
    masks: dict[str, list[int]] = dict(
        zip(OWNERS, ([], [], []) if before is None else map(list, before.by_owner()), strict=True)
    )
    taken = {mask: owner for owner in OWNERS for mask in masks[owner]}
    for number, piece in enumerate(pieces, 1):
        owner, mask = _piece(number, piece)
        for lies, whose in taken.items():
            if both := lies & mask:
                raise BadInput(
                    f"Piece {number} ({owner}, {', '.join(names(mask))}) overlaps a {whose} piece "
                    f"at {', '.join(names(both))}; give each cell to one piece."
                )
        taken[mask] = owner
        masks[owner].append(mask)
    petrol, green, neutral = (tuple(sorted(masks[owner])) for owner in OWNERS)
    return Laid(petrol, green, neutral)


def _piece(number: int, data: object) -> tuple[str, int]:
    if not isinstance(data, Mapping):
        raise BadInput(f"Piece {number} must be an object with an owner and cells.")
    owner = data.get("owner")
    if owner not in OWNERS:
        raise BadInput(f"Piece {number} must have an owner: {', '.join(OWNERS)}.")
    try:
        mask = cells_from(data.get("cells"))
        spot = neutral_spot_at(mask) if owner == NEUTRAL else spot_at(mask)
    except BadInput as wrong:
        raise BadInput(f"Piece {number}: {wrong}") from wrong
    kind = (neutral_kinds() if owner == NEUTRAL else kinds())[spot.kind]
    for key, own in (("kind", kind.name), ("hand", kind.hand)):
        told = data.get(key)
        if told is not None and told != own:
            what = f"a {kind.noun}" if key == "kind" else f"of hand {own}" if own else "without a hand"
            raise BadInput(f"Piece {number} on {', '.join(names(mask))} is {what}, not {quoted(told)}.")
    return str(owner), mask


def cells_from(data: object) -> int:
    """The mask of a list of cells' names. Raises BadInput."""
    if not isinstance(data, list | tuple) or not data:
        raise BadInput("The cells of a piece must be a list of names such as a1N.")
    return mask_of(data)


def piece_to_json(owner: str, mask: int) -> dict[str, Any]:
    """A piece as a list says it, with its kind and hand."""
    neutral = owner == NEUTRAL
    kind = neutral_kinds()[neutral_spot_at(mask).kind] if neutral else kinds()[spot_at(mask).kind]
    return {"owner": owner, "kind": kind.name, "hand": kind.hand, "cells": list(names(mask))}
