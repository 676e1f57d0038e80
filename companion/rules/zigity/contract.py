"""Turns and verdicts as JSON: what `companion judge zigity` reads and prints; docs/zigity.md shows the form."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.rules.errors import BadInput, quoted, refuse_unknown
from companion.rules.verdict import Reason, Verdict
from companion.rules.zigity import clauses
from companion.rules.zigity.cards import (
    BOUNCE,
    SET,
    Card,
    Cards,
    by_name,
    card_from,
    characters,
    printed_deck,
    values_of,
)
from companion.rules.zigity.clauses import Facts
from companion.rules.zigity.generate import hints
from companion.rules.zigity.in_hand import found_in
from companion.rules.zigity.judging import report, weigh
from companion.rules.zigity.lexicon import Lexicon, english_lexicon
from companion.rules.zigity.options import Rules
from companion.rules.zigity.position import limits, owed_then, turns_over
from companion.rules.zigity.turn import Laid, Turn, count_from, laid_from, parse, stands_for_from, word_from

_KEYS = ("play_card", "hand", "debt", "players", "available", "turn", "words", "options")
_CORNERS = ("character", "letter", "number", "part", "instrument")


def judge_json(data: object) -> dict[str, Any]:
    """Judge one turn as JSON; docs/zigity.md shows the form.

    Raises BadInput, with one sentence that names what is wrong, for input that cannot be judged.
    """
    if not isinstance(data, Mapping):
        raise BadInput("Give an object with the play card, the hand and the turn.")
    refuse_unknown(data, _KEYS, "A turn to judge")
    facts = _facts(data)
    turn = None if data.get("turn") is None else turn_from_json(data["turn"])
    left_out = [clauses.OWN_HAND, clauses.DRAW_ONE] if facts.hand is None else []
    if turn is None:
        return {**report(facts).to_json(), **_unchanged(facts), "turn": None, "left_out": left_out}
    _no_more_than_there_are(turn.cards, "The turn")
    if turn.shuffled:
        raise BadInput("Leave the shuffled cards out: their order is hidden.")
    weighed = weigh(facts, turn)
    turn, holds = weighed.turn, list(weighed.holds)
    legal = not weighed.broken and not weighed.doubts
    won = legal and facts.hand is not None and len(turn.cards) == len(facts.hand) > 0
    if won:
        holds.append(Reason(clauses.WIN, "That was the last card of the hand: the game is won."))
    verdict = Verdict.weigh(weighed.broken, weighed.doubts, holds)
    answer = {**verdict.to_json(), **_unchanged(facts), "turn": str(turn), "left_out": left_out}
    return {**answer, **_changed(facts, turn, won=won)} if legal else answer


def _unchanged(facts: Facts) -> dict[str, Any]:
    found = {} if facts.hand is None else hints(facts.play, facts.hand, facts.rules, facts.words)
    return {
        "hand": None if facts.hand is None else list(map(str, facts.hand)),
        "top": str(facts.play),
        "turn_over": False,
        "debt": facts.debt,
        "turns_round": False,
        "won": False,
        "hints": {
            name: None if turn is None else {"turn": str(turn), "cards": len(turn.cards)}
            for name, turn in found.items()
        },
    }


def _changed(facts: Facts, turn: Turn, *, won: bool) -> dict[str, Any]:
    hand = None if facts.hand is None else found_in(facts.hand, turn.cards).parted(facts.hand)[1]
    return {
        "hand": None if hand is None else list(map(str, hand)),
        "top": str(turn.cards[-1] if turn.cards else facts.play),
        "turn_over": turns_over(facts.debt, turn) and not won,
        "debt": owed_then(facts.debt, turn),
        "turns_round": _turns_round(facts, turn),
        "won": won,
    }


def _turns_round(facts: Facts, turn: Turn) -> bool | None:
    """Whether the order of play turns round; None where it hangs on how many play, and nobody said."""
    if not any(card.power == BOUNCE for card in turn.actions):
        return False
    return None if facts.players is None else facts.players != 2


def _facts(data: Mapping[Any, Any]) -> Facts:
    options = {} if data.get("options") is None else data["options"]
    if not isinstance(options, Mapping):
        raise BadInput("The options must be an object of names with true or false.")
    if data.get("play_card") is None:
        raise BadInput("Say which card is the play card, such as WA7lg.")
    least, most = limits()
    players = None if data.get("players") is None else count_from(data["players"])
    if players is not None and not least <= players <= most:
        raise BadInput(f"Zigity is for {least} to {most} players, not {quoted(players)}.")
    available = None if data.get("available") is None else count_from(data["available"])
    hand = None if data.get("hand") is None else by_name(_cards(data["hand"], "The hand"))
    _no_more_than_there_are(hand or (), "The hand")
    return Facts(
        card_from_json(data["play_card"]),
        hand,
        count_from(data.get("debt", 0)),
        players,
        available,
        Rules.of(options),
        _words(data.get("words")),
    )


def card_from_json(data: object) -> Card:
    """Read a card: its name, or an object of its corners, null for one that was not read. Raises BadInput."""
    if not isinstance(data, Mapping):
        return card_from(data)
    refuse_unknown(data, _CORNERS, "A set card")
    corners = []
    for name in _CORNERS:
        known = tuple(characters()) if name == "character" else values_of(name)
        value = data.get(name)
        if value is not None and (isinstance(value, bool | float) or value not in known):
            raise BadInput(
                f"A set card's {name} cannot be {quoted(value)}; use one of {', '.join(map(str, known))}."
            )
        corners.append(value)
    return Card(SET, *corners)


def turn_from_json(data: object) -> Turn:
    """Read a turn: a line of the notation, or an object with set, word, action and draw. Raises BadInput."""
    if isinstance(data, str):
        return parse(data)
    if not isinstance(data, Mapping):
        raise BadInput("The turn must be a line such as: set WA7lg free=T word CAT; or an object.")
    refuse_unknown(data, ("set", "word", "action", "draw"), "A turn")
    laid = None
    if data.get("set") is not None:
        if not isinstance(data["set"], list | tuple):
            raise BadInput("The set must be a list of cards, the one that is left on top last.")
        laid = tuple(map(_laid, data["set"]))
    word = None if data.get("word") is None else word_from(data["word"])
    if word is not None and laid is None:
        raise BadInput("A word needs a set: give the cards that spell it.")
    actions: Cards = ()
    if data.get("action") is not None:
        given = data["action"] if isinstance(data["action"], list | tuple) else [data["action"]]
        actions = _cards(given, "The action")
    return Turn(laid, word, actions, None if data.get("draw") is None else count_from(data["draw"]))


def _laid(data: object) -> Laid:
    if isinstance(data, str):
        return laid_from(data)
    if isinstance(data, Mapping) and "free" in data:
        refuse_unknown(data, ("free",), "A free card")
        return Laid(card_from("free"), None if data["free"] is None else stands_for_from(data["free"]))
    return Laid(card_from_json(data))


def _words(data: object) -> Lexicon:
    if data is None:
        return english_lexicon()
    if not isinstance(data, list | tuple) or not all(isinstance(word, str) for word in data):
        raise BadInput("The words must be a list of those that count.")
    return Lexicon(data)


def _cards(data: object, what: str) -> Cards:
    if not isinstance(data, list | tuple):
        raise BadInput(f"{what} must be a list of cards such as WA7lg.")
    try:
        return tuple(map(card_from_json, data))
    except BadInput as wrong:
        raise BadInput(f"{what}: {wrong}") from wrong


def _no_more_than_there_are(cards: Cards, what: str) -> None:
    """Raise BadInput for more cards than a deck has, the printed one or a bought one."""
    if len(cards) > (most := len(printed_deck())):
        raise BadInput(f"{what} has {len(cards)} cards, and a deck {most}; leave out what is not there.")
