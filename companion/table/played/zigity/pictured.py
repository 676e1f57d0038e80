"""A position of Zigity and a turn in it, as the page's fragment draws them."""

from __future__ import annotations

from typing import Any

from companion.rules.seeds import seed
from companion.rules.zigity import clauses
from companion.rules.zigity.cards import SET, Card, characters, printed_deck
from companion.rules.zigity.position import View
from companion.rules.zigity.turn import Turn

_ASKS = {
    "part": "A Creative Cat: left, centre and right.",
    "letter": "A Word Worm: a word with its letter.",
    "number": "A Data Head: numbers that make 11.",
    "instrument": "A Star Performer: cards with its instrument.",
}


def seen_json(seen: View, *, hand: bool) -> dict[str, Any]:
    """The middle, everybody's count of cards, and with `hand` one's own cards, as a seat sees the table."""
    character = seen.play_card.character
    return {
        "play_card": card_json(seen.play_card),
        "played": seen.played_count,
        "draw": seen.draw_count,
        "debt": seen.debt,
        "direction": seen.direction,
        "asks": None if character is None else _ASKS[characters()[character]],
        "hand": [card_json(card) for card in seen.hand or ()] if hand else [],
    }


def move_json(move: Turn) -> dict[str, Any]:
    """The cards that were laid."""
    laid = [{**card_json(one.card), "for": one.stands_for} for one in move.laid or ()]
    return {"cards": [*laid, *map(card_json, move.actions)], "word": move.word, "draws": move.draws}


def kinds_json() -> list[dict[str, Any]]:
    """Every kind of card of the printed deck."""
    return [card_json(card) for card in sorted(set(printed_deck()), key=str)]


def card_json(card: Card) -> dict[str, Any]:
    """A card with what it is called."""
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
