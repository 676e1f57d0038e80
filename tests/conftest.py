"""What tests of every room share: pictures that no camera made, and the companion as a subprocess."""

from __future__ import annotations

import gc
import os
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Generator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from tests import forked
from tests.bad_files import BAD_PICTURES, write_bad_picture
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


def _line_counting(config: pytest.Config) -> Any:
    return getattr(config.pluginmanager.getplugin("_cov"), "cov_controller", None)


def pytest_configure(config: pytest.Config) -> None:
    """Each worker is about to count its lines: what pytest-cov started there for the whole run (7.1) would count them
    a second time, and could not be paused."""
    counting = _line_counting(config)
    if counting is not None and hasattr(config, "workerinput"):
        counting.cov.stop()


COUNTED_S = 1.5
"""How long, in the processor's time, each file has its lines counted for: its first tests reach nearly all of them, and
counting makes tests take two to three times as long. Of files that are known to be long none are counted."""
COUNTED: defaultdict[str, float] = defaultdict(float)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Lines are counted where that takes little time."""
    counting, file = _line_counting(item.config), item.location[0]
    if counting is None:
        return (yield)
    if file in LONG or COUNTED[file] >= COUNTED_S:
        counting.pause()
        try:
            return (yield)
        finally:
            counting.resume()
    began_s = time.process_time()
    try:
        return (yield)
    finally:
        COUNTED[file] += time.process_time() - began_s


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
