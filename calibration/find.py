"""Finding a target in a picture: where each of its points lies, to a part of a pixel."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.target import Target, dictionary

Grey = NDArray[np.uint8]
"""A picture (h, w), how light it is."""
Points = NDArray[np.float64]
"""(n, 2), x and y."""

SEARCH_SIDE_PX, LIVE_SIDE_PX = 1400, 800
SB_FLAGS = cv2.CALIB_CB_NORMALIZE_IMAGE | cv2.CALIB_CB_ACCURACY


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """A target's points as one picture shows them: `board_mm` (n, 2) on the target, `image_px` (n, 2)."""

    board_mm: Points
    image_px: Points


def find_target(grey: Grey, target: Target, *, thorough: bool = True) -> View | None:
    """The target in a grey picture (h, w) uint8, or None where it is not found.

    A chessboard must show all its corners; of the others a part will do. `thorough` looks longer, for photos.
    """
    if target.kind == "chessboard":
        return _chessboard(grey, target, thorough=thorough)
    return _charuco(grey, target) if target.kind == "charuco" else _grid(grey, target)


def _chessboard(grey: Grey, target: Target, *, thorough: bool) -> View | None:
    """Searched in a small picture, as the search takes half a minute for 12 megapixels, and refined in full size."""
    side = SEARCH_SIDE_PX if thorough else LIVE_SIDE_PX
    scale = min(1.0, side / max(grey.shape))
    small = grey
    if scale < 1:
        size_px = (round(grey.shape[1] * scale), round(grey.shape[0] * scale))
        small = np.asarray(cv2.resize(grey, size_px, interpolation=cv2.INTER_AREA), np.uint8)
    size = (target.across, target.down)
    flags = SB_FLAGS | (cv2.CALIB_CB_EXHAUSTIVE if thorough else 0)
    found, corners = cv2.findChessboardCornersSB(small, size, flags=flags)
    fine = bool(found) and scale == 1
    if not found and thorough:
        # The older search finds some boards with a narrow rim, and leaves their corners on whole pixels.
        found, corners = cv2.findChessboardCorners(
            small, size, flags=cv2.CALIB_CB_ADAPTIVE_THRESH | cv2.CALIB_CB_NORMALIZE_IMAGE
        )
    if not found:
        return None
    shrink = np.array([small.shape[1] / grey.shape[1], small.shape[0] / grey.shape[0]])
    spots = (np.asarray(corners, np.float64).reshape(-1, 2) + 0.5) / shrink - 0.5
    rows, columns = np.mgrid[: target.down, : target.across]
    board = np.stack([columns.ravel(), rows.ravel()], -1) * target.pitch_mm
    return View(board, spots if fine else _refined(grey, spots, target))


def _refined(grey: Grey, spots: Points, target: Target) -> Points:
    """Corners to a part of a pixel, by windows that no other corner reaches."""
    lattice = spots.reshape(target.down, target.across, 2)
    apart = min(float(np.linalg.norm(np.diff(lattice, axis=axis), axis=2).min()) for axis in (0, 1))
    reach = int(np.clip(apart / 3, 2, 15))
    stop = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 40, 0.001)
    moved = cv2.cornerSubPix(grey, spots.astype(np.float32)[:, None].copy(), (reach, reach), (-1, -1), stop)
    return np.asarray(moved, np.float64).reshape(-1, 2)


def _charuco(grey: Grey, target: Target) -> View | None:
    board = cv2.aruco.CharucoBoard(
        (target.across, target.down), target.pitch_mm, target.marker_mm, dictionary(target.family)
    )
    best: View | None = None
    # Boards printed before OpenCV 4.6 with an even number of rows begin with a white square.
    for legacy in (False, True) if target.down % 2 == 0 else (False,):
        board.setLegacyPattern(legacy)
        corners, ids, _, _ = cv2.aruco.CharucoDetector(board).detectBoard(grey)
        if ids is None or len(ids) < 6:
            continue
        view = _matched(board, corners, ids)
        if _spread_out(view) and (best is None or len(view.image_px) > len(best.image_px)):
            best = view
    return best


def _grid(grey: Grey, target: Target) -> View | None:
    gap = target.pitch_mm - target.marker_mm
    board = cv2.aruco.GridBoard(
        (target.across, target.down), target.marker_mm, gap, dictionary(target.family)
    )
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    corners, ids, _ = cv2.aruco.ArucoDetector(board.getDictionary(), settings).detectMarkers(grey)
    if ids is None:
        return None
    count = target.across * target.down
    mine = [(c, int(i)) for c, i in zip(corners, np.ravel(ids), strict=True) if int(i) < count]
    if len(mine) < 2:
        return None
    view = _matched(board, [c for c, _ in mine], np.array([i for _, i in mine], np.int32))
    return view if _spread_out(view) else None


def _matched(board: cv2.aruco.Board, corners: Any, ids: Any) -> View:
    on_board, in_image = board.matchImagePoints(corners, ids)
    return View(
        np.asarray(on_board, np.float64).reshape(-1, 3)[:, :2],
        np.asarray(in_image, np.float64).reshape(-1, 2),
    )


def _spread_out(view: View) -> bool:
    """Whether the points span a plane: those on one line say nothing of its tilt."""
    centred = view.board_mm - view.board_mm.mean(0)
    singular = np.linalg.svd(centred, compute_uv=False)
    return bool(singular[1] > 0.05 * singular[0])
