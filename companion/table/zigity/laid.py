"""A look at Zigity's table: which card is the play card, and which cards lie open beside it for a set.

The cards of a set lie side by side or fanned, the play pile apart from them. What lies together is a group; the
play card is the top of the one group that is a pile or a single card, and the set is the other one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from vision.parts.sighting import PartSighting, PartsSeen


@dataclass(frozen=True, slots=True)
class ZigityTable:
    """What lies where. Doubts are sentences that say what to show; without any, both parts are certain."""

    play: PartSighting | None
    """The play pile's top card."""
    laid: tuple[PartSighting, ...]
    """The open cards of the set, in reading order, the play card left out."""
    beneath: tuple[PartSighting, ...]
    """Cards that show from under the play card."""
    others: tuple[tuple[PartSighting, ...], ...]
    """Further groups of open cards, which belong to neither."""
    doubts: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """The arrangement as `companion see` prints it: names of cards."""
        raise NotImplementedError

    def claim(self) -> dict[str, Any] | None:
        """The claim that `companion judge zigity` takes, without a hand; None while something is in doubt."""
        raise NotImplementedError


def zigity_table(seen: PartsSeen, *, play: str | None = None) -> ZigityTable:
    """The arrangement; with `play`, a play card known by name, every open card but it is the set's."""
    raise NotImplementedError
