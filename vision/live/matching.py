"""Which of the things that are followed a new reading is about."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from vision.live.things import Found, How, Thing
from vision.live.votes import Votes
from vision.plane import Floats, quad_area
from vision.quads import as_quad

SAME_PLACE = 0.4
"""Readings nearer than this share of a card's short side to a thing are about that thing."""
NUDGED = 2.5
"""A card known by its looks alone that lost its place and shows up within so many short sides was pushed there."""
TWO_COPIES = "two cards of one name are in view: take one of them away"


@dataclass(frozen=True, slots=True)
class Merged:
    """The things after a reading, and the keys of those that it touched."""

    things: tuple[Thing, ...]
    touched: frozenset[int]
    next_key: int


def merged(
    things: Sequence[Thing],
    found: Sequence[Found],
    now_s: float,
    next_key: int,
    left: Mapping[str, int] = MappingProxyType({}),
) -> Merged:
    """The things with a reading of one frame taken in; those it says nothing of stay as they are.

    `left` are the keys of named things that were on the table before: they get them again.
    """
    current = {thing.key: thing for thing in things}
    touched: set[int] = set()
    # Those with a name first: they find their things wherever these were.
    for one in sorted(found, key=lambda one: (one.name is None, not _by_name(one))):
        key = _whose(one, current, touched)
        if key is None and _drowned(one, current.values()):
            continue
        if key is None:
            key = left.get(one.name or "") if _by_name(one) else None
            if key is None or key in current:
                key, next_key = next_key, next_key + 1
            current[key] = _begun(key, one, now_s)
            touched.add(key)
        elif current[key].reading is not None and _in_sight(one, current[key]):
            continue  # It is known and where it was: a reading of a part of the frame says nothing new.
        else:
            current[key] = current[key].read(_copied(one, current[key]), now_s)
            touched.add(key)
            _replace_below(current, key)
    return Merged(tuple(current.values()), frozenset(touched), next_key)


def _begun(key: int, one: Found, now_s: float) -> Thing:
    empty = Thing(key, np.array(one.corners_px, float), Votes(), (), now_s, now_s)
    return empty.read(one, now_s)


def _by_name(one: Found) -> bool:
    """Whether its name is its own, as a marker's is, and not shared by all cards that look alike."""
    return one.mark is not None or (one.card is not None and one.card.id is not None)


def _whose(one: Found, current: dict[int, Thing], touched: set[int]) -> int | None:
    free = [
        thing
        for key, thing in current.items()
        if key not in touched and (one.mark is not None) is _is_mark(thing)
    ]
    middle = np.array(one.corners_px).mean(axis=0)
    short = _short_side(np.array(one.corners_px))
    near = sorted(free, key=lambda thing: float(np.linalg.norm(thing.middle - middle)))
    if _by_name(one):
        for thing in near:
            if thing.named == one.name:
                return thing.key
    for thing in near:
        if float(np.linalg.norm(thing.middle - middle)) > SAME_PLACE * short:
            break
        if one.name is None or thing.named in (None, one.name) or thing.reading is None:
            return thing.key
        if thing.how is How.SEEN and not _by_name(one):
            return thing.key
    if one.card is not None and not _by_name(one):
        for thing in near:
            far = float(np.linalg.norm(thing.middle - middle))
            if thing.named == one.name and thing.how is not How.SEEN and far < NUDGED * short:
                return thing.key
    return None


def _in_sight(one: Found, thing: Thing) -> bool:
    if thing.how is not How.SEEN or one.name not in (None, thing.named):
        return False
    far = float(np.linalg.norm(np.array(one.corners_px).mean(axis=0) - thing.middle))
    return one.name is None or far < SAME_PLACE * _short_side(thing.corners)


def _is_mark(thing: Thing) -> bool:
    return thing.named is not None and thing.named.startswith("mark ")


def _drowned(one: Found, things: Iterable[Thing]) -> bool:
    """Whether what was found is a part of a thing that is known, taken for a card: unread, or a printed place's own."""
    if _by_name(one):
        return False
    corners = np.array(one.corners_px, float)
    middle, area = corners.mean(axis=0), _area(corners)
    for thing in things:
        if not _inside(middle, thing.corners):
            continue
        if _is_mark(thing) and area > MOST_OF_MARK * _area(thing.corners):
            return True
        if not _is_mark(thing) and one.name is None and thing.reading is not None:
            return True
    return False


def _copied(one: Found, thing: Thing) -> Found:
    """The reading, or no reading where the same card shows at two places at once."""
    if one.card is None or one.card.id is None or thing.how is not How.SEEN or thing.moving:
        return one
    far = float(np.linalg.norm(np.array(one.corners_px).mean(axis=0) - thing.middle))
    if thing.reading is not None and thing.gone == 0 and far > 1.5 * _short_side(thing.corners):
        return Found(as_quad(thing.corners), why=TWO_COPIES)
    return one


def _replace_below(current: dict[int, Thing], key: int) -> None:
    """Forget what was not read at the very place where something now is."""
    top = current[key]
    if top.reading is None and top.named is None:
        return
    for other in list(current.values()):
        if other.key == key or other.named is not None:
            continue
        if _inside(other.middle, top.corners):
            del current[other.key]


MOST_OF_MARK = 0.6
"""What covers more of a printed place than this is the place, and no card on it."""


def _area(corners: Floats) -> float:
    return abs(float(quad_area(corners)))


def _short_side(corners: Floats) -> float:
    lengths = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1)
    return max(1.0, float(min(lengths[0] + lengths[2], lengths[1] + lengths[3])) / 2)


def _inside(point: Floats, corners: Floats) -> bool:
    nxt = np.roll(corners, -1, axis=0)
    side = (nxt[:, 0] - corners[:, 0]) * (point[1] - corners[:, 1])
    side = side - (nxt[:, 1] - corners[:, 1]) * (point[0] - corners[:, 0])
    return bool((side > 0).all() or (side < 0).all())
