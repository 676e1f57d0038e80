"""A game in progress: hands, draw pile, played cards, debt and direction. Frozen, hashable, judged by nobody here."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.rules.errors import BadInput, quoted
from companion.rules.seeds import seed
from companion.rules.zigity.cards import BOUNCE, FREE, SET, Card, Cards, by_name, printed_deck
from companion.rules.zigity.in_hand import found_in
from companion.rules.zigity.stock import ShuffleWanted, Stock
from companion.rules.zigity.turn import Turn


@dataclass(frozen=True, slots=True)
class Position:
    """All that the rules ask of a game in progress, what is hidden included; `view` leaves that out."""

    hands: tuple[Cards, ...]
    """What each player holds, sorted."""
    draw: Cards
    """What is still to be drawn, the next card first."""
    played: Cards
    """The cards in the middle, the play card last."""
    to_move: int = 0
    direction: int = 1
    """1 where play goes on to the next player of the list, -1 to the one before."""
    debt: int = 0
    """How many cards the player to move owes."""
    idle: int = 0
    """How many turns in a row were those of players who could neither play nor draw."""
    over: bool = False

    @property
    def hand(self) -> Cards:
        """The hand of the player to move."""
        return self.hands[self.to_move]

    @property
    def play_card(self) -> Card:
        """The card that shows."""
        return self.played[-1]

    @property
    def available(self) -> int:
        """How many cards can be drawn."""
        return len(self.draw) + len(self.played) - 1


def limits() -> tuple[int, int]:
    """For how many players the game is: at least, at most."""
    players = seed("zigity")["players"]
    return int(players["least"]), int(players["most"])


def shuffled(chance: random.Random, cards: Cards | None = None) -> Cards:
    """A deck, the printed one if none is given, in a random order."""
    found = list(cards or printed_deck())
    chance.shuffle(found)
    return tuple(found)


def start(players: int, cards: Sequence[Card]) -> Position:
    """A new game; `cards` are a whole deck in the order in which they are dealt, a hand at a time, and drawn.

    A deck may have any cards: how many of each a bought one has is not published. Raises BadInput for a number of
    players that the game is not for, and where no set card is left to be turned over.
    """
    least, most = limits()
    if not least <= players <= most:
        raise BadInput(f"Zigity is for {least} to {most} players, not {quoted(players)}.")
    size = int(seed("zigity")["players"]["hand"])
    if not all(card.is_read for card in cards):
        raise BadInput("A deck's cards must be known; a card with a ? is not.")
    hands = tuple(by_name(cards[size * player : size * (player + 1)]) for player in range(players))
    rest = tuple(cards[size * players :])
    first = next((place for place, card in enumerate(rest) if card.power == "set"), None)
    if first is None:
        raise BadInput("No set card is left to be turned over after the deal: shuffle and deal anew.")
    return Position(hands, rest[first + 1 :], rest[: first + 1])


def following(position: Position, direction: int) -> int:
    """Who is next in a direction."""
    return (position.to_move + direction) % len(position.hands)


def owed_then(debt: int, turn: Turn) -> int:
    """What is owed after a turn: Draw cards add up, and who draws has paid."""
    return 0 if turn.draws is not None else debt + sum(card.draws for card in turn.actions)


def turns_over(debt: int, turn: Turn) -> bool:
    """Whether cards are turned over after a turn, one that a table let pass too, if it does not end the game."""
    if turn.draws is not None and debt:
        return True
    if not turn.cards or turn.cards[-1].power == SET:
        return False
    # A free card that was left on top is covered at once, even where a table let it be laid by somebody who owes.
    return not owed_then(debt, turn) or (not turn.actions and turn.cards[-1].name == FREE)


def after(position: Position, turn: Turn) -> Position:
    """The position after a legal turn of the player to move. Raises ShuffleWanted and WrongShuffle."""
    mover = position.to_move
    played, left = found_in(position.hand, turn.cards).parted(position.hand)
    hand = list(left)
    stock = Stock(position.draw, position.played, turn.shuffled).laid(played)
    direction, debt, idle = position.direction, position.debt, 0
    if not hand:
        over = True
        stock = stock.settled()
    else:
        for _ in range(turn.draws or 0):
            card, stock = stock.next_card()
            hand.append(card)
        # Between two players Bounce is Dodge, and the order of play stays as it is.
        if turn.draws is None and len(position.hands) > 2:
            direction *= (-1) ** sum(card.power == BOUNCE for card in turn.actions)
        debt = owed_then(position.debt, turn)
        stock = (stock.turned_over() if turns_over(position.debt, turn) else stock).settled()
        # A set of the play card alone moves no card either, and yet was played.
        # Nor has who pays a debt with nothing been asked whether anything can be played.
        if turn.draws == 0 and not position.debt and not position.available:
            idle = position.idle + 1
        over = idle >= len(position.hands)
    hands = list(position.hands)
    hands[mover] = by_name(hand)
    moves = mover if over else following(position, direction)
    return Position(tuple(hands), stock.draw, stock.played, moves, direction, debt, idle, over)


def with_shuffles(position: Position, turn: Turn, chance: random.Random) -> Turn:
    """A legal turn with a random order for each time that the played cards must be shuffled."""
    while True:
        try:
            after(position, turn)
        except ShuffleWanted as wanted:
            turn = replace(turn, shuffled=(*turn.shuffled, shuffled(chance, wanted.cards)))
        else:
            return turn


def winners(position: Position) -> tuple[int, ...]:
    """Who has won, or would if the game ended now: those with the fewest cards."""
    counts = [len(hand) for hand in position.hands]
    return tuple(player for player, count in enumerate(counts) if count == min(counts))


@dataclass(frozen=True, slots=True)
class View:
    """What one seat may see; the big screen is the seat None."""

    seat: int | None
    hand: Cards | None
    """The seat's own cards."""
    play_card: Card
    played_count: int
    draw_count: int
    to_move: int
    direction: int
    debt: int
    over: bool


def view(position: Position, seat: int | None) -> View:
    """The position as a seat sees it: no other hand, no draw pile, of the played cards the top one."""
    return View(
        seat,
        None if seat is None else position.hands[seat],
        position.play_card,
        len(position.played),
        len(position.draw),
        position.to_move,
        position.direction,
        position.debt,
        position.over,
    )
