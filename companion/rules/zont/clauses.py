"""Zont's clauses, each asked of one turn: what a turn breaks, and what a legal one rests on."""

from __future__ import annotations

from collections.abc import Iterator

from companion.rules.sentences import sentence
from companion.rules.verdict import Reason
from companion.rules.zont.cards import ANY_COLOUR, Card, Cards, colours, power_of, same_colour, suits
from companion.rules.zont.options import Rules
from companion.rules.zont.piles import Pile
from companion.rules.zont.position import Piles
from companion.rules.zont.turn import Art, Change, Favors, Turn

SET_UP = "zont/set-up"
ORDER = "zont/order"
OWN_HAND = "zont/own-hand"
MATCHING_PILE = "zont/matching-pile"
OWN_POWER = "zont/own-power"
ART = "zont/art"
CHANGE = "zont/change"
CHANGE_NOT_PLAYED = "zont/change-not-played"
CHANGE_NOT_LAST = "zont/change-not-last"
GREAT_ZONTS = "zont/great-zonts"
FAVORS = "zont/favors"
GIGLETS = "zont/giglets"
FOUR_ANY = "zont/four-any-colour"
SHOWS = "zont/shows"
REFILL = "zont/refill"
FINAL_ROUND = "zont/final-round"
FINAL_ONE_CARD = "zont/final-one-card"
OVER = "zont/over"
SCORE = "zont/score"

OPTION = "four-any-colour"
_NAMES = {Art: "art", Change: "change", Favors: "favors"}


def suit_name(suit: int) -> str:
    """A suit's name in a sentence."""
    return " ".join(word.capitalize() for word in suits()[suit]["name"].split())


def name_of(card: Card) -> str:
    """A card's name within a sentence."""
    colour = "" if card.colour is None else f"{colours()[card.colour]['name']} "
    return f"the {colour}{suit_name(card.suit)} {card.value}"


def starting(card: Card) -> str:
    """Its name where a sentence begins."""
    return sentence(name_of(card))


def broken(piles: Piles, hand: Cards | None, turn: Turn, *, final: bool, rules: Rules) -> Iterator[Reason]:
    """Every clause that a turn breaks; without a hand nobody asks where its cards come from."""
    yield from _order(turn, final=final)
    yield from _piles(turn)
    if hand is not None:
        yield from _hand(piles, hand, turn)
    if turn.power is not None and turn.middle is not None:
        yield from _power(piles, turn.middle, turn.power, rules)


def doubts(turn: Turn) -> Iterator[Reason]:
    """What must be shown before the turn is told: the card that shows on a pile, where it can be several."""
    if isinstance(turn.power, Change | Favors) and turn.power.shows is None:
        name = suit_name(turn.power.pile)
        yield Reason(SHOWS, f"Show which card lies on top of the {name} pile now.", (name.lower(),))


def _order(turn: Turn, *, final: bool) -> Iterator[Reason]:
    if final:
        if (turn.middle is None) == (turn.score is None):
            count = "none" if turn.middle is None else "two"
            yield Reason(FINAL_ONE_CARD, f"In the final round a turn is one card, and this is {count}.")
    else:
        if turn.middle is None:
            yield Reason(ORDER, "No card was played to the middle; the turn begins with one.")
        if turn.score is None:
            yield Reason(ORDER, "No card was played to the score pile; the turn ends with one.")
    if turn.power is not None and turn.middle is None:
        yield Reason(ORDER, "A power is used only with a card that is played to the middle.")


def _piles(turn: Turn) -> Iterator[Reason]:
    cards = [(turn.middle, turn.pile)]
    if isinstance(turn.power, Art):
        cards.append((turn.power.card, turn.power.pile))
    for card, pile in cards:
        if card is not None and pile is not None and pile != card.suit:
            own, other = suit_name(card.suit), suit_name(pile)
            says = f"{starting(card)} belongs onto the {own} pile, not onto the {other} pile."
            yield Reason(MATCHING_PILE, says, (str(card),))


def _hand(piles: Piles, hand: Cards, turn: Turn) -> Iterator[Reason]:
    left: set[Card | None] = set(hand)
    laid = [turn.middle, turn.power.card if isinstance(turn.power, Art) else None]
    for card in laid:
        if card is not None and card not in left:
            yield Reason(OWN_HAND, f"{starting(card)} is not in the hand.", (str(card),))
        left.discard(card)
    if isinstance(turn.power, Change):
        left.add(_lying(piles, turn, turn.power.pile).top)
    if turn.score is not None and turn.score not in left:
        yield Reason(OWN_HAND, f"{starting(turn.score)} is not in the hand.", (str(turn.score),))


