"""Whether a shape whose card shows no edge is of the deck: its scale, its paper, its colours."""

from __future__ import annotations

import numpy as np

from vision.cards.decks.candidates import good
from vision.cards.decks.decide import NOTHING, Decision
from vision.cards.decks.likely_fits import fits_well, in_its_colour
from vision.cards.face.colours import count_likelihood, hue_of
from vision.cards.face.faces import Face
from vision.cards.face.fit import Fit
from vision.cards.scene_config import SceneConfig


def like_the_rest(
    face: Face,
    profile: str,
    unit: float | None,
    seen: Decision,
    teachers: list[Face],
    config: SceneConfig,
) -> bool:
    """Whether a lone shape is printed at the deck's scale and on paper like the deck's."""
    if seen.triangles == 0:
        return same_paper(face, teachers, config)
    if unit is None or seen.triangles is None or face.blob is None:
        return False
    if seen.confidence < (config.lone_trust if seen.triangles > 2 else config.lone_trust_of_few):
        return False
    if face.blob.solid < config.lone_solid and face.paper.mean() < config.glaring:
        return False
    # A speck of the table is as like a small square as a small square is: its colour has to be the deck's.
    if count_likelihood(face.blob.counted)[seen.triangles - 1] < config.lone_colour:
        return False
    own = [f for fits in face.fits.values() for f in fits if f.shape == seen.shape]
    if (
        not own
        or (not _no_chance(own[0], unit, seen, config) and _paler(face, teachers, config))
        or not fits_well(face, own[0], config.decide, _lone_error(own[0], unit, face, config))
    ):
        return False
    if _frayed(own[0], unit, teachers, profile, config):
        return False
    play = _play(own[0], config)
    if _deck_known(teachers, config) and _coloured(face, own[0], config):
        # A line round the print makes a small shape look larger than a large one.
        play = max(play, config.lone_play_in_line)
    if _off_scale(own[0], unit) > play:
        return False
    return same_paper(face, teachers, config) or _beyond_doubt(own[0], unit, face, config)


def _deck_known(teachers: list[Face], config: SceneConfig) -> bool:
    """Whether enough cards are read to tell what the deck's paper and lines are like."""
    return sum(good(face, config) for face in teachers) >= config.least_papers


OFF_SCALE = "it is of another size than the others: move the camera closer, or the card to the middle"


def doubtful(
    face: Face, profile: str, unit: float | None, seen: Decision, teachers: list[Face], config: SceneConfig
) -> Decision:
    """A lone shape that may be the deck's and is not certainly so: not to be passed over in silence."""
    if unit is None:
        return NOTHING
    fits = [
        fit for fit in face.fits.get(profile, ()) if fits_well(face, fit, config.decide, config.lone_error)
    ]
    near = any(_off_scale(fit, unit) < max(_play(fit, config), config.lone_play_in_line) for fit in fits)
    if near and (
        same_paper(face, teachers, config)
        or (_no_accident(seen, face, unit, config) and _deck_known(teachers, config))
    ):
        return Decision(
            None, None, 0.0, "a shape whose colour is not clear: keep glare and shadow off it", True
        )
    if not any(_drawn_exactly(fit, face, config) for fit in fits) or not same_paper(face, teachers, config):
        return NOTHING
    # A deck may draw its longest shapes smaller than others, and towards a wide lens's rim the plane is far off.
    return seen if seen.why else Decision(None, None, seen.confidence, OFF_SCALE, True)


def _no_accident(seen: Decision, face: Face, unit: float, config: SceneConfig) -> bool:
    """Whether a print is read, drawn without fault at the deck's scale, in its count's colour and clear all round: the
    paper of a card that sun and shadow cross is of another tint than the deck's elsewhere."""
    own = [fit for fits in face.fits.values() for fit in fits if fit.shape == seen.shape]
    return (
        seen.triangles is not None
        and bool(own)
        and _without_fault(own[0], config)
        and _off_scale(own[0], unit) < config.decide.exact_unit
        and _coloured(face, own[0], config)
        and face.clear >= config.lone_plain
        and face.plain >= config.least_plain
    )


def _drawn_exactly(fit: Fit, face: Face, config: SceneConfig) -> bool:
    """Whether a print is a shape of three triangles or more, without fault, in its count's colour and alone on plain
    ground: it may be a card's whatever its size."""
    return (
        fit.shape.size > 2
        and _without_fault(fit, config)
        and _coloured(face, fit, config)
        and min(face.clear, face.plain) >= config.lone_plain
    )


def of_another_game(
    face: Face, profile: str, unit: float | None, seen: Decision, teachers: list[Face], config: SceneConfig
) -> bool:
    """Whether what a card with an edge of its own shows is read as a triangle or two, and is drawn far worse than the
    deck's prints in this photo, and off their scale: as the diamond of a playing card is."""
    if unit is None or seen.triangles not in (1, 2):
        return False
    own = [fit for fit in face.fits.get(profile, ()) if fit.shape == seen.shape]
    if not own or _off_scale(own[0], unit) < config.another_scale:
        return False
    usual = _usual_error(teachers, profile, config)
    error = own[0].error_mm / own[0].size_mm
    return usual is not None and error > max(config.another_frayed * usual, config.decide.exact_error)


