"""Zig Zaggle's tiles and board, measured back from their pages and files."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from companion.printing import PrintedSet, print_game, raster, sheet
from companion.printing.palette import blended, colours
from companion.printing.zigzaggle import panels, tile_mm, tiles
from companion.printing.zigzaggle_board import words
from companion.printing.zigzaggle_set import sheets, tile_layout
from companion.rules.seeds import seed
from companion.rules.zigzaggle.profile import own_profile
from companion.table.parts import printed_parts
from companion.table.teaching.lists import listed
from companion.table.teaching.names import names_in
from tests.printing.colour_vision import CONDITIONS, from_hex, least
from tests.printing.decks import Deck
from tests.printing.measured import PX_PER_MM, Grey, control_lines, cuts, grey_pages, markers_on


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> Deck:
    """The set as the command writes it."""
    folder = tmp_path_factory.mktemp("zigzaggle")
    command = [sys.executable, "-m", "companion.cli", "print", "zigzaggle", "--out", str(folder), "--json"]
    told = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    assert (told["game"], told["profile"]) == ("zigzaggle", None)
    faces = tuple(sorted((folder / "faces").iterdir()))
    written = PrintedSet(Path(told["pdf"]), Path(told["manifest"]), faces, told["things"])
    return Deck(folder, json.loads(written.manifest.read_text(encoding="utf-8")), written, [])


@pytest.fixture(scope="module")
def pages(printed: Deck) -> list[Grey]:
    return list(grey_pages(printed.written.pdf.read_bytes()))


def of_kind(printed: Deck, kind: str) -> list[dict[str, Any]]:
    return [thing for thing in printed.things if thing["kind"] == kind]


def test_every_tile_of_the_profile_is_printed_once(printed: Deck) -> None:
    profile, found = own_profile(), of_kind(printed, "tile")
    codes = {run.colour: run.code for run in profile.runways}
    letters = [thing for thing in found if thing["letter"] is not None]
    ours = Counter(thing["letter"] + codes[thing["colour"]] for thing in letters)
    assert ours == Counter(profile.letters)
    assert len(found) - len(letters) == profile.free
    assert len(found) == 132
    assert all(thing["value"] == profile.value(thing["letter"]) for thing in letters)
    assert all(thing["value"] == 0 for thing in found if thing["letter"] is None)
    assert len({thing["id"].lower() for thing in printed.things}) == len(printed.things) == 136
    assert printed.written.things == 136


def test_every_cell_of_the_board_is_on_one_panel_in_its_place(printed: Deck) -> None:
    profile, cell = own_profile(), printed.manifest["cell_mm"]
    told: Counter[str] = Counter()
    for panel in of_kind(printed, "board"):
        for name, corners in panel["cells"].items():
            told[name] += 1
            column, row = ord(name[0]) - ord("a"), int(name[1:]) - 1
            place = np.array(corners[0]) + panel["at_mm"]
            np.testing.assert_allclose(place, [column * cell, row * cell], atol=0.01)
            width, height = panel["size_mm"]
            assert corners[0][0] >= 0
            assert corners[0][1] >= 0
            assert corners[2][0] <= width
            assert corners[2][1] <= height
    kinds = "".join(profile.rows)
    assert set(told.values()) == {1}
    assert told.total() == len(kinds) - kinds.count(".")
    assert cell > printed.manifest["tile_mm"], "a cut tile fits its cell"


def test_markers_on_the_sheets_are_those_of_the_manifest(printed: Deck, pages: list[Grey]) -> None:
    page_mm = sheet.PAPERS["a4"]
    expected: list[dict[int, NDArray[np.float64]]] = []
    for panel in of_kind(printed, "board"):
        corner = sheet.Layout(page_mm, tuple(panel["size_mm"]), 1, 1).corner
        expected.append({m["id"]: np.array(m["corners_mm"]) + corner for m in panel["markers"]})
    layout, found = tile_layout(page_mm), of_kind(printed, "tile")
    for start in range(0, len(found), layout.per_page):
        lot = enumerate(found[start : start + layout.per_page])
        expected.append(
            {
                m["id"]: np.array(m["corners_mm"]) + layout.place(index)
                for index, thing in lot
                for m in thing["markers"]
            }
        )
    assert len(pages) == 2 * len(expected)
    for front, here in zip(pages[::2], expected, strict=True):
        read = markers_on(front)
        assert sorted(read) == sorted(here)
        for number, corners in here.items():
            np.testing.assert_allclose(read[number], corners, atol=0.25)
    assert not markers_on(pages[-1][:400]), "no marker on a back"
    every = sorted(number for here in expected for number in here)
    first = seed("zigzaggle")["markers"]["first_marker"]
    assert every == [*range(first, first + 132), *seed("zigzaggle")["markers"]["ids"]]


def test_a_marker_keeps_the_white_that_reading_needs() -> None:
    """Measured for the family: below a module of white fewer are read."""
    markers = seed("zigzaggle")["markers"]
    assert markers["inset_mm"] >= markers["size_mm"] / 8
    assert markers["size_mm"] >= 10


def test_sheets_are_to_scale(pages: list[Grey]) -> None:
    assert all(control_lines(page) == [pytest.approx(100, abs=0.4)] for page in pages[::2])
    sides = [tuple(np.ptp(marks) for marks in cuts(page)) for page in pages[:8:2]]
    np.testing.assert_allclose(sides, [panel.size_mm for panel in panels(plain=False)], atol=0.3)
    for page in pages[8::2]:
        for marks in cuts(page):
            np.testing.assert_allclose(np.diff(marks), tile_mm(), atol=0.3)


def test_a_tile_s_back_lies_behind_it_when_the_page_is_turned(pages: list[Grey]) -> None:
    front, back = pages[-2:]
    layout = tile_layout(sheet.PAPERS["a4"])
    last = len(tiles()) % layout.per_page
    turned = np.ascontiguousarray(back[:, ::-1])
    for index in (0, layout.columns - 1, last - 1, last):
        x, y = (round(mm * PX_PER_MM) for mm in layout.place(index))
        patch = (slice(y + 16, y + 72), slice(x + 16, x + 72))
        assert ((turned[patch] < 170).mean() > 0.5) == (index < last)
        assert ((front[patch] < 250).mean() > 0.3) == (index < last)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_plain_set_has_no_marker_and_fits_both_papers(paper: str, reader: cv2.aruco.ArucoDetector) -> None:
    found = list(grey_pages(sheets(panels(plain=True), tiles(), sheet.PAPERS[paper], plain=True)))
    assert len(found) == 12
    assert not any(markers_on(page) for page in found[::2])
    assert all(control_lines(page) == [pytest.approx(100, abs=0.4)] for page in found[::2])
    for page in found:
        rim = 12  # 3 mm: what printers leave white
        assert (page < 250).sum() == (page[rim:-rim, rim:-rim] < 250).sum()


def test_faces_are_where_the_manifest_says_and_of_their_colour(
    printed: Deck, reader: cv2.aruco.ArucoDetector
) -> None:
    named = {printed.folder / thing["face"] for thing in printed.things}
    assert named == set(printed.written.faces)
    for thing in of_kind(printed, "tile")[::13]:
        with Image.open(printed.folder / thing["face"]) as picture:
            pixels = np.array(picture.convert("RGB"))
            assert min(picture.info["dpi"]) >= 300
        assert pixels.shape[:2] == (22 * raster.PX_PER_MM,) * 2
        wanted = from_hex(thing["srgb"] or "#1c1b22") * 255
        assert (np.abs(pixels - wanted).max(axis=2) < 12).mean() > 0.2
        _, ids, _ = reader.detectMarkers(cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY))
        assert ids.ravel().tolist() == [marker["id"] for marker in thing["markers"]]


def test_each_cell_has_the_colour_of_its_runways(printed: Deck) -> None:
    profile = own_profile()
    tint = {run.name: from_hex(blended(colours()[run.colour], "#ffffff", 0.62)) for run in profile.runways}
    full = {run.name: from_hex(colours()[run.colour]) for run in profile.runways}
    scale = printed.manifest["px_per_mm"]
    grid = {panel.name: {str(cell): cell for cell in panel.cells()} for panel in panels(plain=False)}
    for thing in of_kind(printed, "board"):
        with Image.open(printed.folder / thing["face"]) as picture:
            pixels = np.array(picture.convert("RGB")) / 255
        for name, corners in thing["cells"].items():
            cell = grid[thing["id"].removeprefix("board-")][name]
            of = profile.runways_of(cell)
            near = np.array(corners[0]) + 2.0
            far = np.array(corners[2]) - 2.0
            for place, runway in zip((near, far), (of[0], of[-1]) if of else (), strict=False):
                x, y = (place * scale).astype(int)
                line = any(profile.on_line(cell, run) for run in profile.runways if run.name in of)
                np.testing.assert_allclose(
                    pixels[y, x], (full if line else tint)[runway], atol=0.02, err_msg=name
                )


@pytest.mark.parametrize("condition", CONDITIONS)
def test_the_tiles_colours_are_told_apart_by_every_eye(printed: Deck, condition: str) -> None:
    srgb = sorted({thing["srgb"] for thing in of_kind(printed, "tile")} - {None})
    assert len(srgb) == 4
    apart, _, _ = least(np.array([from_hex(code) for code in srgb]), condition)
    assert apart > 15.5


def test_the_corners_say_what_the_profile_says() -> None:
    said = " ".join(line for lines in words() for line in lines)
    for run in own_profile().runways:
        assert f"{run.name}, {run.colour}: {run.bonus}" in said
    for letter, value in own_profile().values:
        (line,) = (line for line in words()[1] if letter in line.split(":")[-1].split() and ":" in line)
        assert line.startswith(f"{value}:")


def test_printing_twice_gives_the_same_bytes(printed: Deck) -> None:
    again = sheets(panels(plain=False), tiles(), sheet.PAPERS["a4"], plain=False)
    assert again == printed.written.pdf.read_bytes()


def test_a_folder_that_cannot_be_written_is_refused_in_one_sentence(tmp_path: Path) -> None:
    in_the_way = tmp_path / "set"
    in_the_way.write_text("a file, no folder", encoding="utf-8")
    with pytest.raises(ValueError, match="another folder"):
        print_game("zigzaggle", in_the_way, None, True, "letter")
    assert in_the_way.read_text(encoding="utf-8") == "a file, no folder"


def test_its_manifest_names_the_tiles_to_be_taught_as_the_game_calls_them(printed: Deck) -> None:
    text = printed.written.manifest.read_text(encoding="utf-8")
    named = names_in(text, ".json", "zigzaggle", "manifest.json")
    assert [one.name for one in named] == [part.name for part in printed_parts("zigzaggle").parts]
    assert {(one.name, tuple(one.fields)) for one in named} == {
        (name, tuple(fields)) for name, fields in listed("zigzaggle")
    }
