"""A board's plane by all that is known at once: its own markers, and the tiles that lie in the middle of its cells.

A marker of 16 millimetres tells little of what lies 400 millimetres off, and tiles are laid askew by half a millimetre;
all of them together tell the whole board, and how much the lens bends it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from vision.ground import BENDS, Bend
from vision.parts.bodies import Body, TablePlane, pose_of, square
from vision.parts.deck import MarkedBoard
from vision.parts.grid import GridConfig, middle_on
from vision.plane import Floats, apply

ROUNDS = 3
LEAST_POINTS, LEAST_FOR_BEND = 8, 24
IN_LINE = 0.15
"""Tiles that spread less than this share of their row across it are in line."""
ODD = 0.5
"""How much worse a strongly bent lens has to fit, so that no odd lens explains tiles that lie askew."""


def fitted(
    plane: TablePlane,
    bodies: Sequence[Body],
    board: Body | None,
    printed: MarkedBoard,
    size_px: tuple[int, int],
    config: GridConfig,
) -> TablePlane:
    """The plane, in the board's millimetres, that suits its markers and tiles best, from one that is nearly right."""
    side = printed.cells[0].side_mm
    cells = {(round(cell.at_mm[0] / side), round(cell.at_mm[1] / side)) for cell in printed.cells}
    for _ in range(ROUNDS):
        seen: list[Floats] = []
        form: list[Floats] = []
        for place, mark in () if board is None else board.marks:
            seen.append(mark.corners)
            form.append(square(printed.marks[place]))
        laid = []
        for body in bodies:
            middle = middle_on(body, plane)
            at = np.round(middle / side - 0.5)
            off = float(np.abs(middle / side - 0.5 - at).max())
            if off < config.off and (int(at[0]), int(at[1])) in cells:
                laid.append((body, middle, (at + 0.5) * side))
        if board is None and _in_line([at for _, _, at in laid]):
            # Middles in a row leave the plane free to turn about it: the tiles' own breadth has to hold it.
            for body, middle, at in laid:
                seen.append(body.seen)
                form.append(apply(pose_of(body, plane)[0], body.form) - middle + at)
        else:
            seen += [plane.px(middle[None]) for _, middle, _ in laid]
            form += [at[None] for *_, at in laid]
        if sum(map(len, seen)) < LEAST_POINTS:
            return plane
        better = _fit(np.concatenate(seen), np.concatenate(form), plane, size_px)
        if better is None:
            return plane
        plane = better
    return plane


def _in_line(places: Sequence[Floats]) -> bool:
    """Whether places (2,) lie in a row, or nearly so."""
    if len(places) < 3:
        return True
    spread = np.linalg.svd(np.array(places) - np.mean(places, axis=0), compute_uv=False)
    return bool(spread[1] < IN_LINE * spread[0])


def _fit(seen: Floats, form: Floats, plane: TablePlane, size_px: tuple[int, int]) -> TablePlane | None:
    """The plane that brings points (n, 2) px nearest to those in millimetres, with the bend that suits best."""
    bends = [plane.bend]
    if len(seen) >= LEAST_FOR_BEND:
        middle = ((size_px[0] - 1) / 2, (size_px[1] - 1) / 2)
        bends = [Bend(k, middle, float(np.hypot(*size_px)) / 2) for k in BENDS]
    best, least = None, np.inf
    for bend in bends:
        flat = seen if bend is None else bend.straight(seen)
        matrix, _ = cv2.findHomography(flat, form, 0)
        if matrix is None or not np.isfinite(matrix).all() or abs(np.linalg.det(matrix)) < 1e-12:
            continue
        to_mm = np.asarray(matrix, float)
        off = float(np.sqrt(((apply(to_mm, flat) - form) ** 2).sum(-1).mean()))
        cost = off * (1 + ODD * abs(bend.k if bend is not None else 0.0))
        if cost < least:
            best, least = replace(plane, to_px=np.linalg.inv(to_mm), bend=bend), cost
    return best
