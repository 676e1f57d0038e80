"""Photographs of printed parts: nothing is read wrongly, what was read stays read, and the table is as it really was.

After a change for the better, write the counts anew: python -m tests.vision.parts.test_parts_photos
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.table.parts import look_at_parts
from companion.table.zigity.laid import zigity_table
from companion.table.zigzaggle.laid import zigzaggle_table
from companion.table.zont.laid import zont_table
from vision.parts.sighting import PartSighting, PartsSeen
from vision.photo import load_photo

PHOTOS = Path(__file__).parents[2] / "photos-parts"
COUNTS = PHOTOS / "expected.json"
NAMES = sorted(path.stem for path in PHOTOS.glob("*.jpg"))
EXPECTED: dict[str, int] = json.loads(COUNTS.read_text()) if COUNTS.exists() else {}
NEAR = 0.15
"""How far a part's middle may be from where it is, over its diagonal."""


@cache
def _seen(name: str) -> PartsSeen:
    return look_at_parts(load_photo(PHOTOS / f"{name}.jpg"), game=_truth(name)["game"])


@cache
def _truth(name: str) -> dict[str, Any]:
    truth: dict[str, Any] = json.loads((PHOTOS / f"{name}.truth.json").read_text())
    return truth


def _open(name: str) -> dict[str, dict[str, Any]]:
    """The parts that lie face up, by id."""
    return {o["part"]: o for o in _truth(name)["objects"] if o["up"]}


def _rightly(part: PartSighting, true: dict[str, Any] | None) -> bool:
    """Whether a part lies where it is seen."""
    if true is None:
        return False
    corners = np.array(true["corners_px"])
    away = float(np.linalg.norm(corners.mean(0) - np.array(part.corners_px).mean(0)))
    return away < NEAR * float(np.linalg.norm(corners[0] - corners[2]))


def _due(true: dict[str, Any]) -> bool:
    """Whether one of its markers shows wholly."""
    return bool(max(true["markers_visible"]) > 0.99)


def _right(name: str) -> list[str]:
    known = _open(name)
    seen = [part for part in _seen(name).parts if part.face == "up"]
    return [str(part.id) for part in seen if _rightly(part, known.get(str(part.id)))]


def test_every_photo_has_its_count() -> None:
    assert sorted(EXPECTED) == NAMES
    assert len(NAMES) >= 12


@pytest.mark.parametrize("name", NAMES)
def test_a_photo_is_read_and_nothing_is_read_wrongly(name: str) -> None:
    seen = [part for part in _seen(name).parts if part.face == "up"]
    right = _right(name)
    assert len(right) == len(seen)
    assert len(right) >= EXPECTED[name]


@pytest.mark.parametrize("name", NAMES)
def test_the_table_is_as_it_really_was_where_it_is_told(name: str) -> None:
    told, seen = _truth(name)["told"], _seen(name)
    if seen.game == "zigity":
        zigity = zigity_table(seen)
        if not zigity.doubts:
            assert zigity.play is not None
            assert zigity.play.name == told["top"]
            assert sorted(str(card.name) for card in zigity.laid) == sorted(told["laid"])
    elif seen.game == "zont":
        zont = zont_table(seen)
        assert {suit: card.name for suit, card in zont.tops}.items() <= told["tops"].items()
        if not zont.doubts:
            piles = sorted(sorted(str(card.name) for card in pile) for pile in zont.scores)
            assert piles == sorted(sorted(pile) for pile in told["scores"])
    else:
        board = zigzaggle_table(seen)
        cells = {
            o["cell"]: o["tile"][0] + ("" if o["tile"][0] == "*" else o["tile"][1:]) for o in _laid(name)
        }
        assert board.cells().items() <= cells.items()
        assert set(cells) <= set(board.cells()) | set(board.hidden)


def _laid(name: str) -> list[dict[str, Any]]:
    return [o for o in _truth(name)["objects"] if o.get("cell")]


def test_the_same_photo_twice_gives_the_same() -> None:
    name = NAMES[0]
    again = look_at_parts(load_photo(PHOTOS / f"{name}.jpg"), game=_truth(name)["game"])
    assert again == _seen(name)


if __name__ == "__main__":
    COUNTS.write_text(json.dumps({name: len(_right(name)) for name in NAMES}, indent=1) + "\n")
    for name in NAMES:
        due = [ident for ident, true in _open(name).items() if _due(true)]
        print(name, _truth(name)["condition"], len(set(due) & set(_right(name))), "of", len(due), "due")
