"""Zigity's clauses, each asked of one turn but for its set: what it breaks, what is open, what a legal one rests on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.rules.sentences import in_a_row, sentence, so_many
from companion.rules.verdict import Reason
from companion.rules.zigity.cards import BOUNCE, DODGE, DRAW, FREE, LETTER, SET, Card, Cards
from companion.rules.zigity.in_hand import found_in, is_unread
from companion.rules.zigity.lexicon import Lexicon
from companion.rules.zigity.options import Rules
from companion.rules.zigity.playable import Playable, playable
from companion.rules.zigity.sets import aspect_of
from companion.rules.zigity.turn import Turn

SET_UP = "zigity/set-up"
TURN = "zigity/turn"
OWN_HAND = "zigity/own-hand"
PLAY_CARD = "zigity/play-card"
SET_CARDS = "zigity/set-cards"
FREE_DECLARED = "zigity/free-declared"
FREE_STANDS_FOR = "zigity/free-stands-for"
CREATIVE_CAT = "zigity/creative-cat"
DATA_HEAD = "zigity/data-head"
STAR_PERFORMER = "zigity/star-performer"
WORD_WORM = "zigity/word-worm"
WORD_LENGTH = "zigity/word-length"
WORD_LIST = "zigity/word-list"
ONE_ACTION = "zigity/one-action"
DODGED = "zigity/dodge"
BOUNCED = "zigity/bounce"
TWO_PLAYERS = "zigity/two-players"
DRAW_CARDS = "zigity/draw-cards"
DEBT = "zigity/debt"
DRAW_ONE = "zigity/draw-one"
VOLUNTARY_DRAW = "zigity/voluntary-draw"
TOP_CARD = "zigity/top-card"
TURN_OVER = "zigity/turn-over"
RESHUFFLE = "zigity/reshuffle"
READ = "zigity/read"
BLOCKED = "zigity/blocked"
OVER = "zigity/over"
WIN = "zigity/win"

VOLUNTARY, ONE_LETTER = "voluntary-draw", "one-letter-words"


@dataclass(frozen=True, slots=True)
class Facts:
    """What a turn is judged by, as far as it is known."""

    play: Card
    hand: Cards | None
    """The mover's cards; None where nobody has shown them."""
    debt: int
    players: int | None
    available: int | None
    """How many cards can be drawn; None where nobody counts them."""
    rules: Rules
    words: Lexicon | None


def name_of(card: Card) -> str:
    """A card's name within a sentence: what shows on it, as far as that was read."""
    if card.power != SET:
        return f"Draw {card.draws}" if card.draws else card.name.capitalize()
    part, instrument = (card.part and f"a {card.part} part"), (card.instrument and f"a {card.instrument}")
    shown = [str(value) for value in (card.letter, card.number, part, instrument) if value is not None]
    if card.character is None:
        return f"the set card with {in_a_row(shown)}" if shown else "the set card that was not read"
    return f"the {character_of(card)} with {in_a_row(shown)}" if shown else f"the {character_of(card)}"


def starting(card: Card) -> str:
    """Its name where a sentence begins."""
    return sentence(name_of(card))


def character_of(card: Card) -> str:
    """A set card's character, as a name."""
    return str(card.character).title()


def plural(count: int) -> str:
    """So many cards, in a sentence."""
    return so_many(count, "card")


def broken(facts: Facts, turn: Turn) -> Iterator[Reason]:
    """Every clause that a turn breaks, but for those of the set itself."""
    things = (turn.laid is not None) + bool(turn.actions) + (turn.draws is not None)
    if things != 1:
        says = "Nothing was played or drawn." if not things else "Only one of these can be done in a turn."
        yield Reason(TURN, f"{says} Play one set, or one action card, or draw.")
    if turn.laid is not None and facts.debt:
        yield Reason(DEBT, f"{plural(facts.debt)} are owed: play an action card, or draw them.")
    yield from _hand(facts, turn)
    yield from _actions(turn)
    if turn.draws is not None:
        yield from _draw(facts, turn.draws)


def doubts(facts: Facts, turn: Turn) -> Iterator[Reason]:
    """What must be shown or said before the turn is told, but for what the set itself leaves open."""
    for card in turn.actions:
        if is_unread(card):
            yield Reason(READ, "Show the card that was played as an action card.", (str(card),))
    if facts.hand is None:
        return
    if not found_in(facts.hand, turn.cards).is_sure:
        hidden = [str(card) for card in facts.hand if not card.is_read]
        yield Reason(READ, "Show the hand: not every card of it was read.", tuple(hidden))
    if turn.draws is not None and _must_play(facts, turn.draws):
        yield from _may_be_playable(facts, facts.hand)


