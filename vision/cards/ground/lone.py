"""Shapes whose card shows no edge, read in the plane of the nearest card that does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.cards.decks.candidates import Candidate, good, least_error
from vision.cards.face.faces import Asked, Face, letters_on, read_faces
from vision.cards.face.fit import Fit, nearest
from vision.cards.face.ink import InkConfig
from vision.cards.ground.photo import Photo
from vision.cards.ground.silhouettes import Silhouettes, overlaps
from vision.cards.scene_config import SceneConfig
from vision.cards.spots import PrintSpot
from vision.ground import Ground
from vision.plane import Floats, apply, rectangle
from vision.srgb import LINEAR


def of_size(
    spots: list[PrintSpot],
    ground: Ground,
    unit: float | None,
    papers: list[Floats],
    config: SceneConfig,
) -> tuple[list[PrintSpot], list[PrintSpot]]:
    """The spots that are no larger and no smaller than the deck's shapes, where its scale is known: those on a ground
    of the tint of one of its `papers` (3,), blue first in linear light, and those on one of about that, where there are
    enough to tell."""
    tints = np.array([paper / paper.sum() for paper in papers]).reshape(-1, 3)
    kept: list[PrintSpot] = []
    odd: list[PrintSpot] = []
    for spot in spots:
        off = 0.0
        if len(tints) >= config.least_papers:
            light = LINEAR[np.round(spot.paper).astype(int)].astype(float)
            off = float(np.abs(light / max(light.sum(), 1e-6) / tints - 1).max(1).min())
            if off > config.paper_play_of_spots:
                continue
        if unit is not None:
            back = np.linalg.inv(ground.at(spot.middle))
            flat = apply(back, rectangle(spot.box[2:], spot.box[:2]))
            extent = float((flat.max(0) - flat.min(0)).max())
            if not spot.dark and not 0.6 * unit < extent < 7 * unit:
                continue
        (kept if off < config.paper_play else odd).append(spot)
    return kept, odd


def likest(
    silhouettes: Silhouettes,
    spots: tuple[list[PrintSpot], list[PrintSpot]],
    ground: Ground,
    unit_mm: float | None,
    profiles: tuple[str, ...],
    config: SceneConfig,
) -> list[PrintSpot]:
    """The spots of two groups, where there are many without those that look like no model on this ground, and the
    likest of each group first, those of the deck's `unit_mm` before others."""
    dark = [s for group in spots for s in group if s.dark]
    coloured = [[s for s in group if not s.dark] for group in spots]
    if sum(map(len, coloured)) > config.lone_many:
        coloured = [
            _like_models(silhouettes, group, ground, unit_mm, profiles, config.lone_like)
            for group in coloured
        ]
    return (coloured[0] + coloured[1])[: config.lone_most] + dark


def _like_models(
    silhouettes: Silhouettes,
    spots: list[PrintSpot],
    ground: Ground,
    unit_mm: float | None,
    profiles: tuple[str, ...],
    least: float,
) -> list[PrintSpot]:
    known = [(spot, mask) for spot in spots if (mask := silhouettes.of(spot)) is not None]
    views = np.array([ground.at(spot.middle) for spot, _ in known]).reshape(-1, 3, 3)
    like = np.max([overlaps([mask for _, mask in known], views, name, unit_mm) for name in profiles], axis=0)
    # About a print lies plain paper, about most of what a cloth shows more of it.
    rank = -like * np.array([spot.plain for spot, _ in known])
    return [known[k][0] for k in np.argsort(rank, kind="stable") if like[k] > least]


