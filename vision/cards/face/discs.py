"""How like a disc a print is: pips, buttons and stones are round, and a figure of five triangles is nearly so."""

from __future__ import annotations

import cv2
import numpy as np

from vision.plane import Floats

LEAST_POINTS = 8


def off_disc(boundary_mm: Floats) -> float:
    """How far a boundary (n, 2) lies from the ellipse that is nearest to it, in millimetres: the root of the mean
    square, along the radius. An ellipse, since the plane may be a little off."""
    if len(boundary_mm) < LEAST_POINTS:
        return np.inf
    (x, y), across, degrees = cv2.fitEllipse(np.asarray(boundary_mm, np.float32))
    half = np.maximum(np.array(across) / 2, 1e-6)
    turn = np.radians(degrees)
    axes = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    radius = np.hypot(*((boundary_mm - [x, y]) @ axes.T / half).T)
    return float(np.sqrt(np.mean((radius - 1) ** 2) * half.prod()))
