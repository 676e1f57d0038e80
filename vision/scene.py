"""All the cards of one photo: marked ones, outlined ones, and shapes whose card's edge does not show.

Cards lie on one table. Whatever is read for certain therefore tells, for its neighbours, how the table is tilted and
how large a card is: which way round a foreshortened card lies, what is too large or small to be one, and how to lay
a shape flat whose own card has no visible edge.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.agree import decided, read_alone, resolve, sure_ones
from vision.blobs import BlobSighting
from vision.candidates import (
    Candidate,
    bears_print,
    cards_on_plane,
    good,
    largest_px,
    on_one_plane,
    one_print,
    outlined,
    read,
    with_print,
)
from vision.decide import choose_profile, deck_unit, typical_fit
from vision.deck import MarkedDeck
from vision.faces import Pyramid, Style
from vision.first_look import FirstLook, first_look
from vision.ground import Ground, ground_of
from vision.lone import lone_shapes, of_size
from vision.marked import MarkedCardSighting, find_marked, laid_on, to_sighting
from vision.outlines import QuadSighting
from vision.photo import Pixels
from vision.place import place_around, print_off_middle
from vision.plane import Floats, apply, quad_area, sides
from vision.proportion import better_size
from vision.quads import any_at, as_quad, inside, middle_of, same_place, upper_first, upright
from vision.reground import guessed as in_plane_of_shapes
from vision.reground import refined
from vision.scene_config import PROFILES, SceneConfig
from vision.sighting import CardSighting, Unread
from vision.vouch import vouched


@dataclass(frozen=True, slots=True)
class _Reading:
    """Where the reading of a scene stands: candidates, the ground they lie on, the profile chosen.

    `taught` are marked cards read as plain ones: they tell what the deck's print is like, and are no candidates.
    """

    candidates: list[Candidate]
    taught: list[Candidate]
    marked: list[MarkedCardSighting]
    ground: Ground
    profile: str | None


def read_scene(
    image: Pixels, deck: MarkedDeck | None, profile: str | None, config: SceneConfig
) -> tuple[list[CardSighting], list[Unread], str | None]:
    """Cards read, places not read, and the profile that they belong to."""
    pyramid = Pyramid(image)
    look = first_look(image, deck, config)
    spots, quads = look.spots, [q for q in look.quads if min(q.support) >= config.least_support]
    marked = find_marked(look.markers, deck, quads) if deck else []
    if profile is None and marked:
        names = [m.card.profile for m in marked]
        profile = max(sorted(set(names)), key=names.count)
    quads = [q for q in quads if not any(same_place(q.corners, m.corners) for m in marked)]
    quads = [q for q in quads if one_print(q.corners, [s for s in spots if not s.dark])]
    style: list[Style] = []
    candidates, config = _outlined_cards(pyramid, quads, marked, spots, profile, style, config)
    reading = _with_lone_shapes(pyramid, candidates, marked, quads, look, profile, style, config)
    cards, unread, doubtful = [], [], []
    sightings = [to_sighting(m, pyramid, config.ink) for m in reading.marked]
    for m, seen in zip(reading.marked, sightings, strict=True):
        if isinstance(seen, CardSighting):
            cards.append(seen)
        elif m.split:
            unread.append(seen)
        else:
            doubtful.append((m, seen))
    if reading.profile is None:
        return cards, unread + [why for _, why in doubtful], profile
    named = [np.array(c.corners_px) for c in cards]
    left = [c for c in reading.candidates if not any(inside(c.middle, corners) for corners in named)]
    everyone = decided(reading.taught + left, reading.profile, config)
    settled = resolve(everyone[len(reading.taught) :])
    unread += _unsettled(candidates, [c for c, _ in settled], reading, config)
    named_by_two, still, settled = vouched(doubtful, settled)
    cards += named_by_two
    unread += still
    whole = [
        c.face.blob.centroid_mm for c, d in settled if c.outlined and d.triangles and c.face.blob is not None
    ]
    off_mm = print_off_middle(np.array(whole), config.faces.size_mm)
    for c, d in settled:
        corners = c.corners
        if not c.outlined:
            own = _own_edge(c, quads, reading.ground, config)
            near = place_around(
                look.work.gradient, look.work.step, c.face.to_px, c.middle, config.faces.size_mm, off_mm
            )
            corners = near if own is None else own
        if d.why is None and d.triangles is not None:
            by = ("outline", "shape") if c.outlined else ("shape",)
            cards.append(CardSighting(None, d.triangles, d.shape, as_quad(corners), d.confidence, by))
        elif d.why:
            unread.append(Unread(as_quad(corners), d.why))
    cards.sort(key=lambda card: _reading_order(card, image.shape[0]))
    return cards, unread, reading.profile


def _own_edge(
    card: Candidate, quads: list[QuadSighting], ground: Ground, config: SceneConfig
) -> Floats | None:
    """The outline, a card's in size, that has the lone shape nearest to its middle; None where there is none."""
    best, least = None, 0.2
    for quad in quads:
        middle = middle_of(quad.corners)
        away = float(np.hypot(*(middle - card.middle))) / float(np.sqrt(abs(quad_area(quad.corners))))
        if away < least and ground.card_sized(quad.corners, middle, config.size_play):
            best, least = upright(quad.corners), away
    return best


