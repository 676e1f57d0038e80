"""How commands speak: progress that stays out of the way, and complaints that stay short."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from companion.commands import saying
from companion.commands.saying import LONGEST, complain, counted, progress

WORK = """
from companion.commands.saying import complain, counted, say
for photo in counted(["a", "b", "c"], "photos"):
    complain("b is no photo.") if photo == "b" else say(photo)
"""


def test_on_a_terminal_every_sentence_has_a_line_of_its_own() -> None:
    terminal, end = os.openpty()
    command = [sys.executable, "-c", WORK]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=end, text=True)
    os.close(end)
    shown = os.read(terminal, 10_000).decode()
    os.close(terminal)
    assert done.stdout == "a\nc\n"
    wiped = f"\r{' ' * len('photos: 0 of 3')}\r"
    assert shown == (
        f"\rphotos: 0 of 3{wiped}\rphotos: 1 of 3{wiped}companion: b is no photo.\r\n"
        f"\rphotos: 2 of 3{wiped}\rphotos: 3 of 3\r\n"
    )


def test_elsewhere_it_is_a_line_for_each_tenth_of_what_takes_long(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(saying, "LONG_S", 3600.0)
    assert list(counted(range(40), "photos")) == list(range(40))
    assert capsys.readouterr() == ("", "")
    monkeypatch.setattr(saying, "LONG_S", -1.0)
    assert list(counted(range(40), "photos")) == list(range(40))
    out, err = capsys.readouterr()
    assert out == ""
    assert err.splitlines() == [f"photos: {done} of 40" for done in range(4, 41, 4)]


def test_what_counts_by_itself_tells_tenths_alone(capsys: pytest.CaptureFixture[str]) -> None:
    report = progress("faces")
    for done in range(1, 121):
        report(done, 120)
    assert capsys.readouterr().err.splitlines() == [f"faces: {done} of 120" for done in range(12, 121, 12)]


def test_of_one_thing_nothing_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert list(counted(["a"], "photos")) == ["a"]
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize("away", ["2>&-", "2>/dev/full"])
def test_work_goes_on_where_standard_error_is_lost(away: str) -> None:
    command = f'"{sys.executable}" -c "$WORK" {away}'
    work = WORK.replace('complain("b is no photo.")', 'say("B")')
    done = subprocess.run(
        command, shell=True, env={**os.environ, "WORK": work}, stdout=subprocess.PIPE, text=True
    )
    assert (done.returncode, done.stdout) == (0, "a\nB\nc\n")


def test_a_complaint_that_repeats_too_much_keeps_its_ends(capsys: pytest.CaptureFixture[str]) -> None:
    complain(f"there is no card {'x' * 15_000}; write such as A2r.")
    _, err = capsys.readouterr()
    assert err.startswith("companion: there is no card xxx")
    assert err.endswith("xxx; write such as A2r.\n")
    assert len(err) < LONGEST + 30
