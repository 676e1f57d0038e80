"""Zigity at a table: cards laid open are judged, hands of people who deal themselves are known by their size."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from companion.rules.errors import BadInput
from companion.rules.seeds import seed
from companion.rules.verdict import Reason, Ruling, Verdict
from companion.rules.zigity import clauses
from companion.rules.zigity.cards import SET, Card, by_name, card_from, characters, printed_deck
from companion.rules.zigity.contract import turn_from_json
from companion.rules.zigity.judging import judge, turns_over
from companion.rules.zigity.laying import SET_CLAUSES
from companion.rules.zigity.position import Position, after, with_shuffles
from companion.rules.zigity.turn import Turn
from companion.table.played.desk import After, Desk, Line, swapped
from companion.table.played.events import MIDDLE

_ORDER = random.Random
"""Where people deal, nobody knows the order of a shuffled pile, and any will do."""


class ZigityDesk(Desk):
    """Zigity: the fewest cards lead."""

    page = "zigity"
    title = "Zigity"
    fewest = True
    score_is_held = True
    unit = "card"
    people_deal = True

    def start(self, seats: int, chance: random.Random, first: int | None) -> After:
        """Where people deal, one card lies open: what else they turned over is not known before it is shown."""
        dealt = self.game.start(seats, chance)
        if not self.dealt:
            beneath, played = dealt.played[:-1], dealt.played[-1:]
            dealt = replace(dealt, draw=_set_card_first((*dealt.draw, *beneath)), played=played)
        return self.begun(dealt, first)

    def begun(self, position: Position, first: int | None) -> After:
        """Where people deal, the card that they turned up must be shown first."""
        if first is not None:
            position = replace(position, to_move=first)
        return After(position, due=() if self.dealt else (MIDDLE,))

    def move(self, turn: object, position: Position, seat: int) -> Turn:
        """As `companion judge zigity` reads it."""
        found = turn_from_json(turn)
        return replace(found, shuffled=())

    def chanced(self, position: Position, move: Turn, chance: random.Random) -> Turn:
        """With the order of the cards that must be shuffled."""
        if self.doubts(position, move):
            return move
        move = replace(move, shuffled=())
        try:
            return with_shuffles(position, move, chance)
        except (ValueError, IndexError, KeyError):
            return move  # It is not legal: the judge says why.

    def arranged(
        self, position: Position, move: Turn, seat: int, pinned: tuple[tuple[str, ...], ...]
    ) -> Position:
        """Unseen are the other hands and the draw pile, and what was played once it may have been shuffled anew."""
        position = _with_unseen(position, move.cards)
        hands, draw = swapped(position.hands, position.draw, seat, move.cards, pinned)
        return replace(
            position, hands=tuple(map(by_name, hands)), draw=_set_card_first(tuple(draw), move.draws or 0)
        )

    def doubts(self, position: Position, move: Turn) -> tuple[Reason, ...]:
        """A card that was read in part only."""
        open_ = [str(card) for card in move.cards if not card.is_read]
        if not open_:
            return ()
        return (Reason(clauses.READ, "Show every corner of the cards that were played.", tuple(open_)),)

    def judged(self, position: Position, move: Turn) -> Any:
        """Where people deal, nobody asks whether something could have been played instead of a draw."""
        if self.dealt or move.draws is None:
            return self.game.judge(position, move)
        return judge(position, move, self.game.rules, self.game.lexicon, hand_known=False)

    def trusted(self, verdict: Verdict) -> Verdict:
        """A draw rests on what the player says of the hand."""
        if verdict.ruling is not Ruling.LEGAL:
            return verdict
        told = tuple(
            Reason(clauses.DRAW_ONE, "Drawn; nobody has seen whether the hand could play.")
            if one.clause == clauses.DRAW_ONE
            else one
            for one in verdict.reasons
        )
        return Verdict(verdict.ruling, told)

    def after(self, before: Position, move: Turn, judged: Any, pinned: tuple[tuple[str, ...], ...]) -> After:
        """Where people deal, what is turned over has to be shown."""
        return After(judged.after, due=self._due(before, move, judged.after))

    def _due(self, before: Position, move: Turn, ended: Position) -> tuple[str, ...]:
        facts = clauses.Facts(
            before.play_card, None, before.debt, len(before.hands), None, self.game.rules, None
        )
        turned = not ended.over and turns_over(facts, move)
        return (MIDDLE,) if turned and not self.dealt else ()

    def forced(self, position: Position, move: Turn) -> After | None:
        """Whatever leaves the hand and can be followed."""
        try:
            whole = with_shuffles(position, replace(move, shuffled=()), _ORDER(0))
            ended = after(position, whole)
        except (ValueError, IndexError, KeyError):
            return None
        return After(ended, due=self._due(position, whole, ended))

    def shown(self, position: Position, seat: int | None, things: tuple[str, ...], pinned: Any) -> Position:
        """The cards that were turned over, the play card last."""
        if seat is not None:
            raise BadInput("Hands stay hidden in Zigity; show the cards that were turned over.")
        cards = [card_from(name) for name in things]
        if not cards or cards[-1].name != SET or not all(card.is_read for card in cards):
            raise BadInput("Show the play card with all its corners; a set card is turned over last.")
        found, top = _with_unseen(position, cards), cards[-1]
        if found.play_card != top:
            found = _exchanged(found, top)
        for card in cards[:-1]:
            found = _turned_beneath(found, card)
        return found

    def recounted(self, position: Position, seat: int, count: int) -> Position:
        """More cards come from the draw pile, fewer go to its bottom."""
        hand, draw = list(position.hands[seat]), list(position.draw)
        if count < 1:
            raise BadInput("A hand without cards has won: enter the turn that emptied it.")
        if count > len(hand) + len(draw):
            raise BadInput("There are not so many cards.")
        while len(hand) < count:
            hand.append(draw.pop())
        while len(hand) > count:
            draw.append(hand.pop())
        hands = (*position.hands[:seat], by_name(hand), *position.hands[seat + 1 :])
        return replace(position, hands=hands, draw=_set_card_first(tuple(draw)))

    def lines(
        self, position: Position, tally: tuple[Line, ...], open_hands: frozenset[int]
    ) -> tuple[Line, ...]:
        """How many cards everybody has left."""
        return tuple(
            Line(seat, clauses.plural(len(hand)) + " left.", len(hand), clauses.WIN)
            for seat, hand in enumerate(position.hands)
        )

    # --- what is shown ----------------------------------------------------------------------------

    def says(self, move: Turn, names: Sequence[str]) -> str:
        """The turn in words; what was shuffled stays hidden."""
        if move.laid is not None:
            word = f" and says {move.word}" if move.word else ""
            return f"lays a set of {clauses.plural(len(move.laid))}{word}"
        if move.actions:
            return f"plays {' and '.join(clauses.name_of(card) for card in move.actions)}"
        return f"draws {clauses.plural(move.draws or 0)}"

    def public(self, reasons: Sequence[Reason]) -> tuple[Reason, ...]:
        """What could have been played is the hand's own affair."""
        return tuple(dict.fromkeys(_NO_DRAW if _tells_of_the_hand(one) else one for one in reasons))

    def outcome(self, position: Position, move: Turn) -> str:
        """What made the set one: its word, its sum, its puzzle or its instrument."""
        judged = self.judged(position, move)
        if move.laid is None or judged.ruling is not Ruling.LEGAL:
            return ""
        return " ".join(one.says for one in judged.reasons if one.clause in SET_CLAUSES.values())

    def drawn(self, position: Position, move: Turn) -> dict[str, Any]:
        """The cards that were laid."""
        laid = [{**card_json(one.card), "for": one.stands_for} for one in move.laid or ()]
        return {"cards": [*laid, *map(card_json, move.actions)], "word": move.word, "draws": move.draws}

    def picture(self, position: Position, seat: int | None, names: Sequence[str]) -> dict[str, Any]:
        """The middle, everybody's count of cards and one's own hand."""
        seen = self.game.view(position, seat)
        character = seen.play_card.character
        return {
            "play_card": card_json(seen.play_card),
            "played": seen.played_count,
            "draw": seen.draw_count,
            "debt": seen.debt,
            "direction": seen.direction,
            "asks": None if character is None else _ASKS[characters()[character]],
            "hand": [card_json(card) for card in seen.hand or ()] if self.dealt else [],
        }

    def choices(self, position: Position, seat: int) -> list[dict[str, Any]]:
        """Action cards and a draw; sets are put together by hand."""
        if seat != self.to_move(position) or position.over:
            return []
        held = position.hands[seat] if self.dealt else tuple(map(Card, _ACTIONS))
        actions = sorted({card for card in held if card.is_action}, key=str)
        found = [{"says": f"Play {clauses.name_of(card)}", "turn": f"play {card}"} for card in actions]
        count = min(position.debt or 1, position.available)
        owed = f"Draw {clauses.plural(count)}, as owed" if position.debt else f"Draw {clauses.plural(count)}"
        return [*found, {"says": owed if count else "No card left to draw", "turn": f"draw {count}"}]

    def named(self, card: str) -> str:
        """By what shows on it."""
        return clauses.name_of(card_from(card))

    def kinds(self) -> list[dict[str, Any]]:
        """Every kind of card of the printed deck."""
        return [card_json(card) for card in sorted(set(printed_deck()), key=str)]


