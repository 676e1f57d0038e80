"""Scenes that are drawn at random are boards of the game, wholly in the picture."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from shapely import Polygon

from benchmarks.board_model.scenes import scene_of

ROOT = Path(__file__).resolve().parents[3]
KINDS = [("photo", False), ("photo", True), ("near", True)]


@pytest.mark.parametrize(("kind", "wide"), KINDS)
@pytest.mark.parametrize("seed", range(6))
def test_pieces_lie_apart_within_the_board_and_as_large_as_their_cells(
    kind: str, seed: int, *, wide: bool
) -> None:
    scene, art = scene_of(np.random.default_rng(seed), kind, wide=wide, hand=seed % 2 == 0)
    board, *pieces = scene["objects"]
    reach = 2 * art.square_mm + 1
    turn = np.radians(board["pose"][2])
    back = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    laid = []
    for piece in pieces:
        own = np.radians(piece["pose"][2])
        forth = np.array([[np.cos(own), -np.sin(own)], [np.sin(own), np.cos(own)]])
        outline = np.array(piece["outline_mm"])
        assert Polygon(outline).exterior.is_ccw
        laid.append(Polygon((outline @ forth.T + piece["pose"][:2]) @ back.T))
        full = len(piece["cells"]) * art.square_mm**2 / 4
        assert 0.85 * full < laid[-1].area < full
        assert np.abs(laid[-1].exterior.coords).max() < reach
    for number, one in enumerate(laid):
        assert all(one.intersection(other).area < 1e-6 for other in laid[:number])
    assert bool(scene.get("occluders")) == (seed % 2 == 0)


@pytest.mark.parametrize("seed", range(6))
def test_gaps_are_those_of_pieces_laid_by_hand_or_of_ones_that_fit_tightly(seed: int) -> None:
    def gap_mm(*, tight: bool) -> float:
        scene, art = scene_of(np.random.default_rng(seed), "photo", wide=False, hand=False, tight=tight)
        piece = next(own for own in scene["objects"] if own.get("kind") == "neutral trapeze")
        own, full = Polygon(piece["outline_mm"]), 5 * art.square_mm**2 / 4
        # Half a gap is missing all along the outline.
        return float(2 * (full - own.area) / own.length)

    assert 0.15 <= gap_mm(tight=True) <= 0.42
    assert 0.4 <= gap_mm(tight=False) <= 1.7


def test_one_seed_draws_one_set(tmp_path: Path) -> None:
    for name in ("a", "b"):
        command = [sys.executable, "-m", "benchmarks.board_model.scenes", str(tmp_path / name)]
        subprocess.run([*command, "--count", "2", "--seed", "7"], check=True, cwd=ROOT)
    scenes = sorted((tmp_path / "a").glob("*.json"))
    assert len(scenes) == 2
    for path in scenes:
        assert path.read_text() == (tmp_path / "b" / path.name).read_text()
        board = json.loads(path.read_text())["objects"][0]
        with Image.open(path.parent / board["texture"]) as picture:
            size = picture.size
        assert size[0] == size[1] == pytest.approx(board["size_mm"][0] * 5, abs=1)


def test_no_lens_shows_two_places_at_one() -> None:
    for seed in range(20):
        scene, _ = scene_of(np.random.default_rng(seed), "photo", wide=True, hand=False)
        lens, field = scene["lens"], np.radians(scene["camera"]["hfov_deg"])
        corner = np.tan(field / 2) * np.hypot(1, 9 / 16)
        ideal = np.linspace(0, 1.2 * corner, 200)
        seen = ideal * (1 + lens["k1"] * ideal**2 + lens["k2"] * ideal**4)
        assert (np.diff(seen) > 0).all()
