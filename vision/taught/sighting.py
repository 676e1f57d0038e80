"""What is seen of a taught deck."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from vision.quads import meet
from vision.sighting import CardSighting, Outline, Unread

READ_BY = "taught"


@dataclass(frozen=True, slots=True)
class TaughtSighting(Outline):
    """A card of a taught kind: its corners, top-left first as it was taught, clockwise; `fields` are its owner's."""

    name: str
    confidence: float
    fields: Mapping[str, object] = field(default_factory=dict)

    def to_json(self) -> dict[str, object]:
        """The card as `companion see --deck` prints it."""
        outline = Outline(self.corners_px).to_json()
        return {
            "id": self.name,
            **self.fields,
            **outline,
            "confidence": round(self.confidence, 3),
            "read_by": [READ_BY],
        }


Read = TaughtSighting | CardSighting | Unread
"""What is said of a face."""


def same_spot(one: Outline | CardSighting | Unread, other: Outline | CardSighting | Unread) -> bool:
    """Whether two things lie on one spot: the middle of either within the other."""
    return meet(np.array(one.corners_px), np.array(other.corners_px))
