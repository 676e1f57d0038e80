"""Every candidate's reading in the light of all others: one deck, one scale, one paper, one card a place."""

from __future__ import annotations

import numpy as np

from vision.cards.decks.candidates import Candidate, good
from vision.cards.decks.decide import NOTHING, Decision, decide
from vision.cards.decks.deck_scale import deck_unit
from vision.cards.decks.like_the_rest import (
    ANOTHER_GAME,
    doubtful,
    like_the_rest,
    of_another_game,
    same_paper,
)
from vision.cards.decks.patterns import best_shape, less_patterned
from vision.cards.decks.which_deck import choose_profile, learn_hues
from vision.cards.face.faces import Face
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
        return less_patterned(_each(candidates, whole, unit, profile, config), profile, config)
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
    return less_patterned(found, profile, config)


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
    seen_of = []
    for k, c in enumerate(candidates):
        seen = decide(c.face, profile, unit, learnt, config.decide)
        if not c.outlined and not like_the_rest(c.face, profile, unit, seen, teachers, config):
            seen = doubtful(c.face, profile, unit, seen, teachers, config)
        if c.outlined and not c.known and of_another_game(c.face, profile, unit, seen, teachers, config):
            seen = Decision(None, None, 0.0, ANOTHER_GAME, True)
        if seen.triangles and k in another_game:
            seen = NOTHING
        if seen.triangles and c.outlined and _beyond_its_card(c.face, profile, config):
            seen = NOTHING
        seen_of.append((c, seen))
    return _letters_on_paper(seen_of, teachers, config)


def _letters_on_paper(
    found: list[tuple[Candidate, Decision]], teachers: list[Face], config: SceneConfig
) -> list[tuple[Candidate, Decision]]:
    """The decisions, with what may be a letter named, and none on another paper than the deck's: a table's pattern may
    look like one, but not on that. For a letter whose card's edge does not show, a cup or a sheet that is dismissed as
    a card tells no paper, though some shape fits what stands on it."""
    plates = _are_plates(teachers)
    dismissed = [c.face for c, seen in found if c.outlined and not seen.plausible]
    tellers = [face for face in teachers if not any(face is other for other in dismissed)]
    tellers = tellers if any(good(face, config) for face in tellers) else teachers
    settled = []
    for c, seen in found:
        perhaps = config.perhaps_z <= c.face.z < config.lone_z and not (
            c.outlined or seen.triangles or seen.why
        )
        if perhaps or seen.triangles == 0:
            own = same_paper(c.face, teachers if c.outlined else tellers, config)
            own |= plates and c.outlined
            settled.append((c, (PERHAPS_Z if perhaps else seen) if own else NOTHING))
        else:
            settled.append((c, seen))
    return settled


PERHAPS_Z = Decision(
    None, None, 0.0, "what may be a Z: lay its card apart, so that its edge shows all round", True
)


def _are_plates(faces: list[Face]) -> bool:
    """Whether most cards are printed in their count's colour all over: then a letter's card is of no other's tint."""
    plates = [face.blob.plate for face in faces if face.blob is not None]
    return 2 * sum(plates) > len(plates)


def _of_another_game(candidates: list[Candidate], profile: str) -> set[int]:
    """Two or three prints alike on one card are another game's: its outline, and the lone shapes within."""
    found: set[int] = set()
    for k, card in enumerate(candidates):
        if not card.outlined or card.face.blob is None or card.face.blob.alone:
            continue
        found.add(k)
        within = [j for j, c in enumerate(candidates) if not c.outlined and inside(c.middle, card.corners)]
        shapes = [best_shape(candidates[j], (profile,)) for j in within]
        found |= {j for j, shape in zip(within, shapes, strict=True) if shapes.count(shape) > 1}
    return found


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
        side = float(np.sqrt(abs(quad_area(c.corners))))
        clash = any(
            np.hypot(*(other - middle)) < side * (A_LETTER if _both_letters((c, d), (k, e)) else ONE_PLACE)
            or (k.outlined and inside(middle, k.corners))
            or (d.why is not None and inside(other, c.corners))
            for k, e, other in kept
        )
        if not clash:
            kept.append((c, d, middle))
    return [(c, d) for c, d, _ in kept]


ONE_PLACE = 0.25
"""How far apart, as a share of the square about a lone shape or of a card, two places are one ..."""
A_LETTER = 0.5
"""... and those of lone letters, of which the squares hold little more than the letter: a letter in strokes is several
spots."""


def _both_letters(*them: tuple[Candidate, Decision]) -> bool:
    return all(d.triangles == 0 and not c.outlined for c, d in them)
