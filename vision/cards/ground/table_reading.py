"""What lies on the table beside the cards that an outline told: in the plane of those, and at a second look."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.cards.decks.agree import sure_ones
from vision.cards.decks.candidates import Candidate, cards_on_plane, read
from vision.cards.decks.deck_scale import deck_unit, exactly
from vision.cards.decks.which_deck import choose_profile
from vision.cards.face.faces import Face
from vision.cards.face.marked import MarkedCardSighting
from vision.cards.first_look import DARK
from vision.cards.ground.on_ground import Begun, TableReading, laid
from vision.cards.ground.photo import Photo
from vision.cards.ground.reground import markers_of
from vision.cards.ground.which_ground import likeliest, read_guessed, read_lone
from vision.cards.scene_config import PROFILES, SceneConfig
from vision.ground import Ground, ground_of
from vision.outlines import QuadSighting
from vision.plane import Floats, apply, cells, sides
from vision.quads import any_at, inside, middle_of, upper_first
from vision.srgb import LINEAR


def with_lone_shapes(
    photo: Photo,
    candidates: list[Candidate],
    marked: list[MarkedCardSighting],
    quads: list[QuadSighting],
) -> TableReading:
    """What is read for certain lends its plane to the shapes that stand out elsewhere."""
    pyramid, look, profile, config = photo.pyramid, photo.look, photo.profile, photo.config
    profiles = (profile,) if profile else PROFILES
    chosen = choose_profile([c.face for c in candidates], profile, config.decide)
    sure = sure_ones(candidates, chosen, config)
    sound = [m for m in marked if m.sound]
    frames = [m.to_px for m in sound] + [c.face.to_px for c in sure]
    by_markers = {k: markers_of(m) for k, m in enumerate(sound) if len(m.markers) > 1}
    ground = ground_of(frames, config.faces.size_mm, pyramid.size_px, config.consensus, by_markers)
    marked = laid(marked, ground)
    if ground.common is not None and chosen:
        candidates = _with_passed_over(photo, quads, ground, candidates, marked, chosen)
        sure = sure_ones(candidates, chosen, config)
    if not sure:
        chosen = profile
    taken = [m.corners for m in marked if m.sound] + [c.corners for c in sure]
    bright = look.of_bright_prints(config).spots if _on_dark_paper(sure) and not look.bright else []
    spots = [s for s in look.spots + bright if not any(inside(s.middle, corners) for corners in taken)]
    teachers = [m for m in marked if m.sound and m.card.shape is not None][:3] if spots else []
    taught = [_taught(m, read(pyramid, m.corners, profiles, photo.style, config)) for m in teachers]
    begun = Begun(TableReading(candidates, taught, marked, ground, chosen), sure, taken)
    if not ground:
        return read_guessed(photo, begun, spots)
    found = read_lone(photo, begun, spots)
    if sound or len(ground.frames) > 1 or len(look.spots) < config.few_spots:
        return found
    # One card's outline tells a plane badly a hand's breadth away: the shapes may tell it better by themselves.
    bare = TableReading([], [], marked, replace(ground, frames=(), common=None), profile)
    return likeliest([found, read_guessed(photo, Begun(bare, [], []), look.spots)], config)[0]


def _on_dark_paper(cards: list[Candidate]) -> bool:
    """Whether most cards are dark: what is printed on others of the deck is brighter than its paper, too."""
    dark = [float(card.face.paper.max()) < LINEAR[round(DARK)] for card in cards]
    return bool(2 * sum(dark) > len(dark))


def _taught(card: MarkedCardSighting, face: Face) -> Candidate:
    """A marked card as a plain one would be read, but for what is known of it."""
    fits = [fit for fit in face.fits.get(card.card.profile, ()) if fit.shape == card.card.shape]
    if not fits:
        return Candidate(card.corners, face, True)
    return Candidate(card.corners, replace(face, fits={card.card.profile: (fits[0],)}), True, known=True)


def _with_passed_over(
    photo: Photo,
    quads: list[QuadSighting],
    ground: Ground,
    candidates: list[Candidate],
    marked: list[MarkedCardSighting],
    profile: str,
) -> list[Candidate]:
    """The candidates and the cards that were passed over: those of a card's size on the ground, those of strips of
    cards whose prints do not stand out, under glare or on coloured paper, and those of another size whose print is the
    deck's all the same at their own outline's scale, since towards a wide lens's rim the ground is far off."""
    pyramid, style, config = photo.pyramid, photo.style, photo.config
    placed = _passed_over(quads, ground, candidates, marked, config.size_play)
    placed += _of_strips(quads, ground, candidates, marked, config)
    candidates = candidates + cards_on_plane(pyramid, placed, (profile,), style, config)
    unit = deck_unit([c.face for c in sure_ones(candidates, profile, config)], profile, config.decide)
    if unit is None:
        return candidates
    whole = [quad for quad in quads if min(quad.support) >= config.whole_support]
    placed = _passed_over(whole, ground, candidates, marked, config.stray_play)[: config.most_strays]
    strays = cards_on_plane(pyramid, placed, (profile,), style, config)
    return candidates + [
        c
        for c in strays
        if any(exactly(fit, unit, c.face, config.decide) for fit in c.face.fits.get(profile, ()))
    ]


