"""What the reading of a board hands on: pieces, what could not be read, and every reading that is still open."""

from __future__ import annotations

from dataclasses import dataclass

from vision.sighting import Point, rounded

Loop = tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class PieceSighting:
    """A piece on the board. `cells` are names such as a1N, `corners_px` its outline, `confidence` 0..1."""

    owner: str
    kind: str
    hand: str | None
    cells: tuple[str, ...]
    corners_px: Loop
    confidence: float

    def to_json(self) -> dict[str, object]:
        """The piece as `companion see` prints it."""
        return {
            "owner": self.owner,
            "kind": self.kind,
            "hand": self.hand,
            "cells": list(self.cells),
            "corners_px": rounded(self.corners_px),
            "confidence": round(self.confidence, 3),
        }


@dataclass(frozen=True, slots=True)
class UnreadPlace:
    """Cells that were not read for certain, or (with no cells) a place in the photo; `why` says what would help. Those
    of the cells that are `white_or_bare` have neither player's piece on them."""

    corners_px: Loop
    why: str
    cells: tuple[str, ...] = ()
    white_or_bare: tuple[str, ...] = ()

    def to_json(self) -> dict[str, object]:
        """The place and the reason."""
        return {
            "corners_px": rounded(self.corners_px),
            "why": self.why,
            "cells": list(self.cells),
            "white_or_bare": list(self.white_or_bare),
        }


@dataclass(frozen=True, slots=True)
class OpenReading:
    """One way to read the whole board: its probability among all that are open, and (owner, kind, hand, cells)."""

    probability: float
    pieces: tuple[tuple[str, str, str | None, tuple[str, ...]], ...]

    def to_json(self) -> dict[str, object]:
        """The reading with its pieces."""
        return {
            "probability": round(self.probability, 3),
            "pieces": [
                {"owner": owner, "kind": kind, "hand": hand, "cells": list(cells)}
                for owner, kind, hand, cells in self.pieces
            ],
        }


@dataclass(frozen=True, slots=True)
class BoardSeen:
    """All that one photo shows of a board.

    `grid_px`: the corners of the grid, that of a1 first, then d1, d4, a4; None where no board was found. `readings`:
    every whole board that the photo leaves open, the likeliest first; one alone where nothing is in doubt.
    """

    size_px: tuple[int, int]
    grid_px: Loop | None
    pieces: tuple[PieceSighting, ...]
    unread: tuple[UnreadPlace, ...]
    readings: tuple[OpenReading, ...] = ()

    def to_json(self, photo: str) -> dict[str, object]:
        """One line of `companion see --json`."""
        return {
            "photo": photo,
            "game": "tranglar",
            "profile": None,
            "size_px": list(self.size_px),
            "board": None if self.grid_px is None else {"corners_px": rounded(self.grid_px)},
            "pieces": [piece.to_json() for piece in self.pieces],
            "unread": [place.to_json() for place in self.unread],
            "readings": [reading.to_json() for reading in self.readings],
        }
