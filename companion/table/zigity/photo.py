"""A photo of Zigity's table judged: is what lies there a set for the play card?"""

from __future__ import annotations

from typing import Any

from companion.rules.zigity.clauses import READ
from companion.rules.zigity.contract import judge_json
from companion.rules.zigity.turn import word_from
from companion.table.zigity.laid import ZigityTable

KEPT = ("ruling", "reasons", "turn", "top", "left_out")
"""Of what the rules answer; the rest is of a game that no photo shows."""


def judge_set(table: ZigityTable, *, word: str | None = None) -> dict[str, Any]:
    """The verdict of `companion judge zigity` on the cards laid; undecided where the table leaves something open.

    `word` is what the cards are said to spell. Raises BadInput for one that cannot be a word.
    """
    if word is not None:
        word = word_from(word)
    claim = table.claim()
    if claim is None:
        reasons = [{"clause": READ, "says": says, "where": []} for says in table.doubts]
        return {"ruling": "undecided", "reasons": reasons, "turn": None, "top": None, "left_out": []}
    if word is not None and "set" in claim.get("turn", {}):
        claim = {**claim, "turn": {**claim["turn"], "word": word}}
    answer = judge_json(claim)
    return {key: answer[key] for key in KEPT}
