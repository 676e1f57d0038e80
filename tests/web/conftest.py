"""The companion serving its page in a process of its own, and Chromium to look at it."""

from __future__ import annotations

import json
import os
import runpy
import shutil
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import Browser, Page, Playwright, expect, sync_playwright
from werkzeug.test import TestResponse

from companion.table.store import Store
from companion.web.app import create_app
from companion.web.hall import Hall
from tests import forked

CHROMIUMS: tuple[str, ...] = runpy.run_path(str(Path(__file__).parents[2] / ".ci" / "system.py"))["CHROMIUMS"]
"""What Chromium may be called, the quickest first."""
HUNG_S = 600
"""How long a test may use a browser before that one is taken for hung: no test takes half as long."""
PATIENCE_MS = 60_000
"""How long a page is waited for: the machine may be busy, and what is slow is no fault here."""
expect.set_options(timeout=PATIENCE_MS)
QUIET = (
    *("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"),
    # A page is opened in a sixth less of the processor's time than with a process that draws.
    "--in-process-gpu",
)


class WholeAnswers(FlaskClient):
    """A client that reads each answer to its end, so that no file stays open."""

    def open(self, *args: Any, **kwargs: Any) -> TestResponse:
        return super().open(*args, **{"buffered": True, **kwargs})


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    """What is opened in a test, to be closed at its end."""
    with ExitStack() as stack:
        yield stack


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """Where games are kept."""
    with Store.open(str(tmp_path / "games.db")) as store:
        yield store


@pytest.fixture
def hall(store: Store) -> Hall:
    """A table that keeps its games."""
    return Hall(store)


@pytest.fixture
def client() -> FlaskClient:
    """The application without a server."""
    return client_of(create_app())


def client_of(app: Flask) -> FlaskClient:
    """A client of an application of one's own."""
    app.test_client_class = WholeAnswers
    return app.test_client()


class Serving:
    """`companion serve` in a process of its own, which can be killed and started anew on its port."""

    def __init__(self, folder: Path, *more: str) -> None:
        self._folder = folder
        self._more = more
        self._errors = folder / "standard-error.txt"
        self.log = folder / "games.db"
        self.port = 0
        self.url = self.host_url = ""
        self._process: forked.Process | None = None

    def start(self) -> Serving:
        """Start it, and wait until it listens."""
        command = ["serve", "--json", "--log", str(self.log)]
        if "--camera" not in self._more:
            command += ["--camera", "none"]
        env = {**os.environ, "XDG_DATA_HOME": str(self._folder / "data")}
        ours, theirs = os.pipe()
        arguments = [*command, "--port", str(self.port), *self._more]
        with self._errors.open("ab") as errors:
            self._process = forked.start(arguments, Path.cwd(), env, {1: theirs, 2: errors.fileno()})
        os.close(theirs)
        with os.fdopen(ours, encoding="utf-8") as told:
            said = json.loads(told.readline())
        self.url, self.host_url = said["url"], said["host_url"]
        self.port = urlsplit(self.url).port or 0
        return self

    def with_options(self, *more: str) -> Serving:
        """The same with other options, from the next start on."""
        self._more = more
        return self

    @property
    def complaints(self) -> list[str]:
        """What it has said on standard error so far."""
        return self._errors.read_text("utf-8").splitlines()

    def kill(self) -> None:
        """As the power would."""
        assert self._process is not None
        self._process.kill()
        self._process.join()

    def stop(self) -> None:
        """As anybody would."""
        assert self._process is not None
        self._process.terminate()
        assert forked.status(self._process, timeout_s=30) == 0


@pytest.fixture(scope="session")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of `companion serve`, run as anybody would; no game is played there."""
    serving = Serving(tmp_path_factory.mktemp("table")).start()
    yield serving.url
    serving.stop()


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[..., Serving]]:
    """Starts tables with options of one's own; each is stopped at the end."""
    started: list[Serving] = []

    def start(*options: str) -> Serving:
        started.append(Serving(tmp_path, *options).start())
        return started[-1]

    yield start
    for one in started:
        one.stop()


@pytest.fixture
def serving(serve: Callable[..., Serving]) -> Serving:
    """A table of one's own."""
    return serve()


def chromium_path() -> str:
    """Where Chromium is; without it the test fails and says so."""
    found = next(filter(None, map(shutil.which, CHROMIUMS)), None)
    if found is None:
        pytest.fail(
            "Chromium is missing: install it (Debian: chromium-headless-shell) to test the page.",
            pytrace=False,
        )
    return found


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """What drives browsers."""
    with sync_playwright() as playwright:
        yield playwright


class Chromium:
    """The system's Chromium, started when it is first asked for, and anew after it has gone."""

    def __init__(self, playwright: Playwright) -> None:
        self._playwright = playwright
        self._mark = f"--of-the-tests={os.getpid()}"  # Chromium passes over what it doesn't know.
        self._browser: Browser | None = None

    def browser(self) -> Browser:
        """The one that runs."""
        if self._browser is None or not self._browser.is_connected():
            launch = self._playwright.chromium.launch
            self._browser = launch(executable_path=chromium_path(), args=[*QUIET, self._mark])
        return self._browser

    def kill(self) -> None:
        """End it from another thread: whatever waits for it fails at once."""
        for told in Path("/proc").glob("[0-9]*/cmdline"):
            with suppress(OSError):
                if self._mark.encode() in told.read_bytes().split(b"\0"):
                    os.kill(int(told.parent.name), signal.SIGKILL)

    def close(self) -> None:
        """As anybody would."""
        if self._browser is not None and self._browser.is_connected():
            self._browser.close()


@pytest.fixture(scope="session")
def chromium(playwright: Playwright) -> Iterator[Chromium]:
    """One for all tests of a worker."""
    one = Chromium(playwright)
    yield one
    one.close()


@pytest.fixture
def browser(chromium: Chromium) -> Iterator[Browser]:
    """Chromium, as the system has it.

    Opening and closing contexts knows no time limit, so a Chromium that has stopped answering is killed: the test that
    waits for it fails there and says where, and the next one has a new one.
    """
    end = threading.Timer(HUNG_S, chromium.kill)
    end.daemon = True
    end.start()
    yield chromium.browser()
    end.cancel()


@pytest.fixture
def page(browser: Browser, table: str) -> Iterator[Page]:
    """A fresh photo page, ready; whatever it complains of in the console fails the test."""
    with opened(browser, f"{table}photo") as page:
        yield page


@contextmanager
def opened(browser: Browser, url: str, **options: Any) -> Iterator[Page]:
    """A page in a context of its own, ready; whatever it complains of in the console fails the test."""
    fixed: dict[str, Any] = {"viewport": {"width": 1280, "height": 900}, "reduced_motion": "reduce"}
    context = browser.new_context(**{**fixed, **options})
    page = context.new_page()
    complaints = listen(page)
    page.goto(url)
    page.wait_for_selector("body[data-ready]")
    yield page
    context.close()
    assert not complaints, complaints


def listen(page: Page) -> list[str]:
    """Whatever a page complains of in the console from now on."""
    page.set_default_timeout(PATIENCE_MS)
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on(
        "console",
        lambda message: (
            complaints.append(message.text)
            if message.type in ("error", "warning") and "Failed to load resource" not in message.text
            else None
        ),
    )
    return complaints
