"""What a set of views shows of a lens: which parts of the picture they cover, and how they differ."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.find import Points, View

CELLS = 60
"""The picture is looked at as so many cells across and down."""
ENOUGH = 0.25
"""The share of a ninth of the picture that makes it covered: a board seldom reaches the very rim."""
NINTHS = (
    "top left",
    "top",
    "top right",
    "left",
    "middle",
    "right",
    "bottom left",
    "bottom",
    "bottom right",
)
SAME_VIEW = 0.01
"""Views whose outlines are nearer to each other than this share of the picture's diagonal count once."""


@dataclass(frozen=True, slots=True)
class Coverage:
    """`share` of the picture that the views cover together (0 to 1), and which ninths they leave `empty`."""

    share: float
    empty: tuple[str, ...]


def coverage(views: Iterable[View], size_px: tuple[int, int]) -> Coverage:
    """What part of a picture of `size_px` (width, height) lies inside the convex hull of some view's points."""
    cells = np.zeros((CELLS, CELLS), np.uint8)
    scale = CELLS / np.array(size_px, float)
    for view in views:
        hull = cv2.convexHull(((view.image_px + 0.5) * scale - 0.5).astype(np.float32))
        cv2.fillConvexPoly(cells, np.round(hull * 16).astype(np.int32), 1, cv2.LINE_8, 4)
    third = CELLS // 3
    ninths = cells.reshape(3, third, 3, third).mean(axis=(1, 3)).ravel()
    empty = tuple(name for name, part in zip(NINTHS, ninths, strict=True) if part < ENOUGH)
    return Coverage(float(cells.mean()), empty)


def outline(view: View) -> Points:
    """The corners (4, 2) px of the least upright rectangle on the target around the points seen."""
    (left, top), (right, bottom) = view.board_mm.min(0), view.board_mm.max(0)
    corners = np.array([[left, top], [right, top], [right, bottom], [left, bottom]])
    to_px, _ = cv2.findHomography(view.board_mm, view.image_px, 0)
    if to_px is None:
        return np.full((4, 2), np.nan)
    return np.asarray(cv2.perspectiveTransform(corners[None], to_px)[0], float)


def apart(one: Points, other: Points) -> float:
    """How far two outlines (4, 2) lie apart in pixels, on average; a board turned upside down lies where it lay."""
    return min(float(np.linalg.norm(one - np.roll(other, turn, axis=0), axis=1).mean()) for turn in range(4))


def diagonal(size_px: tuple[int, int]) -> float:
    """The picture's diagonal in pixels."""
    return float(np.hypot(*size_px))


def tilt_of(view: View, size_px: tuple[int, int]) -> tuple[float, float]:
    """How far a target is tilted, in degrees: about the picture's upright axis, then about its level one.

    The first is positive where the target's right side is farther away, the second where its lower side is. The lens
    is taken for a usual one, as this is asked before it is known.
    """
    width, height = size_px
    focal = float(max(size_px))
    matrix = np.array([[focal, 0, (width - 1) / 2], [0, focal, (height - 1) / 2], [0, 0, 1]])
    flat = np.column_stack([view.board_mm - view.board_mm.mean(0), np.zeros(len(view.board_mm))])
    found, turn, _ = cv2.solvePnP(flat, view.image_px, matrix, np.zeros(5), flags=cv2.SOLVEPNP_IPPE)
    if not found:
        return 0.0, 0.0
    normal = np.asarray(cv2.Rodrigues(turn)[0], float)[:, 2]
    normal = normal * np.sign(normal[2] or 1.0)
    # The plane's depth grows along x by -nx / nz, and along y by -ny / nz.
    return (
        float(np.degrees(np.arctan2(-normal[0], normal[2]))),
        float(np.degrees(np.arctan2(-normal[1], normal[2]))),
    )
