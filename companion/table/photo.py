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

NOTHING_SEEN = "No card is seen in this photo: lay the cards apart, come closer, or give more light."
NO_SEATS = "A photo shows no seats, so which card came from where was not looked at."

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


def judge_photo(seen: Seen) -> Judged:
    """Are the cards that were seen one Zangle? What was not read takes part as a card that may be anything."""
    verdict = _verdict(seen)
    return Judged(seen, {**verdict, "not_examined": list(NOT_EXAMINED)}, _zangles(seen))


def annotated(pixels: Pixels, seen: Seen, judged: Judged | None = None) -> Pixels:
    """The photo with what was read, and with the arrangement where there is a verdict that has one."""
    return annotate(pixels, seen, None if judged is None else judged.verdict)


def _verdict(seen: Seen) -> dict[str, Any]:
    if not seen.cards and not seen.unread:
        return {"ruling": "undecided", "reasons": [_reason("zangle/at-least-three", NOTHING_SEEN)]}
    verdict = judge_json(_claim(seen))
    examined = [reason for reason in verdict["reasons"] if reason["clause"] not in NOT_EXAMINED]
    # Each thing that was not read says what would help, before the rules say what they miss.
    doubts = [
        _reason("zangle/exact-cover", f"Card {number + 1} is not read: {_closed(thing.why)}", number)
        for number, thing in enumerate(seen.unread, len(seen.cards))
    ]
    if verdict["ruling"] == "undecided":
        examined = doubts + [reason for reason in examined if not doubts]
    if verdict["ruling"] == "legal":
        examined.append(_reason("zangle/both-locations", NO_SEATS))
    return {**verdict, "reasons": examined}


def _claim(seen: Seen) -> dict[str, Any]:
    """The cards as a claim whose places suit it: the first card that is no Z from the centre, the rest one's own."""
    cards = [card for card in seen.cards if isinstance(card, CardSighting)]
    centre = next((number for number, card in enumerate(cards) if card.shape is not None), 0)
    looks: list[tuple[int | None, dict[str, Any] | None]] = [
        (card.triangles, None if card.shape is None else card.shape.to_json()) for card in cards
    ]
    looks += [(None, None)] * len(seen.unread)
    return {
        "claimant": "you",
        "profile": seen.profile or PROFILES[0],
        "cards": [
            {"from": "centre" if number == centre else "you", "triangles": triangles, "shape": shape}
            for number, (triangles, shape) in enumerate(looks)
        ],
    }


def _reason(clause: str, says: str, *where: int) -> dict[str, Any]:
    return {"clause": clause, "says": says, "where": list(where)}


def _closed(words: str) -> str:
    return words if words.endswith((".", "!", "?")) else f"{words}."


def _zangles(seen: Seen) -> dict[str, Any]:
    return {"count": 0, "found": []}
