"""A spot's own ink as it would look from straight above, beside the models: what is like none is no print."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.face.models import ANGLES, RADII, best_share, models_of, spokes
from vision.cards.spots import PrintSpot
from vision.paper import median, quantile
from vision.photo import Pixels
from vision.plane import Floats


@dataclass(frozen=True, slots=True)
class Silhouette:
    """A blob's ink (h, w) 0..1, its area and its middle (2,) in the mask's pixels, and the mask's first pixel (2,)."""

    ink: NDArray[np.float32]
    area: float
    middle: Floats
    origin: Floats


class Silhouettes:
    """The silhouettes of one picture's spots, each made once: several planes and decks are tried on the same spots."""

    def __init__(self, image: Pixels) -> None:
        self.image = image
        self._made: dict[int, tuple[PrintSpot, Silhouette | None]] = {}

    def of(self, spot: PrintSpot) -> Silhouette | None:
        """The spot's own ink; None where there is hardly any."""
        # The spot is kept, so that no other can come to have its identity.
        made = self._made.get(id(spot))
        if made is None:
            made = self._made[id(spot)] = spot, silhouette_of(self.image, spot)
        return made[1]


def silhouette_of(image: Pixels, spot: PrintSpot) -> Silhouette | None:
    """A spot's own ink in a photo (h, w, 3); None where there is hardly any."""
    x, y, w, h = spot.box
    grow = 0.3 * max(w, h) + 4
    x0, y0 = int(max(0, x - grow)), int(max(0, y - grow))
    part = image[y0 : int(y + h + grow), x0 : int(x + w + grow)].astype(float)
    if min(part.shape[:2]) < 8:
        return None
    within = _filled(spot.hull - (x0, y0), part.shape[:2])
    close_px = max(3, round(0.09 * max(w, h)) | 1)
    ink = _ink(part, np.array([median(side) for side in _rim(part).T]), within, close_px)
    if _of_hull(ink, within) < LEAST_OF_HULL:
        # A shadow that grows across the window is as far off the paper's usual light as ink is.
        other = _ink(part, _slanted(part), within, close_px)
        ink = other if _of_hull(other, within) > _of_hull(ink, within) else ink
    area = float(ink.sum(dtype=float))
    if area < LEAST_INK:
        return None
    columns, rows = np.arange(ink.shape[1]), np.arange(ink.shape[0])
    middle = np.array([ink.sum(0, dtype=float) @ columns, ink.sum(1, dtype=float) @ rows]) / area
    return Silhouette(ink, area, middle, np.array([float(x0), float(y0)]))


