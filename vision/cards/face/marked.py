"""Cards named by their markers, with what else bears witness: the other marker, the outline, the printed shape."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.cards.face.blob import find_blob
from vision.cards.face.colours import count_likelihood
from vision.cards.face.ink import InkConfig, find_ink
from vision.cards.face.models import best_overlap, models_of
from vision.cards.face.zletter import read_z
from vision.deck import MarkedCard, MarkedDeck
from vision.markers import MarkerSighting, card_map, marker_on_card
from vision.outlines import QuadSighting
from vision.paper import over_paper
from vision.plane import Floats, apply, rectangle
from vision.quads import as_quad
from vision.rectify import Pyramid, face_map, rectify
from vision.sighting import CardSighting, Unread


@dataclass(frozen=True, slots=True)
class MarkedCardSighting:
    """A card named by `count` of its markers. `outlined`: an outline was found where they say; `sound`: its place
    is good to a millimetre or so. `corners` (4, 2) px, top-left first as printed."""

    card: MarkedCard
    deck: MarkedDeck
    count: int
    corners: Floats
    to_px: Floats
    outlined: bool
    split: bool
    markers: tuple[MarkerSighting, ...]

    @property
    def sound(self) -> bool:
        """Whether the card's place may serve its neighbours."""
        return (self.outlined or self.count == 2) and not self.split


def find_marked(
    markers: list[MarkerSighting], deck: MarkedDeck, quads: list[QuadSighting]
) -> list[MarkedCardSighting]:
    """The deck's cards in the photo that show a marker at least."""
    by_card: dict[str, list[MarkerSighting]] = {}
    for marker in markers:
        by_card.setdefault(marker.card.id, []).append(marker)
    return [_place(deck, markers, quads) for markers in by_card.values()]


def _place(deck: MarkedDeck, markers: list[MarkerSighting], quads: list[QuadSighting]) -> MarkedCardSighting:
    card = markers[0].card
    first = {m.place: m for m in reversed(markers)}
    split = len(markers) > len(first)
    use = list(first.values())
    fitted = _outline_of(deck, use, quads)
    if fitted is not None:
        return MarkedCardSighting(
            card, deck, len(use), fitted, face_map(fitted, deck.face_mm), True, split, tuple(use)
        )
    to_px = card_map(deck, use)
    corners = apply(to_px, rectangle(deck.face_mm))
    return MarkedCardSighting(
        card, deck, len(use), corners, to_px, False, split or not np.isfinite(corners).all(), tuple(use)
    )


def laid_on(marked: MarkedCardSighting, frame: Floats) -> MarkedCardSighting:
    """The card placed anew by its marker in a known plane: `frame` (3, 3) maps the table's millimetres to pixels.

    One small marker tells a place and a turn well, and the far corners' perspective badly.
    """
    back = np.linalg.inv(frame)
    seen = np.concatenate([apply(back, m.corners) for m in marked.markers])
    printed = np.concatenate([marker_on_card(marked.deck, m.place) for m in marked.markers])
    a = (printed - printed.mean(0)) @ np.array([1, 1j])
    b = (seen - seen.mean(0)) @ np.array([1, 1j])
    turn = (b * a.conj()).sum()
    if abs(turn) < 1e-9:
        return marked
    turn = turn / abs(turn)
    spin = np.array([[turn.real, -turn.imag], [turn.imag, turn.real]])
    to_table = np.eye(3)
    to_table[:2, :2] = spin
    to_table[:2, 2] = seen.mean(0) - spin @ printed.mean(0)
    to_px = frame @ to_table
    corners = apply(to_px, rectangle(marked.deck.face_mm))
    return replace(marked, corners=corners, to_px=to_px)


