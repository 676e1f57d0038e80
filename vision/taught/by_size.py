"""Cards found by their size: where the table is known, every card on it is one rectangle, and its four sides are edges.

No outline has to be closed, and nothing that is printed has to be known: a landscape that runs to the card's edge on a
patterned cloth shows most of its sides, in some colour, if each is looked at as a whole.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.photo import Pixels
from vision.plane import Floats, rectangle
from vision.quads import common_area
from vision.taught.flat_edges import flat_edges, upright_edges
from vision.taught.levelling import Table

_Plane = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class SizeConfig:
    """How rectangles are looked for on the table laid flat."""

    card_px: float = 40.0
    """The root of a card's area there."""
    most_px: int = 1500
    """The flat picture's longer side."""
    step_deg: float = 4.0
    along: float = 0.86
    """A card's corners are round: of each side so much counts."""
    least: float = 0.42
    """How much of an edge each side is at least, in the mean of four and of the weakest."""
    overlap: float = 0.25
    """Of a card's area, with another."""
    looked_at: int = 1500
    most: int = 30


def find_by_size(
    image: Pixels,
    table: Table,
    proportion: float,
    cards: Sequence[Floats],
    config: SizeConfig,
) -> list[tuple[float, Floats]]:
    """Where cards may lie in a photo (height, width, 3) uint8 BGR beside `cards`, each (4, 2) px, upright or upside
    down, with how clearly, the clearest first. `proportion`: a card's width over its height."""
    flat = flat_edges(image, table, config.card_px, config.most_px)
    wide, high = (flat.card_px * side for side in (proportion**0.5, proportion**-0.5))
    scores, quads = _likeliest(flat.ways, wide, high, config)
    taken = [flat.laid(card) for card in cards]
    found: list[tuple[float, Floats]] = []
    for score, corners in zip(scores, quads, strict=True):
        if _meets(corners, taken, config) or _outside(quad := flat.photographed(corners), image.shape[:2]):
            continue
        found.append((float(score), quad))
        taken.append(corners)
        if len(found) == config.most:
            break
    return found


def proportion_of(table: Table, cards: Sequence[Floats]) -> float:
    """The width over the height of cards (4, 2) px on a table, top-left first."""
    flat = np.stack([table.laid(card) for card in cards])
    step = np.linalg.norm(np.roll(flat, -1, axis=1) - flat, axis=2)
    return float(np.median((step[:, 0] + step[:, 2]) / (step[:, 1] + step[:, 3])))


def _likeliest(
    ways: NDArray[np.float32], wide: float, high: float, config: SizeConfig
) -> tuple[NDArray[np.float32], Floats]:
    """How clear (n,) rectangles (n, 4, 2) of the flat picture are, the clearest first."""
    middle = np.array([ways.shape[1], ways.shape[0]]) / 2
    size = int(np.ceil(2 * np.linalg.norm(middle)))
    half = round(wide / 2), round(high / 2)
    if size <= 2 * max(half):
        return np.zeros(0, np.float32), np.zeros((0, 4, 2))
    scores: list[_Plane] = []
    places: list[Floats] = []
    for angle in np.arange(0, 180, config.step_deg):
        turn = np.array(cv2.getRotationMatrix2D(middle.tolist(), float(angle), 1.0), float)
        turn[:, 2] += size / 2 - middle
        turned = np.array(cv2.warpAffine(ways, turn, (size, size)), np.float32)
        score = _framed(turned, float(np.radians(angle)), half, config)
        best = (score >= cv2.dilate(score, np.ones((7, 7), np.uint8))) & (score > config.least)
        y, x = np.nonzero(best)
        back = cv2.invertAffineTransform(turn)
        spots = np.stack([x + half[0], y + half[1]], 1)[:, None] + rectangle(
            (wide, high), (-wide / 2, -high / 2)
        )
        places.append(spots @ back[:, :2].T + back[:, 2])
        scores.append(score[y, x])
    every, where = np.concatenate(scores), np.concatenate(places)
    order = np.argsort(-every, kind="stable")[: config.looked_at]
    return every[order], where[order]


def _framed(
    ways: NDArray[np.float32], angle: float, half: tuple[int, int], config: SizeConfig
) -> NDArray[np.float32]:
    """How much each pixel of a picture turned by an angle is the middle of a card's four sides, which are `half` its
    width and height away; what is nearer to the picture's end is left out."""
    down, across = upright_edges(ways, angle)
    (x, y), (height, width) = half, down.shape
    down = np.asarray(cv2.blur(down, (3, round(2 * y * config.along) | 1)), np.float32)
    across = np.asarray(cv2.blur(across, (round(2 * x * config.along) | 1, 3)), np.float32)
    left, right = down[y : height - y, : width - 2 * x], down[y : height - y, 2 * x :]
    top, bottom = across[: height - 2 * y, x : width - x], across[2 * y :, x : width - x]
    weakest = cv2.min(cv2.min(left, right), cv2.min(top, bottom))
    every = cv2.add(cv2.add(left, right), cv2.add(top, bottom))
    return np.asarray(cv2.addWeighted(every, 0.125, weakest, 0.5, 0), np.float32)


def _outside(quad: Floats, shape: tuple[int, ...]) -> bool:
    return bool((quad < 0).any() or (quad > np.array([shape[1], shape[0]]) - 1.0).any())


def _meets(corners: Floats, others: Sequence[Floats], config: SizeConfig) -> bool:
    """Whether a rectangle of the flat picture overlaps others too far."""
    middle = corners.mean(0)
    return any(
        common_area(corners, other) > config.overlap * config.card_px**2
        for other in others
        if np.abs(other.mean(0) - middle).max() < 1.5 * config.card_px
    )
