"""The PNG faces, measured back: size, corners, shapes, colours, markers and the paper around them."""

from __future__ import annotations

from math import hypot, pi
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


def rgb(code: str) -> NDArray[np.float64]:
    return np.array([int(code[k : k + 2], 16) for k in (1, 3, 5)], float)


def in_colour(face: NDArray[np.uint8], thing: dict[str, Any]) -> NDArray[np.bool_]:
    """Where the face is a mixture of paper and the thing's own colour with at least half of the colour."""
    from_white = 255.0 - face[..., :3]
    ink = 255.0 - rgb(thing["srgb"])
    share = from_white @ ink / (ink @ ink)
    other = np.abs(from_white - share[..., None] * ink).max(axis=2)
    return np.asarray((share >= 0.5) & (other < 12))


def blob(face: NDArray[np.uint8], thing: dict[str, Any]) -> NDArray[np.uint8]:
    """The printed shape as one mask, the lines inside it closed, small type in the same ink left out."""
    mask = in_colour(face, thing).astype(np.uint8)
    closed = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((7, 7), np.uint8))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(closed)
    assert count > 1, "nothing in the colour of the card"
    return np.asarray(labels == 1 + stats[1:, cv2.CC_STAT_AREA].argmax(), dtype=np.uint8)


def merged(corners: NDArray[Any]) -> NDArray[np.float32]:
    """Corners of a loop (n, 2), two that a white inner line cut from one (1.5 mm apart) made one again."""
    kept: list[NDArray[np.float64]] = []
    for corner in corners.astype(float):
        near = [n for n, other in enumerate(kept) if np.linalg.norm(other - corner) < 1.5 * PX_PER_MM]
        if near:
            kept[near[0]] = (kept[near[0]] + corner) / 2
        else:
            kept.append(corner)
    return np.array(kept, np.float32)


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
        outlines, _ = cv2.findContours(blob(deck.face(thing), thing), cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
        (loop,) = shape.outline()
        (outline,) = outlines
        corners = merged(cv2.approxPolyDP(outline, 0.35 * PX_PER_MM, closed=True)[:, 0])
        assert len(corners) == len(loop), thing["id"]
        # findContours runs through pixel centres, half a pixel inside the edge.
        area_mm2 = (cv2.contourArea(corners) + cv2.arcLength(corners, closed=True) / 2) / PX_PER_MM**2
        assert area_mm2 == pytest.approx(shape.area * unit**2, rel=0.012), thing["id"]
        around = sum(
            hypot(x1 - x0, y1 - y0) for (x0, y0), (x1, y1) in zip(loop, (*loop[1:], loop[0]), strict=True)
        )
        perimeter_mm = cv2.arcLength(corners, closed=True) / PX_PER_MM
        assert perimeter_mm == pytest.approx(around * unit, rel=0.012), thing["id"]


def test_inner_lines_cut_the_shape_into_its_triangles(deck: Deck) -> None:
    for thing in deck.things[::7]:
        if thing["shape"] is None:
            continue
        shape = Shape.from_json(thing["shape"])
        one_mm2 = shape.area / shape.size * deck.manifest["unit_mm"] ** 2
        _, _, stats, _ = cv2.connectedComponentsWithStats(
            in_colour(deck.face(thing), thing).astype(np.uint8), connectivity=4
        )
        large = [area for area in stats[1:, cv2.CC_STAT_AREA] / PX_PER_MM**2 if area > one_mm2 / 2]
        assert len(large) == thing["triangles"], thing["id"]
        assert max(large) == pytest.approx(one_mm2, rel=0.12)


def test_the_outline_in_the_manifest_is_the_one_that_is_printed(deck: Deck) -> None:
    for thing in deck.things[::9]:
        said = np.zeros((HEIGHT_PX, WIDTH_PX), np.uint8)
        loops = [np.round(np.array(loop) * PX_PER_MM * 16 - 8).astype(int) for loop in thing["outline_mm"]]
        cv2.fillPoly(said, loops, (1,), shift=4)
        seen = blob(deck.face(thing), thing)
        assert (said & seen).sum() / (said | seen).sum() > 0.97, thing["id"]


def test_shapes_keep_clear_of_the_edge_and_of_the_markers(deck: Deck) -> None:
    """By 5 mm and by 4 mm beyond the quiet zone, less a pixel; plain decks leave the same place."""
    edge, kept = 5 * PX_PER_MM - 1, round((4 + 12 + 1.5 + 4) * PX_PER_MM) - 1
    for thing in one_of_each_shape(deck):
        shape = blob(deck.face(thing), thing)
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
