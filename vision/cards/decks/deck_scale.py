"""The unit edge that a deck's prints share."""

from __future__ import annotations

import numpy as np

from vision.cards.decide_config import DecideConfig
from vision.cards.decks.likely_fits import fits_well, in_its_colour, weighed_fits
from vision.cards.face.colours import count_likelihood
from vision.cards.face.faces import Face
from vision.cards.face.fit import Fit


def deck_unit(faces: list[Face], profile: str, config: DecideConfig) -> float | None:
    """The unit edge in millimetres that most faces share, or None where they do not share one.

    A table's tiles may look like one shape over and over: faces of one shape have few votes between them.
    """
    voting = [
        (face, found) for face, found in ((face, _voting(face, profile, config)) for face in faces) if found
    ]
    voters = [found for _, found in voting]
    if len(voters) < 2:
        return None
    likeliest = [max(found, key=lambda x: x[0])[1].shape for found in voters]
    votes = [
        min(1.0, config.most_votes / likeliest.count(shape)) * _exactness(face, found, config)
        for shape, (face, found) in zip(likeliest, voting, strict=True)
    ]
    tries = sorted({round(fit.unit_mm, 2) for found in voters for _, fit in found})
    best_unit, best_total = 0.0, -np.inf
    for unit in tries:
        total = sum(
            vote * max(s + unit_score(f, unit, config) for s, f in found)
            for vote, found in zip(votes, voters, strict=True)
        )
        if total > best_total:
            best_unit, best_total = unit, total
    near, agreed, count = [], 0.0, 0
    for vote, found in zip(votes, voters, strict=True):
        score, fit = max(found, key=lambda x: x[0] + unit_score(x[1], best_unit, config))
        if abs(np.log(fit.unit_mm / best_unit)) < 3 * config.unit_spread and score > -18:
            near.append(fit.unit_mm)
            agreed += vote
            count += 1
    if count < 2 or agreed < 0.6 * sum(votes):
        return one_scale(faces, profile, config)
    return float(np.median(near))


def _voting(face: Face, profile: str, config: DecideConfig) -> list[tuple[float, Fit]]:
    """The fits that may say what the deck's unit edge is: near enough, and in a colour of their count."""
    if face.blob is None:
        return []
    colour = count_likelihood(face.blob.counted)
    found = [
        (score, fit)
        for score, fit in weighed_fits(face, profile, config)
        if fits_well(face, fit, config) and colour[fit.shape.size - 1] > config.least_colour
    ]
    return found if found and max(found, key=lambda x: x[0])[0] > -16 else []


def _exactness(face: Face, found: list[tuple[float, Fit]], config: DecideConfig) -> float:
    """What a vote counts for, 0.1..1: a table's own specks fit some shape, but hardly ever exactly."""
    fit = max(found, key=lambda x: x[0])[1]
    most = config.most_error * fit.size_mm + config.most_error_px / max(face.scale_px, 1e-6)
    return max(0.1, 1 - (fit.error_mm / most) ** 2)


def unit_score(fit: Fit, unit: float, config: DecideConfig) -> float:
    """How likely a fit is by its unit edge, where the deck's is `unit` millimetres, as a natural logarithm."""
    return max(float(-0.5 * (np.log(fit.unit_mm / unit) / config.unit_spread) ** 2), config.unit_floor)


def one_scale(faces: list[Face], profile: str, config: DecideConfig) -> float | None:
    """The unit edge in millimetres of shapes of several counts, or of a large one and one of many corners, each drawn
    exactly, in a colour of its count, and all at one scale: they are a deck's, however much else a table shows."""
    best = [
        (face, max(weighed_fits(face, profile, config), key=lambda option: option[0], default=None))
        for face in faces
        if face.clear >= config.least_clear
    ]
    exact = [(face, option[1]) for face, option in best if option and option[0] > config.exact_fit]
    for face, one in exact:
        alike = [(other, fit) for other, fit in exact if _apart(fit, one) < config.exact_unit]
        counts = {fit.shape.size for _, fit in alike}
        if len(alike) >= config.exact_shapes and len(counts) >= config.exact_counts:
            return float(np.median([fit.unit_mm for _, fit in alike]))
        if len(one.shape.outline()[0]) >= 5 and in_its_colour(face, one, config.likely_colour):
            for other, fit in alike:
                large = fit.shape.size > 2 and fit.shape != one.shape
                large = large and in_its_colour(other, fit, config.likely_colour)
                if large and _apart(fit, one) < config.same_unit:
                    return one.unit_mm
    return None


def _apart(fit: Fit, other: Fit) -> float:
    """How far two unit edges are apart, as a natural logarithm."""
    return abs(float(np.log(fit.unit_mm / other.unit_mm)))


def exactly(fit: Fit, unit: float, face: Face, config: DecideConfig) -> bool:
    """Whether a shape is so exactly what its colour and the deck's unit edge say that no part of it can be missing."""
    return (
        fit.error_mm < config.exact_error * fit.size_mm
        and abs(float(np.log(fit.unit_mm / unit))) < config.exact_unit
        and in_its_colour(face, fit, config.exact_colour)
    )
