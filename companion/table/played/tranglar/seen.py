"""A board in a picture."""

from __future__ import annotations

from dataclasses import dataclass

from companion.table.tranglar.look import BoardLook, look_of
from vision.board.see import see_board
from vision.board.sighting import BoardSeen
from vision.photo import Pixels

GAME = "tranglar"


@dataclass(frozen=True, slots=True)
class PicturedBoard:
    """A board in a picture, and the look that it gives."""

    seen: BoardSeen
    look: BoardLook
    game: str = GAME

    @property
    def size_px(self) -> tuple[int, int]:
        """Of the picture: width, height."""
        return self.seen.size_px


def look_at_board(pixels: Pixels) -> PicturedBoard:
    """The board in a picture, (height, width, 3) uint8 BGR."""
    seen = see_board(pixels)
    return PicturedBoard(seen, look_of(seen.to_json("the camera")))
