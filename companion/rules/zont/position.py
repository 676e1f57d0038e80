"""A game in progress: piles, hands, score piles and deck. Frozen, hashable, judged by nobody here."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from companion.rules.errors import BadInput, quoted
from companion.rules.seeds import seed
from companion.rules.zont.cards import Card, Cards, all_cards, suits, zeros
from companion.rules.zont.piles import Pile, by_name
from companion.rules.zont.turn import Art, Change, Favors, Turn

Piles = tuple[Pile, ...]


@dataclass(frozen=True, slots=True)
class Position:
    """All that the rules ask of a game in progress, what is hidden included; `view` leaves that out."""

    piles: Piles
    """One a suit, in the suits' order."""
    hands: tuple[Cards, ...]
    """What each player holds, sorted."""
    scores: tuple[Cards, ...]
    """Each player's score pile, the card that shows last."""
    deck: Cards
    """What is still to be drawn, the next one first."""
    to_move: int = 0
    final: bool = False
    """Whether the final round has begun."""
    over: bool = False

    @property
    def hand(self) -> Cards:
        """The hand of the player to move."""
        return self.hands[self.to_move]

    @property
    def values(self) -> tuple[int, ...]:
        """What a card of each suit counts now."""
        return values_of(self.piles)


def values_of(piles: Piles) -> tuple[int, ...]:
    """What a card of each suit counts, with these piles."""
    return tuple(pile.top.value for pile in piles)


@lru_cache(maxsize=1)
def first_piles() -> Piles:
    """The piles as a game begins: a 0 each."""
    return tuple(Pile((), (zero,)) for zero in zeros())


def shuffled(chance: random.Random) -> Cards:
    """The cards but for the zeros, in a random order."""
    cards = [card for card in all_cards() if card not in zeros()]
    chance.shuffle(cards)
    return tuple(cards)


def hand_size() -> int:
    """How many cards a hand is filled up to."""
    return int(seed("zont")["players"]["hand"])


def start(players: int, cards: Sequence[Card]) -> Position:
    """A new game; `cards` are all but the zeros in the order in which they are dealt, a hand at a time.

    Raises BadInput for a number of players that the game is not for, and for other cards.
    """
    limits = seed("zont")["players"]
    if not limits["least"] <= players <= limits["most"]:
        raise BadInput(f"Zont is for {limits['least']} to {limits['most']} players, not {quoted(players)}.")
    if by_name(cards) != by_name(card for card in all_cards() if card not in zeros()):
        raise BadInput("The deck must hold every card but the zeros, each once.")
    size = hand_size()
    hands = tuple(by_name(cards[size * player : size * (player + 1)]) for player in range(players))
    return Position(first_piles(), hands, ((),) * players, tuple(cards[size * players :]))


def laid_out(piles: Piles, turn: Turn) -> tuple[Piles, Card | None]:
    """The piles after a turn that was judged, and the card that Change took from them."""
    found = list(piles)
    taken = None
    if turn.middle is not None:
        found[turn.middle.suit] = found[turn.middle.suit].with_card(turn.middle)
    power = turn.power
    if isinstance(power, Art):
        found[power.card.suit] = found[power.card.suit].with_card(power.card)
    elif isinstance(power, Change | Favors):
        pile, shows = found[power.pile], shown_then(found[power.pile], power)
        if shows is None:
            raise ValueError("what shows is not known")
        if isinstance(power, Change):
            taken = pile.top
            found[power.pile] = pile.without_top(shows)
        else:
            found[power.pile] = pile.shuffled(shows)
    return tuple(found), taken


def shown_then(pile: Pile, power: Change | Favors) -> Card | None:
    """What shows once a pile's top card was taken or it was shuffled: as was said, or the one card that it can be."""
    if power.shows is not None:
        return power.shows
    can = pile.next_ones() if isinstance(power, Change) else pile.cards
    return can[0] if len(can) == 1 else None


def held_then(hand: Cards, turn: Turn, taken: Card | None) -> Cards:
    """The hand after a turn, before it is filled up."""
    # A table may let Change take back the card just played: then it is held once more.
    laid = {turn.middle, turn.power.card if isinstance(turn.power, Art) else None}
    held = [card for card in hand if card not in laid]
    held += [] if taken is None else [taken]
    return by_name(card for card in held if card != turn.score)


def after(position: Position, turn: Turn) -> Position:
    """The position after a legal turn of the player to move."""
    mover = position.to_move
    piles, taken = laid_out(position.piles, turn)
    hand = held_then(position.hand, turn, taken)
    deck, final = position.deck, position.final
    if not final:
        wanted = max(0, hand_size() - len(hand))
        final = len(deck) < wanted
        hand, deck = by_name((*hand, *deck[:wanted])), deck[wanted:]
    # The turn that begins the final round ends the game too, where it leaves nothing to play in it.
    over = final and not hand
    hands, scores = list(position.hands), list(position.scores)
    hands[mover] = hand
    if turn.score is not None:
        scores[mover] = (*scores[mover], turn.score)
    following = mover if over else (mover + 1) % len(hands)
    return Position(piles, tuple(hands), tuple(scores), deck, following, final, over)


@dataclass(frozen=True, slots=True)
class Score:
    """What a score pile is worth: for each suit its cards, what each counts, and the product."""

    lines: tuple[tuple[str, int, int], ...]
    """(suit, cards, value of each), for the suits that it has."""
    total: int


def score_of(cards: Cards, piles: Piles) -> Score:
    """The value of a score pile with the piles as they lie."""
    values = values_of(piles)
    counts = [sum(card.suit == suit for card in cards) for suit in range(len(suits()))]
    lines = tuple(
        (str(suits()[suit]["name"]), count, values[suit]) for suit, count in enumerate(counts) if count
    )
    return Score(lines, sum(count * value for _, count, value in lines))


def winners(position: Position) -> tuple[int, ...]:
    """Who has the most points; several share a win."""
    totals = [score_of(cards, position.piles).total for cards in position.scores]
    return tuple(player for player, total in enumerate(totals) if total == max(totals))


@dataclass(frozen=True, slots=True)
class View:
    """What one seat may see; everybody sees the same but for the hand."""

    tops: Cards
    under: tuple[int, ...]
    """How many cards lie below each pile's top one."""
    hand: Cards | None
    held: tuple[int, ...]
    score_tops: tuple[Card | None, ...]
    scored: tuple[int, ...]
    deck: int
    to_move: int
    final: bool
    over: bool


def view(position: Position, seat: int | None) -> View:
    """The position as a seat sees it; None for the big screen, which shows no hand."""
    return View(
        tuple(pile.top for pile in position.piles),
        tuple(len(pile.cards) - 1 for pile in position.piles),
        None if seat is None else position.hands[seat],
        tuple(map(len, position.hands)),
        tuple(cards[-1] if cards else None for cards in position.scores),
        tuple(map(len, position.scores)),
        len(position.deck),
        position.to_move,
        position.final,
        position.over,
    )


def with_shown(piles: Piles, turn: Turn) -> Turn:
    """The turn with what shows filled in where it can be one card only."""
    power = turn.power
    if not isinstance(power, Change | Favors) or power.shows is not None:
        return turn
    pile = piles[power.pile]
    if turn.middle is not None and turn.middle.suit == power.pile:
        pile = pile.with_card(turn.middle)
    return replace(turn, power=replace(power, shows=shown_then(pile, power)))
