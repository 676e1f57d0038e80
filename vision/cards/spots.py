"""Printed shapes that stand out on their own, whether or not their card's edge does.

Each pixel is set against the lightest surroundings of its own neighbourhood, channel by channel: there a printed
ink is dark in one channel at least, whatever the table, the cast or the exposure. What forms a compact patch with
plain surroundings is a candidate; only the fit of a model decides.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import ceil
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.face.colours import hue_of
from vision.photo import Pixels
from vision.plane import Floats


@dataclass(frozen=True, slots=True)
class SpotConfig:
    """Sizes as fractions of the picture's longer side."""

    window: float = 0.07
    """How far the paper round a shape is looked for."""
    cuts: tuple[float, ...] = (0.72, 0.55, 0.42)
    """Ink is below these shares of its surroundings, in display values of its weakest channel."""
    least_tint: float = 40.0
    """An ink's strongest channel over its weakest, each over its paper's: so far from grey, of 255."""
    least_side: float = 0.006
    most_side: float = 0.22
    most: int = 250
    most_dark: int = 24
    """At most so many candidates are handed on, the most colourful on the plainest ground first."""


@dataclass(frozen=True, slots=True)
class PrintSpot:
    """A coloured patch: its middle and the corners of its upright box (x, y, w, h), in photo pixels."""

    middle: Floats
    box: tuple[float, float, float, float]
    colourful: float
    plain: float
    """The share of its near surroundings that are about as light as any thereabouts, as paper is."""
    dark: bool = False
    """Not coloured, only dark: a letter perhaps."""
    ink: tuple[float, float, float] = (0.0, 0.0, 0.0)
    """The patch's mean blue, green and red, display-coded ..."""
    paper: tuple[float, float, float] = (0.0, 0.0, 0.0)
    """... and those of the light ground beside it."""
    hull: Floats = field(default_factory=lambda: np.empty((0, 2)))
    """The patch's convex hull (k, 2), in photo pixels."""


Channels = Sequence[Pixels]
"""A picture's three channels, (h, w) uint8 each, blue first."""


def local_ratio(work: Pixels, config: SpotConfig) -> Pixels:
    """Each pixel's weakest channel over the lightest of its neighbourhood, (h, w) uint8."""
    return ratio_of(over_lightest(work, config))


def ratio_of(over: Channels) -> Pixels:
    """The `local_ratio`, (h, w) uint8, of a picture whose channels are over the lightest of their neighbourhood."""
    blue, green, red = over
    return np.asarray(cv2.min(cv2.min(blue, green), red), np.uint8)


def tint_of(over: Channels) -> Pixels:
    """Each pixel's weakest channel over its own strongest, (h, w) uint8, of a picture whose channels are over the
    lightest of their neighbourhood: where a shadow lies over a card, a print is as low in it as elsewhere, and paper as
    high."""
    blue, green, red = over
    weak, strong = cv2.min(cv2.min(blue, green), red), cv2.max(cv2.max(blue, green), red)
    return np.asarray(cv2.divide(weak, cv2.max(strong, LEAST_LIT), scale=255.0), np.uint8)  # type: ignore[call-overload]


LEAST_LIT = 20
"""Of 255 beside the lightest near by: what is darker has no colour that could be told from noise."""


