"""Zont at a table: piles and score piles lie open as they grow; hands of people who deal are known by their size."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from companion.rules.errors import BadInput
from companion.rules.sentences import so_many
from companion.rules.zont import clauses
from companion.rules.zont.cards import Card, Cards, card_from, power_of
from companion.rules.zont.contract import turn_from_json
from companion.rules.zont.judging import ZontVerdict
from companion.rules.zont.piles import Pile, by_name
from companion.rules.zont.position import Position, after, score_of
from companion.rules.zont.record import position_from_log
from companion.rules.zont.turn import Art, Change, Favors, Turn
from companion.table.played.desk import After, Desk, Line
from companion.table.played.unseen_hands import Pinned, beliefs, of_size, still_known, swapped
from companion.table.played.zont.pictured import kinds_json, move_json, seen_json


class ZontDesk(Desk):
    """Zont: the most points lead, and what is on top of the piles says what they are."""

    page = "zont"
    title = "Zont"
    people_deal = True
    least_held = 1

    def begun(self, position: Position, first: int | None) -> After:
        """The five zeros lie."""
        return After(position if first is None else replace(position, to_move=first))

    def from_log(self, line: str) -> Position:
        """With piles that lack their 0, too."""
        return position_from_log(line)

    def move(self, turn: object, position: Position, seat: int) -> Turn:
        """As `companion judge zont` reads it."""
        return turn_from_json(turn)

    def chanced(self, position: Position, move: Turn, chance: random.Random) -> Turn:
        """With the card that chance turns up, whatever was said."""
        power = move.power
        if not self.dealt or not isinstance(power, Change | Favors):
            return move
        can = _can_show(position, move, power)
        return replace(move, power=replace(power, shows=chance.choice(can) if can else None))

    def arranged(self, position: Position, move: Turn, seat: int, pinned: Pinned) -> Position:
        """Unseen are the other hands and the deck."""
        laid, taken = _laid(move), _taken(position, move)
        needed = laid if move.score is None or move.score == taken else [*laid, move.score]
        hands, deck = swapped(position.hands, position.deck, seat, list(dict.fromkeys(needed)), pinned)
        return replace(position, hands=tuple(map(by_name, hands)), deck=tuple(deck))

    def after(self, before: Position, move: Turn, judged: ZontVerdict, pinned: Pinned) -> After:
        """What Change took is known to be in the hand."""
        return self._after(before, judged.turn, judged.after, pinned)

    def _after(self, before: Position, move: Turn, ended: Position, pinned: Pinned) -> After:
        taken = _taken(before, move)
        known = Counter(pinned[before.to_move]) - Counter(map(str, _laid(move)))
        known.update([] if taken is None else [str(taken)])
        known -= Counter([] if move.score is None else [str(move.score)])
        mover = before.to_move
        if not self.dealt and _may_have_shuffled(move):
            # One that showed the same card again is not seen: then nobody knows the order of any pile.
            ended = replace(ended, piles=tuple(pile.shuffled(pile.top) for pile in ended.piles))
        return After(ended, pinned=(*pinned[:mover], tuple(known.elements()), *pinned[mover + 1 :]))

    def forced(self, position: Position, move: Turn, pinned: Pinned) -> After | None:
        """Cards of the hand, each laid on its own pile; where people deal, the table says that they were held."""
        if position.over:
            return None
        for known in beliefs(pinned, position.to_move):
            held = position if self.dealt else self.arranged(position, move, position.to_move, known)
            if _can_be_done(held, move):
                break
        else:
            return None
        try:
            ended = after(held, move)
        except (ValueError, IndexError):
            return None
        return self._after(held, move, ended, still_known(pinned, held.hands))

    def recounted(self, position: Position, seat: int, count: int, known: Sequence[str]) -> Position:
        """More cards come from the deck, fewer go beneath it."""
        if not 0 <= count <= len(position.hands[seat]) + len(position.deck):
            raise BadInput("There are not so many cards to move between the hand and the deck.")
        hand, deck = of_size(position.hands[seat], position.deck, count)
        hands = (*position.hands[:seat], by_name(hand), *position.hands[seat + 1 :])
        return replace(position, hands=hands, deck=tuple(deck))

    def lines(
        self, position: Position, tally: tuple[Line, ...], open_hands: frozenset[int]
    ) -> tuple[Line, ...]:
        """What each suit of a score pile is worth as the piles lie."""
        found = []
        for seat, cards in enumerate(position.scores):
            for suit, count, value in score_of(cards, position.piles).lines:
                says = f"{suit.title()}: {so_many(count, 'card')} at {value}."
                found.append(Line(seat, says, count * value, clauses.SCORE))
        return tuple(found)

    # --- what is shown ----------------------------------------------------------------------------

    def says(self, move: Turn, names: Sequence[str]) -> str:
        """The turn in words; all of it happens in the open."""
        words = []
        if move.middle is not None:
            words.append(f"plays {clauses.name_of(move.middle)}")
        if isinstance(move.power, Art):
            words.append(f"uses Art for {clauses.name_of(move.power.card)}")
        elif isinstance(move.power, Change | Favors):
            does = "takes the top card of" if isinstance(move.power, Change) else "shuffles"
            shows = "" if move.power.shows is None else f", where {clauses.name_of(move.power.shows)} shows"
            words.append(f"{does} {clauses.suit_name(move.power.pile)}{shows}")
        if move.score is not None:
            words.append(f"scores {clauses.name_of(move.score)}")
        return "; ".join(words) or "does nothing"

    def drawn(self, position: Position, move: Turn) -> dict[str, Any]:
        """The cards that were laid, and where."""
        return move_json(move)

    def picture(self, position: Position, seat: int | None, names: Sequence[str]) -> dict[str, Any]:
        """The five piles, everybody's score pile and one's own hand."""
        return seen_json(self.game.view(position, seat), hand=self.dealt)

    def choices(self, position: Position, seat: int) -> list[dict[str, Any]]:
        """None: a turn is put together by hand."""
        return []

    def named(self, card: str) -> str:
        """By its colour, suit and value."""
        return clauses.name_of(card_from(card))

    def kinds(self) -> list[dict[str, Any]]:
        """Every card."""
        return kinds_json()


def _may_have_shuffled(move: Turn) -> bool:
    """Whether the turn's card gives the power to shuffle a pile, and nothing was told of it."""
    return move.middle is not None and move.power is None and power_of(move.middle.suit) in ("favors", "any")


