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
from vision.plane import Floats, quad_area, rectangle
from vision.quads import common_area, ends_beyond
from vision.taught.flat_edges import flat_edges
from vision.taught.levelling import Table

_Plane = NDArray[np.float32]
_NONE, _ONE = 128, 127
"""No edge at all, and by how much a whole one differs, where ways have eight bits."""
_AROUND = np.ones((7, 7), np.uint8)
_NEAR = 1.5
"""Cards whose middles are further apart than so many of their size, across or down, share no ground."""


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
    beyond: float = 0.12
    """A card may reach so far, over its size, beyond the photo's end: no more than a corner of it is cut off."""
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
    size = image.shape[1], image.shape[0]
    taken = [flat.laid(card) for card in cards]
    middles = np.array([quad.mean(0) for quad in taken]).reshape(-1, 2)
    found: list[tuple[float, Floats]] = []
    for score, corners in zip(scores, quads, strict=True):
        middle = corners.mean(0)
        near = np.flatnonzero(np.abs(middles - middle).max(1) < _NEAR * config.card_px)
        if any(common_area(corners, taken[k]) > config.overlap * config.card_px**2 for k in near):
            continue
        quad = flat.photographed(corners)
        if ends_beyond(quad, size) > config.beyond * float(np.sqrt(abs(quad_area(quad)))):
            continue
        found.append((float(score), quad))
        taken.append(corners)
        middles = np.vstack([middles, middle])
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
    # Eight bits tell an edge well enough, and are turned and summed several times as fast.
    eight = np.rint(ways * np.float32(_ONE) + np.float32(_NONE)).astype(np.uint8)
    scores: list[_Plane] = []
    places: list[Floats] = []
    for angle in np.arange(0, 90, config.step_deg):
        turned, back = _turned(eight, float(angle))
        edges = _upright(turned, float(np.radians(angle)))
        for sideways in (False, True):
            sides = (high, wide) if sideways else (wide, high)
            score = _framed(edges, (round(sides[0] / 2), round(sides[1] / 2)), config)
            if score is None:
                continue
            spots = np.flatnonzero(score > config.least)
            most = cv2.dilate(score, _AROUND).ravel()[spots]
            y, x = np.divmod(spots[score.ravel()[spots] >= most], score.shape[1])
            middles = np.stack([x + round(sides[0] / 2), y + round(sides[1] / 2)], 1)
            corners = np.roll(rectangle(sides, (-sides[0] / 2, -sides[1] / 2)), int(sideways), axis=0)
            places.append((middles[:, None] + corners) @ back[:, :2].T + back[:, 2])
            scores.append(score[y, x])
    if not scores:
        return np.zeros(0, np.float32), np.zeros((0, 4, 2))
    every, where = np.concatenate(scores), np.concatenate(places)
    order = np.argsort(-every, kind="stable")[: config.looked_at]
    return every[order], where[order]


def _turned(picture: Pixels, angle_deg: float) -> tuple[Pixels, Floats]:
    """A picture turned counter to the clock by up to a right angle, as large as it is then; and the way back (2, 3)."""
    height, width = picture.shape[:2]
    cos, sin = np.cos(np.radians(angle_deg)), np.sin(np.radians(angle_deg))
    size = int(np.ceil(width * cos + height * sin)), int(np.ceil(width * sin + height * cos))
    turn = np.array(cv2.getRotationMatrix2D((width / 2, height / 2), angle_deg, 1.0), float)
    turn[:, 2] += [(size[0] - width) / 2, (size[1] - height) / 2]
    turned = cv2.warpAffine(picture, turn, size, borderValue=(_NONE, _NONE))
    return np.asarray(turned, np.uint8), np.asarray(cv2.invertAffineTransform(turn), float)


def _upright(ways: Pixels, angle: float) -> tuple[Pixels, Pixels]:
    """How much of an edge runs down and across, 0..2 `_ONE`, at each pixel of ways in eight bits that were turned by an
    angle, radians: the ways in them are not yet (as `upright_edges` does; what is below none is cut off)."""
    one, other = cv2.split(ways)
    cos, sin = 2 * float(np.cos(2 * angle)), 2 * float(np.sin(2 * angle))
    none = _NONE * (cos + sin)
    down, across = (cv2.addWeighted(one, k * cos, other, k * sin, -k * none) for k in (1, -1))
    return np.asarray(down, np.uint8), np.asarray(across, np.uint8)


def _framed(edges: tuple[Pixels, Pixels], half: tuple[int, int], config: SizeConfig) -> _Plane | None:
    """How much each pixel is the middle of a card's four sides, which are `half` its width and height away; what is
    nearer to the picture's end is left out, and None where that is all."""
    (x, y), (height, width) = half, edges[0].shape
    if width <= 2 * x or height <= 2 * y:
        return None
    down = cv2.boxFilter(edges[0], cv2.CV_32F, (3, round(2 * y * config.along) | 1))
    across = cv2.boxFilter(edges[1], cv2.CV_32F, (round(2 * x * config.along) | 1, 3))
    left, right = down[y : height - y, : width - 2 * x], down[y : height - y, 2 * x :]
    top, bottom = across[: height - 2 * y, x : width - x], across[2 * y :, x : width - x]
    weakest = cv2.min(cv2.min(left, right), cv2.min(top, bottom))
    every = cv2.add(cv2.add(left, right), cv2.add(top, bottom))
    return np.asarray(cv2.addWeighted(every, 0.125 / (2 * _ONE), weakest, 0.5 / (2 * _ONE), 0), np.float32)
