"""An action of Tranglar as pages put it together: the page's own module, run in a real Chromium."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from companion.table.tranglar.pictured import kinds_json
from tests.web.conftest import opened

TRAPEZE = ["a1S", "a1E", "b1W"]
LAYING = """async ({ draft, kinds, picture, steps }) => {
    const { action, begun, tapped, takenBack, turned } = await import("/static/tranglar/laying.js");
    begun(draft, picture);
    const says = [];
    for (const step of steps) {
        if (step === "turn") turned(draft, kinds, picture);
        else if (step === "back") takenBack(draft);
        else if (step.length === 3) {
            const piece = picture.pieces.find((one) => one.cells.includes(step)) ?? null;
            says.push(tapped(draft, step, piece, kinds, picture));
        } else draft.kind = step === "nothing" ? null : step;
    }
    return { action: action(draft), laid: draft.laid, taken: draft.taken, says };
}"""


@pytest.fixture
def page(browser: Browser, table: str) -> Iterator[Page]:
    with opened(browser, f"{table}tranglar") as page:
        yield page


def put(page: Page, way: str, *steps: str, lying: tuple[tuple[str, list[str]], ...] = ()) -> dict[str, Any]:
    """What comes of taps (cells' names), pieces that are chosen, "turn" and "back"."""
    pieces = [{"owner": owner, "cells": cells} for owner, cells in lying]
    picture = {"pieces": pieces, "ways": ["place", "replace", "attack"], "lays": []}
    asked = {"draft": {"way": way}, "kinds": kinds_json(), "picture": picture, "steps": list(steps)}
    found: dict[str, Any] = page.evaluate(LAYING, asked)
    return found


def test_a_piece_that_cannot_lie_there_leaves_what_was_laid(page: Page) -> None:
    found = put(page, "place", "small triangle", "a1S", "medium square", "a1S")
    assert found["says"] == ["", "A medium square cannot lie on a1S."]
    assert [(one["kind"], one["cells"]) for one in found["laid"]] == [("small triangle", ["a1S"])]
    # One that can takes the place of what was laid.
    found = put(page, "place", "small triangle", "b2E", "large triangle", "b2E")
    (one,) = found["laid"]
    assert (one["kind"], len(one["cells"])) == ("large triangle", 2)
    assert "b2E" in one["cells"]


def test_a_second_piece_of_a_kind_is_laid_where_the_first_has_no_room_to_reach(page: Page) -> None:
    area = ["a1E", "a1N", "a1S", "a1W"]
    found = put(page, "replace", "a1N", "large triangle", "a1S", "a1N", lying=(("petrol", area),))
    assert len(found["laid"]) == 2
    assert sorted(cell for one in found["laid"] for cell in one["cells"]) == area
    # A piece that is left where it lay takes with it what was laid there.
    lying = (("petrol", ["a1S"]), ("petrol", ["c3N"]))
    steps = ("a1S", "c3N", "small triangle", "a1S", "c3N", "nothing", "a1S")
    found = put(page, "replace", *steps, lying=lying)
    assert found["taken"] == [["c3N"]]
    assert [one["cells"] for one in found["laid"]] == [["c3N"]]


def test_taps_settle_how_a_piece_lies_and_turning_goes_through_all_its_places(page: Page) -> None:
    found = put(page, "place", "trapeze R", *TRAPEZE)
    assert sorted(found["action"]["place"]) == sorted(TRAPEZE)
    once = put(page, "place", "small triangle", "b2N", "turn")
    assert once["action"] == {"place": ["b2N"]}
    assert put(page, "place", "small triangle", "b2N", "back")["action"] is None
