"""What a face within corners is: the taught kind that it is for certain, or why it is none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from calibration.taught import BadDeck, TaughtDeck, TaughtKind
from companion.rules.errors import BadInput
from companion.rules.polyform import Shape
from vision.plane import Floats, quad_area, sides
from vision.quads import as_quad
from vision.rectify import Pyramid
from vision.sighting import CardSighting, Unread
from vision.taught.describe import flat, turned_faces
from vision.taught.glance import Glance
from vision.taught.index import Index
from vision.taught.match import Match, MatchConfig
from vision.taught.packing import DESCRIBED_BY, unpack
from vision.taught.pictured import Picture
from vision.taught.settling import settled
from vision.taught.sighting import READ_BY, Read, TaughtSighting

SHAPED = "zangle"
"""The game whose cards are triangles and a shape."""


@dataclass(frozen=True, slots=True)
class FaceConfig:
    """How a face is matched. Smaller ones than `least_px` (the root of their area) are not read."""

    match: MatchConfig = field(default_factory=MatchConfig)
    likely: float = 0.4
    moved: tuple[float, float] = (0.01, 0.2)
    """What costs less is looked at again where it is then moved by so much, of its size, at least and at most."""
    least_px: float = 45.0
    surely_longer: float = 1.15
    """A face whose sides differ by more most likely lies as they say: another way it were seen from very far aslant."""


class FaceReader:
    """A taught deck made ready to tell what a face is. Raises BadDeck where its views or shapes are unusable."""

    def __init__(self, deck: TaughtDeck, config: FaceConfig | None = None) -> None:
        self.config = config or FaceConfig()
        self.deck = deck
        if deck.kinds and deck.described_by != DESCRIBED_BY:
            raise BadDeck("the deck was taught by another version of this program: teach it anew")
        try:
            views = [unpack(view) for kind in deck.kinds for view in kind.views]
        except ValueError as error:
            raise BadDeck("the deck's views are damaged: copy its file again, or teach it anew") from error
        self._owners = owners = [number for number, kind in enumerate(deck.kinds) for _ in kind.views]
        self.pictures: tuple[Picture, ...] = tuple(picture for _, picture in views)
        self.index = Index([fields for fields, _ in views], self.pictures, owners, self.config.match)
        self._glance = Glance(self.pictures)
        self._shaped = deck.game == SHAPED and all("triangles" in kind.fields for kind in deck.kinds)
        self._shapes = [_shape_of(kind) for kind in deck.kinds] if self._shaped else []

    @property
    def profile(self) -> str | None:
        """The lattice of the deck's shapes, if all are of one."""
        lattices = {shape.lattice.name for shape in self._shapes if shape is not None}
        return lattices.pop() if len(lattices) == 1 else None

    def read_all(self, pyramid: Pyramid, outlines: Sequence[Floats]) -> list[Read]:
        """Each outline (4, 2) px, clockwise, as a card of the deck or as unread with what would help."""
        return [self.read(pyramid, corners) for corners in outlines]

    def read(self, pyramid: Pyramid, corners: Floats) -> Read:
        """What lies within an outline (4, 2) px, clockwise."""
        if _size_px(corners) < self.config.least_px:
            return Unread(as_quad(corners), "this card is too small in the photo: bring the camera closer")
        match = self.match(pyramid, corners)
        if match is None:
            return Unread(as_quad(corners), "the deck has no kinds yet: teach it its cards")
        return self._said(match, corners)

    def read_about(self, pyramid: Pyramid, corners: Floats) -> Read:
        """What lies about within an outline (4, 2) px, clockwise, and within which it does."""
        if _size_px(corners) < self.config.least_px:
            return self.read(pyramid, corners)
        return self.looked(pyramid, corners, any_turn=True)[1]

    def looked(self, pyramid: Pyramid, corners: Floats, any_turn: bool = False) -> tuple[Floats, Read, Match]:
        """What a face is that lies about within corners (4, 2) px, top-left first unless it may lie in `any_turn`; and
        within which it does."""
        thing, match = self._judged(pyramid, corners, any_turn)
        if not isinstance(thing, Unread) or match.best.cost <= self.config.likely:
            moved = self._settled(pyramid, corners, match)
            if moved is not None:
                again, closer = self._judged(pyramid, moved)
                if isinstance(thing, Unread) or (
                    not isinstance(again, Unread) and closer.best.cost < match.best.cost
                ):
                    corners, thing, match = moved, again, closer
        return corners, thing, match

    def _judged(self, pyramid: Pyramid, corners: Floats, any_turn: bool = False) -> tuple[Read, Match]:
        """What a face is that lies upright or upside down within corners, top-left first, or in any turn."""
        turns = (0, 1) if any_turn else (0,)
        match = self.index.match(
            turned_faces(pyramid, corners, self.config.match.describe, turns), _size_px(corners)
        )
        assert match is not None
        return self._said(match, corners), match

    def _settled(self, pyramid: Pyramid, corners: Floats, match: Match) -> Floats | None:
        """The corners moved to where the best kind's would be; None where that is hardly further, or too far."""
        corners = np.roll(corners, -match.best.turn, axis=0)
        picture = self.pictures[self._owners.index(match.best.kind)]
        moved = settled(pyramid, corners, picture, self.config.match.pictures)
        far = float(np.abs(moved - corners).max()) / _size_px(corners)
        near, most = self.config.moved
        return moved if near < far < most else None

    def match(self, pyramid: Pyramid, corners: Floats) -> Match | None:
        """The kind that is most like the face within the corners (4, 2) px, and the next.

        A face that is clearly longer one way, or at a glance clearly more like the deck, is taken as upright or lying
        so, and the other way only where it is like nothing so.
        """
        describe, index, size = self.config.match.describe, self.index, _size_px(corners)
        first = self._first(pyramid, corners)
        if first is None:
            return index.match(turned_faces(pyramid, corners, describe), size)
        likely = turned_faces(pyramid, corners, describe, (first,))
        match = index.match(likely, size)
        if match is None or match.best.cost <= self.config.match.partly:
            return match
        both = [*likely, *turned_faces(pyramid, corners, describe, (1 - first,))]
        return index.match(sorted(both, key=lambda face: face.turn), size)

    def _first(self, pyramid: Pyramid, corners: Floats) -> int | None:
        """The corner that is the top-left of the face upright or upside down, as far as that is clear."""
        lengths = sides(corners)
        longer = float((lengths[1] + lengths[3]) / max(1e-6, float(lengths[0] + lengths[2])))
        if max(longer, 1 / max(longer, 1e-6)) > self.config.surely_longer:
            return 0 if longer > 1 else 1
        return self._glance.clearer([flat(pyramid, np.roll(corners, -k, axis=0)) for k in (0, 1)])

    def _said(self, match: Match, corners: Floats) -> Read:
        """What is said of a match within corners."""
        size = _size_px(corners)
        config = self.index.near_kinds.config.for_size(size)
        if not match.certain(config):
            return Unread(as_quad(corners), self._why(match, config))
        kind = self.deck.kinds[match.best.kind]
        quad = as_quad(np.roll(corners, -match.best.turn, axis=0))
        sure = config.confidence(match)
        if self._shaped:
            triangles = int(str(kind.fields["triangles"]))
            return CardSighting(kind.name, triangles, self._shapes[match.best.kind], quad, sure, (READ_BY,))
        return TaughtSighting(quad, kind.name, sure, kind.fields)

    def _why(self, match: Match, config: MatchConfig) -> str:
        name = self.deck.kinds[match.best.kind].name
        if match.other is not None and match.fits(config) and not match.clear(config):
            other = self.deck.kinds[match.other.kind].name
            return f"this may be {name} or {other}: look from closer and from straighter above"
        if match.best.cost <= config.partly:
            return (
                f"this is most like {name}, yet not the same all over: take away what covers or mirrors, "
                "or teach this card if it is another"
            )
        return "this card looks like none that was taught: teach it, or turn it face up and uncover it"


def _shape_of(kind: TaughtKind) -> Shape | None:
    triangles, shape = kind.fields["triangles"], kind.fields.get("shape")
    try:
        read = None if shape is None else Shape.from_json(shape)
    except BadInput as error:
        raise BadDeck(f"the shape of {kind.name!r} cannot be used: {error}") from error
    size = 0 if read is None else read.size
    if isinstance(triangles, bool) or not isinstance(triangles, int) or triangles != size:
        raise BadDeck(f"{kind.name!r} says {triangles!r} triangles and its shape has {size}: make them agree")
    return read


def _size_px(corners: Floats) -> float:
    """The root of an outline's area."""
    return float(np.sqrt(abs(float(quad_area(corners)))))
