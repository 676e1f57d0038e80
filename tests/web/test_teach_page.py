"""Teaching a deck in a real browser: photos of several cards, names by a click, one file that is read again."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from calibration.taught import deck_of
from tests.bad_files import write_bad_picture
from tests.web.conftest import opened
from tests.web.files import give_files
from tests.web.looks import assert_readable, assert_takes_photos
from tests.web.playing import first, hold
from tests.web.teaching import FIRST, SECOND, photo


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folder = tmp_path_factory.mktemp("teach")
    return [photo(FIRST, folder / "first.jpg"), photo(SECOND, folder / "second.jpg", 2, turned=True)]


@pytest.fixture
def teach(browser: Browser, table: str) -> Iterator[Page]:
    with opened(browser, f"{table}teach") as page:
        yield page


def cards(page: Page) -> list[str]:
    return [text.strip() for text in page.locator("#cards .card-name").all_inner_texts()]


def read(page: Page, files: list[Path], kinds: int) -> None:
    page.set_input_files("#file", files)
    expect(page.locator("#cards > li")).to_have_count(kinds)
    expect(page.locator("#said")).to_be_hidden()


def test_a_deck_is_shown_named_saved_and_opened_again(teach: Page, files: list[Path], tmp_path: Path) -> None:
    teach.fill("#game", "mine")
    read(teach, files, 7)
    expect(teach.locator("#cards-title")).to_have_text("7 kinds, 8 cards")
    expect(teach.get_by_text("shown 2 times")).to_have_count(1)
    assert (
        teach.evaluate(
            "Promise.all([...document.querySelectorAll('#cards img')].map((i) => i.decode())).then((a) => a.length)"
        )
        == 7
    )
    for name in ("Ada", "Bob", "Cy"):
        teach.fill("#name", name)
        teach.keyboard.press("Enter")
        expect(teach.get_by_role("button", name=name, exact=True)).to_be_visible()
    assert cards(teach) == ["Ada", "Bob", "Cy", "Card 4", "Card 5", "Card 6", "Card 7"]
    expect(teach.locator("#unnamed")).to_contain_text("4 have a number only")
    with teach.expect_download() as download:
        teach.click("#save")
    assert download.value.suggested_filename == "mine.json"
    file = tmp_path / "mine.json"
    download.value.save_as(file)
    deck = deck_of(json.loads(file.read_text(encoding="utf-8")))
    assert [kind.name for kind in deck.kinds][:3] == ["Ada", "Bob", "Cy"]
    teach.reload()
    teach.wait_for_selector("body[data-ready]")
    teach.set_input_files("#deck-file", file)
    expect(teach.locator("#cards > li")).to_have_count(7)
    expect(teach.locator("#game")).to_have_value("mine")
    assert cards(teach) == ["Ada", "Bob", "Cy", "Card 4", "Card 5", "Card 6", "Card 7"]
    expect(teach.locator("#unnamed")).to_contain_text("4 have a number only")
    expect(teach.locator("#name-label")).to_have_text("Name of Card 4")
    # What the file holds of each is drawn, and no two are the same.
    drawn = [one.get_attribute("src") for one in teach.locator("#cards img").all()]
    assert len(set(drawn)) == len(drawn) == 7
    # Whatever it knew before, it knows now.
    read(teach, files[:1], 7)


def test_two_kinds_given_one_name_become_one_and_that_can_be_undone(teach: Page, files: list[Path]) -> None:
    read(teach, files[:1], 4)
    teach.fill("#name", "Ada")
    teach.keyboard.press("Enter")
    expect(teach.get_by_role("button", name="Ada", exact=True)).to_be_visible()
    teach.fill("#name", "Ada")
    teach.keyboard.press("Enter")
    expect(teach.locator("#cards > li")).to_have_count(3)
    expect(teach.locator("#cards-title")).to_have_text("3 kinds, 4 cards")
    teach.click("#undo")
    expect(teach.locator("#cards > li")).to_have_count(4)
    teach.get_by_role("button", name="Leave out Card 4").click()
    expect(teach.locator("#cards > li")).to_have_count(3)
    teach.click("#undo")
    expect(teach.locator("#cards > li")).to_have_count(4)


def test_nothing_is_said_of_a_card_while_two_kinds_are_being_joined(teach: Page, files: list[Path]) -> None:
    """It would be about another card in the end: each has another place then."""
    read(teach, files[:1], 4)
    teach.fill("#name", "Ada")
    teach.keyboard.press("Enter")
    expect(teach.locator("#name-label")).to_have_text("Name of Card 2")
    held = hold(teach, "**/api/teach/deck")
    teach.fill("#name", "Ada")
    teach.keyboard.press("Enter")
    joining = first(teach, held)
    expect(teach.locator("#said")).to_have_text("Joining two kinds…")
    expect(teach.locator("#work")).to_have_js_property("inert", True)
    joining.continue_()
    expect(teach.locator("#cards > li")).to_have_count(3)
    expect(teach.locator("#work")).to_have_js_property("inert", False)
    expect(teach.locator("#name")).to_be_focused()


def test_what_a_deck_is_called_stays_as_it_was_when_its_first_photo_was_read(
    teach: Page, files: list[Path]
) -> None:
    teach.fill("#game", "mine")
    held = hold(teach, "**/api/teach/photo", times=1)
    teach.set_input_files("#file", files[0])
    photo = first(teach, held)
    teach.fill("#game", "yours")
    photo.continue_()
    expect(teach.locator("#cards > li")).to_have_count(4)
    expect(teach.locator("#game")).to_have_value("mine")
    read(teach, files[1:], 7)
    expect(teach.locator("#problem")).to_be_hidden()


def test_a_card_is_named_and_left_out_as_it_is_shown(teach: Page, files: list[Path]) -> None:
    read(teach, files[:1], 4)
    expect(teach.locator("#cards-title")).to_be_focused()
    held = hold(teach, "**/api/teach/photo")
    teach.locator("#name").press_sequentially("Ad")
    teach.set_input_files("#file", files[1])
    photo_read = first(teach, held)
    # While a photo is read nothing is taken in that would only be done afterwards, to whatever is chosen then.
    expect(teach.locator("#work")).to_have_js_property("inert", True)
    teach.keyboard.press("a")
    photo_read.continue_()
    expect(teach.locator("#cards > li")).to_have_count(7)
    expect(teach.locator("#name")).to_be_focused()
    expect(teach.locator("#name")).to_have_value("Ad")
    teach.get_by_role("button", name="Leave out Card 1").dblclick()
    expect(teach.locator("#cards > li")).to_have_count(6)
    teach.click("#undo")
    expect(teach.locator("#cards > li")).to_have_count(7)


def test_a_number_may_be_a_name(teach: Page, files: list[Path]) -> None:
    read(teach, files[:1], 4)
    teach.fill("#name", "3")
    teach.keyboard.press("Enter")
    expect(teach.get_by_role("button", name="3", exact=True)).to_be_visible()
    expect(teach.locator("#cards > li")).to_have_count(4)
    teach.get_by_role("button", name="Card 3", exact=True).click()
    teach.fill("#name", "7")
    teach.keyboard.press("Enter")
    expect(teach.get_by_role("button", name="7", exact=True)).to_be_visible()
    assert cards(teach) == ["3", "Card 2", "7", "Card 4"]


def test_names_are_chosen_from_the_decks_list(teach: Page, files: list[Path]) -> None:
    teach.select_option("#list", "zangle")
    expect(teach.locator("#game")).to_be_hidden()
    read(teach, files[:1], 4)
    assert teach.locator("#names svg").count() > 50
    teach.locator("#names button").nth(3).click()
    teach.locator("#names button").nth(5).click()
    expect(teach.locator("#names [data-used=true]")).to_have_count(2)
    named = [teach.locator("#names button").nth(k).inner_text().removesuffix(" ✓").strip() for k in (3, 5)]
    assert cards(teach)[:2] == named
    # Players read the decks' words; the file keeps the codes.
    assert [name.split()[0] for name in named] == ["Equilateral", "Equilateral"]
    teach.locator("#cards button").first.click()
    expect(teach.locator("#name")).to_have_value(named[0])
    teach.keyboard.press("Enter")
    with teach.expect_download() as download:
        teach.click("#save")
    kinds = json.loads(download.value.path().read_text(encoding="utf-8"))["kinds"]
    assert all(kind["fields"]["triangles"] > 0 for kind in kinds[:2])
    assert [kind["name"].split("-")[0] for kind in kinds[:2]] == ["iamond", "iamond"]


def test_a_list_comes_as_a_file(teach: Page, files: list[Path], tmp_path: Path) -> None:
    names = tmp_path / "names.csv"
    names.write_text("name,suit\nAda,sun\nBob,moon\n", encoding="utf-8")
    read(teach, files[:1], 4)
    teach.set_input_files("#names-file", names)
    teach.get_by_role("button", name="Bob", exact=True).dblclick()
    expect(teach.locator("#name-label")).to_have_text("Name of Card 2")
    expect(teach.locator("#work")).to_have_js_property("inert", False)
    assert cards(teach) == ["Bob", "Card 2", "Card 3", "Card 4"]
    expect(teach.get_by_role("button", name="Bob, taken", exact=True)).to_be_visible()


@pytest.mark.parametrize("name", ["text.jpg", "empty.jpg"])
def test_a_refusal_is_one_sentence_and_loses_nothing(
    teach: Page, files: list[Path], tmp_path: Path, name: str
) -> None:
    read(teach, files[:1], 4)
    teach.set_input_files("#file", write_bad_picture(name, tmp_path))
    problem = teach.get_by_role("alert")
    expect(problem).to_be_visible()
    assert cards(teach) == ["Card 1", "Card 2", "Card 3", "Card 4"]
    (tmp_path / "no.json").write_text("{", encoding="utf-8")
    teach.set_input_files("#deck-file", tmp_path / "no.json")
    expect(problem).to_contain_text("no deck")
    read(teach, files[1:], 7)
    expect(problem).to_be_hidden()


def test_photos_can_be_dropped(teach: Page, files: list[Path]) -> None:
    give_files(teach, files[:1])
    expect(teach.locator("#cards > li")).to_have_count(4)


def test_it_works_by_keyboard_alone(teach: Page, files: list[Path]) -> None:
    read(teach, files[:1], 4)
    teach.locator("#main").focus()
    for _ in range(30):
        teach.keyboard.press("Tab")
        if teach.evaluate("document.activeElement.dataset.key") == "card 2":
            break
    teach.keyboard.press("Enter")
    expect(teach.locator("#name")).to_be_focused()
    teach.keyboard.type("Cy")
    teach.keyboard.press("Enter")
    expect(teach.locator("#cards .card-name").nth(2)).to_have_text("Cy")


def test_everything_is_readable_at_every_size(
    teach: Page, browser: Browser, table: str, files: list[Path]
) -> None:
    teach.select_option("#list", "zangle")
    read(teach, files[:1], 4)
    teach.locator("#names button").nth(3).click()
    expect(teach.locator("#names [data-used=true]")).to_have_count(1)
    assert_readable(teach)
    assert_takes_photos(browser, f"{table}teach")
