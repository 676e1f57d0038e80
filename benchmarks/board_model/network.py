"""The network: a small residual U-Net over the flat board."""

from __future__ import annotations

import torch
from torch import nn
from torch.nn import functional

from benchmarks.board_model.compare import Compared

CHANNELS = (16, 32, 64, 96)


def _block(inside: int, outside: int, *, stride: int = 1, size: int = 3) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inside, outside, size, stride, size // 2, bias=False),
        nn.BatchNorm2d(outside),
        nn.ReLU(inplace=True),
    )


class Residual(nn.Module):
    """Two convolutions and what came in."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.a = _block(channels, channels)
        self.b = nn.Sequential(nn.Conv2d(channels, channels, 3, 1, 1, bias=False), nn.BatchNorm2d(channels))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return functional.relu(x + self.b(self.a(x)))


class Network(nn.Module):
    """Flat boards (n, 3, 304, 304), BGR from -0.5 to 0.5, to maps (n, 8, 76, 76): five states of cells, three of sides.

    The mean over the whole board is added at its coarsest scale: what light there is tells what white looks like.
    """

    def __init__(self) -> None:
        super().__init__()
        fine, near, far, whole = CHANNELS
        self.stem = nn.Sequential(
            _block(3, fine, stride=2, size=5), _block(fine, near, stride=2), Residual(near)
        )
        self.down = nn.Sequential(_block(near, far, stride=2), Residual(far), Residual(far))
        self.deep = nn.Sequential(
            _block(far, whole, stride=2), Residual(whole), Residual(whole), Residual(whole)
        )
        self.glob = nn.Linear(whole, whole)
        self.up1 = nn.Conv2d(whole, far, 1)
        self.mid = Residual(far)
        self.up2 = nn.Conv2d(far, near, 1)
        self.skip = nn.Conv2d(near, near, 1)
        self.out = nn.Sequential(_block(near, 40), nn.Conv2d(40, 8, 1))
        self.compared = Compared(near, 8)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        near = self.stem(x)
        far = self.down(near)
        whole = self.deep(far)
        whole = functional.relu(whole + self.glob(whole.mean((2, 3)))[:, :, None, None])
        far = self.mid(far + functional.interpolate(self.up1(whole), scale_factor=2, mode="nearest"))
        up = functional.interpolate(self.up2(far), scale_factor=2, mode="nearest")
        seen = functional.relu(self.skip(near) + up)
        with torch.autocast("cpu", enabled=False):
            # Differences of light of a hundredth do not outlive 16 bits.
            compared = self.compared(x, seen.float())
        return self.out(seen) + compared
