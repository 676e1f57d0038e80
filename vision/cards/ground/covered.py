"""Cards of the deck over a part of which something lies: a finger, a pen, a cup.

What covers a print or cuts through an edge leaves no outline and no shape to be read. A card that is left out in
silence makes a claim that it belongs to look certain: such cards are named. What tells them is their paper, which has
the deck's colour and ends along sides of a card's length.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.cards.ground.deck_paper import Paper, Piece, paper_of, pieces_of
from vision.ground import Ground
from vision.outlines import WorkPicture
from vision.plane import Floats, apply, quad_area, rectangle
from vision.quads import any_at, as_quad, ends_beyond, inside
from vision.sighting import CardSighting, Unread

COVERED = "it is not seen whole: take away what lies over it, or move the card"

LEAST_PART = 0.1
"""How much of a card has to show in one piece, as a share of it."""
MOST_PIECES = 40
"""So many of the largest are tried."""
LEAST_SIDE_MM = 12.0
"""How long a straight edge is by which a card is laid."""
STRAIGHT_MM, NEAR_MM, OVER_MM = 1.6, 2.2, 3.0
"""How far paper's edge is off a straight one, off the side of a card that it is, and beyond it."""
MOST_OVER = 0.3
"""The share of its rim by which paper may run into what lies over the card."""
PLACES = 24
"""Looked at along each side."""
LEAST_ALL, LEAST_OF_THREE, LEAST_OF_TWO = 0.55, 0.45, 0.7
"""The share of a card's edge that has to show, and of three of its sides, two of them more."""
MOST_GOING_ON, MOST_ENDING = 0.4, 0.7
"""The share of a side across which paper may go on, and of a line beside it at which it may end: otherwise it is a
sheet of another size."""
ASIDE_MM, LESS_BESIDE = 9.0, 0.45
"""How far beside it, along both its sides, less than this share of what shows of a card's edge shows: about cards it is
a quarter at most, on newsprint seven tenths."""
ACROSS_MM = 2.5
"""How far inside its edge a card's paper is looked for, and outside it something else."""


def covered(
    work: WorkPicture,
    ground: Ground,
    size_mm: tuple[float, float],
    cards: Sequence[CardSighting],
    said: Sequence[CardSighting | Unread],
) -> list[Unread]:
    """The places of such cards beside the `cards` that are read and all that is `said`; `size_mm` is a card's."""
    if not cards or not ground:
        return []
    known = [np.array(card.corners_px) for card in cards]
    paper = paper_of(work, known)
    own = pieces_of(paper, ground, size_mm, known, lambda middle: any(inside(middle, c) for c in known))
    size = _paper_size(own, size_mm)
    taken = [np.array(one.corners_px) for one in said]
    left = pieces_of(
        paper.without(known), ground, size_mm, known, lambda middle: not any(inside(middle, c) for c in taken)
    )
    found: list[Floats] = []
    tried: list[Piece] = []
    for piece in sorted(left, key=lambda piece: -piece.share)[:MOST_PIECES]:
        if piece.share < LEAST_PART:
            break
        if any(inside(piece.middle, corners) for corners in found) or any(map(piece.is_as, tried)):
            continue
        tried.append(piece)
        lying = _laid(piece, left, size, paper)
        if lying is None:
            continue
        corners = apply(piece.to_px, _grown(lying, size, size_mm))
        # What the picture's edge cuts off anybody can see to be out of it.
        if ends_beyond(corners, paper.size_px) > 0:
            continue
        if not any_at(corners, np.array([*taken, *found]).reshape(-1, 4, 2)):
            found.append(corners)
    return [Unread(as_quad(corners), COVERED) for corners in found]


def _paper_size(own: list[Piece], size_mm: tuple[float, float]) -> tuple[float, float]:
    """How large the paper of a whole card is, short side first: as large as that of those that are read, within their
    frames or walls."""
    sizes = []
    for piece in own:
        flat = apply(np.linalg.inv(piece.to_px), piece.rim).astype(np.float32)
        size = sorted(cv2.minAreaRect(flat)[1])
        shares = size[0] / min(size_mm), size[1] / max(size_mm)
        if min(shares) > 0.7 and max(shares) < 1.05:
            sizes.append(size)
    if not sizes:
        return min(size_mm) - OVER_MM, max(size_mm) - OVER_MM
    short, long = np.median(np.array(sizes), axis=0)
    return float(short), float(long)


def _laid(piece: Piece, pieces: list[Piece], size: tuple[float, float], paper: Paper) -> Floats | None:
    """The corners (4, 2), in the millimetres of its surroundings, of the card whose paper a piece may be, with others
    beside it; None where it is that of none."""
    to_mm = np.linalg.inv(piece.to_px)
    rim = apply(to_mm, piece.rim)
    middles = apply(to_mm, np.array([other.middle for other in pieces]))
    reach = float(np.hypot(*size))
    others = [
        apply(to_mm, other.rim)
        for other, middle in zip(pieces, middles, strict=True)
        if other is not piece and float(np.hypot(*(middle - rim.mean(0)))) < reach
    ]
    best, most = None, 0.0
    for lying in _layings(rim, size):
        within = [rim, *(other for other in others if _beyond(other, lying) < OVER_MM)]
        shown = _shown(lying, np.concatenate(within), piece.to_px, paper)
        _, third, second, _ = np.sort(shown)
        told = shown.mean() >= LEAST_ALL and third >= LEAST_OF_THREE and second >= LEAST_OF_TWO
        if (
            told
            and shown.mean() > most
            and not _ends_within(lying, int(shown.argmin()), piece.to_px, paper)
            and _stands_out(lying, float(shown.mean()), np.concatenate([rim, *others]), piece.to_px, paper)
        ):
            best, most = lying, float(shown.mean())
    return best


