"""What is read within a photo's outlines, gathered: each outline once, each card once, and no pattern to its end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

import numpy as np

from vision.lighter import near
from vision.plane import Floats
from vision.quads import inside, middle_of
from vision.sighting import CardSighting, Outline, Unread
from vision.taught.sighting import Read, TaughtSighting, same_spot

_Thing = TypeVar("_Thing", bound="Outline | CardSighting | Unread")

FEW = 4
"""So many tell whether the rest of what was found alike is worth a look."""


def once(read: Callable[[Floats], Read]) -> Callable[[Floats], list[Read]]:
    """Reads quadrilaterals (n, 4, 2), each once."""
    known: dict[bytes, Read] = {}

    def all_of(quads: Floats) -> list[Read]:
        for quad in quads:
            if quad.tobytes() not in known:
                known[quad.tobytes()] = read(quad)
        return [known[quad.tobytes()] for quad in quads]

    return all_of


def within_outlines(
    read: Callable[[Floats], list[Read]],
    one: Floats,
    other: Floats,
    reach: float,
) -> tuple[list[TaughtSighting | CardSighting], list[Unread]]:
    """What is read within the outlines (n, 4, 2) found one way, or the other way where more of those is a card of the
    deck; and of the rest what is a card for certain."""
    shared, new = near(one, other, reach), ~near(other, one, reach)
    alike, more, left = read(one[shared]), read(other[new]), one[~shared]
    named = [thing for thing in alike if not isinstance(thing, Unread)]
    # What is printed may end so near to the card's own edge that both ways are taken for the same.
    twins = [quad for quad in other[~new] if not any(_on_spot(quad, thing) for thing in named)]
    alike = [*alike, *(thing for thing in read(np.array(twins)) if not isinstance(thing, Unread))]
    # Those are a pattern's tiles, most likely: to look at each takes long.
    tiles = 4 * _certain([*alike, *more]) > len(other) and len(left) > len(other)
    if tiles and not _certain(read(some_of(left, FEW))):
        left = left[:0]
    rest = read(left)
    first, second = (more, rest) if _certain(more) > _certain(rest) else (rest, more)
    named = [thing for thing in (*alike, *first) if not isinstance(thing, Unread)]
    named = with_new(named, [thing for thing in second if not isinstance(thing, Unread)])
    return named, [thing for thing in (*alike, *first) if isinstance(thing, Unread)]


def unlike_table(
    read: Callable[[Floats], list[Read]],
    quads: Floats,
    named: Sequence[TaughtSighting | CardSighting],
    unread: Sequence[Unread],
    reach: float,
) -> list[TaughtSighting | CardSighting]:
    """Cards that are named, and those within the outlines (n, 4, 2) of what is unlike the table: what ends as others do
    that are unread is not looked at again, nor the rest where a few are none."""
    left = off_cards(named, list(quads))
    left = left[~near(left, np.array([thing.corners_px for thing in unread]).reshape(-1, 4, 2), reach)]
    few = read(left[:FEW])
    rest = read(left[FEW:]) if _certain(few) else []
    return with_new(named, [thing for thing in (*few, *rest) if not isinstance(thing, Unread)])


def off_cards(cards: Sequence[TaughtSighting | CardSighting], quads: Sequence[Floats]) -> Floats:
    """Those of some quadrilaterals (4, 2) whose middle lies on no card, (n, 4, 2)."""
    return np.array([quad for quad in quads if not any(_on_spot(quad, card) for card in cards)]).reshape(
        -1, 4, 2
    )


def with_new(known: Sequence[_Thing], others: Sequence[_Thing]) -> list[_Thing]:
    """Those that are known, and of others those that lie elsewhere."""
    found = list(known)
    for thing in others:
        if not any(same_spot(thing, one) for one in found):
            found.append(thing)
    return found


def some_of(quads: Floats, most: int) -> Floats:
    """So many quadrilaterals (n, 4, 2) at most, from all over."""
    return np.asarray(quads[np.linspace(0, len(quads) - 1, min(most, len(quads))).astype(int)], float)


def _certain(things: Sequence[Outline | CardSighting | Unread]) -> int:
    return sum(not isinstance(thing, Unread) for thing in things)


def _on_spot(quad: Floats, card: Outline | CardSighting) -> bool:
    """Whether the middle of a quadrilateral (4, 2) lies on a card."""
    return inside(middle_of(quad), np.array(card.corners_px))
