"""Small games of Zigity that people deal, beside every deal that may lie there: what one of them allows is right."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

import pytest

from companion.rules.verdict import Ruling
from companion.rules.zigity.cards import card_from
from companion.rules.zigity.turn import Laid, Turn
from companion.table.played import events as ev
from companion.table.played.play import State, prepared, step, with_verdict
from companion.table.played.table import Table

SET_CARDS = ("CA1lp", "SC2ld", "SA3cg", "SK8cp", "SI10rd", "DE9cd", "SG10rg", "WB4rg", "CC6ld")
OTHERS = ("dodge", "dodge", "free", "free", "draw2", "draw3", "bounce")
SEATS = ("Ann", "Ben")
MOST = 2000
"""So many deals are looked at; a game in which more may lie there is left."""
DEAD_ENDS = (133, 172, 208, 257, 268, 881)
"""Games in which a card is to be turned over, and all set cards are in hands, which the table cannot know."""

Names = tuple[str, ...]


class Deal(NamedTuple):
    """What may lie on the table; the order of the pile, and of what lies beneath the top, is left open."""

    hands: tuple[Names, ...]
    pile: Names
    beneath: Names
    top: str
    shuffled: bool = False

    def holding(self, seat: int, *cards: str) -> Deal:
        """With cards drawn."""
        hand = tuple(sorted((*self.hands[seat], *cards)))
        return self._replace(hands=(*self.hands[:seat], hand, *self.hands[seat + 1 :]))

    def next_cards(self) -> Iterator[tuple[str, Deal]]:
        """Each card that may be the next one of the pile."""
        found = self if self.pile else self._replace(pile=self.beneath, beneath=(), shuffled=True)
        for card in sorted(set(found.pile)):
            yield card, found._replace(pile=without(found.pile, card))

    def drawn(self, seat: int, count: int) -> set[Deal]:
        """After so many cards were drawn."""
        found = {self}
        for _ in range(count):
            found = {after.holding(seat, card) for one in found for card, after in one.next_cards()}
        return found

    def laid(self, seat: int, card: str) -> Deal | None:
        """After a card was played; None where it is not held."""
        if card not in self.hands[seat]:
            return None
        hand = without(self.hands[seat], card)
        hands = (*self.hands[:seat], hand, *self.hands[seat + 1 :])
        return self._replace(hands=hands).covered(card)

    def covered(self, card: str) -> Deal:
        """With another card on top."""
        return self._replace(beneath=tuple(sorted((*self.beneath, self.top))), top=card)

    def turned(self) -> set[tuple[Names, Deal]]:
        """What may be turned over, and what lies there then; nothing where there is no set card."""
        if not any(card in SET_CARDS for card in (*self.pile, *self.beneath)):
            return {((), self)}
        found: set[tuple[Names, Deal]] = set()
        open_: list[tuple[Names, Deal]] = [((), self)]
        while open_:
            cards, deal = open_.pop()
            for card, after in deal.next_cards():
                one = ((*cards, card), after.covered(card))
                found.add(one) if card in SET_CARDS else open_.append(one)
        return found


def without(cards: Names, card: str) -> Names:
    """The cards but one."""
    at = cards.index(card)
    return (*cards[:at], *cards[at + 1 :])


def deals(sizes: tuple[int, int], unseen: Names, top: str) -> set[Deal]:
    """Every deal of a game that begins; before its first set card others may have been turned over."""
    found = set()
    for ann in combinations(sorted(unseen), sizes[0]):
        rest = unseen
        for card in ann:
            rest = without(rest, card)
        for ben in combinations(sorted(rest), sizes[1]):
            left = rest
            for card in ben:
                left = without(left, card)
            others = [card for card in left if card in OTHERS]
            for count in range(len(others) + 1):
                for hidden in combinations(others, count):
                    pile = left
                    for card in hidden:
                        pile = without(pile, card)
                    found.add(Deal((ann, ben), tuple(sorted(pile)), tuple(sorted(hidden)), top))
    return found


def entered(state: State, event: ev.Event, chance: random.Random) -> State:
    """The state after an event, as a live game writes it down."""
    return step(state, with_verdict(state, prepared(state, event, chance)))


def table_of(state: State) -> Table:
    """The table, which is set up."""
    assert state.table is not None
    return state.table


def playable(deal: Deal, seat: int, debt: int) -> list[str]:
    """The action cards of a hand, and what is a Star Performer's set by itself."""
    star = deal.top[0] == "S" and not debt
    return [
        card
        for card in deal.hands[seat]
        if (card in OTHERS and card != "free") or (star and card in SET_CARDS and card[-1] == deal.top[-1])
    ]


