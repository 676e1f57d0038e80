"""Cards of the deck over a part of which something lies: a finger, a pen, a cup.

What covers a print or cuts through an edge leaves no outline and no shape to be read. A card that is left out in
silence makes a claim that it belongs to look certain: such cards are named. What tells them is their paper, which has
the deck's colour and ends along sides of a card's length.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.ground import Ground
from vision.outlines import WorkPicture, gradient
from vision.plane import Floats, apply, quad_area, rectangle, sides
from vision.quads import any_at, as_quad, ends_beyond, inside
from vision.sighting import CardSighting, Unread
from vision.srgb import LINEAR

COVERED = "something lies over a part of it: take that away, or move the card"

SHORT_PX = 72
"""The picture is shrunk until a card's short side is about so long: paper has no finer features."""
RING = 0.07
"""How far inside its edge, as a share of its sides, a card's paper is looked at."""
SAME_TINT, SAME_LIGHT = 0.14, (0.6, 1.5)
"""How far off a known card's paper is paper: logarithms of channels over their mean, and shares of its light."""
ALIKE = (0.03, 0.03, 0.03, 0.1)
"""How far apart the tints and the light of papers are of which one tells what the other does."""
WALLS = (4, 7, 14)
"""The change within 3 x 3 pixels, in grey values, at which paper ends: that of pale edges, and beyond noise."""
GROWN = 1.04
"""How large a card's place is beside the card: its paper is no other's."""
LEAST_PART, LEAST_PIECE = 0.1, 0.04
"""How much of a card has to show in one piece, as a share of it, and in each of the others."""
SAME_PX, SAME_SHARE = 2.0, 0.04
"""How far apart, and in size, patches within lower and higher walls are the same."""
MOST_PIECES = 40
"""So many of the largest are tried."""
MOST_NEARER = 4.0
"""How many times as large as another a card may look."""
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
    paper = _paper(work, known)
    least_px = LEAST_PIECE * float(np.median([abs(quad_area(corners)) for corners in known])) / MOST_NEARER
    pieces = _pieces(paper, ground, size_mm, least_px)
    own = [piece for piece in pieces if any(inside(piece.middle, corners) for corners in known)]
    size = _paper_size(own, size_mm)
    taken = [np.array(one.corners_px) for one in said]
    left = _pieces(paper.without(known), ground, size_mm, least_px)
    left = [piece for piece in left if not any(inside(piece.middle, corners) for corners in taken)]
    found: list[Floats] = []
    tried: list[_Piece] = []
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


@dataclass(frozen=True, slots=True)
class _Piece:
    """A patch of the deck's paper: its rim (n, 2) px of the photo and its middle (2,), how much of a card it is, and
    the map (3, 3) from the ground's millimetres to pixels about it."""

    rim: Floats
    middle: Floats
    share: float
    to_px: Floats

    def is_as(self, other: _Piece) -> bool:
        """Whether it is the same but for a lower or higher wall about it."""
        away = float(np.hypot(*(self.middle - other.middle)))
        return away < SAME_PX and abs(self.share - other.share) < SAME_SHARE * other.share


@dataclass(frozen=True, slots=True)
class _Paper:
    """Where a photo shrunk by `step` has the colour of the deck's paper, (h, w), and how much it changes there."""

    mask: NDArray[np.uint8]
    change: NDArray[np.uint8]
    step: float

    @property
    def size_px(self) -> tuple[int, int]:
        """The photo's own width and height, near enough."""
        return round(self.mask.shape[1] * self.step), round(self.mask.shape[0] * self.step)

    def without(self, known: list[Floats]) -> _Paper:
        """The same but for known cards, beside which others may lie edge to edge."""
        mask = self.mask.copy()
        for corners in known:
            middle = corners.mean(0)
            grown = (middle + GROWN * (corners - middle) + 0.5) / self.step - 0.5
            cv2.fillConvexPoly(mask, np.round(grown).astype(np.int32), 0)
        return replace(self, mask=mask)

    def at(self, places: Floats) -> NDArray[np.bool_]:
        """Whether it does at places (..., 2) px of the photo; outside the picture it does not."""
        x, y = np.moveaxis(np.round((places + 0.5) / self.step - 0.5).astype(int), -1, 0)
        height, width = self.mask.shape
        within = (x >= 0) & (y >= 0) & (x < width) & (y < height)
        found: NDArray[np.bool_] = within & (
            self.mask[np.clip(y, 0, height - 1), np.clip(x, 0, width - 1)] > 0
        )
        return found


def _paper(work: WorkPicture, known: list[Floats]) -> _Paper:
    short = float(np.median([sides(corners).min() for corners in known]))
    step, picture = max(work.step, short / SHORT_PX), work.picture
    if step > work.step:
        size = (round(picture.shape[1] * work.step / step), round(picture.shape[0] * work.step / step))
        picture = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)
    papery = _papery(picture, [(corners + 0.5) / step - 0.5 for corners in known])
    return _Paper(papery, gradient(picture), step)


