"""Reading a part of a frame: at once by markers and codes, and with more time by all that a photo is read by."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.face.marked import MarkedCardSighting, laid_on, to_sighting
from vision.cards.scene_config import SceneConfig
from vision.cards.see import see
from vision.codes import read_codes
from vision.deck import MarkedCard, MarkedDeck
from vision.live.face_down import face_up, in_frame
from vision.live.marks import MarkSet, PrintedMark
from vision.live.things import Found
from vision.markers import (
    MarkerSighting,
    card_map,
    enlarged,
    find_markers,
    marker_on_card,
    sharpened,
)
from vision.photo import Pixels
from vision.plane import Floats, apply, rectangle, turned_onto
from vision.quads import Box, as_quad, cut_off
from vision.rectify import Pyramid
from vision.rigid import Rigid
from vision.sighting import CardSighting, Outline, Seen, Unread

MOST_ENLARGED_PX = 2600
"""What is no larger when enlarged twofold is searched for markers so: a whole picture of 720p, a part of any other."""
SHARPEN_ENLARGED = 3.0
WINDOWS_PX = (9, 41, 16)
"""How much what is enlarged is sharpened, and the threshold's windows for it: of a sheet's four markers of 13 pixels
2.5 a frame are found so, and one by half of that and windows half as wide."""
CORRECTION = 0.5
"""Of a marker's 36 bits two may be wrong: in dim light that finds half as many again, and whatever is no marker would
pass for one of some 350 once in 70,000 times. A name still takes two frames, and a card's print."""
LEAST_MARKER_PX = 9.0
"""Below some nine pixels a marker's modules cannot be told apart."""
MARK_CONFIDENCE = (0.0, 0.97, 0.99, 0.999, 0.999)
"""By how many of its four markers were read."""
CODE_CONFIDENCE = 0.99
PLANE_PLAY = 0.1
"""How far a card's corners may be off those in the table's plane, as a share of its diagonal, for it to lie in that."""
_MARK = "mark:"


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
    codes: bool = True,
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
    by_thing = _by_thing(grey, shift, known)
    # The crop, seen as a frame whose corner lies elsewhere: maps are to the frame's own pixels.
    back = into(box)
    pyramid = Pyramid(crop)
    for name, markers in by_thing.items():
        if name.startswith(_MARK):
            seen = _mark(name.removeprefix(_MARK), markers, known, plane)
        else:
            seen = _card(markers, known, plane, pyramid, back, agreed.get(name))
        if seen is not None:
            found.append(seen)
    if codes and known.marks is not None:
        named = {one.mark for one in found}
        found += [one for one in _coded(grey, shift, known.marks, plane) if one.mark not in named]
    return tuple(one for one in found if not _cut_off(one, box, pixels))


LEAST_BOX_PX = 16


def _by_thing(grey: NDArray[np.uint8], shift: Floats, known: Known) -> dict[str, list[MarkerSighting]]:
    """The markers in a part of a frame, in the frame's pixels, by the card or printed mark that they stand on."""
    by_thing: dict[str, list[MarkerSighting]] = {}
    large, grown = _searched_in(grey)
    for marker in _markers(large, known, LEAST_MARKER_PX * grown):
        corners = (marker.corners + 0.5) / grown - 0.5 + shift
        by_thing.setdefault(marker.card.id, []).append(replace(marker, corners=corners))
    return by_thing


def _searched_in(grey: NDArray[np.uint8]) -> tuple[NDArray[np.uint8], int]:
    """A sharp picture for markers to be looked for in, and by how much it was enlarged."""
    if 2 * max(grey.shape) > MOST_ENLARGED_PX:
        return sharpened(grey, 1.0), 1
    return enlarged(grey, 2, 2.0, SHARPEN_ENLARGED), 2


