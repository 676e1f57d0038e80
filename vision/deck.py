"""What vision is told of a printed deck: which marker stands on which card, and where."""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules.polyform import Shape


@dataclass(frozen=True, slots=True)
class MarkedCard:
    """A card of the printed deck. `markers`: the ids at its top-left and its bottom-right corner."""

    id: str
    profile: str
    triangles: int
    shape: Shape | None
    markers: tuple[int, int]


@dataclass(frozen=True, slots=True)
class MarkedDeck:
    """A printed deck: `family` names the marker dictionary, lengths are of the printed face in millimetres.

    `inset_mm` is the distance of a marker's outer edge from both of the card's edges next to it.
    """

    family: str
    face_mm: tuple[float, float]
    marker_mm: float
    inset_mm: float
    cards: tuple[MarkedCard, ...]