def _pieces(paper: _Paper, ground: Ground, size_mm: tuple[float, float], least_px: float) -> list[_Piece]:
    """Its patches that are a piece of a card in size; `least_px` of the photo, so that specks are not measured."""
    contours: list[cv2.typing.MatLike] = []
    for wall in WALLS:
        mask = np.where(paper.change > wall, 0, paper.mask).astype(np.uint8)
        contours += cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]
    found = []
    for contour in contours:
        area = cv2.contourArea(contour) * paper.step**2
        if area < least_px:
            continue
        rim = (contour[:, 0] + 0.5) * paper.step - 0.5
        middle = rim.mean(0)
        to_px = ground.at(middle)
        centre = apply(np.linalg.inv(to_px), middle)
        card = rectangle(size_mm, (centre[0] - size_mm[0] / 2, centre[1] - size_mm[1] / 2))
        share = area / max(float(abs(quad_area(apply(to_px, card)))), 1e-6)
        if LEAST_PIECE < share < 1.2:
            found.append(_Piece(rim, middle, share, to_px))
    return found


def _papery(picture: NDArray[np.uint8], known: list[Floats]) -> NDArray[np.uint8]:
    """Where a picture (h, w, 3) has the colour of the paper of cards, their corners (4, 2) given in its pixels."""
    tints = np.log(np.maximum(LINEAR[picture], 1e-3))
    light = tints.mean(-1)
    tints -= light[..., None]
    found = np.zeros(light.shape, bool)
    seen: list[Floats] = []
    for corners in known:
        ring = corners + RING * (corners.mean(0) - corners) * 2
        along = np.linspace(0, 1, PLACES, endpoint=False)[:, None, None]
        places = (ring + along * (np.roll(ring, -1, axis=0) - ring)).reshape(-1, 2)
        x, y = np.round(places).astype(int).T
        within = (x >= 0) & (y >= 0) & (x < light.shape[1]) & (y < light.shape[0])
        if np.count_nonzero(within) < PLACES:
            continue
        x, y = x[within], y[within]
        paper = np.array([*np.median(tints[y, x], axis=0), float(np.median(light[y, x]))])
        if any((np.abs(paper - other) < ALIKE).all() for other in seen):
            continue
        seen.append(paper)
        off = light - paper[3]
        close = (off > np.log(SAME_LIGHT[0])) & (off < np.log(SAME_LIGHT[1]))
        for channel in range(3):
            close &= np.abs(tints[..., channel] - paper[channel]) < SAME_TINT
        found |= close
    return found.astype(np.uint8)


def _paper_size(own: list[_Piece], size_mm: tuple[float, float]) -> tuple[float, float]:
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


def _laid(piece: _Piece, pieces: list[_Piece], size: tuple[float, float], paper: _Paper) -> Floats | None:
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
                found.append(
                    np.array(
                        [
                            corner,
                            corner + wide * along,
                            corner + wide * along + deep * inward,
                            corner + deep * inward,
                        ]
                    )
                )
    return found


def _beyond(points: Floats, corners: Floats) -> float:
    """How far the farthest of points (n, 2) lies outside a rectangle (4, 2)."""
    along, down = corners[1] - corners[0], corners[3] - corners[0]
    wide, deep = float(np.hypot(*along)), float(np.hypot(*down))
    u, v = (points - corners[0]) @ (along / wide), (points - corners[0]) @ (down / deep)
    return float(max(-u.min(), u.max() - wide, -v.min(), v.max() - deep))


def _shown(corners: Floats, rims: Floats, to_px: Floats, paper: _Paper) -> Floats:
    """The share (4,) of each side of a rectangle that has a rim's points (n, 2) near it, or paper within and none
    without; nothing where paper goes on across one: it is a larger sheet."""
    places, out = _along(corners)
    away = np.abs(places[:, :, None] - rims)
    near = (away[..., 0] ** 2 + away[..., 1] ** 2).min(-1) < NEAR_MM**2
    within, without = (
        paper.at(apply(to_px, places + far * out[:, None])) for far in (-ACROSS_MM, 2 * ACROSS_MM)
    )
    if float((within & without & ~near).mean(1).max()) > MOST_GOING_ON:
        return np.zeros(4)
    shown: Floats = (near | (within & ~without)).mean(1)
    return shown


def _stands_out(corners: Floats, shown: float, rims: Floats, to_px: Floats, paper: _Paper) -> bool:
    """Whether a rectangle of whose edge a share is `shown` shows far more than others beside it: where paper of the
    deck's colour ends all over the table, as on newsprint, it is a card's nowhere."""
    along, down = corners[1] - corners[0], corners[3] - corners[0]
    aside = ASIDE_MM * (along / np.hypot(*along)), ASIDE_MM * (down / np.hypot(*down))
    beside = [corners + one * aside[0] + other * aside[1] for one in (-1, 1) for other in (-1, 1)]
    there = [float(_shown(other, rims, to_px, paper).mean()) for other in beside]
    return max(there) < LESS_BESIDE * shown


def _ends_within(corners: Floats, side: int, to_px: Floats, paper: _Paper) -> bool:
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
    short, long = min(size_mm) / size[0], max(size_mm) / size[1]
    middle = corners.mean(0)
    along, down = (corners[1] - corners[0]) / 2, (corners[3] - corners[0]) / 2
    if np.hypot(*along) > np.hypot(*down):
        along, down = along * long, down * short
    else:
        along, down = along * short, down * long
    return np.array(
        [middle - along - down, middle + along - down, middle + along + down, middle - along + down]
    )
