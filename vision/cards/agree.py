"""Every candidate's reading in the light of all others: one deck, one scale, one paper, one card a place."""

from __future__ import annotations

import numpy as np

from companion.rules.polyform import Shape
from vision.cards.candidates import Candidate, good
from vision.cards.colours import count_likelihood, hue_of
from vision.cards.decide import (
    NOTHING,
    Decision,
    choose_profile,
    decide,
    deck_unit,
    fits_well,
    in_its_colour,
    learn_hues,
)
from vision.cards.faces import Face
from vision.cards.fit import Fit, nearest
from vision.cards.own_paper import named
from vision.cards.scene_config import SceneConfig
from vision.plane import Floats, quad_area
from vision.quads import inside


def decided(
    candidates: list[Candidate], profile: str, config: SceneConfig
) -> list[tuple[Candidate, Decision]]:
    """Each candidate with its decision: the deck is learnt from all of them first."""
    # What the deck is like is learnt from whole cards where there are any; lone shapes have to comply.
    whole = [c.face for c in candidates if c.outlined and not _beyond_its_card(c.face, profile, config)]
    known = [fit.unit_mm for c in candidates if c.known for fit in c.face.fits.get(profile, ())]
    unit = float(np.median(known)) if known else deck_unit(whole, profile, config.decide)
    if unit is not None:
        return _without_patterns(_each(candidates, whole, unit, profile, config), profile, config)
    # Where no cards show their edges, everything may be the table's own.
    everyone = [c.face for c in candidates]
    unit = deck_unit(everyone, profile, config.decide)
    found = _each(candidates, everyone, unit, profile, config.stricter)
    told = [c.face for c, seen in found if seen.triangles]
    unit = deck_unit(told, profile, config.decide)
    kinds = {seen.triangles for _, seen in found if seen.triangles}
    if unit is not None and len(told) >= config.least_told and len(kinds) >= config.least_kinds:
        # Many that are beyond doubt, of several colours and one scale, tell the deck as whole cards do.
        found = _each(candidates, told, unit, profile, config)
    return _without_patterns(found, profile, config)


def _beyond_its_card(face: Face, profile: str, config: SceneConfig) -> bool:
    """Whether a shape is drawn so large that the deck's longest shape would not fit on the card: its outline is no
    card's, but the print's own perhaps."""
    fits = face.fits.get(profile, ())
    return bool(fits) and min(fit.unit_mm for fit in fits) > config.most_unit * max(config.faces.size_mm)


def _each(
    candidates: list[Candidate], teachers: list[Face], unit: float | None, profile: str, config: SceneConfig
) -> list[tuple[Candidate, Decision]]:
    """Each candidate with its decision, by what the teachers' faces tell of the deck."""
    learnt = learn_hues(teachers, profile, unit, config.decide)
    another_game = _of_another_game(candidates, profile)
    found = []
    for k, c in enumerate(candidates):
        seen = decide(c.face, profile, unit, learnt, config.decide)
        if not c.outlined and not _like_the_rest(c.face, profile, unit, seen, teachers, config):
            seen = _doubtful(c.face, profile, unit, teachers, config)
        if seen.triangles and k in another_game:
            seen = NOTHING
        if seen.triangles and c.outlined and _beyond_its_card(c.face, profile, config):
            seen = NOTHING
        if seen.triangles == 0 and not _same_paper(c.face, teachers, config):
            # A table's pattern may look like the letter, but not on the deck's own paper.
            seen = NOTHING
        found.append((c, seen))
    return found


def _of_another_game(candidates: list[Candidate], profile: str) -> set[int]:
    """Two or three prints alike on one card are another game's: its outline, and the lone shapes within."""
    found: set[int] = set()
    for k, card in enumerate(candidates):
        if not card.outlined or card.face.blob is None or card.face.blob.alone:
            continue
        found.add(k)
        within = [j for j, c in enumerate(candidates) if not c.outlined and inside(c.middle, card.corners)]
        shapes = [_best(candidates[j], (profile,)) for j in within]
        found |= {j for j, shape in zip(within, shapes, strict=True) if shapes.count(shape) > 1}
    return found


