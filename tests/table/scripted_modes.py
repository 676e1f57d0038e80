"""Games of each mode of Zangle as scripts."""

from __future__ import annotations

from companion.table.zangle import events as ev
from tests.table.script import Script, no_zangle

THREE_PLAYERS = ("ann", "ben", "cem")


def speedster(*players: str, **more: object) -> Script:
    """Speedster, set up."""
    return Script(ev.SetUp("speedster", players or THREE_PLAYERS, **more))  # type: ignore[arg-type]


def five_rounds() -> Script:
    """Ann and Ben tie for the fewest points after five rounds, one of which ended with a wrong check."""
    game = speedster().start()
    game.lay("ben", 3).do(ev.Hit("cem")).go_out("ann")
    game.do(ev.RoundCheck(True), ev.Equalize("ann"), ev.NextRound()).start()
    game.lay("ann", 4).go_out("ben").do(ev.RoundCheck(False), ev.NextRound()).start()
    game.lay("ann", 4).lay("ann", 2).go_out("ben")
    game.do(ev.RoundCheck(True), ev.Equalize("ben"), ev.NextRound()).start()
    game.call("ann").do(no_zangle("ann"), ev.Penalty("ann")).lay("cem", 3).go_out("ben")
    game.do(ev.RoundCheck(True), ev.Equalize("ben"), ev.NextRound()).start()
    return game.lay("ann", 4).lay("ben", 1).go_out("cem").do(ev.RoundCheck(True))


def turn_style(*players: str) -> Script:
    """Turn-Style, dealt."""
    return Script(ev.SetUp("turn-style", players or THREE_PLAYERS)).start()


def solitaire(**options: int) -> Script:
    """Solitaire, dealt."""
    return Script(ev.SetUp("solitaire", ("ann",), options=tuple(options.items()))).start()
