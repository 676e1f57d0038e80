"""What the system lacks is brought in part by part, and what cannot be had is named."""

from __future__ import annotations

import runpy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[1]
APT = """#!/bin/sh
echo "$*" >> "$HERE/asked"
case "$*" in *nowhere*) echo "E: Unable to locate package nowhere" >&2; exit 100 ;; esac
for last; do :; done
case "$*" in install*) : > "$HERE/$last" ;; esac
"""


@pytest.fixture
def bring(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., int]:
    """Bring in parts, each by its name and what brings it, with an apt-get that knows all packages but `nowhere`."""
    apt = tmp_path / "apt-get"
    apt.write_text(APT)
    apt.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    monkeypatch.setenv("HERE", str(tmp_path))
    system: dict[str, Any] = runpy.run_path(str(ROOT / ".ci" / "system.py"))

    def main(**parts: tuple[tuple[str, ...], ...]) -> int:
        known = {
            name: system["Part"](
                lambda packages=packages: any((tmp_path / together[-1]).exists() for together in packages),
                packages,
                "nothing works without it",
            )
            for name, packages in parts.items()
        }
        inside = system["main"].__globals__
        monkeypatch.setitem(inside, "PARTS", known)
        monkeypatch.setitem(inside, "_privilege", list)
        status: int = system["main"](list(parts))
        return status

    return main


def asked(folder: Path) -> list[str]:
    return [line for line in (folder / "asked").read_text().splitlines() if line.startswith("install")]


def test_the_first_that_can_be_had_is_enough(bring: Callable[..., int], tmp_path: Path) -> None:
    assert bring(browser=(("shell",), ("whole",)), picture=(("gl", "glib"),)) == 0
    assert [line.split("recommends ")[1] for line in asked(tmp_path)] == ["shell", "gl glib"]


def test_what_apt_does_not_know_hinders_nothing_else(
    bring: Callable[..., int], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert bring(browser=(("nowhere",), ("whole",)), codes=(("nowhere",),), base=(("server",),)) == 1
    assert (tmp_path / "whole").exists()
    assert (tmp_path / "server").exists()
    said = capsys.readouterr().err
    assert "Unable to locate package nowhere" in said
    assert "codes is missing: nothing works without it. Please install it (Debian: nowhere)." in said


def test_what_is_there_is_left_alone(bring: Callable[..., int], tmp_path: Path) -> None:
    (tmp_path / "server").touch()
    assert bring(base=(("server",),)) == 0
    assert not (tmp_path / "asked").exists()
