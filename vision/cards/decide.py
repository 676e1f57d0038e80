"""From likely readings of all faces together to one reading each, or none: three witnesses have to agree.

Geometry gives a face's shape up to its scale, colour gives its count, and the unit edge that the whole deck shares
ties the two: a red triangle is the right isosceles pair only if its area says two. The profile is the one whose
models leave the smaller errors over all faces. A reading stands if it beats the runner-up by a clear margin.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from companion.rules.polyform import Shape
from vision.cards.colours import count_likelihood, hue_of
from vision.cards.faces import Face
from vision.cards.fit import Fit
from vision.cards.ink import Blob


@dataclass(frozen=True, slots=True)
class DecideConfig:
    """Bounds of the decision: errors as shares of the shape, spreads as shares, margins as natural logarithms."""

    error_floor: float = 0.012
    error_floor_px: float = 0.16
    """Errors below this, as a share of the shape's size and in photo pixels, are noise."""
    error_weight: float = 8.0
    """A boundary's independent places: the log-likelihood falls by so much where the error grows e-fold."""
    most_error: float = 0.046
    most_error_px: float = 0.4
    """A fit may be off by the sum of these, as a share of the shape's size and in photo pixels."""
    alone_scale: float = 0.15
    """Two different shapes whose unit edges are as near, as a natural logarithm, vouch for each other. Where none do,
    ..."""
    alone_error: float = 0.026
    alone_error_px: float = 0.3
    """... a fit may be off by the sum of these, and its unit edge has to be as long as a blurred picture's: of 407
    prints 4 are off by more. And the print may be off the card's middle by ..."""
    alone_off: float = 0.18
    """... this share of a side: prints are off by up to 0.07, an index in a corner by 0.3."""
    unit_spread: float = 0.05
    unit_floor: float = -8.0
    least_typical: float = -10.0
    """The middle face's log-likelihood below which no profile is chosen."""
    most_votes: float = 6.0
    """Of all faces that look like one shape, on the deck's unit edge."""
    least_margin: float = 4.5
    """What the deck is learnt from is so much likelier than the runner-up, and so is its profile ..."""
    least_lead: float = 3.2
    """... and a reading by so much at least. Of 1,274 cards read rightly, many of them in photographs made dark,
    blurred or small, 4 led by less; so did 3 of the 5 that blur made look like another."""
    half_lead: float = 2.4
    """The lead at which a reading is as likely right as wrong."""
    least_colour: float = 0.02
    least_clear: float = 0.86
    least_z: float = 0.66
    sure_z: float = 0.75
    letter_saturation: float = 0.7
    """What is so like a Z and of so little colour is one, though the noise in it may fit a shape."""
    least_plain: float = 0.72
    least_papery: float = 0.3
    least_even: float = 0.2
    """Less plain paper than all three, about the shape and all over the card, is a card's back."""
    exact_error: float = 0.03
    exact_unit: float = 0.06
    exact_colour: float = 0.9
    """A shape that is so near to what the deck says, in its fit, its scale and its colour, is all there."""
    exact_fit: float = -6.0
    exact_shapes: int = 4
    exact_counts: int = 3
    """So many shapes of at least such a log-likelihood, of so many counts and one scale, are a deck's for certain."""
    same_unit: float = 0.02
    likely_colour: float = 0.5
    """So are two different ones whose unit edges differ by no more than this, as a natural logarithm, each in a colour
    that is so likely its count's."""
    least_scale: float = -1.2
    frayed: float = 0.65
    """What is off by more than this share of the bound has to be of the deck's scale to within 1.5 spreads."""
    lined: int = 1
    """Shapes of so few triangles, clear and in their own colour, ..."""
    unveiled: float = 0.9
    lined_floor: float = 0.95
    """... may be off the deck's scale until their score has fallen to this share of the least."""
    unmistakable_error: float = 0.6
    unmistakable_lead: float = 10.0
    """What a shape of many corners may be off, as a share of the bound, and its lead over the runner-up, where its size
    is not asked for."""
    least_unit_px: float = 6.0
    sharp_unit_px: float = 9.0
    sharp_solid: float = 0.91
    """Below the one a shape of three or more has to have this mean share of ink within its outline: what moved while
    the picture was taken has its ink spread beyond it, and turns into another shape when it is as small as that."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What one face shows: a shape (None for Z), or why it is not read. `plausible`: it may be a card of the game."""

    triangles: int | None
    shape: Shape | None
    confidence: float
    why: str | None
    plausible: bool


NOTHING = Decision(None, None, 0.0, None, False)


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
            name: max((score for score, _ in _options(face, name, None, config)), default=-30.0)
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


