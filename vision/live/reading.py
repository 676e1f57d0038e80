"""Reading a part of a frame: at once by markers and codes, and with more time by all that a photo is read by."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType

import cv2
import numpy as np

from vision.cards.face.marked import MarkedCardSighting, laid_on, to_sighting
from vision.cards.scene_config import SceneConfig
from vision.cards.see import see
from vision.deck import MarkedDeck
from vision.live.face_down import face_up, in_frame
from vision.live.marker_search import mark_named, markers_by_thing
from vision.live.marks import MarkSet
from vision.live.printed_places import place_by_markers, places_by_codes
from vision.live.things import Found
from vision.markers import (
    MarkerSighting,
    card_map,
    marker_on_card,
)
from vision.photo import Pixels
from vision.plane import Floats, apply, rectangle
from vision.quads import Box, as_quad, cut_off
from vision.rectify import Pyramid
from vision.rigid import Rigid
from vision.sighting import CardSighting, Outline, Seen, Unread

PLANE_PLAY = 0.1
"""How far a card's corners may be off those in the table's plane, as a share of its diagonal, for it to lie in that."""


@dataclass(frozen=True, slots=True)
class Known:
    """What may lie on the table: the game, its printed deck, the printed marks, the deck's profile where it is told."""

    game: str
    deck: MarkedDeck | None = None
    marks: MarkSet | None = None
    profile: str | None = None
    scene: SceneConfig = field(default_factory=SceneConfig)
    taught: Callable[[Pixels], Seen] | None = None
    """Reads a deck that was taught, in the place of printed shapes and markers."""


def read_quickly(
    pixels: Pixels,
    box: Box,
    known: Known,
    plane: Floats | None = None,
    agreed: Mapping[str, CardSighting] = MappingProxyType({}),
) -> tuple[Found, ...]:
    """What markers and codes name in a box (left, top, right, bottom) of a frame, within milliseconds.

    `plane` (3, 3) maps the table's millimetres to pixels; with it a card that shows one marker is placed too. `agreed`
    are cards by id whose print frames have agreed on: two markers of one place it anew, and it is not looked at again.
    """
    left, top, right, bottom = box
    crop = np.ascontiguousarray(pixels[top:bottom, left:right])
    if min(crop.shape[:2]) < LEAST_BOX_PX:
        return ()
    grey = np.asarray(cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY), np.uint8)
    shift = np.array([left, top], float)
    found: list[Found] = []
    by_thing = markers_by_thing(grey, shift, known.deck, known.marks, known.scene.markers)
    # The crop, seen as a frame whose corner lies elsewhere: maps are to the frame's own pixels.
    back = into(box)
    pyramid = Pyramid(crop)
    for name, markers in by_thing.items():
        place = mark_named(name)
        if place is None:
            seen = _card(markers, known, plane, pyramid, back, agreed.get(name))
        else:
            assert known.marks is not None
            seen = place_by_markers(place, markers, known.marks, plane)
        if seen is not None:
            found.append(seen)
    if known.marks is not None:
        named = {one.mark for one in found}
        found += [one for one in places_by_codes(grey, shift, known.marks, plane) if one.mark not in named]
    return tuple(one for one in found if not _cut_off(one, box, pixels))


LEAST_BOX_PX = 16


def read_slowly(
    pixels: Pixels, box: Box, known: Known, *, any_deck: bool = False, card_px: float | None = None
) -> tuple[Found, ...]:
    """What a photo of a box of a frame (h, w, 3) alone would show, in the frame's pixels: as `companion see` reads it,
    and with `any_deck` as it does where no profile is named. Cards are as large as squares of `card_px` a side, where
    that is known."""
    left, top, right, bottom = box
    crop = np.ascontiguousarray(pixels[top:bottom, left:right])
    if min(crop.shape[:2]) < LEAST_PX:
        return ()
    if known.taught is not None:
        seen = known.taught(crop)
    else:
        profile = None if any_deck else known.profile
        scene = known.scene if card_px is None else known.scene.for_cards(card_px, max(crop.shape[:2]))
        seen = see(crop, game=known.game, deck=known.deck, profile=profile, config=scene)
    return found_in(seen.cards, seen.unread, pixels, box, known)


LEAST_PX = 60
"""What is smaller shows no card well enough to be read by its print."""


def into(box: Box) -> Floats:
    """The map (3, 3) from a frame's pixels to those of a box of it."""
    return np.array([[1, 0, -box[0]], [0, 1, -box[1]], [0, 0, 1.0]])


def found_in(
    seen: Sequence[CardSighting | Outline],
    not_read: Sequence[Unread],
    pixels: Pixels,
    box: Box,
    known: Known,
) -> tuple[Found, ...]:
    """What was seen in a box of a frame (h, w, 3), in the frame's pixels, without what lies face down or the box cuts
    off."""
    shift = np.array(box[:2], float)
    cards = [
        Found(as_quad(np.array(card.corners_px) + shift), _moved(card, shift), confidence=card.confidence)
        for card in seen
        if isinstance(card, CardSighting)
    ]
    unread = [Found(as_quad(np.array(one.corners_px) + shift), why=one.why) for one in not_read]
    return tuple(
        one if _by_marker(one) else replace(one, framed=in_frame(pixels, np.array(one.corners_px)))
        for one in (*cards, *unread)
        if not _cut_off(one, box, pixels)
        and (_by_marker(one) or _taught(one, known) or face_up(pixels, np.array(one.corners_px)))
        and (one.card is not None or not is_sheet(pixels, np.array(one.corners_px), known))
    )


