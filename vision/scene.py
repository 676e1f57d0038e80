"""All the cards of one photo: marked ones, outlined ones, and shapes whose card's edge does not show.

Cards lie on one table. Whatever is read for certain therefore tells, for its neighbours, how the table is tilted and
how large a card is: which way round a foreshortened card lies, what is too large or small to be one, and how to lay
a shape flat whose own card has no visible edge.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np

from vision.blobs import BlobConfig, BlobSighting, find_blobs
from vision.colours import count_likelihood
from vision.consensus import CardPlane, ConsensusConfig, card_plane
from vision.deck import MarkedDeck
from vision.decide import NOTHING, DecideConfig, Decision, choose_profile, decide, deck_unit, fits_well, learn_hues
from vision.faces import Face, FaceConfig, Pyramid, Style, face_map, read_face
from vision.fit import FitConfig
from vision.ink import InkConfig
from vision.marked import MarkedCardSighting, find_marked, laid_on, to_sighting
from vision.markers import MarkerConfig
from vision.outlines import OutlineConfig, QuadSighting, find_outlines, gradient, work_picture
from vision.photo import Pixels
from vision.place import place_around
from vision.plane import Floats, apply, quad_area, sides
from vision.sighting import CardSighting, Quad, Unread
from vision.tilt import guess_frame

PROFILES = ("iamond", "abolo")


@dataclass(frozen=True, slots=True)
class SceneConfig:
    """The configs of all stages, and what a card may measure beside its neighbours."""

    outlines: OutlineConfig = field(default_factory=OutlineConfig)
    consensus: ConsensusConfig = field(default_factory=ConsensusConfig)
    markers: MarkerConfig = field(default_factory=MarkerConfig)
    blobs: BlobConfig = field(default_factory=BlobConfig)
    faces: FaceConfig = field(default_factory=FaceConfig)
    ink: InkConfig = field(default_factory=InkConfig)
    fit: FitConfig = field(default_factory=FitConfig)
    decide: DecideConfig = field(default_factory=DecideConfig)
    least_support: float = 0.25
    most_aspect: float = 2.3
    sure_margin: float = 12.0
    """By how much a profile must lead over the first few cards for the rest to be read by it alone."""
    least_plain: float = 0.8
    """A shape without a card's edge counts only on so even a ground."""
    other_sizes_mm: tuple[tuple[float, float], ...] = ((70.0, 70.0), (66.0, 79.0), (57.0, 89.0), (70.0, 120.0))
    lone_error: float = 0.62
    """What a lone shape's fit may be off, as a share of what a whole card's may."""
    lone_trust: float = 0.95
    lone_colour: float = 0.25
    lone_most: int = 70
    lone_play: float = 0.1
    """How far a lone shape's unit edge may differ from the deck's, as a share."""
    paper_play: float = 0.16
    """How far its paper's tint may differ from that of some card of the deck, as a share."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A place where a card may lie, and what its face shows. `outlined`: its own edge was found."""

    corners: Floats
    face: Face
    outlined: bool

    @property
    def middle(self) -> Floats:
        """The place in the photo, (2,) px: where the diagonals meet, since a tilted card's corners are lopsided."""
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = self.corners.tolist()
        across = (cx - ax) * (dy - by) - (cy - ay) * (dx - bx)
        if abs(across) < 1e-9:
            return np.array([(ax + bx + cx + dx) / 4, (ay + by + cy + dy) / 4])
        t = ((bx - ax) * (dy - by) - (by - ay) * (dx - bx)) / across
        return np.array([ax + t * (cx - ax), ay + t * (cy - ay)])


def as_quad(corners: Floats) -> Quad:
    """Four corners (4, 2) as plain values."""
    a, b, c, d = ((float(x), float(y)) for x, y in corners)
    return a, b, c, d


def upright(corners: Floats) -> Floats:
    """Corners turned so that the first side is a short one, and the first corner the upper of the two such."""
    lengths = sides(corners)
    start = 0 if lengths[0] + lengths[2] <= lengths[1] + lengths[3] else 1
    return _upper_first(np.roll(corners, -start, axis=0))


def _upper_first(corners: Floats) -> Floats:
    other = np.roll(corners, -2, axis=0)
    return corners if corners[:2, 1].mean() <= other[:2, 1].mean() else other


