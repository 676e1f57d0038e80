"""Which ground the shapes speak for, where no card's edges tell it, or one card's alone."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision.cards.decks.agree import sure_ones
from vision.cards.decks.candidates import Candidate
from vision.cards.decks.papers import of_like_paper
from vision.cards.decks.which_deck import evidence
from vision.cards.ground.on_ground import Begun, TableReading, read_on_ground
from vision.cards.ground.photo import Photo
from vision.cards.ground.reground import guessed as in_plane_of_shapes
from vision.cards.scene_config import PROFILES, SceneConfig
from vision.cards.spots import PrintSpot
from vision.plane import Floats, apply


def read_guessed(photo: Photo, begun: Begun, spots: list[PrintSpot]) -> TableReading:
    """What the `spots` show where no card's edges tell the plane: the one that they tell themselves."""
    config = photo.config
    if len(spots) <= config.lone_many:
        return read_lone(photo, begun, spots)
    # A mosaic's tiles outnumber the prints and tell another plane; what stands on one paper tells its own.
    groups = of_like_paper(spots)
    few, many = (
        [group for group in groups if (len(group) > config.few_of_paper) == large] for large in (False, True)
    )
    together = begun.reading
    for alike in (*few[: config.most_papers], spots, *many[: config.most_papers]):
        own = read_lone(photo, begun, alike)
        known = sure_ones(own.candidates, own.profile, config)
        if alike is spots:
            together = own
            if known:
                break
        elif known:
            told = Begun(replace(own, candidates=[]), known, begun.taken)
            return read_lone(photo, told, spots, told=True)
    return together


def read_lone(photo: Photo, begun: Begun, spots: list[PrintSpot], *, told: bool = False) -> TableReading:
    """What the `spots` show on the ground of the cards, or where none is `told`, on one that they show."""
    config = photo.config
    if told or begun.ground.common is not None or len(spots) < 2:
        return read_on_ground(photo, begun, spots)
    profiles = (photo.profile,) if photo.profile else PROFILES
    grounds = in_plane_of_shapes(photo.silhouettes, spots, profiles, begun.ground, begun.reading.marked)
    tried = [
        read_on_ground(replace(photo, profile=profile), begun.on(ground), spots, guessed=not begun.ground)
        for ground, profile in (grounds if len(begun.ground.frames) < 2 else grounds[:1])
    ]
    if not tried:
        return read_on_ground(photo, begun, spots)
    best, said = likeliest(tried, config)
    least = 0.0 if begun.ground else config.least_evidence
    told_alone = not begun.ground and photo.profile is None
    if said > least and not (told_alone and may_be_the_others(best, config)):
        return best
    # Nothing is sure: what the likeliest ground shows is named at least, if its shapes tell a deck.
    last = read_on_ground(photo, begun.on(grounds[0][0]), spots, guessed=not begun.ground)
    if told_alone and may_be_the_others(last, config):
        return replace(last, profile=None, either=tuple(_known(last, config)))
    return replace(last, profile=photo.profile) if 0 < _speaks(last, config) <= least else last


def may_be_the_others(reading: TableReading, config: SceneConfig) -> bool:
    """Whether so few shapes are known that they may be another deck's as well, which a plane aslant makes of them."""
    known = _known(reading, config)
    return 0 < len(known) < FEW and any(
        _squeezed(reading.ground.at(c.middle), c.middle) < UPRIGHT for c in known
    )


def _squeezed(to_px: Floats, place: Floats) -> float:
    """What share of its length a map (3, 3) to pixels leaves at a place (2,) px of what lies the one way, beside what
    lies the other."""
    at = apply(np.linalg.inv(to_px), place)
    steps = apply(to_px, at + np.eye(2)) - apply(to_px, at)
    least, most = sorted(np.linalg.svd(steps, compute_uv=False).tolist())
    return float(least / most)


def _speaks(reading: TableReading, config: SceneConfig) -> float:
    """How much the shapes that are read for certain say for a reading's profile and plane."""
    if reading.profile is None:
        return 0.0
    return evidence([c.face for c in _known(reading, config)], reading.profile, config.decide)


def _known(reading: TableReading, config: SceneConfig) -> list[Candidate]:
    """The shapes that are read for certain."""
    return sure_ones(reading.candidates, reading.profile, config)


FEW, UPRIGHT = 3, 0.8
"""Fewer shapes tell no deck where they have to tell its plane, too, if that leaves less than such a share of what lies
one way: the lattices of both decks are each other's, seen 55 degrees aslant, or 35 from a camera that is 45 aslant,
and two cards of a row lie alike."""


def likeliest(tried: list[TableReading], config: SceneConfig) -> tuple[TableReading, float]:
    """Of readings in several planes the one that the shapes speak for, and how much, the first unless another has
    clearly more.

    Without a profile where they speak nearly as well for one of another profile: few shapes of one deck, seen from one
    side, look like another's, seen from another.
    """
    says = [_speaks(reading, config) for reading in tried]
    most = int(np.argmax(says))
    if tried[most].profile == tried[0].profile and says[most] <= config.clearly_more * says[0]:
        most = 0
    others = [said for said, own in zip(says, tried, strict=True) if own.profile != tried[most].profile]
    lead = says[most] - max(others, default=0.0)
    if max(others, default=0.0) and lead < max(config.clear_margin, config.clear_lead * says[most]):
        return replace(tried[most], profile=None), 0.0
    return tried[most], says[most]
