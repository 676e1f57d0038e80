"""From a sheet's markers in a picture to the table's plane, with the error of markers that were held out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.errors import CannotCalibrate
from calibration.find import Points
from calibration.lens import Lens
from calibration.plane import camera_matrix, homography, pose_plane, straight, through
from calibration.sheet import Sheet
from calibration.table import Origin, Stand, Table, matrix_of

LEAST_MARKERS = 3
GREATEST_MM = 5.0
GOOD_MM = 1.0
WORSE_BY_POSE = 1.25
CONTRADICTED = 2.5
"""How much farther off by pose says that the lens file is wrong; few markers seen aslant come to 1.9 by chance."""
FINEST_MM = 0.05
"""No photo tells less."""
MOST_INSET = 0.06
"""Of a marker's side."""
INWARDS = np.array([[1.0, 1.0], [-1.0, 1.0], [-1.0, -1.0], [1.0, -1.0]])
"""From each corner of a marker to its middle."""


@dataclass(frozen=True, slots=True)
class HeldOut:
    """How far things lay from where the others said: of each left out in turn, the mean over its corners."""

    mean_mm: float
    worst_mm: float
    each: tuple[tuple[str, float], ...]

    @classmethod
    def of(cls, errors: Mapping[str, float]) -> HeldOut:
        """The figures of several held-out errors, by what was held out."""
        values = list(errors.values())
        return cls(float(np.mean(values)), max(values), tuple(errors.items()))

    def to_json(self) -> dict[str, object]:
        """As plain values."""
        return {"mean_mm": self.mean_mm, "worst_mm": self.worst_mm, "each": dict(self.each)}


@dataclass(frozen=True, slots=True)
class TableFit:
    """A table, and how well it is known; `held_out` is None where there was too little to leave anything out."""

    table: Table
    held_out: HeldOut | None
    seen: int
    warnings: tuple[str, ...]

    def to_file(self) -> dict[str, object]:
        """What the table file holds: the table, and a `fit` that tells how good it is."""
        held = None if self.held_out is None else self.held_out.to_json()
        return {**self.table.to_json(), "fit": {"seen": self.seen, "held_out": held}}

    def to_json(self) -> dict[str, object]:
        """All that is known of the fit."""
        return {**self.to_file(), "warnings": list(self.warnings)}


def fit_table(
    marks: Mapping[int, Points], sheet: Sheet, size_px: tuple[int, int], lens: Lens | None = None
) -> TableFit:
    """The table's plane from the sheet's markers (id to corners (4, 2) px) in a picture of `size_px`.

    Raises CannotCalibrate for fewer than three markers, and where they are not where a flat sheet has them;
    calibration.lens.BadLens where the lens is for pictures of other proportions.
    """
    glass = None if lens is None else lens.scaled_to(*size_px)
    known = {
        number: straight(np.asarray(quad, float), glass)
        for number, quad in marks.items()
        if number in sheet.corner_mm
    }
    if len(known) < LEAST_MARKERS:
        raise CannotCalibrate(
            f"{len(known)} of the table sheet's {len(sheet.corner_mm)} markers are seen and at least "
            f"{LEAST_MARKERS} are needed: lay the sheet flat, whole and evenly lit into view, or move the camera nearer"
        )
    fitted = _plane(known, sheet, None)
    if fitted is None:
        raise CannotCalibrate("the markers seen do not span the table: show more of the sheet")
    plane, held, believed = fitted[0], _held_out(known, sheet, None), False
    if glass is not None and (posed := _plane(known, sheet, glass)) is not None:
        held_by_pose = _held_out(known, sheet, glass)
        believed = held_by_pose.mean_mm <= CONTRADICTED * max(held.mean_mm, FINEST_MM)
        # A pose has two degrees of freedom less and is truer far from the sheet, unless the lens file is wrong.
        if held_by_pose.mean_mm <= WORSE_BY_POSE * held.mean_mm:
            plane, held = posed[0], held_by_pose
    if held.mean_mm > GREATEST_MM:
        raise CannotCalibrate(
            f"the sheet's markers lie {held.mean_mm:.0f} mm from where a flat sheet has them: lay it flat, "
            f"under a glass plate if need be, and keep cards and hands off its markers"
        )
    plane = facing(plane, size_px)
    # A map that the lens's own pose does not make says nothing true of the camera by that lens.
    stand = stand_over(plane, glass) if glass is not None and believed else None
    table = Table(size_px, matrix_of(plane), glass, stand, origin=Origin.SHEET)
    return TableFit(table, held, len(known), tuple(_warnings(glass, held, believed=believed)))


