"""A lens file straightens the photo, and what is seen is told in the photo's own pixels."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.lens import BadLens, Lens, load_lens
from vision.cards.see import see

LENS = Lens((800, 600), (620.0, 620.0), (399.5, 299.5), (-0.25, 0.04, 0.0, 0.0, 0.0))


def test_a_lens_file_comes_back_as_it_was(tmp_path: Path) -> None:
    file = tmp_path / "lens.json"
    file.write_text(json.dumps(LENS.to_json()))
    assert load_lens(file) == LENS


@pytest.mark.parametrize(
    "content",
    ["", "nonsense", "[1]", "3", "{}", '{"size_px": [1, 2]}', '{"size_px": [0, 0], "camera_matrix": []}'],
)
def test_a_bad_lens_file_is_one_sentence(tmp_path: Path, content: str) -> None:
    file = tmp_path / "lens.json"
    file.write_text(content)
    with pytest.raises(BadLens) as caught:
        load_lens(file)
    assert str(file) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_missing_lens_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadLens, match=r"nowhere\.json"):
        load_lens(tmp_path / "nowhere.json")


def test_a_lens_fits_other_sizes_of_the_same_proportions_only() -> None:
    half = LENS.scaled_to(400, 300)
    assert half.focal_px == (310.0, 310.0)
    assert half.centre_px == (199.5, 149.5)
    with pytest.raises(BadLens):
        LENS.scaled_to(640, 360)


def test_corners_are_those_of_the_photo_as_given() -> None:
    # A white card near the corner of a dark table, bent by the lens: straightened it is found, and its corners
    # come back to where they lie in the bent picture.
    corners = np.array([[90.0, 70.0], [190.0, 75.0], [185.0, 215.0], [85.0, 210.0]])
    flat = np.full((600, 800, 3), 60, np.uint8)
    cv2.fillPoly(flat, [np.round(corners * 16).astype(np.int32)], (235, 235, 235), cv2.LINE_AA, 4)
    (fx, fy), (cx, cy) = LENS.focal_px, LENS.centre_px
    matrix = np.array([[fx, 0, cx], [0, fy, cy], [0, 0, 1]])
    grid = np.stack(np.meshgrid(np.arange(800, dtype=np.float32), np.arange(600, dtype=np.float32)), -1)
    ideal = cv2.undistortPoints(grid.reshape(-1, 1, 2), matrix, np.array(LENS.distortion), P=matrix)
    places = np.asarray(ideal, np.float32).reshape(600, 800, 2)
    bent = np.asarray(cv2.remap(flat, places[..., 0], places[..., 1], cv2.INTER_LINEAR), np.uint8)
    (card,) = see(bent, game="none", lens=LENS).cards
    rays = np.column_stack([(corners - (cx, cy)) / (fx, fy), np.ones(4)])
    want, _ = cv2.projectPoints(rays, np.zeros(3), np.zeros(3), matrix, np.array(LENS.distortion))
    away = np.linalg.norm(
        np.array(card.corners_px)[:, None] - np.asarray(want).reshape(1, 4, 2), axis=-1
    ).min(1)
    assert away.max() < 4.0