def read_scene(
    image: Pixels, deck: MarkedDeck | None, profile: str | None, config: SceneConfig
) -> tuple[list[CardSighting], list[Unread], str | None]:
    """Cards read, places not read, and the profile that they belong to."""
    pyramid = Pyramid(image)
    quads = [q for q in find_outlines(image, config.outlines) if min(q.support) >= config.least_support]
    marked = find_marked(image, deck, quads, config.markers) if deck else []
    if profile is None and marked:
        profile = max({m.card.profile for m in marked}, key=[m.card.profile for m in marked].count)
    profiles = (profile,) if profile else PROFILES
    work, step = work_picture(image, config.outlines)
    spots = find_blobs(work, step, config.blobs)
    quads = [q for q in quads if not any(_same_place(q.corners, m.corners) for m in marked)]
    quads = [q for q in quads if _one_print(q.corners, spots)]
    style: list[Style] = []
    placed, config = _on_one_plane(pyramid, quads, marked, spots, profiles, style, config)
    if placed is None:
        candidates = _outlined(pyramid, _with_print(quads, spots), profiles, style, config)
    else:
        candidates = _cards_on_plane(pyramid, placed, profiles, style, config)
    chosen = choose_profile([c.face for c in candidates], profile, config.decide)
    sure = _sure(candidates, chosen, config)
    frames = [m.to_px for m in marked if m.sound] + [c.face.to_px for c in sure]
    if frames:
        marked = [m if m.sound or m.split else laid_on(m, _nearest(frames, m.corners.mean(0), config)) for m in marked]
    if not sure:
        chosen = profile
    taken = [m.corners for m in marked if frames or m.sound] + [c.corners for c in sure]
    spots = [s for s in spots if not any(_inside(s.middle, corners) for corners in taken)]
    teachers = [m for m in marked if m.sound and m.card.shape is not None][:3] if spots else []
    taught = [Candidate(m.corners, _read(pyramid, m.corners, profiles, style, config), True) for m in teachers]
    if not frames and len(spots) > 1:
        frame = guess_frame(image, spots, profiles)
        frames = [frame] if frame is not None else []
    if frames:
        wanted = (chosen,) if chosen else profiles
        spots = _of_size(spots, frames, [c.face for c in sure + taught], chosen, config)
        candidates += [c for c in (_from_blob(pyramid, s, frames, wanted, style, config) for s in spots) if c is not None]
    chosen = chosen or choose_profile([c.face for c in candidates], profile, config.decide)
    cards, unread = [], []
    for m in marked:
        seen = to_sighting(m, pyramid, config.ink)
        if isinstance(seen, CardSighting):
            cards.append(seen)
        else:
            unread.append(seen)
    if chosen is None:
        return cards, unread, profile
    steps = gradient(work)
    decided = _decided(taught + candidates, chosen, config)[len(taught) :]
    for c, d in sorted(_resolve(decided), key=lambda pair: (round(pair[0].middle[1] / image.shape[0], 1), pair[0].middle[0])):
        corners = c.corners if c.outlined else place_around(steps, step, c.face.to_px, c.middle, config.faces.size_mm)
        if d.why is None and d.triangles is not None:
            by = ("outline", "shape") if c.outlined else ("shape",)
            cards.append(CardSighting(None, d.triangles, d.shape, as_quad(corners), d.confidence, by))
        elif d.why and c.outlined:
            unread.append(Unread(as_quad(corners), d.why))
    return cards, unread, chosen


