"""Zigity once more, as plainly as can be: cards are strings or tuples, and a set is found by trying everything.

Shares no code with `companion.rules.zigity` and was written from the rules alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from itertools import combinations, product
from string import ascii_uppercase

WORDS = (
    "cat act at tea eat tie no on so to rat art star rats toe oat ten net one none lid old do go dog god get is it in "
    "an are ear era read dear dare her he she hi pi me my by be we us up am as if of or red bed den end tin men man "
    "can pan pen pie die lie lip lap cap cup cop mop top pot hot not nod rod road a i letters instead"
).upper().split()  # fmt: skip

BY_LETTERS: dict[str, list[str]] = {}
for each in WORDS:
    BY_LETTERS.setdefault("".join(sorted(each)), []).append(each)

PARTS = {"l": "left", "c": "centre", "r": "right"}
INSTRUMENTS = {"g": "guitar", "d": "drum", "p": "piano", "t": "trumpet"}
ACTIONS = {"dodge": 0, "bounce": 0, "draw2": 2, "draw3": 3}
Said = tuple[str, str]
"""A card, and what it counts as."""


class Refused(Exception):
    """A step that the rules do not allow."""


class MustShuffle(Exception):
    """No card is left to draw."""


def is_set_card(card: str) -> bool:
    return card != "free" and card not in ACTIONS


def shows(card: str, character: str) -> str:
    """What a set card shows for the set of a character."""
    return {
        "W": card[1], "D": card[2:-2], "C": PARTS[card[-2]], "S": INSTRUMENTS[card[-1]]
    }[character]  # fmt: skip


def everything(character: str) -> list[str]:
    return {
        "W": list(ascii_uppercase), "D": [str(n) for n in range(1, 11)],
        "C": list(PARTS.values()), "S": list(INSTRUMENTS.values()),
    }[character]  # fmt: skip


def is_set(play: str, character: str, values: list[str], word: str | None, one_letter: bool = False) -> bool:
    """Whether the play card and further cards that count as `values` are a set."""
    own = shows(play, character)
    if character == "C":
        return sorted([own, *values]) == sorted(PARTS.values())
    if character == "D":
        return sum(map(int, [own, *values])) == 11
    if character == "S":
        return len(values) >= 1 and all(value == own for value in values)
    if word is None or word not in WORDS or len(word) < (1 if one_letter else 2):
        return False
    return sorted(word) == sorted([own, *values])


def spells(play: str, values: list[str]) -> list[str]:
    """The words of just these letters and the play card's."""
    return BY_LETTERS.get("".join(sorted([play[1], *values])), [])


def all_sets(play: str, hand: list[str], character: str, one_letter: bool = False) -> Iterator[list[Said]]:
    """Every choice of the hand's cards, free cards as anything, that is a set; in the order of the hand."""
    usable = [card for card in hand if card not in ACTIONS]
    for size in range(len(usable) + 1):
        for chosen in combinations(usable, size):
            options = [[shows(c, character)] if is_set_card(c) else everything(character) for c in chosen]
            for values in product(*options):
                words = spells(play, list(values)) if character == "W" else [None]
                if any(is_set(play, character, list(values), word, one_letter) for word in words):
                    yield list(zip(chosen, values, strict=True))


def can_be_set(play: str, usable: list[str]) -> bool:
    """Whether some of the cards make a set that is no word: every value that each can add, one card after another."""
    character, free = play[0], usable.count("free")
    own, showing = shows(play, character), [shows(card, character) for card in usable if is_set_card(card)]
    if character == "C":
        return len(set(PARTS.values()) - {own, *showing}) <= free
    if character == "S":
        return own in showing or free > 0
    sums = {int(own)}
    for values in [*([value] for value in showing), *[everything("D")] * free]:
        sums |= {had + int(value) for had in sums for value in values}
    return 11 in sums


