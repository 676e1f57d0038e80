"""The table's plane from rigid flat things of known form on it: cards' rims, markers, printed shapes.

Each is only turned and shifted on the table, so the map to millimetres under which all are their true form at once is
the table's. It is found by turns: lay the true forms over the things as the map shows them, then fit the map to where
those say that the points are (a Procrustes alignment within a direct linear transform).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.plane import Floats

ODD = 3.0
"""A thing that fits so many times worse than the middle one is left out."""


@dataclass(frozen=True, slots=True)
class Rigid:
    """A flat thing: its corners in the photo, (k, 2) px, and its true form, (k, 2) mm, corner for corner."""

    seen: Floats
    form: Floats


@dataclass(frozen=True, slots=True)
class Rigids:
    """Many rigid things as arrays: `seen` (..., n, k, 2) px in one photo or in several, `form` (n, k, 2) mm about each
    thing's own middle, `real` (n, k) the corners that are none of the padding. Maps are (..., 3, 3) likewise."""

    seen: Floats
    form: Floats
    real: NDArray[np.bool_]


def packed(things: Sequence[Rigid]) -> Rigids:
    """Things of whatever number of corners side by side."""
    most = max(len(thing.form) for thing in things)
    seen, form = np.zeros((len(things), most, 2)), np.zeros((len(things), most, 2))
    real = np.zeros((len(things), most), bool)
    for k, thing in enumerate(things):
        corners = len(thing.form)
        seen[k, :corners], form[k, :corners] = thing.seen, thing.form - thing.form.mean(0)
        # Padding stays within the picture, so that no map sends it to the horizon.
        seen[k, corners:] = thing.seen[0]
        real[k, :corners] = True
    return Rigids(seen, form, real)


def refit(things: Rigids, to_mm: Floats, use: NDArray[np.bool_] | None = None) -> Floats:
    """Better maps from pixels to millimetres than ones that are nearly right, by the things (..., n) in use."""
    weight = things.real if use is None else things.real & use[..., None]
    target = _laid(things, _mapped(to_mm, things.seen))
    return _direct(things.seen, target, np.broadcast_to(weight, target.shape[:-1]))


def misfits(things: Rigids, to_mm: Floats) -> Floats:
    """How far each thing (..., n) is from its true form under a map: the root mean square in millimetres."""
    flat = _mapped(to_mm, things.seen)
    off = ((flat - _laid(things, flat)) ** 2).sum(-1) * things.real
    found: Floats = np.sqrt(off.sum(-1) / things.real.sum(-1))
    return found


def residuals(things: Rigids, to_mm: Floats) -> tuple[Floats, Floats]:
    """How far each corner (..., n, k, 2) is from its place in the true form under maps, in millimetres, and how many
    pixels a millimetre takes (..., n) at each thing."""
    flat = _mapped(to_mm, things.seen)
    spread = (np.abs(flat - flat[..., :1, :]) * things.real[..., None]).sum((-2, -1))
    seen = (np.abs(things.seen - things.seen[..., :1, :]) * things.real[..., None]).sum((-2, -1))
    return flat - _laid(things, flat), seen / np.maximum(spread, 1e-9)


def settled(things: Rigids, to_mm: Floats, rounds: int = 6) -> Floats:
    """Maps (..., 3, 3) after some rounds of refitting, the odd things out left out from the second on."""
    use: NDArray[np.bool_] | None = None
    for k in range(rounds):
        to_mm = refit(things, to_mm, use)
        if k >= 1:
            off = misfits(things, to_mm)
            use = off <= np.maximum(ODD * np.median(off, axis=-1, keepdims=True), 0.3)
    return to_mm


def _mapped(maps: Floats, points: Floats) -> Floats:
    """Points (..., n, k, 2) under maps (..., 3, 3)."""
    m = maps[..., None, None, :, :]
    x, y = points[..., 0], points[..., 1]
    u, v, w = (m[..., k, 0] * x + m[..., k, 1] * y + m[..., k, 2] for k in range(3))
    return np.stack([u / w, v / w], -1)


def _laid(things: Rigids, flat: Floats) -> Floats:
    """The forms turned and shifted to lie over (..., n, k, 2) as well as can be."""
    model = things.form[..., 0] + 1j * things.form[..., 1]
    seen = (flat[..., 0] + 1j * flat[..., 1]) * things.real
    middle = seen.sum(-1, keepdims=True) / things.real.sum(-1, keepdims=True)
    turn = ((seen - middle) * model.conj()).sum(-1, keepdims=True)
    target = middle + turn / np.maximum(np.abs(turn), 1e-12) * model
    return np.stack([target.real, target.imag], -1)


def _direct(source: Floats, target: Floats, weight: NDArray[np.bool_]) -> Floats:
    """The homographies (..., 3, 3) between many points (..., n, k, 2) by the normalised direct linear transform."""
    a, s = _normal(source, weight)
    b, t = _normal(target, weight)
    left = np.concatenate([s, np.ones((*s.shape[:-1], 1))], -1) * weight[..., None]
    # The sums of products of the rows [l 0 -xl] and [0 l -yl].
    both = _products(left, left)
    x, y = _products(left, left * t[..., :1]), _products(left, left * t[..., 1:])
    squares = _products(left, left * (t**2).sum(-1, keepdims=True))
    nil = np.zeros_like(both)
    rows = [[both, nil, -x], [nil, both, -y], [-x, -y, squares]]
    normal = np.concatenate([np.concatenate(row, -1) for row in rows], -2)
    _, vectors = np.linalg.eigh(normal)
    matrix: Floats = np.linalg.inv(b) @ vectors[..., 0].reshape(*normal.shape[:-2], 3, 3) @ a
    matrix = matrix / matrix[..., 2:, 2:]
    return matrix


def _products(some: Floats, others: Floats) -> Floats:
    """Sums over all points (..., n, k, 3) of outer products (..., 3, 3)."""
    shape = *some.shape[:-3], -1, 3
    products: Floats = some.reshape(shape).swapaxes(-1, -2) @ others.reshape(shape)
    return products


def _normal(points: Floats, weight: NDArray[np.bool_]) -> tuple[Floats, Floats]:
    """Maps (..., 3, 3) that bring points (..., n, k, 2) near the origin, and the points so brought."""
    count = weight.sum((-2, -1))
    middle = (points * weight[..., None]).sum((-3, -2)) / count[..., None]
    away = points - middle[..., None, None, :]
    far = (np.sqrt((away**2).sum(-1)) * weight).sum((-2, -1)) / count
    scale = np.sqrt(2) / np.maximum(far, 1e-9)
    matrix = np.zeros((*scale.shape, 3, 3))
    matrix[..., 0, 0] = matrix[..., 1, 1] = scale
    matrix[..., :2, 2] = -scale[..., None] * middle
    matrix[..., 2, 2] = 1
    return matrix, away * scale[..., None, None, None]
