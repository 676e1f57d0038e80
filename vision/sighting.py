"""What vision hands on: plain values, one for each thing seen, and what could not be read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.rules.polyform import Shape

Point = tuple[float, float]
Quad = tuple[Point, Point, Point, Point]


@dataclass(frozen=True, slots=True)
class CardSighting:
    """A card whose face was read.

    `corners_px`: top-left first as printed, then clockwise; a face without markers has no known top, so
    its first corner is one of the two that make it upright. `confidence` is 0..1. `read_by` names the
    independent witnesses that agree: "marker", "outline", "shape".
    """

    id: str | None
    triangles: int
    shape: Shape | None
    corners_px: Quad
    confidence: float
    read_by: tuple[str, ...]

    def to_json(self) -> dict[str, object]:
        """The card as `companion see` prints it."""
        return {
            "id": self.id,
            "triangles": self.triangles,
            "shape": None if self.shape is None else self.shape.to_json(),
            "corners_px": rounded(self.corners_px),
            "confidence": round(self.confidence, 3),
            "read_by": told_ways(self.read_by),
        }


WAYS = {
    "marker": "marker",
    "second marker": "marker",
    "outline": "outline",
    "shape": "outline",
    "taught": "taught",
}
"""What programs are told of each witness: a printed shape is read by its outline as a card is found by its own."""


def told_ways(read_by: Sequence[str]) -> list[str]:
    """How a thing was read, as programs are told: each of `marker`, `outline` and `taught` at most once."""
    return list(dict.fromkeys(WAYS[way] for way in read_by if way in WAYS))


@dataclass(frozen=True, slots=True)
class Outline:
    """A card's outline alone, of any game: four corners in pixels, clockwise."""

    corners_px: Quad

    def to_json(self) -> dict[str, object]:
        """The outline as `companion see --game none` prints it."""
        return {"corners_px": rounded(self.corners_px)}


@dataclass(frozen=True, slots=True)
class Unread:
    """Something that looks like a card of the game and is not read for certain; `why` says what would help."""

    corners_px: Quad
    why: str

    def to_json(self) -> dict[str, object]:
        """The place and the reason."""
        return {"corners_px": rounded(self.corners_px), "why": self.why}


@dataclass(frozen=True, slots=True)
class Seen:
    """All that one photo shows. `size_px` is (width, height) of the upright photo."""

    game: str
    profile: str | None
    size_px: tuple[int, int]
    cards: tuple[CardSighting | Outline, ...]
    """Faces that were read; outlines alone where no game was named, of taught kinds where a deck was taught."""
    unread: tuple[Unread, ...]

    def to_json(self, photo: str) -> dict[str, object]:
        """One line of `companion see --json`."""
        return {
            "photo": photo,
            "game": self.game,
            "profile": self.profile,
            "size_px": list(self.size_px),
            "cards": [card.to_json() for card in self.cards],
            "unread": [thing.to_json() for thing in self.unread],
        }


def rounded(corners: Sequence[Point]) -> list[list[float]]:
    """Points as they are printed: to a hundredth of a pixel."""
    return [[round(float(x), 2), round(float(y), 2)] for x, y in corners]


def row_and_place(x: float, y: float, height: int) -> tuple[int, float]:
    """What puts places (x, y) of a photo so high in reading order: rows from the top, in each from the left."""
    return int(10 * y / height), x
