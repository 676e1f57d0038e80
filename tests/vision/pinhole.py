"""A table as a pinhole camera sees it, and cards that lie there."""

from __future__ import annotations

import numpy as np

from vision.ground import Bend
from vision.plane import Floats, apply

SIZE_PX = (1920, 1080)
"""Width, height."""
RIM = np.array([[0.0, 0.0], [63, 0], [63, 88], [0, 88]])
"""A card's corners, in millimetres."""
PLACES = np.array([[0.25, 0.3], [0.72, 0.25], [0.5, 0.55], [0.3, 0.75], [0.78, 0.7], [0.5, 0.2]])
"""Where six cards have their middles, as shares of the picture."""


def seen_by(focal: float, tilt: float, side: float, away_mm: float) -> Floats:
    """The map from a table's millimetres to pixels of a pinhole camera; angles in degrees."""
    a, b = np.radians(tilt), np.radians(side)
    lean = np.array([[1, 0, 0], [0, np.cos(a), -np.sin(a)], [0, np.sin(a), np.cos(a)]])
    spin = np.array([[np.cos(b), -np.sin(b), 0], [np.sin(b), np.cos(b), 0], [0, 0, 1]])
    pose = lean @ spin
    camera = np.array([[focal * 1920, 0, 959.5], [0, focal * 1920, 539.5], [0, 0, 1]])
    return np.asarray(camera @ np.column_stack([pose[:, 0], pose[:, 1], [40, -25, away_mm]]))


def laid(view: Floats, bend: Bend, place: Floats, turn: float) -> Floats:
    """The corners px of a card whose middle is seen at a share of the picture, turned by radians on the table."""
    c, s = np.cos(turn), np.sin(turn)
    middle = apply(np.linalg.inv(view), bend.straight(place * SIZE_PX))
    return bend.bent(apply(view, (RIM - [31.5, 44]) @ np.array([[c, s], [-s, c]]) + middle))
