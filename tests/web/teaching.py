"""Photos of a deck drawn by code, for the tests of teaching in the browser."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from tests.vision.taught.faces import compose, deck, shelf

FACES = deck()
FIRST = ["picture 1", "picture 2", "blue box 3", "red solid"]
SECOND = ["picture 3", "red solid", "green pale", "picture 4"]


def photo(names: Sequence[str], file: Path, seed: int = 1, *, turned: bool = False) -> Path:
    """A photo of these cards in a row, as a file."""
    image, _ = compose(
        shelf(FACES, names), np.random.default_rng(seed), columns=max(3, len(names)), turned=turned
    )
    cv2.imwrite(str(file), image)
    return file
