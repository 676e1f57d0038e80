"""Whether a grid goes on beyond the board's rim: then it is part of a larger one, as four files of chess are."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.board.cells import SIDE
from vision.board.grid.register import View
from vision.photo import Pixels
from vision.plane import Floats


@dataclass(frozen=True, slots=True)
class GoesOnConfig:
    """Lengths in squares."""

    aside: float = 0.1
    """So far to either side of a line the picture is compared ..."""
    from_rim: float = 0.2
    to_end: float = 0.8
    """... along this stretch of it, the rim being at 0."""
    least_step: float = 24.0
    """Of 255: a line beyond which the picture changes by less does not go on."""
    least_clearer: float = 2.0
    """By how many times the picture has to change more across a line than in the middle of the squares beside it: on a
    patterned cloth it changes anywhere."""
    least_lines: int = 4
    """Of the five lines of one side so many have to go on ..."""
    least_sides: int = 2
    """... and so of the four sides."""


def goes_on(image: Pixels, view: View, config: GoesOnConfig) -> bool:
    """Whether the lines of a grid (h, w, 3) go on beyond its rim, on several of its sides."""
    return (
        sum(lines >= config.least_lines for lines in lines_beyond(image, view, config)) >= config.least_sides
    )


def lines_beyond(image: Pixels, view: View, config: GoesOnConfig) -> tuple[int, ...]:
    """How many of the five lines that end at each side of the rim have two tints beside them for a square beyond it."""
    counts = []
    for turn in range(4):
        turned = view.turned(turn)
        steps = np.array([_change(image, turned, place / 2, config) for place in range(-1, 2 * SIDE + 2)])
        at_lines, between = steps[1::2], np.maximum(steps[:-1:2], steps[2::2])
        clear = (at_lines >= config.least_step) & (at_lines >= config.least_clearer * between)
        counts.append(int(clear.sum()))
    return tuple(counts)


def _change(image: Pixels, view: View, column: float, config: GoesOnConfig) -> float:
    """By how much the picture changes across a line through a column's place, above the first row of squares."""
    far = np.linspace(config.from_rim, config.to_end, 9)
    left, right = (
        _seen(image, view.to_px(np.stack([np.full(far.shape, column + way), -far], -1)))
        for way in (-config.aside, config.aside)
    )
    return float(np.median(np.abs(left - right).max(-1)))


def _seen(image: Pixels, places_px: Floats) -> Floats:
    """The picture's colours (n, 3) at places (n, 2); beyond its rim, those of the rim."""
    places = places_px.astype(np.float32)[:, None]
    seen = cv2.remap(image, places, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)  # type: ignore[call-overload]
    return np.asarray(seen[:, 0], float)
