"""What a look at a board comes to: one event to enter, or news to show and not to enter."""

from __future__ import annotations

from dataclasses import dataclass

from companion.table.played.events import Claim
from companion.table.played.news import News


@dataclass(frozen=True, slots=True)
class BoardProposed:
    """What a look comes to."""

    event: Claim | None = None
    """To be entered."""
    news: News | None = None
    says: str = ""
    same: bool = False
    """Whether the board is as the table has it."""
    likely_same: bool = False
    """Whether it is likeliest to be, though something is open."""
    turn: int | None = None
    """By how many quarters the board was turned."""
