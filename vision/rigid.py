"""The table's plane from rigid flat things of known form on it: cards' rims, markers, printed shapes.

Each is only turned and shifted on the table, so the map to millimetres under which all are their true form at once is
the table's. It is found by turns: lay the true forms over the things as the map shows them, then fit the map to where
those say that the points are (a Procrustes alignment within a direct linear transform).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from companion.rules.polyform import Shape
from vision.models import models_of
from vision.plane import Floats, apply, direct_transform

ODD = 3.0
"""A thing that fits so many times worse than the middle one is left out."""


@dataclass(frozen=True, slots=True)
class Rigid:
    """A flat thing: its corners in the photo, (k, 2) px, and its true form, (k, 2) mm, corner for corner."""

    seen: Floats
    form: Floats


def refit(things: Sequence[Rigid], to_mm: Floats) -> Floats:
    """A better map from pixels to millimetres than one that is nearly right."""
    laid = [_laid(apply(to_mm, thing.seen), thing.form) for thing in things]
    return direct_transform(np.concatenate([thing.seen for thing in things]), np.concatenate(laid))


def misfits(things: Sequence[Rigid], to_mm: Floats) -> Floats:
    """How far each thing (n,) is from its true form under a map: the root mean square in millimetres."""
    off = []
    for thing in things:
        flat = apply(to_mm, thing.seen)
        off.append(np.sqrt(((flat - _laid(flat, thing.form)) ** 2).sum(-1).mean()))
    return np.array(off)


def settled(things: Sequence[Rigid], to_mm: Floats, rounds: int = 6) -> Floats:
    """The map after some rounds of refitting, the odd ones out left out from the second on."""
    use = list(things)
    for k in range(rounds):
        to_mm = refit(use, to_mm)
        if k >= 1:
            off = misfits(things, to_mm)
            bound = max(ODD * float(np.median(off)), 0.3)
            use = [thing for thing, own in zip(things, off, strict=True) if own <= bound]
    return to_mm


def shape_form(seen: Floats, shape: Shape, profile: str, unit_mm: float) -> Floats | None:
    """A shape's corners (k, 2) mm in the order in which `seen` (k, 2) has them, in any plane near the table's."""
    models = models_of(profile)
    a = seen @ np.array([1, 1j])
    a = a - a.mean()
    best: tuple[float, Floats] | None = None
    for model, other in zip(models.outline, models.shapes, strict=True):
        loop = without_repeats(model)
        if other != shape or len(loop) != len(seen):
            continue
        z = loop @ np.array([1, 1j])
        z = z - z.mean()
        for k in range(len(z)):
            turned = np.roll(z, -k)
            error = float(
                np.abs(a).__pow__(2).sum()
                - np.abs((a * turned.conj()).sum()) ** 2 / (np.abs(turned) ** 2).sum()
            )
            if best is None or error < best[0]:
                best = error, np.roll(loop, -k, axis=0) * unit_mm
    return None if best is None else best[1]


def without_repeats(loop: Floats) -> Floats:
    """A padded loop (s, 2) without the repetitions of its last corner."""
    new = np.ones(len(loop), bool)
    new[1:] = np.abs(np.diff(loop, axis=0)).max(1) > 1e-9
    return loop[new]


def _laid(flat: Floats, form: Floats) -> Floats:
    """The form turned and shifted to lie over (k, 2) as well as can be."""
    model = (form - form.mean(0)) @ np.array([1, 1j])
    seen = flat @ np.array([1, 1j])
    middle = seen.mean()
    turn = ((seen - middle) * model.conj()).sum()
    target = middle + turn / max(abs(turn), 1e-12) * model
    return np.stack([target.real, target.imag], -1)