def _laid(move: Turn) -> list[Card]:
    """The cards that a turn lays in the middle."""
    art = move.power.card if isinstance(move.power, Art) else None
    return [card for card in (move.middle, art) if card is not None]


def _can_be_done(position: Position, move: Turn) -> bool:
    """Whether every card of a turn lies where the turn takes it from; whatever else it breaks, no card is lost then."""
    laid, taken, power = _laid(move), _taken(position, move), move.power
    if len({*laid}) < len(laid) or not {*laid} <= {*position.hand}:
        return False
    if isinstance(power, Change | Favors) and power.shows not in (None, *_can_show(position, move, power)):
        return False
    if move.score is None:
        return bool(laid)
    return move.score == taken or move.score in {*position.hand} - {*laid}


def _taken(position: Position, move: Turn) -> Card | None:
    """The card that Change takes."""
    return _lying(position, move, move.power.pile).top if isinstance(move.power, Change) else None


def _can_show(position: Position, move: Turn, power: Change | Favors) -> Cards:
    """What can show on the pile of a power then."""
    pile = _lying(position, move, power.pile)
    return pile.next_ones() if isinstance(power, Change) else pile.cards


def _lying(position: Position, move: Turn, suit: int) -> Pile:
    """A pile as it lies once the card to the middle was played."""
    pile = position.piles[suit]
    played = move.middle
    if played is not None and played.suit == suit and played not in pile.cards:
        return pile.with_card(played)
    return pile


DESK = ZontDesk
