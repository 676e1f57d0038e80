"""Showing a deck its cards: each face that lies in a photo becomes a kind, or one more copy of a kind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from calibration.taught import MOST_COPIES, MOST_KINDS, MOST_VIEWS, BadDeck, TaughtDeck, TaughtKind
from vision.photo import Pixels
from vision.plane import Floats, quad_area
from vision.rectify import Pyramid
from vision.taught.describe import TurnedFace, turned_faces, upside_down
from vision.taught.faces import FaceConfig, FaceReader
from vision.taught.laid_out import laid_out
from vision.taught.order import reading_order, upright
from vision.taught.packing import DESCRIBED_BY, pack, unpack
from vision.taught.pictured import picture_of, picture_upside_down
from vision.taught.read import ReadConfig


@dataclass(frozen=True, slots=True)
class Shown:
    """A face that lies in a photo. `corners`: (4, 2) px, top-left first as it lies; `turns`: described in all four."""

    corners: Floats
    turns: tuple[TurnedFace, ...]

    @property
    def size_px(self) -> float:
        """The root of its area in the photo."""
        return float(np.sqrt(abs(float(quad_area(self.corners)))))


@dataclass(frozen=True, slots=True)
class Named:
    """What a card is called, and what else is said of it."""

    name: str
    fields: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Learnt:
    """What became of a card that was shown: the kind's number in the deck, and whether it is new."""

    kind: int
    new: bool


def shown(image: Pixels, config: ReadConfig | None = None) -> list[Shown]:
    """The faces in a photo (h, w, 3) in reading order; those too small to be taught are left out."""
    config = config or ReadConfig()
    quads = laid_out(image, config.cards, config.laid_out)
    pyramid = Pyramid(image)
    found = [upright(quads[k]) for k in reading_order(quads)]
    return [
        Shown(corners, tuple(turned_faces(pyramid, corners, config.faces.match.describe)))
        for corners in found
        if np.sqrt(abs(float(quad_area(corners)))) >= config.faces.least_px
    ]


def empty(game: str) -> TaughtDeck:
    """A deck of a game that was taught nothing yet."""
    return TaughtDeck(game, DESCRIBED_BY, ())


def learn(
    deck: TaughtDeck, faces: Sequence[Shown], names: Sequence[Named | None], config: FaceConfig | None = None
) -> tuple[TaughtDeck, list[Learnt]]:
    """The deck with the faces added, and what became of each. A name None leaves it to the face.

    A face of a kind that the deck knows is one more copy, and one more view while there is room; a face under a name
    that the deck has is a view of that kind. Raises BadDeck where the deck would grow too large.
    """
    told: list[Learnt] = []
    reader: FaceReader | None = None
    for face, named in zip(faces, names, strict=True):
        if named is None and reader is None:
            reader = FaceReader(replace(deck, game=""), config)
        known = _recognised(reader, face) if named is None else _called(deck, face, named, config)
        if known is None:
            deck = _with_new(deck, face, named, config)
            # A view more of a known kind does without: what a deck is certain of takes seconds to find in a large one.
            reader = None
            told.append(Learnt(len(deck.kinds) - 1, new=True))
        else:
            kind, turn = known
            deck = _with_copy(deck, kind, face.turns[turn], config)
            told.append(Learnt(kind, new=False))
    return deck, told


def _called(deck: TaughtDeck, face: Shown, named: Named, config: FaceConfig | None) -> tuple[int, int] | None:
    """The kind of that name, and in which turn the face is like it; None for a new kind."""
    for number, kind in enumerate(deck.kinds):
        if kind.name == named.name:
            only = FaceReader(replace(deck, game="", kinds=(kind,)), config).index.match(
                face.turns, face.size_px
            )
            assert only is not None
            return number, only.best.turn
    return None


def _recognised(reader: FaceReader | None, face: Shown) -> tuple[int, int] | None:
    """The kind that the face is a copy of, and in which turn; None for a new kind."""
    match = None if reader is None else reader.index.match(face.turns, face.size_px)
    if reader is None or match is None or not reader.index.certain(match):
        return None
    return match.best.kind, match.best.turn


def _packed(face: TurnedFace, config: FaceConfig | None) -> bytes:
    pictures = (config or FaceConfig()).match.pictures
    return pack(face.at(0, 0), picture_of(face.planes, pictures))


def _with_new(deck: TaughtDeck, face: Shown, named: Named | None, config: FaceConfig | None) -> TaughtDeck:
    if len(deck.kinds) >= MOST_KINDS:
        raise BadDeck(f"a deck has {MOST_KINDS} kinds at most: teach the rest as a deck of its own")
    taken = {kind.name for kind in deck.kinds}
    name = (
        named.name if named else next(n for k in range(1, 2 * MOST_KINDS + 2) if (n := str(k)) not in taken)
    )
    kind = TaughtKind(name, 1, (_packed(face.turns[0], config),), dict(named.fields) if named else {})
    return replace(deck, kinds=(*deck.kinds, kind))


def _with_copy(deck: TaughtDeck, number: int, face: TurnedFace, config: FaceConfig | None) -> TaughtDeck:
    kind = deck.kinds[number]
    views = kind.views if len(kind.views) >= MOST_VIEWS else (*kind.views, _packed(face, config))
    grown = replace(kind, copies=min(kind.copies + 1, MOST_COPIES), views=views)
    return replace(deck, kinds=(*deck.kinds[:number], grown, *deck.kinds[number + 1 :]))


def renamed(deck: TaughtDeck, names: Sequence[Named]) -> tuple[TaughtDeck, list[int]]:
    """The deck with its kinds named, one name each, and where each kind is now: those of one name become one kind.

    Raises BadDeck where there are not as many names as kinds.
    """
    if len(names) != len(deck.kinds):
        raise BadDeck(f"there are {len(names)} names for {len(deck.kinds)} kinds: give one for each")
    kinds: list[TaughtKind] = []
    places: list[int] = []
    for kind, named in zip(deck.kinds, names, strict=True):
        place = next((k for k, other in enumerate(kinds) if other.name == named.name), len(kinds))
        places.append(place)
        if place == len(kinds):
            kinds.append(replace(kind, name=named.name, fields=dict(named.fields)))
        else:
            kinds[place] = _joined(kinds[place], kind)
    return replace(deck, kinds=tuple(kinds)), places


def _joined(one: TaughtKind, other: TaughtKind) -> TaughtKind:
    """Two kinds as one: the second's views turned as the first's lie, as many as there is room for."""
    known, _ = unpack(one.views[0])
    views = list(one.views)
    for packed in other.views[: MOST_VIEWS - len(views)]:
        view, picture = unpack(packed)
        ways = ((view, picture), (upside_down(view), picture_upside_down(picture)))
        views.append(pack(*min(ways, key=lambda way: float(((way[0] - known) ** 2).sum()))))
    return replace(one, copies=min(one.copies + other.copies, MOST_COPIES), views=tuple(views))


def alike(deck: TaughtDeck, config: FaceConfig | None = None) -> list[tuple[str, str]]:
    """Pairs of kinds that lie so near to each other that a card of one could rarely be told from the other."""
    reader = FaceReader(replace(deck, game=""), config)
    return [(deck.kinds[a].name, deck.kinds[b].name) for a, b in reader.index.near_kinds.too_near()]
