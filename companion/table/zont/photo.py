"""A photo of Zont's table judged: what a card of each suit counts, and what the score piles are worth."""

from __future__ import annotations

from typing import Any

from companion.rules.zont.cards import card_from, suits
from companion.rules.zont.clauses import SCORE
from companion.rules.zont.contract import judge_json
from companion.table.zont.laid import ZontTable


def judge_piles(table: ZontTable) -> dict[str, Any]:
    """`values` of the suits and `points` of the score piles as `companion judge zont` gives them.

    Undecided where the table leaves something open; values that are certain are told then too, the others null.
    """
    claim = table.claim()
    if claim is not None:
        answer = judge_json(claim)
        return {key: answer[key] for key in ("ruling", "reasons", "values", "points")}
    known = {suit: card_from(card.name).value for suit, card in table.tops}
    return {
        "ruling": "undecided",
        "reasons": [{"clause": SCORE, "says": says, "where": []} for says in table.doubts],
        "values": {str(suit["name"]): known.get(str(suit["name"])) for suit in suits()},
        "points": {},
    }
