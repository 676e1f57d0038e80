"""An address that leads nowhere: a page for who opens it in a browser, JSON for programs."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Browser, expect

from tests.web.conftest import opened
from tests.web.looks import assert_readable

BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
NOTHING = "There is nothing at this address."


@pytest.mark.parametrize("path", ["seat/", "nothing", "static/nothing"])
def test_a_mistyped_address_leads_back_to_the_table(browser: Browser, table: str, path: str) -> None:
    with opened(browser, f"{table}{path}") as page:
        expect(page.get_by_role("heading", level=2)).to_have_text(NOTHING)
        assert_readable(page)
        page.get_by_role("link", name="To the table").click()
        page.wait_for_selector("body[data-ready]")
        expect(page.locator("#nothing-title")).to_be_visible()


def test_the_status_stays_and_so_does_what_may_be_asked(client: FlaskClient) -> None:
    headers = {"Accept": BROWSER}
    assert client.get("/nothing", headers=headers).status_code == 404
    refused = client.post("/", headers=headers)
    assert (refused.status_code, refused.mimetype) == (405, "text/html")
    assert "GET" in refused.headers["Allow"]
    assert NOTHING not in refused.get_data(as_text=True)
    assert "does not take" in refused.get_data(as_text=True)


@pytest.mark.parametrize(
    ("path", "accept"), [("/api/nothing", BROWSER), ("/nothing", "*/*"), ("/nothing", "application/json")]
)
def test_programs_are_told_as_before(client: FlaskClient, path: str, accept: str) -> None:
    response = client.get(path, headers={"Accept": accept})
    assert (response.status_code, response.get_json()) == (404, {"error": NOTHING})