def one_scale(faces: list[Face], profile: str, config: DecideConfig) -> float | None:
    """The unit edge in millimetres of shapes of several counts, or of a large one and one of many corners, each drawn
    exactly, in a colour of its count, and all at one scale: they are a deck's, however much else a table shows."""
    best = [
        (face, max(_options(face, profile, None, config), key=lambda option: option[0], default=None))
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


def in_its_colour(face: Face, fit: Fit, least: float) -> bool:
    """Whether a print's colour is that of the fit's count with at least such a likelihood."""
    return face.blob is not None and float(count_likelihood(face.blob.colour)[fit.shape.size - 1]) > least


def typical_fit(faces: list[Face], config: DecideConfig) -> float:
    """The middle one of the faces' best log-likelihoods, of those that show a shape at all; 0 where none does.

    Where the card's true proportions or the plane are wrong, some profile still fits least badly: it must fit well.
    """
    best = [
        max((score for name in face.fits for score, _ in _options(face, name, None, config)), default=-30.0)
        for face in faces
        if face.blob is not None and face.clear >= config.least_clear
    ]
    shown = [score for score in best if score > -22]
    return float(np.median(shown)) if shown else 0.0


def evidence(faces: list[Face], profile: str, config: DecideConfig) -> float:
    """What the faces together say for a profile and the plane that they were read in: each as much as its shape is
    likelier than one that is as far off as a thing of another kind."""
    best = (
        max((score for score, _ in _options(face, profile, None, config)), default=-NO_SHAPE)
        for face in faces
    )
    return sum(max(0.0, NO_SHAPE + score) for score in best)


NO_SHAPE = 9.0
"""By how much, as a natural logarithm, a thing of another kind is less likely than a shape drawn without fault."""


def fits_well(face: Face, fit: Fit, config: DecideConfig, part: float = 1.0) -> bool:
    """Whether a fit is near enough to be this shape at all, for a shape of this size in the photo.

    `part` makes the bound stricter where the shape alone has to convince.
    """
    return fit.error_mm <= part * (
        config.most_error * fit.size_mm + config.most_error_px / max(face.scale_px, 1e-6)
    )


def _options(
    face: Face, profile: str, learnt: dict[int, float] | None, config: DecideConfig
) -> list[tuple[float, Fit]]:
    """Each fit's log-likelihood by geometry and colour."""
    if face.blob is None:
        return []
    colour = count_likelihood(face.blob.colour, learnt)
    found = []
    for fit in face.fits.get(profile, ()):
        # How much likelier one shape is than another goes by the ratio of their errors, down to what is noise.
        floor = np.hypot(config.error_floor * fit.size_mm, config.error_floor_px / max(face.scale_px, 1e-6))
        off = np.log(np.hypot(fit.error_mm, floor) / floor)
        score = -config.error_weight * off - 0.5 * min((fit.stretch / 0.06) ** 2, 9.0)
        found.append((float(score + np.log(colour[fit.shape.size - 1])), fit))
    return found


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
            vote * max(s + _unit_score(f, unit, config) for s, f in found)
            for vote, found in zip(votes, voters, strict=True)
        )
        if total > best_total:
            best_unit, best_total = unit, total
    near, agreed, count = [], 0.0, 0
    for vote, found in zip(votes, voters, strict=True):
        score, fit = max(found, key=lambda x: x[0] + _unit_score(x[1], best_unit, config))
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
    colour = count_likelihood(face.blob.colour)
    found = [
        (score, fit)
        for score, fit in _options(face, profile, None, config)
        if fits_well(face, fit, config) and colour[fit.shape.size - 1] > config.least_colour
    ]
    return found if found and max(found, key=lambda x: x[0])[0] > -16 else []


def _exactness(face: Face, found: list[tuple[float, Fit]], config: DecideConfig) -> float:
    """What a vote counts for, 0.1..1: a table's own specks fit some shape, but hardly ever exactly."""
    fit = max(found, key=lambda x: x[0])[1]
    most = config.most_error * fit.size_mm + config.most_error_px / max(face.scale_px, 1e-6)
    return max(0.1, 1 - (fit.error_mm / most) ** 2)


def _unit_score(fit: Fit, unit: float, config: DecideConfig) -> float:
    return max(float(-0.5 * (np.log(fit.unit_mm / unit) / config.unit_spread) ** 2), config.unit_floor)


