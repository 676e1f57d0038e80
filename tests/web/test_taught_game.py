"""A deck that nobody prints, from its first photo to a game that the camera judges by it, in a real Chromium."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
from playwright.sync_api import Browser, Page, expect

from companion.table.values import to_json
from tests.table.films import FACE_PX_PER_MM, LONG, Film, write_video, zont_film
from tests.vision.taught.faces import compose, picture_card
from tests.web.conftest import Serving, opened
from tests.web.playing import ask, open_screen
from vision.photo import Pixels

FACE_MM = (63, 88)


def _film() -> Film:
    """Zont's film as far as its second move, whose pile is shuffled in no time and has to lie there for long; longer
    still on a busy machine, which misses pictures."""
    film = zont_film()
    *before, last = film.moments[:4]
    return replace(film, moments=(*before, replace(last, held=2 * LONG)))


def _drawn(film: Film) -> dict[str, Pixels]:
    """A picture of its own, without any marker, for each card that the film shows."""
    names = sorted({part.name for moment in film.moments for part in moment.parts})
    return {name: picture_card(number) for number, name in enumerate(names)}


def _laid(face: Pixels) -> Pixels:
    """A face as the film lays it: RGBA, its corners rounded."""
    wide, high = (round(side * FACE_PX_PER_MM) for side in FACE_MM)
    whole = cv2.cvtColor(cv2.resize(face, (wide, high), interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2RGBA)
    inset = round(3 * FACE_PX_PER_MM)
    core = np.zeros((high, wide), np.uint8)
    core[inset:-inset, inset:-inset] = 255
    whole[..., 3] = cv2.dilate(core, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * inset + 1,) * 2))
    return np.asarray(whole, np.uint8)


def _teach(page: Page, faces: dict[str, Pixels], folder: Path) -> Path:
    """Show the page one photo of all cards, name them off the game's list in reading order, and save the deck."""
    photo, file = folder / "deck.png", folder / "deck.json"
    image, _ = compose(list(faces.values()), np.random.default_rng(1), columns=5)
    cv2.imwrite(str(photo), image)
    page.select_option("#list", "zont")
    page.set_input_files("#file", photo)
    expect(page.locator("#cards > li")).to_have_count(len(faces))
    for number, name in enumerate(faces):
        page.locator("#names").get_by_role("button", name=name, exact=True).click()
        expect(page.locator("#cards .card-name").nth(number)).to_have_text(name)
    with page.expect_download() as download:
        page.click("#save")
    download.value.save_as(file)
    return file


def test_a_deck_taught_in_the_page_is_played_with_at_a_live_table(
    browser: Browser, table: str, serve: Callable[..., Serving], tmp_path: Path
) -> None:
    film = _film()
    faces = _drawn(film)
    with opened(browser, f"{table}teach") as page:
        deck = _teach(page, faces, tmp_path)
    video = write_video(film, tmp_path / "table.avi", lambda _, name: _laid(faces[name]))
    serving = serve("--game", "zont", "--camera", str(video), "--deck", str(deck))
    ask(serving.url, "played/set-up", to_json(film.set_up))
    screen = open_screen(browser, serving.url)
    rulings = screen.page.locator("#history li[data-ruling]")
    # What lies open anew is a move, told by the names that the page was taught, and its score is on the page.
    expect(rulings).to_have_count(2)
    assert [one.get_attribute("data-ruling") for one in rulings.all()] == ["legal", "legal"]
    expect(rulings.nth(1)).to_contain_text(
        "Ann plays the red Art 2; uses Art for the red Art 3; scores the blue Change 3"
    )
    expect(rulings.nth(0)).to_contain_text("Ben plays the yellow Favors 1")
    leader = screen.page.locator("#scores tbody tr").first
    expect(leader.locator("th")).to_have_text("1.Ben")
    expect(leader.locator("td").first).to_have_text("2")
    screen.close()