def held(table: Table, seat: int, card: str) -> bool:
    """Whether the table finds a deal in which a player holds a card."""
    turn = Turn(laid=(Laid(card_from(card)),))
    arranged = table.desk.arranged(table.position, turn, seat, table.pinned)
    return card_from(card) in arranged.hands[seat]


@pytest.mark.parametrize("seed", [*range(100), *DEAD_ENDS])
def test_what_a_deal_allows_is_not_refused(seed: int) -> None:
    """Until the played cards may have been shuffled, what no deal allows is."""
    chance = random.Random(seed)
    cards = chance.sample(SET_CARDS, chance.randint(3, 5)) + chance.sample(OTHERS, chance.randint(1, 3))
    top, unseen = cards[0], tuple(chance.sample(cards[1:], len(cards) - 1))
    sizes = (chance.randint(1, 2), 1)
    hands = ",".join(unseen[: sizes[0]]), ",".join(unseen[sizes[0] : sum(sizes)])
    line = f"{'/'.join(hands)} {','.join(unseen[sum(sizes) :]) or '-'} {top} 1 + 0 0 running"
    may = deals(sizes, unseen, top)
    lies = chance.choice(sorted(may))
    state = step(State(), ev.SetUp("zigity", SEATS, options=(("voluntary-draw", True),), position=line))
    state = entered(state, ev.Show(ev.MIDDLE, (top,)), chance)
    only_last, shuffled = chance.random() < 0.6, False
    for _ in range(12):
        table = table_of(state)
        if table.over or len(may) > MOST:
            return
        seat, debt = table.position.to_move, table.position.debt
        shuffled = shuffled or any(deal.shuffled for deal in may)
        for one in set(cards):
            allowed = any(one in deal.hands[seat] for deal in may)
            if allowed or not shuffled:
                assert held(table, seat, one) == allowed, (one, lies)
        card = chance.choice([*playable(lies, seat, debt) * 2, None])
        drawn = min(debt or 1, len(lies.pile) + len(lies.beneath))
        verb = "set" if card in SET_CARDS else "play"
        told = ev.Claim(SEATS[seat], f"{verb} {card}" if card else f"draw {drawn}")
        state = entered(state, told, chance)
        assert state.done is not None
        assert isinstance(state.done.event, ev.Claim)
        assert state.done.event.ruling is Ruling.LEGAL, state.done.event.reasons
        if card:
            may = {after for deal in may if (after := deal.laid(seat, card))}
            lies = lies.laid(seat, card) or lies
        else:
            may = {after for deal in may for after in deal.drawn(seat, drawn)}
            lies = chance.choice(sorted(lies.drawn(seat, drawn)))
        if not lies.hands[seat]:
            return
        if table_of(state).position.debt or card in SET_CARDS or not (card or debt):
            continue
        up, lies = chance.choice(sorted(lies.turned()))
        shown = up[-1:] if only_last else up
        dead_end = not up and ev.MIDDLE in table_of(state).due
        found = {one for deal in may for one in deal.turned()}
        may = {deal for turned, deal in found if (turned[-1:] if only_last else turned) == shown}
        if up or dead_end:
            state = entered(state, ev.Show(ev.MIDDLE, shown), chance)
            assert str(table_of(state).position.play_card) == lies.top
