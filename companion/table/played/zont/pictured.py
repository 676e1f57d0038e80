"""A position of Zont and a turn in it, as the page's fragment draws them."""

from __future__ import annotations

from typing import Any

from companion.rules.zont import clauses
from companion.rules.zont.cards import Card, all_cards, colours, suits
from companion.rules.zont.position import View
from companion.rules.zont.turn import Art, Change, Favors, Turn


def seen_json(seen: View, *, hand: bool) -> dict[str, Any]:
    """The five piles, everybody's score pile, and with `hand` one's own cards, as a seat sees the table."""
    return {
        "piles": [
            {
                "suit": suit["name"],
                "sign": suit["sign"],
                "power": suit["power"],
                "place": suit["place"],
                "top": card_json(top),
                "under": under,
            }
            for suit, top, under in zip(suits(), seen.tops, seen.under, strict=True)
        ],
        "score_tops": [None if card is None else card_json(card) for card in seen.score_tops],
        "scored": list(seen.scored),
        "deck": seen.deck,
        "final": seen.final,
        "hand": [card_json(card) for card in seen.hand or ()] if hand else [],
    }


def move_json(move: Turn) -> dict[str, Any]:
    """The cards that were laid, and where."""
    laid = [(move.middle, "middle"), (move.power.card if isinstance(move.power, Art) else None, "art")]
    laid.append((move.score, "score"))
    found = [{**card_json(card), "role": role} for card, role in laid if card is not None]
    if isinstance(move.power, Change | Favors) and move.power.shows is not None:
        found.append({**card_json(move.power.shows), "role": "shows"})
    return {"cards": found}


def kinds_json() -> list[dict[str, Any]]:
    """Every card."""
    return [card_json(card) for card in all_cards()]


def card_json(card: Card) -> dict[str, Any]:
    """A card with what it is called."""
    suit = suits()[card.suit]
    return {
        "name": str(card),
        "suit": suit["name"],
        "code": suit["code"],
        "value": card.value,
        "colour": None if card.colour is None else colours()[card.colour]["name"],
        "says": f"{clauses.suit_name(card.suit)} {card.value}"
        + ("" if card.colour is None else f", {colours()[card.colour]['name']}"),
    }
