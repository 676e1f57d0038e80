"""What cells look like on boards under a camera's faults, to train the third look on.

python -m benchmarks.board_model.white_samples FOLDER [FOLDER ...] --count 16000 --seed 1 --out NEW.npz
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from benchmarks.board_model.fingers import IGNORED, Numbers
from benchmarks.board_model.recolour import near_white
from benchmarks.board_model.samples import PX, Faults, Sample, load
from benchmarks.board_model.textures import grained
from vision.board.flat import Flat
from vision.board.laying.packing import STATES
from vision.board.laying.pieces import NEUTRAL
from vision.board.second_look.likelihood import COVERED, FLAT
from vision.board.third_look.cell_looks import CellLooks, cell_looks
from vision.board.third_look.fitting import fitted
from vision.board.third_look.leave_one_out import BARE, PLAYERS, UNKNOWN, WHITE, States

_WHITE = STATES.index(NEUTRAL)
ALIKE = 0.45
"""How often the white pieces are given the board's own white, but for a little."""
GRAINED = 0.4
"""How often board and white pieces may get a grain."""
GUESSES = 2
"""So many times each board's cells are known in part."""


class WhiteFaults(Faults):
    """The same faults with fewer fingers, and no grid beside the board's."""

    beside = 0.0
    held = 0.12


def main() -> None:
    """Draw boards and write what their cells look like."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--count", type=int, default=16000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True)
    chosen = parser.parse_args()
    samples = [sample for folder in chosen.folders for sample in load(folder)]
    samples = [sample for sample in samples if (sample.cells == _WHITE).any()]
    if not samples:
        parser.error("No NAME.jpg with NAME.json that shows a white piece is in these folders.")
    cv2.setNumThreads(1)
    faults = WhiteFaults(chosen.seed)
    drawn = [_drawn(samples, faults) for _ in range(chosen.count)]
    looks, cells, states, fitting, siding = zip(*drawn, strict=True)
    np.savez(
        chosen.out,
        tones=np.stack([own.tones for own in looks]).astype(np.float32),
        across=np.stack([own.across for own in looks]).astype(np.float16),
        grain=np.stack([own.grain for own in looks]).astype(np.float32),
        pixel=np.stack([own.pixel for own in looks]).astype(np.float16),
        cells=np.stack(cells).astype(np.int8),
        states=np.stack(states).astype(np.int8),
        fits=np.stack(fitting).astype(np.float16),
        side_fits=np.stack(siding).astype(np.float16),
    )


def _drawn(
    samples: list[Sample], faults: Faults
) -> tuple[CellLooks, Numbers, States, np.ndarray, np.ndarray]:
    """A board's looks; its cells (64,) that are to be told: bare, white, or -1; what is held of them (2, 64), and how
    they (2, 64, FITS) and their sides (2, 64, 3, SIDE_FITS) fit that."""
    rng = faults.rng
    sample = samples[int(rng.integers(len(samples)))]
    if rng.random() < ALIKE and (sample.cells < COVERED).all():
        pixels = near_white(sample.pixels, sample.high, sample.cells, rng)
        sample = replace(sample, pixels=pixels)
    if rng.random() < GRAINED and (sample.cells < COVERED).all() and (sample.cells >= 0).all():
        sample = replace(sample, pixels=grained(sample.pixels, sample.low, sample.high, sample.cells, rng))
    flat, cells, _ = faults.seen(sample)
    looks = cell_looks(Flat(flat.astype(np.float32), PX, FLAT.border))
    told = np.select([cells == 0, cells == _WHITE], [BARE, WHITE], -1)
    states = np.stack([held(cells, rng) for _ in range(GUESSES)])
    fitting = [fitted(looks, own) for own in states]
    sides = np.stack([own.sides for own in fitting])
    return looks, told, states, np.stack([own.cells for own in fitting]), sides


def held(cells: Numbers, rng: np.random.Generator) -> States:
    """What a network might hold the cells (64,) for: some it does not know, and of some it is wrong."""
    whole = np.where((cells < 0) & (cells != IGNORED), ~cells, cells)
    players = (whole > 0) & (whole < _WHITE)
    states = np.select([cells == 0, cells == _WHITE, players], [BARE, WHITE, PLAYERS], UNKNOWN)
    open_ones = (states == BARE) | (states == WHITE)
    wrong = open_ones & (rng.random(len(cells)) < rng.choice([0, 0, 0.01, 0.03]))
    states = np.where(wrong, BARE + WHITE - states, states)
    unknown = rng.uniform(0, 0.25) * (rng.random() < 0.8)
    return np.where(open_ones & (rng.random(len(cells)) < unknown), UNKNOWN, states)


if __name__ == "__main__":
    main()