def _may_be_playable(facts: Facts, hand: Cards) -> Iterator[Reason]:
    """What must be shown before a card may be drawn for having nothing to play."""
    can, play = _playable(facts, hand), facts.play
    if can.by_hand:
        says = "Show the hand: a card that was not read may be playable."
        yield Reason(READ, says, tuple(map(str, can.by_hand)))
    if can.by_play_card:
        unread = "character" if play.character is None else aspect_of(play)
        yield Reason(READ, f"Show the {unread} of the play card.", (str(play),))
    able = [card for card in hand if card.power in (SET, FREE)]
    if aspect_of(play) == LETTER and facts.words is None and able:
        yield Reason(WORD_LIST, "Give a word list: without one nobody can say that no word is in the hand.")


def _playable(facts: Facts, hand: Cards) -> Playable:
    return playable(facts.play, hand, facts.rules, facts.words)


def _must_play(facts: Facts, draws: int) -> bool:
    """Whether who can play may not draw so many cards: the option is to draw one all the same, and not to draw none."""
    return not facts.debt and not (facts.rules.voluntary_draw and draws)


def _certainly_stuck(facts: Facts) -> bool:
    """Whether nothing of a hand that is known can be played, so that no option is needed for a draw."""
    if facts.hand is None or next(_may_be_playable(facts, facts.hand), None):
        return False
    can = _playable(facts, facts.hand)
    return not can.actions and can.found is None


def _hand(facts: Facts, turn: Turn) -> Iterator[Reason]:
    if facts.hand is None:
        return
    places = found_in(facts.hand, turn.cards).places
    lacking = dict.fromkeys(card for card, place in zip(turn.cards, places, strict=True) if place is None)
    for card in lacking:
        often = "" if card not in facts.hand else f" {turn.cards.count(card)} times"
        yield Reason(OWN_HAND, f"{starting(card)} is not in the hand{often}.", (str(card),))
    if len(turn.cards) > len(facts.hand):
        held = plural(len(facts.hand))
        yield Reason(OWN_HAND, f"{plural(len(turn.cards))} were played, and the hand has {held}.")


def _actions(turn: Turn) -> Iterator[Reason]:
    for card in turn.actions:
        if not card.is_action and not is_unread(card):
            yield Reason(ONE_ACTION, f"{starting(card)} is no action card.", (str(card),))
    if len(turn.actions) > 1:
        says = f"One action card a turn, and these are {len(turn.actions)}."
        yield Reason(ONE_ACTION, says, tuple(map(str, turn.actions)))


def _draw(facts: Facts, draws: int) -> Iterator[Reason]:
    owed = facts.debt or 1
    due = owed if facts.available is None else min(owed, facts.available)
    if draws != due:
        short = "" if due == owed else ", as many as there are"
        says = f"{plural(draws)} drawn, and it must be {due}{short}."
        yield Reason(DEBT if facts.debt else DRAW_ONE, says)
    if facts.hand is None or not _must_play(facts, draws):
        return
    can = _playable(facts, facts.hand)
    if can.actions:
        yield Reason(DRAW_ONE, "An action card is in the hand, and it can be played.", can.actions, VOLUNTARY)
    if can.found is not None:
        where = tuple(str(card) for card in can.found.cards)
        yield Reason(DRAW_ONE, "A set can be played from the hand.", where, VOLUNTARY)


def holds(facts: Facts, turn: Turn) -> Iterator[Reason]:
    """The clauses that a legal turn rests on, but for those of its set and of what follows from it."""
    if facts.hand is not None and turn.cards:
        yield Reason(OWN_HAND, "What was played came from the hand.", tuple(map(str, turn.cards)))
    for card in turn.actions:
        yield Reason(ONE_ACTION, f"{name_of(card)} can be played on any turn.", (str(card),))
        yield from _action_holds(facts, card)
    if turn.draws is None:
        return
    if facts.debt:
        yield Reason(DEBT, f"{plural(turn.draws)} drawn, as owed.")
    elif not _must_play(facts, turn.draws) and not _certainly_stuck(facts):
        yield Reason(VOLUNTARY_DRAW, f"{plural(turn.draws)} drawn.", (), VOLUNTARY)
    else:
        if facts.hand is None:
            says = f"{plural(turn.draws)} drawn; whether a card of the hand could be played was not asked."
        else:
            says = f"Nothing could be played; {plural(turn.draws)} drawn."
        yield Reason(DRAW_ONE, says)


def _action_holds(facts: Facts, card: Card) -> Iterator[Reason]:
    owed, where = facts.debt + card.draws, (str(card),)
    if card.power == DRAW:
        yield Reason(DRAW_CARDS, f"The next player owes {plural(owed)}.", where)
        return
    two = facts.players == 2
    if card.power == DODGE or (card.power == BOUNCE and two):
        says = f"the next player owes {plural(owed)}" if owed else "the turn ends without a draw"
        clause = DODGED if card.power == DODGE else TWO_PLAYERS
        yield Reason(clause, f"{name_of(card)}: {says}.", where)
    if card.power == BOUNCE and not two:
        says = f", and the player before owes {plural(owed)}" if owed else ""
        if facts.players is None:
            says += "; between two players it is a Dodge"
        yield Reason(BOUNCED, f"The order of play turns round{says}.", where)
