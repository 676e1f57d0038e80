"""A photo of Zigity's table judged: is what lies there a set for the play card?"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.rules.zigity.cards import BOUNCE, DRAW, card_from
from companion.rules.zigity.clauses import BOUNCED, DEBT, DODGED, DRAW_CARDS, READ, TURN_OVER, name_of, plural
from companion.rules.zigity.contract import judge_json
from companion.rules.zigity.turn import word_from
from companion.table.zigity.laid import ZigityTable

KEPT = ("ruling", "reasons", "turn", "top", "left_out")
"""Of what the rules answer; the rest is of a game that no photo shows."""


MORE_CARDS = 2
"""So many more than is seen unread may lie beneath it."""
NOT_READ = "?????"


def judge_set(table: ZigityTable, *, word: str | None = None) -> dict[str, Any]:
    """The verdict of `companion judge zigity` on the cards laid; undecided where the table leaves something open.

    What no further card mends is illegal all the same. `word` is what the cards are said to spell. Raises BadInput for
    one that cannot be a word.
    """
    if word is not None:
        word = word_from(word)
    if table.doubts:
        reasons = [{"clause": READ, "says": says, "where": []} for says in table.doubts]
        undecided = {"ruling": "undecided", "reasons": reasons, "turn": None, "top": None, "left_out": []}
        return _beyond_mending(table, word) or undecided
    claim = table.claim()
    assert claim is not None
    answer = judge_json(_with_word(claim, word))
    kept = {key: answer[key] for key in KEPT}
    return kept if "action" not in claim.get("turn", {}) else _with_debt_open(kept, claim)


def _with_word(claim: dict[str, Any], word: str | None) -> dict[str, Any]:
    if word is None or "set" not in claim.get("turn", {}):
        return claim
    return {**claim, "turn": {**claim["turn"], "word": word}}


def _beyond_mending(table: ZigityTable, word: str | None) -> dict[str, Any] | None:
    """The verdict, where the set is none however many cards of whatever kind the unread ones are."""
    told = replace(table, doubts=()).claim() if table.unread == len(table.doubts) else None
    if told is None or "turn" not in told:
        return None
    laid = [str(card.name) for card in table.laid]
    further = range(1, table.unread + MORE_CARDS + 1)
    claims = [told, *({**told, "turn": {"set": [*laid, *[NOT_READ] * more]}} for more in further)]
    answers = [judge_json(_with_word(claim, word)) for claim in claims]
    if any(answer["ruling"] != "illegal" for answer in answers):
        return None
    always = set.intersection(*({reason["clause"] for reason in one["reasons"]} for one in answers))
    reasons = [
        {**reason, "where": [name for name in reason["where"] if name != NOT_READ]}
        for reason in answers[table.unread]["reasons"]
        if reason["clause"] in always
    ]
    return {**{key: answers[0][key] for key in KEPT}, "reasons": reasons} if reasons else None


def _with_debt_open(answer: dict[str, Any], claim: dict[str, Any]) -> dict[str, Any]:
    """The verdict on an action card over another one: cards are owed then, and no photo shows how many."""
    if answer["ruling"] != "legal" or not card_from(claim["play_card"]).is_action:
        return answer
    card = card_from(claim["turn"]["action"])
    clause, says = DODGED, "Dodge: what is owed passes on to the next player."
    if card.power == DRAW:
        clause, says = DRAW_CARDS, f"The next player owes {plural(card.draws)} more than were owed."
    elif card.power == BOUNCE:
        clause, says = BOUNCED, f"{name_of(card)}: what is owed goes back; between two players it is a Dodge."
    known = [one for one in answer["reasons"] if one["clause"] not in (clause, TURN_OVER)]
    reason = {"clause": clause, "says": says, "where": [str(card)]}
    return {**answer, "reasons": [*known, reason], "left_out": [*answer["left_out"], DEBT]}
