"""Shapes whose card shows no edge, read in the plane of the nearest card that does."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision.blobs import BlobSighting
from vision.candidates import Candidate, good
from vision.faces import Face, Pyramid, Style, read_face
from vision.ground import Ground
from vision.plane import Floats, apply
from vision.scene_config import SceneConfig


def of_size(
    spots: list[BlobSighting],
    ground: Ground,
    unit: float | None,
    config: SceneConfig,
) -> list[BlobSighting]:
    """The spots that are no larger and no smaller than the deck's shapes, where its scale is known."""
    kept = []
    for spot in spots:
        if unit is not None:
            x, y, w, h = spot.box
            back = np.linalg.inv(ground.at(spot.middle))
            flat = apply(back, np.array([[x, y], [x + w, y], [x + w, y + h], [x, y + h]]))
            extent = float((flat.max(0) - flat.min(0)).max())
            if not spot.dark and not 0.6 * unit < extent < 7 * unit:
                continue
        kept.append(spot)
    coloured = [s for s in kept if not s.dark][: config.lone_most]
    return coloured + [s for s in kept if s.dark]


def lone_shapes(
    pyramid: Pyramid,
    spots: list[BlobSighting],
    ground: Ground,
    unit_mm: float | None,
    profiles: tuple[str, ...],
    style: list[Style],
    config: SceneConfig,
) -> list[Candidate]:
    """What the spots show, each laid flat on the ground."""
    read = (from_blob(pyramid, spot, ground, unit_mm, profiles, style, config) for spot in spots)
    return [c for c in read if c is not None]


def from_blob(
    pyramid: Pyramid,
    spot: BlobSighting,
    ground: Ground,
    unit_mm: float | None,
    profiles: tuple[str, ...],
    style: list[Style],
    config: SceneConfig,
) -> Candidate | None:
    """Read a shape in the plane that its neighbours tell; where that gives another size than the deck's `unit_mm`,
    in the plane of the nearest card."""
    best: tuple[float, Candidate] | None = None
    for way in ground.ways(spot.middle):
        found = _in_plane(pyramid, spot, way, profiles, style, config)
        if found is None:
            continue
        off = _off_unit(found.face, unit_mm)
        if best is None or off < best[0]:
            best = off, found
        if off < 0.5 * config.lone_play:
            break
    return best[1] if best else None


def _off_unit(face: Face, unit_mm: float | None) -> float:
    """How far the best fit's unit edge is off the deck's, as a share."""
    found = [options[0] for options in face.fits.values() if options]
    if unit_mm is None or not found:
        return 0.0
    return abs(float(np.log(min(found, key=lambda fit: fit.error_mm).unit_mm / unit_mm)))


def _in_plane(
    pyramid: Pyramid,
    spot: BlobSighting,
    frame: Floats,
    profiles: tuple[str, ...],
    style: list[Style],
    config: SceneConfig,
) -> Candidate | None:
    back = np.linalg.inv(frame)
    x, y, w, h = spot.box
    on_table = apply(back, np.array([[x, y], [x + w, y], [x + w, y + h], [x, y + h]]))
    centre = apply(back, spot.middle)
    extent = float((on_table.max(0) - on_table.min(0)).max())
    if not 5 < extent < 110:
        return None
    # As little beside the shape as will do, since its card may end there; more where shade blurs what is paper.
    sizes = [min(1.7 * extent + 8, extent + 18), *([1.7 * extent + 8] if extent > 15 and spot.plain > 0.9 else [])]
    for size in sizes:
        side = float(np.clip(size, 26, 96))
        to_px = frame @ np.array([[1, 0, centre[0] - side / 2], [0, 1, centre[1] - side / 2], [0, 0, 1.0]])
        faces = replace(config.faces, size_mm=(side, side))
        ink = replace(config.ink, rim_mm=1.0)
        face = read_face(pyramid, to_px, profiles, faces, ink, config.fit, style)
        fits = good(face, config)
        letter = face.z >= config.lone_z and not fits and config.lone_z_mm[0] < extent < config.lone_z_mm[1]
        if letter or (not spot.dark and fits and face.plain >= config.least_plain):
            return Candidate(apply(to_px, _square(face, side, letter)), face, False)
    return None


def _square(face: Face, side: float, letter: bool) -> Floats:
    """Corners (4, 2) in the patch's millimetres of a square about what was read in it.

    That need not be the spot: a stripe of the table may have led to a card's print at its end.
    """
    middle = np.full(2, side / 2)
    if face.blob is not None and not letter:
        own = np.asarray(face.blob.centroid_mm, float)
        middle = own if float(np.abs(own - middle).max()) > 0.2 * side else middle
    return middle + np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * side / 2
