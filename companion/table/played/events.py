"""Everything that can happen at a table of a game of the protocol, each a value with JSON both ways.

`docs/live-games.md` lists them. A reader of version 1 reads every log of version 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, get_args

from companion.rules.errors import BadInput
from companion.rules.verdict import Reason, Ruling
from companion.table.values import as_object, from_json, to_json

V = 1
LONGEST_NAME, LONGEST_TEXT, LONGEST_LINE = 40, 500, 20_000
MOST_THINGS, MOST_POINTS = 200, 100_000
_LONG = frozenset({"position", "move"})
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


@dataclass(frozen=True, slots=True)
class NextGame:
    """Another game with the same players, and those who have joined."""

    first: str | None = None
    position: str | None = None


@dataclass(frozen=True, slots=True)
class End:
    """The game is ended and ranked as it stands."""

    why: str = ""


@dataclass(frozen=True, slots=True)
class Pause:
    """The game stands still."""

    why: str = ""


@dataclass(frozen=True, slots=True)
class Resume:
    """It goes on."""


@dataclass(frozen=True, slots=True)
class Undo:
    """An event, by its number, has no effect any more; of an undo: has its effect again."""

    of: int


@dataclass(frozen=True, slots=True)
class Overrule:
    """The table rules otherwise on a claim, by its number."""

    of: int
    ruling: Ruling
    why: str = ""


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


def _kebab(name: str) -> str:
    return "".join(f"-{letter.lower()}" if letter.isupper() else letter for letter in name).lstrip("-")


KINDS: dict[str, type[Event]] = {_kebab(kind.__name__): kind for kind in get_args(Event)}
_NAMES = {kind: name for name, kind in KINDS.items()}


def is_event(value: object) -> bool:
    """Whether it is an event of such a table."""
    return type(value) in _NAMES


def kind_of(event: Event) -> str:
    """Its name in JSON, such as `next-game`."""
    return _NAMES[type(event)]


def event_to_json(event: Event) -> dict[str, Any]:
    """`{"kind", "v", ...}` with the event's own fields."""
    return {"kind": kind_of(event), "v": V, **to_json(event)}


def event_from_json(data: object) -> Event:
    """Read what `event_to_json` gives. Raises BadInput with one sentence that says what to do."""
    if not isinstance(data, Mapping):
        raise BadInput("An event must be an object with its kind.")
    kind = data.get("kind")
    if not isinstance(kind, str) or kind not in KINDS:
        raise BadInput(f"There is no event {str(kind)[:40]!r}; use one of {', '.join(KINDS)}.")
    version = data.get("v", V)
    if type(version) is not int or version < 1:
        raise BadInput("The version of an event must be a whole number from 1.")
    if version > V:
        raise BadInput(
            f"This event is of version {version} and this program reads up to {V}; "
            "use the version of the companion that wrote it, or a newer one."
        )
    rest = {key: value for key, value in data.items() if key not in ("kind", "v")}
    event: Event = from_json(KINDS[kind], rest, f"The event {kind}")
    _bounded(event)
    return event


def _bounded(event: Event) -> None:
    """Refuse what no table can mean, so that a log stays readable: endless texts, huge numbers."""
    for one in fields(event):
        value = getattr(event, one.name)
        name = one.name.replace("_", " ")
        if isinstance(value, str):
            longest = (
                LONGEST_LINE if one.name in _LONG else LONGEST_TEXT if one.name == "why" else LONGEST_NAME
            )
            if len(value) > longest or not value.isprintable():
                raise BadInput(f"The {name} of an event is one line of at most {longest} letters.")
        elif type(value) is int and abs(value) > MOST_POINTS:
            raise BadInput(f"The {name} of an event is out of all proportion: {value}.")
        elif isinstance(value, tuple) and len(value) > MOST_THINGS:
            raise BadInput(f"The {name} of an event are at most {MOST_THINGS}.")


def is_reserved(name: str) -> bool:
    """Whether a name means a place or a role, so that no player can have it."""
    return name.strip().lower() in {MIDDLE, "centre", "center", "table", "host", "camera", "draw pile"}
