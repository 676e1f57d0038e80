"""One fit of a pinhole camera with Brown's distortion, or of a fisheye, to views of a target."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.find import Points, View
from calibration.lens import Lens

STARTS = (0.0, 0.5, 0.8, 1.3)
"""Focal lengths to begin with, over the picture's longer side; 0 lets OpenCV guess from the views."""
GOOD_START_PX = 1.0
STOP = (cv2.TERM_CRITERIA_COUNT + cv2.TERM_CRITERIA_EPS, 100, 1e-9)
FISHEYE_STOP = (cv2.TERM_CRITERIA_COUNT + cv2.TERM_CRITERIA_EPS, 50, 1e-7)
FIXED = {3: 0, 2: cv2.CALIB_FIX_K3, 1: cv2.CALIB_FIX_K3 | cv2.CALIB_FIX_K2}


@dataclass(frozen=True, slots=True, eq=False)
class Solved:
    """A fit. `terms` radial terms were free; `sd_px` are the standard deviations of fx, fy, cx, cy; `errors_px` is
    each view's root mean square distance, `tilts` each view's angle to the picture plane in degrees, `gaps` how far
    each view's points (n, 2) px were seen from where the lens puts them.
    """

    lens: Lens
    terms: int
    rms_px: float
    sd_px: tuple[float, float, float, float]
    errors_px: tuple[float, ...]
    tilts: tuple[float, ...]
    gaps: tuple[Points, ...]


def solve(views: Sequence[View], size_px: tuple[int, int], terms: int = 3) -> Solved | None:
    """The best pinhole fit with `terms` radial terms (1 to 3), or None where none was found."""
    best: Solved | None = None
    for start in STARTS:
        found = _solve_from(views, size_px, terms, start * max(size_px))
        if found is not None and (best is None or found.rms_px < best.rms_px):
            best = found
        if best is not None and best.rms_px < GOOD_START_PX:
            break
    return best


def _solve_from(views: Sequence[View], size_px: tuple[int, int], terms: int, focal: float) -> Solved | None:
    boards = [np.column_stack([v.board_mm, np.zeros(len(v.board_mm))]).astype(np.float32) for v in views]
    images = [v.image_px.astype(np.float32) for v in views]
    flags = FIXED[terms] | (cv2.CALIB_USE_INTRINSIC_GUESS if focal else 0)
    begin = _matrix(focal or float(max(size_px)), size_px)
    try:
        rms, matrix, distortion, turns, shifts, sd, _, errors = cv2.calibrateCameraExtended(
            boards, images, size_px, begin, np.zeros(5), flags=flags, criteria=STOP
        )
    except cv2.error:
        return None  # views that determine nothing make the start, or a step, singular
    k = [float(v) for v in np.ravel(distortion)[:5]]
    figures = np.concatenate([np.ravel(matrix), k, np.ravel(sd)[:4], np.ravel(errors), [rms]])
    if not np.isfinite(figures).all() or min(matrix[0, 0], matrix[1, 1]) <= 0:
        return None
    # OpenCV adds up in parallel, in any order: what differs from run to run is rounded off.
    pixels = [round(float(v), 5) for v in (matrix[0, 0], matrix[1, 1], matrix[0, 2], matrix[1, 2])]
    k = [round(v, 8) for v in k]
    lens = Lens(size_px, (pixels[0], pixels[1]), (pixels[2], pixels[3]), (k[0], k[1], k[2], k[3], k[4]))
    fx, fy, cx, cy = (round(float(v), 5) for v in np.ravel(sd)[:4])
    tilts = tuple(
        float(np.degrees(np.arccos(min(1.0, abs(cv2.Rodrigues(np.asarray(turn))[0][2, 2])))))
        for turn in turns
    )
    each = tuple(round(float(e), 6) for e in np.ravel(errors))
    gaps = tuple(
        view.image_px
        - np.asarray(cv2.projectPoints(board, turn, shift, matrix, distortion)[0], float).reshape(-1, 2)
        for view, board, turn, shift in zip(views, boards, turns, shifts, strict=True)
    )
    return Solved(lens, terms, round(float(rms), 6), (fx, fy, cx, cy), each, tilts, gaps)


@dataclass(frozen=True, slots=True)
class Fisheye:
    """The same views through a fisheye model (Kannala and Brandt 2006): its error, and the widest angle at which a
    point was seen, in degrees from the axis.
    """

    rms_px: float
    widest: float


def solve_fisheye(views: Sequence[View], size_px: tuple[int, int], pinhole: Solved) -> Fisheye | None:
    """The best fisheye fit, or None where none was found."""
    boards = [np.column_stack([v.board_mm, np.zeros(len(v.board_mm))])[None] for v in views]
    images = [np.ascontiguousarray(v.image_px[None]) for v in views]
    flags = cv2.CALIB_RECOMPUTE_EXTRINSIC | cv2.CALIB_FIX_SKEW | cv2.CALIB_USE_INTRINSIC_GUESS
    longer = max(size_px)
    best: Fisheye | None = None
    for focal in (sum(pinhole.lens.focal_px) / 2, 0.5 * longer, 0.33 * longer, 0.9 * longer):
        try:
            rms, _, _, turns, shifts = cv2.fisheye.calibrate(
                boards,
                images,
                size_px,
                _matrix(focal, size_px),
                np.zeros(4),
                flags=flags,
                criteria=FISHEYE_STOP,
            )
        except cv2.error:
            continue
        if not np.isfinite(rms) or (best is not None and rms >= best.rms_px):
            continue
        widest = 0.0
        for board, turn, shift in zip(boards, turns, shifts, strict=True):
            at = board[0] @ np.asarray(cv2.Rodrigues(np.asarray(turn))[0]).T + np.ravel(shift)
            widest = max(widest, float(np.arctan2(np.hypot(at[:, 0], at[:, 1]), at[:, 2]).max()))
        best = Fisheye(float(rms), float(np.degrees(widest)))
        if best.rms_px < 1.05 * pinhole.rms_px:
            break  # a start that went wrong is far off
    return best


def _matrix(focal: float, size_px: tuple[int, int]) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    width, height = size_px
    return np.array([[focal, 0.0, (width - 1) / 2], [0.0, focal, (height - 1) / 2], [0.0, 0.0, 1.0]])
