"""A deck taught by showing it: what each kind of card looks like as numbers, in one small versioned file.

What the numbers are is the affair of vision, which writes and reads them; the file names the way they were made.
"""

from __future__ import annotations

import base64
import binascii
import math
import re
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from calibration.files import FileKind, check_version

FORMAT = "tabletop-companion/taught-deck"
VERSION = 1
MOST_KINDS = 200
MOST_VIEWS = 3
MOST_COPIES = 1000
MOST_VIEW_BYTES = 65_536
MOST_FILE_BYTES = 28 * 1024 * 1024
LONGEST_NAME = 60
LONGEST_TEXT = 200
OWN_KEYS = frozenset({"name", "id", "corners_px", "confidence", "read_by", "copies", "views"})
"""What a kind's own fields cannot be called: these are the program's."""

_GAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")


class BadDeck(ValueError):
    """An unusable taught deck or list of names; the message is one sentence that says what to do."""


@dataclass(frozen=True, slots=True)
class TaughtKind:
    """One kind of card. `copies` of it were shown; `fields` are what its owner says of it, as plain JSON values."""

    name: str
    copies: int
    views: tuple[bytes, ...]
    fields: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TaughtDeck:
    """All kinds of a deck. `described_by` names the way in which their views were made."""

    game: str
    described_by: str
    kinds: tuple[TaughtKind, ...]

    def to_json(self) -> dict[str, object]:
        """The file's content."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "game": self.game,
            "described_by": self.described_by,
            "kinds": [
                {
                    "name": kind.name,
                    "copies": kind.copies,
                    "fields": dict(kind.fields),
                    "views": [base64.b64encode(zlib.compress(view, 9)).decode() for view in kind.views],
                }
                for kind in self.kinds
            ],
        }


FILE = FileKind(
    "deck file",
    missing="name one that companion teach wrote",
    no_json="is no JSON, or far too long: copy it or teach the deck anew",
    newer="teach anew",
    foreign=f"is damaged or not one of this program's (version {VERSION}): teach the deck anew",
    most_bytes=MOST_FILE_BYTES,
)


def load_deck(path: Path | str) -> TaughtDeck:
    """Read a taught deck's file; raises BadDeck with a sentence that names it."""
    return FILE.load(path, deck_of, BadDeck)


def deck_of(data: Any) -> TaughtDeck:
    """The deck that `TaughtDeck.to_json` wrote; further keys are left alone. Raises ValueError or KeyError."""
    check_version(data, FORMAT, VERSION)
    game, described_by, kinds = data["game"], data["described_by"], data["kinds"]
    if not isinstance(described_by, str) or not isinstance(kinds, list):
        raise ValueError("types")
    if len(kinds) > MOST_KINDS:
        raise BadDeck(f"it has {len(kinds)} kinds, and {MOST_KINDS} are the most: split it")
    read = tuple(_kind_of(kind) for kind in kinds)
    names = [kind.name for kind in read]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise BadDeck(f"two kinds are called {twice!r}: give each a name of its own")
    return TaughtDeck(game_name(game), described_by, read)


def _kind_of(data: Any) -> TaughtKind:
    copies, views = data["copies"], data["views"]
    if isinstance(copies, bool) or not isinstance(copies, int) or not 1 <= copies <= MOST_COPIES:
        raise ValueError("copies")
    if not isinstance(views, list) or not 1 <= len(views) <= MOST_VIEWS:
        raise ValueError("views")
    return TaughtKind(
        kind_name(data["name"]), copies, tuple(map(_view_of, views)), kind_fields(data.get("fields", {}))
    )


def _view_of(text: Any) -> bytes:
    try:
        packed = base64.b64decode(text, validate=True)
        opener = zlib.decompressobj()
        view = opener.decompress(packed, MOST_VIEW_BYTES)
    except (binascii.Error, zlib.error) as error:
        raise ValueError("view") from error
    if not opener.eof or opener.unused_data:
        raise ValueError("view")
    return view


def game_name(text: object) -> str:
    """A game's name as the command takes it: small letters, digits and hyphens. Raises BadDeck."""
    if not isinstance(text, str) or not _GAME.fullmatch(text):
        raise BadDeck("a game is named in small letters, digits and hyphens, at most 40, such as my-game")
    return text


def kind_name(text: object) -> str:
    """What people call a kind: one line, not empty. Raises BadDeck."""
    if not isinstance(text, str) or not (name := " ".join(text.split())):
        raise BadDeck("a card's name is a text that is not empty")
    if len(name) > LONGEST_NAME or not name.isprintable():
        raise BadDeck(f"the name {name[:20]!r}... is not one plain line of at most {LONGEST_NAME} letters")
    return name


def kind_fields(data: object) -> dict[str, object]:
    """What else is said of a kind: texts, numbers, yes or no; `shape` as the rules write it. Raises BadDeck."""
    if not isinstance(data, dict) or len(data) > 20:
        raise BadDeck("a card's fields are an object of at most 20 plain values")
    for key, value in data.items():
        if not isinstance(key, str) or not key.strip() or len(key) > LONGEST_NAME or key in OWN_KEYS:
            raise BadDeck(f"a card's field cannot be called {str(key)[:20]!r}: choose another word")
        if key == "shape" and isinstance(value, dict) and _is_shape(value):
            continue
        plain = (
            value is None
            or isinstance(value, bool | int | str)
            or (isinstance(value, float) and math.isfinite(value))
        )
        if not plain or len(str(value)) > LONGEST_TEXT:
            raise BadDeck(f"the field {key!r} is no short text, number, or yes or no")
    return dict(data)


def _is_shape(value: dict[str, object]) -> bool:
    triangles = value.get("triangles")
    return (
        set(value) == {"lattice", "triangles"}
        and isinstance(value["lattice"], str)
        and isinstance(triangles, list)
        and 1 <= len(triangles) <= 20
        and all(
            isinstance(t, list)
            and len(t) == 3
            and all(
                isinstance(p, list)
                and len(p) == 2
                and all(isinstance(v, int) and not isinstance(v, bool) and abs(v) <= 100 for v in p)
                for p in t
            )
            for t in triangles
        )
    )
