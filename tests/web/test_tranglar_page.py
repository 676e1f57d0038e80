"""Tranglar's page in a real browser, with photos that a real server reads."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest
from playwright.sync_api import Browser, Dialog, FloatRect, Page, Route, expect

from companion.web.app import STATIC
from tests.bad_files import write_bad_picture
from tests.rules.tranglar_pieces import piece
from tests.vision.board.photos import PHOTOS
from tests.web.boards import AFTER, BEFORE, write
from tests.web.conftest import opened
from tests.web.files import WAYS, give_files
from tests.web.looks import assert_readable
from tests.web.playing import DRAWN, STILL, first, hold
from vision.photo import load_photo

TRAP = [*BEFORE, piece("petrol", "b2W")]


@pytest.fixture(scope="module")
def photos(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("boards")
    return {
        "before": write(folder / "1-before.jpg", BEFORE),
        "after": write(folder / "2-after.jpg", AFTER, turn=3),
        "trap": write(folder / "3-trap.jpg", TRAP),
    }


@pytest.fixture
def board(browser: Browser, table: str) -> Iterator[Page]:
    """A fresh page for Tranglar, ready; whatever it complains of in the console fails the test."""
    with opened(browser, f"{table}tranglar") as page:
        yield page


def give(page: Page, *photos: Path) -> None:
    page.set_input_files("#file", photos)
    expect(page.locator("#result")).to_be_visible()
    expect(page.locator("#working")).to_be_hidden()


def of(page: Page, cells: str) -> str:
    """Which colour the piece on these cells shows; empty where there is none."""
    node = page.locator(f'#board [data-cells="{cells}"]')
    if node.count() == 0:
        return ""
    classes = (node.get_attribute("class") or "").split()
    return next(name for name in ("petrol", "green", "neutral") if name in classes)


def test_a_photo_shows_who_is_trapped_and_counts_the_touched_sides(
    board: Page, photos: dict[str, Path]
) -> None:
    give(board, photos["trap"])
    expect(board.locator("#ruling")).to_have_text("1 piece trapped")
    expect(board.locator("#because")).to_contain_text("2 of 3 sides touch petrol")
    expect(board.locator("#board .trapped")).to_have_count(1)
    expect(board.locator("#board .sides .touched")).to_have_count(2)
    expect(board.locator("#board .sides .free")).to_have_count(1)
    expect(board.locator("#board .count text")).to_have_text("2/3")
    expect(board.locator("#picture .over-side")).to_have_count(2)
    assert board.locator("#board .piece").count() == len(TRAP)
    assert (board.inner_text("#score-petrol"), board.inner_text("#score-green")) == ("3", "3")
    assert board.evaluate("document.activeElement.id") == "ruling"


def test_the_photo_is_overlaid_where_the_pieces_lie(board: Page, photos: dict[str, Path]) -> None:
    """The outline over the photo lies on the piece's own colour inside and not outside."""
    give(board, photos["trap"])
    box = board.locator("#picture .over.petrol").first.bounding_box()
    frame = board.locator("#picture").bounding_box()
    assert box is not None
    assert frame is not None
    assert frame["x"] <= box["x"] <= box["x"] + box["width"] <= frame["x"] + frame["width"]
    assert 0.05 < box["width"] / frame["width"] < 0.3


def test_cells_in_doubt_are_marked_on_the_board_and_on_the_photo(board: Page, tmp_path: Path) -> None:
    """Cells that look bare and may bear a piece, too: no piece is drawn there that could be dashed."""
    soft = cv2.GaussianBlur(load_photo(PHOTOS / "board-28.jpg"), (0, 0), 3.5)
    cv2.imwrite(str(tmp_path / "soft.png"), soft)
    give(board, tmp_path / "soft.png")
    expect(board.locator("#unread-box")).to_be_visible()
    expect(board.locator("#unread")).to_contain_text("a3E, a3S: The seams are not seen clearly")
    expect(board.locator('#board .cell[data-cell="a3E"]')).to_have_count(1)
    for drawn, line in (
        ("#board", "#board .open"),
        ("#picture", "#picture path.doubtful:not(.petrol, .green, .neutral)"),
    ):
        mark, frame = board.locator(line).bounding_box(), board.locator(drawn).bounding_box()
        assert mark is not None
        assert frame is not None
        assert mark["width"] > 0.1 * frame["width"]
    # Seen from another side of the table they have other names.
    board.locator("#turn").click()
    expect(board.locator("#unread")).to_contain_text("b1E, b1N: The seams are not seen clearly")


