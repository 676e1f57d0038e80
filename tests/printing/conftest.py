"""Decks printed once for all tests that measure them."""

from __future__ import annotations

import fcntl
import json
import os
import pickle
from pathlib import Path

import cv2
import pytest

from companion.printing import print_game
from tests.printing.decks import Deck


def printed(shared: Path, profile: str, paper: str, *, plain: bool) -> Deck:
    """A deck printed by whichever worker comes first; the others wait for it and read what it was told."""
    folder, told = shared / f"printed-{profile}", shared / f"printed-{profile}.told"
    with (shared / f"printed-{profile}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not told.exists():
            steps: list[tuple[int, int]] = []
            written = print_game(
                "zangle", folder, profile, plain, paper, progress=lambda done, of: steps.append((done, of))
            )
            told.write_bytes(pickle.dumps((written, steps)))
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    return Deck(folder, manifest, *pickle.loads(told.read_bytes()))


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that all workers of a run have in common."""
    own = tmp_path_factory.getbasetemp()
    return own.parent if "PYTEST_XDIST_WORKER" in os.environ else own


@pytest.fixture(scope="session")
def marked(shared: Path) -> Deck:
    """The default: iamond, A4, with markers."""
    return printed(shared, "iamond", "a4", plain=False)


@pytest.fixture(scope="session")
def plain(shared: Path) -> Deck:
    """The other of everything: abolo, Letter, without markers."""
    return printed(shared, "abolo", "letter", plain=True)


@pytest.fixture(scope="session", params=["marked", "plain"])
def deck(request: pytest.FixtureRequest) -> Deck:
    chosen: Deck = request.getfixturevalue(request.param)
    return chosen


@pytest.fixture(scope="session")
def reader() -> cv2.aruco.ArucoDetector:
    """A marker reader that knows nothing of the deck but the family."""
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    family = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h10)
    return cv2.aruco.ArucoDetector(family, settings)