@dataclass
class Table:
    """Everything on the table; the middle's top card is last, the pile's next card first."""

    hands: list[list[str]]
    pile: list[str]
    middle: list[str]
    turn: int = 0
    clockwise: bool = True
    owed: int = 0
    idle: int = 0
    over: bool = False
    orders: list[list[str]] = field(default_factory=list)

    @classmethod
    def dealt(cls, players: int, deck: list[str]) -> Table:
        deck = list(deck)
        table = cls([[deck.pop(0) for _ in range(7)] for _ in range(players)], deck, [])
        table.turn_over()
        return table

    def pull(self) -> str:
        """The next card of the pile, the middle shuffled as `orders` has it where that must be."""
        if not self.pile:
            if not self.orders or len(self.middle) < 2:
                raise MustShuffle
            *below, top = self.middle
            self.middle, self.pile = [top], self.orders.pop(0)
            if sorted(below) != sorted(self.pile):
                raise Refused
        return self.pile.pop(0)

    def turn_over(self) -> None:
        if not any(map(is_set_card, [*self.pile, *self.middle[:-1]])):
            return
        while True:
            card = self.pull()
            self.middle.append(card)
            if is_set_card(self.middle[-1]):
                return

    def played(
        self,
        said: list[Said] | None = None,
        word: str | None = None,
        action: str | None = None,
        draw: int | None = None,
        orders: list[list[str]] | None = None,
        one_letter: bool = False,
        voluntary: bool = False,
    ) -> Table:
        """The table after a turn. Raises Refused at the first step that is not allowed."""
        new = deepcopy(self)
        new.orders = deepcopy(orders or [])
        if new.over:
            raise Refused
        hand = new.hands[new.turn]
        there = len(new.pile) + len(new.middle) - 1
        stuck = False
        if said is not None:
            new.lay(hand, said, word, one_letter)
        elif action is not None:
            if action not in ACTIONS or action not in hand:
                raise Refused
            hand.remove(action)
            new.middle.append(action)
            new.act(action, hand)
        elif draw is not None:
            new.take(hand, draw, there, voluntary)
            stuck = draw == 0 and not self.owed
        else:
            raise Refused
        if new.orders:
            raise Refused
        new.idle = new.idle + 1 if stuck else 0
        new.over = not hand or new.idle >= len(new.hands)
        if not new.over:
            new.turn = (new.turn + (1 if new.clockwise else -1)) % len(new.hands)
        return new

    def lay(self, hand: list[str], said: list[Said], word: str | None, one_letter: bool) -> None:
        play = self.middle[-1]
        if self.owed or not is_set_card(play):
            raise Refused
        for card, value in said:
            if card not in hand or card in ACTIONS:
                raise Refused
            hand.remove(card)
            if is_set_card(card) and shows(card, play[0]) != value:
                raise Refused
        if not is_set(play, play[0], [value for _, value in said], word, one_letter):
            raise Refused
        self.middle += [card for card, _ in said]
        if hand and self.middle[-1] == "free":
            self.turn_over()

    def act(self, action: str, hand: list[str]) -> None:
        self.owed += ACTIONS[action]
        if action == "bounce" and len(self.hands) > 2:
            self.clockwise = not self.clockwise
        if hand and not self.owed:
            self.turn_over()

    def take(self, hand: list[str], draw: int, there: int, voluntary: bool) -> None:
        play = self.middle[-1]
        if draw != min(self.owed or 1, there):
            raise Refused
        if not self.owed and not (voluntary and draw):
            if any(card in ACTIONS for card in hand):
                raise Refused
            if is_set_card(play) and self.has_set(play, hand):
                raise Refused
        hand += [self.pull() for _ in range(draw)]
        if self.owed:
            self.owed = 0
            self.turn_over()

    @staticmethod
    def has_set(play: str, hand: list[str]) -> bool:
        """Whether a set can be made that takes a card of the hand."""
        if play[0] != "W":
            return can_be_set(play, [card for card in hand if card not in ACTIONS])
        for word in WORDS:
            letters = [card[1] for card in hand if is_set_card(card)]
            free = hand.count("free")
            left = list(word)
            if play[1] not in left or len(word) < 2:
                continue
            left.remove(play[1])
            for letter in letters:
                if letter in left:
                    left.remove(letter)
            if len(left) <= free:
                return True
        return False