def test_each_doubt_is_told_once_and_whether_it_could_trap_anybody(board: Page) -> None:
    give(board, PHOTOS / "board-02.jpg")
    said = board.locator("#unread li").all_inner_texts()
    reasons = [line.partition(": ")[2] for line in said]
    assert len(reasons) == len(set(reasons))
    harmless = [
        line.split(":")[0] for line in said if line.endswith("Whether white or bare, it traps nobody.")
    ]
    assert ", ".join(harmless) == "d1S, a4W, d1E"


def test_tapping_a_misread_piece_changes_the_verdict(board: Page, photos: dict[str, Path]) -> None:
    give(board, photos["trap"])
    board.locator('#board [data-cells="b2W"]').click()
    expect(board.locator("#edit-says")).to_contain_text("b2W")
    board.locator('[data-owner="neutral"]').click()
    expect(board.locator("#ruling")).to_have_text("Nobody is trapped")
    assert of(board, "b2W") == "neutral"
    # Two further cells on bare board make a piece, and the score follows.
    board.locator('#board .cell[data-cell="c3N"]').click()
    board.locator('#board .cell[data-cell="c3E"]').click()
    board.locator('[data-owner="green"]').click()
    expect(board.locator("#score-green")).to_have_text("5")
    assert of(board, "c3E c3N") == "green"
    # And taken away again, by keyboard alone.
    board.locator("#board").focus()
    for key in ("ArrowUp", "ArrowUp", "ArrowRight", "ArrowUp", "Enter"):
        board.keyboard.press(key)
    expect(board.locator("#edit-says")).to_contain_text("c3E, c3N")
    board.locator('[data-owner=""]').focus()
    board.keyboard.press("Enter")
    expect(board.locator("#score-green")).to_have_text("3")


def test_pieces_are_laid_by_keys_alone(board: Page) -> None:
    board.locator("#by-hand").focus()
    board.keyboard.press("Enter")
    cells = board.locator("#board")
    expect(cells).to_be_visible()
    cells.focus()
    # The first arrow shows where the keys are, the second one moves.
    for key in ("ArrowUp", "ArrowDown", "Enter"):
        board.keyboard.press(key)
        expect(board.locator("#board .cursor")).to_have_count(1)
    expect(cells).to_have_attribute("aria-label", re.compile(r"^b2S, empty, chosen\. The board: 0 pieces\."))
    for _ in range(4):
        board.keyboard.press("Tab")
        if board.evaluate("document.activeElement.dataset.owner") == "neutral":
            break
    board.keyboard.press("Enter")
    # What was laid is told, once neutral, and the keys are on the board again.
    expect(cells).to_have_attribute(
        "aria-label", re.compile(r"^b2S, neutral small triangle\. The board: 1 piece\.")
    )
    expect(cells).to_be_focused()
    name = board.locator("#board .piece").get_attribute("aria-label") or ""
    assert name.startswith("neutral small triangle on b2S")


def test_two_boards_that_do_not_belong_together_are_told_in_a_sentence(
    board: Page, photos: dict[str, Path]
) -> None:
    give(board, photos["before"], STATIC / "tranglar" / "samples" / "1-before.jpg")
    expect(board.locator("#ruling")).to_have_text("Can\u2019t tell yet")
    for place in ("#because", "#reasons p"):
        said = board.locator(place).inner_text()
        assert re.search(r"\d+ cells", said)
        assert len(re.findall(r"\b[a-d][1-4][NESW]\b", said)) <= 8, said
    expect(board.locator("#board .doubtful")).not_to_have_count(0)


def test_a_correction_that_cannot_be_is_one_sentence_and_changes_nothing(
    board: Page, photos: dict[str, Path]
) -> None:
    give(board, photos["trap"])
    before = board.inner_html("#board")
    board.locator('#board .cell[data-cell="c3N"]').click()
    board.locator('#board .cell[data-cell="c3S"]').click()
    board.locator('[data-owner="green"]').click()
    expect(board.get_by_role("alert")).to_contain_text("shape")
    board.locator("#edit-cancel").click()
    assert board.inner_html("#board") == before


