"""Files that are written whole: what a writer that was killed left beside them goes, what a living one writes stays."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.whole_files import folder_aside, put_whole

if sys.platform == "win32":
    pytest.skip("An open file cannot be taken away there", allow_module_level=True)

import fcntl
from signal import SIGHUP, SIGKILL, SIGTERM, Signals

WAITS = """
import sys
from pathlib import Path
from companion.whole_files import put_whole
put = Path.replace
def waits(part, file):
    print("written", flush=True)
    sys.stdin.readline()
    return put(part, file)
Path.replace = waits
put_whole(Path(sys.argv[1]), b"theirs")
"""


@contextmanager
def another_writer(file: Path) -> Iterator[subprocess.Popen[str]]:
    """Another process that has written the file aside, and puts it in its place once a line is sent to it."""
    command = [sys.executable, "-c", WAITS, str(file)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout is not None
        assert writer.stdout.readline() == "written\n"
        yield writer
        writer.kill()


def beside(file: Path) -> list[Path]:
    return [path for path in file.parent.iterdir() if path != file]


def test_what_a_killed_writer_left_goes_with_the_next_one(tmp_path: Path) -> None:
    file = tmp_path / "zones.json"
    with another_writer(file) as writer:
        writer.kill()
        writer.wait()
    assert len(beside(file)) == 1
    put_whole(file, b"ours")
    assert beside(file) == []
    assert file.read_bytes() == b"ours"


def test_what_a_living_writer_writes_stays(tmp_path: Path) -> None:
    file = tmp_path / "zones.json"
    with another_writer(file) as writer:
        put_whole(file, b"ours")
        assert file.read_bytes() == b"ours"
        writer.communicate("go on\n")
        assert writer.returncode == 0
    assert beside(file) == []
    assert file.read_bytes() == b"theirs"


def test_one_that_was_only_just_begun_and_was_taken_for_left_over_is_begun_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, lock, interrupts = tmp_path / "zones.json", fcntl.flock, iter([True])

    def interrupted(descriptor: int, how: int) -> None:
        if next(interrupts, False):
            put_whole(file, b"theirs")
        lock(descriptor, how)

    monkeypatch.setattr(fcntl, "flock", interrupted)
    put_whole(file, b"ours")
    assert beside(file) == []
    assert file.read_bytes() == b"ours"


@pytest.mark.parametrize(
    "name", [".zones.json.part", ".zones.json.0123456.part", ".other.json.01234567.part"]
)
def test_what_is_not_of_this_file_stays(tmp_path: Path, name: str) -> None:
    other, file = tmp_path / name, tmp_path / "zones.json"
    other.write_bytes(b"")
    put_whole(file, b"ours")
    assert beside(file) == [other]


def test_a_disk_that_knows_no_locks_is_written_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "zones.json"
    left = tmp_path / ".zones.json.01234567.part"
    left.write_bytes(b"")

    def unknown(*_: object) -> None:
        raise OSError("no locks here")

    monkeypatch.setattr(fcntl, "flock", unknown)
    put_whole(file, b"ours")
    assert file.read_bytes() == b"ours"
    assert beside(file) == [left], "a living writer may have it"


FOLDER = """
import signal
import sys
from pathlib import Path
from companion.whole_files import folder_aside
signal.signal(signal.SIGHUP, signal.SIG_DFL)  # Who runs the tests by nohup has it ignored by all processes.
with folder_aside(Path(sys.argv[1]), ".aside-") as aside:
    (aside / "faces").mkdir()
    (aside / "faces" / "one.png").write_bytes(b"a face")
    print(aside, flush=True)
    sys.stdin.readline()
"""


@contextmanager
def another_set(beside: Path) -> Iterator[tuple[subprocess.Popen[str], Path]]:
    """Another process that writes into a folder aside, until a line is sent to it."""
    command = [sys.executable, "-c", FOLDER, str(beside)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout is not None
        yield writer, Path(writer.stdout.readline().strip())
        writer.kill()


@pytest.mark.parametrize("signal", [SIGTERM, SIGHUP, SIGKILL])
def test_a_folder_that_a_killed_writer_left_goes_with_the_next_one(tmp_path: Path, signal: Signals) -> None:
    mine = tmp_path / "somebody's"
    mine.mkdir()
    (tmp_path / ".aside-file").touch()
    with another_set(tmp_path) as (writer, theirs):
        writer.send_signal(signal)
        writer.wait()
    assert (theirs / "faces" / "one.png").exists()
    with folder_aside(tmp_path, ".aside-") as ours:
        assert sorted(tmp_path.iterdir()) == sorted([mine, ours, tmp_path / ".aside-file"])
    assert sorted(tmp_path.iterdir()) == sorted([mine, tmp_path / ".aside-file"])


def test_a_folder_that_a_living_writer_writes_into_stays(tmp_path: Path) -> None:
    with another_set(tmp_path) as (writer, theirs):
        with folder_aside(tmp_path, ".aside-"):
            assert (theirs / "faces" / "one.png").exists()
        writer.communicate("go on\n")
        assert writer.returncode == 0
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_was_only_just_made_and_was_taken_for_left_over_is_made_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lock, interrupts = fcntl.flock, iter([True])

    def interrupted(descriptor: int, how: int) -> None:
        if next(interrupts, False):
            with folder_aside(tmp_path, ".aside-"):
                pass
        lock(descriptor, how)

    monkeypatch.setattr(fcntl, "flock", interrupted)
    with folder_aside(tmp_path, ".aside-") as ours:
        assert list(tmp_path.iterdir()) == [ours]
    assert list(tmp_path.iterdir()) == []
