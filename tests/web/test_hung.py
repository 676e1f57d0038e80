"""A Chromium that stops answering ends its test, not the whole run."""

from __future__ import annotations

import threading

import pytest
from playwright.sync_api import Error

from tests.web.conftest import Chromium


def test_a_hung_chromium_is_killed_and_replaced(chromium: Chromium) -> None:
    hung = chromium.browser()
    page = hung.new_page()
    end = threading.Timer(0.5, chromium.kill)
    end.start()
    with pytest.raises(Error, match="closed"):
        page.evaluate("new Promise(() => {})")
    end.join()
    assert chromium.browser() is not hung
    assert chromium.browser().new_page().evaluate("1 + 1") == 2
