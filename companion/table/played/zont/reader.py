"""What a look at Zont's table says was played: what shows on the five piles and the score piles, beside what did.

Of cards that lie beneath others only those are known that were seen to lie open before.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.rules.verdict import Ruling
from companion.rules.zont.cards import Card, card_from
from companion.rules.zont.clauses import name_of, starting
from companion.rules.zont.position import Position as ZontPosition
from companion.rules.zont.turn import Art, Change, Favors, Turn
from companion.table.played.claims import parsed
from companion.table.played.events import Claim, Event
from companion.table.played.proposal import (
    LEFT_UNSEEN,
    NOTHING,
    TWO_TURNS,
    Proposed,
    Wait,
    claim_of,
    doubt,
    ruled,
)
from companion.table.played.reader import Reader
from companion.table.played.seen_since import SeenSince
from companion.table.played.table import Table
from companion.table.played.zont.asking import asked, by_beneath, by_middle, by_power, by_turn, unseen_cards
from companion.table.played.zont.shuffled import LEAST_SHUFFLE_S, SHUFFLED_S, gone_beneath, unseen_for
from companion.table.played.zont.times import away_s, came_s, shown_since, unseen_s
from companion.table.zont.laid import ZontTable, zont_table
from vision.parts.sighting import PartsSeen


class ZontReader(Reader):
    """Zont's piles."""

    def read(
        self, table: Table, seen: PartsSeen, laid: frozenset[str], since: SeenSince | None = None
    ) -> Proposed:
        """The turn that the piles show; `laid` is what `laid_on_piles` told."""
        since = since or SeenSince()
        found = zont_table(seen)
        if found.doubts:
            return doubt(found.doubts)
        score = _scored(table, found)
        if isinstance(score, str):
            return Proposed(None, score)
        if score is not None and _on_other_pile(table.position, found):
            return Proposed(None, OTHER_PILE.format(card=starting(score), seat=table.on_turn))
        if score is not None and _pile_unseen(table.position, found):
            return Proposed(None, WHOSE_PILE.format(card=name_of(score)))
        tops = [card_from(card.name) for _, card in found.tops]
        piles = table.position.piles
        new = [top for top, pile in zip(tops, piles, strict=True) if top not in pile.cards]
        back = [top for top, pile in zip(tops, piles, strict=True) if top in pile.cards and top != pile.top]
        if not new and not back and score is None:
            return Proposed(None, NOTHING)
        hidden = _hidden(table, laid, {*new, score})
        turns = _over(hidden[0], new, back, score) if hidden else _turns(new, back, score)
        if not turns and score is not None and not hidden and not new and len(back) == 1:
            unseen = _middle_unseen(table, [back[0].suit], back[0], score)
            return unseen if unseen.news else Proposed(None, NOT_OVER)
        if not turns or (score is None and not table.position.final):
            return Proposed(
                None, LEFT_UNSEEN.format(card=name_of(hidden[0])) if hidden and not turns else NOT_OVER
            )
        if score is not None and turns[0].middle is None and not table.position.final:
            return _as_before(table, score, since)
        legal = [turn for turn in turns if ruled(table, turn) is Ruling.LEGAL]
        if hidden and (len(hidden) > 1 or not legal):
            return Proposed(None, LEFT_UNSEEN.format(card=name_of(hidden[0])))
        if not legal and score is None:
            return Proposed(None, TWO_TURNS)
        if len(legal) > 1 and any(_taken_at_once(turn, since) for turn in legal):
            legal = [turn for turn in legal if isinstance(turn.power, Change)]
        if len({frozenset(_laid(turn)) for turn in legal}) > 1 or len({type(one.power) for one in legal}) > 1:
            return asked(table, WHICH_POWER, legal, by_power)
        return claim_of(table, (legal or turns)[0], grows=score is None)

    def known_to_lie(self, table: Table) -> frozenset[str]:
        """The cards on all piles, covered or not."""
        return _on_piles(table.position)

    def laid_on_piles(self, table: Table, seen: PartsSeen, laid: frozenset[str]) -> frozenset[str]:
        """The cards that lay open on a pile since the last turn, `laid` before this look."""
        # What a turn that was entered by hand put away is settled.
        laid -= {str(card) for pile in table.position.piles for card in pile.cards}
        found = zont_table(seen)
        if found.doubts:
            return laid
        for (_, part), pile in zip(found.tops, table.position.piles, strict=True):
            top = card_from(part.name)
            if top == pile.top:
                # As it was: what lay on it was taken back, or shuffled in, and this does not tell which.
                laid = frozenset(name for name in laid if card_from(name).suit != top.suit)
            elif top not in pile.cards:
                laid |= {str(top)}
        return laid

    def late_s(self, table: Table, event: Event | None, since: SeenSince) -> float:
        """For how long the card on the score pile had lain open when the last of a turn's other cards came; 0 where it
        was the last one.

        Some of the others may be the next player's then, who was fast, or of the turn after one that does not show. A
        card that Change took lay open on its pile before it is scored.
        """
        turn = _turn_of(table, event)
        return 0.0 if turn is None else _after_score_s(table, turn, _others(turn), since)

    def tops(self, seen: PartsSeen) -> Mapping[str, str]:
        """What shows on the pile of each suit."""
        return {suit: str(card.name) for suit, card in zont_table(seen).tops}

    def doubted(self, table: Table, event: Event | None, since: SeenSince) -> Proposed | None:
        """A card on whose pile one of those beneath it showed once it lay there: that pile may have been shuffled, and
        what shows now be what somebody has lifted it off, or another player's."""
        turn = _turn_of(table, event)
        if turn is None:
            return None
        laid = [turn.middle] if turn.middle is not None and turn.power is None else []
        if laid and (covered := _may_cover(table, turn, since)):
            shown = _shuffled_in(laid[0], laid[0], turn.score)
            return asked(table, COVERED.format(card=name_of(laid[0])), [turn, shown, *covered], by_beneath)
        others = _others(turn)
        if _after_score_s(table, turn, others, since) > 0:
            known, own = _on_piles(table.position), set(map(str, others))
            names = {run.name for runs in since.runs.values() for run in runs}
            laid += map(card_from, sorted(names - known - own))
        shuffled = [
            _shuffled_in(card, shows, turn.score)
            for card in laid
            for shows in shown_since(card, table.position, since)
        ]
        middle = turn.middle if turn.power is None else None
        if middle is not None and middle.suit in unseen_for(SHUFFLED_S, table.position, since):
            # It may have been shuffled in before anybody saw it, and what was turned up be lifted now.
            shuffled.append(_shuffled_in(middle, table.position.piles[middle.suit].top, turn.score))
        legal = [one for one in shuffled if ruled(table, one) is Ruling.LEGAL]
        return asked(table, WHICH_POWER, [turn, *legal], by_turn) if legal else None

    def waits(self, table: Table, event: Event | None, since: SeenSince) -> Wait | None:
        """Where what a power did came after the card on the score pile, or may be of somebody who lifts the top card of
        a pile."""
        turn = _turn_of(table, event)
        if turn is None or turn.power is None:
            return None
        did = [card for card in _others(turn) if card != turn.middle]
        if _after_score_s(table, turn, did, since) > 0:
            return Wait(max(at_s for card in did if (at_s := came_s(card, since)) is not None), 2)
        return _wait_for_power(table, turn, since)


