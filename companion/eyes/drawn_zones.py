"""Zones that somebody drew over the picture: where they lie on the table, and after the camera was bumped."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from companion.table.watch.zones import Use, Zone
from companion.web.eye import Area, spot_at
from vision.live.things import Scene
from vision.plane import Floats, apply

Keep = Callable[[tuple[Area, ...]], None]
"""Is given the zones that were drawn when the camera was bumped, as they lie then."""


def keep_none(_areas: tuple[Area, ...]) -> None:
    """Where zones are not kept."""


class DrawnZones:
    """The zones as they lie now, and whether what follows the table has them as they lie there."""

    def __init__(self, keep: Keep = keep_none) -> None:
        self.areas: tuple[Area, ...] = ()
        self._keep = keep
        self._laid_by: Floats | None = None

    def draw(self, areas: tuple[Area, ...]) -> None:
        """Use these from now on."""
        self.areas, self._laid_by = areas, None

    def lay_anew(self) -> None:
        """Another table is looked at, or the same one from elsewhere."""
        self._laid_by = None

    def newly_laid(self, scene: Scene) -> list[Zone] | None:
        """The zones on the table as a scene measures it; None where there are none, or nothing else is measured than
        when this was asked last."""
        if not self.areas or scene.to_mm is None or scene.to_mm is self._laid_by:
            return None
        self._laid_by = scene.to_mm
        return [_zone(area, scene.to_mm, scene.size_px) for area in self.areas]

    def bumped(self, moved_px: tuple[float, float] | None, size_px: tuple[int, int]) -> None:
        """Go with a picture (width, height) that has moved so far; where that does not show, none are left."""
        if self.areas:
            self.areas = zones_moved(self.areas, moved_px, size_px)
            self._keep(self.areas)
        self.lay_anew()


def zones_moved(
    areas: tuple[Area, ...], moved_px: tuple[float, float] | None, size_px: tuple[int, int]
) -> tuple[Area, ...]:
    """The zones as they lie in a picture (width, height) that has moved so far; none where that does not show."""
    return () if moved_px is None else tuple(_moved(area, moved_px, size_px) for area in areas)


def _moved(area: Area, by_px: tuple[float, float], size_px: tuple[int, int]) -> Area:
    width, height = size_px
    spots = tuple(spot_at(x * width + by_px[0], y * height + by_px[1], size_px) for x, y in area.corners)
    return replace(area, corners=spots)


def area_of(zone: Zone, to_mm: Floats, size_px: tuple[int, int]) -> Area:
    """A zone of the table in a picture (width, height) whose pixels `to_mm` (3, 3) takes there."""
    seen = apply(np.linalg.inv(to_mm), np.array(zone.corners_mm))
    spots = tuple(spot_at(float(x), float(y), size_px) for x, y in seen)
    return Area(zone.use.value, spots[:12], zone.seat)


def _zone(area: Area, to_mm: Floats, size_px: tuple[int, int]) -> Zone:
    flat = apply(to_mm, np.array(area.corners) * size_px)
    return Zone(Use(area.use), tuple((float(x), float(y)) for x, y in flat), area.seat)
