"""What an undo would take back, in the words of the button that it was entered by."""

from __future__ import annotations

from companion.rules.zangle import CENTRE
from companion.table.zangle import events as ev

FILL_UP_CENTRE = "Fill up the centre"

_WORDS: dict[type, str] = {
    ev.Join: "A late player",
    ev.Deal: "Deal",
    ev.Flip: "Turn up the centre",
    ev.Hit: "Hit",
    ev.Call: "Call",
    ev.Claim: "Lay down cards",
    ev.Penalty: "Penalty",
    ev.Pass: "Pass",
    ev.Seen: "What was seen",
    ev.Stuck: "Stuck",
    ev.EndRound: "Nobody can go on",
    ev.NextRound: "Next round",
    ev.End: "End the game",
    ev.Pause: "Pause",
    ev.Resume: "Go on",
    ev.Overrule: "Overrule",
    ev.CorrectScore: "Correct",
    ev.CorrectCards: "Correct",
}


def undo_words(event: ev.Event) -> str:
    """That of an event of Zangle's table."""
    match event:
        case ev.Settle(seat):
            return f"{seat} was first"
        case ev.Replenish(place):
            return FILL_UP_CENTRE if place == CENTRE else "Fill up"
        case ev.FillColumn(source, to):
            return f"Column {source} to {to}"
        case ev.RoundCheck(correct):
            return "The Zangles are right" if correct else "Not all are right"
        case ev.Equalize(seat):
            return f"Equalizer for {seat}"
    return _WORDS.get(type(event), "Set up")