def read_slowly(
    pixels: Pixels, box: Box, known: Known, *, any_deck: bool = False, card_px: float | None = None
) -> tuple[Found, ...]:
    """What a photo of the box alone would show, in the frame's pixels: as `companion see` reads it, and with `any_deck`
    as it does where no profile is named. Cards are as large as squares of `card_px` a side, where that is known."""
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
    """What was seen in a box of a frame, in the frame's pixels, without what lies face down or the box cuts off."""
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
    rim = corners.astype(np.float32)
    return any(
        cv2.pointPolygonTest(rim, (float(x), float(y)), measureDist=False) > 0
        for name, markers in _by_thing(grey, np.array([left, top], float), known).items()
        if name.startswith(_MARK)
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


def _markers(grey: NDArray[np.uint8], known: Known, least_px: float) -> list[MarkerSighting]:
    """The markers of cards and of printed marks, of so many pixels at least, in one search where both are of one
    family."""
    least = least_px * 4 / max(grey.shape)
    windows_px = WINDOWS_PX if least_px > LEAST_MARKER_PX else known.scene.markers.windows_px
    least_perimeter = min(0.2, max(0.01, least))
    markers = known.scene.markers
    config = replace(markers, windows_px=windows_px, least_perimeter=least_perimeter, correction=CORRECTION)
    marks = _as_deck(known.marks) if known.marks is not None else None
    if known.deck is None or marks is None:
        decks = [deck for deck in (known.deck, marks) if deck is not None]
    elif known.deck.family == marks.family:
        decks = [replace(known.deck, cards=(*known.deck.cards, *marks.cards))]
    else:
        decks = [known.deck, marks]
    return [marker for deck in decks for marker in find_markers(grey, deck, config)]


def _as_deck(marks: MarkSet) -> MarkedDeck:
    cards = tuple(
        MarkedCard(_MARK + mark.name, "", 0, None, tuple(one.number for one in mark.markers))  # type: ignore[arg-type]
        for mark in marks.marks
    )
    return MarkedDeck(marks.family, (1.0, 1.0), 1.0, 0.0, cards)


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


def _mark(name: str, markers: list[MarkerSighting], known: Known, plane: Floats | None) -> Found | None:
    """A printed place by its markers."""
    assert known.marks is not None
    mark = known.marks.named(name)
    if mark is None:
        return None
    first = {marker.place: marker for marker in reversed(markers)}
    printed = np.concatenate([mark.markers[place].corners for place in first])
    seen = np.concatenate([marker.corners for marker in first.values()])
    return _placed(mark, printed, seen, plane if len(first) < 2 else None, MARK_CONFIDENCE[len(first)])


def _coded(grey: NDArray[np.uint8], shift: Floats, marks: MarkSet, plane: Floats | None) -> list[Found]:
    """Printed places whose code alone shows."""
    by_code = {mark.code: mark for mark in marks.marks}
    found = []
    for code in read_codes(grey, second=False):
        mark = by_code.get(code.text)
        if mark is not None:
            seen = np.array(code.corners_px) + shift
            placed = _placed(
                mark, rectangle((marks.code_mm, marks.code_mm), mark.code_at_mm), seen, plane, CODE_CONFIDENCE
            )
            found += [placed] if placed is not None else []
    return found


def _placed(
    mark: PrintedMark, printed: Floats, seen: Floats, plane: Floats | None, confidence: float
) -> Found | None:
    """A mark by points of it, (k, 2) mm as printed and (k, 2) px as seen; turned and shifted in a plane if that is
    known, for a few points close together tell its far corners badly."""
    exact = Rigid(seen, printed)
    if plane is None:
        # Of perspective two markers or one tell next to nothing, and would fling the far corners away.
        few = len(seen) <= 8
        to_px, _ = cv2.estimateAffine2D(printed, seen) if few else cv2.findHomography(printed, seen, 0)
        if to_px is None or not np.isfinite(to_px).all():
            return None
        whole = np.vstack([to_px, [0, 0, 1]]) if few else to_px
        rim = as_quad(apply(np.asarray(whole, float), mark.rim))
        return Found(rim, mark=mark.name, confidence=confidence, exact=exact)
    flat = apply(np.linalg.inv(plane), seen)
    turn = turned_onto(printed, flat)
    if turn is None:
        return None
    rim = as_quad(apply(plane @ turn, mark.rim))
    return Found(rim, mark=mark.name, confidence=confidence, exact=exact)
