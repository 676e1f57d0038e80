"""The table's plane as the things on it tell it, with its origin at a printed mark."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.plane import Floats, apply
from vision.rigid import Rigid, misfits, packed, settled

LEAST_THINGS = 2
MOST_MISFIT_MM = 3.0
"""Things of known size that fit one plane worse than this do not lie on one."""


def table_plane(things: Sequence[Rigid], origin: Floats) -> Floats | None:
    """The map (3, 3) from pixels to millimetres under which things are as large as they are.

    The origin is the middle of the corners `origin` (4, 2) px, top left first, x along their upper side. None where the
    things do not agree, and where there is none.
    """
    if not things:
        return None
    pack = packed(things)
    best, least = None, MOST_MISFIT_MM
    for start in _starts(max(things, key=lambda thing: float(np.linalg.norm(np.ptp(thing.form, axis=0))))):
        to_mm = settled(pack, start) if len(things) >= LEAST_THINGS else start
        off = float(np.median(misfits(pack, to_mm)))
        if np.isfinite(to_mm).all() and off < least:
            best, least = to_mm, off
    return None if best is None else _upright(best, origin)


def _starts(thing: Rigid) -> list[Floats]:
    """Maps (3, 3) that a thing tells by itself: the one that it fits, and without perspective, of which two markers on
    one card tell next to nothing."""
    whole, _ = cv2.findHomography(thing.seen, thing.form, 0)
    flat, *_ = np.linalg.lstsq(
        np.column_stack([thing.seen, np.ones(len(thing.seen))]), thing.form, rcond=None
    )
    affine = np.vstack([flat.T, [0.0, 0.0, 1.0]])
    return [affine] if whole is None else [np.asarray(whole, float), affine]


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
