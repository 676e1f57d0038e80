"""What the project's shape promises, beyond the import contracts that lint-imports checks."""

from __future__ import annotations

import ast
import itertools
import re
import runpy
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.cli import COMMANDS

ROOT = Path(__file__).resolve().parents[1]
ROOMS = ("companion", "vision", "calibration")
HEAVY = ("cv2", "numpy", "flask", "werkzeug", "reportlab", "PIL", "pypdfium2", "pyzbar", "sqlalchemy")


@pytest.mark.parametrize(
    "arguments",
    [
        ["--help"],
        ["see", "--help"],
        ["calibrate", "lens", "--help"],
        ["replay", "--help"],
        ["--version"],
        ["see"],
        ["nonsense"],
    ],
)
def test_help_and_refusals_load_nothing_heavy(arguments: list[str]) -> None:
    script = (
        "import sys\nfrom companion.cli import main\n"
        "try:\n    main(sys.argv[1:])\nexcept SystemExit:\n    pass\n"
        f"print('loaded:', *(name for name in {HEAVY!r} if name in sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", script, *arguments], capture_output=True, text=True)
    assert done.stdout.splitlines()[-1] == "loaded:"


def test_the_rules_load_nothing_but_python() -> None:
    script = (
        "import sys\nbefore = set(sys.modules)\nimport companion.rules.zangle\n"
        "new = {name.split('.')[0] for name in set(sys.modules) - before}\n"
        "print(sorted(new - set(sys.stdlib_module_names) - {'companion', 'seeds'}))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_every_room_says_what_it_holds_and_is_typed() -> None:
    for room in ROOMS:
        assert (ROOT / room / "py.typed").exists(), f"{room} has no py.typed"
        for package in (ROOT / room).rglob("__init__.py"):
            assert package.read_text(encoding="utf-8").startswith('"""'), f"{package} has no docstring"


def test_the_lock_pins_all_that_is_declared_and_names_no_place() -> None:
    lock = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    assert "://" not in lock
    assert "--" not in lock
    pins = dict(re.findall(r"^([a-z0-9-]+)==(\S+)$", lock, flags=re.MULTILINE))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    declared = [
        *project["dependencies"],
        *(one for extra in project["optional-dependencies"].values() for one in extra),
    ]
    names = {re.split(r"[<>=\[; ]", one)[0].lower() for one in declared}
    assert not names - set(pins), "run make lock"


def test_only_the_seeds_hold_no_code() -> None:
    assert not list((ROOT / "seeds").glob("**/*.py"))


def imported(path: Path) -> Iterator[str]:
    """All that a module imports, anywhere in it, by full names."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (one.name for one in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{one.name}" for one in node.names)


def test_what_several_tests_use_stands_in_modules_without_tests() -> None:
    """Where one test file imports from another, its names are hard to find and it grows by what others need."""
    for room in ("tests", "benchmarks"):
        for path in sorted((ROOT / room).rglob("*.py")):
            for name in imported(path):
                assert ".test_" not in f".{name}", f"{path.name} imports {name}"


def test_a_page_takes_from_its_own_folder_and_from_what_all_share() -> None:
    """Zangle's page knows no other game's; the table of the other games lays out Tranglar's board as its page does."""
    lent = {("played", "tranglar")}
    static = ROOT / "static"
    for path in sorted(static.rglob("*")):
        if path.suffix not in {".js", ".html"}:
            continue
        room = path.relative_to(static).parts[0]
        text = path.read_text(encoding="utf-8")
        for name in re.findall(r'(?:from |import\()"([^"]+)"|(?:href|src)="/(static/[^"]+)"', text):
            taken = (path.parent / name[0] if name[0] else ROOT / name[1]).resolve()
            assert taken.is_file(), f"{path.name} takes {taken}"
            there = taken.relative_to(static).parts[0]
            assert there in {room, "shared"} or (room, there) in lent, f"{path.name} takes {taken}"


def test_the_documents_link_to_what_is_there() -> None:
    for document in [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]:
        for target in re.findall(r"\]\(([^)#]+)[^)]*\)", document.read_text(encoding="utf-8")):
            if "://" not in target:
                assert (document.parent / target).exists(), f"{document.name} links to {target}"


def test_the_install_page_names_every_system_package() -> None:
    page = (ROOT / "docs" / "install.md").read_text(encoding="utf-8")
    for part in runpy.run_path(str(ROOT / ".ci" / "system.py"))["PARTS"].values():
        for package in itertools.chain(*part.packages):
            assert f"`{package}`" in page


def test_every_command_is_documented() -> None:
    page = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    for command in COMMANDS:
        assert re.search(rf"^## .*`companion {command}\b", page, flags=re.MULTILINE), command
