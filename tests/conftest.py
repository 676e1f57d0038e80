"""What tests of every room share: pictures that no camera made, and the companion as a subprocess."""

from __future__ import annotations

import gc
import os
import tempfile
from collections.abc import Callable, Generator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from tests import forked
from tests.bad_files import BAD_PICTURES, write_bad_picture
from tests.counting import Counting
from tests.longest import LONG


@dataclass(frozen=True)
class Ran:
    """A finished subprocess."""

    status: int
    out: str
    err: str


Companion = Callable[..., Ran]

settings.register_profile("gate", max_examples=50)
settings.load_profile("gate")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest first, and those that wait by turns with those that compute."""
    place = {name: at for at, name in enumerate(LONG)}
    items.sort(key=lambda item: place.get(item.location[0], len(LONG)))


def pytest_collection_finish() -> None:
    """What was collected stays to the end: it need not be looked through for garbage time and again."""
    gc.freeze()


COUNTING = pytest.StashKey[Counting]()


def _line_counting(config: pytest.Config) -> Any:
    """The coverage that counts lines in this process; None where none does."""
    return getattr(getattr(config.pluginmanager.getplugin("_cov"), "cov_controller", None), "cov", None)


def pytest_configure(config: pytest.Config) -> None:
    """Each worker is about to count its lines: what pytest-cov started there for the whole run (7.1) would count them
    a second time, and could not be stopped."""
    coverage = _line_counting(config)
    if coverage is not None and hasattr(config, "workerinput"):
        coverage.stop()


@pytest.hookimpl(trylast=True)
def pytest_sessionstart(session: pytest.Session) -> None:
    """By now it counts."""
    coverage = _line_counting(session.config)
    if coverage is not None:
        session.config.stash[COUNTING] = Counting(coverage)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Lines are counted where that takes little time."""
    counting = item.config.stash.get(COUNTING, None)
    if counting is None:
        return (yield)
    with counting.of(item.location[0]):
        return (yield)


@pytest.fixture
def companion(tmp_path: Path) -> Companion:
    """Run `companion ARGUMENTS...` as a subprocess, away from the checkout."""

    def run(*arguments: object, stdin: str | bytes = b"", env: dict[str, str] | None = None) -> Ran:
        with (
            tempfile.TemporaryFile() as given,
            tempfile.TemporaryFile() as out,
            tempfile.TemporaryFile() as err,
        ):
            given.write(stdin.encode() if isinstance(stdin, str) else stdin)
            given.seek(0)
            ends = {number: end.fileno() for number, end in enumerate((given, out, err))}
            environment = {**os.environ, **(env or {})}
            status = forked.status(
                forked.start([*map(str, arguments)], tmp_path, environment, ends), timeout_s=300
            )
            out.seek(0)
            err.seek(0)
            return Ran(status, out.read().decode(), err.read().decode())

    return run


@pytest.fixture(params=sorted(BAD_PICTURES))
def bad_picture(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A file that cannot be read as a photo, one of every kind."""
    return write_bad_picture(str(request.param), tmp_path)


@pytest.fixture(scope="session")
def samples() -> list[Path]:
    """The recorded photos that come with the project."""
    return sorted((Path(__file__).resolve().parents[1] / "static" / "samples").glob("*.jpg"))


@pytest.fixture(scope="session")
def sample(samples: list[Path]) -> Path:
    """The one of them that is read soonest."""
    return next(path for path in samples if path.name == "a-zangle.jpg")
