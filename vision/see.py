"""One photo to sightings."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from calibration.lens import Lens
from vision.deck import MarkedDeck
from vision.decide import DecideConfig, Decision, choose_profile, decide, deck_unit, learn_hues
from vision.faces import Face, FaceConfig, Pyramid, face_map, read_face
from vision.fit import FitConfig
from vision.ink import InkConfig
from vision.outlines import OutlineConfig, QuadSighting, find_outlines
from vision.photo import Pixels
from vision.plane import Floats, quad_area
from vision.sighting import CardSighting, Outline, Quad, Seen, Unread

PROFILES = ("iamond", "abolo")


@dataclass(frozen=True, slots=True)
class SeeConfig:
    """The configs of all stages."""

    outlines: OutlineConfig = field(default_factory=OutlineConfig)
    faces: FaceConfig = field(default_factory=FaceConfig)
    ink: InkConfig = field(default_factory=InkConfig)
    fit: FitConfig = field(default_factory=FitConfig)
    decide: DecideConfig = field(default_factory=DecideConfig)


def as_quad(corners: Floats) -> Quad:
    """Four corners (4, 2) as plain values."""
    a, b, c, d = ((float(x), float(y)) for x, y in corners)
    return a, b, c, d


def upright(corners: Floats) -> Floats:
    """Corners turned so that the first side is a short one, and the first corner the upper of the two such."""
    lengths = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1)
    start = 0 if lengths[0] + lengths[2] <= lengths[1] + lengths[3] else 1
    turned = np.roll(corners, -start, axis=0)
    other = np.roll(turned, -2, axis=0)
    return turned if turned[:2, 1].mean() <= other[:2, 1].mean() else other


def see(
    image: Pixels,
    *,
    game: str,
    deck: MarkedDeck | None = None,
    profile: str | None = None,
    lens: Lens | None = None,
    config: SeeConfig | None = None,
) -> Seen:
    """What lies on the table of one photo, (height, width, 3) uint8 BGR.

    `game` is "zangle", or "none" for card outlines alone. `deck` is the marked deck that may lie there.
    """
    config = config or SeeConfig()
    height, width = image.shape[:2]
    quads = find_outlines(image, config.outlines)
    cards, unread, chosen = _plain_cards(image, quads, profile, config)
    return Seen(game, chosen, (width, height), tuple(cards), tuple(unread))


@dataclass(frozen=True, slots=True)
class _Candidate:
    corners: Floats
    face: Face
    quality: float


def _plain_cards(
    image: Pixels, quads: list[QuadSighting], profile: str | None, config: SeeConfig
) -> tuple[list[CardSighting], list[Unread], str | None]:
    pyramid = Pyramid(image)
    profiles = (profile,) if profile else PROFILES
    candidates = []
    for quad in quads:
        corners = upright(quad.corners)
        lengths = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1)
        aspect = (lengths[1] + lengths[3]) / (lengths[0] + lengths[2])
        if aspect > 2.3 or min(quad.support) < 0.25:
            continue
        face = read_face(pyramid, face_map(corners, config.faces.size_mm), profiles, config.faces, config.ink, config.fit)
        candidates.append(_Candidate(corners, face, min(quad.support)))
    faces = [c.face for c in candidates]
    chosen = choose_profile(faces, profile, config.decide)
    if chosen is None:
        return [], [], None
    unit = deck_unit(faces, chosen, config.decide)
    learnt = learn_hues(faces, chosen, unit, config.decide)
    decided = [(c, decide(c.face, chosen, unit, learnt, config.decide)) for c in candidates]
    cards: list[CardSighting] = []
    unread: list[Unread] = []
    for c, d in _resolve(decided):
        if d.why is None and d.triangles is not None:
            cards.append(CardSighting(None, d.triangles, d.shape, as_quad(c.corners), d.confidence, ("outline", "shape")))
        elif d.why:
            unread.append(Unread(as_quad(c.corners), d.why))
    return cards, unread, chosen


def _resolve(decided: list[tuple[_Candidate, Decision]]) -> list[tuple[_Candidate, Decision]]:
    """Of candidates that overlap, the one that is read, else the larger."""
    plausible = [(c, d) for c, d in decided if d.plausible]
    plausible.sort(key=lambda x: (x[1].why is not None, -abs(float(quad_area(x[0].corners)))))
    kept: list[tuple[_Candidate, Decision]] = []
    for c, d in plausible:
        middle = c.corners.mean(0)
        reach = 0.25 * float(np.sqrt(abs(quad_area(c.corners))))
        if all(np.linalg.norm(k.corners.mean(0) - middle) > reach for k, _ in kept):
            kept.append((c, d))
    return kept
