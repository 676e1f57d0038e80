"""The network of the third look, as it is trained; `vision.board.third_look.white_look` computes it without torch."""

from __future__ import annotations

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from vision.board.third_look.cell_looks import ACROSS, GRAINS, STRIPES, beyond, places
from vision.board.third_look.leave_one_out import BARE, FITS, PLAYERS, UNKNOWN, WHITE
from vision.board.third_look.side_fits import SIDE_FITS

CELLS, RIM = 64, UNKNOWN + 1
SIDE, FREE, PAIR = 24, 24, 32
"""What is made of a side, of a cell beside others, and of two cells."""
_ACROSS = 3 * len(ACROSS)
_GRAINS = len(GRAINS) + len(STRIPES)


class WhiteLook(nn.Module):
    """What cells look like, how they fit and what is held of them, to the odds of white over bare.

    In training a part is blurred or left out, so that nothing is told by one thing alone: `Dropout`, noise on all that
    is measured, and now and then no sides, no light or no grain at all.
    """

    around: torch.Tensor
    lying: torch.Tensor

    def __init__(self) -> None:
        super().__init__()
        self.register_buffer(
            "around", torch.from_numpy(np.where(beyond() < 0, CELLS, beyond())), persistent=False
        )
        self.register_buffer("lying", _lying(), persistent=False)
        told = 2 * _ACROSS + 5 + SIDE_FITS
        self.own_base, self.own_slanted = nn.Linear(told, SIDE), nn.Linear(told, SIDE)
        self.free_base, self.free_slanted = nn.Linear(2 * _ACROSS + 3, SIDE), nn.Linear(2 * _ACROSS + 3, SIDE)
        self.own = nn.Sequential(
            nn.Dropout(0.15),
            nn.Linear(3 * SIDE + 6 + FITS, 96),
            nn.ReLU(),
            nn.Dropout(0.3),
            nn.Linear(96, 64),
            nn.ReLU(),
            nn.Dropout(0.2),
        )
        self.free = nn.Sequential(
            nn.Linear(3 * SIDE + 6, 48), nn.ReLU(), nn.Dropout(0.2), nn.Linear(48, FREE)
        )
        self.pair_asked, self.pair_known = nn.Linear(FREE, PAIR), nn.Linear(FREE, PAIR, bias=False)
        self.pair_lying, self.pair_apart = (
            nn.Linear(7, PAIR, bias=False),
            nn.Linear(6 + 2 * _GRAINS, PAIR, bias=False),
        )
        self.pair_kind = nn.Parameter(torch.randn(2, PAIR) * 0.1)
        self.pair = nn.Sequential(nn.ReLU(), nn.Linear(PAIR, PAIR), nn.ReLU())
        self.heed, self.say = nn.Linear(PAIR, 2), nn.Linear(PAIR, PAIR)
        self.out = nn.Sequential(nn.Linear(64 + PAIR + 2, 64), nn.ReLU(), nn.Dropout(0.2), nn.Linear(64, 1))

    def forward(
        self,
        across: torch.Tensor,
        tones: torch.Tensor,
        grain: torch.Tensor,
        pixel: torch.Tensor,
        fitting: torch.Tensor,
        siding: torch.Tensor,
        states: torch.Tensor,
    ) -> torch.Tensor:
        """Logits (n, 64) of n boards whose cells look so (`CellLooks`), and fit so with their sides what is held of
        them."""
        number = len(across)
        across = across.reshape(number, CELLS, 3, _ACROSS)
        if self.training:
            across, tones, grain, fitting, siding = _blurred(across, tones, grain, fitting, siding)
        across = torch.cat([(across * 5).clamp(-2, 2), (across * 40).clamp(-2, 2)], -1)
        if self.training:
            across = across * (torch.rand(number, 1, 1, 1) > 0.1)
        held = torch.cat([states.long(), torch.full((number, 1), RIM)], 1)[:, self.around]
        known = functional.one_hot(held, RIM + 1).float()
        free = torch.stack([held == RIM, held == PLAYERS, (held != RIM) & (held != PLAYERS)], -1).float()
        shine = torch.cat([pixel, ((pixel - 0.9) * 10).clamp(-1, 1)], -1)
        sides = _by_sides(across, torch.cat([known, siding], -1), self.own_base, self.own_slanted)
        own = torch.cat([sides, shine, fitting], -1)
        beside = self.free(torch.cat([_by_sides(across, free, self.free_base, self.free_slanted), shine], -1))
        heard = self._heard(beside, tones, grain, states)
        return self.out(torch.cat([self.own(own), *heard], -1))[..., 0]

    def _heard(
        self, beside: torch.Tensor, tones: torch.Tensor, grain: torch.Tensor, states: torch.Tensor
    ) -> list[torch.Tensor]:
        """What every cell hears from bare ones (n, 64, 16) and how much it heeds them (n, 64, 1); the same of white."""
        lighter = (tones[:, :, None] - tones[:, None]) * torch.tensor([30.0, 100.0, 100.0])
        rougher = grain[:, :, None] - grain[:, None]
        apart = [
            lighter.clamp(-3, 3),
            (lighter * 6).clamp(-3, 3),
            rougher.clamp(-2, 2),
            (rougher * 4).clamp(-2, 2),
        ]
        pairs = (
            self.pair_asked(beside)[:, :, None]
            + self.pair_known(beside)[:, None]
            + self.pair_apart(torch.cat(apart, -1))
        )
        pairs = self.pair(
            pairs + self.pair_lying(self.lying) + self.pair_kind[(states == WHITE).long()][:, None]
        )
        heed, said = self.heed(pairs), self.say(pairs)
        none = torch.zeros(len(tones), CELLS, 1)
        found = []
        for kind in (BARE, WHITE):
            known = (states == kind)[:, None] & ~torch.eye(CELLS, dtype=torch.bool)
            share = torch.cat([heed[..., kind].masked_fill(~known, -1e9), none], 2)
            share = torch.softmax(share, 2)[..., :-1] * known
            own = said[..., kind * PAIR // 2 : (kind + 1) * PAIR // 2]
            found += [(share[..., None] * own).sum(2), share.sum(-1, keepdim=True)]
        return found


def _blurred(
    across: torch.Tensor,
    tones: torch.Tensor,
    grain: torch.Tensor,
    fitting: torch.Tensor,
    siding: torch.Tensor,
) -> tuple[torch.Tensor, ...]:
    """The same with noise, of another strength on every board, and now and then without what fits."""
    number = len(across)

    def noise(values: torch.Tensor, most: torch.Tensor | float) -> torch.Tensor:
        strength = torch.rand(number, *[1] * (values.ndim - 1))
        return values + torch.randn_like(values) * most * strength

    shown = [torch.rand(number, 1, 1).gt(0.1).float().expand(-1, 1, part) for part in (24, 4 * _GRAINS)]
    shown.append(torch.ones(number, 1, FITS - 24 - 4 * _GRAINS))
    return (
        noise(across, 0.004),
        noise(tones, torch.tensor([0.003, 0.001, 0.001])),
        noise(grain, 0.1),
        noise(fitting, 0.15) * torch.cat(shown, 2),
        noise(siding, 0.1) * (torch.rand(number, 1, 1, 1) > 0.1),
    )


def _by_sides(across: torch.Tensor, kinds: torch.Tensor, base: nn.Module, slanted: nn.Module) -> torch.Tensor:
    sides = torch.cat([across, kinds], -1)
    return torch.cat([base(sides[:, :, 0]), slanted(sides[:, :, 1]), slanted(sides[:, :, 2])], -1).relu()


def _lying() -> torch.Tensor:
    """How each cell lies to each other (64, 64, 7)."""
    middles = torch.from_numpy(places()).float()
    away = middles[:, None] - middles
    quarter = torch.arange(CELLS)
    turned = torch.eye(4)[(quarter[:, None] - quarter) % 4]
    return torch.cat([turned, away / 2, away.norm(dim=2, keepdim=True) / 3], 2)