def _on_one_plane(
    pyramid: Pyramid,
    quads: list[QuadSighting],
    marked: list[MarkedCardSighting],
    spots: list[BlobSighting],
    profiles: tuple[str, ...],
    style: list[Style],
    config: SceneConfig,
) -> tuple[list[Floats] | None, SceneConfig]:
    """Corners of the outlines that are cards of one deck, and the config with the deck's own proportions."""
    anchors = [m.corners for m in marked if m.sound]
    corners = np.array([*anchors, *(q.corners for q in quads)]).reshape(-1, 4, 2)
    middles = np.array([[*s.middle, max(s.box[2:])] for s in spots]).reshape(-1, 3)
    weight = np.array([3.0] * len(anchors) + [_print_weight(q, middles) for q in quads])
    best: tuple[float, CardPlane, tuple[float, float]] | None = None
    printed = float(weight[weight > 0.2].sum())
    for size_mm in (config.faces.size_mm, *(config.other_sizes_mm if not anchors else ())):
        if best is not None and best[0] > 0.6 * printed:
            break
        plane = card_plane(corners, weight, size_mm, config.consensus)
        if plane is None:
            continue
        # Another size than the usual one has to explain clearly more of the outlines.
        value = plane.weight * (1.0 if size_mm == config.faces.size_mm else 0.8)
        if best is None or value > best[0]:
            best = value, plane, size_mm
    if best is None or best[0] < 1.5:
        return None, config
    _, plane, size_mm = best
    config = replace(config, faces=replace(config.faces, size_mm=size_mm))
    kept = [c for k, c in zip(plane.index, plane.corners, strict=True) if k >= len(anchors)]
    return [_upper_first(c) for c in kept], config


def _one_print(corners: Floats, spots: list[BlobSighting]) -> bool:
    """Whether an outline holds one print at most: two touching cards have a card's proportions, and two prints."""
    inside = [s for s in spots if _inside(s.middle, corners)]
    largest = max((max(s.box[2:]) for s in inside), default=0.0)
    boxes = [s.box for s in inside if max(s.box[2:]) > 0.25 * largest and s.plain > 0.5]
    for i, (x, y, w, h) in enumerate(boxes):
        for u, v, p, q in boxes[:i]:
            gap = max(u - (x + w), x - (u + p), v - (y + h), y - (v + q))
            if gap > 0.3 * largest:
                return False
    return True


def _print_weight(quad: QuadSighting, middles: Floats) -> float:
    """How much an outline looks like a card's: one with a coloured print about its middle counts most."""
    support = min(quad.support)
    if len(middles):
        size = np.sqrt(abs(float(quad_area(quad.corners))))
        inside = np.linalg.norm(middles[:, :2] - quad.corners.mean(0), axis=1) < 0.22 * size
        inside &= middles[:, 2] < 0.75 * size
        if inside.any():
            return support
    return 0.12 * support


def _with_print(quads: list[QuadSighting], spots: list[BlobSighting]) -> list[QuadSighting]:
    """The outlines that may hold a card's print, likeliest first, forty at most."""
    middles = np.array([[*s.middle, max(s.box[2:])] for s in spots]).reshape(-1, 3)
    return sorted(quads, key=lambda q: -_print_weight(q, middles))[:40]


def _cards_on_plane(
    pyramid: Pyramid, placed: list[Floats], profiles: tuple[str, ...], style: list[Style], config: SceneConfig
) -> list[Candidate]:
    found: list[Candidate] = []
    good = 0
    for corners in placed:
        face = _read(pyramid, corners, profiles, style, config)
        found.append(Candidate(corners, face, True))
        good += face.clear > config.decide.least_clear and _good(face, config)
        if len(profiles) > 1 and good in (3, 6, 10):
            chosen = choose_profile([c.face for c in found], None, config.decide, config.sure_margin)
            profiles = (chosen,) if chosen else profiles
    return found


def _outlined(
    pyramid: Pyramid, quads: list[QuadSighting], profiles: tuple[str, ...], style: list[Style], config: SceneConfig
) -> list[Candidate]:
    """Read what every outline holds; outlines inside a card that is read already are its print."""
    found: list[Candidate] = []
    done: list[Floats] = []
    # Small ones first: a row of touching cards also has an outline, and must not hide its cards.
    for quad in sorted(quads, key=lambda q: abs(float(quad_area(q.corners)))):
        corners = upright(quad.corners)
        lengths = sides(corners)
        aspect = float((lengths[1] + lengths[3]) / (lengths[0] + lengths[2]))
        if aspect > config.most_aspect or any(_holds(corners, other) for other in done):
            continue
        face = _read(pyramid, corners, profiles, style, config)
        if aspect < 1.3 and least_error(face) > config.faces.good_error:
            turned = _upper_first(np.roll(corners, -1, axis=0))
            other = _read(pyramid, turned, profiles, style, config)
            if least_error(other) < least_error(face):
                corners, face = turned, other
        found.append(Candidate(corners, face, True))
        if face.clear > config.decide.least_clear and face.plain > config.least_plain and _good(face, config):
            done.append(corners)
            if len(profiles) > 1 and len(done) in (3, 6, 10):
                chosen = choose_profile([c.face for c in found], None, config.decide, config.sure_margin)
                profiles = (chosen,) if chosen else profiles
    return found


