"""A taught deck as the eye of a game: what it sees, told as the game's own cards are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np

from calibration.lens import Lens
from calibration.taught import BadDeck, TaughtDeck, load_deck
from companion.table.teaching.lists import listed
from vision.parts.sighting import PartSighting, PartsSeen, PartUnread
from vision.photo import Pixels
from vision.plane import Floats, apply, quad_area
from vision.quads import as_quad
from vision.rectify import face_map
from vision.sighting import CardSighting, Quad, Seen
from vision.taught.draw import FACE_MM
from vision.taught.faces import SHAPED
from vision.taught.following import LastLook, look_again
from vision.taught.read import TaughtReader
from vision.taught.sighting import READ_BY, TaughtSighting

PARTS = ("zigity", "zont")
"""The games whose cards are told by their names."""
BACK = "back"
"""What a card is called whose back was taught as a kind of its own."""


class TaughtEye:
    """Looks at photos of a game's taught deck. Raises BadDeck where its cards are not named as the game's are."""

    def __init__(self, deck: TaughtDeck) -> None:
        self.game = deck.game
        if not deck.kinds:
            raise BadDeck("the deck has no cards yet: teach it some")
        if deck.game == SHAPED:
            _must_know(deck, [kind.name for kind in deck.kinds if "triangles" not in kind.fields])
        elif deck.game in PARTS:
            names = {name for name, _ in listed(deck.game)} | {BACK}
            _must_know(deck, [kind.name for kind in deck.kinds if kind.name not in names])
        else:
            raise BadDeck(
                f"no rules of {deck.game} are known here: a deck for play is of zangle, {' or '.join(PARTS)}"
            )
        self._reader = TaughtReader(deck)

    def seen(self, pixels: Pixels, lens: Lens | None = None) -> Seen:
        """What lies in a photo (height, width, 3) uint8 BGR, of Zangle."""
        return self._reader.see(pixels, lens)

    def followed(self, pixels: Pixels) -> Seen:
        """The same for cards that are followed: copies of a card are told by their shape, and have no name."""
        seen = self._reader.see(pixels)
        cards = tuple(replace(card, id=None) for card in seen.cards if isinstance(card, CardSighting))
        return replace(seen, cards=cards)

    def parts(self, pixels: Pixels, lens: Lens | None = None) -> PartsSeen:
        """What lies in a photo (h, w, 3), of a game of PARTS; millimetres are of the largest card's plane."""
        return self._told(self._reader.see(pixels, lens))

    def standing(self) -> StandingEye:
        """The same through a camera that stands still."""
        return StandingEye(self.game, self._reader, self._told)

    def _told(self, seen: Seen) -> PartsSeen:
        """The cards that were seen, as parts of the game."""
        cards = [card for card in seen.cards if isinstance(card, TaughtSighting)]
        to_mm = _plane([np.array(card.corners_px) for card in cards])
        copies: Counter[str] = Counter()
        parts = []
        for card in cards:
            copies[card.name] += 1
            parts.append(_part(card, copies[card.name], to_mm))
        unread = tuple(
            PartUnread(one.corners_px, one.why, _flat(np.array(one.corners_px), to_mm)) for one in seen.unread
        )
        return PartsSeen(self.game, seen.size_px, tuple(parts), unread)


class StandingEye:
    """Looks at one table over and over: what did not change since the last look is as it was."""

    def __init__(self, game: str, reader: TaughtReader, told: Callable[[Seen], PartsSeen]) -> None:
        self.game = game
        self._reader, self._told = reader, told
        self._last: LastLook | None = None

    def parts(self, pixels: Pixels) -> PartsSeen:
        """What lies in the next picture, (height, width, 3) uint8 BGR, of a game of PARTS."""
        self._last = look_again(self._reader, pixels, self._last)
        return self._told(self._last.seen)


def load_eye(path: Path | str, game: str | None = None) -> TaughtEye:
    """The eye of a deck's file; `game` is what it has to be a deck of. Raises BadDeck with a sentence."""
    deck = load_deck(path)
    if game is not None and deck.game != game:
        raise BadDeck(f"{path} holds a deck of {deck.game}, not of {game}: name another deck, or that game")
    try:
        return TaughtEye(deck)
    except BadDeck as error:
        raise BadDeck(f"the deck file {path} cannot be used: {error}") from error


def _must_know(deck: TaughtDeck, strangers: list[str]) -> None:
    if strangers:
        raise BadDeck(
            f"{strangers[0]!r} is no card of {deck.game}: name it from that game's list, on the page /teach or by "
            "companion teach --names"
        )


def _part(card: TaughtSighting, copy: int, to_mm: Floats | None) -> PartSighting:
    back = card.name == BACK
    corners = np.array(card.corners_px)
    return PartSighting(
        id=None if back else card.name if copy == 1 else f"{card.name}-{copy}",
        name=None if back else card.name,
        kind="card",
        face="down" if back else "up",
        corners_px=card.corners_px,
        corners_mm=_flat(corners, to_mm),
        confidence=card.confidence,
        read_by=(READ_BY,),
        facts=tuple((key, value) for key, value in card.fields.items() if _plain(value)),  # type: ignore[misc]
    )


def _plain(value: object) -> bool:
    return value is None or isinstance(value, str | int)


def _plane(cards: list[Floats]) -> Floats | None:
    """Pixels to millimetres of the table, by the card that is largest in the photo."""
    if not cards:
        return None
    largest = max(cards, key=lambda corners: abs(float(quad_area(corners))))
    return np.asarray(np.linalg.inv(face_map(largest, FACE_MM)), float)


def _flat(corners: Floats, to_mm: Floats | None) -> Quad | None:
    return None if to_mm is None else as_quad(apply(to_mm, corners))
