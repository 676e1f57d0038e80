"""The table's plane from cards of a known size that lie on it: four corners of each in pixels, no sheet needed."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from calibration.errors import CannotCalibrate
from calibration.find import Points
from calibration.fit_table import GOOD_MM, GREATEST_MM, HeldOut, TableFit, facing, pose_of, stand_over
from calibration.least_squares import minimise
from calibration.lens import Lens
from calibration.plane import homography, pose_plane, straight, through
from calibration.table import Origin, Table, matrix_of

CARD_MM = (63.0, 88.0)
MOST_CARDS = 12
"""More add time and no truth: the largest are taken."""
MOST_HELD_OUT = 6
HUBER_PX = 2.0


def fit_table_from_cards(
    cards: Sequence[Points],
    size_px: tuple[int, int],
    lens: Lens | None = None,
) -> TableFit:
    """The plane in which cards (each (4, 2) px, in order around it, from any corner on) are all of one size.

    The origin is what the picture's middle shows, x runs to the picture's right there. With one card nothing can be
    held out. Raises CannotCalibrate where there is no card, or where they fit no one plane; calibration.lens.BadLens
    where the lens is for pictures of other proportions.
    """
    glass = None if lens is None else lens.scaled_to(*size_px)
    quads = [straight(_clockwise(np.asarray(card, np.float64).reshape(4, 2)), glass) for card in cards]
    quads = [quad for quad in quads if np.isfinite(quad).all() and _area(quad) > 100]
    quads.sort(key=_area, reverse=True)
    quads = quads[:MOST_CARDS]
    if not quads:
        raise CannotCalibrate("no card is seen whole: lay some flat on the table, apart and uncovered")
    plane = _fit(quads, glass)
    if plane is None:
        raise CannotCalibrate(
            "the cards seen lie in no one plane: lay them flat on the table, apart and uncovered"
        )
    held = None
    # Without a lens, the plane that one or two other cards make is too loose to measure anything by.
    if len(quads) > (3 if glass is None else 1):
        step = -(-len(quads) // MOST_HELD_OUT)
        held = HeldOut.of({str(i): _error_without(quads, i, glass) for i in range(0, len(quads), step)})
        if held.mean_mm > GREATEST_MM:
            raise CannotCalibrate(
                f"the cards seen differ by {held.mean_mm:.0f} mm from {CARD_MM[0]:g} x {CARD_MM[1]:g} mm ones: "
                f"lay cards of that size flat on the table, apart and uncovered"
            )
    plane = facing(_levelled(plane, size_px), size_px)
    stand = None if glass is None else stand_over(plane, glass)
    warnings = []
    if len(quads) < 4:
        warnings.append(
            "few cards are seen: lay four or more far apart on the table, or use the printed sheet"
        )
    if held is not None and held.worst_mm > GOOD_MM:
        warnings.append(
            f"the table is known to {held.worst_mm:.1f} mm only: the printed table sheet is truer than cards"
        )
    table = Table(size_px, matrix_of(plane), glass, stand, origin=Origin.PICTURE)
    return TableFit(table, held, len(quads), tuple(warnings))


def _area(quad: Points) -> float:
    x, y = quad[:, 0], quad[:, 1]
    return float(0.5 * (x * np.roll(y, -1) - np.roll(x, -1) * y).sum())


def _clockwise(quad: Points) -> Points:
    return quad if _area(quad) > 0 else quad[::-1]


def _rectangle() -> Points:
    w, h = CARD_MM
    return np.array([[-w, -h], [w, -h], [w, h], [-w, h]]) / 2


def _fit(quads: Sequence[Points], lens: Lens | None) -> Points | None:
    """The plane's map, by the largest card's own millimetres: unknowns are the map and where the other cards lie.

    An outline does not say which of its sides is the long one, so both readings of the first card are tried.
    """
    printed = _rectangle()
    best, least = None, np.inf
    for turn in (0, 1):
        first = np.roll(quads[0], -turn, axis=0)
        plane = homography(printed, first)
        if plane is None:
            continue
        found, cost = _refined(plane, [first, *quads[1:]], printed, lens)
        if found is not None and cost < least:
            best, least = found, cost
    return best


def _refined(
    plane: Points, quads: Sequence[Points], printed: Points, lens: Lens | None
) -> tuple[Points | None, float]:
    if lens is not None:
        flat = np.column_stack([printed, np.zeros(4)])
        pose = pose_of(flat, quads[0], lens)
        if pose is None:
            return None, np.inf
        unknown, plane = np.concatenate(pose), pose_plane(*pose, lens)
    else:
        unknown = (plane / plane[2, 2]).ravel()[:8]
    ordered, places = [quads[0]], []
    for quad in quads[1:]:
        turned, place = _placed(through(np.asarray(np.linalg.inv(plane)), quad), quad, printed)
        ordered.append(turned)
        places.append(place)
    count = len(unknown)

    def map_of(values: Points) -> Points:
        if lens is not None:
            return pose_plane(values[:3], values[3:6], lens)
        return np.append(values[:8], 1.0).reshape(3, 3)

    seen = np.concatenate(ordered)

    def gaps(values: Points) -> Points:
        spots = [printed]
        for x, y, angle in values[count:].reshape(-1, 3):
            spots.append(_moved(printed, x, y, angle))
        return np.asarray((through(map_of(values), np.concatenate(spots)) - seen).ravel())

    start = np.concatenate([unknown, *places]) if places else unknown
    if not np.isfinite(gaps(start)).all():
        return None, np.inf
    found = minimise(gaps, start, huber=HUBER_PX)
    return map_of(found), float(np.minimum(np.abs(gaps(found)), 4 * HUBER_PX).sum())


def _placed(on_table: Points, quad: Points, printed: Points) -> tuple[Points, Points]:
    """Which corner of a card comes first, and its (x, y, angle), so that it fits the printed rectangle best."""
    best, least = (quad, np.zeros(3)), np.inf
    for turn in (0, 1):
        turned = np.roll(on_table, -turn, axis=0)
        middle = turned.mean(0)
        angle = _angle(printed, turned - middle)
        gap = float(np.abs(_moved(printed, middle[0], middle[1], angle) - turned).sum())
        if gap < least:
            best, least = (np.roll(quad, -turn, axis=0), np.array([*middle, angle])), gap
    return best


def _angle(printed: Points, seen: Points) -> float:
    cross = (printed[:, 0] * seen[:, 1] - printed[:, 1] * seen[:, 0]).sum()
    return float(np.arctan2(cross, (printed * seen).sum()))


def _moved(points: Points, x: float, y: float, angle: float) -> Points:
    c, s = np.cos(angle), np.sin(angle)
    return np.asarray(points @ np.array([[c, s], [-s, c]]) + [x, y])


def _error_without(quads: Sequence[Points], left_out: int, lens: Lens | None) -> float:
    """How far a card's corners lie from its size in the plane that the others make."""
    plane = _fit([quad for i, quad in enumerate(quads) if i != left_out], lens)
    if plane is None:
        return float("inf")
    on_table = through(np.asarray(np.linalg.inv(plane)), quads[left_out])
    if not np.isfinite(on_table).all():
        return float("inf")
    printed = _rectangle()
    _, (x, y, angle) = _placed(on_table, on_table, printed)
    turned = min(
        (np.roll(on_table, -turn, axis=0) for turn in (0, 1)),
        key=lambda quad: float(np.abs(_moved(printed, x, y, angle) - quad).sum()),
    )
    return float(np.linalg.norm(_moved(printed, x, y, angle) - turned, axis=1).mean())


def _middle_frame(plane: Points, size_px: tuple[int, int]) -> Points:
    """The rigid motion (3, 3) that takes the wanted millimetres to the plane's own."""
    back = np.asarray(np.linalg.inv(plane), np.float64)
    middle = np.array([(size_px[0] - 1) / 2, (size_px[1] - 1) / 2])
    origin, aside = through(back, np.array([middle, middle + [1.0, 0.0]]))
    x = (aside - origin) / np.linalg.norm(aside - origin)
    return np.array([[x[0], -x[1], origin[0]], [x[1], x[0], origin[1]], [0.0, 0.0, 1.0]])


def _levelled(plane: Points, size_px: tuple[int, int]) -> Points:
    moved = plane @ _middle_frame(plane, size_px)
    return np.asarray(moved / moved[2, 2], np.float64)
