"""A photo and the rules together: are the cards in this photo one Zangle?

A single photo knows no seats. Whose card is whose is therefore taken as it suits the claim, and the
verdict says that it was not looked at.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.lens import Lens
from companion.rules.polyform import Shape
from companion.rules.zangle import best_zangles, judge_json
from companion.table.decks import profiles, zangle_deck
from vision.draw import annotate
from vision.errors import BadPhoto
from vision.photo import load_photo_bytes
from vision.see import see
from vision.sighting import CardSighting, Seen

__all__ = ["PROFILES", "BadPhoto", "Judged", "Reading", "annotated", "judge_photo", "look", "read_photo"]

PROFILES = profiles()
NOT_EXAMINED = ("zangle/both-locations", "zangle/no-other-players-cards")
MOST_LISTED = 12
"""Of the Zangles among the cards seen."""

PICTURE_MAX_PX = 2000
"""The longer side of the picture that goes to a page: sharp on a big screen, and some 400 KB."""

Pixels = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Judged:
    """What was seen and what the rules say of it.

    `verdict` is as `companion judge` prints it; its card numbers count through the cards and then on
    through what was not read. `zangles` is {"count", "found"}.
    """

    seen: Seen
    verdict: dict[str, Any]
    zangles: dict[str, Any]

    def to_json(self, photo: str) -> dict[str, object]:
        """One line of `companion photo --json`."""
        return {**self.seen.to_json(photo), **self.verdict, "zangles": self.zangles}


@dataclass(frozen=True, slots=True)
class Reading:
    """A photo read and judged. `pixels`: (height, width, 3) uint8, blue-green-red."""

    pixels: Pixels
    seen: Seen
    judged: Judged

    def picture_jpeg(self) -> bytes:
        """The annotated picture, no larger than a page needs."""
        picture = annotated(self.pixels, self.seen, self.judged)
        scale = PICTURE_MAX_PX / max(picture.shape[:2])
        if scale < 1:
            picture = np.asarray(
                cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8
            )
        _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 88])
        return data.tobytes()


def read_photo(data: bytes, name: str, *, game: str, profile: str | None = None) -> Reading:
    """Read and judge a photo as it was uploaded. Raises BadPhoto; `name` is used in its sentence."""
    pixels = load_photo_bytes(data, name)
    seen = look(pixels, game=game, profile=profile)
    return Reading(pixels, seen, judge_photo(seen))


def look(pixels: Pixels, *, game: str, profile: str | None = None, lens: Lens | None = None) -> Seen:
    """What lies in the photo, the printed deck's markers being known."""
    return see(
        pixels, game=game, deck=zangle_deck() if game == "zangle" else None, profile=profile, lens=lens
    )


def annotated(pixels: Pixels, seen: Seen, judged: Judged | None = None) -> Pixels:
    """The photo with what was read, and with the arrangement where there is a verdict that has one."""
    return annotate(pixels, seen, None if judged is None else judged.verdict)
