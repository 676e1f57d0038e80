"""Zones that were drawn, after the camera was bumped: they go with the picture where that shows by how much."""

from __future__ import annotations

from dataclasses import replace

from companion.web.eye import Area, spot_at


def zones_moved(
    areas: tuple[Area, ...], moved_px: tuple[float, float] | None, size_px: tuple[int, int]
) -> tuple[Area, ...]:
    """The zones as they lie in a picture (width, height) that has moved so far; none where that does not show."""
    return () if moved_px is None else tuple(_moved(area, moved_px, size_px) for area in areas)


def _moved(area: Area, by_px: tuple[float, float], size_px: tuple[int, int]) -> Area:
    width, height = size_px
    spots = tuple(spot_at(x * width + by_px[0], y * height + by_px[1], size_px) for x, y in area.corners)
    return replace(area, corners=spots)
