"""A better plane from printed shapes and markers, where too few cards with an edge tell it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision.cards.decks.agree import decided
from vision.cards.decks.candidates import Candidate
from vision.cards.decks.deck_scale import deck_unit
from vision.cards.decks.which_deck import choose_profile
from vision.cards.face.forms import shape_form, without_repeats
from vision.cards.face.marked import MarkedCardSighting
from vision.cards.ground.silhouettes import Silhouettes
from vision.cards.ground.tilt import guess_frames
from vision.cards.scene_config import SceneConfig
from vision.cards.spots import PrintSpot
from vision.ground import Ground, rims_of, with_things
from vision.markers import marker_on_card
from vision.plane import Floats, apply, quad_area
from vision.rectify import Pyramid
from vision.rigid import Rigid, packed, settled

LEAST_THINGS = 3
FAR_ROUNDS = 40


def guessed(
    silhouettes: Silhouettes,
    spots: list[PrintSpot],
    profiles: tuple[str, ...],
    ground: Ground,
    marked: list[MarkedCardSighting],
) -> list[tuple[Ground, str]]:
    """The grounds that the shapes alone may show, each as models of one profile, likeliest first, at the scale of the
    cards and markers there are; none where the shapes make no sense of any plane."""
    guesses = guess_frames(silhouettes, [s for s in spots if not s.dark], profiles)
    known = rims_of(list(ground.frames), ground.size_mm) + _markers(marked)
    return [(_scaled(frame, known, ground), profile) for frame, profile in guesses]


def _scaled(frame: Floats, known: list[Rigid], ground: Ground) -> Ground:
    if not known:
        return replace(ground, frames=(frame,))
    back = np.linalg.inv(frame)
    grown = [
        float(quad_area(apply(back, thing.seen)) / quad_area(thing.form))
        for thing in known
        if len(thing.form) == 4
    ]
    scale = float(np.sqrt(abs(np.median(grown))))
    to_px = frame @ np.diag([scale, scale, 1.0])
    return replace(ground, frames=ground.frames or (to_px,), common=to_px)


def refined(
    ground: Ground,
    lone: list[Candidate],
    marked: list[MarkedCardSighting],
    profile: str | None,
    unit_mm: float | None,
    pyramid: Pyramid,
    config: SceneConfig,
) -> Ground | None:
    """The ground under which the shapes that are read for certain are their true form; None where they are few.

    Without a deck's `unit_mm` the shapes' own common one keeps the scale as it is.
    """
    profile = choose_profile([c.face for c in lone], profile, config.decide)
    if profile is None:
        return None
    things = _shapes(lone, profile, unit_mm, config)
    if ground.common is not None:
        # Only then are the ground's millimetres true ones.
        things += rims_of(list(ground.frames), ground.size_mm) if unit_mm else []
        things += _markers(marked)
    if len(things) < LEAST_THINGS:
        return None
    height, width = pyramid.level(0).shape[:2]
    start = np.linalg.inv(ground.common if ground.common is not None else ground.frames[0])
    if ground.common is None:
        # One card tells the far end of the table badly: the things themselves lead there, in many small steps.
        start = settled(packed(things), start, FAR_ROUNDS)
    better = with_things(ground, things, start, (width, height))
    if better.common is None or not np.isfinite(better.common).all():
        return None
    return better if ground.common is not None else replace(better, frames=(better.common,))


def _shapes(lone: list[Candidate], profile: str, unit_mm: float | None, config: SceneConfig) -> list[Rigid]:
    unit = unit_mm or deck_unit([c.face for c in lone], profile, config.decide)
    if unit is None:
        return []
    things = []
    for c in lone:
        # The plane may be far off as yet, and with it the scale: geometry and colour alone decide here.
        (_, seen), *_ = decided([replace(c, outlined=True)], profile, config.stricter)
        fits = [fit for fit in c.face.fits.get(profile, ()) if fit.shape == seen.shape]
        if seen.triangles is None or seen.shape is None or not fits:
            continue
        loop = without_repeats(fits[0].outline_mm)
        form = shape_form(loop, seen.shape, profile, unit)
        if form is not None:
            things.append(Rigid(apply(c.face.to_px, loop), form))
    return things


def markers_of(card: MarkedCardSighting) -> Rigid:
    """All of a card's markers as one rigid thing: their corners are seen, the card's own are reckoned from them."""
    seen = np.concatenate([m.corners for m in card.markers])
    return Rigid(seen, np.concatenate([marker_on_card(card.deck, m.place) for m in card.markers]))


def _markers(marked: list[MarkedCardSighting]) -> list[Rigid]:
    return [
        Rigid(m.corners, marker_on_card(card.deck, m.place))
        for card in marked
        if not card.split
        for m in card.markers
    ]
