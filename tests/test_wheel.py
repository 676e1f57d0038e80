"""The wheel outside the checkout: rules, decks and page travel with it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import venv
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
CLAIM = {
    "claimant": "ann",
    "profile": "iamond",
    "cards": [{"from": "centre", "triangles": 0, "shape": None}] * 3,
}

Command = Callable[..., str]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from this checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "pip", "--disable-pip-version-check", "wheel", "--quiet", "--no-deps"]
    subprocess.run([*build, "--wheel-dir", str(folder), str(ROOT)], check=True, timeout=300)
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Command:
    """`companion` of an environment that holds the wheel; the libraries are those of the tests' own."""
    home = tmp_path_factory.mktemp("elsewhere")
    venv.create(home / "venv", with_pip=False)
    purelib = next((home / "venv" / "lib").glob("python*")) / "site-packages"
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(purelib)
    libraries = [path for path in sys.path if path.endswith("site-packages")]
    shadow = home / "libraries"
    shadow.mkdir()
    for path in (one for library in libraries for one in Path(library).iterdir()):
        # The editable install of the checkout must not be found.
        if "tabletop_companion" not in path.name and not (shadow / path.name).exists():
            (shadow / path.name).symlink_to(path)

    def run(*arguments: str, stdin: str = "", status: int = 0) -> str:
        command = [str(home / "venv" / "bin" / "python"), "-m", "companion.cli", *arguments]
        env = {**os.environ, "PYTHONPATH": f"{purelib}{os.pathsep}{shadow}"}
        env = {name: value for name, value in env.items() if not name.startswith("COV")}
        done = subprocess.run(
            command, cwd=home, env=env, input=stdin, capture_output=True, text=True, timeout=300
        )
        assert done.returncode in ((0, 1) if status == 0 else (status,)), done.stderr
        return done.stdout if status == 0 else done.stderr

    return run


def test_it_holds_what_a_table_needs_and_nothing_else(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    for needed in (
        "seeds/zangle.toml",
        "static/zangle/screen.html",
        "static/zangle/screen.js",
        "static/openapi.json",
    ):
        assert needed in names
    assert any(name.startswith("static/samples/") for name in names)
    rooms = {name.split("/")[0] for name in names}
    assert rooms - {"companion", "vision", "calibration", "seeds", "static"} == {
        next(name.split("/")[0] for name in names if name.endswith("METADATA"))
    }


def test_it_judges(installed: Command) -> None:
    assert json.loads(installed("judge", "zangle", "--json", stdin=json.dumps(CLAIM)))["ruling"] == "illegal"


def test_it_prints(installed: Command, tmp_path: Path) -> None:
    told = json.loads(installed("print", "zangle", "--out", str(tmp_path / "deck"), "--json"))
    assert Path(told["pdf"]).read_bytes().startswith(b"%PDF")


def test_it_sees_a_sample(installed: Command) -> None:
    sample = next((ROOT / "static" / "samples").glob("*.jpg"))
    assert json.loads(installed("photo", str(sample), "--game", "zangle", "--json"))["cards"]


def test_it_says_where_the_benchmarks_are(installed: Command) -> None:
    said = installed("bench", "command", "--json", status=2)
    assert said.startswith("companion: The benchmarks are in the project's source")
    assert said.count("\n") == 1