def test_two_photos_show_what_was_played_and_every_flip_in_order(
    board: Page, photos: dict[str, Path]
) -> None:
    give(board, photos["before"], photos["after"])
    expect(board.locator("#ruling")).to_have_text("Legal")
    expect(board.locator("#because")).to_have_text("Petrol places the small triangle on b2W: legal.")
    assert of(board, "b2N") == "green"
    board.locator("#step-on").click()
    assert (of(board, "b2W"), of(board, "b2N")) == ("petrol", "green")
    expect(board.locator("#board .count text")).to_have_text("2/3")
    board.locator("#step-on").click()
    assert of(board, "b2N") == "petrol"
    expect(board.locator("#step-says")).to_contain_text("2 of its 3 sides touch petrol")
    expect(board.locator("#step-on")).to_be_disabled()
    board.locator("#step-back").click()
    assert of(board, "b2N") == "green"


def test_a_second_photo_is_held_against_the_first(board: Page, photos: dict[str, Path]) -> None:
    give(board, photos["before"])
    expect(board.locator("#views")).to_be_hidden()
    give(board, photos["trap"])
    expect(board.locator("#ruling")).to_have_text("Legal, but wrongly turned")
    missed = "The small triangle on b2N should show petrol and does not."
    # The board is that of the piece in dispute.
    expect(board.locator("#step-says")).to_contain_text("The small triangle on b2N")
    expect(board.locator("#because")).to_contain_text(missed)
    expect(board.locator("#reasons")).to_contain_text(missed)
    # The camera read it wrongly: tapped in the second board, the flip was made after all.
    board.locator('[data-view="1"]').click()
    board.locator('#board [data-cells="b2N"]').click()
    board.locator('[data-owner="petrol"]').click()
    expect(board.locator("#edit")).to_be_hidden()
    # On a phone the banner is far above.
    expect(board.locator("#now")).to_be_hidden()
    board.set_viewport_size({"width": 390, "height": 844})
    expect(board.locator("#now")).to_have_text(re.compile(r"^(Nobody is|\d pieces?) trapped\. "))
    board.locator('[data-view="change"]').click()
    expect(board.locator("#now")).to_be_hidden()
    expect(board.locator("#ruling")).to_have_text("Legal")


def test_a_photo_without_a_board_is_replaced_by_the_next_one(
    board: Page, photos: dict[str, Path], tmp_path: Path
) -> None:
    bare = tmp_path / "bare.jpg"
    cv2.imwrite(str(bare), np.full((720, 1280, 3), (70, 92, 122), np.uint8))
    give(board, bare)
    expect(board.locator("#because")).to_contain_text("No board is seen")
    for shown in ("#score", "#board", "#turn"):
        expect(board.locator(shown)).to_be_hidden()
    give(board, photos["before"])
    expect(board.locator("#views")).to_be_hidden()
    expect(board.locator("#ruling")).to_have_text("Nobody is trapped")
    expect(board.locator("#score")).to_be_visible()
    # The same of the one after it: the first one stays.
    give(board, bare)
    expect(board.locator("#because")).to_contain_text("No board is seen in the second photo")
    expect(board.locator("#score")).to_be_hidden()
    give(board, photos["after"])
    expect(board.locator("#ruling")).to_have_text("Legal")
    expect(board.locator("#score")).to_be_visible()


@pytest.fixture
def moving(browser: Browser, table: str) -> Iterator[Page]:
    """The same page, where motion is wanted."""
    with opened(browser, f"{table}tranglar", reduced_motion="no-preference") as page:
        yield page


def test_playing_goes_to_the_end_by_itself(moving: Page, photos: dict[str, Path]) -> None:
    give(moving, photos["before"], photos["after"])
    moving.locator("#play").click()
    expect(moving.locator("#steps button").last).to_have_attribute("aria-current", "step")
    expect(moving.locator("#play")).to_have_text("Play")
    assert of(moving, "b2N") == "petrol"


def test_a_flip_is_animated_where_motion_is_wanted(moving: Page, photos: dict[str, Path]) -> None:
    give(moving, photos["before"], photos["after"])
    moving.evaluate(STILL)
    for _ in range(2):
        moving.locator("#step-on").click()
    turning = """document.querySelector('#board [data-cells="b2N"]').getAnimations({subtree: true}).length"""
    assert moving.evaluate(turning) == 2


