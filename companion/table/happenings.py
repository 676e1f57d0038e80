"""What happens at every table alike, and the one way in which every table's events become JSON and come back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Generic, TypeVar, get_args

from companion.rules.errors import BadInput, quoted
from companion.rules.verdict import Ruling
from companion.table.joiners import shows
from companion.table.values import from_json, to_json

LONGEST_NAME, LONGEST_TEXT = 40, 500


@dataclass(frozen=True, slots=True)
class Pause:
    """The game stands still."""

    why: str = ""


@dataclass(frozen=True, slots=True)
class Resume:
    """It goes on."""


@dataclass(frozen=True, slots=True)
class End:
    """The game is over, and ranked as it stands."""

    why: str = ""


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
class Bounds:
    """What a table can mean at all; it keeps a log readable: no endless texts, no huge numbers."""

    lowest: int
    highest: int
    things: int
    """How many a list may have."""
    lines: Mapping[str, int] = field(default_factory=dict)
    """How long a text may be, by its field, where it is neither a name nor a reason why."""

    def check(self, event: Any) -> None:
        """Raises BadInput with one sentence for the first field of an event that is out of bounds."""
        for one in fields(event):
            value = getattr(event, one.name)
            name = one.name.replace("_", " ")
            if isinstance(value, str):
                longest = self.lines.get(one.name, LONGEST_TEXT if one.name == "why" else LONGEST_NAME)
                if len(value) > longest or not shows(value):
                    raise BadInput(f"An event's {name} must be one line of at most {longest} letters.")
            elif type(value) is int and not self.lowest <= value <= self.highest:
                raise BadInput(f"An event's {name} cannot be {value}: that is out of all proportion.")
            elif isinstance(value, tuple) and len(value) > self.things:
                raise BadInput(f"An event's {name} must be a list of at most {self.things}.")


E = TypeVar("E")


class Codec(Generic[E]):
    """JSON of the events of one table, both ways. `version` is the newest that it reads and the one it writes."""

    def __init__(self, union: Any, version: int, bounds: Bounds) -> None:
        self.kinds: dict[str, type[E]] = {_kebab(kind.__name__): kind for kind in get_args(union)}
        """The events by their names in JSON, such as `correct-score`."""
        self._names = {kind: name for name, kind in self.kinds.items()}
        self._version, self._bounds = version, bounds

    def is_event(self, value: object) -> bool:
        """Whether it is an event of this table."""
        return type(value) in self._names

    def kind_of(self, event: E) -> str:
        """Its name in JSON."""
        return self._names[type(event)]

    def to_json(self, event: E) -> dict[str, Any]:
        """`{"kind", "v", ...}` with the event's own fields."""
        return {"kind": self.kind_of(event), "v": self._version, **to_json(event)}

    def from_json(self, data: object) -> E:
        """Read what `to_json` gives. Raises BadInput with one sentence that says what to do."""
        if not isinstance(data, Mapping):
            raise BadInput("An event must be an object with its kind.")
        kind = data.get("kind")
        if not isinstance(kind, str) or kind not in self.kinds:
            raise BadInput(f"There is no event {str(kind)[:40]!r}; use one of {', '.join(self.kinds)}.")
        version = data.get("v", self._version)
        if type(version) is not int or version < 1:
            raise BadInput("The version of an event must be a whole number from 1.")
        if version > self._version:
            raise BadInput(
                f"This event is of version {quoted(version)} and this program reads up to {self._version}; "
                "use the version of the companion that wrote it, or a newer one."
            )
        rest = {key: value for key, value in data.items() if key not in ("kind", "v")}
        event = from_json(self.kinds[kind], rest, f"The event {kind}")
        self._bounds.check(event)
        return event


def _kebab(name: str) -> str:
    return "".join(f"-{letter.lower()}" if letter.isupper() else letter for letter in name).lstrip("-")
