"""Shapes whose card shows no edge, read in the plane of the nearest card that does."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision.blobs import BlobSighting
from vision.candidates import Candidate, good
from vision.decide import deck_unit
from vision.faces import Face, Pyramid, Style, read_face
from vision.plane import Floats, apply, quad_area, sides
from vision.scene_config import SceneConfig


def of_size(
    spots: list[BlobSighting],
    frames: list[Floats],
    faces: list[Face],
    profile: str | None,
    config: SceneConfig,
) -> list[BlobSighting]:
    """The spots that are no larger and no smaller than the deck's shapes, where its scale is known."""
    unit = deck_unit(faces, profile, config.decide) if profile else None
    kept = []
    for spot in spots:
        if unit is not None:
            x, y, w, h = spot.box
            back = np.linalg.inv(nearest(frames, spot.middle, config))
            flat = apply(back, np.array([[x, y], [x + w, y], [x + w, y + h], [x, y + h]]))
            extent = float((flat.max(0) - flat.min(0)).max())
            if not spot.dark and not 0.6 * unit < extent < 7 * unit:
                continue
        kept.append(spot)
    coloured = [s for s in kept if not s.dark][: config.lone_most]
    return coloured + [s for s in kept if s.dark]


def from_blob(
    pyramid: Pyramid,
    spot: BlobSighting,
    frames: list[Floats],
    profiles: tuple[str, ...],
    style: list[Style],
    config: SceneConfig,
) -> Candidate | None:
    """Read a shape in the plane of the nearest card."""
    frame = nearest(frames, spot.middle, config)
    back = np.linalg.inv(frame)
    x, y, w, h = spot.box
    on_table = apply(back, np.array([[x, y], [x + w, y], [x + w, y + h], [x, y + h]]))
    centre = apply(back, spot.middle)
    extent = float((on_table.max(0) - on_table.min(0)).max())
    if not 5 < extent < 110:
        return None
    side = float(np.clip(1.7 * extent + 8, 26, 96))
    shift = np.array([[1, 0, centre[0] - side / 2], [0, 1, centre[1] - side / 2], [0, 0, 1.0]])
    face = read_face(
        pyramid,
        frame @ shift,
        profiles,
        replace(config.faces, size_mm=(side, side)),
        replace(config.ink, rim_mm=1.0),
        config.fit,
        style,
    )
    if spot.dark:
        if face.z < config.lone_z or good(face, config) or not config.lone_z_mm[0] < extent < config.lone_z_mm[1]:
            return None
    elif not good(face, config) or face.plain < config.least_plain:
        return None
    corners = apply(frame @ shift, np.array([[0, 0], [side, 0], [side, side], [0, side]]))
    return Candidate(corners, face, False)


def card_sized(candidate: Candidate, frames: list[Floats], config: SceneConfig) -> bool:
    """Whether an outline is as large as a card in the plane of the nearest card that was read."""
    if not frames:
        return False
    lengths = sides(apply(np.linalg.inv(nearest(frames, candidate.middle, config)), candidate.corners))
    seen = np.sort([(lengths[0] + lengths[2]) / 2, (lengths[1] + lengths[3]) / 2])
    return bool(np.abs(np.log(seen / np.sort(config.faces.size_mm))).max() < config.size_play)


def nearest(frames: list[Floats], middle: Floats, config: SceneConfig) -> Floats:
    """The frame whose card lies nearest to a place, itself left out."""
    centre = np.array(config.faces.size_mm) / 2
    away = np.array([np.linalg.norm(apply(frame, centre) - middle) for frame in frames])
    size = np.array([np.sqrt(abs(float(quad_area(_card_corners(frame, config))))) for frame in frames])
    away[away < 0.2 * size] = np.inf
    if not np.isfinite(away).any():
        return frames[0]
    return frames[int(away.argmin())]


def _card_corners(frame: Floats, config: SceneConfig) -> Floats:
    w, h = config.faces.size_mm
    return apply(frame, np.array([[0.0, 0.0], [w, 0.0], [w, h], [0.0, h]]))
