"""Zont once more, as plainly as can be: cards are strings, piles lists, and a turn is played step by step.

Shares no code with `companion.rules.zont` and was written from the rules alone. A pile whose order was
lost in a shuffle is every order that it can have.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass

SUITS = "ACFZG"
DECK = [f"{s}{v}{c}" for s in SUITS for v in "123" for c in "rby"] + [f"{s}4" for s in SUITS]
ALL = [f"{s}0" for s in SUITS] + DECK

Power = tuple[str, ...]
"""("art", card), ("change", suit, what shows), ("favors", suit, what shows), or () for none."""


class Refused(Exception):
    """A step that the rules do not allow."""


@dataclass
class Table:
    """Everything on the table. `unknown[suit]` are cards below `piles[suit]` in no known order."""

    piles: dict[str, list[str]]
    unknown: dict[str, set[str]]
    hands: list[list[str]]
    scores: list[list[str]]
    deck: list[str]
    turn: int = 0
    last_round: bool = False
    over: bool = False

    @classmethod
    def dealt(cls, players: int, deck: list[str]) -> Table:
        deck = list(deck)
        hands = [[deck.pop(0) for _ in range(5)] for _ in range(players)]
        return cls({s: [f"{s}0"] for s in SUITS}, {s: set() for s in SUITS}, hands, [[] for _ in hands], deck)

    def played(self, middle: str | None, power: Power, score: str | None, four_any: bool = True) -> Table:
        """The table after a turn. Raises Refused at the first step that is not allowed."""
        new = deepcopy(self)
        if new.over:
            raise Refused
        hand = new.hands[new.turn]
        if new.last_round:
            if (middle is None) is (score is None):
                raise Refused
        elif middle is None or score is None:
            raise Refused
        if middle is not None:
            new.from_hand(hand, middle)
            new.piles[middle[0]].append(middle)
            new.use(power, hand, middle, four_any)
        elif power:
            raise Refused
        if score is not None:
            new.from_hand(hand, score)
            new.scores[new.turn].append(score)
        new.end(hand)
        return new

    @staticmethod
    def from_hand(hand: list[str], card: str) -> None:
        if card not in hand:
            raise Refused
        hand.remove(card)

    def use(self, power: Power, hand: list[str], middle: str, four_any: bool) -> None:
        if not power:
            return
        allowed = {"A": ["art"], "C": ["change"], "F": ["favors"], "Z": [], "G": ["art", "change", "favors"]}
        if power[0] not in allowed[middle[0]]:
            raise Refused
        if power[0] == "art":
            if not alike(middle, power[1], four_any):
                raise Refused
            self.from_hand(hand, power[1])
            self.piles[power[1][0]].append(power[1])
            return
        suit, shows = power[1], power[2]
        if power[0] == "favors":
            everything = {*self.piles[suit], *self.unknown[suit]}
            if shows not in everything:
                raise Refused
            self.piles[suit], self.unknown[suit] = [shows], everything - {shows}
            return
        if suit == "Z" or len(self.piles[suit]) + len(self.unknown[suit]) < 2:
            raise Refused
        top = self.piles[suit].pop()
        if top == middle or not alike(middle, top, four_any):
            raise Refused
        hand.append(top)
        if self.piles[suit]:
            if self.piles[suit][-1] != shows:
                raise Refused
        elif shows in self.unknown[suit]:
            self.unknown[suit].remove(shows)
            self.piles[suit] = [shows]
        else:
            raise Refused

    def end(self, hand: list[str]) -> None:
        if self.last_round:
            if not hand:
                self.over = True
                return
        else:
            while len(hand) < 5:
                if not self.deck:
                    self.last_round = True
                    break
                hand.append(self.deck.pop(0))
        self.turn = (self.turn + 1) % len(self.hands)

    def points(self) -> list[int]:
        return [sum(int(self.piles[card[0]][-1][1]) for card in cards) for cards in self.scores]

    def conceivable(self) -> Iterator[tuple[str | None, Power, str | None]]:
        """Turns with any power and any outcome, of cards of the hand and some others."""
        hand = self.hands[self.turn]
        near = [*hand, *(pile[-1] for pile in self.piles.values()), *self.deck[:1]]
        powers: list[Power] = [(), *(("art", card) for card in near)]
        powers += [
            (word, suit, card)
            for word in ("change", "favors")
            for suit in SUITS
            for card in ALL
            if card[0] == suit
        ]
        for middle in (None, *hand, *self.deck[:1]):
            for power in powers:
                for score in (None, *near):
                    yield middle, power, score


def alike(one: str, other: str, four_any: bool) -> bool:
    """Whether two cards are of one colour."""
    if len(one) == 3 and len(other) == 3:
        return one[2] == other[2]
    return four_any and "4" in one[1] + other[1] and "0" not in one[1] + other[1]
