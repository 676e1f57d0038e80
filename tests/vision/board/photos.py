"""Photos of boards: where they are, what is read off one, and what lies there."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from vision.board.see import see_board
from vision.board.sighting import BoardSeen
from vision.photo import load_photo

PHOTOS = Path(__file__).parents[2] / "photos-tranglar"


@cache
def seen_in(name: str) -> BoardSeen:
    """What is read off a photo."""
    return see_board(load_photo(PHOTOS / f"{name}.jpg"))


def truth_of(name: str) -> dict[str, Any]:
    """What lies there."""
    found: dict[str, Any] = json.loads((PHOTOS / f"{name}.truth.json").read_text())
    return found
