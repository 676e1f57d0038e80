"""Printed places by their markers alone, as where their codes are too small to be read."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.printing import raster
from companion.printing.places import face_pixels
from companion.rules.places import PlaceFace, places
from companion.table.recording import known
from tests.grain import grainy
from vision.live.follow import Follow
from vision.live.things import Scene
from vision.photo import Pixels

PX_PER_MM = 1.3
"""720p over a table of a metre: no code is read."""
LEFT, TOP = 400, 200


def sheet(face: PlaceFace, *, earlier: bool) -> Pixels:
    """A place as it is printed now, or as it was, without its code, at the size at which it is seen."""
    known_places = places()
    pixels = next(
        one for other, one in zip(known_places.faces, face_pixels(known_places), strict=True) if other == face
    )
    grey = np.where(pixels[..., 3] > 0, pixels[..., :3].mean(axis=2), 90).astype(np.uint8)
    if earlier:
        grey = np.full_like(grey, 255)
        family = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h10)
        for marker in face.earlier:
            x, y = (round(value * raster.PX_PER_MM) for value in marker.at_mm)
            side = round(marker.side_mm * raster.PX_PER_MM)
            grey[y : y + side, x : x + side] = cv2.aruco.generateImageMarker(family, marker.number, side)
    x, y = (round(value * raster.PX_PER_MM) for value in face.code_at)
    side = round(known_places.code_mm * raster.PX_PER_MM)
    grey[y : y + side, x : x + side] = 255
    scale = PX_PER_MM / raster.PX_PER_MM
    small = cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.cvtColor(small, cv2.COLOR_GRAY2BGR), np.uint8)


def seen(laid: Pixels) -> Scene:
    """A table with that on it, in a few frames."""
    table = np.full((720, 1280, 3), 90, np.uint8)
    height, width = laid.shape[:2]
    table[TOP : TOP + height, LEFT : LEFT + width] = laid
    following = Follow(known("iamond"))
    for number in range(8):
        scene = following.frame(grainy(table, 2.0, number), number, number / 15)
    return scene


@pytest.mark.parametrize("name", ["centre", "claim", "seat 1", "seat 8", "mine", "end"])
@pytest.mark.parametrize("earlier", [False, True])
def test_a_place_is_named_and_lies_where_it_is(name: str, *, earlier: bool) -> None:
    face = places().named(name)
    scene = seen(sheet(face, earlier=earlier))
    assert [mark.name for mark in scene.marks] == [name]
    width, height = (side * PX_PER_MM for side in face.size_mm)
    want = np.array([[0, 0], [width, 0], [width, height], [0, height]]) + (LEFT, TOP)
    assert np.abs(np.array(scene.marks[0].corners_px) - want).max() < 3


def test_markers_of_now_are_twice_as_large_as_those_of_before() -> None:
    for face in places().faces:
        assert {marker.side_mm for marker in face.markers} == {24.0}
        assert {marker.side_mm for marker in face.earlier} == {12.0}
        for marker in face.markers:
            inside = [0 < at < size - 24 for at, size in zip(marker.at_mm, face.size_mm, strict=True)]
            assert all(inside), face.name
