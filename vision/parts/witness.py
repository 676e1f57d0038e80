"""What stands by a marker: the part's other marker, its outline, its colour, or its place on the board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from vision.outlines import QuadSighting
from vision.parts.bodies import Body, TablePlane, pose_of, square
from vision.parts.colour import ColourConfig, colour_agrees
from vision.parts.deck import MarkedBoard, MarkedPart, MarkedParts, Srgb
from vision.parts.sighting import PartSighting, PartUnread
from vision.photo import Pixels
from vision.plane import Floats, apply, homography, rectangle
from vision.quads import as_quad

TWICE = "two copies of one marker are in view: take one of them away"
ALONE = "only one of its markers shows, and nothing else of it: show more of it"
OTHERWISE = "its marker and its colour disagree: show all of it without glare"
RAISED = "it does not lie flat with the others: lay it on the table"


@dataclass(frozen=True, slots=True)
class WitnessConfig:
    """How well witnesses have to agree."""

    most_misfit: float = 0.2
    """How far a part's markers may lie from where a flat part's would, over a marker's side ..."""
    least_bodies: int = 4
    """... where so many parts at least tell the plane."""
    most_gap: float = 0.25
    """How far a marker may lie from its place in an outline, over the marker's diagonal."""
    on_cell_mm: float = 6.0
    """How far the middle of a tile may be from a cell's middle for its place to stand by it."""
    colour: ColourConfig = field(default_factory=ColourConfig)


@dataclass(frozen=True, slots=True)
class Scene:
    """What all witnesses are asked about: the photo, the plane, and what was found in it."""

    image: Pixels
    parts: MarkedParts
    plane: TablePlane
    quads: Sequence[QuadSighting]
    colours: Sequence[Srgb]
    bodies: int
    board: MarkedBoard | None
    """The board, where the plane is in its millimetres."""


def judged(body: Body, scene: Scene, config: WitnessConfig) -> PartSighting | PartUnread:
    """The part, if a second witness stands by its marker and none speaks against it."""
    assert isinstance(body.thing, MarkedPart)
    part = body.thing
    pose, misfit = pose_of(body, scene.plane)
    outline = outline_of(body, scene.quads, config)
    corners_px = _corners(body, scene.plane, pose, outline)
    corners_mm = scene.plane.mm(corners_px)
    quad, quad_mm = as_quad(corners_px), as_quad(corners_mm)
    if body.split:
        return PartUnread(quad, TWICE, quad_mm)
    side = part.marks[0].side_mm
    if scene.bodies >= config.least_bodies and misfit > config.most_misfit * side:
        return PartUnread(quad, RAISED, quad_mm)
    by = ["marker"]
    by += ["second marker"] * (len(body.marks) > 1)
    by += ["outline"] * (outline is not None)
    by += ["place"] * (scene.board is not None and _on_cell(corners_mm, scene.board, config))
    to_px = homography(rectangle(body.size_mm), corners_px)
    mark = part.marks[body.marks[0][0]]
    agrees = colour_agrees(scene.image, to_px, mark, part.patches, scene.colours, config.colour)
    by += ["colour"] * bool(agrees)
    if len(by) == 1:
        return PartUnread(quad, ALONE if agrees is None else OTHERWISE, quad_mm)
    if agrees is False and "second marker" not in by and "outline" not in by:
        return PartUnread(quad, OTHERWISE, quad_mm)
    return PartSighting(
        id=part.id,
        name=part.name,
        kind=scene.parts.kind,
        face="up",
        corners_px=quad,
        corners_mm=quad_mm,
        confidence=1 - 0.5 ** (len(by) + 4),
        read_by=tuple(by),
        marks=tuple(place for place, _ in body.marks),
        facts=part.facts,
    )


def outline_of(body: Body, quads: Sequence[QuadSighting], config: WitnessConfig) -> Floats | None:
    """The quadrilateral (4, 2) px, top left first as printed, on which the markers stand where they are printed."""
    best, least = None, config.most_gap
    for quad in quads:
        for turn in range(4):
            corners = np.roll(quad.corners, -turn, axis=0)
            to_px = homography(rectangle(body.size_mm), corners)
            gap = 0.0
            for place, mark in body.marks:
                want = apply(to_px, square(body.thing.marks[place]))
                size = float(np.linalg.norm(mark.corners[0] - mark.corners[2]))
                gap = max(gap, float(np.linalg.norm(want - mark.corners, axis=-1).max()) / size)
            if gap < least:
                best, least = corners, gap
    return best


def _corners(body: Body, plane: TablePlane, pose: Floats, outline: Floats | None) -> Floats:
    """Where the whole part lies, (4, 2) px."""
    if outline is not None:
        return outline
    if len(body.marks) > 1:
        # By its own markers, so that a bent card is where it is seen.
        first, last = body.form[[0, 2]], body.form[[-4, -2]]
        flat = plane.px(apply(pose, rectangle(body.size_mm)))
        shift = body.seen.mean(0) - plane.px(apply(pose, np.concatenate([first, last]))).mean(0)
        return np.asarray(flat + shift)
    return plane.px(apply(pose, rectangle(body.size_mm)))


def _on_cell(corners_mm: Floats, board: MarkedBoard, config: WitnessConfig) -> bool:
    """Whether a tile lies squarely on a cell."""
    if not board.cells:
        return False
    middle = corners_mm.mean(0)
    side = board.cells[0].side_mm
    at = np.array([cell.at_mm for cell in board.cells]) + side / 2
    along = corners_mm[1] - corners_mm[0]
    askew = np.degrees(np.arctan2(along[1], along[0])) % 90
    square_on = min(askew, 90 - askew) < MOST_ASKEW_DEG
    return bool(np.linalg.norm(at - middle, axis=1).min() < config.on_cell_mm and square_on)


MOST_ASKEW_DEG = 20.0