def test_who_was_to_move_and_what_was_held_decide(board: Page, photos: dict[str, Path]) -> None:
    give(board, photos["before"], photos["after"])
    board.locator("#to-move").select_option("green")
    expect(board.locator("#ruling")).to_have_text("Not legal")
    board.locator("#to-move").select_option("petrol")
    expect(board.locator("#ruling")).to_have_text("Legal")
    board.locator("#supply-box summary").click()
    board.get_by_label("petrol small triangle").fill("0")
    board.get_by_label("petrol small triangle").blur()
    expect(board.locator("#ruling")).to_have_text("Not legal")
    expect(board.locator("#reasons")).to_contain_text("supply")


def test_the_samples_are_one_click_away(board: Page) -> None:
    board.locator("#samples button").last.click()
    expect(board.locator("#ruling")).to_have_text("Legal, but wrongly turned")
    board.locator("#samples button").first.click()
    expect(board.locator("#ruling")).to_have_text("Nobody is trapped")
    expect(board.locator("#views")).to_be_hidden()


def test_a_board_laid_by_hand_and_turned(board: Page) -> None:
    board.locator("#by-hand").click()
    expect(board.locator("#ruling")).to_have_text("Nobody is trapped")
    board.locator('#board .cell[data-cell="a1S"]').click()
    board.locator('[data-owner="petrol"]').click()
    expect(board.locator('#board [data-cells="a1S"]')).to_have_count(1)
    board.locator("#turn").click()
    expect(board.locator('#board [data-cells="d1E"]')).to_have_count(1)
    board.locator("#again").click()
    expect(board.locator("#result")).to_be_hidden()


@pytest.mark.parametrize("name", ["phone.heic", "truncated.jpg", "text.jpg", "empty.jpg"])
def test_a_refusal_is_one_sentence_and_keeps_what_was_there(
    board: Page, photos: dict[str, Path], tmp_path: Path, name: str
) -> None:
    give(board, photos["trap"])
    before = board.inner_html("#board")
    board.set_input_files("#file", write_bad_picture(name, tmp_path))
    problem = board.get_by_role("alert")
    expect(problem).to_be_visible()
    assert problem.inner_text().strip()
    assert board.inner_html("#board") == before
    expect(board.locator("#ruling")).to_have_text("1 piece trapped")


@pytest.mark.parametrize("way", WAYS)
def test_photos_can_be_dropped_and_pasted(board: Page, photos: dict[str, Path], way: str) -> None:
    give_files(board, [photos["after"], photos["before"]], way)
    expect(board.locator("#ruling")).to_have_text("Legal")


@pytest.mark.parametrize("several", [["trap"], ["before", "after"]], ids=["one", "two"])
def test_everything_is_readable_at_every_size(
    board: Page, photos: dict[str, Path], several: list[str]
) -> None:
    give(board, *(photos[name] for name in several))
    if several == ["trap"]:
        board.locator('#board [data-cells="b2W"]').click()
    else:
        board.locator("#supply-box summary").click()
    assert_readable(board)


def test_the_answer_to_the_last_question_is_the_one_that_stands(board: Page, photos: dict[str, Path]) -> None:
    give(board, photos["before"], photos["after"])
    expect(board.locator("#ruling")).to_have_text("Legal")
    held: list[Route] = []

    def hold_the_first(route: Route) -> None:
        held.append(route)
        if len(held) > 1:
            route.continue_()

    board.route("**/api/tranglar/change", hold_the_first)
    for colour in ("green", "petrol"):
        board.select_option("#to-move", colour)
    one = first(board, held)
    board.evaluate("fetch('/api/clock')")
    assert held == [one]  # so that no answer can overtake another
    with board.expect_response("**/api/tranglar/change"), board.expect_request("**/api/tranglar/change"):
        one.continue_()
    expect(board.locator("#working")).to_be_hidden()
    expect(board.locator("#ruling")).to_have_text("Legal")

    # Where no answer comes, what was chosen is put back: the verdict that is shown is about that.
    board.unroute("**/api/tranglar/change")
    board.route("**/api/tranglar/change", lambda route: route.abort())
    board.select_option("#to-move", "green")
    expect(board.get_by_role("alert")).to_contain_text("does not answer")
    expect(board.locator("#to-move")).to_have_value("petrol")
    expect(board.locator("#ruling")).to_have_text("Legal")


