"""Logs as a person names them: a database URL, a database file, a document or records that were exported."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import IO

from companion.rules.errors import BadInput, quoted
from companion.table.log import Entry, read_log
from companion.table.played.from_records import entries_of, is_record
from companion.table.store import Store

MOST_LOG_BYTES = 200_000_000
SQLITE_STARTS = b"SQLite format 3\x00"
LISTED = 5
"""So many games of a database are named where one has to be chosen."""


def load_log(where: str, game_id: str | None = None) -> tuple[str, tuple[Entry, ...]]:
    """The id and the entries of a game. `where` is a URL, a file, or "-" for standard input.

    Raises BadInput with one sentence: for a database with several games too, unless `game_id` names one.
    """
    if not where:
        raise BadInput("The name of the log is empty: name a log or a database.")
    if "://" in where:
        return _from_store(where, game_id)
    if where == "-":
        return _chosen(where, _standard_input(), game_id)
    try:
        with Path(where).open("rb") as file:
            # Read once: a pipe cannot be read again from its beginning.
            begins = file.read(len(SQLITE_STARTS))
            if begins == SQLITE_STARTS:
                return _from_store(where, game_id)
            return _chosen(where, begins + _whole(where, file), game_id)
    except OSError as error:
        raise BadInput(
            f"{where} cannot be read: {error.strerror or error}; name a log or a database."
        ) from error


def _standard_input() -> bytes:
    try:
        return _whole("Standard input", sys.stdin.buffer)
    except OSError as error:
        raise BadInput(
            f"Standard input cannot be read: {error.strerror or error}; give it a log, or name one."
        ) from error


def _whole(where: str, file: IO[bytes]) -> bytes:
    data = file.read(MOST_LOG_BYTES + 1)
    if len(data) > MOST_LOG_BYTES:
        raise BadInput(f"{where} is far too long for a log: give one that companion export wrote.")
    return data


def _chosen(where: str, data: bytes, game_id: str | None) -> tuple[str, tuple[Entry, ...]]:
    try:
        text = data.decode("utf-8-sig")
        found, entries = entries_of(text) if is_record(text) else read_log(text)
    except UnicodeDecodeError as error:
        raise BadInput(f"{where} is no log: give one that companion export wrote, or a database.") from error
    except BadInput as error:
        raise BadInput(f"{where}: {error}") from error
    if game_id is not None and game_id != found:
        raise BadInput(
            f"{where} is the log of {found}, not of {quoted(game_id)}: leave --id out, or name its log."
        )
    return found, entries


def _from_store(where: str, game_id: str | None) -> tuple[str, tuple[Entry, ...]]:
    with Store.open(where, create=False) as store:
        games = store.games()
        if not games:
            raise BadInput(f"{store.name} holds no game yet.")
        if game_id is None and len(games) > 1:
            raise BadInput(f"{store.name} holds {len(games)} games: choose one by --id, {_listed(games)}.")
        chosen = games[0] if game_id is None else game_id
        if chosen not in games:
            raise BadInput(f"{store.name} holds no game {quoted(chosen)}: choose another, {_listed(games)}.")
        return chosen, store.entries(chosen)


def _listed(games: Sequence[str]) -> str:
    """The games, latest first, for a sentence; where they are many, as many as one is looked for among."""
    shown = ", ".join(reversed(games[-LISTED:]))
    return (
        f"the latest {LISTED} of {len(games)} are {shown}"
        if len(games) > LISTED
        else f"latest first: {shown}"
    )
