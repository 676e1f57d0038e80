"""Control cards as they lie: which are pressed, and since when the one by which a player calls lies in whose row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import dist

from companion.rules.places import CONTROL, places
from companion.table.lying import middle
from companion.table.watch.zones import Xy, Zone, zone_at
from vision.live.things import How, Scene

CONTROLS = frozenset(face.name for face in places().faces if face.kind == CONTROL)
MINE, UNDO, NEXT, PAUSE, END = "mine", "undo", "next", "pause", "end"
LATEST = 8
"""Pictures whose times are kept: in so many a card that was found has its name."""


@dataclass(frozen=True, slots=True)
class Mine:
    """The card by which one calls, as it lies."""

    at_mm: Xy
    seat: str | None
    """In whose row; None where it only lies ready."""
    laid_s: float
    """The first picture that it was found in there."""
    doubt_s: float
    """How much earlier it may have been laid: it is found once it rests, and on a slow machine pictures are seldom."""


def laid_mine(
    old: Mine | None, scene: Scene, zones: Sequence[Zone], times: Sequence[float], moved_mm: float
) -> tuple[Mine | None, bool]:
    """Where that card lies, and whether it came to a row from elsewhere on the table.

    `times` are those of the pictures before. One that lies no farther than `moved_mm` from where it lay was pushed.
    """
    mark = next((one for one in scene.marks if one.name == MINE and one.corners_mm is not None), None)
    if mark is None or mark.corners_mm is None:
        return None, False
    at_mm = middle(mark.corners_mm)
    zone = zone_at(zones, at_mm)
    seat = None if zone is None else zone.seat
    if old is None:
        laid_s = scene.at_s if mark.since_s is None else mark.since_s
        return Mine(at_mm, seat, laid_s, _doubt_s(laid_s, times)), False
    if mark.how is not How.SEEN or dist(at_mm, old.at_mm) <= moved_mm:
        return replace(old, seat=seat), False
    moved = Mine(at_mm, seat, scene.at_s, _doubt_s(scene.at_s, times))
    return moved, seat is not None and seat != old.seat


def lay_there(scene: Scene, begun_s: float, mine: Mine | None) -> frozenset[str]:
    """The control cards that lay in the first picture, and still do: it takes some pictures more to read one."""
    first = {one.name for one in scene.marks if one.since_s is not None and one.since_s <= begun_s}
    moved = mine is not None and mine.laid_s > begun_s
    return frozenset(first & CONTROLS) - ({MINE} if moved else frozenset())


def _doubt_s(found_s: float, times: Sequence[float]) -> float:
    """Back to the picture before the first one that may show it."""
    before = [at_s for at_s in times if at_s < found_s]
    return found_s - before[-2] if len(before) > 1 else 0.0
