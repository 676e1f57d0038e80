"""What every command keeps to: one line for an error, exit 2, quiet pipes, never a traceback."""

from __future__ import annotations

import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Companion


@pytest.mark.parametrize(
    "arguments",
    [
        ["nonsense"],
        ["see"],
        ["see", "photo.jpg"],
        ["see", "--game", "chess", "photo.jpg"],
        ["photo", "--game", "none", "photo.jpg"],
        ["judge"],
        ["judge", "poker"],
        ["print", "zangle"],
        ["print", "zangle", "--out", "x", "--paper", "a5"],
        ["serve", "--port", "99999"],
        ["serve", "--camera", "no-such-folder"],
        ["serve", "--host", "256.256.256.256", "--port", "0"],
        ["see", "--unknown"],
        ["see", "--game", "zangle", "a.jpg", "--lens", "no-such-lens.json"],
        ["see", "--game", "zangle", "a.jpg", "--draw", "picture.txt"],
    ],
    ids=" ".join,
)
def test_wrong_usage_is_one_line_and_exit_2(companion: Companion, arguments: list[str]) -> None:
    ran = companion(*arguments)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("companion: ")
    assert ran.err.count("\n") == 1
    assert "should not happen" not in ran.err


def test_a_file_named_like_an_option_is_told_how_to_be_written(companion: Companion, tmp_path: Path) -> None:
    (tmp_path / "-x.jpg").write_bytes(b"")
    ran = companion("see", "-x.jpg", "--game", "zangle")
    assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert "write ./-x.jpg" in ran.err
    long = companion("see", "-" + "x" * 5000)
    assert (long.status, long.err.count("\n")) == (2, 1)
    again = companion("see", "./-x.jpg", "--game", "zangle")
    assert "-x.jpg is empty" in again.err


@pytest.mark.parametrize("arguments", [["see", "", "--game", "zangle"], ["replay", ""]], ids=" ".join)
def test_an_empty_name_is_not_taken_for_this_folder(companion: Companion, arguments: list[str]) -> None:
    ran = companion(*arguments)
    assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert "is empty: name a" in ran.err


@pytest.mark.parametrize("host", ["nope.invalid", "192.0.2.1", "a..b"])
def test_a_host_that_is_not_this_computer_is_told_from_a_port_that_is_taken(
    companion: Companion, host: str
) -> None:
    ran = companion("serve", "--host", host, "--camera", "none")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith(f"companion: --host {host} cannot be served at")
    assert "--port" not in ran.err
    assert ran.err.count("\n") == 1


def test_a_taken_port_leaves_no_log_behind(companion: Companion, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        ran = companion("serve", "--camera", "none", "--port", port, "--log", "games.db")
    assert (ran.status, ran.out) == (2, "")
    assert f"port {port}: cannot serve there" in ran.err
    assert ran.err.count("\n") == 1
    assert not [*tmp_path.iterdir()]


def test_a_lens_file_that_is_not_there_says_how_one_is_made(companion: Companion) -> None:
    ran = companion("see", "a.jpg", "--game", "zangle", "--lens", "no-such-lens.json")
    assert "make one by companion calibrate lens" in ran.err


def test_help_is_shown_for_the_asking_and_for_no_command(companion: Companion) -> None:
    for arguments in ([], ["--help"], ["-h"]):
        ran = companion(*arguments)
        assert (ran.status, ran.err) == (0, "")
        for command in ("print", "see", "judge", "photo", "serve"):
            assert f"  {command} " in ran.out


def test_a_reader_that_leaves_is_no_error() -> None:
    claims = '{"claimant": "ann", "profile": "iamond", "cards": []}\n' * 5000
    command = [sys.executable, "-m", "companion.cli", "judge", "zangle", "--json"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.close()
        try:
            running.stdin.write(claims.encode())
            running.stdin.close()
        except BrokenPipeError:
            pass
        assert running.stderr.read() == b""
        assert running.wait(timeout=60) == 128 + 13


def test_a_full_disk_is_one_line(companion: Companion) -> None:
    with open("/dev/full", "wb") as full:  # noqa: PTH123 - a device, not a file
        done = subprocess.run(
            [sys.executable, "-m", "companion.cli", "--help"], stdout=full, stderr=subprocess.PIPE, text=True
        )
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith("companion: ")


def _main_raises(error: str, stdout: Any = subprocess.PIPE) -> subprocess.CompletedProcess[str]:
    """`companion judge` where judging fails by that error."""
    script = (
        "import errno, companion.rules.zangle as z, companion.cli as c\n"
        f"def judge_json(data): raise {error}\n"
        "type(z.GAME).judge_json = staticmethod(judge_json)\n"
        "c.main(['judge', 'zangle'])"
    )
    return subprocess.run(
        [sys.executable, "-c", script], input="{}", env={}, stdout=stdout, stderr=subprocess.PIPE, text=True
    )


def test_standard_output_is_blamed_for_nothing_but_its_own_failures() -> None:
    done = _main_raises("OSError(errno.EMFILE, 'Too many open files')")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "companion: a file or a device that this needs cannot be used: Too many open files (COMPANION_DEBUG=1 shows "
        "where)\n"
    )


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_full_output_is_told_however_it_is_written(unbuffered: str) -> None:
    with open("/dev/full", "wb") as full:  # noqa: PTH123 - a device, not a file
        done = subprocess.run(
            [sys.executable, "-m", "companion.cli", "--help"],
            env={"PYTHONUNBUFFERED": unbuffered},
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
        )
    assert done.stderr == (
        "companion: standard output cannot be written: No space left on device; make room there, or send it "
        "elsewhere.\n"
    )


def test_a_folder_that_is_gone_is_told(tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    script = (
        "import os, companion.cli as c\n"
        f"os.chdir({str(gone)!r}); os.rmdir({str(gone)!r})\n"
        "c.main(['print', 'zangle', '--out', 'x'])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "companion: the folder that this was started in is there no more: go to one that is (cd), and try again.\n"
    )


def test_what_takes_all_memory_is_no_fault_of_the_program() -> None:
    done = _main_raises("MemoryError")
    assert done.returncode == 2
    assert done.stderr.startswith("companion: there is not enough memory for this: close other programs")


@pytest.mark.parametrize("port", ["abc", "-1", "65536", "0000099999", "1" * 5000, "", "\u0661"])
def test_what_is_no_port_is_told(companion: Companion, port: str) -> None:
    ran = companion("serve", "--port", port, "--camera", "none")
    assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert ran.err.endswith("is no port: give a number up to 65535, or leave it out.\n")


def test_a_fault_of_our_own_is_one_line_and_shown_whole_for_debugging() -> None:
    script = (
        "import companion.rules.zangle as z, companion.cli as c\n"
        "def judge_json(data): raise RuntimeError('a slip')\n"
        "type(z.GAME).judge_json = staticmethod(judge_json)\n"
        "c.main(['judge', 'zangle'])"
    )
    for env, lines in (({}, 1), ({"COMPANION_DEBUG": "1"}, 5)):
        done = subprocess.run(
            [sys.executable, "-c", script], input="{}", env=env, capture_output=True, text=True
        )
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.count("\n") >= lines
        assert ("Traceback" in done.stderr) == (lines > 1)
        assert "RuntimeError: a slip" in done.stderr
