"""Printed places, read back from their PDF and their PNGs: codes, markers, scale."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from companion.printing import raster
from companion.printing.places import face_pixels, places_pdf, print_places, slug
from companion.printing.sheet import PAPERS
from companion.rules.errors import BadInput
from companion.rules.places import PlaceFace, places, seat_number
from companion.rules.seeds import seed
from companion.rules.zangle.deck import deck
from tests.printing.measured import grey_on_white
from vision.codes import read_codes

Grey = NDArray[np.uint8]
PX_PER_MM = 6


def markers(grey: Grey) -> dict[int, NDArray[np.float32]]:
    family = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h10)
    corners, ids, _ = cv2.aruco.ArucoDetector(family).detectMarkers(grey)
    return {
        int(number): np.asarray(quad, np.float32).reshape(4, 2)
        for number, quad in zip(np.ravel(ids), corners, strict=True)
    }


@pytest.fixture(scope="module")
def faces() -> list[tuple[PlaceFace, Grey]]:
    known = places()
    return [
        (face, np.pad(grey_on_white(pixels), 24, constant_values=255))
        for face, pixels in zip(known.faces, face_pixels(known), strict=True)
    ]


def test_every_face_says_by_code_and_by_markers_which_it_is(faces: list[tuple[PlaceFace, Grey]]) -> None:
    for face, grey in faces:
        assert [code.text for code in read_codes(grey)] == [face.code]
        found = markers(grey)
        assert set(found) == {marker.number for marker in face.markers}
        for marker in face.markers:
            (x, y), side = marker.at_mm, marker.side_mm
            want = (
                np.array([[x, y], [x + side, y], [x + side, y + side], [x, y + side]]) * raster.PX_PER_MM
                + 23.5
            )
            assert np.abs(found[marker.number] - want).max() < 2


def test_the_code_is_of_version_one_and_as_large_as_said(faces: list[tuple[PlaceFace, Grey]]) -> None:
    for face, grey in faces:
        corners = np.array(read_codes(grey)[0].corners_px) - 23.5
        want = np.array([(x, y) for x, y in _square(face.code_at, places().code_mm)]) * raster.PX_PER_MM
        assert np.abs(corners - want).max() < 6


def _square(at: tuple[float, float], side: float) -> list[tuple[float, float]]:
    x, y = at
    return [(x, y), (x + side, y), (x + side, y + side), (x, y + side)]


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_sheets_hold_every_place_to_scale(paper: str) -> None:
    known = places()
    codes: list[str] = []
    seen: dict[int, NDArray[np.float32]] = {}
    for page in raster.pages(places_pdf(known, PAPERS[paper]), PX_PER_MM):
        assert page.shape[:2] == tuple(round(side * PX_PER_MM) for side in reversed(PAPERS[paper]))
        grey = grey_on_white(page)
        codes += [code.text for code in read_codes(grey)]
        seen |= markers(grey)
    assert sorted(codes) == sorted(face.code for face in known.faces)
    sides_mm = {marker.number: marker.side_mm for face in known.faces for marker in face.markers}
    assert seen.keys() == sides_mm.keys()
    for number, quad in seen.items():
        sides = np.linalg.norm(quad - np.roll(quad, -1, axis=0), axis=1) / PX_PER_MM
        assert np.abs(sides - sides_mm[number]).max() < 0.5


def test_markers_are_nobody_elses() -> None:
    own = [marker.number for face in places().faces for marker in face.markers + face.earlier]
    assert len(own) == len(set(own))
    cards = {number for profile in ("iamond", "abolo") for card in deck(profile) for number in card.markers}
    table = {marker["id"] for marker in seed("targets")["table"]["markers"]}
    board = set(_ints(seed("tranglar")["markers"]))
    assert not set(own) & (cards | table | board)


def _ints(data: Any) -> list[int]:
    if isinstance(data, dict):
        return [one for value in data.values() for one in _ints(value)]
    if isinstance(data, list):
        return [one for value in data for one in _ints(value)]
    return [data] if isinstance(data, int) else []


def test_seats_are_numbered() -> None:
    numbers = [seat_number(face.name) for face in places().faces]
    assert [number for number in numbers if number] == list(range(1, 9))
    assert seat_number("centre") is None


def test_files_are_written_and_named(tmp_path: Path) -> None:
    done = print_places(tmp_path / "places", "a4")
    manifest = json.loads(done.manifest.read_text(encoding="utf-8"))
    assert [thing["id"] for thing in manifest["things"]] == [face.name for face in places().faces]
    for thing, face in zip(manifest["things"], places().faces, strict=True):
        assert Path(thing["face"]).stem == slug(face)
        picture = np.asarray(Image.open(done.pdf.parent / thing["face"]))
        assert picture.shape[:2] == tuple(round(side * 12) for side in reversed(face.size_mm))
        assert picture[0, 0, 3] == 0


def test_refusals_are_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no paper"):
        print_places(tmp_path, "a3")
    (tmp_path / "taken").write_text("a file")
    with pytest.raises(BadInput, match="choose another folder"):
        print_places(tmp_path / "taken", "a4")


def test_the_command_prints_them(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "companion.cli", "print", "places", "--out", str(tmp_path), "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    told = json.loads(done.stdout)
    assert told["things"] == len(places().faces)
    assert Path(told["pdf"]).read_bytes().startswith(b"%PDF")
