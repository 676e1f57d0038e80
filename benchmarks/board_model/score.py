"""What `see` makes of photographed scenes, board by board and by condition.

python -m benchmarks.board_model.score SCENES PHOTOS

SCENES is a folder of NAME.json as `benchmarks.board_model.scenes` writes them, PHOTOS one of NAME.jpg with a
NAME.truth.json beside each, in which every object has its `corners_px` and how much of it is `visible`.
"""

from __future__ import annotations

import argparse
import json
import math
from collections import defaultdict
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from companion.table.tranglar.look import look_of_boards
from companion.table.tranglar.turning import turned
from vision.board.see import see_board
from vision.board.sighting import BoardSeen
from vision.photo import load_photo

SHOWN = 0.9
"""A piece of whose face at least so much shows has to be read."""
RESULTS = ("whole", "in doubt", "not found", "refused", "wrong")

Piece = tuple[str, frozenset[str]]


def main() -> None:
    """Print a line for every board that is not whole, and a table by condition."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("scenes", type=Path)
    parser.add_argument("photos", type=Path)
    chosen = parser.parse_args()
    table: dict[str, dict[str, int]] = defaultdict(lambda: dict.fromkeys(RESULTS, 0))
    for path in sorted(chosen.photos.glob("*.truth.json")):
        name = path.name.removesuffix(".truth.json")
        truth = json.loads(path.read_text())
        seen = see_board(load_photo(str(chosen.photos / f"{name}.jpg")))
        result, why = result_of(seen, truth)
        if result != "whole":
            print(f"{name}: {result} {'; '.join(why)}")
        for condition in conditions_of(json.loads((chosen.scenes / f"{name}.json").read_text())):
            table[condition][result] += 1
    print(f"{'':28}" + "".join(f"{result:>11}" for result in RESULTS))
    for condition, counts in table.items():
        print(f"{condition:28}" + "".join(f"{counts[result]:11}" for result in RESULTS))


def result_of(seen: BoardSeen, truth: Mapping[str, Any]) -> tuple[str, list[str]]:
    """One of RESULTS, and what is wrong or missing.

    *Whole* is a board of which every piece that shows is read and nothing else, *in doubt* one of which nothing is
    wrong and every piece that is missing lies in cells that are named as not read.
    """
    if seen.grid_px is None:
        return "not found", []
    true = truth_of(truth)
    read = {(piece.owner, frozenset(piece.cells)) for piece in seen.pieces}
    unread = {cell for place in seen.unread for cell in place.cells}
    missing = [piece for piece, shown in true.items() if shown >= SHOWN and piece not in read]
    wrong = [f"stated: {_said(piece)}" for piece in sorted(read - set(true), key=_said)]
    wrong += [f"passed over: {_said(piece)}" for piece in missing if not piece[1] & unread]
    if wrong:
        return "wrong", wrong
    if not missing:
        return "whole", []
    return "refused" if len(unread) == 64 else "in doubt", [_said(piece) for piece in missing]


def truth_of(truth: Mapping[str, Any]) -> dict[Piece, float]:
    """Every piece that lies there and how much of it shows, its cells named as the photo has them: a1 is the corner
    nearest the photo's lower left."""
    board, *pieces = truth["objects"]
    away = np.linalg.norm(np.array(board["corners_px"]) - [0, truth["height"]], axis=1)
    # Corners follow one another clockwise from rank 4 of file a.
    turns = (int(away.argmin()) + 1) % 4
    plain = [{"owner": piece["owner"], "cells": piece["cells"]} for piece in pieces]
    seen_so = turned(look_of_boards([plain], (), (), found=True), turns).pieces
    return {
        (piece["owner"], frozenset(piece["cells"])): source["visible"]
        for piece, source in zip(seen_so, pieces, strict=True)
    }


def conditions_of(scene: Mapping[str, Any]) -> list[str]:
    """The rows of the table that a scene counts in."""
    eye, aim = (np.array(scene["camera"][key], float) for key in ("position_mm", "look_at_mm"))
    tilt_deg = math.degrees(math.acos((eye - aim)[2] / float(np.linalg.norm(eye - aim))))
    count = len(scene["objects"]) - 1
    return [
        "all",
        "a hand or a mug over a part" if scene.get("occluders") else "nothing over the board",
        f"seed {str(scene['seed']).partition('-')[0]}",
        f"tilt {_range(tilt_deg, (0, 15, 30, 90))} degrees",
        "a sky and lamps" if scene["light"]["lamps"] else "a sky alone",
        f"{_range(count, (0, 12, 20, 40))} pieces",
        f"{scene['image']['height']}p",
    ]


def _range(value: float, ends: tuple[int, ...]) -> str:
    low, high = next((low, high) for low, high in pairwise(ends) if low <= value < high)
    return f"{low} to under {high}"


def _said(piece: Piece) -> str:
    return f"{piece[0]} {' '.join(sorted(piece[1]))}"


if __name__ == "__main__":
    main()
