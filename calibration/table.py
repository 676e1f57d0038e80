"""A table: where each of its millimetres lies in the picture, and its zones, kept in a small versioned JSON file.

The plane's x runs to the right and y downwards, as printed sheets and pictures count.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path
from typing import Any

import numpy as np

from calibration.files import FileKind, check_version, numbers, picture_size
from calibration.find import Points
from calibration.lens import Lens, lens_of
from calibration.plane import bent, straight, through

FORMAT = "tabletop-companion/table"
VERSION = 1
MOST_MM = 100_000.0

Xy = tuple[float, float]
Matrix = tuple[tuple[float, float, float], tuple[float, float, float], tuple[float, float, float]]


class BadTable(ValueError):
    """Unusable table file or zone; the message is one sentence that says what to do."""


@dataclass(frozen=True, slots=True)
class Zone:
    """A part of the table with a name, a simple polygon in millimetres."""

    name: str
    corners_mm: tuple[Xy, ...]


class Origin(Enum):
    """What the millimetres of a table are counted from: zones mean something by one of them alone."""

    SHEET = "sheet"
    PICTURE = "picture"

    @property
    def says(self) -> str:
        """In words."""
        return "the printed sheet" if self is Origin.SHEET else "the picture's middle"


@dataclass(frozen=True, slots=True)
class Stand:
    """Where the camera stands: above the table in millimetres, and its axis's angle to straight down in degrees."""

    x_mm: float
    y_mm: float
    height_mm: float
    tilt_degrees: float


@dataclass(frozen=True, slots=True)
class Table:
    """The plane of a table in pictures of `size_px`. `mm_to_px` maps its millimetres to pixels without distortion,
    which `lens` then bends; `stand` is known with a lens only, `origin` unless the file does not say it.
    """

    size_px: tuple[int, int]
    mm_to_px: Matrix
    lens: Lens | None = None
    stand: Stand | None = None
    zones: tuple[Zone, ...] = ()
    origin: Origin | None = None

    def to_px(self, points_mm: Points) -> Points:
        """Where points (n, 2) of the table lie in the picture."""
        return bent(through(np.array(self.mm_to_px), np.asarray(points_mm, float)), self.lens)

    def to_mm(self, points_px: Points) -> Points:
        """Where points (n, 2) of the picture lie on the table; nan above its horizon."""
        back = np.linalg.inv(np.array(self.mm_to_px))
        flat = straight(np.asarray(points_px, float), self.lens)
        behind = (np.column_stack([flat, np.ones(len(flat))]) @ back.T)[:, 2]
        return np.where((behind > 0)[:, None], through(back, flat), np.nan)

    def scaled_to(self, width_px: int, height_px: int) -> Table:
        """The same table in pictures of another size of the same camera; raises BadTable for other proportions."""
        sx, sy = width_px / self.size_px[0], height_px / self.size_px[1]
        if abs(sx / sy - 1) > 0.01:
            raise BadTable(
                f"the table file is for {self.size_px[0]} x {self.size_px[1]} pictures and this one is "
                f"{width_px} x {height_px}: calibrate the table with the same camera mode"
            )
        # Pixel centres are at whole numbers, so the picture's corner is at -0.5.
        scale = np.array([[sx, 0, (sx - 1) / 2], [0, sy, (sy - 1) / 2], [0, 0, 1]])
        lens = None if self.lens is None else self.lens.scaled_to(width_px, height_px)
        return replace(
            self,
            size_px=(width_px, height_px),
            mm_to_px=matrix_of(scale @ np.array(self.mm_to_px)),
            lens=lens,
        )

    def to_json(self) -> dict[str, object]:
        """The file's content."""
        stand = self.stand
        return {
            "format": FORMAT,
            "version": VERSION,
            "size_px": list(self.size_px),
            "origin": None if self.origin is None else self.origin.value,
            "mm_to_px": [list(row) for row in self.mm_to_px],
            "lens": None if self.lens is None else self.lens.to_json(),
            "camera": None
            if stand is None
            else {
                "x_mm": stand.x_mm,
                "y_mm": stand.y_mm,
                "height_mm": stand.height_mm,
                "tilt_degrees": stand.tilt_degrees,
            },
            "zones": [{"name": z.name, "corners_mm": [list(c) for c in z.corners_mm]} for z in self.zones],
        }


def matrix_of(values: Points) -> Matrix:
    """A 3 x 3 array as the plain value that a Table holds."""
    a, b, c = ((float(r[0]), float(r[1]), float(r[2])) for r in values)
    return a, b, c


def zone_of(name: str, corners: Sequence[Xy]) -> Zone:
    """A zone; raises BadTable for a name that is no word, for less than a triangle, and for sides that cross."""
    if not re.fullmatch(r"[\w][\w -]{0,39}", name):
        raise BadTable(f"the zone {name!r} needs a name of letters, digits, spaces and hyphens, 40 at most")
    if not 3 <= len(corners) <= 200:
        raise BadTable(f"the zone {name} has {len(corners)} corners: give 3 to 200")
    if any(not abs(v) <= MOST_MM for corner in corners for v in corner):
        raise BadTable(
            f"the zone {name} reaches farther than {MOST_MM / 1000:g} m: give its corners in millimetres"
        )
    area = sum(
        x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in zip(corners, [*corners[1:], corners[0]], strict=True)
    )
    if abs(area) < 2 or _crosses(corners):
        raise BadTable(
            f"the zone {name} has sides that cross or no area: give its corners in their order around it"
        )
    return Zone(name, tuple((float(x), float(y)) for x, y in corners))


def _crosses(corners: Sequence[Xy]) -> bool:
    sides = [(corners[i - 1], corners[i]) for i in range(len(corners))]
    return any(
        _meet(*sides[i], *sides[j])
        for i in range(len(sides))
        for j in range(i + 2, len(sides) - (1 if i == 0 else 0))
    )


def _meet(a: Xy, b: Xy, c: Xy, d: Xy) -> bool:
    def side(p: Xy, q: Xy, r: Xy) -> float:
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0


FILE = FileKind(
    "table file",
    missing="make one by companion calibrate table",
    no_json="is no JSON: make it anew",
    newer="calibrate anew",
    foreign=f"is not one of this program's (version {VERSION}): calibrate the table anew",
)


def load_table(path: Path | str) -> Table:
    """Read a table file; raises BadTable with a sentence that names the file."""
    return FILE.load(path, _table_of, BadTable)


def _table_of(data: Any) -> Table:
    check_version(data, FORMAT, VERSION)
    rows = data["mm_to_px"]
    if not isinstance(rows, list) or len(rows) != 3:
        raise ValueError("mm_to_px")
    matrix = np.array([numbers(row, 3) for row in rows])
    if not np.isfinite(np.linalg.cond(matrix)) or abs(np.linalg.det(matrix)) < 1e-12:
        raise ValueError("the map has no inverse")
    size = picture_size(data["size_px"])
    lens = None if data.get("lens") is None else lens_of(data["lens"])
    if lens is not None and lens.size_px != size:
        raise ValueError("the lens is for other pictures")
    camera = data.get("camera")
    stand = None
    if camera is not None:
        stand = Stand(*numbers([camera[key] for key in ("x_mm", "y_mm", "height_mm", "tilt_degrees")], 4))
    zones = []
    for zone in data.get("zones", []):
        corners = [(x, y) for x, y in (numbers(corner, 2) for corner in zone["corners_mm"])]
        zones.append(zone_of(str(zone["name"]), corners))
    origin = None if data.get("origin") is None else Origin(data["origin"])
    return Table(size, matrix_of(matrix), lens, stand, tuple(zones), origin)
