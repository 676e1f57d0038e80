"""What the reading of marked parts hands on: cards and tiles with their names, a board's place, and what is unread."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from vision.sighting import Point, Quad, rounded, told_ways

Fact = tuple[str, str | int | None]
Face = Literal["up", "down"]


@dataclass(frozen=True, slots=True)
class PartSighting:
    """A card or a tile that lies on the table.

    `corners_px`: top left first as printed, then clockwise; face down, where there is no known top, any first.
    `corners_mm` are the same in the table's plane, y down: where a board was found, in its millimetres from its top
    left corner, otherwise from some corner of some part; None where no plane is known. Both are of the whole part,
    what is covered included.
    """

    id: str | None
    """Which printed part it is, such as `WA7lg` or `free-3`: identical copies have ids of their own. None face down."""
    name: str | None
    """What it is in its game's notation, such as `WA7lg`, `free`, `A2r`, `Sb`, `*`. None face down."""
    kind: Literal["card", "tile"]
    face: Face
    corners_px: Quad
    corners_mm: Quad | None
    confidence: float
    """0..1: how sure the name is."""
    read_by: tuple[str, ...]
    """The independent witnesses that agree: "marker", "second marker", "outline", "place", "colour"."""
    marks: tuple[int, ...] = ()
    """Which of its markers were seen, by their place: 0 the first one printed. What is missing here may be covered."""
    facts: tuple[Fact, ...] = ()
    """What the game says of the part, such as ("letter", "A"); printed as they are."""

    @property
    def centre_px(self) -> Point:
        """Its middle in the photo: where the diagonals meet."""
        return _crossing(self.corners_px)

    @property
    def centre_mm(self) -> Point | None:
        """Its middle in the table's plane."""
        return None if self.corners_mm is None else _crossing(self.corners_mm)

    def to_json(self) -> dict[str, object]:
        """The part as `companion see` prints it."""
        return {
            "id": self.id,
            "name": self.name,
            **dict(self.facts),
            "face": self.face,
            "corners_px": rounded(self.corners_px),
            "confidence": round(self.confidence, 3),
            "read_by": told_ways(self.read_by),
        }


@dataclass(frozen=True, slots=True)
class PartUnread:
    """Something that looks like a part of the game and is not read for certain; `why` says what would help."""

    corners_px: Quad
    why: str
    corners_mm: Quad | None = None

    @property
    def centre_mm(self) -> Point | None:
        """Its middle in the table's plane."""
        return None if self.corners_mm is None else _crossing(self.corners_mm)

    def to_json(self) -> dict[str, object]:
        """The place and the reason."""
        return {"corners_px": rounded(self.corners_px), "why": self.why}


@dataclass(frozen=True, slots=True)
class BoardPlace:
    """Where a printed board lies: its outer corners in the photo, top left first as printed, clockwise."""

    corners_px: Quad
    marks: tuple[int, ...]
    """The numbers of the markers that it was found by."""

    def to_json(self) -> dict[str, object]:
        """The board as `companion see` prints it."""
        return {"corners_px": rounded(self.corners_px)}


@dataclass(frozen=True, slots=True)
class PartsSeen:
    """All that one photo shows of a game's parts. `size_px` is (width, height) of the upright photo."""

    game: str
    size_px: tuple[int, int]
    parts: tuple[PartSighting, ...]
    unread: tuple[PartUnread, ...] = ()
    board: BoardPlace | None = None
    hidden: tuple[str, ...] = ()
    """The board's cells of which nobody can say what lies there: covered, not read, or outside the photo."""


def _crossing(corners: Quad) -> Point:
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = corners
    across = (cx - ax) * (dy - by) - (cy - ay) * (dx - bx)
    if abs(across) < 1e-9:
        return (ax + bx + cx + dx) / 4, (ay + by + cy + dy) / 4
    t = ((bx - ax) * (dy - by) - (by - ay) * (dx - bx)) / across
    return ax + t * (cx - ax), ay + t * (cy - ay)
