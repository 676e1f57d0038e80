"""Everything that can happen at a table of a game of the protocol, each a value with JSON both ways.

`docs/live-games.md` lists them. A reader of version 1 reads every log of version 1.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules.verdict import Reason, Ruling
from companion.table import happenings
from companion.table.happenings import Bounds, Codec
from companion.table.joiners import without_joiners
from companion.table.values import as_object

V = 1
LONGEST_LINE = 20_000
MOST_THINGS, MOST_POINTS = 200, 100_000
MIDDLE = "middle"
"""The place of what lies open before all, such as the play card."""


@dataclass(frozen=True, slots=True)
class SetUp:
    """A game begins. It holds what is hidden: the position that it begins with is written down with it."""

    game: str
    players: tuple[str, ...]
    """In the order of their turns."""
    dealt: bool = False
    """Whether the program deals and phones show hands; else people deal, and hands are known by their size."""
    options: tuple[tuple[str, bool], ...] = as_object()
    first: str | None = None
    """Who begins, where the rules do not say."""
    position: str | None = None
    """As the game writes positions; without one the cards are shuffled."""


@dataclass(frozen=True, slots=True)
class Join:
    """A player comes late and is dealt in with the next game."""

    seat: str


@dataclass(frozen=True, slots=True)
class Show:
    """What lies open at a place: the cards of the middle that were turned up, or the hand that a player lays open."""

    place: str
    """"middle" or a player's name."""
    things: tuple[str, ...]
    """Cards or tiles by their names."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A player says what was played; the verdict is the one that the rules gave at the time."""

    seat: str
    move: str
    """In the game's notation."""
    ruling: Ruling | None = None
    reasons: tuple[Reason, ...] = ()
    held: str | None = None
    """Where it is only supposed what lies beside the board: the position before, with what lay there, in the game's
    notation."""


@dataclass(frozen=True, slots=True)
class NextGame:
    """Another game with the same players, and those who have joined."""

    first: str | None = None
    position: str | None = None


End = happenings.End
Pause = happenings.Pause
Resume = happenings.Resume
Undo = happenings.Undo
Overrule = happenings.Overrule


@dataclass(frozen=True, slots=True)
class CorrectScore:
    """The table adds points to a player's score of this game, or takes some off."""

    seat: str
    points: int
    why: str


@dataclass(frozen=True, slots=True)
class CorrectCards:
    """The table says how many cards a player really holds, where people deal."""

    seat: str
    count: int
    why: str


Event = (
    SetUp | Join | Show | Claim | NextGame | End | Pause | Resume | Undo | Overrule | CorrectScore | CorrectCards
)  # fmt: skip


_CODEC: Codec[Event] = Codec(
    Event,
    V,
    Bounds(
        -MOST_POINTS,
        MOST_POINTS,
        MOST_THINGS,
        {"position": LONGEST_LINE, "move": LONGEST_LINE, "held": LONGEST_LINE},
    ),
)
KINDS = _CODEC.kinds
is_event = _CODEC.is_event
kind_of = _CODEC.kind_of
event_to_json = _CODEC.to_json
event_from_json = _CODEC.from_json


def is_reserved(name: str) -> bool:
    """Whether a name means a place or a role, so that no player can have it."""
    return without_joiners(name).strip().lower() in {
        MIDDLE,
        "centre",
        "center",
        "table",
        "host",
        "camera",
        "draw pile",
    }
