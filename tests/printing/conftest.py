"""Decks printed once for all tests that measure them."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import pytest

from companion.printing import print_game
from tests.printing.decks import Deck


def printed(folder: Path, profile: str, paper: str, *, plain: bool) -> Deck:
    steps: list[tuple[int, int]] = []
    written = print_game(
        "zangle", folder, profile, plain, paper, progress=lambda done, of: steps.append((done, of))
    )
    return Deck(folder, json.loads((folder / "manifest.json").read_text(encoding="utf-8")), written, steps)


@pytest.fixture(scope="session")
def marked(tmp_path_factory: pytest.TempPathFactory) -> Deck:
    """The default: iamond, A4, with markers."""
    return printed(tmp_path_factory.mktemp("marked"), "iamond", "a4", plain=False)


@pytest.fixture(scope="session")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Deck:
    """The other of everything: abolo, Letter, without markers."""
    return printed(tmp_path_factory.mktemp("plain"), "abolo", "letter", plain=True)


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
