"""The PNG faces, measured back: size, corners, shapes, colours, markers and the paper around them."""

from __future__ import annotations

from functools import lru_cache
from math import hypot, pi
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from companion.rules.polyform import Shape
from tests.printing.decks import Deck

PX_PER_MM = 12
WIDTH_PX, HEIGHT_PX = 63 * PX_PER_MM, 88 * PX_PER_MM


def rgb(code: str) -> NDArray[np.float32]:
    return np.array([int(code[k : k + 2], 16) for k in (1, 3, 5)], np.float32)


@lru_cache(maxsize=128)
def masks(path: Path, srgb: str) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Where a face has its own colour, at least half of it mixed with paper; and its shape, lines filled.

    Small type in the same ink is left out of the shape. No shape of the decks has a hole, so that what
    is closed in is a line.
    """
    with Image.open(path) as picture:
        from_white = 255 - np.array(picture)[..., :3].astype(np.float32)
    ink = 255 - rgb(srgb)
    share = from_white @ ink / (ink @ ink)
    other = np.abs(from_white - share[..., None] * ink).max(axis=2)
    own = ((share >= 0.5) & (other < 12)).astype(np.uint8)
    outlines, _ = cv2.findContours(own, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    assert outlines, "nothing in the colour of the card"
    shape = np.zeros_like(own)
    cv2.drawContours(shape, [max(outlines, key=cv2.contourArea)], -1, (1,), cv2.FILLED)
    return own & shape, shape


def blob(deck: Deck, thing: dict[str, Any]) -> NDArray[np.uint8]:
    return masks(deck.folder / thing["face"], thing["srgb"])[1]


def one_of_each_shape(deck: Deck) -> list[dict[str, Any]]:
    """A card of every shape, and a Z."""
    found = list({str(thing["shape"]): thing for thing in deck.things}.values())
    assert len(found) == {"iamond": 11, "abolo": 53}[deck.manifest["profile"]]
    return found


def test_a_face_is_its_size_in_millimetres_times_the_resolution(deck: Deck) -> None:
    for thing in deck.things:
        with Image.open(deck.folder / thing["face"]) as picture:
            assert picture.size == (WIDTH_PX, HEIGHT_PX)
            assert picture.mode == "RGBA"
            assert min(picture.info["dpi"]) >= 300
            assert picture.size[0] / picture.info["dpi"][0] * 25.4 == pytest.approx(63, abs=0.01)


def test_a_face_is_transparent_outside_its_rounded_corners_and_solid_inside(deck: Deck) -> None:
    for thing in deck.things[::10]:
        alpha = deck.face(thing)[..., 3] / 255
        assert alpha[[0, 0, -1, -1], [0, -1, 0, -1]].max() == 0
        cut_mm2 = (1 - alpha).sum() / PX_PER_MM**2
        assert cut_mm2 == pytest.approx((4 - pi) * 3.0**2, rel=0.02)
        assert alpha[3 * PX_PER_MM : -3 * PX_PER_MM].min() == 1
        assert alpha[:, 3 * PX_PER_MM : -3 * PX_PER_MM].min() == 1


def test_a_printed_shape_has_the_area_perimeter_and_corners_of_its_shape(deck: Deck) -> None:
    unit = deck.manifest["unit_mm"]
    for thing in one_of_each_shape(deck):
        if thing["shape"] is None:
            continue
        shape = Shape.from_json(thing["shape"])
        outlines, _ = cv2.findContours(blob(deck, thing), cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
        (loop,) = shape.outline()
        (outline,) = outlines
        corners = cv2.approxPolyDP(outline, 0.35 * PX_PER_MM, closed=True)
        assert len(corners) == len(loop), thing["id"]
        # findContours runs through pixel centres, half a pixel inside the edge.
        area_mm2 = (cv2.contourArea(corners) + cv2.arcLength(corners, closed=True) / 2) / PX_PER_MM**2
        assert area_mm2 == pytest.approx(shape.area * unit**2, rel=0.012), thing["id"]
        around = sum(
            hypot(x1 - x0, y1 - y0) for (x0, y0), (x1, y1) in zip(loop, (*loop[1:], loop[0]), strict=True)
        )
        perimeter_mm = cv2.arcLength(corners, closed=True) / PX_PER_MM
        assert perimeter_mm == pytest.approx(around * unit, rel=0.012), thing["id"]


def test_inner_lines_cut_the_shape_into_its_triangles_and_leave_it_whole(deck: Deck) -> None:
    """In one piece as printed; in as many equal ones as triangles where the lines are 3 mm longer."""
    for thing in one_of_each_shape(deck):
        if thing["shape"] is None:
            continue
        shape = Shape.from_json(thing["shape"])
        one_mm2 = shape.area / shape.size * deck.manifest["unit_mm"] ** 2
        printed, _ = masks(deck.folder / thing["face"], thing["srgb"])
        assert cv2.connectedComponents(printed)[0] == 2, thing["id"]
        apart = cv2.erode(printed, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (37, 37)))
        _, _, stats, _ = cv2.connectedComponentsWithStats(apart)
        areas_mm2 = stats[1:, cv2.CC_STAT_AREA] / PX_PER_MM**2
        assert len(areas_mm2) == thing["triangles"], thing["id"]
        assert areas_mm2.max() < one_mm2
        assert areas_mm2.min() == pytest.approx(areas_mm2.max(), rel=0.1)


def test_the_outline_in_the_manifest_is_the_one_that_is_printed(deck: Deck) -> None:
    for thing in one_of_each_shape(deck):
        said = np.zeros((HEIGHT_PX, WIDTH_PX), np.uint8)
        loops = [np.round(np.array(loop) * PX_PER_MM * 16 - 8).astype(int) for loop in thing["outline_mm"]]
        cv2.fillPoly(said, loops, (1,), shift=4)
        seen = blob(deck, thing)
        assert (said & seen).sum() / (said | seen).sum() > 0.97, thing["id"]


def test_shapes_keep_clear_of_the_edge_and_of_the_markers(deck: Deck) -> None:
    """By 5 mm and by 4 mm beyond the quiet zone, less a pixel; plain decks leave the same place."""
    edge, kept = 5 * PX_PER_MM - 1, round((4 + 12 + 1.5 + 4) * PX_PER_MM) - 1
    for thing in one_of_each_shape(deck):
        shape = blob(deck, thing)
        inside = shape.copy()
        inside[edge:-edge, edge:-edge] = 0
        assert not inside.any(), thing["id"]
        assert not shape[:kept, :kept].any(), thing["id"]
        assert not shape[-kept:, -kept:].any(), thing["id"]


def test_markers_read_as_the_manifest_says_and_lie_where_it_says(
    marked: Deck, reader: cv2.aruco.ArucoDetector
) -> None:
    for thing in marked.things[::3]:
        grey = cv2.cvtColor(marked.face(thing)[..., :3], cv2.COLOR_RGB2GRAY)
        found, ids, _ = reader.detectMarkers(grey)
        read = {int(i): (c[0] + 0.5) / PX_PER_MM for i, c in zip(ids.ravel(), found, strict=True)}
        assert sorted(read) == sorted(marker["id"] for marker in thing["markers"])
        for marker in thing["markers"]:
            np.testing.assert_allclose(read[marker["id"]], marker["corners_mm"], atol=0.1)


def test_markers_are_black_on_a_clean_quiet_zone_of_a_module(marked: Deck) -> None:
    for thing in marked.things[::5]:
        face = marked.face(thing)[..., :3]
        for marker in thing["markers"]:
            (left, top), _, (right, bottom), _ = (np.array(marker["corners_mm"]) * PX_PER_MM).astype(int)
            rim = round(1.5 * PX_PER_MM)
            around = face[top - rim : bottom + rim, left - rim : right + rim].copy()
            assert around[rim + 1 : -rim - 1, [rim + 1, -rim - 2]].max() == 0
            around[rim:-rim, rim:-rim] = 255
            assert around.min() >= 250, thing["id"]


def test_a_plain_face_is_the_marked_one_without_markers(plain: Deck, reader: cv2.aruco.ArucoDetector) -> None:
    for thing in plain.things[::3]:
        face = plain.face(thing)
        assert thing["markers"] == []
        assert reader.detectMarkers(cv2.cvtColor(face[..., :3], cv2.COLOR_RGB2GRAY))[1] is None
        place = face[4 * PX_PER_MM : 16 * PX_PER_MM, 4 * PX_PER_MM : 16 * PX_PER_MM, :3]
        assert place.min() == 255


def test_small_type_stands_in_the_free_corners(deck: Deck) -> None:
    numbers = set()
    for thing in deck.things[::11]:
        face = deck.face(thing)[..., :3].min(axis=2)
        count = face[4 * PX_PER_MM : 7 * PX_PER_MM, -10 * PX_PER_MM : -4 * PX_PER_MM]
        number = face[-7 * PX_PER_MM : -4 * PX_PER_MM, 4 * PX_PER_MM : 10 * PX_PER_MM]
        assert (count < 128).mean() > 0.05
        assert (number < 128).mean() > 0.03
        numbers.add(number.tobytes())
    assert len(numbers) == len(deck.things[::11])
