"""How the table lies to the camera, told by the printed shapes alone, where no card's edge can be seen."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from vision.cards.ground.silhouettes import Silhouette, Silhouettes, from_above, likeness
from vision.cards.spots import PrintSpot
from vision.plane import Floats

FOCAL = 0.8
"""The focal length over the picture's width of a usual webcam or phone; only tilted views depend on it."""
MOST_FITTED = 10
"""So many shapes, the first ones, are held against models."""


def guess_frames(
    silhouettes: Silhouettes, spots: list[PrintSpot], profiles: tuple[str, ...]
) -> list[tuple[Floats, str]]:
    """Maps (3, 3) from table millimetres (their true size unknown) to pixels under which the shapes look like models of
    the profile beside each.

    Views at 0 to 50 degrees of tilt from all sides are tried, first coarsely; those under which the better part of the
    shapes overlap some model of one profile best come first. Few shapes look like models in several views. None where
    no view makes sense of the shapes.
    """
    height, width = silhouettes.image.shape[:2]
    spots = _of_many_colours(_without_parts(spots))
    # The millimetres are so chosen that the shapes are as large as usual ones, whatever the picture's size.
    sizes = [max(spot.box[2:]) for spot in spots[:MOST_FITTED]] or [USUAL_MM]
    # Among a cloth's specks prints are the largest, and have to come out no larger than prints are.
    scale = max(float(np.median(sizes)), LEAST_OF_LARGEST * max(sizes)) / USUAL_MM
    if len(spots) > 3 * MOST_FITTED:
        # A flowered cloth shows more spots than there are cards: those come first that may be models in some view.
        spots = _of_many_colours(_likest_first(silhouettes, spots[:MOST_LOOKED_AT], scale, profiles))
    masks = [mask for mask in map(silhouettes.of, spots[:MOST_FITTED]) if mask is not None]
    if len(masks) < 2:
        return []

    def scores(leans: list[_Lean], profiles: tuple[str, ...]) -> list[list[tuple[float, _Lean]]]:
        views = [_view(*lean, width, height, scale) for lean in leans]
        return [list(zip(own, leans, strict=True)) for own in _scores(masks, views, profiles)]

    found: list[tuple[float, _Lean, str]] = []
    for profile, coarsely in zip(profiles, scores(COARSE, profiles), strict=True):
        for value, lean in _peaks(coarsely):
            if value < LEAST_COARSE:
                continue
            (near,) = scores(_about(lean, (-5, -2.5, 0, 2.5, 5), (-16, -8, 0, 8, 16)), (profile,))
            (nearer,) = scores(_about(max(near)[1], (-1.6, -0.8, 0, 0.8, 1.6), (-5, 0, 5)), (profile,))
            best, better = max(nearer)
            if best > LEAST:
                found.append((best, better, profile))
    return [(_view(*lean, width, height, scale), profile) for _, lean, profile in sorted(found, reverse=True)]


_Lean = tuple[float, float]
"""By how many degrees the table is tilted, and from which side."""
COARSE: list[_Lean] = [
    (float(t), float(s)) for t in (0, 12, 22, 30, 37, 43) for s in (range(0, 360, 30) if t else (0,))
]
LEAST_COARSE = 0.7
"""The mean overlap with models of a view that is looked at closely."""
APART = 14.0
"""Degrees of tilt between two views that are not one."""


def _about(lean: _Lean, tilts: tuple[float, ...], sides: tuple[float, ...]) -> list[_Lean]:
    return [(lean[0] + dt, lean[1] + ds) for dt in tilts for ds in sides if lean[0] + dt >= 0]


def _peaks(likely: list[tuple[float, _Lean]]) -> list[tuple[float, _Lean]]:
    """The two best views that are `APART` degrees from each other."""
    kept: list[tuple[float, _Lean]] = []
    for value, lean in sorted(likely, reverse=True):
        at = lean[0] * np.exp(1j * np.radians(lean[1]))
        if all(abs(at - tilt * np.exp(1j * np.radians(side))) > APART for _, (tilt, side) in kept):
            kept.append((value, lean))
    return kept[:2]