def lone_shapes(
    photo: Photo,
    spots: list[PrintSpot],
    ground: Ground,
    unit_mm: float | None,
    profiles: tuple[str, ...],
) -> list[Candidate]:
    """What the spots show, each laid flat on the ground: in the plane that its neighbours tell, and where that gives
    another size than the deck's `unit_mm`, in the plane of the nearest card."""
    config = photo.config
    ways = [ground.ways(spot.middle) for spot in spots]
    if len(spots) <= config.lone_many:
        # What was learnt of the print on the way helps at a second look.
        ways = [own * 2 if len(own) == 1 else own for own in ways]
    best: dict[int, tuple[float, Candidate]] = {}
    left = list(range(len(spots)))
    for turn in range(max((len(own) for own in ways), default=0)):
        left = [k for k in left if turn < len(ways[k])]
        placed = [(spots[k], ways[k][turn]) for k in left]
        read = _in_planes(photo, placed, unit_mm, profiles)
        for k, (found, _) in zip(left, read, strict=True):
            if found is not None and (k not in best or off_unit(found.face, unit_mm) < best[k][0]):
                best[k] = off_unit(found.face, unit_mm), found
        hopeful = [k for k, (_, again) in zip(left, read, strict=True) if again]
        left = [k for k in hopeful if k not in best or best[k][0] >= 0.5 * config.lone_play]
    return [best[k][1] for k in sorted(best)]


def off_unit(face: Face, unit_mm: float | None) -> float:
    """How far the best fit's unit edge is off the deck's, as a share."""
    best = nearest(face.fits)
    if unit_mm is None or best is None:
        return 0.0
    return abs(float(np.log(best.unit_mm / unit_mm)))


def _in_planes(
    photo: Photo,
    spots: list[tuple[PrintSpot, Floats]],
    unit_mm: float | None,
    profiles: tuple[str, ...],
) -> list[tuple[Candidate | None, bool]]:
    """What each spot shows when it is laid flat by a map of its own from millimetres to pixels, and whether it comes
    so near to a print that another map may show one."""
    found: list[Candidate | None] = [None] * len(spots)
    near: set[int] = set()
    config = photo.config
    ink = _ink(config)
    for wider in (False, True):
        windows = [(k, _window(*spots[k], wider=wider)) for k in range(len(spots)) if found[k] is None]
        tried = [(k, window) for k, window in windows if window is not None]
        letters = [(k, window) for k, window in tried if spots[k][0].dark and _of_letters(window, config)]
        likeness = letters_on(photo.pyramid, [window.place for _, window in letters], ink)
        tried = [(k, window) for k, window in tried if not spots[k][0].dark]
        near |= {k for (k, _), like in zip(letters, likeness, strict=True) if like >= 0.5 * config.lone_z}
        # What is only dark counts as a letter or not at all.
        tried += [it for it, like in zip(letters, likeness, strict=True) if like >= config.perhaps_z]
        faces = faces_in(photo, [window for _, window in tried], profiles)
        for (k, window), face in zip(tried, faces, strict=True):
            found[k] = _judged(spots[k][0], window, face, unit_mm, config)
            if least_error(face) <= config.lone_hopeless or face.z >= 0.5 * config.lone_z:
                near.add(k)
    # A spot that is but a part of a print, the rest under glare, leads to a window that cuts the print off.
    cut = [
        (k, _about(own.face, best))
        for k, own in enumerate(found)
        if own and _veiled(own.face, config) and (best := nearest(own.face.fits))
    ]
    faces = faces_in(photo, [window for _, window in cut], profiles)
    for (k, window), face in zip(cut, faces, strict=True):
        whole = None if _cut_off(face) else _judged(spots[k][0], window, face, unit_mm, config)
        found[k] = found[k] if whole is None else whole
    return [(own, k in near) for k, own in enumerate(found)]


@dataclass(frozen=True, slots=True)
class _Window:
    """A square round a shape: the map from its millimetres to pixels, its side, and the shape's extent in it."""

    to_px: Floats
    side: float
    extent: float

    @property
    def corners_mm(self) -> Floats:
        """Its corners (4, 2)."""
        return np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) * self.side

    @property
    def place(self) -> tuple[Floats, tuple[float, float]]:
        """The map and the size, as faces are read by."""
        return self.to_px, (self.side, self.side)


def _ink(config: SceneConfig) -> InkConfig:
    return replace(config.ink, rim_mm=1.0, drawn_in_lines=config.lone_in_lines)


