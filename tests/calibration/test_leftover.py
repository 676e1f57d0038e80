"""Boards that are not flat or not to scale, and lenses that changed between photos: the focal length is doubted."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from calibration.find import View
from calibration.fit_lens import FitConfig, fit_lens
from calibration.fitted_lens import Shot
from calibration.target import parse_target
from tests.calibration.cameras import SIZE, Floats, board, pinhole, poses

TARGET = parse_target("chessboard:9x6:25mm")
BARREL = (-0.15, 0.03, 0.0)


def photographed(shape: Floats, focals: tuple[float, ...] = (1000.0,), seed: int = 0) -> list[Shot]:
    """Twelve photos of a board whose points lie at `shape` (n, 3) and are believed to lie where `board` says."""
    rng = np.random.default_rng(seed)
    flat = np.column_stack([board() - board().mean(0), np.ones(len(board()))])
    found = []
    for number in range(12):
        camera = pinhole(focals[number % len(focals)], BARREL)
        (placed,) = poses(camera, 1, rng)
        right, down, middle = np.linalg.lstsq(flat, placed, rcond=None)[0]
        axes = np.stack([right, down, np.cross(right, down)])
        pixels = camera((shape - np.append(board().mean(0), 0.0)) @ axes + middle)
        view = View(board(), pixels + rng.normal(0, 0.15, pixels.shape))
        found.append(Shot(f"photo-{number}", SIZE, view))
    return found


def even(stretch: float = 1.0) -> Floats:
    return np.column_stack([board() * [1.0, stretch], np.zeros(len(board()))])


def bent(sag_mm: float) -> Floats:
    """Bowed by so much over its length, as paper on a table is."""
    flat = even()
    flat[:, 2] = sag_mm * (1 - ((flat[:, 0] - 100) / 100) ** 2)
    return flat


@pytest.mark.parametrize("seed", [0, 1])
def test_a_flat_board_and_one_lens_raise_no_doubt(seed: int) -> None:
    fit = fit_lens(photographed(even(), seed=seed), TARGET)
    assert not [words for words in fit.warnings if "alike" in words or "fx and fy" in words]


@pytest.mark.parametrize("sag_mm", [2.0, 4.0])
def test_a_bent_board_is_doubted(sag_mm: float) -> None:
    fit = fit_lens(photographed(bent(sag_mm)), TARGET)
    # Sure of itself to half a percent, and off by several.
    assert max(fit.focal_sd_px) < 0.01 * 1000 < abs(fit.lens.focal_px[0] - 1000)
    assert "off alike" in fit.warnings[-1]


def test_a_zoom_that_changed_between_photos_is_doubted() -> None:
    fit = fit_lens(photographed(even(), (1000.0, 1100.0)), TARGET)
    assert any("off alike" in words for words in fit.warnings)


@pytest.mark.parametrize("seed", [0, 1])
def test_a_board_that_the_printer_stretched_is_doubted(seed: int) -> None:
    fit = fit_lens(photographed(even(1.03), seed=seed), TARGET)
    assert any("fx and fy differ by" in words for words in fit.warnings)


@pytest.mark.parametrize(
    "change", [{"most_alike": 0.95}, {"most_alike_px": 5.0}], ids=lambda c: next(iter(c))
)
def test_both_bounds_matter(change: dict[str, float]) -> None:
    fit = fit_lens(photographed(bent(2.0)), TARGET, replace(FitConfig(), **change))  # type: ignore[arg-type]
    assert not any("off alike" in words for words in fit.warnings)
