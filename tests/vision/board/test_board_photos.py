"""Photographs of boards with truth: what is read stays read, and hardly anything is read wrongly.

After a change for the better, write the counts anew: python -m tests.vision.board.test_board_photos
"""

from __future__ import annotations

import json

import numpy as np
import pytest

from tests.vision.board.photos import PHOTOS, seen_in, truth_of
from vision.board.see import see_board
from vision.photo import load_photo

NAMES = sorted(path.stem for path in PHOTOS.glob("*.jpg"))
EXPECTED = json.loads((PHOTOS / "expected.json").read_text()) if (PHOTOS / "expected.json").exists() else {}

Piece = tuple[str, tuple[str, ...]]


def counts_of(name: str) -> dict[str, int]:
    """How many pieces are read rightly and wrongly, and how many that show are neither read nor in doubt."""
    seen = seen_in(name)
    true: dict[Piece, float] = {
        (piece["owner"], tuple(sorted(piece["cells"]))): piece["visible"]
        for piece in truth_of(name)["pieces"]
    }
    read = {(piece.owner, tuple(sorted(piece.cells))) for piece in seen.pieces}
    open_cells = {cell for place in seen.unread for cell in place.cells}
    missed = [piece for piece, shown in true.items() if shown >= 0.9 and piece not in read]
    silent = 0 if seen.grid_px is None else sum(not open_cells & set(cells) for _, cells in missed)
    return {"right": len(read & set(true)), "wrong": len(read - set(true)), "silent": silent}


def test_every_photo_has_its_count() -> None:
    assert sorted(EXPECTED) == NAMES
    assert len([name for name in NAMES if name.startswith("board")]) >= 25


@pytest.mark.parametrize("name", NAMES)
def test_a_board_is_read(name: str) -> None:
    counts, expected = counts_of(name), EXPECTED[name]
    assert counts["right"] >= expected["right"]
    assert counts["wrong"] <= expected["wrong"]
    assert counts["silent"] <= expected["silent"]


def test_most_boards_are_read_without_a_mistake() -> None:
    clean = [name for name in NAMES if not EXPECTED[name]["wrong"] and not EXPECTED[name]["silent"]]
    assert len(clean) >= 0.85 * len(NAMES)


def test_the_same_photo_twice_gives_the_same() -> None:
    name = NAMES[3]
    assert see_board(load_photo(PHOTOS / f"{name}.jpg")) == seen_in(name)


def test_pieces_never_overlap_and_have_their_outlines() -> None:
    for name in NAMES[:6]:
        cells = [cell for piece in seen_in(name).pieces for cell in piece.cells]
        assert len(cells) == len(set(cells))
        assert all(len(piece.corners_px) >= 3 for piece in seen_in(name).pieces)


@pytest.mark.parametrize("name", ["board-03", "board-12"])
def test_less_light_reads_nothing_else(name: str) -> None:
    known = {(piece.owner, piece.cells) for piece in seen_in(name).pieces}
    dark = (load_photo(PHOTOS / f"{name}.jpg") * 0.7).astype(np.uint8)
    read = {(piece.owner, piece.cells) for piece in see_board(dark).pieces}
    true = {(piece["owner"], tuple(sorted(piece["cells"]))) for piece in truth_of(name)["pieces"]}
    assert {(owner, tuple(sorted(cells))) for owner, cells in read} <= true
    assert len(read & known) >= len(known) - 2


def _write() -> None:
    counts = {name: counts_of(name) for name in NAMES}
    (PHOTOS / "expected.json").write_text(json.dumps(counts, indent=1) + "\n")


if __name__ == "__main__":
    _write()
