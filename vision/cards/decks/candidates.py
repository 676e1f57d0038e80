"""Outlines that may be cards, and what their faces show."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.decks.likely_fits import fits_well
from vision.cards.decks.which_deck import choose_profile
from vision.cards.face.faces import Asked, Face, StyleMemory, read_faces
from vision.cards.face.marked import MarkedCardSighting
from vision.cards.scene_config import SceneConfig
from vision.cards.spots import PrintSpot
from vision.consensus import CardPlane, ConsensusConfig, card_plane, weight_apart
from vision.outlines import QuadSighting
from vision.plane import Floats, apply, homography, quad_area, rectangle, sides
from vision.quads import holds, inside, middle_of, upper_first, upright
from vision.rectify import Pyramid, face_map
from vision.view import strangeness

LEAST_PAPERY = 0.6
"""The share of plain paper from which a face is that of a card face up."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A place where a card may lie, and what its face shows. `outlined`: its own edge was found. `known`: its markers
    say which card it is, and its face has the fit of that card's shape alone."""

    corners: Floats
    face: Face
    outlined: bool
    known: bool = False

    @property
    def middle(self) -> Floats:
        """The place in the photo, (2,) px."""
        return middle_of(self.corners)


def on_one_plane(
    pyramid: Pyramid,
    quads: list[QuadSighting],
    marked: list[MarkedCardSighting],
    spots: list[PrintSpot],
    config: SceneConfig,
    sizes_mm: tuple[tuple[float, float], ...] | None = None,
    shown: Floats | None = None,
) -> tuple[list[Floats] | None, SceneConfig]:
    """Corners of the outlines that are cards of one deck, and the config with the deck's own proportions.

    `sizes_mm` are the sizes that a card may have, by default the usual one and, without markers, some others. Prints
    stand at the `spots`, or where it is `shown`: the middle and the size of each, (n, 3) px.
    """
    size_px = pyramid.size_px
    anchors = [m.corners for m in marked if m.sound]
    corners = np.array([*anchors, *(q.corners for q in quads)]).reshape(-1, 4, 2)
    middles = _places(spots) if shown is None else shown
    weight = np.array([3.0] * len(anchors) + [_print_weight(q, middles) for q in quads])
    best: tuple[float, CardPlane, tuple[float, float]] | None = None
    prints = weight > 0.2
    printed = weight_apart(corners[prints], weight[prints])
    for size_mm in sizes_mm or (config.faces.size_mm, *(config.other_sizes_mm if not anchors else ())):
        plane = _plane_of(pyramid, corners, weight, size_mm, config.consensus)
        if plane is None:
            continue
        odd = strangeness(plane.to_mm, size_px)
        # Another size than the usual one has to explain clearly more of the outlines, or a view that looks strange.
        value = plane.weight * (1.0 if size_mm == config.faces.size_mm else 0.8) * float(np.exp(-3 * odd))
        if best is None or value > best[0]:
            best = value, plane, size_mm
        if odd < config.honest_view and size_mm == config.faces.size_mm and plane.weight > 0.9 * printed:
            break
    if best is None or best[1].weight < 1.5:
        return None, config
    _, plane, size_mm = best
    if strangeness(plane.to_mm, size_px) > config.most_strange:
        return None, config
    config = replace(config, faces=replace(config.faces, size_mm=size_mm))
    kept = [c for k, c in zip(plane.index, plane.corners, strict=True) if k >= len(anchors)]
    return [upper_first(c) for c in kept], config


def _plane_of(
    pyramid: Pyramid, corners: Floats, weight: Floats, size_mm: tuple[float, float], config: ConsensusConfig
) -> CardPlane | None:
    """The plane of outlines (n, 4, 2) px by `weight` (n,). A photo's outlines are asked for it again: once the prints
    have told another size, and for each deck."""
    key = corners.tobytes(), weight.tobytes(), size_mm, config
    if key not in pyramid.planes:
        pyramid.planes[key] = card_plane(corners, weight, size_mm, pyramid.size_px, config)
    found: CardPlane | None = pyramid.planes[key]
    return found


def one_print(corners: Floats, spots: list[PrintSpot]) -> bool:
    """Whether an outline (4, 2) px holds one print at most: two touching cards have a card's proportions, and two
    prints.

    What stands in a corner of it is a marker or an index; under a warm lamp black is not black to a camera. Specks are
    what a picture's blocks leave within a bright print on black.
    """
    least_px = SPECK * float(np.sqrt(abs(quad_area(corners))))
    within = [s for s in spots if max(s.box[2:]) >= least_px and inside(s.middle, corners)]
    if len(within) > 1:
        square = homography(corners, rectangle((1.0, 1.0), (-0.5, -0.5)))
        within = [s for s in within if np.abs(apply(square, s.middle)).min() < IN_CORNER]
    largest = max((max(s.box[2:]) for s in within if not s.dark), default=0.0)
    # What is only dark may be a shadow: a letter is about as large as a print.
    least = {False: 0.25 * largest, True: 0.6 * largest}
    prints = [s for s in within if max(s.box[2:]) > least[s.dark] and s.plain > (0.8 if s.dark else 0.3)]
    prints = [s for s in prints if max(s.box[2:]) < 1.7 * largest]
    # Of a figure that is drawn in lines the spots are a few of its triangles, with others between them.
    near_px = NEAR * float(sides(corners).max())
    linked = _linked(prints, largest)
    for i, a in enumerate(prints):
        for j, b in enumerate(prints[:i]):
            apart = float(np.abs(a.middle - b.middle).max())
            other = _hues_apart(a, b)
            # The parts of one shape lie close together and have one colour; glare leaves of it what is not washed out.
            pale = max(a.colourful, b.colourful) < PALE and not other
            far = _gap_px(a, b) > (1.0 if pale else 0.3) * largest and apart > near_px
            if (far and linked[i] != linked[j]) or (apart > 0.5 * largest and other):
                return False
    return True