UNSEEN_S = 1.5
"""Under a hand that stays for longer, or while no picture comes, two cards may be laid onto one pile."""
COVERED = "It was not seen what {card} was laid on: say it, or enter the turn by hand."
WHICH_POWER = "It does not show which power was used: say it, or enter the turn by hand."
NOT_OVER = "The turn is not over: a card goes to the middle, and one to the score pile."
NO_MIDDLE = "It does not show which card went to the middle: say it, lay it there, or enter the turn by hand."
"""Where the middle is as before: a shuffle of the pile that the card went to may have turned up what showed before."""
OTHER_PILE = (
    "{card} lies on another player's score pile, and it is {seat}'s turn: enter what was played by hand."
)
WHOSE_PILE = "It does not show whose score pile {card} lies on: show all of them."


def _hidden(table: Table, laid: frozenset[str], shown: set[Card | None]) -> list[Card]:
    """Cards that were laid on a pile in this turn and do not show any more."""
    return [card for card in map(card_from, sorted(laid - _on_piles(table.position))) if card not in shown]


def _on_piles(position: ZontPosition) -> frozenset[str]:
    cards = [*(pile.cards for pile in position.piles), *position.scores]
    return frozenset(str(card) for some in cards for card in some)


def _over(hidden: Card, new: list[Card], back: list[Card], score: Card | None) -> list[Turn]:
    """Turns that leave nothing to see of the card that began them: Art over it, or its own pile shuffled."""
    if len(new) == 1 and not back and new[0].suit == hidden.suit:
        return [Turn(hidden, Art(new[0]), score)]
    if len(back) == 1 and not new and back[0].suit == hidden.suit:
        return [Turn(hidden, Favors(hidden.suit, back[0]), score)]
    return []


