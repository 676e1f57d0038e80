"""The page on adding a game, followed to the letter: its files written where it says, its commands run."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.rules.documented_game import FILES, PAGE, ROOT

COPIED = (
    "companion/__init__.py",
    "companion/cli.py",
    "companion/ending.py",
    "companion/commands/__init__.py",
    "companion/commands/judge.py",
    "companion/open_ends.py",
    "companion/commands/saying.py",
    "companion/rules",
    "seeds",
    "pyproject.toml",
    "tests/rules/cases",
    "tests/rules/playouts.py",
    "tests/rules/test_conformance.py",
)
COMMANDS = re.findall(r"^\$ (.+)\n((?:(?!\$ |```).*\n)*)", PAGE.split("```console\n")[1], re.MULTILINE)


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The rules and what every game has to pass, with the page's game among them."""
    copy = tmp_path_factory.mktemp("project")
    for name in COPIED:
        (copy / name).parent.mkdir(parents=True, exist_ok=True)
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / name, copy / name)
    for name, text in FILES.items():
        assert not (copy / name).exists()
        (copy / name).write_text(text, encoding="utf-8")
    return copy


def run(project: Path, command: str) -> subprocess.CompletedProcess[str]:
    """A line of the page as a shell runs it, `companion` and `python` being those of these tests."""
    python = f'"{sys.executable}"'
    words = f'companion() {{ {python} -m companion.cli "$@"; }}; python() {{ {python} "$@"; }}; {command}'
    env = {**os.environ, "PYTHONPATH": str(project), "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(
        ["sh", "-c", words], cwd=project, env=env, capture_output=True, text=True, timeout=300
    )


def test_the_page_names_its_files_and_commands() -> None:
    assert list(FILES) == [
        "seeds/higher.toml", "companion/rules/higher.py", "tests/rules/cases/higher.txt", "tests/rules/test_higher.py"
    ]  # fmt: skip
    assert [command.split()[0] for command, _ in COMMANDS] == ["echo", "python"]


def test_the_command_judges_it_as_the_page_shows(project: Path) -> None:
    command, shown = COMMANDS[0]
    ran = run(project, command)
    assert (ran.stdout, ran.stderr) == (shown, "")
    assert ran.returncode == 1
    refused = run(project, "echo '{\"top\": true}' | companion judge higher")
    assert (refused.returncode, refused.stdout, len(refused.stderr.splitlines())) == (2, "", 1)
    assert "higher" in run(project, "companion judge --help").stdout


def test_it_passes_what_every_game_has_to(project: Path) -> None:
    ran = run(project, COMMANDS[1][0])
    assert ran.returncode == 0, ran.stdout
    assert int(re.findall(r"(\d+) passed", ran.stdout)[0]) > 20


def test_a_case_that_is_wrong_and_a_clause_without_one_are_found(project: Path) -> None:
    """The tests would see it if the page left something out."""
    cases = project / "tests" / "rules" / "cases" / "higher.txt"
    told = cases.read_text(encoding="utf-8")
    try:
        cases.write_text(told.replace("lay 2 -> illegal", "lay 2 -> legal").replace("elsewhere deal", "# "))
        ran = run(project, COMMANDS[1][0])
    finally:
        cases.write_text(told, encoding="utf-8")
    assert ran.returncode == 1
    assert len(re.findall(r"^FAILED", ran.stdout, re.MULTILINE)) == 2


@pytest.mark.parametrize(
    "tool", ["ruff check", "ruff format --check", "mypy --config-file pyproject.toml --follow-imports silent"]
)
def test_its_modules_are_written_as_the_project_writes(project: Path, tool: str) -> None:
    modules = [name for name in FILES if name.endswith(".py")]
    checked = subprocess.run(
        [sys.executable, "-m", *tool.split(), *modules],
        cwd=project,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert checked.returncode == 0, checked.stdout


def test_the_project_does_not_have_it_itself() -> None:
    assert not (ROOT / "seeds" / "higher.toml").exists()