def over_lightest(work: Pixels, config: SpotConfig) -> Channels:
    """A picture's channels, each over the lightest of its neighbourhood in that channel, (h, w) uint8."""
    small = cv2.resize(
        work, (max(1, work.shape[1] // 6), max(1, work.shape[0] // 6)), interpolation=cv2.INTER_AREA
    )
    reach = max(3, round(config.window * max(small.shape[:2])) | 1)
    light = cv2.dilate(small, np.ones((reach, reach), np.uint8))
    light = cv2.blur(light, (reach, reach))
    light = cv2.resize(light, (work.shape[1], work.shape[0]), interpolation=cv2.INTER_LINEAR)
    # Into the array that is there: a fresh one takes longer to come by than to fill.
    np.maximum(light, 8, out=light)
    over = cv2.divide(work, light, light, scale=255.0)
    return [np.asarray(channel, np.uint8) for channel in cv2.split(over)]


def find_spots(work: Pixels, ratio: Pixels, step: float, config: SpotConfig) -> list[PrintSpot]:
    """Candidates on the work picture (h, w, 3), which is the photo shrunk by `step`; `ratio` is its `local_ratio`, or
    what `tint_of` makes of it."""
    found: list[PrintSpot] = []
    taken = _Taken()
    # One array for all cuts: fresh memory costs as much as the search.
    labels = np.empty(ratio.shape, np.int32)
    for cut in config.cuts:
        regions = _regions(ratio, cut, labels, config)
        plains, wide = _plain_shares(ratio, regions.mask, regions.grown)
        middles_px = (regions.middles + 0.5) * step - 0.5
        reaches_px = 0.4 * regions.boxes[:, 2:].max(1, initial=0) * step
        for k in np.flatnonzero((plains >= LEAST_PLAIN) & wide).tolist():
            if taken.near(middles_px[k], reaches_px[k]):
                continue
            spot = _spot(work, ratio, regions, k, float(plains[k]), step, config)
            if spot is not None:
                taken.add(spot.middle)
                found.append(spot)
    return _likest(found, config)


LEAST_PLAIN = 0.3
"""The share of a spot's near surroundings that are plain, at least."""


class _Regions(NamedTuple):
    """What is darker than one share of its surroundings: where (h, w), 1 there; the `labels` (h, w) of its connected
    regions. Of each that is as large and as full as a print its label, its box (n, 4) of x, y, w, h, that box with the
    surroundings (n, 4) of x0, y0, x1, y1, and its middle (n, 2), all in the work picture."""

    mask: Pixels
    labels: NDArray[np.int32]
    names: NDArray[np.intp]
    boxes: NDArray[np.int32]
    grown: NDArray[np.int32]
    middles: Floats


def _regions(ratio: Pixels, cut: float, labels: NDArray[np.int32], config: SpotConfig) -> _Regions:
    """The regions below a `cut`, labelled in the `labels` (h, w) given."""
    height, width = ratio.shape
    _, below = cv2.threshold(ratio, ceil(cut * 255) - 1, 1, cv2.THRESH_BINARY_INV)
    mask = np.asarray(cv2.morphologyEx(below, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8)), np.uint8)
    # The same labels as the usual algorithm's, in half of its time where there are statistics with them.
    _, _, found, middles = cv2.connectedComponentsWithStatsWithAlgorithm(
        mask, 8, cv2.CV_32S, cv2.CCL_BBDT, labels
    )
    stats = np.asarray(found, np.int32)
    keep = _worth_a_look(stats, width, height, config)
    boxes = stats[:, :4][keep]
    return _Regions(
        mask,
        labels,
        np.flatnonzero(keep),
        boxes,
        _grown(boxes, width, height),
        np.asarray(middles, float)[keep],
    )


class _Taken:
    """Where spots were found already."""

    def __init__(self) -> None:
        self._places = np.empty((2, 256))
        self._count = 0

    def near(self, middle: Floats, reach: float) -> bool:
        """Whether one lies within a reach, across and down, of a middle (2,)."""
        # An axis at a time: many hundred spots are asked of as many.
        across, down = self._places[:, : self._count]
        near = np.abs(across - middle[0]) < reach
        return bool((near & (np.abs(down - middle[1]) < reach)).any())

    def add(self, middle: Floats) -> None:
        """One lies there."""
        if self._count == self._places.shape[1]:
            self._places = np.concatenate([self._places, np.empty_like(self._places)], axis=1)
        self._places[:, self._count] = middle
        self._count += 1


def _spot(
    work: Pixels, ratio: Pixels, regions: _Regions, k: int, plain: float, step: float, config: SpotConfig
) -> PrintSpot | None:
    """The region of that number as a spot; None where it is neither coloured nor as dark as a letter."""
    x0, y0, x1, y1 = regions.grown[k].tolist()
    patch, shade = work[y0:y1, x0:x1], ratio[y0:y1, x0:x1]
    own = np.asarray(regions.labels[y0:y1, x0:x1] == regions.names[k], np.uint8)
    bright = np.asarray((regions.mask[y0:y1, x0:x1] == 0) & (shade > PAPERY), np.uint8)
    ink, beside = cv2.mean(patch, own)[:3], cv2.mean(patch, bright)[:3]
    # Over the paper beside it: under a veil of glare an ink is pale, and the light near by is not its own.
    over = [light / max(paper, 1.0) for light, paper in zip(ink, beside, strict=True)]
    colourful = 255.0 * (1 - min(over) / max(*over, 1e-3))
    dark = colourful < config.least_tint and cv2.mean(shade, own)[0] < 0.45 * 255 and plain > 0.6
    if colourful < config.least_tint and not dark:
        return None
    x, y, w, h = (float(length * step) for length in regions.boxes[k].tolist())
    return PrintSpot(
        middle=(regions.middles[k] + 0.5) * step - 0.5,
        box=(x, y, w, h),
        colourful=colourful,
        plain=plain,
        dark=dark,
        ink=(ink[0], ink[1], ink[2]),
        paper=(beside[0], beside[1], beside[2]),
        hull=(_hull(own) + (x0, y0) + 0.5) * step - 0.5,
    )


def _worth_a_look(stats: NDArray[np.int32], width: int, height: int, config: SpotConfig) -> NDArray[np.bool_]:
    """Which regions (n, 5: x, y, width, height, area) of a picture are as large and as full as prints, and whole."""
    side = max(height, width)
    x, y, box_w, box_h, area = stats.T
    low, high = config.least_side * side, config.most_side * side
    keep = (np.maximum(box_w, box_h) >= low) & (np.maximum(box_w, box_h) <= high) & (area >= 0.5 * low**2)
    keep &= (area > 0.18 * box_w * box_h) & (np.minimum(box_w, box_h) > 2)
    keep &= (x > 1) & (y > 1) & (x + box_w < width - 1) & (y + box_h < height - 1)
    keep[0] = False
    return np.asarray(keep)


def _likest(found: list[PrintSpot], config: SpotConfig) -> list[PrintSpot]:
    """As many as are handed on: coloured ones, the likest first, and then the largest dark ones."""
    coloured = [spot for spot in found if not spot.dark]
    if len(coloured) > config.most:
        coloured = _of_all_hues(coloured, config)
    coloured.sort(key=_promise, reverse=True)
    letters = sorted((spot for spot in found if spot.dark), key=lambda spot: -spot.box[2] * spot.box[3])
    return coloured + letters[: config.most_dark]


def _of_all_hues(spots: list[PrintSpot], config: SpotConfig) -> list[PrintSpot]:
    """As many as are handed on, the best of each hue by turns: a table's pattern has hundreds of a few hues."""
    turn: dict[int, int] = {}
    ranked = []
    for spot in sorted(spots, key=_promise, reverse=True):
        # In the light that the paper beside it shows.
        over = np.array(spot.ink[::-1]) / np.maximum(spot.paper[::-1], 1.0)
        hue = int(hue_of(over**2.2) // HUE_DEGREES)
        turn[hue] = turn.get(hue, 0) + 1
        ranked.append((turn[hue], spot))
    ranked.sort(key=lambda own: own[0])
    return [spot for _, spot in ranked[: config.most]]


HUE_DEGREES = 30


def _promise(spot: PrintSpot) -> float:
    """How much like a print a coloured patch is before it is looked at."""
    return spot.colourful * spot.plain**2


def _hull(mask: Pixels) -> Floats:
    """The convex hull (k, 2) of what is marked."""
    loops, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    return np.asarray(cv2.convexHull(np.concatenate(loops)), float).reshape(-1, 2)


PAPERY = 190
"""A pixel so light beside its neighbourhood's lightest, of 255, may be paper."""


def _grown(boxes: NDArray[np.int32], width: int, height: int) -> NDArray[np.int32]:
    """Boxes (n, 4) of x, y, w, h with a third of their longer side round them, as x0, y0, x1, y1 in the picture."""
    grow = np.maximum(3, boxes[:, 2:].max(1, initial=0) // 3)
    first = np.maximum(0, boxes[:, :2] - grow[:, None])
    last = np.minimum([width, height], boxes[:, :2] + boxes[:, 2:] + grow[:, None])
    return np.concatenate([first, last], 1).astype(np.int32)


def _plain_shares(ratio: Pixels, mask: Pixels, boxes: NDArray[np.int32]) -> tuple[Floats, NDArray[np.bool_]]:
    """Of what no ink covers in boxes (n, 4) of x0, y0, x1, y1 the share (n,) that may be paper; whether it is wide
    enough to tell."""

    around, papery = _boxed(ratio, mask, boxes).T
    return papery / np.maximum(around, 1), around >= 8


def _boxed(ratio: Pixels, mask: Pixels, boxes: NDArray[np.int32]) -> NDArray[np.int32]:
    """How much of each box is not covered by ink, and how much of that may be paper; (n, 2)."""
    _, free = cv2.threshold(mask, 0, 255, cv2.THRESH_BINARY_INV)
    _, light = cv2.threshold(ratio, PAPERY, 255, cv2.THRESH_BINARY)
    bright = cv2.bitwise_and(free, light)
    # A box at a time, for they are few and small: sums over the whole picture take as long as some thousand of them.
    counts = [
        (cv2.countNonZero(free[y0:y1, x0:x1]), cv2.countNonZero(bright[y0:y1, x0:x1]))
        for x0, y0, x1, y1 in boxes.tolist()
    ]
    return np.array(counts, np.int32).reshape(-1, 2)
