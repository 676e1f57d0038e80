"""Where logs are kept: one table of a database, written at its end and never changed.

SQLite for a household, PostgreSQL by a `postgresql://` URL; both through SQLAlchemy. An entry that
`append` has returned from is on the disk: a process that is killed at any moment loses no such entry.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Self

import sqlalchemy as sa
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, NoSuchModuleError, SQLAlchemyError

from companion.rules.errors import BadInput
from companion.rules.json_text import NoJson, read_json_text
from companion.table.database_words import failure, is_taken
from companion.table.log import GAME, Entry, checked_id
from companion.table.runs import Written

BUSY_S = 2
"""How long a writer waits for another one to finish: what is written is small, and somebody waits for the answer."""
REACHED_S = 10
"""How long a server is waited for."""

_META = sa.MetaData()
LOG = sa.Table(
    "companion_log",
    _META,
    sa.Column("game_id", sa.String(64), primary_key=True),
    # Two writers who have read the same state want the same number, and one of them gets it.
    sa.Column("sequence", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("game", sa.String(32), nullable=False),
    sa.Column("at_s", sa.Double, nullable=False),
    sa.Column("by_whom", sa.String(64)),
    # Text, and not a database's own JSON: what was written is what is read, byte by byte.
    sa.Column("event", sa.Text, nullable=False),
    sa.CheckConstraint("sequence >= 1"),
)

for _change in ("UPDATE", "DELETE"):
    sa.event.listen(
        LOG,
        "after_create",
        sa.DDL(  # type: ignore[no-untyped-call]
            f"CREATE TRIGGER companion_log_no_{_change.lower()} BEFORE {_change} ON companion_log "
            "BEGIN SELECT RAISE(ABORT, 'the log is only ever added to'); END"
        ).execute_if(dialect="sqlite"),
    )
for _statement in (
    "CREATE OR REPLACE FUNCTION companion_log_only_grows() RETURNS trigger LANGUAGE plpgsql AS "
    "$$ BEGIN RAISE EXCEPTION 'the log is only ever added to'; END $$",
    "CREATE TRIGGER companion_log_only_grows BEFORE UPDATE OR DELETE OR TRUNCATE ON companion_log "
    "FOR EACH STATEMENT EXECUTE FUNCTION companion_log_only_grows()",
):
    sa.event.listen(LOG, "after_create", sa.DDL(_statement).execute_if(dialect="postgresql"))  # type: ignore[no-untyped-call]


class NoStore(BadInput):
    """A database that cannot be used; the message is one sentence that says what to do."""


class NotNext(Exception):
    """Somebody else has written an entry of that number: read what is new, and judge again."""


class Store:
    """An open database of logs. Safe to share between threads."""

    def __init__(self, engine: sa.Engine, name: str) -> None:
        self._engine = engine
        self.name = name
        """What the database is called in sentences; without any password."""

    @classmethod
    def open(cls, where: str, *, create: bool = True) -> Self:
        """Open a URL such as `postgresql://host/name` or `sqlite:///file`, or an SQLite file by its path.

        With `create` the file and the table are made where missing. Raises NoStore, also for an SQLite file of another
        program, which is left as it is.
        """
        url = _url(where)
        name = url.render_as_string(hide_password=True) if "://" in where else where
        if url.get_backend_name() == "sqlite":
            _check_file(Path(url.database or ""), name, create=create)
        try:
            engine = sa.create_engine(url, **_settings(url))
        except ModuleNotFoundError as missing:
            raise NoStore(
                f"{name}: the driver {missing.name} is missing; install the companion with its part postgres."
            ) from missing
        store = cls(engine, name)
        try:
            with store._said():
                if create:
                    _make(engine)
                elif not sa.inspect(engine).has_table(LOG.name):
                    raise _without_games(name)
        except BaseException:
            store.close()
            raise
        return store

    def try_writing(self) -> None:
        """See whether an entry could be written now; none is. Raises NoStore."""
        row = {"game_id": "", "sequence": 1, "game": GAME, "at_s": 0.0, "by_whom": None, "event": "{}"}
        with self._said(), self._engine.connect() as connection:
            connection.execute(sa.insert(LOG).values(row))
            connection.rollback()

    def append(self, game_id: str, entry: Entry, game: str = GAME) -> None:
        """Write one entry for good; `game` is the rules' name. Raises NotNext unless it is the next one, NoStore."""
        last = sa.select(sa.func.coalesce(sa.func.max(LOG.c.sequence), 0)).where(LOG.c.game_id == game_id)
        row = {
            "game_id": checked_id(game_id),
            "sequence": entry.seq,
            "game": game,
            "at_s": entry.at_s,
            "by_whom": entry.by,
            "event": json.dumps(entry.to_json()["event"], ensure_ascii=False),
        }
        values = [sa.cast(sa.literal(value), LOG.c[name].type) for name, value in row.items()]
        chosen = sa.select(*values).where(last.scalar_subquery() == entry.seq - 1)
        try:
            with self._said(), self._engine.begin() as connection:
                insert = sa.insert(LOG).from_select(list(row), chosen)
                written = connection.execute(insert, execution_options={"preserve_rowcount": True}).rowcount
        except IntegrityError as double:
            raise NotNext from double
        if written != 1:
            raise NotNext

    def entries(self, game_id: str, after: int = 0) -> tuple[Entry, ...]:
        """The entries of a game, from the one after `after` on. Raises BadInput for a damaged one."""
        query = (
            sa.select(LOG.c.sequence, LOG.c.at_s, LOG.c.by_whom, LOG.c.event, LOG.c.game)
            .where(LOG.c.game_id == game_id, LOG.c.sequence > after)
            .order_by(LOG.c.sequence)
        )
        with self._said(), self._engine.connect() as connection:
            rows = connection.execute(query).all()
        return tuple(self._entry(row, number) for number, row in enumerate(rows, after + 1))

    def time_of(self, game_id: str, number: int) -> float | None:
        """When an entry was written, in seconds since 1970; None where there is none of that number."""
        query = sa.select(LOG.c.at_s).where(LOG.c.game_id == game_id, LOG.c.sequence == number)
        with self._said(), self._engine.connect() as connection:
            found = connection.execute(query).scalar()
        return found if isinstance(found, float | int) else None

    def written_since(self, game_id: str, number: int, after_s: float, until_s: float) -> tuple[Written, ...]:
        """What is there of a game after that entry, and of all others between two times; game by game, in order."""
        others = sa.and_(LOG.c.game_id != game_id, LOG.c.at_s > after_s, LOG.c.at_s <= until_s)
        query = (
            sa.select(LOG.c.game_id, LOG.c.game, LOG.c.sequence, LOG.c.at_s)
            .where(sa.or_(others, sa.and_(LOG.c.game_id == game_id, LOG.c.sequence > number)))
            .order_by(LOG.c.game_id, LOG.c.sequence)
        )
        with self._said(), self._engine.connect() as connection:
            return tuple(Written(*row) for row in connection.execute(query))

    def games(self) -> tuple[str, ...]:
        """The ids of all games, the one that was played last at the end."""
        query = (
            sa.select(LOG.c.game_id).group_by(LOG.c.game_id).order_by(sa.func.max(LOG.c.at_s), LOG.c.game_id)
        )
        with self._said(), self._engine.connect() as connection:
            return tuple(connection.execute(query).scalars())

    def latest_s(self) -> float | None:
        """The latest time that was written down, in seconds since 1970; None where nothing was."""
        with self._said(), self._engine.connect() as connection:
            latest = connection.execute(sa.select(sa.func.max(LOG.c.at_s))).scalar()
        # SQLite keeps whatever was put into a column, and a text is greater than any number.
        return latest if isinstance(latest, float | int) else None

    def game_of(self, game_id: str) -> str | None:
        """The name of the rules that a game is played by; None where there is no such game."""
        query = sa.select(LOG.c.game).where(LOG.c.game_id == game_id, LOG.c.sequence == 1)
        with self._said(), self._engine.connect() as connection:
            return connection.execute(query).scalar()

    def length_of(self, game_id: str) -> int:
        """How many entries of a game are there, readable or not."""
        query = sa.select(sa.func.count()).select_from(LOG).where(LOG.c.game_id == game_id)
        with self._said(), self._engine.connect() as connection:
            return int(connection.execute(query).scalar_one())

    def close(self) -> None:
        """Let go of every connection."""
        self._engine.dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _entry(self, row: Any, number: int) -> Entry:
        try:
            event = read_json_text(row.event)
        except NoJson as broken:
            raise BadInput(f"{self.name}: entry {number} is damaged; restore it from a copy.") from broken
        data = {"seq": row.sequence, "at_s": row.at_s, "by": row.by_whom, "event": event}
        try:
            return Entry.from_json(data, number, row.game)
        except BadInput as broken:
            raise BadInput(f"{self.name}: {broken}") from broken

    @contextmanager
    def _said(self) -> Iterator[None]:
        """Turn what a database says into one sentence."""
        try:
            yield
        except IntegrityError:
            raise
        except DBAPIError as error:
            words = str(error.orig) if str(error.orig).strip() else type(error.orig).__name__
            raise NoStore(failure(self.name, words)) from error
        except SQLAlchemyError as error:
            raise NoStore(failure(self.name, str(error))) from error