ANOTHER_GAME = (
    "its shape is not drawn as the deck's are: move the camera closer, or take away what is of another game"
)


def _frayed(fit: Fit, unit: float, teachers: list[Face], profile: str, config: SceneConfig) -> bool:
    """Whether a lone shape is drawn far worse than the deck's prints are in this photo, or worse and not quite at their
    scale either: what a cloth shows is, and a suit's diamond among red pairs."""
    usual = _usual_error(teachers, profile, config)
    if usual is None:
        return False
    most = config.frayed_off_scale if _off_scale(fit, unit) > config.frayed_scale else config.frayed
    return fit.error_mm / fit.size_mm > max(most * usual, config.decide.exact_error)


def _usual_error(teachers: list[Face], profile: str, config: SceneConfig) -> float | None:
    """How far the deck's prints are off their shapes in this photo, as a share of their sizes; None of too few."""
    told = [
        fits[0].error_mm / fits[0].size_mm
        for face in teachers
        if (fits := face.fits.get(profile)) and fits_well(face, fits[0], config.decide)
    ]
    if len(told) < config.least_told:
        return None
    return max(float(np.median(told)), config.decide.error_floor)


def _no_chance(fit: Fit, unit: float, seen: Decision, config: SceneConfig) -> bool:
    """Whether a shape has too many corners, or is drawn too exactly at the deck's scale and too unlike any other, for
    the table to have it by chance."""
    return len(fit.shape.outline()[0]) >= 5 or (
        fit.shape.size > 2
        and _without_fault(fit, config)
        and _off_scale(fit, unit) < config.lone_scale
        and seen.confidence > config.lone_trust_beyond
    )


def _lone_error(fit: Fit, unit: float, face: Face, config: SceneConfig) -> float:
    """What a lone shape's fit may be off, as a share of what a whole card's may: glare and grain fray its boundary, and
    where it has many corners, the deck's colour and scale, and plain paper all round, it is no chance of the table."""
    likely = (
        len(fit.shape.outline()[0]) >= 5
        and _off_scale(fit, unit) < config.lone_scale
        and _coloured(face, fit, config)
        and min(face.clear, face.plain) >= config.lone_plain
    )
    return config.lone_error_of_many if likely else config.lone_error


def _beyond_doubt(fit: Fit, unit: float, face: Face, config: SceneConfig) -> bool:
    """Whether a shape is so exactly one of the deck's, and no mere triangle or square, that no table has it by chance:
    then its paper may lie in another light."""
    return (
        fit.shape.size > 2
        and _without_fault(fit, config)
        and _off_scale(fit, unit) < config.lone_play
        and _coloured(face, fit, config)
    )


def _without_fault(fit: Fit, config: SceneConfig) -> bool:
    return fit.error_mm < config.decide.exact_error * fit.size_mm


def _off_scale(fit: Fit, unit: float) -> float:
    """How far a shape's unit edge is off the deck's, in logarithms."""
    return abs(float(np.log(fit.unit_mm / unit)))


def _coloured(face: Face, fit: Fit, config: SceneConfig) -> bool:
    return in_its_colour(face, fit, config.decide.exact_colour)


def _paler(face: Face, teachers: list[Face], config: SceneConfig) -> bool:
    """Whether a print is far paler than the deck's with no glare over it that would account for that."""
    prints = [t.blob for t in teachers if t.blob is not None and t is not face and good(t, config)]
    if len(prints) < 2 or face.blob is None or face.paper.mean() > config.glaring:
        return False
    # A yellow is never as pale as a purple: what is told from a deck's own purple is told best.
    hue = hue_of(face.blob.counted)
    same = [ink.saturation for ink in prints if abs((hue_of(ink.counted) - hue + 180) % 360 - 180) < SAME_HUE]
    usual = float(np.median(same or [ink.saturation for ink in prints]))
    return face.blob.saturation < config.paler * usual


SAME_HUE = 25.0
"""Degrees within which two inks are one colour of a deck."""


def _play(fit: Fit, config: SceneConfig) -> float:
    """How far a lone shape's unit edge may be off the deck's: a table shows triangles and squares of any size by
    chance, and a shape of many corners never."""
    corners = len(fit.shape.outline()[0])
    if corners >= 5:
        return config.lone_play_of_many
    return config.lone_play_of_four if corners == 4 and fit.shape.size > 2 else config.lone_play


def same_paper(face: Face, teachers: list[Face], config: SceneConfig) -> bool:
    """Whether a face's paper looks like that of some card of the deck; true where there is none to compare with."""
    papers = [other.paper for other in teachers if good(other, config) and other is not face]
    if not papers:
        return True
    tint, light = face.paper / face.paper.sum(), face.paper.sum()
    return any(
        np.abs(tint / (paper / paper.sum()) - 1).max() < config.paper_play and 0.3 < light / paper.sum() < 3.3
        for paper in papers
    )
