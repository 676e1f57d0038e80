"""Train the network on photographs with truth, and write it as ONNX with weights of 16 bits.

python -m benchmarks.board_model.train FOLDER [FOLDER ...] --minutes 60 --out NEW.onnx [--start OLD.onnx]
"""

from __future__ import annotations

import argparse
import math
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import numpy_helper
from torch.nn import functional

from benchmarks.board_model.fingers import IGNORED, Numbers, in_part
from benchmarks.board_model.network import Network
from benchmarks.board_model.resume import resumed
from benchmarks.board_model.samples import SIZE, Faults, Sample, load
from vision.board.cells import SIDE, beside_edges
from vision.board.second_look.likelihood import ALONG, CELL_STATES, COVERED, FLAT, along_sides, middles
from vision.plane import Floats

BATCH = 16
STEP = 2e-3
BORDERING = 4.0
"""What a side counts that has something over one of its cells."""


def main() -> None:
    """Train for so many minutes and write the network."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", type=Path, help="a network that was written before, to be trained on")
    parser.add_argument("--step", type=float, default=STEP, help="the largest step of the optimiser")
    parser.add_argument("--out", type=Path, required=True)
    chosen = parser.parse_args()
    samples = [sample for folder in chosen.folders for sample in load(folder)]
    if not samples:
        parser.error("No NAME.jpg with NAME.json is in these folders.")
    torch.manual_seed(chosen.seed)
    network = Network()
    if chosen.start is not None:
        boards = [_batch(samples, Faults(chosen.seed + 1))[0] for _ in range(4)]
        resumed(network, chosen.start, torch.cat(boards))
    write(trained(network, samples, chosen.minutes * 60, chosen.seed, chosen.step), chosen.out)


def trained(
    network: Network, samples: list[Sample], seconds: float, seed: int, largest: float = STEP
) -> Network:
    """The running mean of the weights of a network that was trained so long (AdamW, the step falling as a cosine)."""
    faults = Faults(seed)
    # Twice as fast on processors that multiply numbers of 16 bits, and as good; far slower on those that do not.
    able = torch.cpu.get_capabilities()
    half = bool(able.get("avx512_bf16") or able.get("amx_bf16"))
    network = network.to(memory_format=torch.channels_last).train()
    optimiser = torch.optim.AdamW(network.parameters(), largest, weight_decay=1e-3)
    mean = {name: value.clone() for name, value in network.state_dict().items()}
    begun, steps = time.monotonic(), 0
    with ThreadPoolExecutor(1) as pool:
        coming = pool.submit(_batch, samples, faults)
        while (spent := (time.monotonic() - begun) / seconds) < 1:
            boards, cells, sides, weights = coming.result()
            coming = pool.submit(_batch, samples, faults)
            for group in optimiser.param_groups:
                group["lr"] = (
                    largest * min(1.0, (steps + 1) / 100) * (0.5 + 0.5 * math.cos(math.pi * spent)) + 1e-6
                )
            with torch.autocast("cpu", torch.bfloat16, enabled=half):
                maps = network(boards.contiguous(memory_format=torch.channels_last))
            of_cells, of_sides = _read_off(maps.float())
            loss = _of_cells(of_cells, cells)
            each = functional.cross_entropy(of_sides, sides, ignore_index=IGNORED, reduction="none")
            loss = loss + (each * weights).sum() / (weights * (sides != IGNORED)).sum()
            optimiser.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(network.parameters(), 5.0)
            optimiser.step()
            steps += 1
            kept = min(0.995, steps / (steps + 20))
            for name, value in network.state_dict().items():
                mean[name] = (
                    mean[name] * kept + value * (1 - kept) if value.is_floating_point() else value.clone()
                )
            if steps % 50 == 0:
                print(f"{steps} steps, loss {loss.item():.4f}", flush=True)
    network.load_state_dict(mean)
    return network.eval()


def _of_cells(logits: torch.Tensor, cells: torch.Tensor) -> torch.Tensor:
    """The mean loss of cells (n, 64); for those that show in part, with something over them left out of the states."""
    whole, part = torch.where(cells < 0, IGNORED, cells), torch.where(cells < 0, ~cells, IGNORED)
    part = torch.where(part < COVERED, part, IGNORED)
    lost = functional.cross_entropy(logits, whole, ignore_index=IGNORED, reduction="sum")
    lost = lost + functional.cross_entropy(logits[:, :COVERED], part, ignore_index=IGNORED, reduction="sum")
    return lost / (cells != IGNORED).sum()


def write(network: Network, path: Path) -> None:
    """The network as an ONNX file with weights of 16 bits."""
    torch.onnx.export(
        network,
        torch.zeros(1, 3, SIZE, SIZE),
        str(path),
        input_names=["flat"],
        output_names=["maps"],
        dynamo=False,
    )
    model = onnx.load(str(path))
    for weights in model.graph.initializer:
        values = numpy_helper.to_array(weights)
        if values.dtype == np.float32:
            weights.CopyFrom(numpy_helper.from_array(values.astype(np.float16), weights.name))
    onnx.save(model, str(path))


def _batch(samples: list[Sample], faults: Faults) -> tuple[torch.Tensor, ...]:
    """Boards (n, 3, SIZE, SIZE), the states of their cells (n, 64) and sides (n, 104), and what each side counts."""
    chosen = faults.rng.integers(0, len(samples), BATCH)
    boards, cells, sides = zip(*(faults.seen(samples[number]) for number in chosen), strict=True)
    pixels = torch.from_numpy(np.stack(boards)).permute(0, 3, 1, 2).float() / 255 - 0.5
    # Whether a piece goes on beneath a hand is told by one side, of which a board has few.
    bordering = np.stack([_beside_cover(own) for own in cells])
    weights = torch.from_numpy(np.where(bordering, BORDERING, 1.0).astype(np.float32))
    return pixels, torch.from_numpy(np.stack(cells)), torch.from_numpy(np.stack(sides)), weights


def _beside_cover(cells: Numbers) -> NDArray[np.bool_]:
    """Which sides (104,) have a cell that does not show in full."""
    left, right = beside_edges()
    hidden = (cells == COVERED) | in_part(cells)
    return (right >= 0) & (hidden[left] | hidden[right])


def _read_off(maps: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """The logits of cells (n, 5, 64) and of sides (n, 3, 104)."""
    cells = functional.grid_sample(
        maps[:, :CELL_STATES], _CELLS.expand(len(maps), -1, -1, -1), align_corners=False
    )
    sides = functional.grid_sample(
        maps[:, CELL_STATES:], _SIDES.expand(len(maps), -1, -1, -1), align_corners=False
    )
    return cells[..., 0], sides[..., 0].unflatten(2, (len(ALONG), -1)).mean(2)


def _places(board: Floats) -> torch.Tensor:
    """Board units (n, 2) to torch's coordinates of a picture, from -1 to 1."""
    x, y = board[:, 0] + FLAT.border, SIDE - board[:, 1] + FLAT.border
    return torch.from_numpy(np.stack([x, y], 1) / (SIDE + 2 * FLAT.border) * 2 - 1).float()[None, :, None]


_CELLS = _places(middles())
_SIDES = _places(along_sides())


if __name__ == "__main__":
    main()
