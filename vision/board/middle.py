"""The median of few numbers, without what numpy spends on asking what it was given."""

from __future__ import annotations

import numpy as np

from vision.plane import Floats


def median(values: Floats) -> Floats:
    """The median (...) along the first axis of (n, ...) numbers, n > 0, none of which is NaN."""
    ordered = np.sort(values, axis=0)
    half = len(ordered) // 2
    out: Floats = np.asarray(ordered[half] if len(ordered) % 2 else (ordered[half - 1] + ordered[half]) / 2)
    return out
