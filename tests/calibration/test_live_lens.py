"""A lens measured from a film of a board that is carried through the picture, and what is refused."""

from __future__ import annotations

import json
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.errors import CannotCalibrate
from calibration.session import LensSession
from companion.commands.live_lens import lens_from_camera
from tests.calibration import carrying


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty table, and everything that a person showed to a session until it was content."""
    path = tmp_path_factory.mktemp("board") / "board.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 15, carrying.SIZE)
    writer.set(cv2.VIDEOWRITER_PROP_QUALITY, 97)
    for _ in range(2):
        writer.write(np.full((*carrying.SIZE[::-1], 3), 128, np.uint8))
    step = LensSession.step

    def filmed(session: LensSession, frame: carrying.Frame) -> LensSession:
        writer.write(frame if frame.ndim == 3 else cv2.cvtColor(frame, cv2.COLOR_GRAY2BGR))
        return step(session, frame)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(LensSession, "step", filmed)
        for _ in carrying.carried(LensSession(carrying.TARGET)):
            pass
    writer.release()
    return path


def test_a_film_of_a_board_measures_the_lens(film: Path) -> None:
    said: list[str] = []
    fit = lens_from_camera(str(film), carrying.TARGET, said.append)
    for found, true in zip(fit.lens.focal_px, carrying.LENS.focal_px, strict=True):
        assert abs(found / true - 1) < 0.03
    assert said[0].startswith("0 views")
    assert all(line != before for before, line in pairwise(said))


def test_the_command_does_it_and_writes_the_file(film: Path, tmp_path: Path) -> None:
    out = tmp_path / "lens.json"
    target = "charuco:7x5:30mm:22mm:5X5_100"
    command = [sys.executable, "-m", "companion.cli", "calibrate", "lens", "--target", target, "--json"]
    done = subprocess.run(
        [*command, "--camera", str(film), "--out", str(out)], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["out"] == str(out)
    assert json.loads(out.read_text())["format"] == "tabletop-companion/lens"
    assert "views" in done.stderr
    with Path("/dev/full").open("wb") as full:
        unheard = subprocess.run([*command, "--camera", str(film)], stdout=subprocess.PIPE, stderr=full)
    assert (unheard.returncode, json.loads(unheard.stdout)["rms_px"]) == (
        0,
        json.loads(done.stdout)["rms_px"],
    )
    for arguments in ([], ["--camera", str(film), "photo.jpg"]):
        refused = subprocess.run([*command, *arguments], capture_output=True, text=True)
        assert refused.returncode == 2
        assert "Traceback" not in refused.stderr


@pytest.mark.parametrize("source", ["nothing.mp4", "phone", "873", "http://127.0.0.1:9/"])
def test_a_camera_that_cannot_be_is_refused_in_a_sentence(source: str) -> None:
    with pytest.raises(CannotCalibrate) as refused:
        lens_from_camera(source, carrying.TARGET, lambda _words: None)
    assert "\n" not in str(refused.value)


def test_a_film_without_a_board_tells_nothing_of_a_lens(tmp_path: Path) -> None:
    writer = cv2.VideoWriter(str(tmp_path / "dark.avi"), cv2.VideoWriter.fourcc(*"MJPG"), 15, (320, 240))
    for _ in range(3):
        writer.write(carrying.board()[:240, :320, None].repeat(3, axis=2) // 9)
    writer.release()
    with pytest.raises(CannotCalibrate):
        lens_from_camera(str(tmp_path / "dark.avi"), carrying.TARGET, lambda _words: None)