def _holds(corners: Floats, other: Floats) -> bool:
    """Whether a quadrilateral stands over another card, and is not merely that card's rim round its inner frame."""
    if not _inside(other.mean(0), corners) and not _inside(corners.mean(0), other):
        return False
    size = np.sqrt(abs(float(quad_area(other))))
    near = np.linalg.norm(corners.mean(0) - other.mean(0)) < 0.08 * size
    return not (near and abs(float(quad_area(corners))) < 1.6 * size**2)


def _read(
    pyramid: Pyramid, corners: Floats, profiles: tuple[str, ...], style: list[Style], config: SceneConfig
) -> Face:
    to_px = face_map(corners, config.faces.size_mm)
    return read_face(pyramid, to_px, profiles, config.faces, config.ink, config.fit, style)


def _good(face: Face, config: SceneConfig) -> bool:
    return any(fits_well(face, fits[0], config.decide) for fits in face.fits.values() if fits)


def least_error(face: Face) -> float:
    """The best fit's error over all profiles, as a share of its shape's size; 1 where there is none."""
    return min((fits[0].error_mm / fits[0].size_mm for fits in face.fits.values() if fits), default=1.0)


def _decided(candidates: list[Candidate], profile: str, config: SceneConfig) -> list[tuple[Candidate, Decision]]:
    # What the deck is like is learnt from whole cards where there are any; lone shapes have to comply.
    whole = [c.face for c in candidates if c.outlined]
    unit = deck_unit(whole, profile, config.decide)
    teachers = whole
    if unit is None:
        teachers = [c.face for c in candidates]
        unit = deck_unit(teachers, profile, config.decide)
    learnt = learn_hues(teachers, profile, unit, config.decide)
    decided = []
    for c in candidates:
        seen = decide(c.face, profile, unit, learnt, config.decide)
        if not c.outlined and not _like_the_rest(c.face, unit, seen, teachers, config):
            seen = NOTHING
        if seen.triangles == 0 and not _same_paper(c.face, teachers, config):
            # A table's pattern may look like the letter, but not on the deck's own paper.
            seen = NOTHING
        decided.append((c, seen))
    return decided


def _like_the_rest(face: Face, unit: float | None, seen: Decision, teachers: list[Face], config: SceneConfig) -> bool:
    """Whether a lone shape is printed at the deck's scale and on paper like the deck's."""
    if unit is None or seen.triangles is None or face.blob is None or seen.confidence < config.lone_trust:
        return False
    # A speck of the table is as like a small square as a small square is: its colour has to be the deck's.
    if seen.triangles and count_likelihood(face.blob.colour)[seen.triangles - 1] < config.lone_colour:
        return False
    own = [f for fits in face.fits.values() for f in fits if f.shape == seen.shape]
    if not own or not fits_well(face, own[0], config.decide, config.lone_error) or abs(np.log(own[0].unit_mm / unit)) > config.lone_play:
        return False
    return _same_paper(face, teachers, config)


def _same_paper(face: Face, teachers: list[Face], config: SceneConfig) -> bool:
    """Whether a face's paper looks like that of some card of the deck; true where there is none to compare with."""
    papers = [other.paper for other in teachers if _good(other, config) and other is not face]
    if not papers:
        return True
    tint, light = face.paper / face.paper.sum(), face.paper.sum()
    return any(
        np.abs(tint / (paper / paper.sum()) - 1).max() < config.paper_play and 0.3 < light / paper.sum() < 3.3
        for paper in papers
    )


def _sure(candidates: list[Candidate], profile: str | None, config: SceneConfig) -> list[Candidate]:
    if profile is None:
        return []
    decided = _decided(candidates, profile, config)
    return [c for c, d in _resolve(decided) if d.why is None and d.triangles]


def _nearest(frames: list[Floats], middle: Floats, config: SceneConfig) -> Floats:
    """The frame whose card lies nearest to a place, itself left out."""
    centre = np.array(config.faces.size_mm) / 2
    away = np.array([np.linalg.norm(apply(frame, centre) - middle) for frame in frames])
    size = np.array([np.sqrt(abs(float(quad_area(_card_corners(frame, config))))) for frame in frames])
    away[away < 0.2 * size] = np.inf
    if not np.isfinite(away).any():
        return frames[0]
    return frames[int(away.argmin())]


