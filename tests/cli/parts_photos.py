"""Photos of what is taken at Zigity and at Zont, drawn and kept in a file."""

from __future__ import annotations

from pathlib import Path

import cv2

from tests.vision.parts.drawn import Lying, Pixels, camera, face, photographed


def saved(picture: Pixels, path: Path) -> str:
    """Where the picture has been kept."""
    cv2.imwrite(str(path), picture)
    return str(path)


def zigity_photo(path: Path, *, known: bool = True) -> str:
    """DW2rd and, in a row, DE9cd; the draw pile beside the play card where that is `known`."""
    things = [Lying(face("zigity", "DW2rd"), (0.0, -62.0)), Lying(face("zigity", "DE9cd"), (10.0, 62.0), 4)]
    things += [Lying(face("zigity", "back"), (90.0, -60.0), 2)] if known else []
    return saved(photographed(things, camera(2.7, 12)), path)


def zont_photo(path: Path) -> str:
    """Five piles in a row, and three cards before a player."""
    tops = ("A2r", "C0", "F3y", "Z1b", "G4")
    things = [Lying(face("zont", one), (74.0 * k - 148, -60.0), 2.0 * k - 4) for k, one in enumerate(tops)]
    things += [
        Lying(face("zont", one), (25.0 * k - 60, 66.0), 3) for k, one in enumerate(("A1y", "F1r", "C2b"))
    ]
    return saved(photographed(things, camera(2.6, 15)), path)
