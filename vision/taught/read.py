"""A photo to the cards of a taught deck: where cards lie, which kind each is, and what was not certain."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from calibration.lens import Lens
from calibration.taught import BadDeck, TaughtDeck, TaughtKind
from companion.rules.errors import BadInput
from companion.rules.polyform import Shape
from vision.any_cards import AnyCardsConfig, Ways, find_three_ways, find_worn
from vision.photo import Pixels
from vision.plane import Floats, quad_area, sides
from vision.quads import as_quad
from vision.rectify import Pyramid
from vision.sighting import CardSighting, Outline, Seen, Unread
from vision.straighten import bent_back, straightened
from vision.taught.by_print import PrintConfig, find_by_print
from vision.taught.describe import flat, looks
from vision.taught.gathered import (
    FEW,
    Read,
    off_cards,
    once,
    some_of,
    unlike_table,
    with_new,
    within_outlines,
)
from vision.taught.glance import Glance
from vision.taught.growing import Grown
from vision.taught.keypoints import Known
from vision.taught.laid_out import LaidOutConfig
from vision.taught.match import Index, Match, MatchConfig
from vision.taught.packing import DESCRIBED_BY, unpack
from vision.taught.searching import Looked, SearchConfig, SizeSearch, Where
from vision.taught.settling import settled
from vision.taught.sighting import READ_BY, TaughtSighting, same_spot

_MANY = 20
"""So many of what is most likely a pattern are looked at, and so many where nothing else is found."""

SHAPED = "zangle"
"""The game whose cards are triangles and a shape."""


@dataclass(frozen=True, slots=True)
class ReadConfig:
    """How cards are found and matched. Smaller ones than `least_px` (the root of their area) are not read."""

    cards: AnyCardsConfig = field(default_factory=AnyCardsConfig)
    match: MatchConfig = field(default_factory=MatchConfig)
    prints: PrintConfig | None = field(default_factory=PrintConfig)
    """None: cards are found by their outlines alone."""
    search: SearchConfig | None = field(default_factory=SearchConfig)
    """How they are looked for by their size on the table; None: not at all."""
    laid_out: LaidOutConfig = field(default_factory=LaidOutConfig)
    """How cards that are shown are found."""
    glances: tuple[int, int] = (7, 14)
    """Of so many outlines and more so few are read at first."""
    likely: float = 0.4
    moved: tuple[float, float] = (0.01, 0.2)
    """What costs less is looked at again where it is then moved by so much, of its size, at least and at most."""
    least_px: float = 45.0
    surely_longer: float = 1.15
    """A face whose sides differ by more most likely lies as they say: another way it were seen from very far aslant."""
    same: float = 0.004
    """Two outlines are one that end so near to each other, over the picture's longer side."""


