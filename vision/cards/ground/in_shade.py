"""Prints of the deck on paper that lies in shade, which the edge of a shadow round about keeps from being read.

A card that is left out in silence makes a claim that it belongs to look certain: they are named.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.cards.blobs import BlobSighting
from vision.cards.decks.agree import sure_ones
from vision.cards.decks.deck_scale import deck_unit
from vision.cards.face.colours import count_likelihood
from vision.cards.face.faces import Face
from vision.cards.ground.lone import faces_in, of_size, off_unit, window_about
from vision.cards.ground.on_ground import TableReading
from vision.cards.ground.photo import Photo
from vision.ground import Ground
from vision.plane import Floats, apply
from vision.quads import as_quad, inside
from vision.sighting import CardSighting, Unread
from vision.srgb import LINEAR

IN_SHADE = "a shape in uneven light: keep shadows off it, or move its card"
LEAST_KNOWN = 3
"""So many cards have to be known to tell the deck's scale and how light its paper is."""
MOST = 2
"""In shade no more lie than so many times those that are known."""
ASKED_DIM, ASKED_LIT = 80, 40
"""So many spots are looked at in shade, and if any is such a print so many in full light, on the plainest ground
first."""
SHADE = 0.75
"""How light the paper about a print in shade is at most, beside the deck's paper elsewhere."""
EXACT, CLEAR, OWN_COLOUR = 0.045, 0.55, 0.3
"""Its error at most, as a share of its size; how clear the ring about it is; how likely its colour is its count's."""
PLAY = 0.3
"""How far its unit edge is off the deck's, as a natural logarithm, in a plane that is guessed between the cards. On 83
photographs ten such prints are named, nine of them cards that were passed over, and one a cloth's; with the shadows of
bars laid over them 15, and one a cloth's."""


def in_shade(photo: Photo, reading: TableReading, said: Sequence[CardSighting | Unread]) -> list[Unread]:
    """The places of such prints beside all that is `said`; none where as many lie in full light, or far more than cards
    are known: they are a table's own."""
    profile, ground, look, config = reading.profile, reading.ground, photo.look, photo.config
    sure = sure_ones(reading.candidates, profile, config)
    if profile is None or len(sure) < LEAST_KNOWN:
        return []
    unit = deck_unit([c.face for c in sure], profile, config.decide)
    if unit is None:
        return []
    taken = [np.array(one.corners_px) for one in said]
    spots = [
        spot
        for spot in (*look.spots, *look.faint())
        if not spot.dark and not any(inside(spot.middle, corners) for corners in taken)
    ]
    kept, odd = of_size(spots, ground, unit, [c.face.paper for c in sure], config)
    light = SHADE * float(np.median([c.face.paper.mean() for c in sure]))
    dim: list[BlobSighting] = []
    lit: list[BlobSighting] = []
    for spot in sorted(kept + odd, key=lambda spot: -spot.plain):
        (dim if float(LINEAR[np.round(spot.paper).astype(int)].mean()) < light else lit).append(spot)
    shaded = _prints(photo, dim[:ASKED_DIM], ground, profile, unit)
    if not 0 < len(shaded) <= MOST * len(sure):
        return []
    own = _prints(photo, lit[:ASKED_LIT], ground, profile, unit)
    return [Unread(as_quad(corners), IN_SHADE) for corners in shaded] if len(own) < len(shaded) else []


def _prints(
    photo: Photo, spots: list[BlobSighting], ground: Ground, profile: str, unit: float
) -> list[Floats]:
    """Squares (4, 2) px about the prints of the deck's scale."""
    windows = [window_about(spot, ground.at(spot.middle)) for spot in spots]
    asked = [window for window in windows if window is not None]
    faces = faces_in(photo, asked, (profile,))
    found: list[Floats] = []
    for window, face in zip(asked, faces, strict=True):
        corners = apply(window.to_px, window.corners_mm)
        if _exact(face, unit) and not any(inside(corners.mean(0), other) for other in found):
            found.append(corners)
    return found


def _exact(face: Face, unit: float) -> bool:
    """Whether a face shows a shape of the deck, drawn exactly, about its size and of its own colour, on clear paper."""
    fits = [fit for own in face.fits.values() for fit in own[:1]]
    if face.blob is None or face.blob.touches_rim or not fits:
        return False
    best = fits[0]
    likely = float(count_likelihood(face.blob.counted)[best.shape.size - 1])
    return (
        best.error_mm < EXACT * best.size_mm
        and face.clear >= CLEAR
        and off_unit(face, unit) < PLAY
        and likely >= OWN_COLOUR
    )