def _ink(part: Floats, paper: Floats, within: NDArray[np.bool_], close_px: int) -> NDArray[np.float32]:
    """How much of each pixel is ink, (h, w), on paper of one colour (3,) or of one a pixel (h, w, 3)."""
    away = _off(part, paper) / 3
    known = away[within]
    level = quantile(known, 0.94) if len(known) else quantile(away.ravel(), 0.97)
    mask = np.clip((away / max(level, 4) - 0.45) * 5 + 0.5, 0, 1).astype(np.float32)
    round_about = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (close_px, close_px))
    mask = np.asarray(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, round_about))
    # Only the blob's own part: neighbours may reach into the box, and paper on which more light falls.
    count, labels = cv2.connectedComponents((mask > 0.5).astype(np.uint8), connectivity=8)
    if count < 2:
        return np.zeros(mask.shape, np.float32)
    areas = np.bincount(labels[within] if len(known) else labels.ravel(), minlength=count)
    own = 1 + int(areas[1:].argmax())
    alone = (labels == own).astype(np.uint8)
    near = cv2.dilate(alone, np.ones((3, 3), np.uint8)) > 0
    ink = np.where(near, mask, np.float32(0))
    # No shape of five has a hole: what a dark line goes round belongs to it, however pale.
    rims, _ = cv2.findContours(alone, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    solid = cv2.erode(
        cv2.drawContours(np.zeros_like(alone), rims, -1, 1, cv2.FILLED), np.ones((3, 3), np.uint8)
    )
    ink[solid > 0] = 1
    return ink


def _rim(picture: Floats) -> Floats:
    return np.concatenate([picture[0], picture[-1], picture[:, 0], picture[:, -1]])


def _slanted(part: Floats) -> Floats:
    """The paper's light (h, w, 3) as a shadow leaves it that grows one way: a plane through most of the rim."""
    height, width = part.shape[:2]
    columns, rows = np.arange(width) / width, np.arange(height) / height
    across, down = np.tile(columns, 2), np.tile(rows, 2)
    seen = _rim(part)
    on_rim: Floats = np.ones((len(seen), 3))
    on_rim[: 2 * width, 1], on_rim[2 * width :, 2] = across, down
    on_rim[:width, 2], on_rim[width : 2 * width, 2] = rows[0], rows[-1]
    on_rim[2 * width : -height, 1], on_rim[-height:, 1] = columns[0], columns[-1]
    paper: Floats = np.broadcast_to([median(side) for side in seen.T], seen.shape)
    coefficients: Floats = np.zeros((3, 3))
    for _ in range(ROUNDS):
        # What else stands at the rim, a neighbour's print or the table, must not tilt the paper.
        off = _off(seen, paper)
        weight = 1 / (1 + (off / max(median(off), 1.0)) ** 2)
        system = on_rim.T @ (weight[:, None] * on_rim) + 1e-6 * np.eye(3)
        coefficients = np.linalg.solve(system, on_rim.T @ (weight[:, None] * seen))
        paper = on_rim @ coefficients
    base, along, downwards = coefficients
    lit: Floats = (base + rows[:, None] * downwards)[:, None] + columns[:, None] * along
    return lit


def _off(seen: Floats, paper: Floats) -> Floats:
    """By how much colours (..., 3) differ, all channels together; numpy's sum over so short an axis takes longer."""
    away = np.abs(seen - paper)
    off: Floats = away[..., 0] + away[..., 1] + away[..., 2]
    return off


def _of_hull(ink: NDArray[np.float32], within: NDArray[np.bool_]) -> float:
    """What the ink's hull has in common with the blob's own, over what both cover together."""
    rims, _ = cv2.findContours((ink > 0.5).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    if not rims:
        return 0.0
    own = _filled(cv2.convexHull(np.concatenate(rims)).reshape(-1, 2).astype(float), within.shape)
    return float((own & within).sum() / max((own | within).sum(), 1))


LEAST_OF_HULL = 0.75
ROUNDS = 4


def _filled(hull: Floats, size: tuple[int, int]) -> NDArray[np.bool_]:
    """Which pixels (h, w) a convex hull (k, 2) covers."""
    mask = np.zeros(size, np.uint8)
    if len(hull):
        cv2.fillConvexPoly(mask, np.round(hull).astype(np.int32), 1)
    return mask > 0


LEAST_INK = 12
"""Pixels of a mask that is looked at."""


def overlaps(masks: list[Silhouette], views: Floats, profile: str, unit_mm: float | None) -> Floats:
    """How much of the common area each silhouette (n,) shares with the profile's model that is likest to it, seen under
    one map from millimetres to pixels (3, 3) or each under its own (n, 3, 3). A model of another unit edge than the
    deck's `unit_mm` counts less."""
    if not masks:
        return np.empty(0)
    views = np.broadcast_to(views, (len(masks), 3, 3))
    flat, side_mm = from_above(masks, views[None])
    like: Floats = likeness(flat, profile, None if unit_mm is None else side_mm / unit_mm)[0]
    return like


def likeness(flat: NDArray[np.float32], profile: str, sides: Floats | None = None) -> Floats:
    """What silhouettes as they look from above (..., RADII, ANGLES) share with the likest model each, (...); a model of
    another unit edge than the deck's counts less where their `sides` (...) over the deck's unit edge are given."""
    models = models_of(profile)
    like = best_share(models.spectrum, flat)
    if sides is not None:
        off = np.abs(np.log(sides[..., None] / np.sqrt(models.area)))
        like = np.where(off < UNIT_PLAY, like, ODD_UNIT * like)
    best: Floats = like.max(-1)
    return best


UNIT_PLAY = 0.2
ODD_UNIT = 0.85


def from_above(masks: list[Silhouette], views: Floats) -> tuple[NDArray[np.float32], Floats]:
    """The masks about their middles as they would look straight from above under each of their views (v, n, 3, 3), at
    unit area, (v, n, RADII, ANGLES); and the sides (v, n) in millimetres of squares of their areas."""
    middles = np.stack([mask.middle for mask in masks])
    seen = middles + np.stack([mask.origin for mask in masks])
    # At each middle the map's first derivatives, (v, n, 2, 2): how a small thing on the table looks there.
    rays = (np.linalg.inv(views) @ np.append(seen, np.ones((len(seen), 1)), 1)[..., None])[..., 0]
    flat = rays[..., :2] / rays[..., 2:]
    w = ((flat * views[..., 2, :2]).sum(-1) + views[..., 2, 2])[..., None, None]
    jacobian = (views[..., :2, :2] - seen[:, :, None] * views[..., 2:, :2]) / w
    side_mm = np.sqrt(np.array([mask.area for mask in masks]) / np.abs(np.linalg.det(jacobian)))
    away = jacobian * side_mm[..., None, None] @ spokes().reshape(2, -1)
    spots = (middles[:, :, None] + away).astype(np.float32).reshape(*side_mm.shape, 2, RADII, ANGLES)
    found = np.empty((*side_mm.shape, RADII, ANGLES), np.float32)
    for k, mask in enumerate(masks):
        # One below the other: a single call looks a mask up for all of its views.
        x, y = (np.ascontiguousarray(spots[:, k, axis]).reshape(-1, ANGLES) for axis in (0, 1))
        found[:, k] = cv2.remap(mask.ink, x, y, cv2.INTER_LINEAR).reshape(-1, RADII, ANGLES)
    return found, side_mm
