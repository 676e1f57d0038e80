"""The log of a game: numbered entries, and the document that it is exported as.

`docs/table.md` describes the format.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any

from companion.rules.errors import BadInput, quoted
from companion.rules.game import games
from companion.rules.json_text import NoJson, half_letters, read_json_text
from companion.table.happenings import LONGEST_NAME
from companion.table.joiners import shows
from companion.table.played import events as played
from companion.table.zangle.events import event_from_json, event_to_json

FORMAT = 1
GAME = "zangle"
"""The game whose table has events of its own; those of all others are `companion.table.played.events`."""
LONGEST_ID = 64
_DOCUMENT = ("log", "game", "id", "entries")
_ENTRY = ("seq", "at_s", "by", "event")


@dataclass(frozen=True, slots=True)
class Entry:
    """An event with its number in the game, from 1, and when and by whom it was entered."""

    seq: int
    at_s: float
    """Seconds since 1970 by the server's clock; for people, nothing in a log is decided by it."""
    by: str | None
    event: Any
    """Of Zangle's table, or of that which all other games share."""

    def __post_init__(self) -> None:
        if not isfinite(self.at_s):
            raise BadInput("An entry of a log must say at_s in seconds.")
        if self.by is not None and not (len(self.by) <= LONGEST_NAME and shows(self.by)):
            raise BadInput(f"An entry of a log says by whom in one line of at most {LONGEST_NAME} letters.")

    def to_json(self) -> dict[str, Any]:
        """`{"seq", "at_s", "by", "event"}`."""
        return {"seq": self.seq, "at_s": self.at_s, "by": self.by, "event": any_to_json(self.event)}

    @classmethod
    def from_json(cls, data: object, number: int, game: str = GAME) -> Entry:
        """Read entry `number` of a log of a game. Raises BadInput, also where its own number is another."""
        where = f"Entry {number} of the log"
        if not isinstance(data, Mapping) or set(data) != set(_ENTRY):
            raise BadInput(f"{where} must be an object with {', '.join(_ENTRY)}.")
        seq, at_s, by = data["seq"], data["at_s"], data["by"]
        if type(seq) is not int or seq != number:
            raise BadInput(f"{where} has the number {quoted(seq)}: entries count from 1 without a gap.")
        if type(at_s) not in (int, float) or not (by is None or isinstance(by, str)):
            raise BadInput(f"{where} must say at_s in seconds, and by whom: a name or null.")
        try:
            read = event_from_json if game == GAME else played.event_from_json
            return cls(seq, float(at_s), by, read(data["event"]))
        except OverflowError as wrong:
            raise BadInput(f"{where} must say at_s in seconds since 1970.") from wrong
        except BadInput as wrong:
            raise BadInput(f"{where}: {wrong}") from wrong


def any_to_json(event: Any) -> dict[str, Any]:
    """The JSON of an event of any table."""
    return played.event_to_json(event) if played.is_event(event) else event_to_json(event)


def game_of(entries: Sequence[Entry]) -> str:
    """The game that a log is of."""
    first = entries[0].event if entries else None
    return first.game if isinstance(first, played.SetUp) else GAME


def write_log(game_id: str, entries: Sequence[Entry]) -> str:
    """The log as one JSON document, an entry a line so that a person can read it."""
    head = json.dumps({"log": FORMAT, "game": game_of(entries), "id": game_id}, ensure_ascii=False)[:-1]
    lines = (json.dumps(entry.to_json(), ensure_ascii=False) for entry in entries)
    return f'{head}, "entries": [\n' + ",\n".join(lines) + "\n]}\n"


def read_log(text: str) -> tuple[str, tuple[Entry, ...]]:
    """The game's id and its entries. Raises BadInput with one sentence that names what is wrong."""
    try:
        data = read_json_text(text)
    except NoJson as error:
        raise BadInput(
            f"This is no log: not JSON that can be used ({error}); give one that companion export wrote."
        ) from error
    if "\\u" in text and half_letters(data):
        raise BadInput(
            "This log has half a letter in it, which no text has: give one that companion export wrote."
        )
    if not isinstance(data, dict) or "log" not in data:
        raise BadInput(
            'This is no log: it must be an object that begins with "log", as companion export writes.'
        )
    game = data.get("game")
    if data["log"] != FORMAT or not isinstance(game, str) or game not in games():
        raise BadInput(
            f"This is a log of format {quoted(data['log'])} for {quoted(data.get('game'))}; "
            f"this program reads format {FORMAT} for {', '.join(games())}."
        )
    if unknown := set(data) ^ set(_DOCUMENT):
        raise BadInput(f"A log has {', '.join(_DOCUMENT)}; look at {quoted(sorted(unknown)[0])}.")
    if not isinstance(data["entries"], list):
        raise BadInput("The entries of a log must be a list.")
    entries = tuple(Entry.from_json(one, n, game) for n, one in enumerate(data["entries"], 1))
    if entries and game_of(entries) != game:
        raise BadInput(f"This log says that it is of {game}, and begins a game of {game_of(entries)}.")
    return checked_id(data["id"]), entries


def checked_id(game_id: object) -> str:
    """A game's id: 1 to 64 letters, digits, - and _. Raises BadInput."""
    allowed = isinstance(game_id, str) and 1 <= len(game_id) <= LONGEST_ID
    if not isinstance(game_id, str) or not allowed or not game_id.replace("-", "").replace("_", "").isalnum():
        raise BadInput(
            f"A game's id has 1 to {LONGEST_ID} letters, digits, - and _, not {quoted(str(game_id))}."
        )
    return game_id
