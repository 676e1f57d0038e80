"""The calibration sheets, measured back from their pixels as a camera would find them."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pypdfium2 as pdfium
import pytest

from calibration.find import Grey, find_target
from calibration.sheet import find_sheet, table_sheet
from calibration.target import parse_target
from companion.printing import raster
from companion.printing.targets import print_targets, target_pdf
from companion.rules.errors import BadInput
from companion.rules.seeds import seed

PX_PER_MM = 8
PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}


def page(name: str, paper: str) -> Grey:
    rgba = next(raster.pages(target_pdf(name, paper), PX_PER_MM)).astype(np.float32)
    share = rgba[..., 3] / 255
    return np.asarray(rgba[..., :3].mean(-1) * share + 255 * (1 - share), np.uint8)


@pytest.fixture(params=["a4", "letter"])
def paper(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_each_sheet_is_one_page_of_its_paper(tmp_path: Path, paper: str) -> None:
    written = print_targets(tmp_path / "sheets", paper)
    assert [sheet.pdf.name for sheet in written] == ["chessboard.pdf", "charuco.pdf", "table.pdf"]
    for sheet in written:
        document = pdfium.PdfDocument(sheet.pdf)
        try:
            sizes = [[points / 72 * 25.4 for points in one.get_size()] for one in document]
        finally:
            document.close()
        np.testing.assert_allclose(sizes, [PAPERS[paper]], atol=0.05)


def test_boards_are_found_to_scale_by_what_the_command_calls_them(tmp_path: Path, paper: str) -> None:
    for sheet in print_targets(tmp_path, paper)[:2]:
        assert sheet.spec is not None
        target = parse_target(sheet.spec)
        view = find_target(page(sheet.name, paper), target)
        assert view is not None
        assert len(view.image_px) == 54
        printed = np.linalg.norm(np.diff(view.image_px, axis=0), axis=1)
        meant = np.linalg.norm(np.diff(view.board_mm, axis=0), axis=1)
        np.testing.assert_allclose(printed / PX_PER_MM, meant, atol=0.1)


def test_the_tables_markers_stand_where_the_seeds_say(paper: str) -> None:
    sheet = table_sheet()
    found = find_sheet(page("table", paper), sheet)
    assert set(found) == set(sheet.corner_mm)
    middle = np.array(PAPERS[paper]) / 2
    for number, quad in found.items():
        on_paper = (quad + 0.5) / PX_PER_MM - middle
        np.testing.assert_allclose(on_paper, sheet.marker(number), atol=0.15)


@pytest.mark.parametrize("name", ["chessboard", "charuco", "table"])
def test_the_control_line_is_100_millimetres_and_all_is_within_the_margin(name: str, paper: str) -> None:
    dark = (page(name, paper) < 160).astype(np.uint8)
    rows, columns = np.flatnonzero(dark.any(1)), np.flatnonzero(dark.any(0))
    edge = 5 * PX_PER_MM
    assert rows[0] >= edge
    assert columns[0] >= edge
    assert rows[-1] < dark.shape[0] - edge
    assert columns[-1] < dark.shape[1] - edge
    # Squares that meet at their corners make long thin columns too: only the margin is looked at.
    down, across = (n // 2 for n in dark.shape)
    dark[
        down - 125 * PX_PER_MM : down + 125 * PX_PER_MM, across - 89 * PX_PER_MM : across + 89 * PX_PER_MM
    ] = 0
    longest = 0.0
    for length, height in ((90, 0), (0, 90)):
        kernel = np.ones((height * PX_PER_MM or 1, length * PX_PER_MM or 1), np.uint8)
        kept = cv2.dilate(cv2.erode(dark, kernel), kernel)
        count, _, stats, _ = cv2.connectedComponentsWithStats(kept)
        for _, _, wide, high, _ in stats[1:count]:
            if min(wide, high) < PX_PER_MM:
                longest = max(longest, max(wide, high) / PX_PER_MM)
    assert longest == pytest.approx(100, abs=0.3)


def test_the_tables_ids_are_no_cards() -> None:
    facts = seed("targets")["table"]
    ids = [marker["id"] for marker in facts["markers"]]
    assert len(set(ids)) == len(ids)
    # Cards count from 0; five games are to have about 1,100, and the family holds 2,320.
    assert min(ids) > 2000
    assert max(ids) < 2320
    assert facts["family"] == seed("zangle")["markers"]["family"]


def test_sheets_are_the_same_file_each_time(paper: str) -> None:
    assert target_pdf("table", paper) == target_pdf("table", paper)


def test_wrong_paper_and_folder_are_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="a5"):
        print_targets(tmp_path, "a5")
    (tmp_path / "taken").write_text("a file")
    with pytest.raises(BadInput, match="another folder"):
        print_targets(tmp_path / "taken" / "sheets", "a4")
