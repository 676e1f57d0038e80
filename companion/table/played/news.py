"""What a look at the table came to and is not entered: told on every page until the players say more."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.rules.verdict import Reason, Ruling
from companion.table.played.events import SetUp


@dataclass(frozen=True, slots=True)
class Way:
    """One of several ways in which a turn may have been played."""

    move: str
    says: str
    """The button that enters it."""


@dataclass(frozen=True, slots=True)
class News:
    """What was made of the board and is not entered: the table stays as it was until the players say more."""

    kind: str
    """`disputed`, `strayed`, `open`, `blind` or `begin`."""
    title: str
    says: str
    ruling: Ruling = Ruling.UNDECIDED
    reasons: tuple[Reason, ...] = ()
    seat: str | None = None
    """Whose action it seems to be."""
    move: str | None = None
    """That action, where it can be entered all the same."""
    confirm: str = ""
    """The button that enters it."""
    ways: tuple[Way, ...] = ()
    """Where the players are asked which of these it was, a button each."""
    drawn: Mapping[str, Any] = field(default_factory=dict)
    """The action as pages draw it, with `forgotten` and `wrong`: `[{"cells", "to"}]`."""
    cells: tuple[str, ...] = ()
    """Those in doubt."""
    held: str | None = None
    """What lay beside the board then, where the table supposed something else."""
    begins: tuple[SetUp, ...] = ()
    """Games that begin with the board as it lies."""
