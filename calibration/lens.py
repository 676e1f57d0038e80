"""A lens: intrinsics and distortion, kept in a small versioned JSON file.

The model is OpenCV's pinhole with the polynomial distortion k1 k2 p1 p2 k3 (Brown 1971).
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from calibration.curve import possible
from calibration.files import FileKind, check_version, numbers, picture_size

FORMAT = "tabletop-companion/lens"
VERSION = 1


class BadLens(ValueError):
    """Unusable lens file; the message is one sentence that says what to do."""


@dataclass(frozen=True, slots=True)
class Lens:
    """Intrinsics for pictures of one size; `scaled_to` adapts them to another size of the same camera.

    `focal_px` is (fx, fy), `centre_px` the principal point, `distortion` (k1, k2, p1, p2, k3).
    """

    size_px: tuple[int, int]
    focal_px: tuple[float, float]
    centre_px: tuple[float, float]
    distortion: tuple[float, float, float, float, float]

    def scaled_to(self, width_px: int, height_px: int) -> Lens:
        """The same lens for pictures of another size; raises BadLens where the proportions differ."""
        sx, sy = width_px / self.size_px[0], height_px / self.size_px[1]
        if abs(sx / sy - 1) > 0.01:
            raise BadLens(
                f"the lens file is for {self.size_px[0]} x {self.size_px[1]} pictures and this one is "
                f"{width_px} x {height_px}: use a lens file made with the same camera mode"
            )
        # Pixel centres are at whole numbers, so the picture's corner is at -0.5.
        return Lens(
            (width_px, height_px),
            (self.focal_px[0] * sx, self.focal_px[1] * sy),
            ((self.centre_px[0] + 0.5) * sx - 0.5, (self.centre_px[1] + 0.5) * sy - 0.5),
            self.distortion,
        )

    def to_json(self) -> dict[str, object]:
        """The file's content."""
        (fx, fy), (cx, cy) = self.focal_px, self.centre_px
        return {
            "format": FORMAT,
            "version": VERSION,
            "size_px": list(self.size_px),
            "camera_matrix": [[fx, 0.0, cx], [0.0, fy, cy], [0.0, 0.0, 1.0]],
            "distortion": list(self.distortion),
        }


FILE = FileKind(
    "lens file",
    missing="make one by companion calibrate lens",
    no_json="is no JSON: make it anew",
    newer="make the file anew",
    foreign=f"is not one of this program's (version {VERSION}): make it anew",
)


def load_lens(path: Path | str) -> Lens:
    """Read a lens file; raises BadLens with a sentence that names the file."""
    return FILE.load(path, _possible_lens_of, BadLens)


def _possible_lens_of(data: Any) -> Lens:
    """The lens, if there may be one like it: in pictures without such a distortion nothing would be found."""
    lens = lens_of(data)
    if not possible(lens):
        raise BadLens("no lens distorts like this; make it anew")
    return lens


def lens_of(data: Any) -> Lens:
    """The lens that `Lens.to_json` wrote; further keys are left alone. Raises ValueError or KeyError."""
    check_version(data, FORMAT, VERSION, required=False)
    width, height = picture_size(data["size_px"])
    matrix = data["camera_matrix"]
    if not isinstance(matrix, list) or len(matrix) != 3:
        raise ValueError("camera_matrix")
    (fx, _, cx), (_, fy, cy) = numbers(matrix[0], 3), numbers(matrix[1], 3)
    given = data["distortion"]
    if not isinstance(given, list) or not 4 <= len(given) <= 5:
        raise ValueError("distortion")
    k1, k2, p1, p2, k3 = numbers([*given, 0.0][:5], 5)
    if min(fx, fy) <= 0:
        raise ValueError("sizes are positive")
    return Lens((width, height), (fx, fy), (cx, cy), (k1, k2, p1, p2, k3))