def _card_corners(frame: Floats, config: SceneConfig) -> Floats:
    w, h = config.faces.size_mm
    return apply(frame, np.array([[0.0, 0.0], [w, 0.0], [w, h], [0.0, h]]))


def _of_size(
    spots: list[BlobSighting], frames: list[Floats], faces: list[Face], profile: str | None, config: SceneConfig
) -> list[BlobSighting]:
    """The spots that are no larger and no smaller than the deck's shapes, where its scale is known."""
    unit = deck_unit(faces, profile, config.decide) if profile else None
    kept = []
    for spot in spots:
        if unit is not None:
            x, y, w, h = spot.box
            back = np.linalg.inv(_nearest(frames, spot.middle, config))
            flat = apply(back, np.array([[x, y], [x + w, y], [x + w, y + h], [x, y + h]]))
            extent = float((flat.max(0) - flat.min(0)).max())
            if not 0.6 * unit < extent < 7 * unit:
                continue
        kept.append(spot)
    return kept[: config.lone_most]


def _from_blob(
    pyramid: Pyramid,
    spot: BlobSighting,
    frames: list[Floats],
    profiles: tuple[str, ...],
    style: list[Style],
    config: SceneConfig,
) -> Candidate | None:
    """Read a shape in the plane of the nearest card."""
    frame = _nearest(frames, spot.middle, config)
    back = np.linalg.inv(frame)
    x, y, w, h = spot.box
    on_table = apply(back, np.array([[x, y], [x + w, y], [x + w, y + h], [x, y + h]]))
    centre = apply(back, spot.middle)
    extent = float((on_table.max(0) - on_table.min(0)).max())
    if not 5 < extent < 110:
        return None
    side = float(np.clip(1.7 * extent + 8, 26, 96))
    shift = np.array([[1, 0, centre[0] - side / 2], [0, 1, centre[1] - side / 2], [0, 0, 1.0]])
    face = read_face(
        pyramid,
        frame @ shift,
        profiles,
        replace(config.faces, size_mm=(side, side)),
        replace(config.ink, rim_mm=1.0),
        config.fit,
        style,
    )
    if not _good(face, config) or face.plain < config.least_plain:
        return None
    corners = apply(frame @ shift, np.array([[0, 0], [side, 0], [side, side], [0, side]]))
    return Candidate(corners, face, False)


def _inside(point: Floats, corners: Floats) -> bool:
    x, y = float(point[0]), float(point[1])
    quad = corners.tolist()
    turns = [
        (q[0] - p[0]) * (y - p[1]) - (q[1] - p[1]) * (x - p[0])
        for p, q in zip(quad, quad[1:] + quad[:1], strict=True)
    ]
    return all(turn >= 0 for turn in turns) or all(turn <= 0 for turn in turns)


def _same_place(a: Floats, b: Floats) -> bool:
    """Whether two quadrilaterals stand for one card: their middles are close for the smaller one's size."""
    reach = 0.3 * np.sqrt(min(abs(float(quad_area(a))), abs(float(quad_area(b)))))
    return bool(np.linalg.norm(a.mean(0) - b.mean(0)) < reach) or _inside(a.mean(0), b)


def _resolve(decided: list[tuple[Candidate, Decision]]) -> list[tuple[Candidate, Decision]]:
    """Of candidates for one place the one that is read, by its own edge if it has one; else the larger."""
    plausible = [(c, d) for c, d in decided if d.plausible]
    plausible.sort(
        key=lambda pair: (
            pair[1].why is not None,
            not pair[0].outlined,
            -abs(float(quad_area(pair[0].corners))),
        )
    )
    kept: list[tuple[Candidate, Decision, Floats]] = []
    for c, d in plausible:
        middle = c.middle
        reach = 0.25 * float(np.sqrt(abs(quad_area(c.corners))))
        clash = any(
            np.hypot(*(other - middle)) < reach
            or _inside(middle, k.corners)
            or (d.why is not None and _inside(other, c.corners))
            for k, _, other in kept
        )
        if not clash:
            kept.append((c, d, middle))
    return [(c, d) for c, d, _ in kept]
