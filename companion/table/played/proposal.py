"""What a look at the table comes to: an event to enter, or what to show."""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules.verdict import Ruling
from companion.table.played.claims import weighed
from companion.table.played.events import Claim, Event
from companion.table.played.news import News
from companion.table.played.table import Table

NOTHING = "Nothing new lies open on the table."
TWO_TURNS = "Two turns or more may have been played since the table was read: enter them by hand, one after the other."
LEFT_UNSEEN = "It does not show what became of {card}: enter the turn by hand."


@dataclass(frozen=True, slots=True)
class Wait:
    """What is not entered before a part of it has lain there for long, whatever passed over the table meanwhile."""

    from_s: float
    """Since when it lies there."""
    times: int
    """How many times as long as for what would be wrong it must."""


@dataclass(frozen=True, slots=True)
class Proposed:
    """What a look comes to."""

    event: Event | None
    says: str
    """Where there is no event, what to show, or that nothing happened."""
    ruling: Ruling | None = None
    """Of a claim, the rules' own."""
    grows: bool = False
    """Whether more cards or tiles may follow that belong to it."""
    wait: Wait | None = None
    """Where a part of it may be of somebody who lifts a card for a while, or tries the next turn."""
    news: News | None = None
    """What to show that is not entered: of a board, or which of several turns of cards it was."""


def claim_of(table: Table, move: object, *, grows: bool = False) -> Proposed:
    """A move of whoever is on turn."""
    if table.on_turn is None:
        return Proposed(None, NOTHING)
    return Proposed(Claim(table.on_turn, str(move)), "", grows=grows)


def doubt(doubts: tuple[str, ...]) -> Proposed:
    """What keeps a look from coming to anything, each said once."""
    return Proposed(None, " ".join(dict.fromkeys(doubts)))


def ruled(table: Table, move: object) -> Ruling:
    """The rules' verdict on a move of whoever is on turn."""
    return weighed(table, Claim(str(table.on_turn), str(move))).verdict.ruling
