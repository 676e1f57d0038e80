"""How a board that was looked at stands to the position that a table knows, as a value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from companion.rules.tranglar.actions import Action
from companion.rules.tranglar.laid import Laid
from companion.rules.verdict import Reason, Ruling

Turned = tuple[int, str]
"""A piece's cells, as a mask, and the colour that it should show."""


class Stands(Enum):
    """How the board stands to the table."""

    SAME = "same"
    """As the table has it."""
    PLAYED = "played"
    """One legal action on, with everything turned over that had to be, and nothing else."""
    DISPUTED = "disputed"
    """One action on that is not legal, or after which pieces show the wrong colour."""
    STRAYED = "strayed"
    """Nothing was laid, and pieces show another colour than the table has."""
    OPEN = "open"
    """It cannot be told."""
    COVERED = "covered"
    """As the table has it, as far as it shows."""
    BLIND = "blind"
    """No board is seen, or nothing of it can be read."""


@dataclass(frozen=True, slots=True)
class Standing:
    """What a look comes to."""

    stands: Stands
    says: str
    """In sentences for the players; empty where the board is as the table has it."""
    turn: int | None = None
    """By how many quarters the look had to be turned; None where that did not show."""
    action: Action | None = None
    by: int | None = None
    """Who did it: 0 petrol, 1 green."""
    ruling: Ruling = Ruling.UNDECIDED
    reasons: tuple[Reason, ...] = ()
    forgotten: tuple[Turned, ...] = ()
    """What has to be turned over yet, or was laid with the wrong side up."""
    wrong: tuple[Turned, ...] = ()
    """What was turned over and has to be turned back."""
    cells: tuple[str, ...] = ()
    """Those in doubt."""
    board: Laid | None = field(default=None, compare=False)
    """The likeliest board as it was read, turned to the table's a1."""
    moved: bool = field(default=True, compare=False)
    """Whether that board differs from the table's."""
    supply: Mapping[str, Any] | None = field(default=None, compare=False)
    """What lay beside the board, if the action tells that it was something else than was supposed."""
