"""What lies on the table beside the cards that an outline told: in the plane of those, and at a second look."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from vision.agree import read_alone, sure_ones, without_patterns
from vision.blobs import BlobSighting
from vision.candidates import (
    Candidate,
    cards_on_plane,
    good,
    read,
)
from vision.decide import choose_profile, deck_unit, exactly
from vision.faces import Pyramid, Style
from vision.first_look import FirstLook
from vision.ground import Ground, ground_of
from vision.lone import likest, lone_shapes, of_size, off_unit
from vision.marked import MarkedCardSighting, laid_on
from vision.outlines import QuadSighting
from vision.papers import of_like_paper
from vision.plane import Floats, apply, sides
from vision.quads import any_at, inside, middle_of, upper_first
from vision.reground import guessed as in_plane_of_shapes
from vision.reground import markers_of, refined
from vision.scene_config import PROFILES, SceneConfig


@dataclass(frozen=True, slots=True)
class TableReading:
    """Where the reading of a scene stands: candidates, the ground they lie on, the profile chosen.

    `taught` are marked cards read as plain ones: they tell what the deck's print is like, and are no candidates.
    """

    candidates: list[Candidate]
    taught: list[Candidate]
    marked: list[MarkedCardSighting]
    ground: Ground
    profile: str | None


@dataclass(frozen=True, slots=True)
class _Photo:
    """What every reading of one photo's shapes asks: its pixels, what stands out in them, and what is looked for."""

    pyramid: Pyramid
    look: FirstLook
    profile: str | None
    style: list[Style]
    config: SceneConfig


def with_lone_shapes(
    pyramid: Pyramid,
    candidates: list[Candidate],
    marked: list[MarkedCardSighting],
    quads: list[QuadSighting],
    look: FirstLook,
    profile: str | None,
    style: list[Style],
    config: SceneConfig,
) -> TableReading:
    """What is read for certain lends its plane to the shapes that stand out elsewhere."""
    profiles = (profile,) if profile else PROFILES
    chosen = choose_profile([c.face for c in candidates], profile, config.decide)
    sure = sure_ones(candidates, chosen, config)
    sound = [m for m in marked if m.sound]
    frames = [m.to_px for m in sound] + [c.face.to_px for c in sure]
    by_markers = {k: markers_of(m) for k, m in enumerate(sound) if len(m.markers) > 1}
    ground = ground_of(frames, config.faces.size_mm, pyramid.size_px, config.consensus, by_markers)
    marked = _laid(marked, ground)
    if ground.common is not None and chosen:
        candidates = _with_passed_over(pyramid, quads, ground, candidates, marked, chosen, style, config)
        sure = sure_ones(candidates, chosen, config)
    if not sure:
        chosen = profile
    taken = [m.corners for m in marked if m.sound] + [c.corners for c in sure]
    spots = [s for s in look.spots if not any(inside(s.middle, corners) for corners in taken)]
    teachers = [m for m in marked if m.sound and m.card.shape is not None][:3] if spots else []
    taught = [Candidate(m.corners, read(pyramid, m.corners, profiles, style, config), True) for m in teachers]
    start = TableReading(candidates, taught, marked, ground, chosen)
    photo = _Photo(pyramid, look, profile, style, config)
    if not ground:
        return _read_guessed(photo, start, sure, taken, spots)
    found = _read_lone(photo, start, sure, taken, spots)
    if len(ground.frames) > 1 or len(spots) < config.few_spots:
        return found
    known = sure_ones(found.candidates, found.profile, config)
    if len(known) > 1:
        return found
    # One card's outline tells a plane badly a hand's breadth away: the shapes may tell it better by themselves.
    start = TableReading([], [], marked, replace(ground, frames=(), common=None), profile)
    other = _read_guessed(photo, start, [], [], look.spots)
    more = len(sure_ones(other.candidates, other.profile, config))
    return other if more > config.many_more * len(known) else found


def _read_guessed(
    photo: _Photo,
    start: TableReading,
    sure: list[Candidate],
    taken: list[Floats],
    spots: list[BlobSighting],
) -> TableReading:
    """What the `spots` show where no card's edges tell the plane: the one that they tell themselves."""
    config = photo.config
    if len(spots) <= config.lone_many:
        return _read_lone(photo, start, sure, taken, spots)
    # A mosaic's tiles outnumber the prints and tell another plane; what stands on one paper tells its own.
    groups = of_like_paper(spots)
    few, many = (
        [group for group in groups if (len(group) > config.few_of_paper) == large] for large in (False, True)
    )
    together = start
    for alike in (*few[: config.most_papers], spots, *many[: config.most_papers]):
        own = _read_lone(photo, start, sure, taken, alike)
        known = sure_ones(own.candidates, own.profile, config)
        if alike is spots:
            together = own
            if known:
                break
        elif known:
            start = replace(own, candidates=[])
            return _read_lone(photo, start, known, taken, spots, told=True)
    return together


