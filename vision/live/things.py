"""What lies on the table from one frame to the next: plain values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.rules.polyform import Shape
from vision.live.footprints import Footprint
from vision.live.votes import Votes
from vision.plane import Floats, apply
from vision.rigid import Rigid
from vision.sighting import CardSighting, Quad


class How(Enum):
    """How a thing is known to be where it is said to be."""

    SEEN = "seen"
    """It shows in this frame, in part at least."""
    REMEMBERED = "remembered"
    """Something is over it: this is where it was last seen."""


@dataclass(frozen=True, slots=True)
class Found:
    """One reading of one frame: a card, a printed mark, or a place that could not be read."""

    corners_px: Quad
    card: CardSighting | None = None
    mark: str | None = None
    confidence: float = 0.0
    why: str = ""
    """What would help where nothing was read."""
    framed: bool = field(default=False, compare=False)
    """Whether it is much darker than its own edge, or than what lies beside it: see `face_down.in_frame`."""
    exact: Rigid | None = field(default=None, repr=False, compare=False)
    """The points by which it was placed, where these tell more than its corners do."""

    @property
    def name(self) -> str | None:
        """What votes are about: equal for readings of one thing."""
        if self.mark is not None:
            return f"mark {self.mark}"
        if self.card is None:
            return None
        return f"id {self.card.id}" if self.card.id is not None else f"look {look_of(self.card)}"


def look_of(card: CardSighting) -> str:
    """Equal for cards that show the same."""
    return look_of_shape(card.shape)


def look_of_shape(shape: Shape | None) -> str:
    """The look of a card with this shape; None is a Z."""
    return "Z" if shape is None else f"{shape.lattice.name} {shape.key}"


@dataclass(frozen=True, slots=True, eq=False)
class Thing:
    """A thing that is followed. `key` stays its own as long as it is."""

    key: int
    corners: Floats
    """(4, 2) px of the frame, top-left first as printed."""
    votes: Votes
    readings: tuple[Found, ...]
    """The last reading of each name that frames have voted for."""
    seen_s: float
    begun_s: float | None = None
    """The frame that it was first found in."""
    voted_s: float | None = None
    """The frame that last voted."""
    how: How = How.SEEN
    moving: bool = False
    """Whether something moves where it lies."""
    gone: int = 0
    """Frames in a row in which its place shows something else, with nothing over it."""
    asked: int = 0
    """How often it was read without being decided."""
    why: str = ""
    face: NDArray[np.float32] | None = field(default=None, repr=False)
    """How it looked when it was read: samples, cell by cell."""
    under: Footprint | None = field(default=None, repr=False)

    @property
    def reading(self) -> Found | None:
        """What it is, once the frames agree."""
        decided = self.votes.decided
        return next((found for found in self.readings if found.name == decided), None) if decided else None

    @property
    def named(self) -> str | None:
        """What most frames speak for, decided or not."""
        return self.votes.leader

    @property
    def middle(self) -> Floats:
        """(2,) px."""
        middle: Floats = self.corners.mean(axis=0)
        return middle

    def read(self, found: Found, now_s: float) -> Thing:
        """With one more reading, and where it saw the thing."""
        found, votes = self._known_as(found)
        again = found.name is None or (now_s == self.voted_s and found.name == self.named)
        # One frame has one vote, however often it is read.
        votes = votes if again or found.name is None else votes.heard(found.name, found.confidence)
        others = tuple(one for one in self.readings if one.name in votes.names - {found.name})
        return replace(
            self,
            corners=np.array(found.corners_px, float),
            votes=votes,
            voted_s=self.voted_s if again else now_s,
            readings=others if found.name is None else (*others, found),
            seen_s=now_s,
            how=How.SEEN,
            gone=0,
            asked=self.asked + 1,
            why=found.why,
        )

    def _known_as(self, found: Found) -> tuple[Found, Votes]:
        """The reading and the votes so far, where one frame reads a card's marker and another no more than its print:
        what shows the look of the one card that a marker names here is that card, and what showed it before was."""
        if found.card is None or self.reading is not None:
            return found, self.votes
        look = look_of(found.card)
        ids = {one.card.id for one in (*self.readings, found) if one.card and look_of(one.card) == look} - {
            None
        }
        if len(ids) != 1:
            return found, self.votes
        named = replace(found, card=replace(found.card, id=ids.pop()))
        return named, self.votes.renamed(f"look {look}", str(named.name))


@dataclass(frozen=True, slots=True)
class SeenCard:
    """A card as it is followed."""

    key: int
    """Its own from the frame that it was first seen in to the last."""
    card: CardSighting | None
    """What it shows; None until frames agree, and where it could not be read."""
    corners_px: Quad
    how: How
    moving: bool
    why: str
    """What would help to read it."""
    at_mm: tuple[float, float] | None = None
    """Its middle on the table, where the plane is known."""

    @property
    def look(self) -> str | None:
        """Equal for cards that show the same; None where it was not read."""
        return None if self.card is None else look_of(self.card)

    @property
    def id(self) -> str | None:
        """Which card it is, where a marker tells."""
        return None if self.card is None else self.card.id

    def to_json(self) -> dict[str, Any]:
        """`{"key", "card", "corners_px", "how", "moving", "why", "at_mm"}`."""
        return {
            "key": self.key,
            "card": None
            if self.card is None
            else {
                "id": self.card.id,
                "triangles": self.card.triangles,
                "shape": None if self.card.shape is None else self.card.shape.to_json(),
            },
            "corners_px": [[round(x, 1), round(y, 1)] for x, y in self.corners_px],
            "how": self.how.value,
            "moving": self.moving,
            "why": self.why,
            "at_mm": None if self.at_mm is None else [round(value, 1) for value in self.at_mm],
        }


@dataclass(frozen=True, slots=True)
class SeenMark:
    """A printed place or control card as it is followed. `corners_mm` are on the table, None without a plane."""

    name: str
    corners_px: Quad
    how: How
    moving: bool
    corners_mm: Quad | None = None
    since_s: float | None = None
    """The frame that it was first found in, before frames agreed on what it is; None where that is not known."""

    def to_json(self) -> dict[str, Any]:
        """`{"name", "corners_px", "how", "moving", "corners_mm"}`."""
        return {
            "name": self.name,
            "corners_px": [[round(x, 1), round(y, 1)] for x, y in self.corners_px],
            "how": self.how.value,
            "moving": self.moving,
            "corners_mm": None
            if self.corners_mm is None
            else [[round(x, 1), round(y, 1)] for x, y in self.corners_mm],
        }


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """What lies on the table in one frame, and what was said about the camera since the last."""

    number: int
    """Of the frame."""
    at_s: float
    size_px: tuple[int, int]
    cards: tuple[SeenCard, ...]
    marks: tuple[SeenMark, ...]
    to_mm: Floats | None
    """(3, 3), from pixels to the table's millimetres."""
    over: NDArray[np.bool_]
    """Where something is that was not looked at yet, as a hand; of a smaller picture."""
    restless: NDArray[np.bool_]
    """Where something moves, or came and was not looked at yet; of the same picture."""
    over_scale: float
    busy: bool
    """Whether something moves over the table or waits to be read."""
    notes: tuple[str, ...] = field(default=())
    """Sentences for the table, such as that the camera was moved."""
    moved_px: tuple[float, float] | None = None
    """By how much the picture has moved, where a note says that the camera was; None where that does not show."""

    def covered(self, at_mm: tuple[float, float]) -> bool:
        """Whether a place of the table cannot be seen now; False where the plane is not known."""
        if self.to_mm is None:
            return False
        x, y = apply(np.linalg.inv(self.to_mm), np.array([at_mm]))[0] * self.over_scale
        height, width = self.over.shape
        return 0 <= x < width and 0 <= y < height and bool(self.over[int(y), int(x)])

    def restless_share(self, corners_mm: Sequence[tuple[float, float]]) -> float:
        """Of an area of the table, the share over which something moves or waits to be looked at; 0 without a plane."""
        if self.to_mm is None:
            return 0.0
        corners = apply(np.linalg.inv(self.to_mm), np.array(corners_mm, float)) * self.over_scale
        area = np.zeros(self.restless.shape, np.uint8)
        cv2.fillPoly(area, [np.round(corners).astype(np.int32)], (1,))
        inside = area > 0
        return float(self.restless[inside].mean()) if inside.any() else 0.0

    def to_json(self) -> dict[str, Any]:
        """`{"number", "at_s", "size_px", "cards", "marks", "busy", "notes"}`."""
        return {
            "number": self.number,
            "at_s": round(self.at_s, 3),
            "size_px": list(self.size_px),
            "cards": [card.to_json() for card in self.cards],
            "marks": [mark.to_json() for mark in self.marks],
            "busy": self.busy,
            "notes": list(self.notes),
        }