def test_what_was_asked_before_starting_over_is_dropped(
    board: Page, photos: dict[str, Path], tmp_path: Path
) -> None:
    # A double click lays one board.
    board.locator("#by-hand").dblclick()
    expect(board.locator("#result")).to_be_visible()
    expect(board.locator("#working")).to_be_hidden()
    board.evaluate(DRAWN)
    expect(board.locator("#views")).to_be_hidden()
    held = hold(board, "**/api/tranglar/photo")
    for file in (photos["trap"], write_bad_picture("truncated.jpg", tmp_path)):
        board.set_input_files("#file", file)
        photo = first(board, held)
        board.locator("#again").click()
        photo.continue_()
        expect(board.locator("#working")).to_be_hidden()
        expect(board.locator("#result")).to_be_hidden()
        expect(board.locator("#problem")).to_be_hidden()
        board.locator("#undo").click()
        held.clear()


def test_a_correction_is_of_the_board_on_which_it_was_made(board: Page, photos: dict[str, Path]) -> None:
    give(board, photos["before"])
    held = hold(board, "**/api/tranglar/photo")
    board.set_input_files("#file", photos["after"])
    photo = first(board, held)
    board.locator("#board .piece").first.click()
    board.locator('[data-owner=""]').click()
    with board.expect_response("**/api/tranglar/correct"):
        photo.continue_()
    expect(board.locator("#working")).to_be_hidden()
    expect(board.locator("#problem")).to_be_hidden()
    for view, count in ((1, len(AFTER)), (0, len(BEFORE) - 1)):
        board.locator(f'[data-view="{view}"]').click()
        expect(board.locator("#board .piece")).to_have_count(count)
    # One board takes the place of both: what was to be corrected is there no more.
    held.clear()
    board.set_input_files("#file", photos["trap"])
    photo = first(board, held)
    board.locator("#board .piece").first.click()
    board.locator('[data-owner=""]').click()
    photo.continue_()
    expect(board.get_by_role("alert")).to_have_text("The board has changed meanwhile: say it once more.")
    expect(board.locator("#board .piece")).to_have_count(len(TRAP))


def test_the_sample_that_was_chosen_last_is_shown(board: Page) -> None:
    held = hold(board, "**/static/tranglar/samples/2-after.jpg", times=1)
    board.locator("#samples button").last.click()
    late = first(board, held)
    board.locator("#samples button").first.click()
    expect(board.locator("#ruling")).to_have_text("Nobody is trapped")
    with board.expect_response("**/2-after.jpg") as answered:
        late.continue_()
    answered.value.finished()
    board.evaluate(DRAWN)
    expect(board.locator("#working")).to_be_hidden()
    expect(board.locator("#views")).to_be_hidden()


def box_of(page: Page, selector: str) -> FloatRect:
    box = page.locator(selector).bounding_box()
    assert box is not None
    return box


def bare(folder: Path) -> Path:
    """A photo of a table without a board."""
    path = folder / "bare.jpg"
    cv2.imwrite(str(path), np.full((720, 1280, 3), (70, 92, 122), np.uint8))
    return path


def test_two_boards_are_not_given_up_for_a_photo_that_shows_none(
    board: Page, photos: dict[str, Path], tmp_path: Path
) -> None:
    give(board, photos["before"], photos["after"])
    board.set_input_files("#file", bare(tmp_path))
    expect(board.get_by_role("alert")).to_contain_text("No board is seen in bare.jpg")
    expect(board.locator("#working")).to_be_hidden()
    expect(board.locator("#views")).to_be_visible()
    expect(board.locator("#ruling")).to_have_text("Legal")


def test_whatever_takes_the_place_of_boards_can_be_undone(board: Page, photos: dict[str, Path]) -> None:
    give(board, photos["before"], photos["trap"])
    board.locator('[data-view="1"]').click()
    board.locator('#board [data-cells="b2N"]').click()
    board.locator('[data-owner="petrol"]').click()
    expect(board.locator("#edit")).to_be_hidden()
    board.locator('[data-view="change"]').click()
    expect(board.locator("#ruling")).to_have_text("Legal")
    corrected = board.inner_html("#steps")
    # A third photo, and a board laid by hand after it.
    give(board, photos["trap"])
    expect(board.locator("#note")).to_contain_text("Undo brings them back")
    expect(board.locator("#views")).to_be_hidden()
    board.locator("#undo").click()
    expect(board.locator("#ruling")).to_have_text("Legal")
    expect(board.locator("#note")).to_be_hidden()
    assert board.inner_html("#steps") == corrected
    assert board.evaluate("document.activeElement.id") == "ruling"
    # Starting over, too; and a correction.
    board.locator("#again").click()
    expect(board.locator("#result")).to_be_hidden()
    expect(board.locator("#ask-title")).to_be_focused()
    for _ in range(2):
        board.locator("#undo").click()
    board.locator('[data-view="change"]').click()
    expect(board.locator("#ruling")).to_have_text("Legal, but wrongly turned")