def _outlined_cards(
    pyramid: Pyramid,
    quads: list[QuadSighting],
    marked: list[MarkedCardSighting],
    spots: list[BlobSighting],
    profile: str | None,
    style: list[Style],
    config: SceneConfig,
) -> tuple[list[Candidate], SceneConfig]:
    """What the outlines that are cards of one deck show, and the config with the deck's own proportions."""
    profiles = (profile,) if profile else PROFILES
    placed, own = on_one_plane(quads, marked, spots, pyramid.size_px, config)
    if placed is None:
        return outlined(pyramid, with_print(quads, spots), profiles, style, own), own
    candidates = cards_on_plane(pyramid, placed, profiles, style, own)
    if not marked and _mostly_blank(candidates):
        # The table's tiles are the ones that are alike: only what bears a print can be a card.
        printed = [q for q in quads if bears_print(q, spots)]
        placed, own = on_one_plane(printed, marked, spots, pyramid.size_px, config)
        candidates = cards_on_plane(pyramid, placed or [], profiles, style, own)
    if not marked and typical_fit([c.face for c in candidates], own.decide) < own.poor_fit:
        candidates, own = _other_size(pyramid, quads, spots, candidates, profiles, own)
        style.clear()
    if not marked:
        candidates, own = _own_size(pyramid, quads, spots, candidates, profiles, own)
    return candidates, own


def _own_size(
    pyramid: Pyramid,
    quads: list[QuadSighting],
    spots: list[BlobSighting],
    candidates: list[Candidate],
    profiles: tuple[str, ...],
    config: SceneConfig,
) -> tuple[list[Candidate], SceneConfig]:
    """The cards read anew in the proportions that their own prints tell, as long as the prints fit better so."""
    for _ in range(2):
        size_mm = better_size(candidates, config.faces.size_mm, config)
        if size_mm is None:
            break
        placed, own = on_one_plane(quads, [], spots, pyramid.size_px, config, (size_mm,))
        if placed is None or len(placed) < 0.8 * len(candidates):
            break
        anew = cards_on_plane(pyramid, placed, profiles, [], own)
        if typical_fit([c.face for c in anew], own.decide) <= typical_fit(
            [c.face for c in candidates], config.decide
        ):
            break
        candidates, config = anew, own
    return candidates, config


def _mostly_blank(candidates: list[Candidate]) -> bool:
    """Whether most of the outlines have nothing printed in them."""
    blank = sum(largest_px(c.face) < LEAST_PRINT_PX and c.face.z < 0.5 for c in candidates)
    return len(candidates) >= 6 and blank > 0.6 * len(candidates)


LEAST_PRINT_PX = 8.0
"""A speck smaller than this is no print."""


def _other_size(
    pyramid: Pyramid,
    quads: list[QuadSighting],
    spots: list[BlobSighting],
    candidates: list[Candidate],
    profiles: tuple[str, ...],
    config: SceneConfig,
) -> tuple[list[Candidate], SceneConfig]:
    """The cards read anew as cards of the size under which their shapes fit best, if any fits clearly better.

    Cards that lie all one way look alike under another size and another tilt: only what is printed on them tells.
    """
    best = typical_fit([c.face for c in candidates], config.decide) + config.clearly_better
    chosen = None
    for size_mm in config.other_sizes_mm:
        placed, own = on_one_plane(quads, [], spots, pyramid.size_px, config, (size_mm,))
        if size_mm == config.faces.size_mm or placed is None or len(placed) < 0.6 * len(candidates):
            continue
        tried = cards_on_plane(pyramid, placed[:6], profiles, [], own)
        fit = typical_fit([c.face for c in tried], own.decide)
        if fit > best and len(tried) > 1:
            best, chosen = fit, (placed, own)
    if chosen is None:
        return candidates, config
    return cards_on_plane(pyramid, chosen[0], profiles, [], chosen[1]), chosen[1]


def _unsettled(
    candidates: list[Candidate], settled: list[Candidate], reading: _Reading, config: SceneConfig
) -> list[Unread]:
    """Cards of the deck's size in their neighbours' plane, face up, on which nothing could be read.

    To leave such a card out in silence would make a claim that it belongs to look certain.
    """
    why = "nothing on it could be read: turn it face up, or keep glare and hands off it"
    taken = [c.corners for c in settled] + [m.corners for m in reading.marked]
    return [
        Unread(as_quad(c.corners), why)
        for c in candidates
        if c.outlined
        and c.face.papery > 0.6
        and not any(same_place(c.corners, other) or inside(c.middle, other) for other in taken)
        and reading.ground.card_sized(c.corners, c.middle, config.size_play)
    ]


def _reading_order(card: CardSighting, height: int) -> tuple[int, float]:
    """Rows from the top, in each from the left."""
    x = sum(p[0] for p in card.corners_px) / 4
    y = sum(p[1] for p in card.corners_px) / 4
    return int(10 * y / height), x


