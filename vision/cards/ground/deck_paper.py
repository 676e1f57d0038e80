"""Where a photo has the colour of the deck's paper, as the cards that are read show it, and in which patches."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.ground import Ground
from vision.outlines import WorkPicture, gradient
from vision.photo import Pixels
from vision.plane import Floats, quad_area, shrunk, side_px, sides
from vision.srgb import LOGS

SHORT_PX = 72
"""The picture is shrunk until a card's short side is about so long: paper has no finer features."""
RING = 0.07
"""How far inside its edge, as a share of its sides, a card's paper is looked at."""
SAME_TINT, SAME_LIGHT = 0.14, (0.6, 1.5)
"""How far off a known card's paper is paper: logarithms of channels over their mean, and shares of its light."""
ALIKE = (0.03, 0.03, 0.03, 0.1)
"""How far apart the tints and the light of papers are of which one tells what the other does."""
WALLS = (4, 7, 14)
"""The change within 3 x 3 pixels, in grey values, at which paper ends: that of pale edges, and beyond noise."""
GROWN = 1.04
"""How large a card's place is beside the card: its paper is no other's."""
LEAST_PIECE = 0.04
"""A smaller share of a card is no piece of one."""
MOST_NEARER = 4.0
"""How many times as large as another a card may look."""
SAME_PX, SAME_SHARE = 2.0, 0.04
"""How far apart, and in size, patches within lower and higher walls are the same."""
MOST_CARDS = 1.2
"""What is larger than so many cards is no piece of one."""
PLACES = 24
"""Looked at along each side of a card's ring."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A patch of the deck's paper: its rim (n, 2) px of the photo and its middle (2,), how much of a card it is, and
    the map (3, 3) from the ground's millimetres to pixels about it."""

    rim: Floats
    middle: Floats
    share: float
    to_px: Floats

    def is_as(self, other: Piece) -> bool:
        """Whether it is the same but for a lower or higher wall about it."""
        away = float(np.hypot(*(self.middle - other.middle)))
        return away < SAME_PX and abs(self.share - other.share) < SAME_SHARE * other.share


@dataclass(frozen=True, slots=True)
class Paper:
    """Where a photo shrunk by `step` has the colour of the deck's paper, (h, w), and how much it changes there."""

    mask: NDArray[np.uint8]
    change: NDArray[np.uint8]
    step: float

    @property
    def size_px(self) -> tuple[int, int]:
        """The photo's own width and height, near enough."""
        return round(self.mask.shape[1] * self.step), round(self.mask.shape[0] * self.step)

    def without(self, known: list[Floats]) -> Paper:
        """The same but for known cards, beside which others may lie edge to edge."""
        mask = self.mask.copy()
        for corners in known:
            middle = corners.mean(0)
            grown = shrunk(middle + GROWN * (corners - middle), self.step)
            cv2.fillConvexPoly(mask, np.round(grown).astype(np.int32), 0)
        return replace(self, mask=mask)

    def at(self, places: Floats) -> NDArray[np.bool_]:
        """Whether it does at places (..., 2) px of the photo; outside the picture it does not."""
        x, y = np.moveaxis(np.round(shrunk(places, self.step)).astype(int), -1, 0)
        height, width = self.mask.shape
        within = (x >= 0) & (y >= 0) & (x < width) & (y < height)
        found: NDArray[np.bool_] = within & (
            self.mask[np.clip(y, 0, height - 1), np.clip(x, 0, width - 1)] > 0
        )
        return found


def paper_of(work: WorkPicture, known: list[Floats]) -> Paper:
    """Where the work picture of a photo has the colour of known cards' paper, their corners (4, 2) px of the photo."""
    short = float(np.median([sides(corners).min() for corners in known]))
    step, picture = max(work.step, short / SHORT_PX), work.picture
    if step > work.step:
        size = (round(picture.shape[1] * work.step / step), round(picture.shape[0] * work.step / step))
        picture = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)
    papery = _papery(picture, [shrunk(corners, step) for corners in known])
    return Paper(papery, gradient(picture), step)


def pieces_of(
    paper: Paper,
    ground: Ground,
    size_mm: tuple[float, float],
    known: list[Floats],
    wanted: Callable[[Floats], bool],
) -> list[Piece]:
    """Its patches that are a piece of a card of such a size, as large as such a piece of those `known`, each
    (4, 2) px, may look; of these patches the ones whose middle (2,) px is `wanted`."""
    cards_px = [abs(float(quad_area(corners))) for corners in known]
    # Specks are not laid on the ground to be measured.
    least_px = LEAST_PIECE * float(np.median(cards_px)) / MOST_NEARER / paper.step**2
    # A rim of n points is at most n diagonals long, and holds no more than a circle of that length.
    fewest_points = (2 * np.pi * least_px) ** 0.5
    contours: list[cv2.typing.MatLike] = []
    for wall in WALLS:
        mask = np.where(paper.change > wall, 0, paper.mask).astype(np.uint8)
        contours += cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]
    found = []
    for contour in contours:
        if len(contour) < fewest_points or (area := cv2.contourArea(contour)) < least_px:
            continue
        rim = (contour[:, 0] + 0.5) * paper.step - 0.5
        middle = rim.mean(0)
        if not wanted(middle):
            continue
        to_px = ground.at(middle)
        share = area * paper.step**2 / side_px(to_px, size_mm, middle) ** 2
        if LEAST_PIECE < share < MOST_CARDS:
            found.append(Piece(rim, middle, share, to_px))
    return found


def _papery(picture: Pixels, known: list[Floats]) -> NDArray[np.uint8]:
    """Where a picture (h, w, 3) has the colour of the paper of cards, their corners (4, 2) given in its pixels."""
    logs = [LOGS[channel] for channel in cv2.split(picture)]
    light = (logs[0] + logs[1] + logs[2]) / 3
    tints = [channel - light for channel in logs]
    found = np.zeros(light.shape, bool)
    seen: list[Floats] = []
    for corners in known:
        ring = corners + RING * (corners.mean(0) - corners) * 2
        along = np.linspace(0, 1, PLACES, endpoint=False)[:, None, None]
        places = (ring + along * (np.roll(ring, -1, axis=0) - ring)).reshape(-1, 2)
        x, y = np.round(places).astype(int).T
        within = (x >= 0) & (y >= 0) & (x < light.shape[1]) & (y < light.shape[0])
        if np.count_nonzero(within) < PLACES:
            continue
        x, y = x[within], y[within]
        paper = np.array([float(np.median(plane[y, x])) for plane in (*tints, light)])
        if any((np.abs(paper - other) < ALIKE).all() for other in seen):
            continue
        seen.append(paper)
        off = light - paper[3]
        close = (off > np.log(SAME_LIGHT[0])) & (off < np.log(SAME_LIGHT[1]))
        for tint, own in zip(tints, paper[:3], strict=True):
            close &= np.abs(tint - own) < SAME_TINT
        found |= close
    return found.astype(np.uint8)
