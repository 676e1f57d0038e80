"""Photographs of the printed table sheet: a millimetre holds under lamps, hands, mugs and a bent lens."""

from __future__ import annotations

import json
from typing import Any

import cv2
import numpy as np
import pytest

from calibration.fit_table import TableFit, fit_table
from calibration.lens import Lens
from calibration.sheet import find_sheet, table_sheet
from tests.calibration.sheets import PHOTOS

NAMES = sorted(file.stem for file in PHOTOS.glob("*.jpg"))


def truth(name: str) -> dict[str, Any]:
    read: dict[str, Any] = json.loads((PHOTOS / f"{name}.truth.json").read_text(encoding="utf-8"))
    return read


def lens_of(known: dict[str, Any]) -> Lens:
    (fx, _, cx), (_, fy, cy), _ = known["camera_matrix"]
    k1, k2, p1, p2, k3 = known["distortion"]
    return Lens((known["size_px"][0], known["size_px"][1]), (fx, fy), (cx, cy), (k1, k2, p1, p2, k3))


def measured(name: str, lens: Lens | None) -> TableFit:
    grey = cv2.imread(str(PHOTOS / f"{name}.jpg"), cv2.IMREAD_GRAYSCALE)
    assert grey is not None
    marks = find_sheet(np.asarray(grey, np.uint8), table_sheet())
    return fit_table(marks, table_sheet(), (grey.shape[1], grey.shape[0]), lens)


def test_there_are_photos() -> None:
    assert len(NAMES) == 4


@pytest.mark.parametrize("name", NAMES)
def test_a_marker_held_out_lies_within_a_millimetre(name: str) -> None:
    for lens in (None, lens_of(truth(name))):
        fit = measured(name, lens)
        assert fit.held_out is not None
        assert fit.held_out.worst_mm < 1.0


@pytest.mark.parametrize("name", NAMES)
def test_with_the_lens_the_papers_corners_and_the_camera_are_where_they_were(name: str) -> None:
    known = truth(name)
    table = measured(name, lens_of(known)).table
    width, height = known["paper_mm"]
    corners = np.array([[-width, -height], [width, -height], [width, height], [-width, height]]) / 2
    gaps = np.linalg.norm(table.to_mm(np.array(known["paper_corners_px"])) - corners, axis=1)
    assert gaps.max() < 0.5
    assert table.stand is not None
    assert table.stand.height_mm == pytest.approx(known["camera_height_mm"], abs=2.0)