def _make(engine: sa.Engine) -> None:
    try:
        _META.create_all(engine)
    except DBAPIError as error:
        # Another process may have made the table between the look and the making; one that has it is waited for once.
        if is_taken(str(error.orig)) or not sa.inspect(engine).has_table(LOG.name):
            raise


def file_of(where: str) -> str | None:
    """The file that a name or a URL of a log stands for; None where it is a server's, or none at all."""
    if "://" not in where:
        return where
    try:
        url = make_url(where)
        return url.database if url.get_backend_name() == "sqlite" else None
    except (ArgumentError, NoSuchModuleError, ValueError):
        return None


def _url(where: str) -> sa.URL:
    if "://" not in where:
        _check_kept(where)
        return sa.URL.create("sqlite", database=where)
    try:
        url = make_url(where)
        backend = url.get_backend_name()
    except (ArgumentError, NoSuchModuleError, ValueError) as wrong:
        raise NoStore(
            f"{where.rsplit('@', maxsplit=1)[-1]} is no database: give a file or a postgresql:// URL."
        ) from wrong
    if backend not in ("sqlite", "postgresql"):
        raise NoStore(f"Logs are kept in SQLite or PostgreSQL, not in {backend}.")
    if backend == "sqlite":
        if not url.database:
            raise NoStore("An SQLite URL names a file, such as sqlite:///games.db.")
        _check_kept(url.database)
    return url.set(drivername="postgresql+psycopg") if backend == "postgresql" else url


