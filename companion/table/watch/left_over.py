"""Cards of a round that is over and is gathered up: as long as they lie where they lay, they are not dealt anew."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.rules.zangle import CENTRE
from companion.table.watch.arrivals import compared
from companion.table.watch.placed import Card
from companion.table.watch.telling import face_of
from companion.table.watch.watching import Watching
from companion.table.zangle.table import Phase, Table


def with_played(watching: Watching, table: Table) -> Watching:
    """Keep what lies there while a round is played; once it is over, as long as it lies there still."""
    there = {(card.seen.key, card.place) for card in watching.cards if card.place is not None}
    if table.phase in (Phase.PLAY, Phase.CHECK):
        return replace(watching, played=frozenset(there), played_in=table.round)
    played = watching.played & there
    if table.phase is Phase.SCORED and watching.played_in < table.round:
        # The camera began after the round: what the game has there is told from what was dealt since.
        played |= frozenset(_as_in_game(watching, table))
    return replace(watching, played=played)


def dealt_anew(watching: Watching, table: Table, cards: Sequence[Card]) -> list[Card]:
    """Those of the cards that are not of a round before this one."""
    if watching.played_in >= table.round:
        return list(cards)
    return [card for card in cards if (card.seen.key, card.place) not in watching.played]


def _as_in_game(watching: Watching, table: Table) -> set[tuple[int, str]]:
    found: set[tuple[int, str]] = set()
    for place in (CENTRE, *table.names):
        there = watching.at(place)
        known = [face for face in table.faces(place) or () if face.known]
        _, others = compared(known, [face_of(card.seen) for card in there])
        found |= {(card.seen.key, place) for at, card in enumerate(there) if at not in others}
    return found
