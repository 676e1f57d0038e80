"""Ctrl-C ends a command without a word and with 130, whatever it is importing just then."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PRESSES = """\
import os, signal
signal.signal(signal.SIGINT, signal.default_int_handler)
os.kill(os.getpid(), signal.SIGINT)
"""
"""Stands before a module of its name, and presses Ctrl-C at a terminal: what runs in the background may ignore it."""

pytestmark = pytest.mark.skipif(os.name != "posix", reason="Ctrl-C is sent to a process as POSIX has it")


def begun(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """`companion ARGUMENTS`, as its script begins it; modules in the folder go before those of the same name."""
    script = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["scripts"]["companion"]
    module, _, name = script.partition(":")
    return subprocess.run(
        [sys.executable, "-c", f"from {module} import {name}; {name}()", *arguments],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
        timeout=60,
    )


@pytest.mark.parametrize("imported", ["click", "flask"])
def test_ctrl_c_while_it_begins_is_silent(tmp_path: Path, imported: str) -> None:
    (tmp_path / f"{imported}.py").write_text(PRESSES)
    done = begun(tmp_path, "serve", "--camera", "none", "--port", "0", "--log", str(tmp_path / "games.db"))
    assert (done.returncode, done.stdout, done.stderr.strip()) == (130, "", "")
