"""Markers to things: which part each marker belongs to, the table's plane, and where the whole part then lies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.ground import Bend, Ground, with_things
from vision.parts.deck import Mark, MarkedBoard, MarkedPart, MarkedParts, Xy
from vision.parts.marks import FoundMark
from vision.plane import Floats, apply, homography, rectangle, turned_onto
from vision.rigid import Rigid, misfits, packed, settled


@dataclass(frozen=True, slots=True)
class Body:
    """A part, or the board, with those of its markers that were seen."""

    thing: MarkedPart | MarkedBoard
    size_mm: Xy
    marks: tuple[tuple[int, FoundMark], ...]
    """The marker's place among the part's own, and where it was seen."""
    split: bool = False
    """Whether one of its markers is in view more than once."""

    @property
    def seen(self) -> Floats:
        """The markers' corners (4 n, 2) px."""
        return np.concatenate([mark.corners for _, mark in self.marks])

    @property
    def form(self) -> Floats:
        """The same (4 n, 2) in millimetres on the part."""
        return np.concatenate([square(self.thing.marks[place]) for place, _ in self.marks])


@dataclass(frozen=True, slots=True)
class TablePlane:
    """The table's plane: `to_px` (3, 3) maps its millimetres to pixels from which the lens's `bend` was taken."""

    to_px: Floats
    bend: Bend | None

    def px(self, points_mm: Floats) -> Floats:
        """Points (n, 2) of the table in the photo."""
        flat = apply(self.to_px, points_mm)
        return flat if self.bend is None else self.bend.bent(flat)

    def mm(self, points_px: Floats) -> Floats:
        """Points (n, 2) of the photo on the table."""
        flat = points_px if self.bend is None else self.bend.straight(points_px)
        return apply(np.linalg.inv(self.to_px), flat)

    def moved(self, to_table: Floats) -> TablePlane:
        """The same plane with other millimetres: `to_table` (3, 3) maps the new ones to the old ones."""
        return replace(self, to_px=self.to_px @ to_table)


def square(mark: Mark) -> Floats:
    """A marker's corners (4, 2) mm on its part, top left first, clockwise."""
    return rectangle((mark.side_mm, mark.side_mm), mark.at_mm)


def bodies_of(marks: Sequence[FoundMark], parts: MarkedParts) -> tuple[list[Body], Body | None]:
    """The parts whose markers are in view, and the board."""
    owners = {mark.number: (part, place) for part in parts.parts for place, mark in enumerate(part.marks)}
    by_part: dict[str, list[tuple[int, FoundMark]]] = {}
    for mark in marks:
        if mark.number in owners:
            part, place = owners[mark.number]
            by_part.setdefault(part.id, []).append((place, mark))
    known = {part.id: part for part in parts.parts}
    bodies = [_body(known[ident], parts.size_mm, found) for ident, found in by_part.items()]
    board = None
    if parts.board is not None:
        of = {mark.number: place for place, mark in enumerate(parts.board.marks)}
        if found := [(of[mark.number], mark) for mark in marks if mark.number in of]:
            board = _body(parts.board, parts.board.size_mm, found)
    return bodies, board


def _body(thing: MarkedPart | MarkedBoard, size: Xy, found: list[tuple[int, FoundMark]]) -> Body:
    once = dict(reversed(found))
    return Body(thing, size, tuple(sorted(once.items(), key=lambda pair: pair[0])), len(found) > len(once))


def plane_of(bodies: Sequence[Body], size_px: tuple[int, int]) -> TablePlane | None:
    """The plane on which all bodies lie, in the millimetres of one of them; None without any."""
    sound = [body for body in bodies if not body.split]
    if not sound:
        return None
    things = [Rigid(body.seen, body.form) for body in sound]
    pack = packed(things)
    best, least = None, np.inf
    for body in sorted(sound, key=_reach, reverse=True)[:MOST_STARTS]:
        start = _own_map(body)
        if start is None:
            continue
        to_mm = settled(pack, start, ROUNDS)
        if not np.isfinite(to_mm).all():
            continue
        off = float(np.median(misfits(pack, to_mm)))
        if off < least:
            best, least = to_mm, off
    if best is None:
        return None
    ground = with_things(Ground((), None, None, sound[0].size_mm), things, best, size_px)
    if ground.common is None or not np.isfinite(ground.common).all():
        return TablePlane(np.linalg.inv(best), None)
    return TablePlane(ground.common, ground.bend)


MOST_STARTS, ROUNDS = 4, 12


def _reach(body: Body) -> float:
    """How far a body's markers span, which tells the plane."""
    return float(np.ptp(body.seen, axis=0).sum())


def _own_map(body: Body) -> Floats | None:
    """The map from pixels to millimetres by a body's own markers."""
    seen, form = body.seen, body.form
    if len(body.marks) == 1:
        # So small a thing tells the size and the turn, and nothing of the perspective.
        matrix = np.eye(3)
        found, *_ = np.linalg.lstsq(np.column_stack([seen, np.ones(4)]), form, rcond=None)
        matrix[:2] = found.T
        return matrix
    pack = packed([Rigid(seen, form)])
    first = homography(seen[[0, 1, -2, -1]], form[[0, 1, -2, -1]])
    found_map: Floats = settled(pack, first, 3)
    return found_map if np.isfinite(found_map).all() else None


def pose_of(body: Body, plane: TablePlane) -> tuple[Floats, float]:
    """The map (3, 3) from a body's millimetres to the table's, a turn and a shift, and its misfit in mm."""
    flat, form = plane.mm(body.seen), body.form
    pose = laid_over(form, flat)
    off = flat - apply(pose, form)
    return pose, float(np.sqrt((off**2).sum(-1).mean()))


def laid_over(form: Floats, seen: Floats) -> Floats:
    """The turn and shift (3, 3) that brings points (n, 2) nearest to others; the shift alone where no turn is told."""
    found = turned_onto(form, seen)
    if found is None:
        found = np.eye(3)
        found[:2, 2] = seen.mean(0) - form.mean(0)
    return found