def _outline_of(deck: MarkedDeck, markers: list[MarkerSighting], quads: list[QuadSighting]) -> Floats | None:
    """The quadrilateral, turned the right way, on which the markers stand where they are printed."""
    best, best_gap = None, MOST_GAP
    seen = np.stack([m.corners for m in markers])
    size = np.linalg.norm(seen[:, 0] - seen[:, 2], axis=-1)
    for quad in quads:
        if not _may_hold(quad.corners, seen, size):
            continue
        for turn in range(4):
            corners = np.roll(quad.corners, -turn, axis=0)
            to_px = face_map(corners, deck.face_mm)
            want = np.stack([apply(to_px, marker_on_card(deck, m.place)) for m in markers])
            gap = float((np.linalg.norm(want - seen, axis=-1).max(1) / size).max())
            if gap < best_gap:
                best, best_gap = corners, gap
    return best


MOST_GAP = 0.3
"""How far off a marker's corner may stand from where it is printed, over the marker's diagonal."""


def _may_hold(corners: Floats, seen: Floats, size: Floats) -> bool:
    """Whether markers (n, 4, 2) of such diagonals (n,) are near enough to a quadrilateral (4, 2) to be printed on it.

    Markers are printed within the card, so that they are wanted within its upright box: what is farther from that than
    the gap that is allowed needs no map.
    """
    reach = (MOST_GAP * size + 1)[:, None, None]
    low, high = corners.min(0), corners.max(0)
    return bool(((seen > low - reach) & (seen < high + reach)).all())


def to_sighting(marked: MarkedCardSighting, pyramid: Pyramid, ink: InkConfig) -> CardSighting | Unread:
    """The card, if a second witness stands by its marker and none speaks against it."""
    corners = as_quad(marked.corners)
    if marked.split:
        return Unread(corners, "two copies of one marker are in view: take one of them away")
    agrees = _shape_agrees(marked, pyramid, ink)
    if agrees is False:
        return Unread(
            corners, "its marker and its printed shape disagree: show all of the card without glare"
        )
    witnesses = ["marker"] + ["outline"] * marked.outlined + ["shape"] * bool(agrees)
    if marked.count == 1 and len(witnesses) == 1:
        return Unread(corners, ONE_MARKER)
    trust = 1 - 0.5 ** (marked.count + len(witnesses) + 3)
    card = marked.card
    return CardSighting(card.id, card.triangles, card.shape, corners, trust, tuple(witnesses))


ONE_MARKER = "only one of its markers is read: uncover the card, or keep glare off it"

SURE_LETTER = 0.62
"""How like a Z has to be what its marker says is one."""


def _shape_agrees(marked: MarkedCardSighting, pyramid: Pyramid, ink: InkConfig) -> bool | None:
    """Whether the printed shape is the one that the marker names; None where it cannot be told."""
    card = marked.card
    patch, native = rectify(pyramid, marked.to_px, marked.deck.face_mm, ink.px_per_mm)
    if native < 0.4:
        return None
    planes, _ = over_paper(patch, ink.rim_px)
    inked = find_ink(planes, ink)
    blob = find_blob(inked, ink) if inked is not None else None
    if card.shape is None:
        letter = read_z(cv2.merge(list(planes)), ink, SURE_LETTER)
        if letter is not None and letter[0] > SURE_LETTER:
            return True
        # A Z prints no colour; a large compact blob of bright ink is another card's face.
        vivid = blob is not None and blob.colour.max() > 0.3 and blob.saturation > 0.5
        return False if vivid and blob is not None and blob.area_mm2 > 200 and not blob.touches_rim else None
    if blob is None:
        return None
    models = models_of(card.profile)
    overlap, _ = best_overlap(models.spectrum, blob.mask)
    own = np.array([shape.key == card.shape.key for shape in models.shapes])
    best = float(overlap[own].max())
    other = float(overlap[~own].max())
    bound = 0.78 if marked.sound else 0.86
    if best > bound and best > other - 0.03 and count_likelihood(blob.counted)[card.triangles - 1] > 1e-3:
        return True
    # Only a shape that is clearly another one speaks against the marker; a hand or glare says nothing.
    return False if other > 0.93 and other - best > 0.12 and not blob.touches_rim else None
