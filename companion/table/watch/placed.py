"""Cards with the places they lie at, beside the cards that the game has there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from companion.table.watch.arrivals import compared
from companion.table.watch.drawing import is_column
from companion.table.watch.lying import Lying
from companion.table.watch.telling import face_of
from companion.table.zangle.events import Face
from companion.table.zangle.table import Table
from vision.live.things import How, SeenCard


@dataclass(frozen=True, slots=True)
class Card:
    """A card on the table with whom it belongs to by where it lies, and since when it lies there."""

    seen: SeenCard
    place: str | None
    """`centre`, a player's name, `claim`, or None for nowhere."""
    since_s: float

    @property
    def lying(self) -> Lying:
        """As ownership wants it."""
        assert self.seen.at_mm is not None
        return Lying(self.seen.at_mm, self.seen.look, self.seen.id)


def out_of_sight(cards: Iterable[Card], table: Table, places: Iterable[str]) -> list[Face]:
    """The open cards that are not among `cards`, in plain sight, where the game has them.

    A column's card that nobody has seen yet is none of them: it waits to be turned up.
    """
    shown = [card for card in cards if card.seen.how is How.SEEN]
    hidden: list[Face] = []
    for place in places:
        there = [face_of(card.seen) for card in shown if card.place == place]
        missed, _ = compared(table.faces(place) or (), there)
        hidden += [face for face in missed if face.known or not is_column(place)]
    return hidden


def without_ghosts(cards: Sequence[Card], table: Table, places: Iterable[str]) -> tuple[Card, ...]:
    """The cards without those that were pushed along a row and are remembered where they lay, too."""
    ghosts: list[Card] = []
    for place in places:
        there = [card for card in cards if card.place == place]
        shown = {card.seen.look for card in there if card.seen.how is How.SEEN} - {None}
        like = [card for card in there if card.seen.how is How.REMEMBERED and card.seen.look in shown]
        ghosts += like[: max(0, len(there) - len(table.faces(place) or ()))]
    return tuple(card for card in cards if card not in ghosts)


def without_strays(cards: Sequence[Card], table: Table, places: Sequence[str]) -> list[Card]:
    """The cards without those that are not read and are more than the game has at their place, while one of the game's
    is out of sight: it may have fallen there.
    """
    if not out_of_sight(cards, table, places):
        return list(cards)
    strays: list[Card] = []
    for place in places:
        there = [card for card in cards if card.place == place]
        unread = sorted((card for card in there if card.seen.card is None), key=lambda card: -card.since_s)
        strays += unread[: max(0, len(there) - len(table.faces(place) or ()))]
    return [card for card in cards if card not in strays]