def learn_hues(faces: list[Face], profile: str, unit: float | None, config: DecideConfig) -> dict[int, float]:
    """The hue that this deck prints for each count, from the faces whose geometry alone leaves no choice."""
    seen: dict[int, list[float]] = {}
    for face in faces:
        if face.blob is None or face.clear < config.least_clear:
            continue
        ranked = sorted(
            (
                (s + (_unit_score(f, unit, config) if unit else 0.0), f)
                for s, f in _options(face, profile, None, config)
            ),
            key=lambda x: -x[0],
        )
        if not ranked or ranked[0][0] < -12 or not fits_well(face, ranked[0][1], config):
            continue
        if len(ranked) > 1 and ranked[0][0] - ranked[1][0] < config.least_margin:
            continue
        seen.setdefault(ranked[0][1].shape.size, []).append(hue_of(face.blob.colour))
    learnt = {}
    for count, hues in seen.items():
        if len(hues) >= 2:
            turned = np.radians(hues)
            learnt[count] = float(np.degrees(np.arctan2(np.sin(turned).mean(), np.cos(turned).mean())) % 360)
    return learnt


def _unmistakable(face: Face, fit: Fit, margin: float, config: DecideConfig) -> bool:
    """Whether a shape of six corners or more is so well drawn, in its colour, that nothing else is like it at any size:
    near a wide lens's edge the scale tells little."""
    return (
        len(fit.shape.outline()[0]) >= 6
        and fits_well(face, fit, config, config.unmistakable_error)
        and margin >= config.unmistakable_lead
        and in_its_colour(face, fit, config.exact_colour)
    )


def exactly(fit: Fit, unit: float, face: Face, config: DecideConfig) -> bool:
    """Whether a shape is so exactly what its colour and the deck's unit edge say that no part of it can be missing."""
    return (
        fit.error_mm < config.exact_error * fit.size_mm
        and abs(float(np.log(fit.unit_mm / unit))) < config.exact_unit
        and in_its_colour(face, fit, config.exact_colour)
    )


def _a_letter(face: Face, blob: Blob, config: DecideConfig) -> bool:
    return face.z >= config.sure_z and blob.saturation < config.letter_saturation


def _too_small(blob: Blob, fit: Fit, scale_px: float, config: DecideConfig) -> str | None:
    """What would help where a print is too small to be told from others."""
    unit_px = fit.unit_mm * scale_px
    if unit_px < config.least_unit_px:
        return "too small: move the camera closer"
    if unit_px < config.sharp_unit_px and fit.shape.size > 2 and blob.solid < config.sharp_solid:
        return "too small for so blurred a picture: hold still, or closer"
    return None


def decide(
    face: Face, profile: str, unit: float | None, learnt: dict[int, float], config: DecideConfig
) -> Decision:
    """One face's reading."""
    if face.blob is None or not face.fits.get(profile) or _a_letter(face, face.blob, config):
        if face.z >= config.least_z:
            return Decision(0, None, min(1.0, face.z), None, True)
        return NOTHING
    colour = count_likelihood(face.blob.colour)
    taught = count_likelihood(face.blob.colour, learnt)
    options = []
    for score, fit in _options(face, profile, None, config):
        extra = _unit_score(fit, unit, config) if unit else 0.0
        known = 0.5 * float(np.log(taught[fit.shape.size - 1])) if learnt else 0.0
        options.append((score + extra + known, fit))
    options.sort(key=lambda x: -x[0])
    top, fit = options[0]
    if not fits_well(face, fit, config):
        if face.z >= config.least_z:
            return Decision(0, None, min(1.0, face.z), None, True)
        likely = (
            fit.error_mm < 0.12 * fit.size_mm and face.blob.saturation > 0.4 and not face.blob.touches_rim
        )
        return Decision(None, None, 0.0, "the shape is not clear: uncover it, or keep glare off it", likely)
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
    if colour[count - 1] < config.least_colour and taught[count - 1] < 0.3:
        if face.z >= config.least_z:
            return Decision(0, None, min(1.0, face.z), None, True)
        return Decision(
            None, None, trust, "its colour and its shape disagree: show it without glare or shadow", True
        )
    off = _unit_score(fit, unit, config) if unit is not None else 0.0
    # A line round the print, or one that is no part of it, makes most of a small shape.
    lined = count <= config.lined and colour[count - 1] > config.exact_colour and face.clear > config.unveiled
    misfit = off <= (config.lined_floor if lined else 0.6) * config.unit_floor
    # Another game's hexagon is near a square of four, and near its size: both at once is too much.
    misfit |= off < config.least_scale and not fits_well(face, fit, config, config.frayed)
    if misfit and not _unmistakable(face, fit, margin, config):
        return Decision(None, None, trust, "its size and its colour disagree: show all of it", True)
    if margin < config.least_lead:
        return Decision(None, None, trust, "two shapes fit it: hold the camera closer and straighter", True)
    return Decision(count, fit.shape, min(1.0, trust), None, True)
