"""Levenberg and Marquardt's method with numeric derivatives and Huber's weights, for a few dozen unknowns."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from calibration.find import Points

ROUNDS = 25
STEP = 1e-6


def minimise(
    residuals: Callable[[Points], Points], start: Points, *, huber: float, rounds: int = ROUNDS
) -> Points:
    """The unknowns (n,) near `start` with the least sum of `residuals` (m,) squared, beyond `huber` linear."""
    at = np.asarray(start, np.float64)
    gap = residuals(at)
    cost, damp = _cost(gap, huber), 1e-3
    for _ in range(rounds):
        weight = np.sqrt(_weights(gap, huber))
        slope = _slope(residuals, at, gap) * weight[:, None]
        squares, pull = slope.T @ slope, slope.T @ (weight * gap)
        better = False
        while damp < 1e10:
            diagonal = np.diag(squares) + 1e-12
            step = np.linalg.lstsq(squares + damp * np.diag(diagonal), -pull, rcond=None)[0]
            tried = residuals(at + step)
            new = _cost(tried, huber)
            if np.isfinite(new) and new < cost:
                better = True
                break
            damp *= 10
        if not better:
            break
        gain, at, gap, cost, damp = cost - new, at + step, tried, new, max(damp / 10, 1e-12)
        if gain <= 1e-7 * max(cost, 1e-12):
            break
    return at


def _slope(residuals: Callable[[Points], Points], at: Points, gap: Points) -> Points:
    columns = []
    for index in range(len(at)):
        step = STEP * max(abs(at[index]), 1e-3)
        moved = at.copy()
        moved[index] += step
        columns.append((residuals(moved) - gap) / step)
    return np.stack(columns, axis=1)


def _weights(gap: Points, huber: float) -> Points:
    size = np.abs(gap)
    return np.where(size <= huber, 1.0, huber / np.maximum(size, huber))


def _cost(gap: Points, huber: float) -> float:
    size = np.abs(gap)
    return float(np.where(size <= huber, size**2, huber * (2 * size - huber)).sum())