def _passed_over(
    quads: list[QuadSighting],
    ground: Ground,
    candidates: list[Candidate],
    marked: list[MarkedCardSighting],
    play: float,
) -> list[Floats]:
    """Outlines where none was read that are a card's in size on the ground, within `play` as a natural logarithm: the
    plane of a few of them may have missed them."""
    return card_sized_places(
        quads, ground, play, [c.corners for c in candidates] + [m.corners for m in marked]
    )


def card_sized_places(
    quads: Sequence[QuadSighting], ground: Ground, play: float, taken: Sequence[Floats] = ()
) -> list[Floats]:
    """The outlines (4, 2) px that are a card's in size on the ground, within `play` as a natural logarithm, the short
    side first; one a place, and none where something is `taken` (4, 2) already."""
    found: list[Floats] = []
    for quad in sorted(quads, key=lambda q: -min(q.support)):
        if any_at(quad.corners, np.array([*taken, *found]).reshape(-1, 4, 2)):
            continue
        if ground.card_sized(quad.corners, middle_of(quad.corners), play):
            found.append(_short_side_first(quad.corners, ground))
    return found


def _short_side_first(corners: Floats, ground: Ground) -> Floats:
    """A card's corners (4, 2) px, its short side first: which one that is tells the ground, not the picture."""
    across, down = _extent(corners, ground)
    return upper_first(np.roll(corners, -int(across > down), axis=0))


def _extent(corners: Floats, ground: Ground) -> tuple[float, float]:
    """How long an outline (4, 2) px is on the ground along its side 0, and along side 1, in millimetres."""
    flat = sides(apply(np.linalg.inv(ground.at(middle_of(corners))), corners))
    return float(flat[0] + flat[2]) / 2, float(flat[1] + flat[3]) / 2


def _of_strips(
    quads: list[QuadSighting],
    ground: Ground,
    candidates: list[Candidate],
    marked: list[MarkedCardSighting],
    config: SceneConfig,
) -> list[Floats]:
    """The parts of outlines in which nothing was read and which are as large on the ground as some cards side by side:
    in silence they would make a claim that they belong to look certain."""
    # A print's own outline within is no card.
    cards = [c.middle for c in candidates if ground.card_sized(c.corners, c.middle, config.size_play)]
    cards += [m.corners.mean(0) for m in marked]
    found: list[Floats] = []
    for quad in sorted(quads, key=lambda quad: -min(quad.support)):
        whole = min(quad.support) >= config.whole_support and not any(
            inside(place, quad.corners) for place in (*cards, *(part.mean(0) for part in found))
        )
        if whole:
            found += [
                _short_side_first(part, ground) for part in _strip(quad.corners, ground, config.size_play)
            ]
        if len(found) >= config.most_strays:
            break
    return found


def _strip(corners: Floats, ground: Ground, play: float) -> list[Floats]:
    """The cards (4, 2) px that an outline is cut into, if it is as large as two to six of them side by side. One of
    several rows is as likely a printed sheet, as a mark's, and is left alone."""
    across, down = _extent(corners, ground)
    for w, h in (ground.size_mm, ground.size_mm[::-1]):
        columns, rows = round(across / w), round(down / h)
        if min(columns, rows) != 1 or not 2 <= max(columns, rows) <= MOST_IN_STRIP:
            continue
        if max(abs(np.log(across / (columns * w))), abs(np.log(down / (rows * h)))) < play:
            return cells(corners, columns, rows)
    return []


MOST_IN_STRIP = 6
