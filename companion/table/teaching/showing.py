"""A photo of cards shown to a deck, for a page: what each card became, and its face laid flat to look at."""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from calibration.files import Foreign
from calibration.taught import BadDeck, TaughtDeck, deck_of, game_name
from companion.table.teaching.names import named_from
from vision.photo import load_photo_bytes
from vision.taught.draw import laid_flat
from vision.taught.faces import FaceReader
from vision.taught.learn import alike, empty, learn, renamed, shown
from vision.taught.packing import unpack
from vision.taught.pictured import COLOURS, Picture

JPEG_QUALITY = 85


@dataclass(frozen=True, slots=True)
class ShownCard:
    """One card of a photo: the number of its kind, whether that is new, and its face (JPEG), upright as it lay."""

    kind: int
    new: bool
    corners_px: tuple[tuple[float, float], ...]
    face: bytes

    def to_json(self) -> dict[str, object]:
        """As a page has it."""
        return {
            "kind": self.kind,
            "new": self.new,
            "corners_px": [[round(x, 2), round(y, 2)] for x, y in self.corners_px],
            "picture": _address(self.face),
        }


def _address(jpeg: bytes) -> str:
    return f"data:image/jpeg;base64,{base64.b64encode(jpeg).decode('ascii')}"


def deck_from(data: Any, game: str | None = None) -> TaughtDeck:
    """A deck as its file holds it, fit to be used; an empty one for None. Raises BadDeck with one sentence."""
    if data is None:
        return empty(game_name(game))
    try:
        deck = deck_of(data)
        FaceReader(deck)
    except Foreign as error:
        if error.newer:
            raise BadDeck("this deck was written by a newer version of this program: update it") from error
        raise BadDeck("this file holds no deck that was taught: choose another") from error
    except BadDeck:
        raise
    except (AttributeError, KeyError, TypeError, ValueError, IndexError, OverflowError) as error:
        raise BadDeck("this deck is damaged: copy its file again, or teach it anew") from error
    if game is not None and deck.game != game:
        raise BadDeck(f"this is a deck of {deck.game}, not of {game}: begin a deck of its own")
    return deck


def show(deck: TaughtDeck, photo: bytes, name: str) -> tuple[TaughtDeck, list[ShownCard]]:
    """The deck with a photo's cards added. Raises BadPhoto, and BadDeck where no card is found."""
    pixels = load_photo_bytes(photo, name)
    faces = shown(pixels)
    if not faces:
        raise BadDeck(
            f"no card is found in {name}: lay the cards apart on a plain ground of another colour, whole in the picture"
        )
    deck, learnt = learn(deck, faces, [None] * len(faces))
    cards = []
    for face, one in zip(faces, learnt, strict=True):
        corners = tuple((float(x), float(y)) for x, y in face.corners)
        _, jpeg = cv2.imencode(
            ".jpg", laid_flat(pixels, face.corners), [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY]
        )
        cards.append(ShownCard(one.kind, one.new, corners, jpeg.tobytes()))
    return deck, cards


def kept_faces(deck: TaughtDeck) -> list[str]:
    """The small picture that a deck holds of each kind, for a page; its paper is white, whatever it was."""
    return [_address(_drawn(unpack(kind.views[0])[1])) for kind in deck.kinds]


def _drawn(picture: Picture) -> bytes:
    colours = picture.colours[..., :COLOURS]
    # What is brighter than its paper, as on a dark card, has to show, too.
    pixels = (colours * (255 / max(1.0, float(colours.max())))).astype(np.uint8)
    _, jpeg = cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
    return jpeg.tobytes()


def named(deck: TaughtDeck, names: Sequence[Any]) -> tuple[TaughtDeck, list[int]]:
    """The deck with its kinds named, and where each is now; kinds of one name become one. Raises BadDeck."""
    if not all(isinstance(one, str | Mapping) for one in names):
        raise BadDeck("each name is a text, or an object with a name")
    told, places = renamed(deck, [named_from(one, deck.game) for one in names])
    return deck_from(told.to_json()), places


def near(deck: TaughtDeck) -> list[list[str]]:
    """Pairs of kinds that will often be unread, by their names."""
    return [list(pair) for pair in alike(deck)]
