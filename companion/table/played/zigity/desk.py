"""Zigity at a table: cards laid open are judged, hands of people who deal themselves are known by their size."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from companion.rules.errors import BadInput
from companion.rules.verdict import Reason, Ruling, Verdict
from companion.rules.zigity import clauses
from companion.rules.zigity.cards import SET, Card, card_from
from companion.rules.zigity.contract import turn_from_json
from companion.rules.zigity.judging import judge
from companion.rules.zigity.laying import SET_CLAUSES
from companion.rules.zigity.position import Position, after, following, turns_over, with_shuffles
from companion.rules.zigity.turn import Turn
from companion.table.played.desk import After, Desk, Line
from companion.table.played.events import MIDDLE
from companion.table.played.unseen_hands import Pinned
from companion.table.played.zigity import unseen as unseen_cards
from companion.table.played.zigity.pictured import kinds_json, move_json, seen_json
from companion.table.played.zigity.unseen import unseen, with_set_card

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
    nothing_turned_up = "No set card is left to turn over"

    def start(self, seats: int, chance: random.Random, first: int | None) -> After:
        """Where people deal, one card lies open: what else they turned over is not known before it is shown."""
        dealt = self.game.start(seats, chance)
        if not self.dealt:
            beneath, played = dealt.played[:-1], dealt.played[-1:]
            dealt = replace(dealt, draw=with_set_card((*dealt.draw, *beneath)), played=played)
        return self.begun(dealt, first)

    def begun(self, position: Position, first: int | None) -> After:
        """Where people deal, the card that they turned up must be shown first."""
        if first is not None:
            position = replace(position, to_move=first)
        return After(position) if self.dealt else After(unseen(position), due=(MIDDLE,))

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
            whole = with_shuffles(position, move, chance)
        except (ValueError, IndexError, KeyError):
            return move  # It is not legal: the judge says why.
        return whole if self.dealt else unseen_cards.ordered(position, whole)

    def arranged(self, position: Position, move: Turn, seat: int, pinned: Pinned) -> Position:
        """Unseen are the other hands and the draw pile, and what was played once it may have been shuffled anew."""
        return unseen_cards.held(unseen(position), move, seat, pinned)

    def doubts(self, position: Position, move: Turn) -> tuple[Reason, ...]:
        """A card that was read in part only."""
        open_ = [str(card) for card in move.cards if not card.is_read]
        if not open_:
            return ()
        return (Reason(clauses.READ, "Show every corner of the cards that were played.", tuple(open_)),)

    def judged(self, position: Position, move: Turn) -> Any:
        """Where people deal, nobody asks whether something could have been played instead of a draw.

        Nor where the option lets anybody draw: everybody hears the reasons, and they would tell of the hand.
        """
        anybody = self.game.rules.voluntary_draw and move.draws and not move.cards
        if move.draws is None or (self.dealt and not anybody):
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

    def after(self, before: Position, move: Turn, judged: Any, pinned: Pinned) -> After:
        """Where people deal, what is turned over has to be shown."""
        return self._led(before, move, judged.after)

    def _led(self, before: Position, move: Turn, ended: Position) -> After:
        if self.dealt:
            return After(ended)
        turned = not ended.over and turns_over(before.debt, move)
        found = unseen_cards.played_on(unseen(before), move, ended, turned=turned)
        # Where no set card is left that can be turned over, the card on top stays.
        return After(found, due=(MIDDLE,) if turned and found.play_card.name == SET else ())

    def forced(self, position: Position, move: Turn, pinned: Pinned) -> After | None:
        """Whatever leaves the hand and can be followed, where people deal from any place but the play card's."""
        found = self._followed(position, move)
        if found is None and not self.dealt:
            found = self._followed(unseen_cards.believed(unseen(position), move, position.to_move), move)
        return found

    def taken_up(self, position: Position, seat: int) -> Position:
        """Once what was owed passed on with a set that was ruled legal: then it is the next player's turn."""
        laid = position.debt and not position.play_card.is_action
        passes = laid and seat == following(position, position.direction)
        return replace(position, to_move=seat) if passes else position

    def as_written(self, after: After, reasons: Sequence[Reason]) -> After:
        """Once who paid a debt with nothing counted as unable to play, and a game could end by it."""
        position = after.position
        if position.over or all(one.clause != clauses.BLOCKED for one in reasons):
            return after
        last, idle = following(position, -position.direction), len(position.hands)
        return replace(after, position=replace(position, to_move=last, idle=idle, over=True))

    def _followed(self, position: Position, move: Turn) -> After | None:
        try:
            whole = with_shuffles(position, replace(move, shuffled=()), _ORDER(0))
            whole = whole if self.dealt else unseen_cards.ordered(position, whole)
            return self._led(position, whole, _still_owing(position, whole, after(position, whole)))
        except (ValueError, IndexError, KeyError):
            return None

    def shown(self, position: Position, seat: int | None, things: tuple[str, ...], pinned: Any) -> Position:
        """The cards that were turned over, the play card last; none where no set card is left."""
        if seat is not None:
            raise BadInput("Hands stay hidden in Zigity; show the cards that were turned over.")
        cards = [card_from(name) for name in things]
        if not cards:
            return unseen_cards.none_turned_up(unseen(position))
        if cards[-1].name != SET or not all(card.is_read for card in cards):
            raise BadInput("Show the play card with all its corners; a set card is turned over last.")
        return unseen_cards.turned_up(unseen(position), cards)

    def recounted(self, position: Position, seat: int, count: int, known: Sequence[str]) -> Position:
        """More cards come from the draw pile, fewer go to its bottom."""
        return unseen_cards.counted_anew(unseen(position), seat, count)

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
        return move_json(move)

    def picture(self, position: Position, seat: int | None, names: Sequence[str]) -> dict[str, Any]:
        """The middle, everybody's count of cards and one's own hand."""
        return seen_json(self.game.view(position, seat), hand=self.dealt)

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
        return kinds_json()


def _still_owing(position: Position, move: Turn, ended: Position) -> Position:
    """Where a forced turn leads: only action cards pass on what is owed, so that whoever laid a set still owes it."""
    if not ended.debt or move.actions:
        return ended
    return replace(ended, to_move=position.to_move)


_NO_DRAW = Reason(clauses.DRAW_ONE, "Drawing is not allowed now.", (), clauses.VOLUNTARY)


def _tells_of_the_hand(one: Reason) -> bool:
    """Whether a draw was refused for what the hand could have played: how many are drawn everybody sees."""
    return one.clause == clauses.DRAW_ONE and one.option == clauses.VOLUNTARY


_ACTIONS = ("bounce", "dodge", "draw2", "draw3")


DESK = ZigityDesk
