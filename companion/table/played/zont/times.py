"""When cards of Zont came, and for how long nothing was seen of a pile, by what showed on the piles in turn."""

from __future__ import annotations

from companion.rules.zont.cards import Card, card_from
from companion.rules.zont.position import Position
from companion.table.played.seen_since import SeenSince
from companion.table.played.zont.shuffled import runs_on


def shown_since(card: Card, position: Position, since: SeenSince) -> list[Card]:
    """The cards of its pile that showed there after a card had."""
    names = [run.name for run in runs_on(card.suit, since)]
    after = map(card_from, names[names.index(str(card)) + 1 :] if str(card) in names else ())
    return [one for one in after if one in position.piles[card.suit].cards]


def unseen_s(card: Card, since: SeenSince) -> float | None:
    """For how long nothing was seen of a card's pile before it showed there; None where none showed before."""
    runs = runs_on(card.suit, since)
    if len(runs) < 2 or runs[-1].name != str(card):
        return None
    # Where the piles are not seen together a card's name tells where it lies, if it lay at no other place before.
    was_s, first_s = since.spans.get(runs[-2].name, (0.0, 0.0))[1], since.since_s(str(card))
    from_s = runs[-1].from_s if first_s is None or first_s <= was_s else first_s
    return from_s - max(runs[-2].to_s, was_s)


def came_s(card: Card, since: SeenSince) -> float | None:
    """Since when a card shows on its pile, no other one between, or where it does not since when it lies open."""
    runs = runs_on(card.suit, since)
    return runs[-1].from_s if runs and runs[-1].name == str(card) else since.since_s(str(card))


def away_s(card: Card, since: SeenSince) -> float | None:
    """For how long what showed on a pile before a card was not seen there, among the other piles: a pile that is held
    open in a hand is away. None where none showed before."""
    runs = runs_on(card.suit, since)
    return None if len(runs) < 2 or runs[-1].name != str(card) else runs[-1].from_s - runs[-2].to_s