def test_laid_by_hand_a_board_begins_as_the_one_before(board: Page, photos: dict[str, Path]) -> None:
    give(board, photos["before"])
    board.locator("#by-hand").click()
    expect(board.locator("#views")).to_be_visible()
    expect(board.locator('[data-view="1"]')).to_have_attribute("aria-pressed", "true")
    expect(board.locator("#score-petrol")).to_have_text("2")
    assert board.locator("#board .piece").count() == len(BEFORE)
    for cells, owner in (("b2W", "petrol"), ("b2N", "petrol")):
        board.locator(f'#board [data-cell="{cells}"], #board [data-cells="{cells}"]').click()
        board.locator(f'[data-owner="{owner}"]').click()
        expect(board.locator("#edit")).to_be_hidden()
    board.locator('[data-view="change"]').click()
    expect(board.locator("#ruling")).to_have_text("Legal")
    # The photographed one is there as it was.
    board.locator('[data-view="0"]').click()
    expect(board.locator("#picture image")).to_be_visible()
    assert board.locator("#board .piece").count() == len(BEFORE)


def test_leaving_with_boards_of_ones_own_is_asked_about(board: Page, photos: dict[str, Path]) -> None:
    asked: list[str] = []

    def answer(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.accept()

    board.on("dialog", answer)
    board.locator("#samples button").first.click()
    expect(board.locator("#result")).to_be_visible()
    board.reload()
    board.wait_for_selector("body[data-ready]")
    assert asked == []  # The samples are a click away.
    board.locator("#by-hand").click()
    expect(board.locator("#result")).to_be_visible()
    board.reload()
    assert asked == ["beforeunload"]


def test_the_score_is_the_one_after_the_action_and_the_board_says_of_when_it_is(
    board: Page, photos: dict[str, Path]
) -> None:
    give(board, photos["before"], photos["after"])
    expect(board.locator("#score-petrol")).to_have_text("2 \u2192 4")
    expect(board.locator("#score-green")).to_have_text("3 \u2192 2")
    expect(board.locator("#step-says")).to_have_text("1 of 3: Before.")
    expect(board.locator("#caption")).to_contain_text("After: ")
    for petrol, green in (("3", "3"), ("4", "2")):
        board.locator("#step-on").click()
        expect(board.locator("#step-petrol")).to_have_text(petrol)
        expect(board.locator("#step-green")).to_have_text(green)
    expect(board.locator("#score-petrol")).to_have_text("2 \u2192 4")


@pytest.mark.parametrize("size", [(390, 844), (1920, 1080)], ids=["phone", "big screen"])
def test_what_plays_the_steps_stands_over_the_board_in_the_first_view(
    board: Page, photos: dict[str, Path], size: tuple[int, int]
) -> None:
    board.set_viewport_size({"width": size[0], "height": size[1]})
    give(board, photos["before"], photos["trap"])
    play, score, drawn = (box_of(board, one) for one in ("#play", "#step-petrol", "#board"))
    assert play["y"] + play["height"] < drawn["y"]
    assert score["y"] + score["height"] < drawn["y"] < size[1]
    # Scrolled to the board's lower edge, a phone shows the buttons and the score still.
    board.evaluate(
        "scrollTo(0, document.querySelector('#board').getBoundingClientRect().bottom - innerHeight)"
    )
    for shown in ("#play", "#step-petrol", "#step-says"):
        expect(board.locator(shown)).to_be_in_viewport(ratio=1)
    assert size[0] < 1000 or drawn["y"] + drawn["height"] <= size[1]


def test_where_nothing_was_laid_nobody_is_said_to_have_passed(board: Page, photos: dict[str, Path]) -> None:
    give(board, photos["before"])
    board.locator("#by-hand").click()
    board.locator('[data-view="change"]').click()
    expect(board.locator("#ruling")).to_have_text("Nothing was laid")
    expect(board.locator("#because")).to_contain_text("perhaps petrol or green passed")


def test_a_correction_is_told_aloud_and_the_keyboard_goes_on_at_the_board(
    board: Page, photos: dict[str, Path]
) -> None:
    give(board, photos["trap"])
    told = board.locator('[aria-live="polite"]:has(#ruling)')
    expect(told).to_have_count(1)
    board.locator('#board [data-cells="b2W"]').click()
    board.locator('[data-owner="neutral"]').click()
    expect(told).to_contain_text("Nobody is trapped")
    expect(board.locator("#board")).to_be_focused()
    board.locator('#board [data-cells="b2W"]').click()
    board.locator("#edit-cancel").click()
    expect(board.locator("#board")).to_be_focused()


def test_a_board_that_is_too_small_for_a_finger_comes_closer_first(browser: Browser, table: str) -> None:
    with opened(browser, f"{table}tranglar", viewport={"width": 320, "height": 640}, has_touch=True) as page:
        page.locator("#by-hand").tap()
        cell, whole = page.locator('#board [data-cell="c3E"]'), page.locator("#whole")

        def quarter_px() -> float:
            """How wide a quarter is that stands on its long side."""
            box = cell.bounding_box()
            assert box
            return box["width"]

        expect(cell).to_be_visible()
        assert quarter_px() < 42
        expect(whole).to_be_hidden()
        cell.tap()
        assert quarter_px() >= 43.5
        expect(page.locator("#edit")).to_be_hidden()
        cell.tap()
        expect(page.locator("#edit-says")).to_have_text("One piece on c3E is:")
        page.locator('[data-owner="petrol"]').tap()
        expect(page.locator("#board .piece.petrol")).to_have_count(1)
        # Whoever lays one piece after another stays close.
        expect(whole).to_be_visible()
        whole.tap()
        expect(whole).to_be_hidden()
        page.locator("#again").tap()


def test_what_lies_there_can_be_said_on_a_phone_and_a_refusal_is_told_beside_it(
    browser: Browser, table: str
) -> None:
    with opened(browser, f"{table}tranglar", viewport={"width": 360, "height": 640}, has_touch=True) as phone:
        phone.locator("#by-hand").tap()
        cell = phone.locator('#board .cell[data-cell="a3S"]')
        # The first tap comes closer.
        for _ in range(2):
            cell.tap()
        expect(phone.locator("#edit")).to_be_in_viewport(ratio=0.99)
        expect(phone.locator('#board [data-cell="a3S"]')).to_be_in_viewport()
        phone.locator('#board [data-cell="a3N"]').tap()
        phone.locator('[data-owner="petrol"]').tap()
        expect(phone.locator("#edit-problem")).to_have_text("No player's piece has the shape of a3N, a3S.")
        expect(phone.locator("#edit-problem")).to_be_in_viewport(ratio=0.99)
        expect(phone.locator("#problem")).to_be_hidden()
        phone.locator('#board [data-cell="a3N"]').tap()
        expect(phone.locator("#edit-problem")).to_be_hidden()
        phone.locator('[data-owner="petrol"]').tap()
        expect(phone.locator('#board [data-cells="a3S"]')).to_have_count(1)


def test_a_photo_that_is_not_answered_can_be_stopped_and_read_once_more(
    board: Page, photos: dict[str, Path]
) -> None:
    give(board, photos["trap"])
    held = hold(board, "**/api/tranglar/photo", times=1)
    board.set_input_files("#file", photos["after"])
    first(board, held)
    board.locator("#stop").click()
    expect(board.locator("#working")).to_be_hidden()
    expect(board.locator("#problem")).to_have_text(
        "Reading 2-after.jpg was stopped. What is below is as it was before."
    )
    expect(board.locator("#ruling")).to_have_text("1 piece trapped")
    expect(board.locator("#retry")).to_be_focused()
    board.route("**/api/tranglar/photo", lambda route: route.abort(), times=1)
    board.locator("#retry").click()
    expect(board.locator("#problem")).to_contain_text("does not answer")
    board.locator("#retry").click()
    expect(board.locator("#views")).to_be_visible()
    expect(board.locator("#problem")).to_be_hidden()
