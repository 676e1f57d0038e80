"""The PDF, measured back from its pixels: pages, cuts, scale, markers, and backs that register."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pypdfium2 as pdfium
import pytest
from numpy.typing import NDArray

from companion.printing import raster, sheet, zangle
from companion.printing.edition import Edition
from companion.printing.targets import target_pdf
from tests.printing.decks import Deck
from tests.printing.measured import grey_on_white

PX_PER_MM = 12
CARD_MM = (63.0, 88.0)
Grey = NDArray[np.uint8]


def few(profile: str, count: int) -> Edition:
    whole = zangle.edition(profile, plain=False)
    return replace(whole, things=whole.things[:count])


@cache
def first_pages(paper: str, count: int) -> list[Grey]:
    return [
        grey_on_white(page)
        for page in raster.pages(sheet.sheets(few("iamond", count), sheet.PAPERS[paper]), 12)
    ]


def strokes(profile: NDArray[np.float64]) -> list[float]:
    """Centres in millimetres of the dark stretches of a brightness profile."""
    dark = (255 - profile) / 255
    edges = np.flatnonzero(np.diff(np.concatenate([[False], dark > 0.05, [False]]).astype(int)))
    spans = zip(edges[::2], edges[1::2], strict=True)
    return [float(np.average(np.arange(a, b) + 0.5, weights=dark[a:b])) / PX_PER_MM for a, b in spans]


def cuts(page: Grey) -> tuple[list[float], list[float]]:
    """Where the crop marks at the top and at the left say to cut, found without knowing the layout.

    The first dark row from the top belongs to the upright marks; likewise from the left, save that
    a control line may lie there, which spans more than any mark.
    """
    rows = np.flatnonzero(page.min(axis=1) < 200)
    top = page[rows[0] : rows[0] + PX_PER_MM].astype(float).mean(axis=0)
    right = np.flatnonzero(page.min(axis=0) < 200)[-1]
    side = page[:, right - PX_PER_MM : right].astype(float).mean(axis=1)
    return strokes(top), strokes(side)


@pytest.fixture(params=["a4", "letter"])
def paper(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_pages_have_the_size_of_their_paper(paper: str) -> None:
    said = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}[paper]
    document = pdfium.PdfDocument(sheet.sheets(few("iamond", 10), sheet.PAPERS[paper]))
    try:
        sizes = [[points / 72 * 25.4 for points in page.get_size()] for page in document]
    finally:
        document.close()
    assert len(sizes) == 4, "two sheets, each with its backs"
    np.testing.assert_allclose(sizes, [said] * 4, atol=0.05)


def test_crop_marks_are_a_card_apart(paper: str) -> None:
    across, down = cuts(first_pages(paper, 9)[0])
    assert len(across) == len(down) == 4
    np.testing.assert_allclose(np.diff(across), CARD_MM[0], atol=0.1)
    np.testing.assert_allclose(np.diff(down), CARD_MM[1], atol=0.1)


def test_the_control_line_is_100_millimetres(paper: str) -> None:
    """It is the longest thin straight line on the page."""
    dark = (first_pages(paper, 9)[0] < 160).astype(np.uint8)
    longest = 0.0
    for length, width in ((90, 1), (1, 90)):
        kernel = np.ones((width * PX_PER_MM if width > 1 else 1, length * PX_PER_MM if length > 1 else 1))
        lines = cv2.morphologyEx(dark, cv2.MORPH_OPEN, kernel.astype(np.uint8))
        if lines.any():
            y, x = np.nonzero(lines)
            longest = max(longest, max(int(np.ptp(x)), int(np.ptp(y))) + 1)
    assert longest / PX_PER_MM == pytest.approx(100, abs=0.1)


def test_markers_lie_on_the_sheet_as_on_the_card(paper: str, reader: cv2.aruco.ArucoDetector) -> None:
    edition = few("iamond", 9)
    page = first_pages(paper, 9)[0]
    across, down = cuts(page)
    found, ids, _ = reader.detectMarkers(page)
    read = {int(i): (c[0] + 0.5) / PX_PER_MM for i, c in zip(ids.ravel(), found, strict=True)}
    assert len(read) == 18
    for index, thing in enumerate(edition.things):
        row, column = divmod(index, 3)
        for marker in thing.facts["markers"]:
            expected = np.array(marker["corners_mm"]) + np.array([across[column], down[row]])
            np.testing.assert_allclose(read[marker["id"]], expected, atol=0.1)


@pytest.mark.parametrize("profile", ["iamond", "abolo"])
def test_every_card_appears_exactly_once(profile: str, reader: cv2.aruco.ArucoDetector) -> None:
    edition = zangle.edition(profile, plain=False)
    read: list[int] = []
    for number, page in enumerate(raster.pages(sheet.sheets(edition, sheet.PAPERS["a4"]), 5)):
        if number % 2 == 0:
            read.extend(int(i) for i in reader.detectMarkers(grey_on_white(page))[1].ravel())
        else:
            assert not page[..., 3].all(), "a page of backs is no full-page picture"
    expected = [marker["id"] for thing in edition.things for marker in thing.facts["markers"]]
    assert sorted(read) == sorted(expected)
    assert len(set(expected)) == 240


def test_no_marker_on_a_back(reader: cv2.aruco.ArucoDetector) -> None:
    _, back = first_pages("a4", 9)
    assert reader.detectMarkers(back)[1] is None
    assert (back < 128).mean() > 0.3, "the backs are there"


def boxes(page: Grey) -> list[tuple[float, float, float, float]]:
    """Left, top, right, bottom in millimetres of the large dark areas of a page."""
    _, _, stats, _ = cv2.connectedComponentsWithStats((page < 128).astype(np.uint8))
    return sorted(
        (x / PX_PER_MM, y / PX_PER_MM, (x + w) / PX_PER_MM, (y + h) / PX_PER_MM)
        for x, y, w, h, _ in stats[1:].tolist()
        if w > 40 * PX_PER_MM
    )


@pytest.mark.parametrize("count", [2, 5])
def test_backs_lie_behind_their_faces_when_the_page_is_turned(paper: str, count: int) -> None:
    """Turning over the long edge mirrors left and right; each back must then sit midway in its card."""
    front, back = first_pages(paper, count)
    across, down = cuts(front)
    found = boxes(np.ascontiguousarray(back[:, ::-1]))
    assert len(found) == count
    expected = []
    for index in range(count):
        row, column = divmod(index, 3)
        expected.append((across[column], down[row], across[column + 1], down[row + 1]))
    for (left, top, right, bottom), card in zip(found, sorted(expected), strict=True):
        rims = [left - card[0], top - card[1], card[2] - right, card[3] - bottom]
        np.testing.assert_allclose(rims, 3.5, atol=0.1)


def whole_pages(deck: Deck) -> Iterator[raster.Rgba]:
    yield from raster.pages(deck.written.pdf.read_bytes(), 6)


def test_a_face_and_its_place_on_the_sheet_are_the_same_drawing(deck: Deck) -> None:
    layout = sheet.Layout.on(sheet.PAPERS[deck.manifest["paper"]], CARD_MM)
    page = next(whole_pages(deck))[..., :3].astype(int)
    for index in (0, 4, 8):
        left, top = (round(v * 6) for v in layout.place(index))
        on_sheet = page[top + 24 : top + 528 - 24, left + 24 : left + 378 - 24]
        face = cv2.resize(deck.face(deck.things[index])[..., :3], (378, 528), interpolation=cv2.INTER_AREA)
        difference = np.abs(on_sheet - face[24:-24, 24:-24].astype(int)).max(axis=2)
        # Pixel grids differ by a fraction, so edges do; areas do not.
        assert (difference > 60).mean() < 0.03


def test_printing_twice_gives_the_same_bytes() -> None:
    once, again = (sheet.sheets(few("abolo", 10), sheet.PAPERS["a4"]) for _ in range(2))
    assert once == again


def test_the_control_line_and_its_words_lie_where_printers_reach(paper: str) -> None:
    page = first_pages(paper, 9)[0] < 250
    margin = round(sheet.MARGIN_MM * PX_PER_MM)
    # Above and below, crop marks may end outside.
    assert not page[:, :margin].any()
    assert not page[:, -margin:].any()
    middle = page[:, page.shape[1] // 3 : 2 * page.shape[1] // 3]
    assert paper == "letter" or not middle[-margin:].any()


def test_the_print_dialog_is_asked_for_actual_size_and_both_sides() -> None:
    cards = sheet.sheets(few("iamond", 1), sheet.PAPERS["a4"])
    assert b"/PrintScaling /None" in cards
    assert b"/Duplex /DuplexFlipLongEdge" in cards
    assert b"/Duplex /Simplex" in target_pdf("table", "a4")
