"""Which deck the faces of a photo are of, and what its colours are.

The profile is the one whose models leave the smaller errors over all faces.
"""

from __future__ import annotations

import numpy as np

from vision.cards.decide_config import DecideConfig
from vision.cards.decks.deck_scale import one_scale, unit_score
from vision.cards.decks.likely_fits import fits_well, weighed_fits
from vision.cards.face.colours import hue_of
from vision.cards.face.faces import Face


def choose_profile(
    faces: list[Face], given: str | None, config: DecideConfig, margin: float | None = None
) -> str | None:
    """The profile whose models fit better over all faces; None where the faces do not tell."""
    if given:
        return given
    total: dict[str, float] = {}
    names = {name for face in faces for name in face.fits}
    for face in faces:
        if len(face.fits) < 2:
            # Read by one profile's models alone, since it was clear by then.
            for name in face.fits:
                total[name] = total.get(name, 0.0) + 4.0
            continue
        best = {
            name: max((score for score, _ in weighed_fits(face, name, config)), default=-30.0)
            for name in names
        }
        top = max(best.values(), default=-30.0)
        if not any(fits_well(face, options[0], config) for options in face.fits.values() if options):
            continue
        # A thing that no model fits says nothing of the deck, and no single card may outvote the others.
        if top < -16 or face.clear < config.least_clear:
            continue
        for name, score in best.items():
            total[name] = total.get(name, 0.0) + max(score - top, -NO_SHAPE)
    if not total:
        return None
    ranked = sorted(total, key=lambda name: -total[name])
    if typical_fit(faces, config) < config.least_typical and one_scale(faces, ranked[0], config) is None:
        return None
    if len(ranked) > 1 and total[ranked[0]] - total[ranked[1]] < (margin or config.least_margin):
        return None
    return ranked[0]


def typical_fit(faces: list[Face], config: DecideConfig) -> float:
    """The middle one of the faces' best log-likelihoods, of those that show a shape at all; 0 where none does.

    Where the card's true proportions or the plane are wrong, some profile still fits least badly: it must fit well.
    """
    best = [
        max(
            (score for name in face.fits for score, _ in weighed_fits(face, name, config)),
            default=-30.0,
        )
        for face in faces
        if face.blob is not None and face.clear >= config.least_clear
    ]
    shown = [score for score in best if score > -22]
    return float(np.median(shown)) if shown else 0.0


def evidence(faces: list[Face], profile: str, config: DecideConfig) -> float:
    """What the faces together say for a profile and the plane that they were read in: each as much as its shape is
    likelier than one that is as far off as a thing of another kind."""
    best = (
        max((score for score, _ in weighed_fits(face, profile, config)), default=-NO_SHAPE) for face in faces
    )
    return sum(max(0.0, NO_SHAPE + score) for score in best)


NO_SHAPE = 9.0
"""By how much, as a natural logarithm, a thing of another kind is less likely than a shape drawn without fault."""


def learn_hues(faces: list[Face], profile: str, unit: float | None, config: DecideConfig) -> dict[int, float]:
    """The hue that this deck prints for each count, from the faces whose geometry alone leaves no choice."""
    seen: dict[int, list[float]] = {}
    for face in faces:
        if face.blob is None or face.clear < config.least_clear:
            continue
        ranked = sorted(
            (
                (s + (unit_score(f, unit, config) if unit else 0.0), f)
                for s, f in weighed_fits(face, profile, config)
            ),
            key=lambda x: -x[0],
        )
        if not ranked or ranked[0][0] < -12 or not fits_well(face, ranked[0][1], config):
            continue
        if len(ranked) > 1 and ranked[0][0] - ranked[1][0] < config.least_margin:
            continue
        seen.setdefault(ranked[0][1].shape.size, []).append(hue_of(face.blob.counted))
    learnt = {}
    for count, hues in seen.items():
        if len(hues) >= 2:
            turned = np.radians(hues)
            learnt[count] = float(np.degrees(np.arctan2(np.sin(turned).mean(), np.cos(turned).mean())) % 360)
    return learnt
