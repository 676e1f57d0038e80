"""Train the third look on what `white_samples` has drawn, and write its weights with 16 bits.

python -m benchmarks.board_model.white_train SAMPLES.npz [...] --minutes 20 --out vision/board/third_look/white.npz
"""

from __future__ import annotations

import argparse
import math
import time
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional

from benchmarks.board_model.white_network import CELLS, WhiteLook
from benchmarks.board_model.white_samples import GUESSES
from vision.board.cells import neighbours
from vision.board.third_look.leave_one_out import BARE, WHITE

BATCH = 48
STEP = 3e-3
LARGE = 5
"""White cells that hang together: a large piece shows within itself that it is one, and is not what is asked."""
COUNTS = {"bare": 1.0, "white": 2.0, "large": 0.2}
"""What a cell counts."""
SURE = 0.996
"""How sure the network is to be, at most."""
_MEASURED = ("across", "tones", "grain", "pixel")


def main() -> None:
    """Train for so many minutes and write the weights."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("samples", nargs="+", type=Path)
    parser.add_argument("--minutes", type=float, default=20.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True)
    chosen = parser.parse_args()
    parts = [np.load(path) for path in chosen.samples]
    boards = {
        name: torch.from_numpy(np.concatenate([part[name] for part in parts])) for name in parts[0].files
    }
    torch.manual_seed(chosen.seed)
    weights = trained(boards, chosen.minutes * 60)
    np.savez_compressed(
        chosen.out, **{name: value.numpy().astype(np.float16) for name, value in weights.items()}
    )


def trained(boards: dict[str, torch.Tensor], seconds: float) -> dict[str, torch.Tensor]:
    """The running mean of the weights of a network that was trained so long (AdamW, the step falling as a cosine)."""
    network = WhiteLook().train()
    optimiser = torch.optim.AdamW(network.parameters(), STEP, weight_decay=2e-2)
    counts = counted(boards["cells"].numpy())
    begun, steps = time.monotonic(), 0
    mean: dict[str, torch.Tensor] = {}
    while (spent := (time.monotonic() - begun) / seconds) < 1:
        for group in optimiser.param_groups:
            group["lr"] = STEP * min(1.0, (steps + 1) / 200) * (0.5 + 0.5 * math.cos(math.pi * spent)) + 1e-6
        chosen, guess = torch.randint(len(counts), (BATCH,)), torch.randint(GUESSES, (BATCH,))
        measured = [boards[name][chosen].float() for name in _MEASURED]
        fitting = [boards[name][chosen, guess].float() for name in ("fits", "side_fits")]
        logits = network(*measured, *fitting, boards["states"][chosen, guess])
        count = counts[chosen]
        told = (boards["cells"][chosen] == WHITE).float() * (2 * SURE - 1) + (1 - SURE)
        loss = functional.binary_cross_entropy_with_logits(logits, told, count, reduction="sum") / count.sum()
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimiser.step()
        steps += 1
        if steps % 20 == 0:
            now = {name: value.clone() for name, value in network.state_dict().items()}
            mean = {name: 0.95 * mean[name] + 0.05 * now[name] for name in now} if mean else now
        if steps % 500 == 0:
            print(f"{steps} steps, loss {loss.item():.4f}", flush=True)
    return mean or network.state_dict()


def counted(cells: np.ndarray) -> torch.Tensor:
    """What each cell (n, 64) counts: 0 where it is neither bare nor white."""
    beside = np.eye(CELLS, dtype=bool)
    for cell, around in enumerate(neighbours()):
        beside[cell, [other for _, other in around]] = True
    white = cells == WHITE
    reached = np.zeros(cells.shape, int)
    for number, own in enumerate(white):
        joined = beside & own & own[:, None]
        for _ in range(4):
            joined = joined @ joined
        reached[number] = joined.sum(1)
    kinds = [cells == BARE, white & (reached < LARGE), white]
    return torch.from_numpy(np.select(kinds, list(COUNTS.values()), 0.0)).float()


if __name__ == "__main__":
    main()
