"""Where commands write."""

from __future__ import annotations

import os
import signal
import threading
from pathlib import Path

import pytest

from companion.commands.out_files import out_file, write_whole
from companion.commands.saying import Unusable


def test_a_link_is_written_through_and_a_failure_leaves_what_was_there(tmp_path: Path) -> None:
    kept, link = tmp_path / "kept.txt", tmp_path / "link.txt"
    kept.write_bytes(b"old")
    link.symlink_to(kept)
    write_whole(link, b"new")
    assert link.is_symlink()
    assert kept.read_bytes() == b"new"
    with pytest.raises(Unusable, match="cannot be written"):
        write_whole(tmp_path, b"never")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["kept.txt", "link.txt"]


def test_a_pipe_is_written_to_and_stays_one(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    heard: list[bytes] = []
    reader = threading.Thread(target=lambda: heard.append(pipe.read_bytes()))
    reader.start()
    write_whole(out_file(str(pipe), "--out"), b"a log")
    reader.join()
    assert heard == [b"a log"]
    assert pipe.is_fifo()


@pytest.mark.skipif(not Path("/dev/fd").exists(), reason="ends of pipes have no names here")
def test_a_pipe_without_a_name_of_its_own_is_written_to_until_nobody_reads_it() -> None:
    ours, theirs = os.pipe()
    write_whole(out_file(f"/dev/fd/{theirs}", "--out"), b"a log")
    assert os.read(ours, 100) == b"a log"
    os.close(ours)
    with pytest.raises(BrokenPipeError):
        write_whole(out_file(f"/dev/fd/{theirs}", "--out"), b"a log")
    os.close(theirs)


@pytest.mark.parametrize("name", ["", ".", "nowhere/file", "file/inside"])
def test_a_name_that_cannot_be_written_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(Unusable) as refused:
        out_file(name, "--out")
    assert refused.value.message.endswith(".")
    assert "name" in refused.value.message


def test_what_is_not_there_yet_is_not_written_over_either(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert out_file("drawn.png", "--draw", ["deck.json"]) == Path("drawn.png")
    with pytest.raises(Unusable, match="is itself what is read"):
        out_file("drawn.png", "--draw", ["./drawn.png"])


def _is_begun(path: Path) -> bool:
    try:
        return path.stat().st_size > 0
    except FileNotFoundError:
        return True


@pytest.mark.skipif(os.name != "posix", reason="Ctrl-C is sent to a process as POSIX has it")
def test_ctrl_c_leaves_nothing_beside_the_file(tmp_path: Path) -> None:
    out, before = tmp_path / "log.json", signal.signal(signal.SIGINT, signal.default_int_handler)

    def press_once_it_is_being_written() -> None:
        while not any(_is_begun(path) for path in tmp_path.iterdir()):
            pass
        os.kill(os.getpid(), signal.SIGINT)

    def write_until_it_is_pressed() -> None:
        presses = threading.Thread(target=press_once_it_is_being_written)
        presses.start()
        write_whole(out, bytes(64 << 20))
        presses.join()

    try:
        with pytest.raises(KeyboardInterrupt):
            write_until_it_is_pressed()
    finally:
        signal.signal(signal.SIGINT, before)
    assert [path for path in tmp_path.iterdir() if path != out] == []


def test_a_name_as_long_as_a_disk_takes_is_written(tmp_path: Path) -> None:
    out = tmp_path / ("n" * 250 + ".json")
    write_whole(out, b"a log")
    assert out.read_bytes() == b"a log"
