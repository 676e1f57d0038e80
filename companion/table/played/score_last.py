"""Zont: whether the card that a turn ends with lay open before those that it begins with.

Then some of them may be the next player's, who was fast, or of the turn after one that does not show.
"""

from __future__ import annotations

from companion.rules.zont.cards import Card
from companion.rules.zont.turn import Art, Change, Favors, Turn
from companion.table.played.claims import parsed
from companion.table.played.events import Claim, Event
from companion.table.played.seen_since import SeenSince
from companion.table.played.table import Table


def late_s(table: Table, event: Event | None, since: SeenSince) -> float:
    """For how long the card on the score pile had lain open when the last of a turn's other cards came; 0 where it was
    the last one, and in every other game.
    """
    if table.game != "zont" or not isinstance(event, Claim):
        return 0.0
    turn: Turn = parsed(table, event)
    scored_s = since.since_s(str(turn.score))
    others = [since.since_s(str(card)) for card in _others(turn)]
    if scored_s is None:
        return 0.0
    return max([0.0, *(other_s - scored_s for other_s in others if other_s is not None)])


def _others(turn: Turn) -> list[Card]:
    power = turn.power
    shown = (
        power.card if isinstance(power, Art) else power.shows if isinstance(power, Change | Favors) else None
    )
    return [card for card in (turn.middle, shown) if card is not None]