def _without_patterns(
    found: list[tuple[Candidate, Decision]], profile: str, config: SceneConfig
) -> list[tuple[Candidate, Decision]]:
    """What is found, less the lone triangles and squares of one colour that the table shows over and over: its pattern
    goes on round each of them, and a few of many are like a print in all else by chance."""
    patterned = _over_and_over([c for c, _ in found], (profile,), config)
    alike: dict[tuple[int, Shape | int], list[int]] = {}
    for k, (c, seen) in enumerate(found):
        if not c.outlined and seen.shape is not None:
            corners = len(seen.shape.outline()[0])
            alike.setdefault((seen.shape.size, corners if corners <= 4 else seen.shape), []).append(k)
    # Nobody lays so many cards of one kind all one way: it is the cloth's, however plain the ground between.
    for (_, kind), own in alike.items():
        least = config.least_pattern if isinstance(kind, int) else config.least_pattern_of_many
        many = len(own) >= config.most_alike
        if many or (len(own) >= least and _all_one_way([found[k][0].face for k in own], profile)):
            patterned |= set(own)
    kept = [(c, NOTHING if k in patterned else seen) for k, (c, seen) in enumerate(found)]
    return named(kept, patterned)


def without_patterns(
    candidates: list[Candidate], profiles: tuple[str, ...], config: SceneConfig
) -> list[Candidate]:
    """The candidates less the lone triangles and squares of one colour that a cloth shows over and over: so many of
    them would tell the deck."""
    patterned = _over_and_over(candidates, profiles, config)
    return [c for k, c in enumerate(candidates) if k not in patterned]


def not_dyed_like(
    candidates: list[Candidate],
    patterned: list[Candidate],
    profiles: tuple[str, ...],
    config: SceneConfig,
) -> list[Candidate]:
    """The candidates less the lone triangles and squares in the ink of a cloth's pattern: where the plane is a little
    off, its far patches come out larger or smaller than the near ones that told it."""
    inks = np.array([_ink(c) for c in patterned]).reshape(-1, 2)
    shapes = [_best(c, profiles) for c in patterned]

    def dyed(c: Candidate) -> bool:
        shape = _best(c, profiles)
        if c.outlined or shape is None or len(shape.outline()[0]) > 4:
            return False
        hue, depth = _ink(c)
        away = np.abs((inks[:, 0] - hue + 180) % 360 - 180)
        same = np.array([other == shape for other in shapes], bool)
        alike = same & (away < SAME_INK) & (np.abs(inks[:, 1] - depth) < SAME_DEPTH)
        return int(alike.sum()) >= config.least_pattern

    return [c for c in candidates if not dyed(c)]


def _ink(c: Candidate) -> tuple[float, float]:
    """A print's hue in degrees, and the natural logarithm of its saturation."""
    if c.face.blob is None:
        return np.nan, np.nan
    return hue_of(c.face.blob.colour), float(np.log(max(c.face.blob.saturation, 1e-3)))


def _best(c: Candidate, profiles: tuple[str, ...]) -> Shape | None:
    """The shape that fits best."""
    best = nearest(c.face.fits, profiles)
    return best.shape if best is not None else None