class TaughtReader:
    """A taught deck made ready to be recognised. Raises BadDeck where its views or shapes are unusable."""

    def __init__(self, deck: TaughtDeck, config: ReadConfig | None = None) -> None:
        self.config = config or ReadConfig()
        self.deck = deck
        if deck.kinds and deck.described_by != DESCRIBED_BY:
            raise BadDeck("the deck was taught by another version of this program: teach it anew")
        try:
            views = [unpack(view) for kind in deck.kinds for view in kind.views]
        except ValueError as error:
            raise BadDeck("the deck's views are damaged: copy its file again, or teach it anew") from error
        self._owners = owners = [number for number, kind in enumerate(deck.kinds) for _ in kind.views]
        self._pictures = [picture for _, picture in views]
        self.index = Index([fields for fields, _ in views], self._pictures, owners, self.config.match)
        self._glance = Glance(self._pictures)
        self._shaped = deck.game == SHAPED and all("triangles" in kind.fields for kind in deck.kinds)
        self._shapes = [_shape_of(kind) for kind in deck.kinds] if self._shaped else []
        lattices = {shape.lattice.name for shape in self._shapes if shape is not None}
        self._profile = lattices.pop() if len(lattices) == 1 else None

    def see(self, image: Pixels, lens: Lens | None = None) -> Seen:
        """What lies in a photo (height, width, 3) uint8 BGR; `lens` takes its distortion out first."""
        height, width = image.shape[:2]
        if lens is not None:
            glass = lens.scaled_to(width, height)
            return bent_back(self.see(straightened(image, glass)), glass)
        return self.beside(image, (), _anywhere)

    def beside(
        self,
        image: Pixels,
        known: Sequence[TaughtSighting | CardSighting],
        where: Where,
        table: Grown | None = None,
    ) -> Seen:
        """What lies in a photo (height, width, 3) uint8 BGR beside the cards that are known to lie there, `where` it is
        asked for; `table`: how all cards lie, where that is known."""
        height, width = image.shape[:2]
        read = self._read_all(image, known, where, table)
        unread = tuple(thing for thing in read if isinstance(thing, Unread))
        cards = tuple(thing for thing in read if not isinstance(thing, Unread))
        return Seen(self.deck.game, self._profile, (width, height), cards, unread)

    def _read_all(
        self,
        image: Pixels,
        known: Sequence[TaughtSighting | CardSighting],
        where: Where,
        table: Grown | None,
    ) -> list[TaughtSighting | CardSighting | Unread]:
        """What is read within outlines, and by its print where no outline is a card's, beside known cards."""
        pyramid = Pyramid(image)
        outlines = find_three_ways(image, self.config.cards)

        def asked(cards: Sequence[Outline]) -> Floats:
            return off_cards(known, [quad for card in cards if where(quad := np.array(card.corners_px))])

        one, other, third = (asked(cards) for cards in (outlines.edged, outlines.lighter, outlines.unlike))
        reach = self.config.same * max(image.shape[:2])
        read = once(lambda quad: self._read(pyramid, quad))
        # Spots that meet a card pull its outline's corners out.
        closely = once(lambda quad: self._read_closely(pyramid, quad))
        named = list(known)
        first = self._hopeless(read, np.concatenate([one, other]))
        if first:
            named = unlike_table(closely, third, named, [], reach)
            for worn in find_worn(image, self.config.cards):
                if len(named) >= len(known) + FEW:
                    break
                named = unlike_table(closely, asked(worn), named, [], reach)
            first = len(named) < len(known) + FEW
        open_to: list[Unread] = []
        if first:
            found, open_to = self._by_print(image, pyramid, named, [], where)
            named += found
        one, other = (off_cards(named, list(quads)) for quads in (one, other))
        if first and len(named) == len(known):
            one, other = (some_of(quads, _MANY) for quads in (one, other))
        outlined, unread = within_outlines(read, one, other, reach)
        named = unlike_table(closely, third, with_new(named, outlined), unread, reach)
        sized = self._sized(image, pyramid, outlines, where, table)
        # Where few cards are known, most sizes are wrong ones: what is printed may tell more sooner.
        early = len(named) >= FEW or table is not None
        if early:
            named += sized.further(named)
        found = []
        if not first:
            found, open_to = self._by_print(image, pyramid, named, unread, where)
            named += found
        if found or not early:
            named += sized.further(named)
        doubts = [thing for thing in unread if not any(same_spot(thing, at) for at in named)]
        for some in (sized.doubts(named), open_to):
            doubts = with_new(
                doubts, [thing for thing in some if not any(same_spot(thing, at) for at in named)]
            )
        return sorted(
            [*named[len(known) :], *doubts], key=lambda thing: tuple(np.mean(thing.corners_px, axis=0)[::-1])
        )

    def _hopeless(self, read: Callable[[Floats], list[Read]], outlines: Floats) -> bool:
        """Whether many outlines were found and a few of them, all over the photo, are no card: to look at each takes
        long, and most are patterns or prints."""
        few, many = self.config.glances
        if self.config.prints is None or not self.deck.kinds or len(outlines) < many:
            return False
        return all(isinstance(read(quad[None])[0], Unread) for quad in some_of(outlines, few))

    def _by_print(
        self,
        image: Pixels,
        pyramid: Pyramid,
        named: Sequence[TaughtSighting | CardSighting],
        unread: Sequence[Unread],
        where: Where,
    ) -> tuple[list[TaughtSighting | CardSighting], list[Unread]]:
        """Further cards than those that are named, and what is most like one yet not certain. What lies just as
        outlines that are unread is not looked at again."""
        found: list[TaughtSighting | CardSighting] = []
        doubts: list[Unread] = []
        if self.config.prints is None or not self.deck.kinds:
            return found, doubts

        def judge(corners: Floats) -> tuple[Floats, bool] | None:
            if not where(corners):
                return None
            corners, thing, match = self.looked(pyramid, corners)
            if not isinstance(thing, Unread):
                found.append(thing)
                return np.array(thing.corners_px), True
            if match.best.cost <= self.config.match.partly:
                doubts.append(thing)
                return corners, False
            return None

        cards, others = ([np.array(thing.corners_px) for thing in things] for things in (named, unread))
        find_by_print(image, self._known, cards, others, judge, self.config.prints)
        return found, doubts

    def _sized(
        self, image: Pixels, pyramid: Pyramid, outlines: Ways, where: Where, table: Grown | None
    ) -> SizeSearch:
        """What looks for cards by their size."""

        def look(corners: Floats, any_turn: bool) -> Looked:
            where, thing, match = self.looked(pyramid, corners, any_turn)
            return Looked(np.roll(where, -match.best.turn, axis=0), thing, match.best.cost)

        search = self.config.search if self.deck.kinds else None
        return SizeSearch(image, outlines, look, search, self.config.least_px, where, table)

    def looked(
        self, pyramid: Pyramid, corners: Floats, any_turn: bool = False
    ) -> tuple[Floats, TaughtSighting | CardSighting | Unread, Match]:
        """What a face is that lies about within corners, top-left first unless it may lie in `any_turn`; and within
        which it does."""
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

    def _judged(
        self, pyramid: Pyramid, corners: Floats, any_turn: bool = False
    ) -> tuple[TaughtSighting | CardSighting | Unread, Match]:
        """What a face is that lies upright or upside down within corners, top-left first, or in any turn."""
        turns = (0, 1) if any_turn else (0,)
        match = self.index.match(
            looks(pyramid, corners, self.config.match.describe, turns), _size_px(corners)
        )
        assert match is not None
        return self._said(match, corners), match

    def _settled(self, pyramid: Pyramid, corners: Floats, match: Match) -> Floats | None:
        """The corners moved to where the best kind's would be; None where that is hardly further, or too far."""
        corners = np.roll(corners, -match.best.turn, axis=0)
        picture = self._pictures[self._owners.index(match.best.kind)]
        moved = settled(pyramid, corners, picture, self.config.match.pictures)
        far = float(np.abs(moved - corners).max()) / _size_px(corners)
        near, most = self.config.moved
        return moved if near < far < most else None

    @cached_property
    def _known(self) -> Known:
        assert self.config.prints is not None
        return Known(self._pictures, self.config.prints.keypoints)

    def read(self, pyramid: Pyramid, outlines: list[Floats]) -> list[TaughtSighting | CardSighting | Unread]:
        """Each outline (4, 2) px, clockwise, as a card of the deck or as unread with what would help."""
        return [self._read(pyramid, corners) for corners in outlines]

    def match(self, pyramid: Pyramid, corners: Floats) -> Match | None:
        """The kind that is most like the face within the corners, and the next.

        A face that is clearly longer one way, or at a glance clearly more like the deck, is taken as upright or lying
        so, and the other way only where it is like nothing so.
        """
        describe, index, size = self.config.match.describe, self.index, _size_px(corners)
        first = self._first(pyramid, corners)
        if first is None:
            return index.match(looks(pyramid, corners, describe), size)
        likely = looks(pyramid, corners, describe, (first,))
        match = index.match(likely, size)
        if match is None or match.best.cost <= self.config.match.partly:
            return match
        both = [*likely, *looks(pyramid, corners, describe, (1 - first,))]
        return index.match(sorted(both, key=lambda look: look.turn), size)

    def _first(self, pyramid: Pyramid, corners: Floats) -> int | None:
        """The corner that is the top-left of the face upright or upside down, as far as that is clear."""
        lengths = sides(corners)
        longer = float((lengths[1] + lengths[3]) / max(1e-6, float(lengths[0] + lengths[2])))
        if max(longer, 1 / max(longer, 1e-6)) > self.config.surely_longer:
            return 0 if longer > 1 else 1
        return self._glance.clearer([flat(pyramid, np.roll(corners, -k, axis=0)) for k in (0, 1)])

    def _read(self, pyramid: Pyramid, corners: Floats) -> TaughtSighting | CardSighting | Unread:
        size = _size_px(corners)
        if size < self.config.least_px:
            return Unread(as_quad(corners), "this card is too small in the photo: bring the camera closer")
        match = self.match(pyramid, corners)
        if match is None:
            return Unread(as_quad(corners), "the deck has no kinds yet: teach it its cards")
        return self._said(match, corners)

    def _read_closely(self, pyramid: Pyramid, corners: Floats) -> Read:
        """What lies about within corners, and within which it does."""
        if _size_px(corners) < self.config.least_px:
            return self._read(pyramid, corners)
        return self.looked(pyramid, corners, any_turn=True)[1]

    def _said(self, match: Match, corners: Floats) -> TaughtSighting | CardSighting | Unread:
        """What is said of a match within corners."""
        size = _size_px(corners)
        config = self.index.config.for_size(size)
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


def _anywhere(_: Floats) -> bool:
    return True


def _size_px(corners: Floats) -> float:
    """The root of an outline's area."""
    return float(np.sqrt(abs(float(quad_area(corners)))))
