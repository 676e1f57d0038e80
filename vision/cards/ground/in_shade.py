"""Prints of the deck on paper that lies in shade, which the edge of a shadow round about keeps from being read.

A card that is left out in silence makes a claim that it belongs to look certain: they are named.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from vision.cards.decks.agree import sure_ones
from vision.cards.decks.candidates import Candidate, least_error
from vision.cards.decks.deck_scale import deck_unit
from vision.cards.decks.table_ink import LEAST_READ, Drawn, on_the_table, table_ink
from vision.cards.face.colours import count_likelihood
from vision.cards.face.faces import Face
from vision.cards.face.fit import nearest
from vision.cards.ground.lone import faces_in, of_size, off_unit, window_about
from vision.cards.ground.on_ground import TableReading
from vision.cards.ground.photo import Photo
from vision.cards.scene_config import SceneConfig
from vision.cards.spots import PrintSpot
from vision.ground import Ground
from vision.plane import Floats, apply
from vision.quads import as_quad, inside
from vision.sighting import CardSighting, Unread
from vision.srgb import LINEAR

IN_SHADE = "a shape in uneven light: keep shadows off it, or move its card"
LEAST_KNOWN = 3
"""So many cards have to be known to tell how light the deck's paper is."""
MOST = 2
"""In shade no more lie than so many times those that are known."""
ASKED_DIM, ASKED_LIT = 80, 40
"""So many spots are looked at in shade, and if any is such a print so many in full light, on the plainest ground
first."""
ASKED_CROSSED, IN_TWO = 12, 0.9
"""So many are looked at for a shadow's edge across their paper, and as much of that lies in two lights then."""
SHADE = 0.75
"""How light the paper about a print in shade is at most, beside the deck's paper elsewhere."""
EXACT, CLEAR, OWN_COLOUR = 0.045, 0.55, 0.3
"""Its error at most, as a share of its size; how clear the ring about it is; how likely its colour is its count's."""
PLAY = 0.3
"""How far its unit edge is off the deck's, as a natural logarithm, in a plane that is guessed between the cards. On 83
photographs ten such prints are named, nine of them cards that were passed over, and one a cloth's; with the shadows of
bars laid over them 15, and one a cloth's."""


def in_shade(photo: Photo, reading: TableReading, said: Sequence[CardSighting | Unread]) -> list[Unread]:
    """The places of such prints beside all that is `said`; none where there are far more than cards are known, or as
    many in even light: they are a table's own. Where a shadow's edge crosses their paper one card known is enough; how
    light the deck's paper is takes more."""
    profile, ground, look, config = reading.profile, reading.ground, photo.look, photo.config
    sure = sure_ones(reading.candidates, profile, config)
    if profile is None or not sure:
        return []
    unit = _unit([c.face for c in sure], profile, config)
    if unit is None:
        return []
    papers = [c.face.paper for c in sure]
    taken = [np.array(one.corners_px) for one in said]
    found: list[Candidate] = []
    if not any(c.outlined for c in sure):
        # Where an outline tells the deck's scale, such prints are read as soon as they are seen.
        crossed = _likely(_left(look.spots, taken), ground, unit, papers, config)[:ASKED_CROSSED]
        found = _crossed(_prints(photo, crossed, ground, profile, unit))
    if len(sure) >= LEAST_KNOWN:
        taken += [one.corners for one in found]
        left = _likely(_left((*look.spots, *look.faint()), taken), ground, unit, papers, config)
        found += _dim(
            photo, left, ground, profile, unit, SHADE * float(np.median([p.mean() for p in papers]))
        )
    if len(found) > MOST * len(sure):
        return []
    if found and len(sure) >= LEAST_READ:
        cards = [np.array(one.corners_px) for one in said if isinstance(one, CardSighting)]
        ink = table_ink((*look.spots, *look.faint()), cards)
        deck = Drawn(unit, float(np.median([least_error(c.face) for c in sure])))
        found = [one for one in found if not on_the_table(one, ink, deck, profile)]
    return [Unread(as_quad(one.corners), IN_SHADE) for one in found]


def _unit(known: list[Face], profile: str, config: SceneConfig) -> float | None:
    """The unit edge in millimetres that the deck's prints share; of a single one its own."""
    if len(known) > 1:
        return deck_unit(known, profile, config.decide)
    best = nearest(known[0].fits)
    return None if best is None else best.unit_mm


def _left(spots: Iterable[PrintSpot], taken: list[Floats]) -> list[PrintSpot]:
    """The coloured ones that lie in no place (4, 2) px that is `taken`."""
    return [s for s in spots if not s.dark and not any(inside(s.middle, corners) for corners in taken)]


def _likely(
    spots: list[PrintSpot], ground: Ground, unit: float, papers: list[Floats], config: SceneConfig
) -> list[PrintSpot]:
    """Those of the size of the deck's prints on its `papers` (3,), on the plainest ground first."""
    kept, odd = of_size(spots, ground, unit, papers, config)
    return sorted(kept + odd, key=lambda spot: -spot.plain)


def _crossed(prints: list[Candidate]) -> list[Candidate]:
    """The prints about which a shadow's edge crosses the paper, unless as many lie in even light."""
    found = [one for one in prints if one.face.in_two_lights >= IN_TWO]
    return found if 2 * len(found) > len(prints) else []


def _dim(
    photo: Photo, spots: list[PrintSpot], ground: Ground, profile: str, unit: float, light: float
) -> list[Candidate]:
    """The prints on paper that is less than so `light`, unless as many lie on lighter one."""
    dim: list[PrintSpot] = []
    lit: list[PrintSpot] = []
    for spot in spots:
        (dim if float(LINEAR[np.round(spot.paper).astype(int)].mean()) < light else lit).append(spot)
    shaded = _prints(photo, dim[:ASKED_DIM], ground, profile, unit)
    if not shaded:
        return []
    own = _prints(photo, lit[:ASKED_LIT], ground, profile, unit)
    return shaded if len(own) < len(shaded) else []


def _prints(
    photo: Photo, spots: list[PrintSpot], ground: Ground, profile: str, unit: float
) -> list[Candidate]:
    """Squares about those of the spots that are prints of the deck's scale."""
    windows = [window_about(spot, ground.at(spot.middle)) for spot in spots]
    asked = [window for window in windows if window is not None]
    faces = faces_in(photo, asked, (profile,), letters=False)
    found: list[Candidate] = []
    for window, face in zip(asked, faces, strict=True):
        one = Candidate(apply(window.to_px, window.corners_mm), face, False)
        if _exact(face, unit) and not any(inside(one.middle, other.corners) for other in found):
            found.append(one)
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
