"""A card's corners moved until its print lies where it does on the taught card."""

from __future__ import annotations

import numpy as np

from vision.paper import over_paper
from vision.plane import Floats, apply, rectangle
from vision.rectify import Pyramid, face_map
from vision.taught.bending import Bend
from vision.taught.closely import COARSE
from vision.taught.describe import HEADROOM, STEP_PX, flat
from vision.taught.pictured import Picture, PictureConfig, picture_of
from vision.taught.sharp import smoothed

_STEPS = 6
_STIFFNESS = 0.5
_BLUR_PX = (2.0, 0.8)
"""Print is laid over print coarsely first: so far off it may be."""


def settled(pyramid: Pyramid, corners: Floats, known: Picture, config: PictureConfig) -> Floats:
    """The corners (4, 2) px, top-left first, of a card that is most like a known one, from where it nearly lies."""
    planes, _ = over_paper(flat(pyramid, corners), STEP_PX, HEADROOM)
    seen = picture_of(planes, config).colours[..., :3].mean(2)
    wanted = known.colours[..., :3].mean(2)
    bend: Bend = np.zeros((2, 4))
    for blur in _BLUR_PX:
        bend = COARSE.bent(smoothed(seen, blur), smoothed(wanted, blur), bend, _STEPS, _STIFFNESS)
    wide, high = COARSE.size
    ends = rectangle((2.0, 2.0), (-1.0, -1.0))
    basis = np.stack([np.ones(4), ends[:, 0], ends[:, 1], ends[:, 0] * ends[:, 1]])
    there = rectangle((float(wide), float(high))) + (bend @ basis).T
    return apply(face_map(corners, (float(wide), float(high))), there)