def _scored(table: Table, found: ZontTable) -> Card | str | None:
    """The card that came to a score pile; a sentence where there are several."""
    known = {card for cards in table.position.scores for card in cards}
    lying = [card_from(card.name) for pile in found.scores for card in pile]
    new = [card for card in lying if card not in known]
    if len(new) > 1:
        return "Several cards that nobody has scored lie beside the piles: leave one."
    return new[0] if new else None


def _on_other_pile(position: ZontPosition, found: ZontTable) -> bool:
    """Whether the mover's score pile shows the same card as before, and another one does not."""
    open_ = _piles_changed(position, found)
    return any(open_) and not open_[position.to_move]


def _piles_changed(position: ZontPosition, found: ZontTable) -> list[bool]:
    """Of which score piles the card that showed does not show now; of one without a card nobody knows."""
    lying = {str(card.name) for pile in found.scores for card in pile}
    return [not cards or str(cards[-1]) not in lying for cards in position.scores]


def _pile_unseen(position: ZontPosition, found: ZontTable) -> bool:
    """Whether two players' score piles show other cards than before: one was laid on, and the other is covered."""
    changed = _piles_changed(position, found)
    return sum(one and bool(cards) for one, cards in zip(changed, position.scores, strict=True)) > 1


def _turns(new: list[Card], back: list[Card], score: Card | None) -> list[Turn]:
    if len(new) == 1 and not back:
        return [Turn(new[0], None, score)]
    if len(new) == 2 and not back:
        return [Turn(one, Art(other), score) for one, other in (new, new[::-1])]
    if len(new) == 1 and len(back) == 1:
        shown = back[0]
        return [Turn(new[0], power(shown.suit, shown), score) for power in (Change, Favors)]
    return [Turn(None, None, score)] if not new and not back and score is not None else []


def _turn_of(table: Table, event: Event | None) -> Turn | None:
    """The turn that was claimed, if one was."""
    turn = parsed(table, event) if isinstance(event, Claim) else None
    return turn if isinstance(turn, Turn) else None


def _shuffled_in(card: Card, shows: Card, score: Card | None) -> Turn:
    """The turn in which a card went to the middle and its own pile was shuffled over it, and shows a card then."""
    return Turn(card, Favors(card.suit, shows), score)


def _may_cover(table: Table, turn: Turn, since: SeenSince) -> list[Turn]:
    """The turns in which the card that was laid is the second one, which Art lays over one that nobody has seen."""
    assert turn.middle is not None
    hidden_s = unseen_s(turn.middle, since)
    if hidden_s is None or hidden_s <= UNSEEN_S:
        return []
    beneath = [
        one for one in unseen_cards(table.position, turn.middle, turn.score) if one.suit == turn.middle.suit
    ]
    arts = [Turn(card, Art(turn.middle), turn.score) for card in beneath]
    return [one for one in arts if ruled(table, one) is Ruling.LEGAL]


