"""Cells compared with each other: which of them are as bright and of the tint of those that are known."""

from __future__ import annotations

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn
from torch.nn import functional

SQUARES, STEP, BORDER = 4, 16, 6
"""Squares along the board; pixels of a square, and of what is around the board, on maps of 76."""
CELLS, FRAME = 4 * SQUARES**2, 4 * SQUARES
WIDTH, HEADS, WRITTEN = 64, 4, 16
FINE = 50.0
"""Logarithms of light times this: a hundredth more light is half a unit."""


class Compared(nn.Module):
    """What a network sees of the cells, and what it makes of them once each has been compared with all others.

    White pieces on a white board are told by their shade beside that of the large ones and of the board's frame. So
    the light of each cell and of 16 pieces of the frame is measured as exactly as the picture allows, and every cell
    asks those that are like it (attention: Vaswani et al., 2017; here nearness in light counts by itself too).
    """

    inner: torch.Tensor
    whole: torch.Tensor
    places: torch.Tensor

    def __init__(self, channels: int, out: int) -> None:
        super().__init__()
        self.register_buffer("inner", torch.from_numpy(_triangles(0.1)), persistent=False)
        self.register_buffer("whole", torch.from_numpy(_triangles(0.0)), persistent=False)
        self.register_buffer("places", torch.from_numpy(_places()), persistent=False)
        self.enter = nn.Conv2d(channels + 3, WIDTH, 1)
        self.place = nn.Parameter(torch.randn(1, WIDTH, CELLS + FRAME, 1) * 0.02)
        self.layers = nn.ModuleList([_Layer(), _Layer()])
        self.leave = nn.Conv2d(WIDTH, WRITTEN, 1)
        self.mix = nn.Conv2d(WRITTEN, 24, 3, 1, 1)
        self.out = nn.Conv2d(24, out, 1)
        nn.init.zeros_(self.out.weight)
        nn.init.zeros_(self.out.bias)

    def forward(self, picture: torch.Tensor, maps: torch.Tensor) -> torch.Tensor:
        """Of a picture (n, 3, 304, 304) and maps (n, channels, 76, 76) of it: what is added to the maps that go out."""
        light = torch.log(functional.avg_pool2d(picture, 4) + 0.52)
        light = self._gathered(light)
        light = light - light.mean(2, keepdim=True)
        blue, green, red = light[:, 0:1], light[:, 1:2], light[:, 2:3]
        tones = torch.cat([(blue + green + red) / 3, red - green, blue - green], 1)
        token = self.enter(torch.cat([self._gathered(maps), 2 * tones], 1)[..., None]) + self.place
        # The same places for every picture of the batch.
        places = self.places + 0 * tones[:, :2]
        near = torch.cat([(FINE * tones).clamp(-100, 100), places], 1)
        for layer in self.layers:
            token = layer(token, near)
        cells = self.leave(token)[:, :, :CELLS, 0]
        board = self._spread(cells)
        return self.out(functional.relu(self.mix(functional.pad(board, [BORDER] * 4))))

    def _gathered(self, maps: torch.Tensor) -> torch.Tensor:
        """The mean of maps (n, c, 76, 76) over each cell and piece of the frame (n, c, 80)."""
        board = maps[:, :, BORDER:-BORDER, BORDER:-BORDER]
        shares = [functional.avg_pool2d(board * self.inner[k], STEP).flatten(2) for k in range(4)]
        top, bottom = maps[:, :, 3:5, BORDER:-BORDER], maps[:, :, -5:-3, BORDER:-BORDER]
        left, right = maps[:, :, BORDER:-BORDER, 3:5], maps[:, :, BORDER:-BORDER, -5:-3]
        shares += [functional.avg_pool2d(part, (2, STEP)).flatten(2) for part in (top, bottom)]
        shares += [functional.avg_pool2d(part, (STEP, 2)).flatten(2) for part in (left, right)]
        return torch.cat(shares, 2)

    def _spread(self, cells: torch.Tensor) -> torch.Tensor:
        """What is known of each cell (n, c, 64) on all of it (n, c, 64, 64)."""
        quarters = [part.reshape(-1, WRITTEN, SQUARES, SQUARES) for part in cells.split(SQUARES**2, dim=2)]
        north, south, west, east = (
            functional.interpolate(part, scale_factor=STEP, mode="nearest") * self.whole[number]
            for number, part in enumerate(quarters)
        )
        return north + south + west + east


