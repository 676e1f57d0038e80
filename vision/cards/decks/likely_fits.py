"""How likely each fit of a face is, by how it is drawn and by its colour."""

from __future__ import annotations

import numpy as np

from vision.cards.decide_config import DecideConfig
from vision.cards.face.colours import count_likelihood
from vision.cards.face.faces import Face
from vision.cards.face.fit import Fit


def fits_well(face: Face, fit: Fit, config: DecideConfig, part: float = 1.0) -> bool:
    """Whether a fit is near enough to be this shape at all, for a shape of this size in the photo.

    `part` makes the bound stricter where the shape alone has to convince.
    """
    return fit.error_mm <= part * (
        config.most_error * fit.size_mm + config.most_error_px / max(face.scale_px, 1e-6)
    )


def in_its_colour(face: Face, fit: Fit, least: float) -> bool:
    """Whether a print's colour is that of the fit's count with at least such a likelihood."""
    return face.blob is not None and float(count_likelihood(face.blob.counted)[fit.shape.size - 1]) > least


def weighed_fits(face: Face, profile: str, config: DecideConfig) -> list[tuple[float, Fit]]:
    """Each fit's log-likelihood by geometry and colour."""
    if face.blob is None:
        return []
    colour = count_likelihood(face.blob.counted)
    found = []
    for fit in face.fits.get(profile, ()):
        # How much likelier one shape is than another goes by the ratio of their errors, down to what is noise.
        floor = np.hypot(config.error_floor * fit.size_mm, config.error_floor_px / max(face.scale_px, 1e-6))
        off = np.log(np.hypot(fit.error_mm, floor) / floor)
        score = -config.error_weight * off - 0.5 * min((fit.stretch / 0.06) ** 2, 9.0)
        found.append((float(score + np.log(colour[fit.shape.size - 1])), fit))
    return found