def _as_before(table: Table, score: Card, since: SeenSince) -> Proposed:
    """A turn that leaves the piles as they were: its card was shuffled in, and what showed before was turned up."""
    position: ZontPosition = table.position
    gone, scored_s = gone_beneath(position, since), since.since_s(str(score))
    turns = [_shuffled_in(one.card, position.piles[one.card.suit].top, score) for one in gone]
    legal = [turn for turn in turns if ruled(table, turn) is Ruling.LEGAL]
    unseen = unseen_for(SHUFFLED_S, position, since)
    alone = gone[0] if len(gone) == 1 and legal and not unseen else None
    # Who takes a card back has still to lay one, and scores after that.
    if alone is not None and alone.shuffled_in and scored_s is not None and alone.back_s <= scored_s:
        return claim_of(table, legal[0])
    return _middle_unseen(table, unseen, None, score, *legal)


def _middle_unseen(table: Table, suits: list[int], shows: Card | None, score: Card, *more: Turn) -> Proposed:
    """A turn whose card to the middle nobody has seen before one of these piles was shuffled, and shows a card now or
    what it showed before; or one of `more`."""
    position: ZontPosition = table.position
    turns = [
        _shuffled_in(card, shows or position.piles[card.suit].top, score)
        for card in unseen_cards(position, score)
        if card.suit in suits
    ]
    return asked(table, NO_MIDDLE, [*more, *turns], by_middle)


def _taken_at_once(turn: Turn, since: SeenSince) -> bool:
    """Whether the card that a power turned up shows so soon after the one before that no pile was taken up."""
    shows = getattr(turn.power, "shows", None)
    taken_up_s = None if shows is None else away_s(shows, since)
    return taken_up_s is not None and taken_up_s < LEAST_SHUFFLE_S


def _wait_for_power(table: Table, turn: Turn, since: SeenSince) -> Wait | None:
    """For how long a pile must show its new top: someone may have lifted what lay on it."""
    power = turn.power
    if not isinstance(power, Change | Favors) or power.shows is None:
        return None
    shown_s, hidden_s = came_s(power.shows, since), unseen_s(power.shows, since)
    if shown_s is None:
        return None
    pile = table.position.piles[power.pile]
    if isinstance(power, Change):
        # It lies where only its taker can have put it; else whoever looks beneath it may hold it.
        return None if turn.score == pile.top else Wait(shown_s, 2)
    if power.shows == pile.top:
        # Who took the card back instead, and has scored before another one is laid, lays that one then.
        return Wait(since.since_s(str(turn.score)) or shown_s, 1)
    if hidden_s is None or hidden_s >= SHUFFLED_S:
        return None
    # Whoever lifts a card shows the one beneath it.
    then = pile.with_card(turn.middle) if turn.middle is not None and turn.middle.suit == power.pile else pile
    return Wait(shown_s, 2 if power.shows in then.next_ones() else 1)


def _after_score_s(table: Table, turn: Turn, cards: list[Card], since: SeenSince) -> float:
    """How long after the card on the score pile the last of some cards of a turn came, in seconds; 0 where none came
    after it, where it is not seen, and where Change took it from its pile."""
    taken = isinstance(turn.power, Change) and table.position.piles[turn.power.pile].top == turn.score
    scored_s = None if taken else since.since_s(str(turn.score))
    if scored_s is None:
        return 0.0
    came = [came_s(card, since) for card in cards]
    return max([0.0, *(at_s - scored_s for at_s in came if at_s is not None)])


def _laid(turn: Turn) -> list[Card]:
    return [card for card in (turn.middle, getattr(turn.power, "card", None)) if card is not None]


def _others(turn: Turn) -> list[Card]:
    power = turn.power
    art = power.card if isinstance(power, Art) else None
    shown = power.shows if isinstance(power, Change | Favors) else None
    return [card for card in (turn.middle, art, shown) if card is not None]
