"""What the winner of a round has to show, as the log knows it: the Zangles, and who ruled on them."""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules.verdict import Ruling
from companion.table.zangle import events as ev
from companion.table.zangle.play import State


@dataclass(frozen=True, slots=True)
class Shown:
    """A Zangle that was accepted this round."""

    seq: int
    """The number of its claim."""
    cards: tuple[ev.Taken, ...]
    ruling: Ruling
    """What the rules said; anything but legal was overruled by the table."""


def zangles_to_show(state: State, seat: str) -> tuple[Shown, ...]:
    """A player's accepted Zangles of this round, in the order in which they were laid down.

    A round check can be wrong only where a card was read wrongly or the table overruled the rules:
    the pile beside this list shows which.
    """
    overruled: dict[int, Ruling] = {}
    shown: list[Shown] = []
    for node in state.in_effect:
        event = node.event
        if isinstance(event, ev.Deal):
            break
        if isinstance(event, ev.Overrule):
            overruled.setdefault(event.of, event.ruling)
        elif isinstance(event, ev.Claim) and event.seat == seat:
            ruling = event.ruling or Ruling.UNDECIDED
            if overruled.get(node.seq, ruling) is Ruling.LEGAL:
                shown.append(Shown(node.seq, event.cards, ruling))
    return tuple(reversed(shown))