def _with_lone_shapes(
    pyramid: Pyramid,
    candidates: list[Candidate],
    marked: list[MarkedCardSighting],
    quads: list[QuadSighting],
    look: FirstLook,
    profile: str | None,
    style: list[Style],
    config: SceneConfig,
) -> _Reading:
    """What is read for certain lends its plane to the shapes that stand out elsewhere."""
    profiles = (profile,) if profile else PROFILES
    chosen = choose_profile([c.face for c in candidates], profile, config.decide)
    sure = sure_ones(candidates, chosen, config)
    ground = _ground([m.to_px for m in marked if m.sound] + [c.face.to_px for c in sure], pyramid, config)
    marked = _laid(marked, ground)
    if ground.common is not None and chosen:
        passed_over = _passed_over(quads, ground, candidates, marked, config)
        candidates = candidates + cards_on_plane(pyramid, passed_over, (chosen,), style, config)
        sure = sure_ones(candidates, chosen, config)
    if not sure:
        chosen = profile
    taken = [m.corners for m in marked if m.sound] + [c.corners for c in sure]
    spots = [s for s in look.spots if not any(inside(s.middle, corners) for corners in taken)]
    teachers = [m for m in marked if m.sound and m.card.shape is not None][:3] if spots else []
    taught = [Candidate(m.corners, read(pyramid, m.corners, profiles, style, config), True) for m in teachers]
    guessed = not ground and len(spots) > 1
    if ground.common is None and len(spots) > 1:
        ground = in_plane_of_shapes(pyramid, spots, profiles, ground, marked)
    if ground:
        wanted = (chosen,) if chosen else profiles
        known = [c.face for c in sure + taught]
        unit = deck_unit(known, chosen, config.decide) if chosen else None
        papers = [face.paper for face in known if good(face, config)]
        spots = of_size(spots, ground, unit, papers, config)
        lone = lone_shapes(pyramid, spots, ground, unit, wanted, style, config)
        if len(ground.frames) < config.enough_frames and lone:
            # The shapes themselves tell the plane where too few cards do: read once more in it.
            better = refined(ground, lone, marked, chosen, unit, pyramid, config)
            if better is not None:
                again = lone_shapes(pyramid, spots, better, unit, wanted, style, config)
                rest = taught if guessed else taught + candidates
                if read_alone(again, rest, chosen, config) > read_alone(lone, rest, chosen, config):
                    ground, lone = better, again
                    marked = _laid(marked, ground)
        if ground.common is not None and unit is not None:
            faint = of_size(_faint(look, taken, lone, config), ground, unit, papers, config)
            lone += lone_shapes(pyramid, faint, ground, unit, wanted, style, config)
        # A guessed plane's millimetres are its own: outlines that nothing was read from must not set the scale.
        candidates = lone if guessed and len(lone) > 1 else candidates + lone
    chosen = chosen or choose_profile([c.face for c in candidates], profile, config.decide)
    return _Reading(candidates, taught, marked, ground, chosen)


def _faint(
    look: FirstLook,
    taken: list[Floats],
    lone: list[Candidate],
    config: SceneConfig,
) -> list[BlobSighting]:
    """The pale shapes where nothing was read yet, on the plainest ground first."""
    read_already = taken + [c.corners for c in lone if good(c.face, config)]
    left = [s for s in look.faint(config) if not s.dark and not any(inside(s.middle, own) for own in read_already)]
    return sorted(left, key=lambda spot: -spot.plain)[: config.faint_most]


def _passed_over(
    quads: list[QuadSighting],
    ground: Ground,
    candidates: list[Candidate],
    marked: list[MarkedCardSighting],
    config: SceneConfig,
) -> list[Floats]:
    """Outlines of a card's size on the ground where none was read: the plane of a few of them may have missed them."""
    taken = [c.corners for c in candidates] + [m.corners for m in marked]
    found: list[Floats] = []
    for quad in sorted(quads, key=lambda q: -min(q.support)):
        if any_at(quad.corners, np.array(taken + found).reshape(-1, 4, 2)):
            continue
        middle = middle_of(quad.corners)
        if ground.card_sized(quad.corners, middle, config.size_play):
            # Which side is the short one tells the ground, not the picture.
            flat = sides(apply(np.linalg.inv(ground.at(middle)), quad.corners))
            found.append(upper_first(np.roll(quad.corners, -int(flat[0] + flat[2] > flat[1] + flat[3]), axis=0)))
    return found


def _laid(marked: list[MarkedCardSighting], ground: Ground) -> list[MarkedCardSighting]:
    """Cards that a single marker names placed on the ground."""
    if not ground:
        return marked
    return [m if m.sound or m.split else laid_on(m, ground.at(m.markers[0].corners.mean(0))) for m in marked]


def _ground(frames: list[Floats], pyramid: Pyramid, config: SceneConfig) -> Ground:
    return ground_of(frames, config.faces.size_mm, pyramid.size_px, config.consensus)