def is_sheet(pixels: Pixels, corners: Floats, known: Known) -> bool:
    """Whether a marker of a printed place shows in part of (4, 2) px: that is paper with nothing upon it."""
    height, width = pixels.shape[:2]
    beyond = AROUND * np.ptp(corners, axis=0)
    left, top = np.maximum(np.floor(corners.min(axis=0) - beyond).astype(int), 0)
    right, low = np.minimum(np.ceil(corners.max(axis=0) + beyond).astype(int), [width, height])
    if known.marks is None or min(right - left, low - top) < LEAST_BOX_PX:
        return False
    part = np.ascontiguousarray(pixels[top:low, left:right])
    grey = np.asarray(cv2.cvtColor(part, cv2.COLOR_BGR2GRAY), np.uint8)
    shift = np.array([left, top], float)
    by_thing = markers_by_thing(grey, shift, known.deck, known.marks, known.scene.markers)
    rim = corners.astype(np.float32)
    return any(
        cv2.pointPolygonTest(rim, (float(x), float(y)), measureDist=False) > 0
        for name, markers in by_thing.items()
        if mark_named(name) is not None
        for marker in markers
        for x, y in marker.corners
    )


AROUND = 0.25
"""How far about a place its sheet's markers are looked for, as a share of its size."""


def _taught(one: Found, known: Known) -> bool:
    """Whether a taught deck knows it: its face may be printed to the very edge."""
    return known.taught is not None and one.card is not None


def _by_marker(one: Found) -> bool:
    return one.card is not None and one.card.id is not None


def _cut_off(one: Found, box: Box, pixels: Pixels) -> bool:
    """Whether the box, and not the frame, ends within a thing: what shows of it places it badly."""
    height, width = pixels.shape[:2]
    return cut_off(np.array(one.corners_px), box, (width, height), EDGE_PX)


EDGE_PX = 2.0


def _moved(card: CardSighting, shift: Floats) -> CardSighting:
    return replace(card, corners_px=as_quad(np.array(card.corners_px) + shift))


def _card(
    markers: list[MarkerSighting],
    known: Known,
    plane: Floats | None,
    pyramid: Pyramid,
    back: Floats,
    agreed: CardSighting | None,
) -> Found | None:
    """A card by its markers, if its print agrees, now or before."""
    deck = known.deck
    assert deck is not None
    first = {marker.place: marker for marker in reversed(markers)}
    use = list(first.values())
    to_px = card_map(deck, use)
    if not np.isfinite(to_px).all():
        return None
    rim = rectangle(deck.face_mm)
    split = len(markers) > len(use) or (len(use) == 2 and not _one_card(to_px, deck, use))
    marked = MarkedCardSighting(
        use[0].card, deck, len(use), apply(to_px, rim), to_px, False, split, tuple(use)
    )
    if plane is not None:
        # In a plane that is known two markers only have to tell a place and a turn, which they do better.
        laid = laid_on(marked, plane)
        apart = float(np.linalg.norm(laid.corners - marked.corners, axis=1).max())
        length = float(np.linalg.norm(laid.corners[0] - laid.corners[2]))
        marked = laid if len(use) == 1 or apart < PLANE_PLAY * length else marked
    elif len(use) == 1:
        return None
    # Far from its markers a card's corners are placed badly, and would bend the table.
    printed = np.concatenate([marker_on_card(deck, marker.place) for marker in use])
    exact = Rigid(np.concatenate([marker.corners for marker in use]), printed)
    if agreed is not None and len(use) > 1 and not split:
        corners = as_quad(marked.corners)
        return Found(corners, replace(agreed, corners_px=corners), confidence=agreed.confidence, exact=exact)
    local = replace(marked, corners=apply(back, marked.corners), to_px=back @ marked.to_px)
    seen = to_sighting(local, pyramid, known.scene.ink)
    corners = as_quad(marked.corners)
    if isinstance(seen, CardSighting):
        return Found(corners, replace(seen, corners_px=corners), confidence=seen.confidence, exact=exact)
    return Found(corners, why=seen.why)


def _one_card(to_px: Floats, deck: MarkedDeck, markers: list[MarkerSighting]) -> bool:
    """Whether two markers stand as on one card: two copies of a card lie anyhow to each other."""
    for marker in markers:
        side = float(np.linalg.norm(marker.corners[0] - marker.corners[2]))
        want = apply(to_px, marker_on_card(deck, marker.place))
        if float(np.linalg.norm(want - marker.corners, axis=1).max()) > 0.25 * side:
            return False
    return True
