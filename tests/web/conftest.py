"""The companion serving its page in a process of its own, and Chromium to look at it."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import Browser, Page, sync_playwright
from werkzeug.test import TestResponse

from companion.web.app import create_app

CHROMIUMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
QUIET = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update")


class WholeAnswers(FlaskClient):
    """A client that reads each answer to its end, so that no file stays open."""

    def open(self, *args: Any, **kwargs: Any) -> TestResponse:
        return super().open(*args, **{"buffered": True, **kwargs})


@pytest.fixture
def client() -> FlaskClient:
    """The application without a server."""
    return client_of(create_app())


def client_of(app: Flask) -> FlaskClient:
    """A client of an application of one's own."""
    app.test_client_class = WholeAnswers
    return app.test_client()


@pytest.fixture(scope="session")
def table() -> Iterator[str]:
    """The address of `companion serve`, run as anybody would."""
    command = [sys.executable, "-m", "companion.cli", "serve", "--port", "0", "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as serving:
        assert serving.stdout is not None
        yield str(json.loads(serving.stdout.readline())["url"])
        serving.terminate()
        assert serving.wait(timeout=30) == 0


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium, as the system has it."""
    found = next(filter(None, map(shutil.which, CHROMIUMS)), None)
    if found is None:
        pytest.fail("Chromium is missing: install it (Debian: chromium) to test the page.", pytrace=False)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=found, args=list(QUIET))
        yield chromium
        chromium.close()


@pytest.fixture
def page(browser: Browser, table: str) -> Iterator[Page]:
    """A fresh page of the table, ready; whatever it complains of in the console fails the test."""
    context = browser.new_context(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
    page = context.new_page()
    page.set_default_timeout(60_000)
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
    page.goto(table)
    page.wait_for_selector("body[data-ready]")
    yield page
    context.close()
    assert not complaints
