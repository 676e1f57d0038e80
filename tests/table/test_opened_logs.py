"""What a log may be kept in: no folder, no database of another program, and what can only be read is named."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sa

from companion.commands.serve import _store
from companion.table.store import NoStore, Store


@pytest.mark.parametrize("journal", ["delete", "wal"])
def test_the_database_of_another_program_is_left_as_it_is(tmp_path: Path, journal: str) -> None:
    path = tmp_path / "notes.db"
    with closing(sqlite3.connect(path)) as other:
        other.execute(f"PRAGMA journal_mode={journal}")
        other.execute("CREATE TABLE notes (text)")
        other.commit()
    before = path.read_bytes()
    for where in (str(path), f"sqlite:///{path}"):
        with pytest.raises(
            NoStore, match="of another program: name a new file, or one that games are kept in"
        ):
            Store.open(where)
        with pytest.raises(NoStore, match="holds no games"):
            Store.open(where, create=False)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_what_another_program_is_just_writing_is_another_programs_too(tmp_path: Path) -> None:
    path = tmp_path / "notes.db"
    with closing(sqlite3.connect(path)) as other:
        other.execute("PRAGMA journal_mode=wal")
        other.execute("CREATE TABLE notes (text)")
        other.commit()
        # By now the table is in the journal alone.
        with pytest.raises(NoStore, match="of another program"):
            Store.open(str(path))
        assert other.execute("SELECT name FROM sqlite_master").fetchall() == [("notes",)]


def test_a_database_in_which_nothing_is_left_takes_games(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE notes (number INTEGER PRIMARY KEY AUTOINCREMENT)")
        other.execute("DROP TABLE notes")
        other.commit()
    for _ in range(2):
        with Store.open(str(path)) as store:
            assert store.games() == ()
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE notes (text)")
    Store.open(str(path)).close()


def test_a_folder_is_called_so(tmp_path: Path) -> None:
    with pytest.raises(NoStore, match=r"is a folder: name a file in it, such as .*games\.db"):
        Store.open(str(tmp_path))


def test_whether_an_entry_could_be_written_is_tried_without_writing_one(database: str) -> None:
    with Store.open(database) as store:
        known = store.games()
        store.try_writing()
        assert store.games() == known


def only_read(store: Store) -> None:
    """From now on the database refuses to be written to, as one does whose file is read-only."""
    store._engine.dispose()
    sa.event.listen(store._engine, "connect", lambda connection, _: connection.execute("PRAGMA query_only=1"))


def test_a_log_that_can_only_be_read_is_named_as_the_server_starts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = str(tmp_path / "games.db")
    first = _store(file)
    assert first is not None
    first.close()
    assert capsys.readouterr().err == ""
    opened = Store.open

    def read_only(where: str) -> Store:
        store = opened(where)
        only_read(store)
        return store

    monkeypatch.setattr(Store, "open", read_only)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    for log, name in ((file, file), (None, str(tmp_path / "tabletop-companion" / "games.db"))):
        found = _store(log)
        assert found is not None
        with closing(found):
            assert found.games() == ()
        assert capsys.readouterr().err == (
            f"companion: the games can be looked at, and nothing can be entered: {name} cannot be used: attempt to "
            "write a readonly database; see that the file is there and may be written.\n"
        )
