"""What vision is told of the printed parts of Zigity, Zont and Zig Zaggle, and a look at a photo of them."""

from __future__ import annotations

from calibration.lens import Lens
from vision.parts.deck import MarkedParts
from vision.parts.see import see_parts
from vision.parts.sighting import PartsSeen
from vision.photo import Pixels

GAMES = ("zigity", "zont", "zigzaggle")


def printed_parts(game: str) -> MarkedParts:
    """The parts that `companion print GAME` makes, a game of `GAMES`."""
    raise NotImplementedError


def look_at_parts(pixels: Pixels, *, game: str, lens: Lens | None = None) -> PartsSeen:
    """What lies in a photo, (height, width, 3) uint8 BGR, of a game of `GAMES`. Raises calibration.lens.BadLens."""
    return see_parts(pixels, parts=printed_parts(game), lens=lens)
