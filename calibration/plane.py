"""Maps between a table's millimetres and a picture's pixels, on plain arrays of points, with or without a lens."""

from __future__ import annotations

import cv2
import numpy as np

from calibration.find import Points
from calibration.lens import Lens


def camera_matrix(lens: Lens) -> Points:
    """The 3 x 3 matrix of a lens."""
    (fx, fy), (cx, cy) = lens.focal_px, lens.centre_px
    return np.array([[fx, 0.0, cx], [0.0, fy, cy], [0.0, 0.0, 1.0]])


def through(matrix: Points, points: Points) -> Points:
    """Points (n, 2) through a 3 x 3 homography; those at infinity become nan."""
    flat = np.column_stack([points, np.ones(len(points))]) @ matrix.T
    with np.errstate(divide="ignore", invalid="ignore"):
        mapped = flat[:, :2] / flat[:, 2:]
    return np.where(np.isfinite(mapped), mapped, np.nan)


def straight(points_px: Points, lens: Lens | None) -> Points:
    """Where a picture's points (n, 2) would lie without the lens's distortion."""
    if lens is None or not len(points_px):
        return points_px
    matrix = camera_matrix(lens)
    stop = (cv2.TERM_CRITERIA_COUNT + cv2.TERM_CRITERIA_EPS, 40, 1e-9)
    found = cv2.undistortPoints(
        np.ascontiguousarray(points_px[:, None], np.float64),
        matrix,
        np.array(lens.distortion),
        P=matrix,
        criteria=stop,
    )
    return np.asarray(found, float).reshape(-1, 2)


def bent(straight_px: Points, lens: Lens | None) -> Points:
    """The opposite of `straight`: places (n, 2) px as the lens shows them."""
    if lens is None or not len(straight_px):
        return straight_px
    (fx, fy), (cx, cy) = lens.focal_px, lens.centre_px
    rays = np.column_stack(
        [(straight_px[:, 0] - cx) / fx, (straight_px[:, 1] - cy) / fy, np.ones(len(straight_px))]
    )
    found, _ = cv2.projectPoints(
        rays, np.zeros(3), np.zeros(3), camera_matrix(lens), np.array(lens.distortion)
    )
    return np.asarray(found, float).reshape(-1, 2)


def homography(source: Points, target: Points) -> Points | None:
    """The map of points (n, 2) to others that is best by least squares in the target, or None."""
    if len(source) < 4:
        return None
    matrix, _ = cv2.findHomography(source, target, 0)
    return None if matrix is None or not np.isfinite(matrix).all() else np.asarray(matrix, float)


def pose_plane(turn: Points, shift: Points, lens: Lens) -> Points:
    """The map (3, 3) from a plane's millimetres to straight pixels that a pose makes: rotation vector and shift in mm,
    of three numbers each."""
    rotation = np.asarray(cv2.Rodrigues(np.asarray(turn, float))[0], float)
    matrix: Points = camera_matrix(lens) @ np.column_stack([rotation[:, 0], rotation[:, 1], np.ravel(shift)])
    return np.asarray(matrix / matrix[2, 2], float)
