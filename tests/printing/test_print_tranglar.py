"""Tranglar's set, measured back from its PDF and its PNGs: pieces, backs that register, board, markers, scale."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from calibration.taught import BadDeck
from companion.printing import print_game, raster
from companion.printing.palette import blended
from companion.printing.pen import INK
from companion.printing.tranglar_sheets import RIM_INK, RIM_MM
from companion.rules.errors import BadInput
from companion.rules.polyform import Shape
from companion.rules.seeds import seed
from companion.rules.tranglar.kinds import kinds
from companion.rules.zangle.deck import deck
from companion.table.teaching.names import names_in
from tests.printing.decks import Deck

PX_PER_MM = 8
Rgb = NDArray[np.uint8]


@pytest.fixture(scope="module", params=["a4", "letter"])
def tranglar(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Deck:
    folder = tmp_path_factory.mktemp(f"tranglar-{request.param}")
    written = print_game("tranglar", folder, None, request.param == "letter", str(request.param))
    return Deck(folder, json.loads((folder / "manifest.json").read_text(encoding="utf-8")), written, [])


@pytest.fixture(scope="module")
def sheets(tranglar: Deck) -> list[Rgb]:
    """Every page on white paper."""
    found = []
    for page in raster.pages(tranglar.written.pdf.read_bytes(), PX_PER_MM):
        alpha = page[..., 3:].astype(np.float32) / 255
        found.append((page[..., :3] * alpha + 255 * (1 - alpha)).round().astype(np.uint8))
    return found


def pieces(tranglar: Deck) -> list[dict[str, Any]]:
    return [thing for thing in tranglar.things if thing["kind"] != "board"]


def board(tranglar: Deck) -> dict[str, Any]:
    return next(thing for thing in tranglar.things if thing["kind"] == "board")


def of_colour(page: Rgb, srgb: str, with_rim: bool = True) -> NDArray[np.uint8]:
    """Where a page has a side's colour, or that of the dark line in a player's, or what lies between the two."""
    wanted, rim = (
        np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)], np.float32)
        for colour in (srgb, blended(srgb, INK, RIM_INK))
    )
    with_rim = with_rim and bool(wanted.min() < 200)
    ends = np.array([wanted, rim] if with_rim else [wanted], float)
    # Most of a page is far from both.
    likely = cv2.inRange(page, ends.min(0) - 12, ends.max(0) + 12) > 0
    off = page[likely].astype(np.float32) - wanted
    if with_rim:
        along = np.clip((off @ (rim - wanted)) / ((rim - wanted) @ (rim - wanted)), 0, 1)
        off = off - along[..., None] * (rim - wanted)
    near = np.zeros(page.shape[:2], np.uint8)
    near[likely] = (np.abs(off) < 12).all(-1)
    return near


def colours(tranglar: Deck) -> dict[str, str]:
    return {side["owner"]: side["srgb"] for piece in pieces(tranglar) for side in piece["sides"]}


def area_mm(outline: list[list[float]]) -> float:
    return float(cv2.contourArea(np.array(outline, np.float32)))


def test_the_set_has_all_pieces_and_the_board(tranglar: Deck) -> None:
    assert tranglar.written.things == len(tranglar.things) == 43
    fronts = Counter((piece["sides"][0]["owner"], piece["kind"]) for piece in pieces(tranglar))
    for kind in kinds():
        for player, owner in enumerate(("petrol", "green")):
            same = sum(other.start[player] for other in kinds() if other.name == kind.name)
            assert fronts[owner, kind.name] == same
    assert fronts["neutral", "small triangle"] == 6
    assert sum(fronts.values()) == 42
    assert len({thing["id"] for thing in tranglar.things}) == 43
    hands = {
        (p["sides"][0]["owner"], p["sides"][0]["hand"])
        for p in pieces(tranglar)
        if p["kind"] == "parallelogram"
    }
    assert hands == {("petrol", "R"), ("green", "L")}


def test_both_sides_are_mirror_images_in_the_other_colour(tranglar: Deck) -> None:
    other = {"petrol": "green", "green": "petrol", "neutral": "neutral"}
    for piece in pieces(tranglar):
        front, back = piece["sides"]
        assert back["owner"] == other[front["owner"]]
        assert (front["hand"], back["hand"]) in {("L", "R"), ("R", "L"), (None, None)}
        width = piece["size_mm"][0]
        (there,), (behind,) = front["outline_mm"], back["outline_mm"]
        mirrored = sorted([round(width - x, 2), round(y, 2)] for x, y in behind)
        np.testing.assert_allclose(mirrored, sorted([round(x, 2), round(y, 2)] for x, y in there), atol=0.02)
        unit = tranglar.manifest["piece_mm"]
        assert area_mm(there) == pytest.approx(piece["triangles"] / 4 * unit**2, rel=1e-3)
        assert Shape.from_json(piece["shape"]).size == piece["triangles"]
        assert piece["outline_mm"] == front["outline_mm"]


def test_every_face_is_filled_within_its_outline_and_clear_outside(tranglar: Deck) -> None:
    named = {side["face"] for piece in pieces(tranglar) for side in piece["sides"]} | {"faces/board.png"}
    assert named == {f"faces/{path.name}" for path in (tranglar.folder / "faces").iterdir()}
    scale = tranglar.manifest["px_per_mm"]
    for piece in pieces(tranglar)[::3]:
        for side in piece["sides"]:
            with Image.open(tranglar.folder / side["face"]) as picture:
                pixels = np.array(picture)
                assert min(picture.info["dpi"]) >= 300
            expected = np.zeros(pixels.shape[:2], np.uint8)
            cv2.fillPoly(expected, [np.round(np.array(side["outline_mm"][0]) * scale).astype(np.int32)], 1)
            assert ((pixels[..., 3] > 127) != expected.astype(bool)).mean() < 0.01
            middle = cv2.erode(expected, np.ones((9, 9), np.uint8)).astype(bool)
            assert (of_colour(pixels[..., :3], side["srgb"])[middle] == 1).all()
            # In a notch the line's two arms meet further in.
            rim = 2 * int((RIM_MM * 2**0.5 + 0.1) * scale) + 1
            within = cv2.erode(
                expected, np.ones((rim, rim), np.uint8), borderType=cv2.BORDER_CONSTANT, borderValue=0
            ).astype(bool)
            assert (of_colour(pixels[..., :3], side["srgb"], with_rim=False)[within] == 1).all()


def test_a_dark_line_lies_just_inside_a_players_piece_and_none_in_a_white_one(tranglar: Deck) -> None:
    """Two pieces of one colour, edge to edge, are told apart by it."""
    scale = tranglar.manifest["px_per_mm"]
    for piece in pieces(tranglar)[::2]:
        for side in piece["sides"]:
            with Image.open(tranglar.folder / side["face"]) as picture:
                grey = np.array(picture.convert("RGB")).astype(int).sum(axis=2)
            loop = np.array(side["outline_mm"][0])
            inside = sum(int(side["srgb"][i : i + 2], 16) for i in (1, 3, 5))
            for start, end in zip(loop, np.roll(loop, -1, axis=0), strict=True):
                along = end - start
                inwards = np.array([-along[1], along[0]]) / np.hypot(*along)
                there = (start + along / 2 + inwards).tolist()
                if cv2.pointPolygonTest(loop.astype(np.float32), there, measureDist=False) < 0:
                    inwards = -inwards
                near, far = (
                    grey[tuple(np.flip(((start + along / 2 + off * inwards) * scale).astype(int)))]
                    for off in (0.15, 0.6)
                )
                assert abs(far - inside) < 30
                assert near < 0.75 * far if side["owner"] != "neutral" else abs(near - far) < 30


def test_the_sheets_hold_every_front_to_scale(tranglar: Deck, sheets: list[Rgb]) -> None:
    """Every coloured area of the fronts is measured, and each piece finds one of its size, box and colour."""
    found: Counter[tuple[str, int, int]] = Counter()
    for page in sheets[2::2]:
        for owner, srgb in colours(tranglar).items():
            count, _, stats, _ = cv2.connectedComponentsWithStats(of_colour(page, srgb), connectivity=4)
            for _, _, width, height, area in stats[1:count].tolist():
                if area > PX_PER_MM**2 * 50:
                    found[owner, round(width / PX_PER_MM), round(height / PX_PER_MM)] += 1
    expected = Counter(
        (piece["sides"][0]["owner"], *(round(length) for length in piece["size_mm"]))
        for piece in pieces(tranglar)
    )
    assert {owner for owner, _, _ in found} == {"petrol", "green", "neutral"}
    assert sum(found.values()) == sum(expected.values()) == 42
    for owner in ("petrol", "green", "neutral"):
        ours = sorted(box[1:] for box in found.elements() if box[0] == owner)
        theirs = sorted(box[1:] for box in expected.elements() if box[0] == owner)
        np.testing.assert_allclose(ours, theirs, atol=1.01)


def test_the_backs_lie_behind_their_fronts_when_the_page_is_turned(tranglar: Deck, sheets: list[Rgb]) -> None:
    """Turning over the long edge mirrors left and right; the back must cover its front, and not the next one."""
    colour = colours(tranglar)
    for front, back in zip(sheets[2::2], sheets[3::2], strict=True):
        turned = np.ascontiguousarray(back[:, ::-1])
        for owner, other in (("petrol", "green"), ("green", "petrol"), ("neutral", "neutral")):
            up = of_colour(front, colour[owner]).astype(bool)
            behind = of_colour(turned, colour[other]).astype(bool)
            # Where a colour fades into paper, a pixel or two have another's colour.
            up = cv2.erode(up.astype(np.uint8), np.ones((3, 3), np.uint8)).astype(bool)
            broad = cv2.morphologyEx(
                behind.astype(np.uint8), cv2.MORPH_OPEN, np.ones((5, 5), np.uint8)
            ).astype(bool)
            assert (behind | ~up).mean() > 0.9999
            # Acute corners of fronts lose a little to the line around them.
            reach = np.ones((2 * int(2.4 * PX_PER_MM) + 1,) * 2, np.uint8)
            around = cv2.dilate(up.astype(np.uint8), reach).astype(bool)
            assert not (broad & ~around).any(), "no back reaches half-way to the next piece"


def test_the_control_line_is_on_every_sheet(sheets: list[Rgb]) -> None:
    for page in sheets[::2]:
        dark = (page.max(axis=2) < 70).astype(np.uint8)
        found, _, stats, _ = cv2.connectedComponentsWithStats(dark)
        foot = [
            (x, y, w, h) for x, y, w, h, _ in stats[1:found].tolist() if y > page.shape[0] * 0.85 and w > 300
        ]
        assert [round(w / PX_PER_MM, 1) for _, _, w, _ in foot] == [pytest.approx(100, abs=0.3)]


def test_nothing_is_drawn_where_printers_do_not_print(sheets: list[Rgb]) -> None:
    for page in sheets:
        rim = 3 * PX_PER_MM
        inner = page[rim:-rim, rim:-rim]
        assert (page < 250).any(axis=2).sum() == (inner < 250).any(axis=2).sum()


def test_the_board_is_a_grid_of_squares_with_both_diagonals(tranglar: Deck) -> None:
    lies = board(tranglar)
    with Image.open(tranglar.folder / lies["face"]) as picture:
        grey = np.array(picture.convert("RGB")).min(axis=2)
    scale = tranglar.manifest["px_per_mm"]
    assert len(lies["cells"]) == 64
    for corners in lies["cells"].values():
        points = np.array(corners) * scale
        assert area_mm(corners) == pytest.approx(lies["cell_mm"] ** 2 / 4)
        for start, end in zip(points, np.roll(points, 1, axis=0), strict=True):
            for part in (0.2, 0.37, 0.8):
                x, y = (start + (end - start) * part).round().astype(int)
                assert grey[y - 3 : y + 4, x - 3 : x + 4].min() < 190, "every side of a cell is drawn"
        x, y = points.mean(axis=0).round().astype(int)
        assert 200 < grey[y, x] < 220, "the ground is darker than white pieces and lighter than lines"
    low, high = lies["cells"]["a1S"], lies["cells"]["a4N"]
    assert min(y for _, y in high) < min(y for _, y in low), "a1 is at the bottom"
    assert lies["cell_mm"] > tranglar.manifest["piece_mm"], "a cut piece fits its cells"


def test_markers_lie_where_the_manifest_says_and_are_no_cards(
    tranglar: Deck, reader: cv2.aruco.ArucoDetector
) -> None:
    lies = board(tranglar)
    with Image.open(tranglar.folder / lies["face"]) as picture:
        grey = np.array(picture.convert("L"))
    found, ids, _ = reader.detectMarkers(grey)
    if tranglar.manifest["marker_family"] is None:
        assert ids is None
        assert lies["markers"] == []
        return
    scale = tranglar.manifest["px_per_mm"]
    read = {int(i): (c[0] + 0.5) / scale for i, c in zip(ids.ravel(), found, strict=True)}
    assert sorted(read) == sorted(seed("tranglar")["markers"]["ids"])
    for marker in lies["markers"]:
        np.testing.assert_allclose(read[marker["id"]], marker["corners_mm"], atol=0.1)
    cards = {number for profile in ("iamond", "abolo") for card in deck(profile) for number in card.markers}
    ring = {marker["id"] for marker in seed("targets")["table"]["markers"]}
    assert not set(read) & (cards | ring)


def test_printing_twice_gives_the_same_bytes(tranglar: Deck, tmp_path: Path) -> None:
    again = print_game(
        "tranglar", tmp_path, None, tranglar.manifest["paper"] == "letter", tranglar.manifest["paper"]
    )
    assert again.pdf.read_bytes() == tranglar.written.pdf.read_bytes()


def test_tranglar_has_no_profiles(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no profiles"):
        print_game("tranglar", tmp_path / "out", "iamond", False, "a4")
    assert not (tmp_path / "out").exists()


def test_whoever_takes_its_manifest_for_a_list_of_cards_is_told(tranglar: Deck) -> None:
    with pytest.raises(BadDeck, match="companion see PHOTO --game tranglar"):
        names_in(tranglar.written.manifest.read_text(encoding="utf-8"), ".json", "tranglar", "manifest.json")
