"""Scenes of boards before and after a turn, for a path tracer, drawn at random: see `benchmarks.board_model.scenes`.

python -m benchmarks.board_pairs.scenes OUT --seed 1 --each 2 [--hands .1]

NAME-before.json and NAME-after.json show one board and its pieces under two cameras, most of them in two lights;
NAME.turn.json says what lies there: `name` of the kind of turn, `mover`, `before` and `after` as lists of pieces.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from benchmarks.board_model.arts import GROUNDS, Art, drawn
from benchmarks.board_model.layouts import Laid
from benchmarks.board_model.scenes import TABLES, light_of, occluder_of, photo_of
from benchmarks.board_model.solids import board_of, solids
from benchmarks.board_pairs.turns import TURNS, Turn, pieces_of
from benchmarks.board_pairs.turns import drawn as turn_drawn
from companion.rules.tranglar.cells import names
from vision.board.cells import NUMBER
from vision.board.laying.pieces import KINDS, NEUTRAL, spots

GROUND_ODDS = (0.45, 0.1, 0.1, 0.35, 0.0)
"""How often boards have which of GROUNDS: as in the plain scenes."""
SAME_LIGHT = 0.3
"""How often both photos are taken in one light."""


def main() -> None:
    """Write the scenes, the pictures of their boards, and the turns."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("out", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--each", type=int, default=2, help="pairs of every kind of turn")
    parser.add_argument("--hands", type=float, default=0.0, help="the share of photos with a hand or a mug")
    chosen = parser.parse_args()
    chosen.out.mkdir(parents=True, exist_ok=True)
    for number, name in enumerate([name for name in TURNS for _ in range(chosen.each)]):
        rng = np.random.default_rng([chosen.seed, number])
        turn = turn_drawn(rng, name)
        scenes, art = scenes_of(rng, turn, hands=chosen.hands)
        stem = f"{chosen.seed}-{number:03d}"
        Image.fromarray(art.picture).save(chosen.out / f"{stem}.png")
        for which, scene in zip(("before", "after"), scenes, strict=True):
            scene["seed"] = f"{stem}-{which}"
            scene["objects"][0]["texture"] = f"{stem}.png"
            (chosen.out / f"{stem}-{which}.json").write_text(json.dumps(scene))
        (chosen.out / f"{stem}.turn.json").write_text(json.dumps(turn_to_json(turn)))


def turn_to_json(turn: Turn) -> dict[str, Any]:
    """What lies there before and after, piece by piece."""
    boards = {
        which: [{"owner": owner, "cells": list(names(mask))} for owner, mask in pieces_of(laid)]
        for which, laid in (("before", turn.before), ("after", turn.after))
    }
    return {"name": turn.name, "mover": turn.mover, **boards}


def scenes_of(rng: np.random.Generator, turn: Turn, *, hands: float) -> tuple[list[dict[str, Any]], Art]:
    """The two scenes of a turn without their boards' texture, and the board to be drawn for that."""
    art = drawn(rng, str(rng.choice(list(GROUNDS), p=GROUND_ODDS)), "full")
    turn_deg, table = float(rng.uniform(0, 360)), str(rng.choice(TABLES))
    light, seed = light_of(rng, wide=False), int(rng.integers(2**32))
    scenes = []
    for laid in (turn.before, turn.after):
        # One seed for both: the pieces keep their tints, their thickness and their gaps.
        lying = [piece_on(owner, names(mask)) for owner, mask in pieces_of(laid)]
        pieces = solids(np.random.default_rng(seed), art, lying, turn_deg, wide=False, tight=False)
        scene = {"objects": [board_of(art, turn_deg), *pieces], "table": table, "light": light}
        scene |= photo_of(rng, art, turn_deg, wide=False)
        scene["image"] = {"width": 1280, "height": 720}
        if rng.random() < hands:
            scene["occluders"] = [occluder_of(rng, art)]
        scenes.append(scene)
        if rng.random() >= SAME_LIGHT:
            light = light_of(rng, wide=False)
    return scenes, art


def piece_on(owner: str, cells: Iterable[str]) -> Laid:
    """The piece that lies on these cells."""
    mask = sum(1 << NUMBER[name] for name in cells)
    for spot in spots():
        if spot.mask == mask and KINDS[spot.kind].neutral == (owner == NEUTRAL):
            return Laid(owner, spot)
    raise ValueError(f"{sorted(cells)}: no piece has these cells.")


if __name__ == "__main__":
    main()
