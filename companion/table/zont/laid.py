"""A look at Zont's table: the five piles in the middle, by their top cards, and the score piles beside them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from vision.parts.sighting import PartSighting, PartsSeen


@dataclass(frozen=True, slots=True)
class ZontTable:
    """What lies where. `tops` has the suits whose pile was told, by name; doubts say what to show."""

    tops: tuple[tuple[str, PartSighting], ...]
    scores: tuple[tuple[PartSighting, ...], ...]
    """The cards that show of each score pile, the top one last, piles in reading order."""
    doubts: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """The arrangement as `companion see` prints it: names of cards."""
        raise NotImplementedError

    def claim(self) -> dict[str, Any] | None:
        """What `companion judge zont` takes for a report of values and points; None while a pile's top is in doubt."""
        raise NotImplementedError


def zont_table(seen: PartsSeen) -> ZontTable:
    """The arrangement of what was seen."""
    raise NotImplementedError