def _warnings(lens: Lens | None, held: HeldOut, *, believed: bool) -> Iterator[str]:
    """What a person should know of a fit; `believed` is whether the sheet is seen as the lens has it."""
    if lens is not None and not believed:
        yield (
            "the sheet is not seen as the lens file has it, so that nothing is said of where the camera stands: use "
            "this camera's own file, made with this zoom, and lay the sheet flat"
        )
    if held.worst_mm > GOOD_MM:
        cure = (
            "lay the sheet flatter or move the camera nearer"
            if lens
            else "calibrate the lens and give it as --lens"
        )
        yield f"the table is known to {held.worst_mm:.1f} mm only: {cure}"


def facing(plane: Points, size_px: tuple[int, int]) -> Points:
    """The same map (3, 3) with a positive depth at the picture's middle, so that a negative one means above the
    horizon."""
    middle = np.linalg.inv(plane) @ np.array([(size_px[0] - 1) / 2, (size_px[1] - 1) / 2, 1.0])
    return np.asarray(plane * np.sign(middle[2]), float)


def _plane(known: Mapping[int, Points], sheet: Sheet, lens: Lens | None) -> tuple[Points, float] | None:
    """The map from the table's millimetres to straight pixels, by pose with a lens and else by homography, and how far
    the markers' corners are seen inside their printed place.
    """
    inset, plane = 0.0, None
    in_picture = np.concatenate(list(known.values()))
    for last in (False, True):
        on_table = np.concatenate([_seen_marker(sheet, number, inset) for number in known])
        if lens is None:
            plane = homography(on_table, in_picture)
        else:
            pose = pose_of(np.column_stack([on_table, np.zeros(len(on_table))]), in_picture, lens)
            plane = None if pose is None else pose_plane(*pose, lens)
        if plane is None:
            return None
        if not last:
            inset = _inset(plane, known, sheet)
    return None if plane is None else (plane, inset)


def _seen_marker(sheet: Sheet, number: int, inset_mm: float) -> Points:
    return sheet.marker(number) + inset_mm * INWARDS


def _inset(plane: Points, known: Mapping[int, Points], sheet: Sheet) -> float:
    """Blur and bright paper eat into black: corners are found inside their place, all markers' alike."""
    back = np.asarray(np.linalg.inv(plane), np.float64)
    inwards = [
        float(((through(back, seen) - sheet.marker(number)) * INWARDS).mean())
        for number, seen in known.items()
    ]
    return float(np.clip(np.median(inwards), -MOST_INSET * sheet.marker_mm, MOST_INSET * sheet.marker_mm))


def pose_of(flat_mm: Points, straight_px: Points, lens: Lens) -> tuple[Points, Points] | None:
    """The pose (rotation vector, shift) of points (n, 3) of the plane z = 0, or None."""
    try:
        done, turns, shifts, errors = cv2.solvePnPGeneric(
            flat_mm, straight_px, camera_matrix(lens), np.zeros(5), flags=cv2.SOLVEPNP_IPPE
        )
        if not done:
            return None
        best = int(np.argmin(np.ravel(errors)))
        turn, shift = cv2.solvePnPRefineLM(
            flat_mm, straight_px, camera_matrix(lens), np.zeros(5), turns[best], shifts[best]
        )
    except cv2.error:
        return None
    pose = np.ravel(turn).astype(np.float64), np.ravel(shift).astype(np.float64)
    return pose if np.isfinite(pose).all() else None


def stand_over(plane: Points, lens: Lens) -> Stand:
    """Where the camera stands over a plane, given the map (3, 3) of its millimetres to straight pixels."""
    columns = np.linalg.inv(camera_matrix(lens)) @ plane
    # The map is known up to a factor; the first two columns are a rotation's, of length one.
    columns = columns / np.sqrt(np.linalg.norm(columns[:, 0]) * np.linalg.norm(columns[:, 1]))
    columns = columns * np.sign(columns[2, 2])
    u, _, v = np.linalg.svd(np.column_stack([columns[:, :2], np.cross(columns[:, 0], columns[:, 1])]))
    rotation = u @ v
    x, y, z = -rotation.T @ columns[:, 2]
    tilt = float(np.degrees(np.arccos(np.clip(abs(rotation[2, 2]), 0.0, 1.0))))
    return Stand(float(x), float(y), abs(float(z)), tilt)


def _held_out(known: Mapping[int, Points], sheet: Sheet, lens: Lens | None) -> HeldOut:
    """Each marker against the plane that the others make."""
    errors = {}
    for left_out, seen in known.items():
        others = {number: quad for number, quad in known.items() if number != left_out}
        fitted = _plane(others, sheet, lens)
        if fitted is None:
            errors[str(left_out)] = float("inf")
            continue
        plane, inset = fitted
        gap = through(np.asarray(np.linalg.inv(plane), np.float64), seen) - _seen_marker(
            sheet, left_out, inset
        )
        errors[str(left_out)] = float(np.linalg.norm(gap, axis=1).mean())
    return HeldOut.of(errors)
