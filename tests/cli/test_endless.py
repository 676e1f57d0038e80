"""Files without end, and ends without a file: a sentence each, before all memory is gone."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from calibration.files import read_at_most
from companion.commands import judge as judge_command
from companion.commands.board_photos import BadSupply, supply_from
from companion.commands.saying import Unusable
from companion.rules import words
from companion.rules.errors import BadInput
from companion.table import logs
from tests.conftest import Companion
from vision import photo
from vision.errors import BadPhoto

posix = pytest.mark.skipif(os.name != "posix", reason="ends are closed as a POSIX shell does it")


@pytest.fixture
def long(tmp_path: Path) -> Path:
    """A file that is longer than every limit that a test sets."""
    file = tmp_path / "long"
    file.write_bytes(b"y\n" * 600)
    return file


def test_what_is_too_long_is_not_read_to_its_end(long: Path) -> None:
    assert len(read_at_most(long, 1200)) == 1200
    with pytest.raises(OSError, match="far too large"):
        read_at_most(long, 1199)


def test_a_photo_without_end_is_told(long: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(photo, "MAX_FILE_BYTES", 1000)
    with pytest.raises(BadPhoto, match="far too large"):
        photo.load_photo(long)


def test_a_log_without_end_is_told(long: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logs, "MOST_LOG_BYTES", 1000)
    with pytest.raises(BadInput, match="far too long for a log"):
        logs.load_log(str(long))


def test_a_word_list_without_end_is_told(long: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(words, "MOST_LETTERS", 1000)
    with pytest.raises(BadInput, match="cannot be read"):
        words.words_from(long)


@pytest.mark.parametrize("text", [b"[\n" * 600, b"y" * 1200])
def test_a_claim_without_end_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: bytes) -> None:
    (tmp_path / "claim").write_bytes(text)
    monkeypatch.setattr(judge_command, "LONGEST_INPUT", 1000)
    monkeypatch.setattr(judge_command, "LONGEST_LINE", 1000)
    with pytest.raises(Unusable, match="far too long for a claim"):
        judge_command.judge.callback("zont", str(tmp_path / "claim"), None, as_json=True)  # type: ignore[misc]


@pytest.mark.parametrize(
    ("text", "says"),
    [("null", "says nothing of what was held"), ("NaN", "is no number"), ("\udcff", "UTF-8")],
)
def test_a_supply_that_says_nothing_is_told(tmp_path: Path, text: str, says: str) -> None:
    file = tmp_path / "supply.json"
    file.write_text(text, encoding="utf-8", errors="surrogateescape")
    with pytest.raises(BadSupply, match=says):
        supply_from(str(file))


def run(*arguments: str, closed: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    command = ["sh", "-c", f'exec "$0" "$@" {closed}', sys.executable, "-m", "companion.cli", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, input=stdin)


@posix
def test_a_closed_output_is_told_before_any_work(tmp_path: Path) -> None:
    ran = run("judge", "zont", "--json", closed=">&-", stdin="{}")
    assert ran.returncode == 2
    assert ran.stderr == (
        "companion: standard output is closed: send it to a file or a program, or to /dev/null.\n"
    )


@posix
def test_a_closed_input_is_an_empty_one() -> None:
    ran = run("judge", "zont", closed="<&-")
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.startswith("companion: The input is empty")


@posix
def test_a_log_is_read_from_a_pipe(companion: Companion, tmp_path: Path) -> None:
    log = Path(__file__).resolve().parents[1] / "table" / "logs" / "solitaire.json"
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with subprocess.Popen(["cp", str(log), str(pipe)]):
        assert companion("export", pipe, "--out", "log.json").status == 0
    assert (tmp_path / "log.json").read_bytes() == log.read_bytes()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is always full")
@pytest.mark.parametrize(
    "arguments",
    [
        ("see", "nope.jpg", "--game", "zangle", "--json"),
        ("judge", "zont"),
        ("export", "nope"),
        ("no-command",),
    ],
)
def test_the_status_does_not_depend_on_whether_an_error_can_be_told(arguments: tuple[str, ...]) -> None:
    for closed in ("2>/dev/full", "2>&-"):
        assert run(*arguments, closed=closed, stdin="{oops\n").returncode == 2
