"""Games of Zangle at a server, brought to the moment that is to be shown."""

from __future__ import annotations

from typing import Any

from tests.web.playing import ask, enter


def begin(url: str, *players: str, **more: Any) -> None:
    """A game whose centre is turned up; of Speedster unless told otherwise."""
    ask(url, "set-up", {"mode": "speedster", "players": players or ("Ann", "Ben", "Cem"), **more})
    enter(url, "deal")
    enter(url, "flip")


def arrange(url: str, moment: str, players: int = 8) -> None:
    """Bring the table to a moment."""
    if moment == "empty":
        return
    begin(url, *(f"Player {n}" for n in range(1, players)), "Ann")
    if moment == "playing":
        return
    now = ask(url, "clock")["received_s"]
    enter(url, "call", seat="Ann", pressed_s=now, device="d", samples=[[now, now, now, now]])
    if moment == "called":
        return
    deck = ask(url, "deck")["faces"]
    one, two, zed = deck[0], deck[1], deck[-1]
    own = {"legal": [two, one], "checked": [two, one, zed, zed], "illegal": [one, one]}.get(moment, [{}, {}])
    cards = [{"source": "Ann", "face": face} for face in own]
    enter(url, "claim", seat="Ann", cards=[*cards, {"source": "centre", "face": one}])
    if moment == "checked":
        place = {"kind": "draw pile", "seat": "Ann"}
        enter(url, "correct-cards", source=place, to={"kind": "centre pile"}, count=6, why="for a test")
