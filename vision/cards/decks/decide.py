"""One face's reading, or none: three witnesses have to agree.

Geometry gives a face's shape up to its scale, colour gives its count, and the unit edge that the whole deck shares
ties the two: a red triangle is the right isosceles pair only if its area says two. A reading stands if it beats the
runner-up by a clear margin.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from companion.rules.polyform import Shape
from vision.cards.decide_config import DecideConfig
from vision.cards.decks.deck_scale import exactly, unit_score
from vision.cards.decks.likely_fits import fits_well, in_its_colour, weighed_fits
from vision.cards.face.blob import Blob
from vision.cards.face.colours import count_likelihood
from vision.cards.face.faces import Face
from vision.cards.face.fit import Fit
from vision.plane import Floats


@dataclass(frozen=True, slots=True)
class Decision:
    """What one face shows: a shape (None for Z), or why it is not read. `plausible`: it may be a card of the game."""

    triangles: int | None
    shape: Shape | None
    confidence: float
    why: str | None
    plausible: bool


TOO_SMALL = "too small: move the camera closer"
UNCLEAR = "the shape is not clear: uncover it, or keep glare off it"
DISAGREE = "its colour and its shape disagree: show it without glare or shadow"
NOTHING = Decision(None, None, 0.0, None, False)


def decide(
    face: Face, profile: str, unit: float | None, learnt: dict[int, float], config: DecideConfig
) -> Decision:
    """One face's reading."""
    if face.blob is None or not face.fits.get(profile) or _a_letter(face, face.blob, config):
        return _letter(face, config) or NOTHING
    colour = count_likelihood(face.blob.counted)
    taught = count_likelihood(face.blob.counted, learnt)
    options = _options(face, profile, unit, taught if learnt else None, config)
    top, fit = options[0]
    if not fits_well(face, fit, config):
        likely = (
            fit.error_mm < 0.12 * fit.size_mm and face.blob.saturation > 0.4 and not face.blob.touches_rim
        )
        return _letter(face, config) or Decision(None, None, 0.0, UNCLEAR, likely)
    count = fit.shape.size
    runner = next((score for score, other in options[1:] if other.shape != fit.shape), top - 40.0)
    margin = top - runner
    trust = float(1 / (1 + np.exp(-(margin - config.half_lead))))
    small = _too_small(face.blob, fit, face.scale_px, config)
    if small is not None:
        return Decision(None, None, trust, small, True)
    bare = face.papery >= config.least_papery or face.even >= config.least_even
    if face.plain < config.least_plain and not bare:
        # A figure in a pattern that covers the whole card: a back.
        return NOTHING
    whole = unit is not None and exactly(fit, unit, face, config)
    if face.clear < config.least_clear or (face.blob.touches_rim and not whole):
        return Decision(None, None, trust, "covered: something lies over the shape's edge", face.clear > 0.5)
    frayed = not fits_well(face, fit, config, config.frayed)
    if _of_another_colour(float(colour[count - 1]), float(taught[count - 1]), config, frayed=frayed):
        return _letter(face, config) or Decision(None, None, trust, DISAGREE, True)
    off = unit_score(fit, unit, config) if unit is not None else 0.0
    # A line round the print, or one that is no part of it, makes most of a small shape.
    lined = count <= config.lined and colour[count - 1] > config.exact_colour and face.clear > config.unveiled
    misfit = off <= (config.lined_floor if lined else 0.6) * config.unit_floor
    # Another game's hexagon is near a square of four, and near its size: both at once is too much.
    misfit |= frayed and off < (config.lined_scale if lined else config.least_scale)
    if misfit and not (_unmistakable(face, fit, margin, config) or _by_its_line(face, fit, unit, config)):
        return Decision(None, None, trust, "its size and its colour disagree: show all of it", True)
    if margin < config.least_lead:
        return Decision(None, None, trust, "two shapes fit it: hold the camera closer and straighter", True)
    return Decision(count, fit.shape, min(1.0, trust), None, True)


def _letter(face: Face, config: DecideConfig) -> Decision | None:
    """That a face shows a Z, if it is likely enough."""
    return Decision(0, None, min(1.0, face.z), None, True) if face.z >= config.least_z else None


def _options(
    face: Face, profile: str, unit: float | None, taught: Floats | None, config: DecideConfig
) -> list[tuple[float, Fit]]:
    """The shapes of a deck with what speaks for each, the likeliest first; `taught` (n,) is how likely the face's ink
    is each count's, as other cards of the deck show it."""
    options = []
    for score, fit in weighed_fits(face, profile, config):
        extra = unit_score(fit, unit, config) if unit else 0.0
        known = 0.0 if taught is None else 0.5 * float(np.log(taught[fit.shape.size - 1]))
        options.append((score + extra + known, fit))
    options.sort(key=lambda x: -x[0])
    return options


def _of_another_colour(usual: float, learnt: float, config: DecideConfig, *, frayed: bool) -> bool:
    """Whether an ink is not that of a count, by how likely it is its `usual` one and the one `learnt` of this deck."""
    if frayed and max(usual, learnt) < config.frayed_colour:
        # Part of a shape may be washed out: what is left of it is nearly another, in the colour of the whole.
        return True
    return usual < config.least_colour and learnt < LEAST_LEARNT


LEAST_LEARNT = 0.3
"""An ink that is not its count's usual one has to be so likely the one that other cards of the deck show for it."""


def _unmistakable(face: Face, fit: Fit, margin: float, config: DecideConfig) -> bool:
    """Whether a shape of six corners or more is so well drawn, in its colour, that nothing else is like it at any size:
    near a wide lens's edge the scale tells little."""
    return (
        len(fit.shape.outline()[0]) >= 6
        and fits_well(face, fit, config, config.unmistakable_error)
        and margin >= config.unmistakable_lead
        and in_its_colour(face, fit, config.exact_colour)
    )


def _by_its_line(face: Face, fit: Fit, unit: float | None, config: DecideConfig) -> bool:
    """Whether a figure that is drawn in lines, in its colour, is off the deck's scale by no more than these make of it:
    they are taken to run along its edges, and may run within them. Small shapes lose a larger share by that."""
    beyond_mm = 0.0 if face.blob is None else face.blob.beyond_mm
    loop = fit.outline_mm
    around = float(np.linalg.norm(np.roll(loop, -1, 0) - loop, axis=1).sum())
    share = around * beyond_mm / (2 * fit.size_mm**2)
    return (
        unit is not None
        and abs(float(np.log(fit.unit_mm / unit))) < share
        and fits_well(face, fit, config, config.frayed)
        and in_its_colour(face, fit, config.exact_colour)
    )


def _a_letter(face: Face, blob: Blob, config: DecideConfig) -> bool:
    return face.z >= config.sure_z and blob.saturation < config.letter_saturation


def _too_small(blob: Blob, fit: Fit, scale_px: float, config: DecideConfig) -> str | None:
    """What would help where a print is too small to be told from others."""
    unit_px = fit.unit_mm * scale_px
    if unit_px < config.least_unit_px:
        return TOO_SMALL
    if unit_px < config.sharp_unit_px and fit.shape.size > 2 and blob.solid < config.sharp_solid:
        return "too small for so blurred a picture: hold still, or closer"
    return None
