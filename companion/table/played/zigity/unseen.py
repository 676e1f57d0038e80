"""Zigity's hands and draw pile where people deal: how many cards lie there is known, and which ones is imagined."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.rules.errors import BadInput
from companion.rules.zigity import clauses
from companion.rules.zigity.cards import SET, Card, Cards, by_name
from companion.rules.zigity.position import Position
from companion.rules.zigity.turn import Turn
from companion.table.played.unseen_hands import of_size, swapped


@dataclass(frozen=True, slots=True)
class Unseen(Position):
    """A position with an imagined deal, and what may be otherwise in truth.

    Of cards that are turned over one after the other, often the last one alone is shown. So the draw pile is smaller
    than it is counted by those that lie beneath, and may have been used up, and the played cards shuffled, unnoticed.
    """

    loose: int = 0
    """How many of the played cards, from the bottom, may have been shuffled into the draw pile."""
    hides: bool = False
    """Whether cards may lie beneath the play card that nobody has shown."""
    passed: tuple[Cards, ...] = ()
    """Of each player, what has lain open since that player last drew: none of it is in the hand."""
    turned: bool = False
    """Whether the play card itself was turned over, so that such cards may lie right beneath it."""


def unseen(position: Position) -> Unseen:
    """The position that a game begins with. Where cards lie beneath the play card, they are all that lie there."""
    if isinstance(position, Unseen):
        return position
    beneath = position.played[:-1]
    found = _noted(position, 0, hides=not beneath, passed=(beneath,) * len(position.hands))
    return replace(found, turned=found.hides)


def _noted(position: Position, loose: int, *, hides: bool, passed: tuple[Cards, ...]) -> Unseen:
    return Unseen(
        position.hands,
        position.draw,
        position.played,
        position.to_move,
        position.direction,
        position.debt,
        position.idle,
        position.over,
        loose,
        hides,
        passed,
    )


def _cards(position: Position) -> Cards:
    """All that nobody has seen."""
    return (*position.draw, *(card for hand in position.hands for card in hand))


def _others(position: Position) -> int:
    """How many of the unseen cards are no set cards: as many may lie beneath the play card at most."""
    return sum(card.name != SET for card in _cards(position))


# --- before a claim -----------------------------------------------------------------------------------


def held(position: Unseen, turn: Turn, seat: int, pinned: Sequence[Sequence[str]]) -> Unseen:
    """The deal in which a player holds what was played, as far as there is one."""
    lacking = Counter(turn.cards) - Counter(_cards(position))
    if lacking & Counter(position.played[: position.loose]):
        position = _shuffled_in(position, position.loose)
    away = {card for card in turn.cards if _is_elsewhere(position, seat, card)}
    wanted = [card for card in turn.cards if card not in away]
    hands, draw = swapped(position.hands, position.draw, seat, wanted, pinned)
    for card in away:
        _taken_out(hands, draw, seat, card, turn.cards)
    return _with_set_card_next(position, hands, draw, seat, turn)


def believed(position: Unseen, turn: Turn, seat: int) -> Unseen:
    """The same, whatever is known of the played cards: the table says that they were held."""
    position = _shuffled_in(position, len(position.played) - 1)
    hands, draw = swapped(position.hands, position.draw, seat, turn.cards, [()] * len(position.hands))
    return _with_set_card_next(position, hands, draw, seat, turn)


def _shuffled_in(position: Unseen, count: int) -> Unseen:
    """With so many of the played cards, from the bottom, in the draw pile."""
    below, above = position.played[:count], position.played[count:]
    return replace(position, draw=(*position.draw, *below), played=above, loose=0)


def _is_elsewhere(position: Unseen, seat: int, card: Card) -> bool:
    """Whether a card cannot be in a hand; of one that there are several of, nobody knows which one was seen."""
    everywhere = (*_cards(position), *position.played)
    return card in position.passed[seat] and everywhere.count(card) == 1


def _taken_out(hands: list[list[Card]], draw: list[Card], seat: int, card: Card, played: Cards) -> None:
    """A card that is imagined in a hand, and cannot be there, exchanged with one that is not played now."""
    own = hands[seat]
    others = [draw, *(hand for at, hand in enumerate(hands) if at != seat)]
    for cards in others if card in own else ():
        for place, other in enumerate(cards):
            if other not in played:
                cards[place], own[own.index(card)] = card, other
                return


def _with_set_card_next(
    position: Unseen, hands: list[list[Card]], draw: list[Card], seat: int, turn: Turn
) -> Unseen:
    """With a set card after those that are drawn, from a hand if the pile has none: one card alone is turned over."""
    drawn = turn.draws or 0
    if len(draw) > drawn and not any(card.name == SET for card in draw):
        kept = Counter(turn.cards)
        for at, hand in enumerate(hands):
            found = [card for card in hand if card.name == SET and (at != seat or not kept[card])]
            if found:
                hand[hand.index(found[0])], draw[drawn] = draw[drawn], found[0]
                break
    return replace(position, hands=tuple(map(by_name, hands)), draw=with_set_card(tuple(draw), drawn))


def with_set_card(draw: Cards, drawn: int = 0) -> Cards:
    """A draw pile with a set card next, or after those that are drawn: one card is turned over, if nobody says more."""
    places = [place for place, card in enumerate(draw) if card.name == SET]
    place = next((place for place in places if place >= drawn), places[-1] if places else drawn)
    if place == drawn or drawn >= len(draw):
        return draw
    found = list(draw)
    if place > drawn:
        found.insert(drawn, found.pop(place))
    else:
        found[place], found[drawn] = found[drawn], found[place]
    return tuple(found)


def ordered(position: Position, turn: Turn) -> Turn:
    """The turn with a set card next where the played cards are shuffled in it: nobody knows their order."""
    drawn = max(0, (turn.draws or 0) - len(position.draw))
    return replace(turn, shuffled=tuple(with_set_card(cards, drawn) for cards in turn.shuffled))


# --- after a claim ------------------------------------------------------------------------------------


def played_on(before: Unseen, turn: Turn, ended: Position, *, turned: bool) -> Unseen:
    """The position after a turn, with the one card on top that was turned over in it if any was."""
    drawn = turn.draws or 0
    left = len(before.draw) - drawn
    lying, loose = (*before.played, *turn.cards), before.loose
    if left < 0:
        lying, loose = lying[-1:], 0
    elif drawn and _may_be_used_up(before, left):
        loose = len(lying) - 1
    passed = [(*cards, *turn.cards) for cards in before.passed]
    if drawn:
        passed[before.to_move] = lying[loose:]
    # Where the pile may have been shuffled before, how many cards it had is not known for sure.
    unsure = before.loose > 0
    if turn.shuffled and left >= 0:
        # Shuffled as cards were turned over: if any were before, it is the last of them that stayed, a card imagined.
        lying = lying[-1:] if left == 0 else ()
        loose = len(lying) if unsure else 0
    kept, top = ended.played[: len(lying)], ended.played[len(lying) :]
    hides = turned or (before.hides and (unsure or not turn.shuffled))
    found = _noted(ended, loose, hides=hides, passed=tuple(passed))
    return replace(
        found,
        draw=(*top[:-1], *ended.draw),
        played=(*kept, *top[-1:]),
        turned=turned or (before.turned and not turn.cards),
    )


def _may_be_used_up(position: Unseen, left: int) -> bool:
    """Whether a draw pile that is counted to have so many cards left in a draw had too few for it."""
    return position.hides and left < _others(position)


def counted_anew(position: Unseen, seat: int, count: int) -> Unseen:
    """A hand of another size: more cards come from the draw pile, fewer go to its bottom."""
    if count < 1:
        raise BadInput("A hand without cards has won: enter the turn that emptied it.")
    before = len(position.hands[seat])
    if count > before + len(position.draw):
        position = _shuffled_in(position, len(position.played) - 1)
    left = before + len(position.draw) - count
    if left < 0:
        raise BadInput("There are not so many cards.")
    loose, passed = position.loose, position.passed
    if count > before:
        # Nobody has said when the cards were drawn.
        passed = (*passed[:seat], (), *passed[seat + 1 :])
        if _may_be_used_up(position, left):
            loose = len(position.played) - 1
    hand, draw = of_size(position.hands[seat], position.draw, count)
    hands = (*position.hands[:seat], by_name(hand), *position.hands[seat + 1 :])
    return replace(position, hands=hands, draw=with_set_card(tuple(draw)), loose=loose, passed=passed)


# --- what is shown ------------------------------------------------------------------------------------


def turned_up(position: Unseen, cards: Sequence[Card]) -> Unseen:
    """With cards that were turned over, the play card last. Raises BadInput for one that lies elsewhere."""
    found, top = _with_shuffled(position, cards), cards[-1]
    shuffled = found is not position
    if found.play_card != top:
        found = _exchanged(found, top)
    for card in cards[:-1]:
        # One that was turned over twice was shuffled in between, and so were all where none was left.
        again = _with_shuffled(found, (card,))
        if not again.draw:
            again = _shuffled_in(again, len(again.played) - 1)
        shuffled, found = shuffled or again is not found, _turned_beneath(again, card)
    # Which of them were turned over before the shuffle, and went into it, nobody has said.
    loose = len(found.played) - 1 if shuffled else found.loose
    return replace(found, loose=loose, passed=tuple((*passed, *cards) for passed in found.passed))


def none_turned_up(position: Unseen) -> Unseen:
    """With the card on top that lay there before: no set card is left, for all are in hands. Raises BadInput.

    The play card was only imagined, and so was where the others lie.
    """
    beneath = position.played[:-1]
    if not beneath or any(card.name == SET for card in beneath[position.loose : -1]):
        raise BadInput(_ONE_IS_LEFT)
    found = replace(position, draw=(*position.draw, position.play_card), played=beneath)
    if any(card.name == SET for card in beneath[: position.loose]):
        found = _shuffled_in(found, min(position.loose, len(beneath) - 1))
    sets = [card for card in _cards(found) if card.name == SET]
    others = [card for card in _cards(found) if card.name != SET]
    holder: dict[int, int] = {}
    if not all(_given(card, found, sets, holder, set()) for card in range(len(sets))):
        raise BadInput(_ONE_IS_LEFT)
    hands = []
    for seat, hand in enumerate(found.hands):
        own = [sets[card] for card in holder if holder[card] == seat]
        hands.append(by_name([*own, *(others.pop() for _ in range(len(hand) - len(own)))]))
    return replace(found, hands=tuple(hands), draw=tuple(others))


def _given(
    card: int, position: Unseen, sets: Sequence[Card], holder: dict[int, int], tried: set[int]
) -> bool:
    """Give a set card to a hand, moving others to another one where it is full (Kuhn's augmenting paths)."""
    for seat, hand in enumerate(position.hands):
        if seat in tried or _is_elsewhere(position, seat, sets[card]):
            continue
        tried.add(seat)
        held_there = [other for other in holder if holder[other] == seat]
        if len(held_there) < len(hand) or any(
            _given(other, position, sets, holder, tried) for other in held_there
        ):
            holder[card] = seat
            return True
    return False


_ONE_IS_LEFT = "A set card must be left: turn cards over until one shows, and show it."


def _with_shuffled(position: Unseen, cards: Sequence[Card]) -> Unseen:
    """The position with the played cards shuffled into the draw pile, where some of `cards` can come from there alone.

    They have been seen, so that is believed wherever the pile may have been used up at some time.
    """
    # A card that shows already as the play card is no other one.
    beneath = Counter(position.played[:-1])
    lacking = Counter(cards) - Counter((*_cards(position), position.play_card))
    if not lacking & beneath or len(position.draw) > _others(position) + beneath.total():
        return position
    return _shuffled_in(position, len(position.played) - 1)


def _exchanged(position: Unseen, top: Card) -> Unseen:
    """The play card put in the place of an unseen card that it really is."""
    draw, hands = list(position.draw), [list(hand) for hand in position.hands]
    for cards in (draw, *hands):
        if top in cards:
            cards[cards.index(top)] = position.play_card
            return replace(
                position,
                draw=with_set_card(tuple(draw)),
                hands=tuple(map(by_name, hands)),
                played=(*position.played[:-1], top),
            )
    raise BadInput(f"{clauses.starting(top)} lies elsewhere already: look at the card again.")


def _turned_beneath(position: Unseen, card: Card) -> Unseen:
    """A card that was turned over before the play card."""
    hands, draw = [list(hand) for hand in position.hands], list(position.draw)
    if card not in draw:
        for hand in hands:
            if draw and card in hand:
                place = hand.index(card)
                hand[place], draw[-1] = draw[-1], card
                break
    if card not in draw:
        raise BadInput(f"{clauses.starting(card)} lies elsewhere already: look at the card again.")
    draw.remove(card)
    return replace(
        position,
        hands=tuple(map(by_name, hands)),
        draw=with_set_card(tuple(draw)),
        played=(*position.played[:-1], card, position.play_card),
    )
