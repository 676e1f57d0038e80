"""Cards of Zont that a shuffle of their own pile has hidden, while it shows what it showed before: what tells of them.

The pile was in somebody's hands then, and nothing was seen of it for a while: for longer than a card is taken back in.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from companion.rules.zont.cards import Card, card_from, power_of, suits
from companion.rules.zont.position import Position
from companion.table.played.seen_since import Run, SeenSince

LEAST_SHUFFLE_S = 0.5
"""In less nobody takes up a pile and lays it down again, whatever happens to it between."""
SHUFFLED_S = 1.0
"""Nobody takes up a pile, shuffles it and lays it down again in less."""
LONGEST_S = 6.0
"""While nothing is seen of a pile for longer, a card may be taken back and another one be laid and shuffled in."""


@dataclass(frozen=True, slots=True)
class Gone:
    """A card that lay open on its pile, which shows again what it showed before."""

    card: Card
    unseen_s: float
    """For how long nothing was seen of the pile between."""
    back_s: float
    """Since when it shows that again."""
    alone: bool
    """Whether it has shown nothing else since the card was laid."""

    @property
    def shuffled_in(self) -> bool:
        """Whether it was in no hand that took it back: that is done in less, and two things are done in more."""
        return self.alone and SHUFFLED_S <= self.unseen_s <= LONGEST_S


def gone_beneath(position: Position, since: SeenSince) -> list[Gone]:
    """The cards that may have been shuffled in, each as it was seen last."""
    found: dict[Card, Gone] = {}
    for suit in _that_shuffle():
        runs, pile = runs_on(suit, since), position.piles[suit]
        for run, later in pairwise(runs):
            card = card_from(run.name)
            if card not in pile.cards and card_from(later.name) in pile.cards:
                found[card] = Gone(card, later.from_s - run.to_s, later.from_s, later is runs[-1])
    return list(found.values())


def unseen_for(least_s: float, position: Position, since: SeenSince) -> list[int]:
    """The suits whose piles show what they showed before, and of which nothing was seen for so long meanwhile: a card
    that nobody saw may have been shuffled in."""
    return [
        suit
        for suit in _that_shuffle()
        if any(
            run.unseen_s >= least_s and card_from(run.name) in position.piles[suit].cards
            for run in runs_on(suit, since)
        )
    ]


def runs_on(suit: int, since: SeenSince) -> tuple[Run, ...]:
    """What showed on the pile of a suit."""
    return since.runs.get(str(suits()[suit]["name"]), ())


def _that_shuffle() -> list[int]:
    """The suits with whose cards their own pile can be shuffled."""
    return [suit for suit in range(len(suits())) if power_of(suit) in ("favors", "any")]
