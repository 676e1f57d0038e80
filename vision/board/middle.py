"""Medians and quantiles of few numbers, without what numpy spends on asking what it was given; the largest of many."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.plane import Floats


def median(values: Floats) -> Floats:
    """The median (...) along the first axis of (n, ...) numbers, n > 0, none of which is NaN."""
    ordered = np.sort(values, axis=0)
    half = len(ordered) // 2
    out: Floats = np.asarray(ordered[half] if len(ordered) % 2 else (ordered[half - 1] + ordered[half]) / 2)
    return out


def quantile(values: Floats, share: float) -> Floats:
    """The number (...) along the first axis of (n, ...), n > 0, below which a share of 0..1 lies: between two of them
    by how near it is to either."""
    ordered = np.sort(values, axis=0)
    place = share * (len(ordered) - 1)
    low = int(place)
    high = min(low + 1, len(ordered) - 1)
    out: Floats = np.asarray(ordered[low] + (place - low) * (ordered[high] - ordered[low]))
    return out


def largest(values: Floats, count: int) -> NDArray[np.intp]:
    """The numbers of the largest so many of values (n,), the largest first, and of equal ones the first."""
    if count < len(values):
        # Few of many: those that are as large are put in order, and no others.
        near = np.flatnonzero(values >= np.partition(values, -count)[-count])
        return near[np.argsort(-values[near], kind="stable")[:count]]
    return np.argsort(-values, kind="stable")