def faces_in(
    photo: Photo, windows: Sequence[_Window], profiles: tuple[str, ...], *, letters: bool = True
) -> list[Face]:
    """What each window shows; how much like a letter that is only where `letters` are asked for."""
    config = photo.config
    asked = Asked(profiles, config.lone_faces, _ink(config), config.fit, letters)
    return read_faces(photo.pyramid, [window.place for window in windows], asked, photo.style)


def _veiled(face: Face, config: SceneConfig) -> bool:
    return _cut_off(face) and face.paper.mean() > config.glaring


def _cut_off(face: Face) -> bool:
    return face.blob is not None and face.blob.touches_rim and any(face.fits.values())


def _about(face: Face, best: Fit) -> _Window:
    """A window about the whole of the shape that was read in one that cuts it off."""
    low, high = best.outline_mm.min(0), best.outline_mm.max(0)
    extent = float((high - low).max())
    side = float(np.clip(1.7 * extent + 8, 26, 96))
    x, y = (low + high) / 2 - side / 2
    return _Window(face.to_px @ np.array([[1, 0, x], [0, 1, y], [0, 0, 1.0]]), side, extent)


def _of_letters(window: _Window, config: SceneConfig) -> bool:
    low, high = config.lone_z_mm
    return low < window.extent < high


def window_about(spot: PrintSpot, frame: Floats) -> _Window | None:
    """A square about a spot on the ground, with as little beside it as will do; None where it is no print's in size.
    `frame` (3, 3) maps the ground's millimetres to pixels."""
    return _window(spot, frame, wider=False)


def _window(spot: PrintSpot, frame: Floats, *, wider: bool) -> _Window | None:
    back = np.linalg.inv(frame)
    on_table = apply(back, spot.hull)
    centre = (on_table.max(0) + on_table.min(0)) / 2
    extent = float((on_table.max(0) - on_table.min(0)).max())
    if not 5 < extent < 110:
        return None
    # As little beside the shape as will do, since its card may end there; more where shade blurs what is paper.
    sizes = [
        min(1.7 * extent + 8, extent + 18),
        *([1.7 * extent + 8] if extent > 15 and spot.plain > 0.9 else []),
    ]
    if wider and len(sizes) < 2:
        return None
    side = float(np.clip(sizes[wider], 26, 96))
    shift = np.array([[1, 0, centre[0] - side / 2], [0, 1, centre[1] - side / 2], [0, 0, 1.0]])
    return _Window(frame @ shift, side, extent)


def _judged(
    spot: PrintSpot, window: _Window, face: Face, unit_mm: float | None, config: SceneConfig
) -> Candidate | None:
    fits = good(face, config)
    # What is only dark is no shape's ink, whatever else in the window may be taken for one.
    letter = face.z >= config.perhaps_z and (spot.dark or not fits) and _of_letters(window, config)
    if not letter and (spot.dark or not fits or not _on_plain_ground(face, unit_mm, config)):
        return None
    return Candidate(apply(window.to_px, _square(face, window.side, letter)), face, False)


def _on_plain_ground(face: Face, unit_mm: float | None, config: SceneConfig) -> bool:
    """Whether nothing is printed round about; a shadow's edge may cross the paper about a shape of many corners, or
    about one that is drawn exactly at the deck's scale."""
    if face.plain >= config.least_plain:
        return True
    # Two triangles may make the same square as four, at another unit edge.
    every = [fit for fits in face.fits.values() for fit in fits]
    exact = [fit for fit in every if fit.error_mm < config.decide.exact_error * fit.size_mm]
    if unit_mm is not None and face.in_two_lights >= config.least_plain_of_many:
        off = [abs(float(np.log(fit.unit_mm / unit_mm))) for fit in exact]
        return min(off, default=np.inf) < config.decide.exact_unit
    return face.plain >= config.least_plain_of_many and any(len(fit.shape.outline()[0]) >= 5 for fit in exact)


def _square(face: Face, side: float, letter: bool) -> Floats:
    """Corners (4, 2) in the patch's millimetres of a square about what was read in it.

    That need not be the spot: a stripe of the table may have led to a card's print at its end.
    """
    middle = np.full(2, side / 2)
    if face.blob is not None and not letter:
        middle = np.asarray(face.blob.centroid_mm, float)
    return middle + np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * side / 2
