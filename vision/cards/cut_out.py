"""Outlines of no sheet of their own: lines that cross on a ground, or a part of a larger sheet."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from vision.outlines import WorkPicture
from vision.plane import Floats, shrunk
from vision.quads import inside
from vision.srgb import LOGS, log_light

ANOTHER_TINT = 0.2
"""How far off a card's paper, as a logarithm of a channel over their mean, is no shade or glare of it."""
BURNT = 0.95
"""Light in which anything is white."""
WITHIN, BEYOND = 0.1, 0.06
"""How far inside and outside its sides an outline's ground is looked at, as shares of its size."""
SAME_TINT, SAME_LIGHT = 0.1, 0.12
"""How far apart, as logarithms, what lies on both sides of an edge is the same, in the middle of so many places."""
PLACES = 24


def of_another_paper(paper: Floats, cards: Sequence[Floats]) -> bool:
    """Whether paper of such light (3,), blue first and 0..1, is of another tint than that of all `cards`, at least two,
    and in no light that hides it."""
    if len(cards) < 2 or paper.min() > BURNT:
        return False
    own = _tint(log_light(paper))
    tints = _tint(log_light(np.array(cards)))
    return bool((np.abs(tints - own).max(-1) > ANOTHER_TINT).all())


def goes_on(corners: Floats, work: WorkPicture, cards: Iterable[Floats]) -> bool:
    """Whether the ground goes on as it is beyond a side of an outline (4, 2) px, where none of the `cards`, (4, 2) px
    each, lies beside it."""
    middle = corners.mean(0)
    along = np.linspace(0.1, 0.9, PLACES)[:, None]
    known = list(cards)
    for first, second in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        side = first + along * (second - first)
        within, beyond = (_logs(work, side + share * (side - middle)) for share in (-2 * WITHIN, 2 * BEYOND))
        off = np.median(beyond - within, axis=0)
        same = np.abs(_tint(off)).max() < SAME_TINT and abs(off.mean()) < SAME_LIGHT
        over = side.mean(0) + 2 * WITHIN * (side.mean(0) - middle)
        if same and not any(inside(over, card) for card in known):
            return True
    return False


def _tint(logs: Floats) -> Floats:
    tint: Floats = logs - logs.mean(-1, keepdims=True)
    return tint


def _logs(work: WorkPicture, places: Floats) -> Floats:
    """The logarithms of the light (n, 3) at places (n, 2) px of the photo, of the nearest place within it."""
    x, y = np.round(shrunk(places, work.step)).astype(int).T
    height, width = work.picture.shape[:2]
    logs: Floats = LOGS[work.picture[np.clip(y, 0, height - 1), np.clip(x, 0, width - 1)]]
    return logs
