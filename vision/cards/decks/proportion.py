"""A deck's own proportions, told by what is printed on it.

An outline says how long a card is against its breadth only where cards lie in several directions: cards that all lie
one way look alike under other proportions and another tilt. The shapes on them have equal units both ways; by what
share they come out longer one way, the card that was assumed is too short that way.
"""

from __future__ import annotations

import numpy as np

from vision.cards.decks.candidates import Candidate, good
from vision.cards.face.fit import nearest
from vision.cards.scene_config import SceneConfig

Size = tuple[float, float]

GAIN = 3.5
"""A fit is held to its true form: it shows a third or so of what the photo leans."""


def better_size(candidates: list[Candidate], size_mm: Size, config: SceneConfig) -> Size | None:
    """Breadth and length in millimetres under which the printed shapes are true; None where those given will do.

    The area stays as it is, since no photo without a known length tells it.
    """
    leans = []
    for c in candidates:
        best = nearest(c.face.fits)
        if best is not None and good(c.face, config):
            leans.append(best.lean)
    if len(leans) < config.least_leans or size_mm[0] == size_mm[1]:
        return None
    lean = float(np.median(leans))
    same_way = float(np.mean(np.sign(leans) == np.sign(lean)))
    if abs(lean) < config.least_lean or same_way < config.same_lean:
        return None
    factor = float(np.exp(GAIN * lean))
    return size_mm[0] / factor, size_mm[1] * factor