def _layings(rim: Floats, size: tuple[float, float]) -> list[Floats]:
    """The rectangles (4, 2) of a size that have a straight edge of a rim (n, 2) for a part of a side, and hold it."""
    polygon = cv2.approxPolyDP(rim.astype(np.float32), STRAIGHT_MM, True)[:, 0].astype(float)
    if quad_area(polygon) < 0:
        polygon = polygon[::-1]
    found = []
    for start, end in zip(polygon, np.roll(polygon, -1, axis=0), strict=True):
        length = float(np.hypot(*(end - start)))
        if length < LEAST_SIDE_MM:
            continue
        along = (end - start) / length
        inward = np.array([-along[1], along[0]])
        u, v = (rim - start) @ along, (rim - start) @ inward
        for wide, deep in (size, size[::-1]):
            for first in (0.0, length - wide):
                over = (
                    (u < first - OVER_MM)
                    | (u > first + wide + OVER_MM)
                    | (v < -OVER_MM)
                    | (v > deep + OVER_MM)
                )
                if over.mean() > MOST_OVER:
                    continue
                corner = start + first * along
                found.append(corner + rectangle((wide, deep)) @ np.array([along, inward]))
    return found


def _beyond(points: Floats, corners: Floats) -> float:
    """How far the farthest of points (n, 2) lies outside a rectangle (4, 2)."""
    along, down = corners[1] - corners[0], corners[3] - corners[0]
    wide, deep = float(np.hypot(*along)), float(np.hypot(*down))
    u, v = (points - corners[0]) @ (along / wide), (points - corners[0]) @ (down / deep)
    return float(max(-u.min(), u.max() - wide, -v.min(), v.max() - deep))


def _shown(corners: Floats, rims: Floats, to_px: Floats, paper: Paper) -> Floats:
    """The share (4,) of each side of a rectangle that has a rim's points (n, 2) near it, or paper within and none
    without; nothing where paper goes on across one: it is a larger sheet."""
    places, out = _along(corners)
    # An axis at a time, each in one piece of memory: of a hundred places and as many points most of the time goes here.
    across2, down2 = (np.square(places[..., k, None] - rims[:, k]) for k in (0, 1))
    across2 += down2
    near = across2.min(-1) < NEAR_MM**2
    within, without = (
        paper.at(apply(to_px, places + far * out[:, None])) for far in (-ACROSS_MM, 2 * ACROSS_MM)
    )
    if float((within & without & ~near).mean(1).max()) > MOST_GOING_ON:
        return np.zeros(4)
    shown: Floats = (near | (within & ~without)).mean(1)
    return shown


def _stands_out(corners: Floats, shown: float, rims: Floats, to_px: Floats, paper: Paper) -> bool:
    """Whether a rectangle of whose edge a share is `shown` shows far more than others beside it: where paper of the
    deck's colour ends all over the table, as on newsprint, it is a card's nowhere."""
    along, down = corners[1] - corners[0], corners[3] - corners[0]
    aside = ASIDE_MM * (along / np.hypot(*along)), ASIDE_MM * (down / np.hypot(*down))
    beside = [corners + one * aside[0] + other * aside[1] for one in (-1, 1) for other in (-1, 1)]
    return all(float(_shown(other, rims, to_px, paper).mean()) < LESS_BESIDE * shown for other in beside)


def _ends_within(corners: Floats, side: int, to_px: Floats, paper: Paper) -> bool:
    """Whether paper ends all along a line beside one side of a rectangle, and not at it: it is a smaller sheet."""
    places, out = _along(corners)
    deep = float(np.hypot(*(corners[side] - corners[side - 1])))
    depths = np.arange(ACROSS_MM, deep, ACROSS_MM)
    there = places[side] - depths[:, None, None] * out[side]
    papery = paper.at(apply(to_px, there))
    ends = papery[2:] & ~papery[:-2]
    return bool(ends.mean(1).max() > MOST_ENDING)


def _along(corners: Floats) -> tuple[Floats, Floats]:
    """Places (4, n, 2) along each side of a rectangle (4, 2), clockwise, and the ways (4, 2) out of it, one long."""
    share = (np.arange(PLACES) + 0.5) / PLACES
    way = np.roll(corners, -1, axis=0) - corners
    out = np.stack([way[:, 1], -way[:, 0]], -1) / np.hypot(way[:, 0], way[:, 1])[:, None]
    return corners[:, None] + way[:, None] * share[:, None], out


def _grown(corners: Floats, size: tuple[float, float], size_mm: tuple[float, float]) -> Floats:
    """The whole card's corners (4, 2) about those of its paper, of the short and long side given."""
    growth = np.sort(size_mm) / size
    way = np.stack([corners[1] - corners[0], corners[3] - corners[0]])
    lengths = np.hypot(*way.T)
    axes, middle = way / lengths[:, None], corners.mean(0)
    grown: Floats = middle + ((corners - middle) @ axes.T * growth[np.argsort(np.argsort(lengths))]) @ axes
    return grown
