"""Names for taught cards: a list as text, CSV or JSON, and what the rules' own decks say of a name."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Mapping
from typing import Any

from calibration.taught import BadDeck, kind_fields, kind_name
from companion.rules.json_text import NoJson, read_json_text
from companion.table.teaching.lists import printed
from companion.table.teaching.manifest import names_of
from vision.taught.learn import Named

MOST_LIST_BYTES = 1_000_000
SUFFIXES = (".json", ".csv", ".txt")
"""The kinds of file that a list may be."""

_NUMBER = re.compile(r"\s*[0-9]{1,9}\s*")


def names_in(text: str, suffix: str, game: str, shown: str) -> list[Named]:
    """The names in a file's text. `suffix` is one of SUFFIXES, or empty for names between commas; `shown` is what
    sentences call it. Raises BadDeck."""
    readers: dict[str, Callable[[str], list[Any]]]
    readers = {".json": _from_json, ".csv": _from_csv, ".txt": str.splitlines}
    entries = readers[suffix](text) if suffix in readers else list(text.split(","))
    named = []
    for number, entry in enumerate([e for e in entries if not (isinstance(e, str) and not e.strip())], 1):
        try:
            named.append(named_from(entry, game))
        except BadDeck as error:
            raise BadDeck(f"name {number} of {shown[:60]}: {error}") from error
    if not named:
        raise BadDeck(f"there are no names in {shown[:60] or 'the list'}: give one for each card")
    return named


def named_from(entry: str | Mapping[str, Any], game: str) -> Named:
    """One name, with what the rules say of a card called so and what the entry says. Raises BadDeck."""
    own = {"name": entry} if isinstance(entry, str) else dict(entry)
    name = kind_name(own.pop("name", own.pop("id", None)))
    return Named(name, kind_fields({**printed(game, name), **own}))


def decoded(data: bytes, shown: str) -> str:
    """A list's file as text. Raises BadDeck."""
    if len(data) > MOST_LIST_BYTES:
        raise BadDeck(f"the list of names {shown} is far too long: give one name a card")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadDeck(f"the list of names {shown} is not UTF-8 text: save it as such") from error


def _from_json(text: str) -> list[Any]:
    try:
        data: Any = read_json_text(text)
    except NoJson as error:
        raise BadDeck(
            f"the list of names is no JSON that can be used ({error}): give a list of texts, or of objects with a "
            "name each"
        ) from error
    if isinstance(data, dict):
        data = names_of(data) if "things" in data else data.get("cards")
    if not isinstance(data, list) or not all(isinstance(entry, str | dict) for entry in data):
        raise BadDeck("the list of names is no list: give texts, or objects with a name each")
    return data


def _from_csv(text: str) -> list[Any]:
    try:
        table = csv.DictReader(io.StringIO(text), strict=True)
        rows = [row for row in table if any(row.values())]
    except csv.Error as error:
        raise BadDeck(
            f"the list of names is no CSV ({error}): give a line a card, its first one saying name"
        ) from error
    columns = [column.strip() for column in table.fieldnames or () if column.strip()]
    if len(set(columns)) < len(columns):
        raise BadDeck("the list of names has a column twice: give each once")
    if rows and "name" not in rows[0]:
        raise BadDeck("the list of names has no column called name: begin it with a line that says name")
    if any(None in row or None in row.values() for row in rows):
        raise BadDeck(
            "a line of the list of names has more or fewer cells than its first: make them the same"
        )
    return [
        {
            str(key).strip(): int(v) if key == "triangles" and _NUMBER.fullmatch(v) else v
            for key, v in row.items()
        }
        for row in rows
    ]
