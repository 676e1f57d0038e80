"""Bright and dark bands across a photo, as a rolling shutter sees a lamp that flickers, taken out.

A lamp on alternating current flickers a hundred times a second or more, and a camera that exposes row by row, each for
less than that, shows it as bands along its rows: one wave over the whole picture, which multiplies whatever is there.
Colours are told by how light they are beside others, and pieces by their shades, so that bands mislead. Nothing on a
table is so regular: a cloth's stripes end where a card lies.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.photo import Pixels
from vision.plane import Floats


@dataclass(frozen=True, slots=True)
class BandConfig:
    """When a wave across the picture is a lamp's flicker."""

    columns: int = 64
    telling: tuple[float, float] = (16.0, 240.0)
    """What is darker or lighter, of 255, tells nothing; so much of every row has to."""
    least_telling: float = 0.02
    most_rows: int = 1080
    periods: tuple[float, float] = (12.0, 0.4)
    """The least in rows, and the most as a share of the picture's height."""
    harmonics: int = 2
    rounds: int = 4
    least_amplitude: float = 0.02
    """As a natural logarithm of light as it is coded: weaker ones mislead nobody."""
    blocks: int = 8
    """The picture is divided into at most so many parts each way, ..."""
    alike: float = 0.5
    """... each of which shows the wave if it is off the usual one by less than this share of it ..."""
    most_left: float = 0.5
    """The share of what is usual from row to row that the wave may leave unexplained: edges of cards in ranks are
    steps, and no wave."""
    least_alike: float = 0.75
    """... and so many of them must: 0.9 or more do with bands of a quarter, 0.4 or fewer of 280 photos without."""


def without_bands(image: Pixels, config: BandConfig | None = None) -> Pixels:
    """The photo (h, w, 3) uint8 without the bands along its rows or its columns, itself where it has none."""
    config = config or BandConfig()
    for axis in (0, 1):
        gain = _gain(image, axis, config)
        if gain is not None:
            even = image / np.expand_dims(gain, (1 - axis, 2))
            return np.asarray(np.clip(np.round(even), 0, 255), np.uint8)
    return image


def _gain(image: Pixels, axis: int, config: BandConfig) -> Floats | None:
    """What each row, or column, is multiplied by; None where no wave goes through the whole picture."""
    count = image.shape[axis]
    rows = min(count, config.most_rows)
    if rows < 4 * config.periods[0] or image.shape[1 - axis] < config.columns:
        return None
    # In two steps, the second of floats: rounding would hide what one row differs from the next.
    across = min(4 * config.columns, image.shape[1 - axis])
    coarse = cv2.resize(image, (across, rows)[:: 1 - 2 * axis], interpolation=cv2.INTER_AREA)
    size = (config.columns, rows)[:: 1 - 2 * axis]
    small = cv2.resize(coarse.astype(np.float32), size, interpolation=cv2.INTER_AREA).mean(axis=2)
    light = small if axis == 0 else small.T
    # Neither what is nearly black nor what is burnt out says how strong a wave is.
    low, high = config.telling
    light = np.log(np.where((light > low) & (light < high), light, np.nan))
    if np.isfinite(light).mean(axis=1).min() < config.least_telling:
        return None
    steps = np.diff(light, axis=0)
    # Most of a row is neither edge nor print: what is left there from one row to the next is the light.
    usual = _median(steps)
    pitch = _pitch(usual, config)
    if pitch is None or not _everywhere(steps, pitch, config):
        return None
    pitch = min(
        pitch + np.linspace(-1, 1, 41) / (FINER * rows), key=lambda near: _left(usual, float(near), config)
    )
    level = usual - usual.mean()
    if _left(usual, pitch, config) > config.most_left * float(level @ level):
        return None
    waves = np.diff(_waves(np.arange(float(rows)), pitch, config), axis=0)
    shares = np.zeros(waves.shape[1])
    for _ in range(config.rounds):
        # The middle of steps that are uneven by themselves falls short of the wave: so does what is left, by less.
        left = _median(steps - (waves @ shares)[:, None])
        shares += np.linalg.lstsq(waves, left - left.mean(), rcond=None)[0]
    gain: Floats = np.exp(_waves((np.arange(count) + 0.5) * (rows / count) - 0.5, pitch, config) @ shares)
    return gain


def _left(usual: Floats, pitch: float, config: BandConfig) -> float:
    """What a wave of this many cycles a row leaves unexplained of the steps (n,)."""
    waves = np.diff(_waves(np.arange(len(usual) + 1.0), pitch, config), axis=0)
    return float(np.linalg.lstsq(waves, usual - usual.mean(), rcond=None)[1].sum())


def _waves(at: Floats, pitch: float, config: BandConfig) -> Floats:
    """The wave of so many cycles a row and its harmonics at rows (n,), each as sine and cosine (n, 2 harmonics)."""
    turns = 2 * np.pi * pitch * np.outer(at, np.arange(1, config.harmonics + 1))
    out: Floats = np.concatenate([np.sin(turns), np.cos(turns)], axis=1)
    return out


def _median(steps: Floats) -> Floats:
    """Of each row (n,), of what is known in it; nan where nothing is."""
    # As numpy's nanmedian, which takes ten times as long for many short rows.
    known = np.isfinite(steps).sum(axis=1)
    ordered = np.sort(steps, axis=1)
    rows, last = np.arange(len(steps)), np.maximum(known - 1, 0)
    middle: Floats = (ordered[rows, last // 2] + ordered[rows, np.maximum(known // 2, last // 2)]) / 2
    return middle


FINER = 16
"""Into so many parts a cycle over the whole picture is divided where the wave's pitch is looked for."""


def _pitch(usual: Floats, config: BandConfig) -> float | None:
    """The strongest wave's cycles a row in the steps (n,) from row to row; None where it is too weak."""
    count = len(usual)
    window = np.hanning(count)
    power = np.abs(np.fft.rfft((usual - usual.mean()) * window, FINER * count))
    cycles = np.fft.rfftfreq(FINER * count)
    asked = (cycles > 1 / (config.periods[1] * count)) & (cycles < 1 / config.periods[0])
    # A wave's steps are smaller than the wave itself, and the more so the longer it is.
    height = np.where(asked, 2 * power / window.sum() / (2 * np.sin(np.pi * cycles) + 1e-12), 0.0)
    best = int(np.where(asked, power, 0.0).argmax())
    return float(cycles[best]) if height[best] >= config.least_amplitude else None


def _everywhere(steps: Floats, pitch: float, config: BandConfig) -> bool:
    """Whether nearly all parts of the picture show one wave, as strong and at the same rows, in their steps (n, w)."""
    at = np.arange(len(steps))
    turn = np.exp(-2j * np.pi * pitch * at)
    down = int(np.clip(len(steps) * pitch, 1, config.blocks))
    shown = []
    for rows in np.array_split(at, down):
        for columns in np.array_split(np.arange(steps.shape[1]), config.blocks):
            own = _median(steps[np.ix_(rows, columns)])
            if (known := np.isfinite(own)).mean() > 0.5:
                level = own[known] - own[known].mean()
                shown.append(np.mean(level * (turn[rows][known] - turn[rows][known].mean())))
    seen = np.array(shown)
    usual = complex(np.median(seen.real), np.median(seen.imag))
    return float(np.mean(np.abs(seen - usual) < config.alike * abs(usual))) >= config.least_alike
