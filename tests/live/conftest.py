"""The table at which a camera looks."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.table.store import Store
from companion.web.hall import Hall
from tests.table.films import FILMS


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    """A table that keeps its games."""
    with Store.open(str(tmp_path / "games.db")) as store:
        yield Hall(store)


@pytest.fixture
def zigity(hall: Hall) -> None:
    """There Zigity is played."""
    assert hall.begin_played(FILMS["zigity"]().set_up).accepted
