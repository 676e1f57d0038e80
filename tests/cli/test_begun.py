"""How a table is begun again so that phones can reach it."""

from __future__ import annotations

import shlex
import shutil
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.commands.begun import with_phones

OPEN = "--host 0.0.0.0"


@pytest.mark.parametrize(
    ("options", "by_make", "said"),
    [
        ([], False, f"companion serve {OPEN}"),
        (["--open"], True, f'make play ARGS="{OPEN}"'),
        (
            ["--open", "--port", "8123", "--camera", "none"],
            True,
            f'make play ARGS="--port 8123 --camera none {OPEN}"',
        ),
        (["--open", "--game", "zont"], False, f"companion serve --open --game zont {OPEN}"),
        (["--host", "127.0.0.1", "--https"], False, f"companion serve --https {OPEN}"),
        (
            ["--host=localhost", "--log", "an evening.db"],
            False,
            f"companion serve --log 'an evening.db' {OPEN}",
        ),
        (["--open", "--log", "an evening.db"], True, f"make play ARGS=\"--log 'an evening.db' {OPEN}\""),
    ],
)
def test_it_is_begun_in_the_words_that_began_it(
    options: list[str], said: str, *, by_make: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}")
    assert with_phones(["/home/ann/.venv/bin/companion", "serve", *options], by_make=by_make) == said


@pytest.mark.parametrize(
    ("program", "said"),
    [
        ("/home/ann/my games/companion", "'/home/ann/my games/companion'"),
        ("/home/ann/companion/__main__.py", "python -m companion"),
    ],
)
def test_a_command_on_no_path_is_named_as_it_was_called(
    program: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    assert with_phones([program, "serve"], by_make=False) == f"{said} serve {OPEN}"


@given(options=st.lists(st.text(max_size=8).filter(lambda word: not word.startswith("--host")), max_size=5))
def test_every_other_option_stays_as_it_is(options: list[str]) -> None:
    said = shlex.split(with_phones(["companion", "serve", *options], by_make=False))
    assert said[said.index("serve") + 1 :] == [*options, *OPEN.split()]


def test_make_says_that_it_began_the_table() -> None:
    recipe = (Path(__file__).parents[2] / "Makefile").read_text(encoding="utf-8")
    assert "COMPANION_BEGUN_BY_MAKE=1 $(BIN)/companion serve --open $(ARGS)" in recipe