def _check_kept(name: str) -> None:
    """Raise NoStore for what SQLite takes for no file of that name: such games would be gone, or lie elsewhere."""
    if not name:
        raise NoStore("The name of the log is empty: give a file or a postgresql:// URL.")
    if name == ":memory:" or name.startswith("file:"):
        raise NoStore(f"{name} is no file that games are kept in: give one, such as games.db.")


def _check_file(path: Path, name: str, *, create: bool) -> None:
    """Raise NoStore where a database should be there and is not, or what is there is none that SQLite would know."""
    if path.is_dir():
        raise NoStore(f"{name} is a folder: name a file in it, such as {Path(name) / 'games.db'}.")
    if not path.is_file():
        if not create:
            raise NoStore(f"{name}: there is no such database; check its name.")
    elif path.stat().st_size == 1:
        # SQLite takes a file of one byte for an empty one, and writes over it.
        raise NoStore(failure(name, "file is not a database"))
    elif _is_of_another_program(path):
        if not create:
            raise _without_games(name)
        raise NoStore(
            f"{name} is the database of another program: name a new file, or one that games are kept in."
        )


def _without_games(name: str) -> NoStore:
    return NoStore(f"{name}: this database holds no games of the companion.")


def _is_of_another_program(path: Path) -> bool:
    """Whether an SQLite file holds something, and no log; looked at without changing so much as its journal's kind."""
    unfinished = any(path.with_name(f"{path.name}-{kind}").exists() for kind in ("journal", "wal"))
    # What was begun and not ended is taken in as any reader does it; else nothing is even locked.
    how = "mode=rw" if unfinished else "immutable=1"
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?{how}", uri=True, timeout=0)) as looked_at:
            names = {name for (name,) in looked_at.execute("SELECT name FROM sqlite_master")}
    except sqlite3.Error:
        return False  # It is said better where the file is opened.
    return LOG.name not in names and any(not str(name).startswith("sqlite_") for name in names)


def _settings(url: sa.URL) -> dict[str, Any]:
    if url.get_backend_name() == "postgresql":
        # A commit answers once it is on the disk, whatever the server's own default is.
        options = f"-c synchronous_commit=on -c lock_timeout={BUSY_S}s"
        return {"pool_pre_ping": True, "connect_args": {"connect_timeout": REACHED_S, "options": options}}
    return {"connect_args": {"timeout": BUSY_S}, "pool_events": [(_durable, "connect")]}


def _durable(connection: Any, _record: Any) -> None:
    """One file that is whole at any moment: a rollback journal, with every commit flushed to the disk."""
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=DELETE")
    cursor.execute("PRAGMA synchronous=EXTRA")
    cursor.close()
