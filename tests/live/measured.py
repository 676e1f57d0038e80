"""The staged table as it was measured beforehand, and the camera over it."""

from __future__ import annotations

from calibration.lens import Lens
from calibration.table import Table, matrix_of, zone_of
from tests.live.staging import Camera

SIZE = (1280, 720)
"""Of a picture, width and height in pixels."""
VIEW = Camera(corners=((0.1, 0.1), (0.9, 0.1), (0.92, 0.9), (0.08, 0.9)))


def table(lens: Lens | None = None, *zones: str) -> Table:
    """The staged table as a file would have it, in its own millimetres; its zones are its upper and lower half."""
    halves = [[(0, 0), (760, 0), (760, 140), (0, 140)], [(0, 141), (760, 141), (760, 428), (0, 428)]]
    named = tuple(
        zone_of(name, [(float(x), float(y)) for x, y in half])
        for name, half in zip(zones, halves, strict=False)
    )
    return Table(SIZE, matrix_of(VIEW.to_px), lens, None, named)
