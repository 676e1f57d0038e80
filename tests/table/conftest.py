"""Databases for the tests of the table: SQLite, and a real PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.table.postgres import Cluster, NoPostgres


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """One PostgreSQL server for all tests."""
    try:
        server = Cluster()
    except NoPostgres as none:
        pytest.skip(str(none))
    with server:
        yield server


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where to keep logs, once in each kind of database; games of other tests may be there too."""
    if request.param == "sqlite":
        return str(tmp_path / "games.db")
    cluster: Cluster = request.getfixturevalue("cluster")
    return cluster.url