def _lying(piles: Piles, turn: Turn, pile: int) -> Pile:
    """A pile as it lies once the card to the middle was played."""
    lies = piles[pile]
    if turn.middle is not None and turn.middle.suit == pile and turn.middle not in lies.cards:
        return lies.with_card(turn.middle)
    return lies


def _power(piles: Piles, middle: Card, power: Art | Change | Favors, rules: Rules) -> Iterator[Reason]:
    own, used = power_of(middle.suit), _NAMES[type(power)]
    if own not in (used, "any"):
        can = "has no power" if own == "none" else f"has the power of {own}, not of {used}"
        yield Reason(OWN_POWER, f"{suit_name(middle.suit)} {can}.", (str(middle),))
    if isinstance(power, Art):
        if not same_colour(middle, power.card, four_any=rules.four_any_colour):
            where = (str(middle), str(power.card))
            yield Reason(
                ART,
                f"{starting(power.card)} is not of the colour of {name_of(middle)}.",
                where,
                _by_option(middle, power.card),
            )
        return
    lies = _lying(piles, Turn(middle, power, None), power.pile)
    name = suit_name(power.pile)
    if isinstance(power, Favors):
        if power.shows is not None and power.shows not in lies.cards:
            yield Reason(SHOWS, f"{starting(power.shows)} was not in the {name} pile.", (str(power.shows),))
        return
    yield from _changing(lies, middle, power, rules)


def _changing(lies: Pile, middle: Card, power: Change, rules: Rules) -> Iterator[Reason]:
    top, name = lies.top, suit_name(power.pile)
    if power_of(power.pile) == "none":
        yield Reason(GREAT_ZONTS, "No card may be taken from the Great Zonts.", (str(top),))
    if top == middle:
        yield Reason(
            CHANGE_NOT_PLAYED,
            f"{starting(middle)} was just played and may not be taken back.",
            (str(middle),),
        )
    elif not same_colour(middle, top, four_any=rules.four_any_colour):
        where = (str(middle), str(top))
        yield Reason(
            CHANGE,
            f"{starting(top)} is not of the colour of {name_of(middle)}.",
            where,
            _by_option(middle, top),
        )
    if len(lies.cards) == 1:
        yield Reason(
            CHANGE_NOT_LAST, f"{starting(top)} is the last card of the {name} pile and stays.", (str(top),)
        )
    elif power.shows is not None and power.shows not in lies.next_ones():
        yield Reason(
            SHOWS, f"{starting(power.shows)} cannot lie beneath {name_of(top)}.", (str(power.shows),)
        )


def _by_option(one: Card, other: Card) -> str | None:
    """The option that decided about two colours, if a 4 is among them and no 0."""
    return OPTION if ANY_COLOUR in (one.value, other.value) and 0 not in (one.value, other.value) else None


def holds(turn: Turn, piles: Piles, *, final: bool, hand_known: bool) -> Iterator[Reason]:
    """The clauses that a legal turn rests on."""
    if final:
        yield Reason(FINAL_ONE_CARD, "One card was played, as the final round has it.")
    else:
        yield Reason(ORDER, "One card to the middle, one to the score pile.")
    if hand_known:
        cards = [turn.middle, turn.power.card if isinstance(turn.power, Art) else None, turn.score]
        where = tuple(str(card) for card in cards if card is not None)
        yield Reason(OWN_HAND, "What was played came from the hand.", where)
    if turn.middle is None:
        return
    name = suit_name(turn.middle.suit)
    yield Reason(MATCHING_PILE, f"{starting(turn.middle)} went onto the {name} pile.", (str(turn.middle),))
    if turn.power is None:
        return
    if power_of(turn.middle.suit) == "any":
        used = _NAMES[type(turn.power)].capitalize()
        yield Reason(GIGLETS, f"Giglets were used as {used}.", (str(turn.middle),))
    yield from _power_holds(turn.middle, turn.power, piles)


def _power_holds(middle: Card, power: Art | Change | Favors, piles: Piles) -> Iterator[Reason]:
    if isinstance(power, Favors):
        name = suit_name(power.pile)
        if power.shows is not None:
            says = f"The {name} pile was shuffled; {name_of(power.shows)} shows."
            yield Reason(FAVORS, says, (str(power.shows),))
        return
    other = power.card if isinstance(power, Art) else _lying(piles, Turn(middle, power, None), power.pile).top
    where = (str(middle), str(other))
    if isinstance(power, Art):
        yield Reason(ART, f"{starting(other)} was laid too, without its power.", where)
    else:
        yield Reason(CHANGE, f"{starting(other)} was taken into the hand.", where)
    if option := _by_option(middle, other):
        yield Reason(FOUR_ANY, "A 4 counts as any colour.", where, option)
