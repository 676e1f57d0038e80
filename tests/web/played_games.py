"""Games other than Zangle at a server, each begun in the midst of it."""

from __future__ import annotations

from typing import Any

from tests.web.playing import ask

ZIGITY = "SG10rg,WA3rt,dodge,free/SM9lg,WO7rp,bounce DL5rg,DS7cp,CA1lp,CA4cd SA3cg 1 + 0 0 running"
ZONT = "A0/C0/F0/Z0/G0 A2rC2rC3bF2bZ3b/A1rF1yG1bG2bZ2r -/A1b A3rC1r 1 running"
ZIGZAGGLE = "i16=Sy,j16=Ty,k16=Oy,l16=Py AyEyIyNyRr*/DyEyLyTgIbOr* TgRg 40/52 1 south 0 -"
TRANGLAR = (
    "a4ENSW,c1Nc2S,c2NWc3S,d1N,d3W,d3ENd4S a3N,a2NWa3ES,b4ENSW,d2EN,d2S a1Eb1ENSW,a2Eb2NWb3ES "
    "green 2S4G2M1F1C1PR 2S3G3M1TL1TR1F1C 3/3 - 0"
)
LINES = {"zigity": ZIGITY, "zont": ZONT, "zigzaggle": ZIGZAGGLE, "tranglar": TRANGLAR}
"""A position of each, as its game writes it."""


def begin(url: str, game: str, *, dealt: bool, second: str = "Ben") -> None:
    """A game between Ann and another, at the position of this module."""
    body = {"game": game, "players": ["Ann", second], "dealt": dealt, "position": LINES[game]}
    ask(url, "played/set-up", body)


def standing(url: str) -> dict[str, Any]:
    """How the game stands."""
    return ask(url, "played/state")