def _likest_first(
    silhouettes: Silhouettes, spots: list[PrintSpot], scale: float, profiles: tuple[str, ...]
) -> list[PrintSpot]:
    """The spots by how well each overlaps some model of any profile in the view that suits it best, of a few."""
    height, width = silhouettes.image.shape[:2]
    seen = [(spot, mask) for spot in spots if (mask := silhouettes.of(spot)) is not None]
    masks = [mask for _, mask in seen]
    rough = [(0.0, 0.0)] + [
        (t, float(s)) for t, turn in ((24.0, 60), (40.0, 45)) for s in range(0, 360, turn)
    ]
    views = [_view(tilt, side, width, height, scale) for tilt, side in rough]
    like = np.concatenate(
        [np.max([likeness(flat, name) for name in profiles], axis=0) for flat in _in_views(masks, views)]
    ).max(0)
    return [seen[k][0] for k in np.argsort(-like, kind="stable")]


def _without_parts(spots: list[PrintSpot]) -> list[PrintSpot]:
    """The spots but those that are a part of a larger one, with its ink beside them: they are like no model, or let the
    whole count twice."""
    whole: list[PrintSpot] = []
    for spot in sorted(spots, key=lambda spot: -spot.box[2] * spot.box[3]):
        x, y = spot.middle
        if not any(
            0 < x - u < w
            and 0 < y - v < h
            and spot.box[2] * spot.box[3] < PART * w * h
            and spot.plain < other.plain
            for other in whole
            for u, v, w, h in [other.box]
        ):
            whole.append(spot)
    kept = {id(spot) for spot in whole}
    return [spot for spot in spots if id(spot) in kept]


PART = 0.8
"""Of a larger one's box: what takes more is no mere part."""


def _of_many_colours(spots: list[PrintSpot]) -> list[PrintSpot]:
    """The spots, those put last that are of a hue as several before them: a table's tiles, perhaps."""
    seen: dict[int, int] = {}
    first: list[PrintSpot] = []
    last: list[PrintSpot] = []
    for spot in spots:
        blue, green, red = np.array(spot.ink) / np.maximum(spot.paper, 1.0)
        hue = round(float(np.arctan2(np.sqrt(3) * (green - blue), 2 * red - green - blue)) / HUE_STEP)
        seen[hue] = seen.get(hue, 0) + 1
        (first if seen[hue] <= MOST_OF_A_HUE else last).append(spot)
    return first + last


HUE_STEP = 0.6
MOST_OF_A_HUE = 2
LEAST = 0.86
MOST_LOOKED_AT = 60
USUAL_MM = 32.0
"""A printed shape's longer side ..."""
LEAST_OF_LARGEST = 0.5
"""... or this share of the largest one's, if that is more."""


def _scores(masks: list[Silhouette], views: list[Floats], profiles: tuple[str, ...]) -> list[list[float]]:
    """For each profile and view the mean best overlap of the better two thirds of the masks."""
    use = max(2, (2 * len(masks) + 2) // 3)
    found: list[list[float]] = [[] for _ in profiles]
    for flat in _in_views(masks, views):
        for own, profile in zip(found, profiles, strict=True):
            own.extend(np.sort(likeness(flat, profile))[:, -use:].mean(1).tolist())
    return found


def _in_views(masks: list[Silhouette], views: list[Floats]) -> Iterator[NDArray[np.float32]]:
    """How the masks look from above in some of the views after the others, (v, n, RADII, ANGLES)."""
    at_once = max(1, AT_ONCE // max(len(masks), 1))
    for start in range(0, len(views), at_once):
        some = np.stack(views[start : start + at_once])[:, None]
        yield from_above(masks, np.broadcast_to(some, (len(some), len(masks), 3, 3)))[0]


AT_ONCE = 250
"""Masks that are looked at side by side: many small steps take long, and all at once much memory."""


def _view(tilt: float, side: float, width: int, height: int, scale: float) -> Floats:
    """The homography from a table, `scale` px a millimetre at the picture's middle, tilted by degrees from a side."""
    tilt, side = np.radians(tilt), np.radians(side)
    focal = FOCAL * max(width, height)
    turn, back = _spin(side), _spin(-side)
    lean = np.array([[1, 0, 0], [0, np.cos(tilt), -np.sin(tilt)], [0, np.sin(tilt), np.cos(tilt)]])
    rotation = turn @ lean @ back
    distance = focal / scale
    pose = np.column_stack([rotation[:, 0], rotation[:, 1], [0, 0, distance]])
    camera = np.array([[focal, 0, (width - 1) / 2], [0, focal, (height - 1) / 2], [0, 0, 1]])
    view: Floats = camera @ pose
    view = view / view[2, 2]
    return view


def _spin(angle: float) -> Floats:
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]])