def _linked(prints: list[PrintSpot], largest: float) -> list[int]:
    """The number of the figure that each patch is a part of: those of one colour with hardly a gap between them are
    parts of one, and so are all that lie along such a chain, as triangles do that are printed apart."""
    figure = list(range(len(prints)))
    for i, a in enumerate(prints):
        for j, b in enumerate(prints[:i]):
            if figure[i] != figure[j] and not _hues_apart(a, b) and _gap_px(a, b) <= CHAINED * largest:
                figure = [figure[j] if own == figure[i] else own for own in figure]
    return figure


def _gap_px(a: PrintSpot, b: PrintSpot) -> float:
    """How far the boxes of two patches are apart, along the axis along which that is more."""
    (x, y, w, h), (u, v, p, q) = a.box, b.box
    return max(u - (x + w), x - (u + p), v - (y + h), y - (v + q))


CHAINED = 0.45
"""Of the largest patch of an outline: how far apart triangles of one figure are printed at most."""
NEAR = 0.2
"""Prints of two cards in one outline lie farther apart than so much of its longest side."""
SPECK = 0.055
"""Of the square root of an outline's area, of six cards in a row too: no print is so small."""
IN_CORNER = 0.31
"""Of a side, from the middle: so far out both ways lies no print of a card, of two in a strip or four in a block."""


PALE = 60.0
"""Of 255: prints have so little colour only under glare."""


def _hues_apart(a: PrintSpot, b: PrintSpot) -> bool:
    """Whether two patches are of two colours, by the angle between their inks less what is grey in them."""
    one, two = (np.array(s.ink) - np.mean(s.ink) for s in (a, b))
    size = float(np.linalg.norm(one) * np.linalg.norm(two))
    return size > 0 and float(one @ two) < 0.8 * size


def _print_weight(quad: QuadSighting, middles: Floats) -> float:
    """How much an outline looks like a card's: one with a coloured print about its middle counts most."""
    support = min(quad.support)
    if len(middles):
        size = np.sqrt(abs(float(quad_area(quad.corners))))
        inside = np.linalg.norm(middles[:, :2] - quad.corners.mean(0), axis=1) < 0.22 * size
        # What fills the outline is the outline's own face, not a print on it.
        inside &= middles[:, 2] < MOST_FILLED * size
        if inside.any():
            return support
    return 0.12 * support


MOST_FILLED = 0.75
"""Of an outline's side, if both were squares."""


def _places(spots: list[PrintSpot]) -> Floats:
    """The spots' middles and the sides of squares as large as their hulls, (n, 3)."""
    sizes = [
        float(np.sqrt(cv2.contourArea(s.hull.astype(np.float32)))) if len(s.hull) else max(s.box[2:])
        for s in spots
    ]
    return np.array([[*s.middle, size] for s, size in zip(spots, sizes, strict=True)]).reshape(-1, 3)


def bearing_prints(quads: list[QuadSighting], spots: list[PrintSpot]) -> list[QuadSighting]:
    """The outlines about whose middle a spot smaller than they are stands."""
    middles = _places(spots)
    return [quad for quad in quads if _bears(quad, middles)]


def _bears(quad: QuadSighting, middles: Floats) -> bool:
    return _print_weight(quad, middles) > 0.12


def filled(quads: list[QuadSighting], spots: list[PrintSpot]) -> list[QuadSighting]:
    """The outlines of which a spot is all that they hold: things of one colour to their edges."""
    middles = _places(spots)
    return [quad for quad in quads if _filling(quad, middles).any()]


def _filling(quad: QuadSighting, middles: Floats) -> NDArray[np.bool_]:
    """Which of the spots with these middles and sizes (n, 3) fill an outline, (n,)."""
    side = float(np.sqrt(abs(quad_area(quad.corners))))
    away = np.linalg.norm(middles[:, :2] - quad.corners.mean(0), axis=1)
    share = (middles[:, 2] / side) ** 2
    filling: NDArray[np.bool_] = (away < OFF_MIDDLE * side) & (np.abs(share - 1) < MOST_OFF)
    return filling


