"""Cards that were drawn and lay somewhere too shortly for anything to be made of them: one like them that comes to
another place may have fallen there."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from companion.table.watch.placed import Card
from companion.table.watch.telling import face_of
from companion.table.watch.zones import Use
from companion.table.zangle.events import Face

LATELY_S = 4.0
"""For how long one is looked for elsewhere."""


@dataclass(frozen=True, slots=True)
class Left:
    """A card that has left its place."""

    face: Face
    place: str
    at_s: float


def left_lately(
    before: Iterable[Left], cards: Iterable[Card], there: Collection[tuple[int, str | None]], now_s: float
) -> tuple[Left, ...]:
    """Those of `before` that left not long ago, and those of the last picture's `cards` that lie there no more.

    `there` are the keys and places of what lies there now.
    """
    kept = [left for left in before if left.at_s > now_s - LATELY_S]
    new = [
        Left(face_of(card.seen), card.place, now_s)
        for card in cards
        if card.place not in (None, Use.CLAIM.value) and (card.seen.key, card.place) not in there
    ]
    return (*kept, *(left for left in new if left.face.known))


def may_have_left(left: Iterable[Left], places: Collection[str], came: Iterable[Face]) -> bool:
    """Whether one of the cards that `came` may have lain at one of these places first."""
    left = list(left)
    first = (next((one for one in left if one.face.agrees(face)), None) for face in came)
    return any(one is not None and one.place in places for one in first)