class _Layer(nn.Module):
    """Every token asks all others, then thinks."""

    def __init__(self) -> None:
        super().__init__()
        self.ask = nn.Conv2d(WIDTH, WIDTH, 1)
        self.know = nn.Conv2d(WIDTH, WIDTH, 1)
        self.tell = nn.Conv2d(WIDTH, WIDTH, 1)
        self.heard = nn.Conv2d(WIDTH, WIDTH, 1)
        self.think = nn.Conv2d(WIDTH, 96, 1)
        self.thought = nn.Conv2d(96, WIDTH, 1)
        scales = torch.tensor([[1.0], [0.5], [0.2], [0.05]]) * torch.tensor([1, 1, 1, 0.3, 0.3])
        self.scales = nn.Parameter(scales[None, :, :, None])

    def forward(self, token: torch.Tensor, near: torch.Tensor) -> torch.Tensor:
        ask, know, tell = (
            part(token).reshape(-1, WIDTH // HEADS, CELLS + FRAME)
            for part in (self.ask, self.know, self.tell)
        )
        at = (near[:, None] * self.scales).reshape(-1, near.shape[1], CELLS + FRAME)
        # -|a - b|^2 but for |a|^2, which is the same for all that one asks.
        like = 2 * torch.bmm(at.transpose(1, 2), at) - (at * at).sum(1, keepdim=True)
        like = like + torch.bmm(ask.transpose(1, 2), know) / (WIDTH // HEADS) ** 0.5
        heard = torch.bmm(tell, torch.softmax(like, 2).transpose(1, 2))
        token = token + self.heard(heard.reshape(-1, WIDTH, CELLS + FRAME, 1))
        return token + self.thought(functional.relu(self.think(token)))


def _triangles(margin: float) -> NDArray[np.float32]:
    """The four quarters of every square (4, 64, 64), without so much of a square along their sides.

    The mean over a square is that over its quarter then; without a margin they are the quarters themselves, 0 to 1.
    """
    fine = 8
    at = (np.arange(STEP * fine) + 0.5) / (STEP * fine)
    x, y = np.meshgrid(at, at)
    away = [
        (y, np.minimum(x, 1 - x)),
        (1 - y, np.minimum(x, 1 - x)),
        (x, np.minimum(y, 1 - y)),
        (1 - x, np.minimum(y, 1 - y)),
    ]
    shares = []
    for base, side in away:
        inside = (base > margin) & (side - base > margin * 2**0.5)
        share = inside.reshape(STEP, fine, STEP, fine).mean((1, 3))
        shares.append(share / share.mean() if margin else share)
    return np.tile(np.stack(shares), (1, SQUARES, SQUARES)).astype(np.float32)


def _places() -> NDArray[np.float32]:
    """Where the tokens lie (1, 2, 80), in squares from the board's middle."""
    k = np.arange(SQUARES) + 0.5 - SQUARES / 2
    x, y = (part.ravel() for part in np.meshgrid(k, k))
    third = 1 / 3
    cells = [(x, y - third), (x, y + third), (x - third, y), (x + third, y)]
    rim = SQUARES / 2 + 0.125
    frame = [(k, 0 * k - rim), (k, 0 * k + rim), (0 * k - rim, k), (0 * k + rim, k)]
    return np.concatenate([np.stack(part) for part in cells + frame], 1)[None].astype(np.float32)
