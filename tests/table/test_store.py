"""What is written stays written: no fork, no gap, no loss when a writer or the server is killed."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path
from uuid import uuid4

import pytest
import sqlalchemy as sa

from companion.rules.errors import BadInput
from companion.table.database_words import failure
from companion.table.log import Entry
from companion.table.store import LOG, NoStore, NotNext, Store
from companion.table.zangle import events as ev
from companion.table.zangle.live import ZangleGame
from companion.web.hall import Hall
from tests.table.folded import fold_zangle
from tests.table.postgres import Cluster

ROOT = Path(__file__).parents[2]
SET_UP = ev.SetUp("speedster", ("ann", "ben"))


def fresh() -> str:
    return uuid4().hex


def test_what_is_written_is_read_back(database: str) -> None:
    game = fresh()
    entries = (
        Entry(1, 1.5, None, SET_UP),
        Entry(2, 1e9 + 0.25, "ann", ev.Deal()),
        Entry(3, 2.0, "Æneas ☕", ev.Pause("“tea”")),
    )
    with Store.open(database) as store:
        for entry in entries:
            store.append(game, entry)
        assert store.entries(game) == entries
        assert store.entries(game, after=2) == entries[2:]
        assert game in store.games()
        assert store.entries(fresh()) == ()
    with Store.open(database, create=False) as again:
        assert again.entries(game) == entries


def test_a_number_is_given_once_and_none_is_left_out(database: str) -> None:
    game = fresh()
    with Store.open(database) as one, Store.open(database) as other:
        one.append(game, Entry(1, 0.0, None, SET_UP))
        for seq in (0, 1, 3, -1):
            with pytest.raises(NotNext):
                other.append(game, Entry(seq, 0.0, None, ev.Deal()))
        other.append(game, Entry(2, 0.0, None, ev.Deal()))
        with pytest.raises(NotNext):
            one.append(game, Entry(2, 0.0, None, ev.Deal()))


def test_nothing_that_is_written_can_be_changed(database: str) -> None:
    game = fresh()
    with Store.open(database) as store:
        store.append(game, Entry(1, 0.0, None, SET_UP))
        for change in (sa.update(LOG).values(at_s=1.0), sa.delete(LOG)):
            with (
                pytest.raises(sa.exc.DBAPIError, match="only ever added to"),
                store._engine.begin() as connection,
            ):
                connection.execute(change)
        assert len(store.entries(game)) == 1


def test_writers_at_once_make_one_line(database: str) -> None:
    game = fresh()
    with Store.open(database) as store:
        ZangleGame(store, game).submit(SET_UP, version=0, at_s=0.0)

        def write(who: str) -> int:
            with Store.open(database) as own:
                live = ZangleGame(own, game)
                written = 0
                for _ in range(12):
                    paused = live.state.table is not None and live.state.table.paused
                    event = ev.Resume() if paused else ev.Pause()
                    answer = live.submit(event, version=live.state.version, at_s=0.0, by=who)
                    written += answer.accepted
                return written

        with ThreadPoolExecutor(4) as pool:
            written = sum(pool.map(write, ["ann", "ben", "cem", "dea"]))
        entries = store.entries(game)
        assert [entry.seq for entry in entries] == list(range(1, written + 2))
        assert fold_zangle(entry.event for entry in entries).version == written + 1


def killed_after(where: str, game: str, lines: int) -> int:
    """Start a writer, kill it after it has said so many numbers; the last number that it said."""
    command = [sys.executable, "-m", "tests.table.writer", where, game]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout is not None
        said = [writer.stdout.readline() for _ in range(lines)]
        writer.kill()
        said += writer.stdout.readlines()
    # The last line may be cut off in the middle; a number that is not whole was not said.
    return max(int(line) for line in said if line.endswith("\n"))


def test_a_killed_writer_loses_nothing_that_it_has_said(database: str) -> None:
    game = fresh()
    said = 0
    for lines in (1, 3, 9, 27):
        said = killed_after(database, game, lines)
        with Store.open(database) as store:
            entries = store.entries(game)
            assert [entry.seq for entry in entries] == list(range(1, len(entries) + 1))
            # One entry may be written and not said yet.
            assert said <= len(entries) <= said + 1
            assert fold_zangle(entry.event for entry in entries).version == len(entries)
    assert said >= 40


def test_a_server_that_dies_loses_nothing_either(cluster: Cluster) -> None:
    game = fresh()
    with Store.open(cluster.url) as store:
        live = ZangleGame(store, game)
        live.submit(SET_UP, version=0, at_s=0.0)
        for seq, died in zip(count(2), range(3), strict=False):
            cluster.kill()
            event = ev.Resume() if died % 2 else ev.Pause()
            with pytest.raises(NoStore, match="cannot be used"):
                live.submit(event, version=seq - 1, at_s=0.0)
            assert live.state.version == seq - 1
            cluster.start()
            assert live.submit(event, version=seq - 1, at_s=0.0).accepted
        assert len(store.entries(game)) == 4


def test_a_stale_command_is_refused_and_a_late_call_is_not(database: str) -> None:
    with Store.open(database) as store:
        live = ZangleGame(store, fresh())
        for event in (SET_UP, ev.Deal(), ev.Flip()):
            assert live.submit(event, version=live.state.version, at_s=0.0).accepted
        version = live.state.version
        assert live.submit(ev.Seen("centre", (ev.Face(3),)), version=version, at_s=0.0).accepted
        assert live.submit(ev.Call("ann", 1.0, 0.0, "a"), version=version, at_s=0.0).accepted
        assert live.submit(ev.Call("ben", 1.02, 0.0, "b"), version=version, at_s=0.0).accepted
        refused = live.submit(ev.Settle("ben"), version=version, at_s=0.0)
        assert not refused.accepted
        assert [reason.clause for reason in refused.verdict.reasons] == ["zangle/stale"]
        assert refused.state.version == version + 3
        assert not live.submit(ev.Pause(), version=version + 9, at_s=0.0).accepted


def test_a_log_that_somebody_else_has_is_told_soon_and_goes_on_once_it_is_free(database: str) -> None:
    with Store.open(database) as store, Store.open(database) as other:
        live = ZangleGame(store, fresh())
        assert live.submit(SET_UP, version=0, at_s=0.0).accepted
        lite = store._engine.dialect.name == "sqlite"
        with store._engine.connect() as connection:
            waits = connection.exec_driver_sql("PRAGMA busy_timeout" if lite else "SHOW lock_timeout")
            assert str(waits.scalar()) == ("2000" if lite else "2s")
        with other._engine.connect() as connection:
            take = "BEGIN IMMEDIATE" if lite else "LOCK TABLE companion_log IN EXCLUSIVE MODE"
            connection.exec_driver_sql(take)
            with pytest.raises(NoStore, match="another program has it: close that one"):
                live.submit(ev.Deal(), version=1, at_s=0.0)
            connection.rollback()
        assert live.submit(ev.Deal(), version=1, at_s=0.0).accepted


def test_a_file_that_somebody_else_has_is_asked_for_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "games.db"
    Store.open(str(file)).close()
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    monkeypatch.setattr(sa, "inspect", lambda _: pytest.fail("it waits once more"))
    with pytest.raises(NoStore, match="database is locked; another program has it"):
        Store.open(str(file))
    other.close()


@pytest.mark.parametrize("text", ["two\nlines", "nought\x00", "half \ud83d", "x" * 501])
def test_what_could_not_be_read_back_is_not_written(database: str, text: str) -> None:
    with Store.open(database) as store:
        live = ZangleGame(store, fresh())
        assert live.submit(SET_UP, version=0, at_s=0.0).accepted
        with pytest.raises(BadInput, match="one line of at most 500"):
            live.submit(ev.Pause(text), version=1, at_s=0.0)
        with pytest.raises(BadInput, match="by whom in one line"):
            live.submit(ev.Pause(), version=1, at_s=0.0, by=text)
        with pytest.raises(BadInput, match="at_s in seconds"):
            live.submit(ev.Pause(), version=1, at_s=float("nan"))
        with pytest.raises(BadInput, match="card's id"):
            ev.Face(id=text)
        assert live.submit(ev.Pause("tea"), version=1, at_s=0.0).accepted


@pytest.mark.parametrize(
    ("where", "says"),
    [
        ("mysql://root@localhost/games", "SQLite or PostgreSQL, not in mysql"),
        ("nonsense://x", "not in nonsense"),
        ("not a url://", "no database"),
        ("sqlite://", "names a file"),
        ("", "is empty"),
        (":memory:", "no file that games are kept in"),
        ("sqlite:///:memory:", "no file that games are kept in"),
        ("sqlite:///file:games.db?uri=true", "no file that games are kept in"),
        ("/no/such/folder/games.db", "cannot be used: unable to open"),
        ("postgresql://someone:secret@127.0.0.1:1/none", "cannot be used: connection"),
        ("postgresql://someone:secret@127.0.0.1:nought/none", "no database"),
    ],
)
def test_a_database_that_is_none_is_one_sentence(where: str, says: str) -> None:
    with pytest.raises(NoStore, match=says) as refused:
        Store.open(where)
    assert "\n" not in str(refused.value)
    assert "secret" not in str(refused.value)


@pytest.mark.parametrize(
    ("words", "advice"),
    [
        ("database is locked", "close that one"),
        ("canceling statement due to lock timeout", "close that one"),
        ("database or disk is full", "make room"),
        ("attempt to write a readonly database", "may be written"),
        ("unable to open database file", "name a file in a folder"),
        ("database disk image is malformed", "restore it from a copy"),
        ("no such column: companion_log.at_s", "of another program or version"),
        ("connection failed:\nIs the server running?", "see that its server runs"),
        ("something new", "or name another"),
    ],
)
def test_whatever_a_database_says_comes_with_what_to_do(words: str, advice: str) -> None:
    says = failure("games.db", words)
    assert says.startswith(f"games.db cannot be used: {words.split(maxsplit=1)[0]}")
    assert says.endswith(".")
    assert advice in says
    assert "\n" not in says


def test_a_time_that_is_none_is_not_the_latest(tmp_path: Path) -> None:
    file = str(tmp_path / "games.db")
    with Store.open(file) as store:
        assert ZangleGame(store, fresh()).submit(SET_UP, version=0, at_s=5.0).accepted
        with sqlite3.connect(file) as other:
            row = "SELECT game_id, 2, game, 'noon', by_whom, event FROM companion_log"
            other.execute(f"INSERT INTO companion_log {row}")
        other.close()
        assert store.latest_s() is None
        Hall(store).close()


def test_a_file_that_holds_no_games_is_left_as_it_is(tmp_path: Path) -> None:
    missing, other, empty = tmp_path / "missing.db", tmp_path / "other.txt", tmp_path / "empty.db"
    other.write_text("this is no database, and long enough for SQLite to notice" * 20)
    sqlite3.connect(empty).close()
    for path, says in ((missing, "no such database"), (other, "not a database"), (empty, "holds no games")):
        with pytest.raises(NoStore, match=says):
            Store.open(str(path), create=False)
    assert not missing.exists()


@pytest.mark.parametrize("length", [1, 2, 15, 16, 17, 512])
def test_a_file_that_is_no_database_is_never_written_over(tmp_path: Path, length: int) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("n" * length)
    with pytest.raises(NoStore, match="not a database; restore it from a copy, or name another file"):
        Store.open(str(path))
    assert path.read_text() == "n" * length


def test_a_damaged_entry_is_named(tmp_path: Path) -> None:
    where = tmp_path / "games.db"
    with Store.open(str(where)) as store:
        store.append("g", Entry(1, 0.0, None, SET_UP))
        for text, says in (
            ("{", "entry 2 is damaged"),
            ('{"kind": "dance"}', "games.db: Entry 2 of the log: There is no event"),
        ):
            with store._engine.begin() as connection:
                connection.exec_driver_sql("DROP TRIGGER IF EXISTS companion_log_no_delete")
                connection.exec_driver_sql("DELETE FROM companion_log WHERE sequence = 2")
                connection.execute(
                    sa.insert(LOG).values(game_id="g", sequence=2, game="zangle", at_s=0.0, event=text)
                )
            with pytest.raises(BadInput, match=says):
                store.entries("g")


def test_a_log_that_lost_entries_is_told_and_not_asked_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Store.open(str(tmp_path / "games.db")) as store:
        game = ZangleGame(store, "friday")
        game.submit(ev.SetUp("speedster", ("ann", "ben")), version=0, at_s=0)
        asked = count()

        def taken(*_: object) -> None:
            # As after a file was put back that is older: the next number here is not the next one there.
            if next(asked):
                pytest.fail("it is asked again though nothing is new")
            raise NotNext

        monkeypatch.setattr(store, "append", taken)
        with pytest.raises(NoStore, match="restore it"):
            game.submit(ev.Deal(), version=1, at_s=1)