OFF_MIDDLE = 0.1
"""Of an outline's side, if it was a square."""
MOST_OFF = 0.15
"""Of an outline's area: a disc has .79 of the square about it."""


def with_print(quads: list[QuadSighting], spots: list[PrintSpot]) -> list[QuadSighting]:
    """The outlines that may hold a card's print, likeliest first, forty at most."""
    middles = _places(spots)
    return sorted(quads, key=lambda q: -_print_weight(q, middles))[:40]


def without_prints(quads: list[QuadSighting], spots: list[PrintSpot]) -> list[QuadSighting]:
    """The outlines but for those of prints: what one spot fills, that stands about the middle of a larger outline."""
    kept = []
    middles = _places(spots)
    for quad in quads:
        own = middles[_filling(quad, middles)]
        size = abs(float(quad_area(quad.corners)))
        about = (
            other
            for other in quads
            if abs(float(quad_area(other.corners))) > LARGER * size and min(other.support) >= WHOLE
        )
        if not len(own) or not any(_bears(other, own) for other in about):
            kept.append(quad)
    return kept


LARGER, WHOLE = 2.0, 0.9
"""By how many times an outline is larger than a print in it, and how much of each of its sides shows."""


def cards_on_plane(
    pyramid: Pyramid,
    placed: list[Floats],
    profiles: tuple[str, ...],
    style: StyleMemory,
    config: SceneConfig,
    *,
    letters: bool = True,
) -> list[Candidate]:
    """Read the faces of the cards that one plane says there are, at corners (4, 2) px each; how much like a letter each
    is only where `letters` are asked for.

    All at once, but for the first few where the profile is not known: it is settled by them for the rest, if it can be.
    """
    found: list[Candidate] = []
    while left := placed[len(found) :]:
        some = left[: config.sure_faces] if len(profiles) > 1 and len(found) < config.most_faces else left
        faces = read_all(pyramid, some, profiles, style, config, letters=letters)
        found += [Candidate(corners, face, True) for corners, face in zip(some, faces, strict=True)]
        if len(profiles) > 1:
            chosen = choose_profile([c.face for c in found], None, config.decide, config.sure_margin)
            profiles = (chosen,) if chosen else profiles
    return found


def outlined(
    pyramid: Pyramid,
    quads: list[QuadSighting],
    profiles: tuple[str, ...],
    style: StyleMemory,
    config: SceneConfig,
) -> list[Candidate]:
    """Read what every outline holds; outlines inside a card that is read already are its print."""
    found: list[Candidate] = []
    done: list[Floats] = []
    # Small ones first: a row of touching cards also has an outline, and must not hide its cards.
    for quad in sorted(quads, key=lambda q: abs(float(quad_area(q.corners)))):
        corners = upright(quad.corners)
        lengths = sides(corners)
        aspect = float((lengths[1] + lengths[3]) / (lengths[0] + lengths[2]))
        if aspect > config.most_aspect or any(holds(corners, other) for other in done):
            continue
        face = read(pyramid, corners, profiles, style, config)
        if aspect < 1.3 and least_error(face) > config.faces.good_error:
            turned = upper_first(np.roll(corners, -1, axis=0))
            other = read(pyramid, turned, profiles, style, config)
            if least_error(other) < least_error(face):
                corners, face = turned, other
        found.append(Candidate(corners, face, True))
        if face.clear > config.decide.least_clear and face.plain > config.least_plain and good(face, config):
            done.append(corners)
            if len(profiles) > 1 and len(done) in (3, 6, 10):
                chosen = choose_profile([c.face for c in found], None, config.decide, config.sure_margin)
                profiles = (chosen,) if chosen else profiles
    return found


def read_all(
    pyramid: Pyramid,
    places: list[Floats],
    profiles: tuple[str, ...],
    style: StyleMemory,
    config: SceneConfig,
    *,
    letters: bool = True,
) -> list[Face]:
    """The faces of cards from the corners (4, 2) px of each."""
    size_mm = config.faces.size_mm
    maps = [(face_map(corners, size_mm), size_mm) for corners in places]
    return read_faces(pyramid, maps, Asked(profiles, config.faces, config.ink, config.fit, letters), style)


def read(
    pyramid: Pyramid, corners: Floats, profiles: tuple[str, ...], style: StyleMemory, config: SceneConfig
) -> Face:
    """The face of a card from its corners (4, 2) px."""
    return read_all(pyramid, [corners], profiles, style, config)[0]


def good(face: Face, config: SceneConfig) -> bool:
    """Whether some shape fits the face well enough to be it."""
    return any(fits_well(face, fits[0], config.decide) for fits in face.fits.values() if fits)


def least_error(face: Face) -> float:
    """The best fit's error over all profiles, as a share of its shape's size; 1 where there is none."""
    return min((fits[0].error_mm / fits[0].size_mm for fits in face.fits.values() if fits), default=1.0)


def largest_px(face: Face) -> float:
    """The size of the largest shape that fits, the square root of its area, in photo pixels; 0 where none does."""
    found = [options[0].size_mm for options in face.fits.values() if options]
    return max(found, default=0.0) * face.scale_px