_NO_DRAW = Reason(clauses.DRAW_ONE, "Drawing is not allowed now.", (), clauses.VOLUNTARY)


def _tells_of_the_hand(one: Reason) -> bool:
    """Whether a draw was refused for what the hand could have played: how many are drawn everybody sees."""
    return one.clause == clauses.DRAW_ONE and one.option == clauses.VOLUNTARY


_ACTIONS = ("bounce", "dodge", "draw2", "draw3")
_ASKS = {
    "part": "A Creative Cat: left, centre and right.",
    "letter": "A Word Worm: a word with its letter.",
    "number": "A Data Head: numbers that make 11.",
    "instrument": "A Star Performer: cards with its instrument.",
}


def card_json(card: Card) -> dict[str, Any]:
    """A card for the page's fragment."""
    colours = {row["name"]: row["colour"] for row in seed("zigity")["characters"]}
    return {
        "name": str(card),
        "kind": card.name,
        "says": clauses.name_of(card)
        if card.name != SET
        else f"{card.character}: {card.letter}, {card.number}, {card.part}, {card.instrument}",
        "character": card.character,
        "letter": card.letter,
        "number": card.number,
        "part": card.part,
        "instrument": card.instrument,
        "colour": colours.get(card.character or ""),
    }


def _set_card_first(draw: tuple[Card, ...], drawn: int = 0) -> tuple[Card, ...]:
    """A draw pile with a set card next, or after those that are drawn: one card is turned over, if nobody says more."""
    place = next((at for at, card in enumerate(draw[drawn:], drawn) if card.name == SET), drawn)
    if place == drawn:
        return draw
    return (*draw[:drawn], draw[place], *draw[drawn:place], *draw[place + 1 :])


