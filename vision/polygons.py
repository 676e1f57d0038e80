"""Unions of cards as polygons: where a side runs into another card there is a reflex corner, and a cut to try."""

from __future__ import annotations

import numpy as np

from vision.plane import Floats, quad_area

MOST_CORNERS = 14
MOST_PIECES = 40


def quads_within(polygon: Floats, least_area: float) -> list[Floats]:
    """Quadrilaterals (4, 2), clockwise on the screen, that sides extended at reflex corners cut off a polygon.

    `polygon`: (k, 2) corners of a simple polygon; `least_area` in its square units. A card that lies on or
    against others has its own straight sides; the outline of all of them turns inwards where one begins.
    """
    if float(quad_area(polygon)) < 0:
        polygon = polygon[::-1]
    found: list[Floats] = []
    queue, tried = [polygon], 0
    while queue and tried < MOST_PIECES:
        piece = queue.pop(0)
        tried += 1
        for cut in _cuts(piece):
            for part in cut:
                if len(part) < 4 or float(quad_area(part)) < least_area:
                    continue
                plain = _straightened(part)
                if len(plain) == 4 and not len(_reflex(plain)):
                    found.append(plain)
                elif 4 < len(plain) <= MOST_CORNERS and len(_reflex(plain)):
                    queue.append(plain)
    return found


def _turns(polygon: Floats) -> Floats:
    """The sine of the turn at each corner (k,), negative where the polygon turns inwards."""
    into = polygon - np.roll(polygon, 1, axis=0)
    out = np.roll(polygon, -1, axis=0) - polygon
    cross = into[:, 0] * out[:, 1] - into[:, 1] * out[:, 0]
    turns: Floats = cross / np.maximum(np.linalg.norm(into, axis=1) * np.linalg.norm(out, axis=1), 1e-9)
    return turns


def _reflex(polygon: Floats) -> list[int]:
    return [int(k) for k in np.flatnonzero(_turns(polygon) < -0.1)]


def _straightened(polygon: Floats) -> Floats:
    """Without corners that do not turn and sides that are much too short."""
    while len(polygon) > 4:
        lengths = np.linalg.norm(np.roll(polygon, -1, axis=0) - polygon, axis=1)
        flat = np.abs(_turns(polygon))
        if lengths.min() < 0.06 * lengths.max():
            k = int(lengths.argmin())
            j = (k + 1) % len(polygon)
            drop = k if flat[k] < flat[j] else j
        elif flat.min() < 0.12:
            drop = int(flat.argmin())
        else:
            break
        polygon = np.delete(polygon, drop, axis=0)
    return polygon


def _cuts(polygon: Floats) -> list[tuple[Floats, Floats]]:
    """Both parts of the polygon for each cut that runs on from a side at a reflex corner."""
    count = len(polygon)
    cuts = []
    start, end = polygon, np.roll(polygon, -1, axis=0)
    for k in _reflex(polygon):
        corner = polygon[k]
        for other in (polygon[k - 1], polygon[(k + 1) % count]):
            ray = corner - other
            along = end - start
            det = ray[0] * along[:, 1] - ray[1] * along[:, 0]
            safe = np.where(np.abs(det) < 1e-9, 1.0, det)
            gap = start - corner
            far = (gap[:, 0] * along[:, 1] - gap[:, 1] * along[:, 0]) / safe
            part = (gap[:, 0] * ray[1] - gap[:, 1] * ray[0]) / safe
            hit = (np.abs(det) > 1e-9) & (far > 1e-6) & (part >= 0) & (part <= 1)
            hit[[k, k - 1]] = False
            if not hit.any():
                continue
            j = int(np.where(hit, far, np.inf).argmin())
            spot = corner + far[j] * ray
            first = [polygon[(k + i) % count] for i in range((j - k) % count + 1)] + [spot]
            second = [spot] + [polygon[(j + 1 + i) % count] for i in range((k - j - 1) % count + 1)]
            cuts.append((np.array(first), np.array(second)))
    return cuts
