"""The table's plane as the things on it tell it, with its origin at a printed mark."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.plane import Floats, apply, homography
from vision.rigid import Rigid, misfits, packed, settled

LEAST_THINGS = 2
MOST_MISFIT_MM = 3.0
"""Things of known size that fit one plane worse than this do not lie on one."""


def table_plane(things: Sequence[tuple[Floats, Floats]], origin: Floats | None) -> Floats | None:
    """The map (3, 3) from pixels to millimetres under which things are as large as they are.

    Each is its corners (4, 2) px and its form (4, 2) mm, top left first, clockwise. The origin is the middle of the
    corners `origin` (4, 2) px, x along their upper side; without them the first thing's. None where the things do not
    agree.
    """
    if not things:
        return None
    rigid = [Rigid(np.asarray(seen, float), np.asarray(form, float)) for seen, form in things]
    size = [float(np.linalg.norm(form[0] - form[2])) for _, form in things]
    begin = int(np.argmax(size))
    to_mm = homography(rigid[begin].seen, rigid[begin].form)
    if len(rigid) >= LEAST_THINGS:
        to_mm = settled(packed(rigid), to_mm)
    if not np.isfinite(to_mm).all() or float(np.median(misfits(packed(rigid), to_mm))) > MOST_MISFIT_MM:
        return None
    return _upright(to_mm, rigid[0].seen if origin is None else origin)


def _upright(to_mm: Floats, seen: Floats) -> Floats:
    """The map turned and shifted so that a thing's middle is the origin and its upper side runs along x."""
    flat = apply(to_mm, seen)
    middle = flat.mean(axis=0)
    along = (flat[1] - flat[0]) + (flat[2] - flat[3])
    c, s = along / max(float(np.linalg.norm(along)), 1e-9)
    turn = np.array([[c, s, 0], [-s, c, 0], [0, 0, 1.0]])
    shift = np.array([[1, 0, -middle[0]], [0, 1, -middle[1]], [0, 0, 1.0]])
    whole = turn @ shift @ to_mm
    out: Floats = whole / whole[2, 2]
    return out