def _read_lone(
    photo: _Photo,
    start: TableReading,
    sure: list[Candidate],
    taken: list[Floats],
    spots: list[BlobSighting],
    *,
    told: bool = False,
) -> TableReading:
    """What the `spots` show on the ground of the cards, or where none is `told`, on the one that they show."""
    pyramid, profile, style, config = photo.pyramid, photo.profile, photo.style, photo.config
    profiles = (profile,) if profile else PROFILES
    candidates, taught, marked, ground = start.candidates, start.taught, start.marked, start.ground
    chosen = start.profile
    guessed = not told and not ground and len(spots) > 1
    if not told and ground.common is None and len(spots) > 1:
        ground = in_plane_of_shapes(pyramid, spots, profiles, ground, marked)
    if ground:
        wanted = (chosen,) if chosen else profiles
        known = [c.face for c in sure + taught]
        unit = deck_unit(known, chosen, config.decide) if chosen else None
        papers = [face.paper for face in known if good(face, config)]
        found = of_size(spots, ground, unit, papers, config)

        def read_on(ground: Ground, spots: list[BlobSighting]) -> list[Candidate]:
            return without_patterns(
                lone_shapes(pyramid, spots, ground, unit, wanted, style, config), wanted, config
            )

        likely = likest(pyramid, found, ground, unit, wanted, config)
        # Of many spots the likest few tell a plane that is only guessed.
        few = config.lone_first if guessed else len(likely)
        lone = read_on(ground, likely[:few])
        better = None
        if len(ground.frames) < config.enough_frames and lone:
            # The shapes themselves tell the plane where too few cards do: read once more in it.
            better = refined(ground, lone, marked, chosen, unit, pyramid, config)
        other = (
            lone if better is None else read_on(better, likest(pyramid, found, better, unit, wanted, config))
        )
        rest = taught if guessed else taught + candidates
        if better is not None and read_alone(other, rest, chosen, config) >= read_alone(
            lone, rest, chosen, config
        ):
            ground, lone, other = better, other, lone
            marked = _laid(marked, ground)
        elif few < len(likely):
            lone += read_on(ground, likely[few:])
        # A letter is one in either plane.
        lone += [c for c in other if c.face.z >= config.lone_z and not _any_there(c, lone)]
        if unit is None:
            unit, papers = _told(taught + lone, profile or chosen, config)
        if ground.common is not None and unit is not None:
            kept, odd = of_size(_faint(photo.look, taken, lone, config), ground, unit, papers, config)
            more = lone_shapes(pyramid, kept + odd, ground, unit, wanted, style, config)
            # Where lone shapes alone tell the deck, the table's own must not outnumber them.
            lone += [c for c in more if chosen or off_unit(c.face, unit) < config.lone_play]
        # A guessed plane's millimetres are its own: outlines that nothing was read from must not set the scale.
        candidates = lone if guessed and len(lone) > 1 else candidates + lone
    chosen = chosen or choose_profile([c.face for c in candidates], profile, config.decide)
    return TableReading(candidates, taught, marked, ground, chosen)


def _any_there(candidate: Candidate, others: list[Candidate]) -> bool:
    return any(inside(candidate.middle, other.corners) for other in others)


def _told(
    lone: list[Candidate], profile: str | None, config: SceneConfig
) -> tuple[float | None, list[Floats]]:
    """The deck's unit edge in millimetres and its papers (3,) as lone shapes tell them that are beyond doubt."""
    profile = choose_profile([c.face for c in lone], profile, config.decide)
    told = [c.face for c in sure_ones(lone, profile, config)]
    if profile is None or len(told) < config.least_told:
        return None, []
    return deck_unit(told, profile, config.decide), [face.paper for face in told]


def _faint(
    look: FirstLook,
    taken: list[Floats],
    lone: list[Candidate],
    config: SceneConfig,
) -> list[BlobSighting]:
    """The pale shapes where nothing was read yet, on the plainest ground first, and letters in shade."""
    read_already = taken + [c.corners for c in lone if good(c.face, config)]
    left = [s for s in look.faint(config) if not any(inside(s.middle, own) for own in read_already)]
    coloured = sorted((s for s in left if not s.dark), key=lambda spot: -spot.plain)
    return coloured[: config.faint_most] + [s for s in left if s.dark]


def _with_passed_over(
    pyramid: Pyramid,
    quads: list[QuadSighting],
    ground: Ground,
    candidates: list[Candidate],
    marked: list[MarkedCardSighting],
    profile: str,
    style: list[Style],
    config: SceneConfig,
) -> list[Candidate]:
    """The candidates and the cards that were passed over: those of a card's size on the ground, and those of another
    whose print is the deck's all the same at their own outline's scale, since towards a wide lens's rim the ground is
    far off."""
    placed = _passed_over(quads, ground, candidates, marked, config.size_play)
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
    taken = [c.corners for c in candidates] + [m.corners for m in marked]
    found: list[Floats] = []
    for quad in sorted(quads, key=lambda q: -min(q.support)):
        if any_at(quad.corners, np.array(taken + found).reshape(-1, 4, 2)):
            continue
        middle = middle_of(quad.corners)
        if ground.card_sized(quad.corners, middle, play):
            # Which side is the short one tells the ground, not the picture.
            flat = sides(apply(np.linalg.inv(ground.at(middle)), quad.corners))
            found.append(
                upper_first(np.roll(quad.corners, -int(flat[0] + flat[2] > flat[1] + flat[3]), axis=0))
            )
    return found


def _laid(marked: list[MarkedCardSighting], ground: Ground) -> list[MarkedCardSighting]:
    """Cards that a single marker names placed on the ground."""
    if not ground:
        return marked
    return [m if m.sound or m.split else laid_on(m, ground.at(m.markers[0].corners.mean(0))) for m in marked]
