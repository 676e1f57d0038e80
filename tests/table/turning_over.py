"""A piece that petrol lays at b2W, and one of green that it turns over."""

from __future__ import annotations

from tests.rules.tranglar_pieces import piece

BEFORE = [
    piece("neutral", "a4E", "b4E", "b4N", "b4S", "b4W"),
    piece("neutral", "c2E", "d1E", "d1N", "d2S", "d2W"),
    piece("petrol", "b2E"),
    piece("green", "b2N"),
]
"""Petrol is on turn."""
LAID = [*BEFORE, piece("petrol", "b2W")]
"""Green's still lies as it did."""
TAKEN = [*BEFORE[:2], piece("petrol", "b2E"), piece("petrol", "b2N"), piece("petrol", "b2W")]
"""Both are done."""
LINE = "b2E b2N a4Eb4ENSW,c2Ed1ENd2SW petrol 3S4G3M1TL1TR1F1Q1C1PR 3S4G3M1TL1TR1F1Q1C1PL 3/3 - 0"
"""The board before, and what lies beside it, on one line."""
SEATS = ("ann", "ben")
