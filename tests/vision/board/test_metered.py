"""Scenes are exposed as a camera that meters does: grey is brought to one light, and white held back by most."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from benchmarks.board_model.metered import MOST_EV, PREVIEW_PX, exposure_ev

ROOT = Path(__file__).resolve().parents[3]


def photo(light: float, *, spot: float | None = None) -> np.ndarray:
    """What a small photo shows of so much light, exposed by three stops less; of a spot, a tenth of it, so much."""
    shares = np.full((108, 192, 3), light / 8)
    if spot is not None:
        shares[:, :20] = spot / 8
    value = np.where(shares <= 0.0031308, 12.92 * shares, 1.055 * shares ** (1 / 2.4) - 0.055)
    return np.asarray(np.clip(value, 0, 1) * 255 + 0.5, np.uint8)


def mean_ev(shown: np.ndarray) -> float:
    return float(np.mean([exposure_ev(shown, np.random.default_rng(seed)) for seed in range(200)]))


@pytest.mark.parametrize("stops", [-2, -1, 0, 1, 2])
def test_the_mean_is_brought_to_grey(stops: int) -> None:
    assert mean_ev(photo(0.18 * 2**stops)) == pytest.approx(-stops, abs=0.15)


def test_most_cameras_hold_back_what_would_burn_out() -> None:
    dark = photo(0.05, spot=0.9)
    chosen = np.array([exposure_ev(dark, np.random.default_rng(seed)) for seed in range(200)])
    held = chosen < 0.2
    assert 0.5 < held.mean() < 0.8
    assert (2.0 ** chosen[~held] * 0.9 > 1).all()


def test_no_light_and_too_much_are_within_what_a_camera_can() -> None:
    for light in (0.0, 8.0):
        assert abs(exposure_ev(photo(light), np.random.default_rng(0))) <= MOST_EV


def metered(*chosen: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "benchmarks.board_model.metered", *chosen]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def test_scenes_are_exposed_by_their_own_small_photos(tmp_path: Path) -> None:
    scenes, previews = tmp_path / "scenes", tmp_path / "previews"
    drawn = [
        sys.executable,
        "-m",
        "benchmarks.board_model.scenes",
        str(scenes),
        "--count",
        "2",
        "--seed",
        "5",
    ]
    subprocess.run(drawn, cwd=ROOT, check=True)
    before = {path.name: json.loads(path.read_text()) for path in scenes.glob("*.json")}
    assert metered(str(scenes), str(previews)).returncode == 0
    for name, scene in before.items():
        small = json.loads((previews / name).read_text())
        assert small["image"]["width"] == PREVIEW_PX
        assert small["camera"] == scene["camera"]
        assert Path(small["objects"][0]["texture"]).is_file()
    missing = metered(str(scenes), str(previews), "--expose")
    assert missing.returncode == 2
    assert "photograph the small scenes first" in missing.stderr
    for stops, name in enumerate(sorted(before)):
        shown = photo(0.18 * 2 ** (2 * stops))
        path = previews / name.replace(".json", ".jpg")
        cv2.imwrite(str(path), shown, [cv2.IMWRITE_JPEG_QUALITY, 100])
    assert metered(str(scenes), str(previews), "--expose").returncode == 0
    after = [json.loads((scenes / name).read_text()) for name in sorted(before)]
    assert after[0]["sensor"].pop("exposure_ev") > after[1]["sensor"].pop("exposure_ev")
    assert after == [before[name] for name in sorted(before)]