def _with_unseen(position: Position, cards: Sequence[Card]) -> Position:
    """The position with the played cards shuffled into the draw pile, where some of `cards` can come from there alone.

    Of cards that are turned over one after the other, often the last one alone is shown: the draw pile is smaller than
    it is counted by those beneath, and after a shuffle by those that lay in the middle then, which nobody counts.
    """
    unseen = (*position.draw, *(card for hand in position.hands for card in hand))
    # A card that shows already as the play card is no other one.
    beneath = Counter(position.played[:-1])
    lacking = Counter(cards) - Counter((*unseen, position.play_card))
    uncounted = sum(card.name != SET for card in unseen) + beneath.total()
    if not lacking & beneath or len(position.draw) > uncounted:
        return position
    return replace(position, draw=(*position.draw, *position.played[:-1]), played=(position.play_card,))


def _exchanged(position: Position, top: Card) -> Position:
    """The play card put in the place of an unseen card that it really is."""
    draw, hands = list(position.draw), [list(hand) for hand in position.hands]
    for cards in (draw, *hands):
        if top in cards:
            cards[cards.index(top)] = position.play_card
            played = (*position.played[:-1], top)
            return replace(
                position, draw=_set_card_first(tuple(draw)), hands=tuple(map(by_name, hands)), played=played
            )
    raise BadInput(f"{clauses.starting(top)} lies elsewhere already: look at the card again.")


def _turned_beneath(position: Position, card: Card) -> Position:
    """A card that was turned over before the play card."""
    draw = list(position.draw)
    found, rest = swapped(position.hands, draw, 0, (), [()] * len(position.hands))
    if card not in rest:
        for hand in found:
            if card in hand and rest:
                place = hand.index(card)
                hand[place], rest[-1] = rest[-1], card
                break
    if card not in rest:
        raise BadInput(f"{clauses.starting(card)} lies elsewhere already: look at the card again.")
    rest.remove(card)
    return replace(
        position,
        hands=tuple(map(by_name, found)),
        draw=_set_card_first(tuple(rest)),
        played=(*position.played[:-1], card, position.play_card),
    )


DESK = ZigityDesk
