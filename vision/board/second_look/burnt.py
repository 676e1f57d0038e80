"""Where light is burnt out: there a white piece and a white board look alike."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.board.cells import bits_of
from vision.board.flat import Flat, inner_points
from vision.photo import Pixels


@dataclass(frozen=True, slots=True)
class BurntConfig:
    """From when on light is burnt out."""

    least: float = 250.0
    """Of 255: a cell is burnt out where most of it is as bright in one channel, ..."""
    below: float = 5.0
    """... or no more than this below the plateau at which a picture of less contrast cuts off all that is brighter, as
    that of a camera whose white is 235."""
    share: float = 0.02
    """Of the picture: so much of it lies at such a plateau, within two grey values, ..."""
    steep: float = 3.0
    """... and so many times more than just below it, within four."""
    every: int = 3
    """Of the photo's rows and columns, so many are enough."""


def burnt_out(image: Pixels, flat: Flat, config: BurntConfig) -> int:
    """The cells (bits) of a photo's flat board that are burnt out."""
    least = config.least
    if (most := _cut_off(image, config)) is not None:
        least = min(least, most - config.below)
    brightest = np.median(flat.sample(inner_points(0.1)).max(-1), axis=-1)
    return bits_of(brightest >= least)


def _cut_off(image: Pixels, config: BurntConfig) -> int | None:
    """The grey value at which a photo cuts off light."""
    # Not of the flat board: what is drawn out of a photo's pixels overshoots beside lines.
    some = image[:: config.every, :: config.every]
    # A tenth of the time that max(axis=-1) takes.
    light = np.maximum.reduce([some[..., channel] for channel in range(3)])
    shares = np.bincount(light.ravel(), minlength=256) / light.size
    top = int(np.searchsorted(np.cumsum(shares), 0.999))
    at, beneath = shares[max(top - 2, 0) : top + 2].sum(), shares[max(top - 6, 0) : max(top - 2, 0)].sum()
    return top if at > config.share and at > config.steep * beneath else None
