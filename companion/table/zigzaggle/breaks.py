"""What a play breaks for certain: on every runway that may be in play, for all letters of free tiles, and whatever
lies on the hidden cells over which its words may run on.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from companion.rules.sentences import in_a_row
from companion.rules.zigzaggle.clauses import ONE_FREE, ONE_LINE, RUNWAY, WORD_LIST
from companion.rules.zigzaggle.scoring import Word
from companion.table.zigzaggle.letters import Claim, Readings, made, masked, runs_on

NO_RUNWAY = "No tile was laid in a runway or a shaded area, whichever runway is in play."
NO_LETTER = "{word} is not in the word list, whatever its free tile stands for."
NO_LETTER_FOR_ALL = "No letters of the free tiles make words of {words} together."
WHATEVER_FOLLOWS = (ONE_LINE, ONE_FREE, WORD_LIST)
"""What more tiles of the same play do not mend: no gap that is seen bare, and no word that ends where it ends."""

Reasons = list[dict[str, Any]]


def surely_broken(
    claim: Claim, answers: Sequence[Mapping[str, Any]], ends: Collection[str], found: Readings | None
) -> Reasons:
    """The reasons, as JSON; none where it may be legal.

    `answers` are the rules' own on each runway in question, some letter standing for what is open; `ends` are the
    hidden cells; `found` is what free tiles may stand for, None where they are too many to be tried.
    """
    words = {word.where: word for word in made(claim, {})}
    closed = {where: word for where, word in words.items() if not runs_on(word, ends)}
    broken = list(_on_all_runways(answers))
    if ends:
        broken = [
            one for one in broken if one["clause"] in WHATEVER_FOLLOWS and not {*one["where"]} & {*ends}
        ]
    told = [one for one in broken if one["clause"] not in (WORD_LIST, ONE_FREE)]
    for one in broken:
        word = words.get(tuple(one["where"]))
        if word is None or one in told:
            continue
        shown = masked(claim, word)
        if one["clause"] == ONE_FREE:
            told.append({**one, "says": one["says"].replace(word.text.upper(), shown)})
        elif "*" not in shown and word.where in closed:
            told.append(one)
    return [*told, *_without_letters(claim, list(closed.values()), found, told)]


def _on_all_runways(answers: Sequence[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    if any(answer["ruling"] == "legal" for answer in answers):
        return
    off = [next((one for one in each["reasons"] if one["clause"] == RUNWAY), None) for each in answers]
    if off[0] is not None and None not in off:
        yield off[0] if len(off) == 1 else {**off[0], "says": NO_RUNWAY}
    for one in answers[0]["reasons"]:
        if one["clause"] != RUNWAY and all(one in other["reasons"] for other in answers):
            yield one


def _without_letters(
    claim: Claim, closed: Sequence[Word], found: Readings | None, told: Reasons
) -> Iterator[dict[str, Any]]:
    """Words that no letters make."""
    if found is None or found.found:
        return
    hopeful = {word: masked(claim, word) for word in closed}
    hopeful = {word: text for word, text in hopeful.items() if "*" in text}
    never = {word: text for word, text in hopeful.items() if word.where not in found.can}
    for word, text in never.items():
        yield {"clause": WORD_LIST, "says": NO_LETTER.format(word=text), "where": list(word.where)}
    every = len(closed) == len(made(claim, {}))
    if every and not never and all(one["clause"] != WORD_LIST for one in told):
        says = NO_LETTER_FOR_ALL.format(words=in_a_row(hopeful.values()))
        cells = dict.fromkeys(cell for word in hopeful for cell in word.where)
        yield {"clause": WORD_LIST, "says": says, "where": list(cells)}