def _over_and_over(candidates: list[Candidate], profiles: tuple[str, ...], config: SceneConfig) -> set[int]:
    kinds: dict[tuple[int, int], list[int]] = {}
    for k, c in enumerate(candidates):
        shape = _best(c, profiles)
        corners = len(shape.outline()[0]) if shape else 0
        if not c.outlined and c.face.blob is not None and 0 < corners <= 4:
            kinds.setdefault((corners, int(hue_of(c.face.blob.colour) // 60)), []).append(k)
    patterned: set[int] = set()
    for same in kinds.values():
        frayed = [k for k in same if candidates[k].face.plain < config.plainer_than_pattern]
        if len(frayed) >= config.least_pattern:
            patterned |= set(frayed)
        for name in profiles:
            patterned |= {same[k] for k in _of_a_rank([candidates[k].face for k in same], name, config)}
    return patterned


def _of_a_rank(faces: list[Face], profile: str, config: SceneConfig) -> list[int]:
    """Which of the faces show a shape as large and as deeply coloured as one that many show that are turned alike."""
    sizes = np.array([fits[0].size_mm if (fits := face.fits.get(profile)) else np.nan for face in faces])
    if np.isfinite(sizes).sum() < config.least_pattern:
        return []
    inks = np.array([np.nan if face.blob is None else face.blob.saturation for face in faces])
    turns = np.array([_turn(face, profile) for face in faces])
    usual = np.angle(np.nanmean(np.exp(1j * turns)))
    large = np.abs(np.log(sizes / np.nanmedian(sizes))) < SAME_SIZE
    rank = large & (np.abs((turns - usual + np.pi) % (2 * np.pi) - np.pi) < SAME_WAY)
    if np.count_nonzero(rank) < config.least_pattern:
        return []
    return np.flatnonzero(large & (inks < MUCH_DEEPER * np.median(inks[rank]))).tolist()


SAME_SIZE = 0.12
SAME_WAY = 1.0
"""Of two turns of a grid, each a whole circle."""
MUCH_DEEPER = 1.3
SAME_INK = 8.0
"""Degrees of hue ..."""
SAME_DEPTH = 0.2
"""... and the natural logarithm of saturations, within which two patches of a cloth are dyed alike."""


def _all_one_way(faces: list[Face], profile: str) -> bool:
    """Whether shapes of one kind lie all one way, up to the turns of their grid."""
    turns = np.exp(1j * np.array([_turn(face, profile) for face in faces if face.fits.get(profile)]))
    return float(abs(turns.mean())) > LEAST_ONE_WAY


def _turn(face: Face, profile: str) -> float:
    """How the likeliest shape is turned, its grid's turns being whole circles; nan where there is none."""
    if not face.fits.get(profile):
        return np.nan
    loop = face.fits[profile][0].outline_mm
    sides = np.roll(loop, -1, axis=0) - loop
    x, y = sides[int(np.hypot(*sides.T).argmax())]
    return float(GRID_TURNS[profile] * np.arctan2(y, x))


GRID_TURNS = {"iamond": 6, "abolo": 4}
LEAST_ONE_WAY = 0.8


def _doubtful(
    face: Face, profile: str, unit: float | None, teachers: list[Face], config: SceneConfig
) -> Decision:
    """A lone shape that may be the deck's and is not certainly so: not to be passed over in silence."""
    near = [
        fit
        for fit in face.fits.get(profile, ())
        if unit is not None
        and fits_well(face, fit, config.decide, config.lone_error)
        and abs(np.log(fit.unit_mm / unit)) < max(_play(fit, config), config.lone_play_in_line)
    ]
    if near and _same_paper(face, teachers, config):
        return Decision(
            None, None, 0.0, "a shape whose colour is not clear: keep glare and shadow off it", True
        )
    return NOTHING


def _like_the_rest(
    face: Face,
    profile: str,
    unit: float | None,
    seen: Decision,
    teachers: list[Face],
    config: SceneConfig,
) -> bool:
    """Whether a lone shape is printed at the deck's scale and on paper like the deck's."""
    if seen.triangles == 0:
        return _same_paper(face, teachers, config)
    if unit is None or seen.triangles is None or face.blob is None:
        return False
    if seen.confidence < (config.lone_trust if seen.triangles > 2 else config.lone_trust_of_few):
        return False
    if face.blob.solid < config.lone_solid and face.paper.mean() < config.glaring:
        return False
    # A speck of the table is as like a small square as a small square is: its colour has to be the deck's.
    if count_likelihood(face.blob.colour)[seen.triangles - 1] < config.lone_colour:
        return False
    own = [f for fits in face.fits.values() for f in fits if f.shape == seen.shape]
    if (
        not own
        or (not _no_chance(own[0], unit, seen, config) and _paler(face, teachers, config))
        or not fits_well(face, own[0], config.decide, _lone_error(own[0], unit, face, config))
    ):
        return False
    if _frayed(own[0], teachers, profile, config):
        return False
    play = _play(own[0], config)
    known = sum(good(t, config) for t in teachers) >= config.least_papers
    if known and count_likelihood(face.blob.colour)[seen.triangles - 1] > config.decide.exact_colour:
        # A line round the print makes a small shape look larger than a large one.
        play = max(play, config.lone_play_in_line)
    if abs(np.log(own[0].unit_mm / unit)) > play:
        return False
    return _same_paper(face, teachers, config) or _beyond_doubt(own[0], unit, face, config)


def _frayed(fit: Fit, teachers: list[Face], profile: str, config: SceneConfig) -> bool:
    """Whether a lone shape is drawn far worse than the deck's prints are in this photo: what a cloth shows is."""
    told = [
        fits[0].error_mm / fits[0].size_mm
        for face in teachers
        if (fits := face.fits.get(profile)) and fits_well(face, fits[0], config.decide)
    ]
    if len(told) < config.least_told:
        return False
    usual = max(float(np.median(told)), config.decide.error_floor)
    return fit.error_mm / fit.size_mm > max(config.frayed * usual, config.decide.exact_error)


def _no_chance(fit: Fit, unit: float, seen: Decision, config: SceneConfig) -> bool:
    """Whether a shape has too many corners, or is drawn too exactly at the deck's scale and too unlike any other, for
    the table to have it by chance."""
    return len(fit.shape.outline()[0]) >= 5 or (
        fit.shape.size > 2
        and fit.error_mm < config.decide.exact_error * fit.size_mm
        and abs(float(np.log(fit.unit_mm / unit))) < config.lone_scale
        and seen.confidence > config.lone_trust_beyond
    )


def _lone_error(fit: Fit, unit: float, face: Face, config: SceneConfig) -> float:
    """What a lone shape's fit may be off, as a share of what a whole card's may: glare and grain fray its boundary, and
    where it has many corners, the deck's colour and scale, and plain paper all round, it is no chance of the table."""
    likely = (
        len(fit.shape.outline()[0]) >= 5
        and abs(float(np.log(fit.unit_mm / unit))) < config.lone_scale
        and in_its_colour(face, fit, config.decide.exact_colour)
        and min(face.clear, face.plain) >= config.lone_plain
    )
    return config.lone_error_of_many if likely else config.lone_error


def _beyond_doubt(fit: Fit, unit: float, face: Face, config: SceneConfig) -> bool:
    """Whether a shape is so exactly one of the deck's, and no mere triangle or square, that no table has it by chance:
    then its paper may lie in another light."""
    exact = config.decide
    return (
        fit.shape.size > 2
        and fit.error_mm < exact.exact_error * fit.size_mm
        and abs(float(np.log(fit.unit_mm / unit))) < config.lone_play
        and in_its_colour(face, fit, exact.exact_colour)
    )


def _paler(face: Face, teachers: list[Face], config: SceneConfig) -> bool:
    """Whether a print is far paler than the deck's with no glare over it that would account for that."""
    prints = [t.blob for t in teachers if t.blob is not None and t is not face and good(t, config)]
    if len(prints) < 2 or face.blob is None or face.paper.mean() > config.glaring:
        return False
    # A yellow is never as pale as a purple: what is told from a deck's own purple is told best.
    hue = hue_of(face.blob.colour)
    same = [ink.saturation for ink in prints if abs((hue_of(ink.colour) - hue + 180) % 360 - 180) < SAME_HUE]
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


def _same_paper(face: Face, teachers: list[Face], config: SceneConfig) -> bool:
    """Whether a face's paper looks like that of some card of the deck; true where there is none to compare with."""
    papers = [other.paper for other in teachers if good(other, config) and other is not face]
    if not papers:
        return True
    tint, light = face.paper / face.paper.sum(), face.paper.sum()
    return any(
        np.abs(tint / (paper / paper.sum()) - 1).max() < config.paper_play and 0.3 < light / paper.sum() < 3.3
        for paper in papers
    )


def sure_ones(candidates: list[Candidate], profile: str | None, config: SceneConfig) -> list[Candidate]:
    """The candidates whose shape is read for certain; they vouch for the plane round about."""
    if profile is None:
        return []
    everyone = decided(candidates, profile, config.stricter)
    return [c for c, d in resolve(everyone) if d.why is None and d.triangles]


def read_alone(
    lone: list[Candidate], others: list[Candidate], profile: str | None, config: SceneConfig
) -> float:
    """How many of the lone shapes are read for certain beside the other candidates, those in doubt a little."""
    profile = choose_profile([c.face for c in others + lone], profile, config.decide)
    if profile is None:
        return 0.0
    seen = [d for _, d in decided(others + lone, profile, config.stricter)[len(others) :]]
    return sum(1.0 if d.triangles is not None else -0.1 * d.plausible for d in seen)


def resolve(everyone: list[tuple[Candidate, Decision]]) -> list[tuple[Candidate, Decision]]:
    """Of candidates for one place the one that is read, by its own edge if it has one; else the larger."""
    plausible = [(c, d) for c, d in everyone if d.plausible]
    plausible.sort(
        key=lambda pair: (
            pair[1].why is not None,
            not pair[0].outlined,
            -abs(float(quad_area(pair[0].corners))),
        )
    )
    kept: list[tuple[Candidate, Decision, Floats]] = []
    # A lone shape's square reaches over its card's neighbours: only a card's own edge keeps others out.
    for c, d in plausible:
        middle = c.middle
        reach = 0.25 * float(np.sqrt(abs(quad_area(c.corners))))
        clash = any(
            np.hypot(*(other - middle)) < reach
            or (k.outlined and inside(middle, k.corners))
            or (d.why is not None and inside(other, c.corners))
            for k, _, other in kept
        )
        if not clash:
            kept.append((c, d, middle))
    return [(c, d) for c, d, _ in kept]
