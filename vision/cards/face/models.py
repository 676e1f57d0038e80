"""The shapes a card may show, made ready for fitting: outlines, and masks in polar coordinates.

Every free shape of a lattice up to five triangles is a model, and so is its mirror image where that differs.
A model lives in its own frame: origin at its area's centroid, lengths in unit edges.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.rules.polyform import Shape, free_shapes, lattice_named
from vision.plane import Floats

RADII = 24
ANGLES = 72
REACH = 1.75
"""The polar mask's outer radius over the square root of the shape's area; the longest strip reaches 1.6."""

LARGEST = 5


@dataclass(frozen=True, slots=True)
class Models:
    """All models of one profile, as arrays over m models.

    `shapes`: the shape of each model; `area`: (m,) in square unit edges; `outline`: (m, s, 2) corners, padded by
    repeating the last one; `spectrum`: (ANGLES // 2 + 1, RADII, m) the polar masks' Fourier transforms along the
    angle, conjugate; `mirrored`: (m,) whether the model is its shape's mirror image.
    """

    profile: str
    shapes: tuple[Shape, ...]
    area: Floats
    outline: Floats
    spectrum: NDArray[np.complex64]
    mirrored: NDArray[np.bool_]
    family: NDArray[np.intp]
    """(m,) models that are the same figure at another size share a number: a square of two, a square of four."""
    twins: tuple[tuple[int, ...], ...]
    """For each model those of its family, itself among them."""


def radii() -> Floats:
    """The polar mask's radii (RADII,), over the square root of the area."""
    return (np.arange(RADII) + 0.5) * (REACH / RADII)


@lru_cache(maxsize=1)
def spokes() -> Floats:
    """Places (2, RADII, ANGLES) of the polar mask's cells about the centroid, at unit area."""
    angle = np.arange(ANGLES) * (2 * np.pi / ANGLES)
    places: Floats = radii()[:, None] * np.stack([np.cos(angle), np.sin(angle)])[:, None]
    return places


@lru_cache(maxsize=4)
def models_of(profile: str) -> Models:
    """The models of a profile, `iamond` or `abolo`."""
    lattice = lattice_named(profile)
    shapes: list[Shape] = []
    outlines: list[Floats] = []
    masks: list[Floats] = []
    mirrored: list[bool] = []
    for size in range(1, LARGEST + 1):
        for shape in free_shapes(lattice, size):
            loop = _centred(np.array(shape.outline()[0], float))
            mask = _polar_mask(loop)
            shapes.append(shape)
            outlines.append(loop)
            masks.append(mask)
            mirrored.append(False)
            flipped = loop[::-1] * np.array([-1.0, 1.0])
            if _figure(loop, mirrors=False) != _figure(flipped, mirrors=False):
                shapes.append(shape)
                outlines.append(flipped)
                masks.append(_polar_mask(flipped))
                mirrored.append(True)
    longest = max(len(loop) for loop in outlines)
    padded = np.stack(
        [np.concatenate([loop, np.repeat(loop[-1:], longest - len(loop), 0)]) for loop in outlines]
    )
    spectrum = np.fft.rfft(np.stack(masks), axis=-1).conj().astype(np.complex64)
    spectrum = np.ascontiguousarray(spectrum.transpose(2, 1, 0))
    area = np.array([_area(loop) for loop in outlines])
    figures: dict[tuple[tuple[float, float], ...], int] = {}
    family = np.array([figures.setdefault(_figure(loop), k) for k, loop in enumerate(outlines)])
    twins = tuple(tuple(np.flatnonzero(family == one).tolist()) for one in family)
    return Models(profile, tuple(shapes), area, padded, spectrum, np.array(mirrored), family, twins)


def best_overlap(spectrum: NDArray[np.complex64], mask: Floats) -> tuple[Floats, Floats]:
    """How much of the common area polar masks (..., RADII, ANGLES) share with each model at the best turn.

    `spectrum` is that of the models. Returns intersection over union (..., m) and the turn in radians (..., m) by
    which the model is to be rotated.
    """
    common, area = _common(spectrum, mask)
    best = common.argmax(-1)[..., None]
    left, middle, right = (
        np.take_along_axis(common, (best + by) % ANGLES, -1)[..., 0].astype(float) for by in (-1, 0, 1)
    )
    bend = left - 2 * middle + right
    shift = np.where(np.abs(bend) > 1e-9, 0.5 * (left - right) / np.where(bend == 0, 1, bend), 0.0)
    turn = (best[..., 0] + np.clip(shift, -0.5, 0.5)) * (2 * np.pi / ANGLES)
    shape = *mask.shape[:-2], spectrum.shape[-1]
    return _over_union(middle, area).reshape(shape), turn.reshape(shape)


def best_share(spectrum: NDArray[np.complex64], mask: Floats) -> Floats:
    """The overlap (..., m) alone, without the turn."""
    common, area = _common(spectrum, mask)
    return _over_union(common.max(-1).astype(float), area).reshape(*mask.shape[:-2], spectrum.shape[-1])


def _common(spectrum: NDArray[np.complex64], mask: Floats) -> tuple[NDArray[np.float32], Floats]:
    """The area that each of n masks shares with each model at every turn, (n, m, ANGLES), and its own (n, 1)."""
    weight = (radii() * (REACH / RADII) * (2 * np.pi / ANGLES)).astype(np.float32)
    weighed = mask.reshape(-1, RADII, ANGLES).astype(np.float32) * weight[:, None]
    seen = np.fft.rfft(weighed, axis=-1).astype(np.complex64)
    product = np.ascontiguousarray(seen.transpose(2, 0, 1)) @ spectrum
    common = np.asarray(np.fft.irfft(product.transpose(1, 2, 0), n=ANGLES, axis=-1), np.float32)
    return common, weighed.sum((1, 2), dtype=float)[:, None]


def _over_union(common: Floats, area: Floats) -> Floats:
    """Of models of unit area."""
    overlap = np.clip(common, 0, None)
    share: Floats = overlap / np.maximum(1.0 + area - overlap, 1e-6)
    return share


def _figure(loop: Floats, *, mirrors: bool = True) -> tuple[tuple[float, float], ...]:
    """The outline up to size, turn and mirroring: its sides at unit area and the corners between, in least order."""
    sides = np.roll(loop, -1, 0) - loop
    length = np.linalg.norm(sides, axis=1) / np.sqrt(_area(loop))
    following = np.roll(sides, -1, 0)
    corner = np.arctan2(
        sides[:, 0] * following[:, 1] - sides[:, 1] * following[:, 0], (sides * following).sum(1)
    )
    corner = corner * np.sign(corner.sum())
    forth = [(round(float(x), 3), round(float(y), 3)) for x, y in zip(length, corner, strict=True)]
    # Walking the other way round, a side is followed by the corner that preceded it.
    back = [
        (round(float(x), 3), round(float(y), 3))
        for x, y in zip(length[::-1], np.roll(corner, 1)[::-1], strict=True)
    ]
    return min(
        tuple(walk[k:] + walk[:k])
        for walk in ((forth, back) if mirrors else (forth,))
        for k in range(len(walk))
    )


def _area(loop: Floats) -> float:
    nxt = np.roll(loop, -1, 0)
    return float(abs((loop[:, 0] * nxt[:, 1] - nxt[:, 0] * loop[:, 1]).sum()) / 2)


def _centred(loop: Floats) -> Floats:
    nxt = np.roll(loop, -1, 0)
    cross = loop[:, 0] * nxt[:, 1] - nxt[:, 0] * loop[:, 1]
    centroid = ((loop + nxt) * cross[:, None]).sum(0) / (3 * cross.sum())
    centred: Floats = loop - centroid
    return centred


def _polar_mask(loop: Floats) -> Floats:
    """The share (RADII, ANGLES) of each polar cell that lies in the polygon, drawn at unit area."""
    size, fine = 512, 4
    scale = size / 2 / REACH / np.sqrt(_area(loop))
    picture = np.zeros((size, size), np.uint8)
    points = np.round((loop * scale + (size - 1) / 2) * 16).astype(np.int32)
    cv2.fillPoly(picture, [points], 255, lineType=cv2.LINE_AA, shift=4)
    r = (np.arange(RADII * fine) + 0.5) * (REACH / RADII / fine)
    angle = (np.arange(ANGLES * fine) - (fine - 1) / 2) * (2 * np.pi / ANGLES / fine)
    x = (r[:, None] * np.cos(angle)[None]) * size / 2 / REACH + (size - 1) / 2
    y = (r[:, None] * np.sin(angle)[None]) * size / 2 / REACH + (size - 1) / 2
    seen = (
        cv2.remap(picture, x.astype(np.float32), y.astype(np.float32), cv2.INTER_LINEAR).astype(float) / 255
    )
    mask: Floats = seen.reshape(RADII, fine, ANGLES, fine).mean((1, 3))
    return mask
