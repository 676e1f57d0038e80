"""How the cards that lie somewhere are told: in an order of their own, so that noise never decides what a log says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from companion.rules.zangle import CENTRE
from companion.table.zangle.events import Face, Taken
from vision.live.things import SeenCard

ABOVE_MM = 20.0
"""Cards that lie less far apart from left to right lie one above the other."""


def face_of(seen: SeenCard) -> Face:
    """What a card shows, as the game writes it down."""
    if seen.card is None:
        return Face()
    return Face(seen.card.triangles, seen.card.shape, seen.card.id)


def same_faces(some: Iterable[Face], others: Iterable[Face]) -> bool:
    """Whether they show the same, in any order, however their shapes are drawn; unread ones are left out."""
    return _counted(some) == _counted(others)


def in_order(cards: Iterable[SeenCard]) -> list[Face]:
    """Faces from left to right, by what they are where one lies above another. Every card has its place."""
    row = sorted(
        (card for card in cards if card.at_mm is not None), key=lambda card: card.at_mm or (0.0, 0.0)
    )
    columns: list[list[SeenCard]] = []
    for card in row:
        if not columns or _x_mm(card) - _x_mm(columns[-1][-1]) > ABOVE_MM:
            columns.append([])
        columns[-1].append(card)
    return [face for column in columns for face in sorted(map(face_of, column), key=_name)]


def claim_order(taken: Iterable[Taken], caller: str) -> tuple[Taken, ...]:
    """The centre's cards first, then the caller's, then others', each by what it is."""
    return tuple(
        sorted(
            taken, key=lambda one: (one.source != CENTRE, one.source != caller, one.source, _name(one.face))
        )
    )


def _x_mm(card: SeenCard) -> float:
    return 0.0 if card.at_mm is None else card.at_mm[0]


def _counted(faces: Iterable[Face]) -> Counter[tuple[str, str]]:
    return Counter(
        (face.id or "", "Z" if face.shape is None else face.shape.key) for face in faces if face.known
    )


def _name(face: Face) -> tuple[str, int, str]:
    """Sorts cards by which they are, and by what they show where nothing tells them apart."""
    return face.id or "", face.triangles or 0, "" if face.shape is None else face.shape.key
