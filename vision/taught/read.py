"""A photo to the cards of a taught deck: where cards lie, which kind each is, and what was not certain."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from calibration.lens import Lens
from calibration.taught import TaughtDeck
from vision.any_cards import find_three_ways, find_worn
from vision.any_cards_config import AnyCardsConfig
from vision.photo import Pixels
from vision.plane import Floats
from vision.rectify import Pyramid
from vision.sighting import CardSighting, Outline, Seen, Unread
from vision.straighten import bent_back, straightened
from vision.taught.by_print import PrintConfig, find_by_print
from vision.taught.faces import FaceConfig, FaceReader
from vision.taught.gathered import FEW, off_cards, once, some_of, unlike_table, with_new, within_outlines
from vision.taught.growing import Grown
from vision.taught.keypoints import Known
from vision.taught.laid_out import LaidOutConfig
from vision.taught.searching import Identified, SearchConfig, SizeSearch, Where
from vision.taught.sighting import Read, TaughtSighting, same_spot

_MANY = 20
"""So many of what is most likely a pattern are looked at, and so many where nothing else is found."""


@dataclass(frozen=True, slots=True)
class ReadConfig:
    """How cards are found, and how their faces are matched."""

    cards: AnyCardsConfig = field(default_factory=AnyCardsConfig)
    faces: FaceConfig = field(default_factory=FaceConfig)
    prints: PrintConfig | None = field(default_factory=PrintConfig)
    """None: cards are found by their outlines alone."""
    search: SearchConfig | None = field(default_factory=SearchConfig)
    """How they are looked for by their size on the table; None: not at all."""
    laid_out: LaidOutConfig = field(default_factory=LaidOutConfig)
    """How cards that are shown are found."""
    glances: tuple[int, int] = (7, 14)
    """Of so many outlines and more so few are read at first."""
    same: float = 0.004
    """Two outlines are one that end so near to each other, over the picture's longer side."""


class TaughtReader:
    """A taught deck made ready to be recognised. Raises BadDeck where its views or shapes are unusable."""

    def __init__(self, deck: TaughtDeck, config: ReadConfig | None = None) -> None:
        self.config = config or ReadConfig()
        self.deck = deck
        self.faces = FaceReader(deck, self.config.faces)

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
        read = _PhotoReading(self, image, known, where, table).read()
        unread = tuple(thing for thing in read if isinstance(thing, Unread))
        cards = tuple(thing for thing in read if not isinstance(thing, Unread))
        return Seen(self.deck.game, self.faces.profile, (width, height), cards, unread)

    @cached_property
    def prints(self) -> Known | None:
        """The keypoints of the deck's pictures; None where cards are not looked for by their print."""
        if self.config.prints is None or not self.deck.kinds:
            return None
        return Known(self.faces.pictures, self.config.prints.keypoints)


class _PhotoReading:
    """One photo that is being read: what is named in it so far, and what within outlines or by its print is no card for
    certain."""

    def __init__(
        self,
        reader: TaughtReader,
        image: Pixels,
        known: Sequence[TaughtSighting | CardSighting],
        where: Where,
        table: Grown | None,
    ) -> None:
        self._reader, self._config, self._faces = reader, reader.config, reader.faces
        self._image, self._pyramid = image, Pyramid(image)
        self._outlines = find_three_ways(image, self._config.cards)
        self._where, self._table = where, table
        self._reach = self._config.same * max(image.shape[:2])
        self._read = once(lambda quad: self._faces.read(self._pyramid, quad))
        # Spots that meet a card pull its outline's corners out.
        self._read_about = once(lambda quad: self._faces.read_about(self._pyramid, quad))
        self._known = tuple(known)
        self._named = list(known)
        self._unread: list[Unread] = []
        self._print_doubts: list[Unread] = []

    def read(self) -> list[Read]:
        """What is read within outlines, and by its print where no outline is a card's, beside known cards."""
        one, other, third = (
            self._asked(cards)
            for cards in (self._outlines.edged, self._outlines.lighter, self._outlines.unlike)
        )
        print_first = self._hopeless(np.concatenate([one, other])) and not self._read_worn(third)
        if print_first:
            self._read_prints()
        self._read_outlines(one, other, third, few=print_first and len(self._named) == len(self._known))
        by_size = self._size_search()
        # Where few cards are known, most sizes are wrong ones: what is printed may tell more sooner.
        early = len(self._named) >= FEW or self._table is not None
        if early:
            self._named += by_size.further(self._named)
        more = not print_first and self._read_prints()
        if more or not early:
            self._named += by_size.further(self._named)
        new = [*self._named[len(self._known) :], *self._doubts(by_size)]
        return sorted(new, key=lambda thing: tuple(np.mean(thing.corners_px, axis=0)[::-1]))

    def _asked(self, cards: Sequence[Outline]) -> Floats:
        """The outlines (n, 4, 2) px that are asked for and lie on no known card."""
        return off_cards(
            self._known, [quad for card in cards if self._where(quad := np.array(card.corners_px))]
        )

    def _hopeless(self, outlines: Floats) -> bool:
        """Whether there are many outlines (n, 4, 2), and a few of them, all over the photo, are no card: to look at
        each takes long, and most are patterns or prints."""
        few, many = self._config.glances
        if len(outlines) < many or self._reader.prints is None:
            return False
        return all(isinstance(self._read(quad[None])[0], Unread) for quad in some_of(outlines, few))

    def _read_worn(self, unlike: Floats) -> bool:
        """Name cards within the outlines (n, 4, 2) of what is unlike the table, and of what is light once all that is
        narrow is worn away; whether they are enough."""
        enough = len(self._known) + FEW
        self._read_unlike(unlike)
        for worn in find_worn(self._image, self._config.cards):
            if len(self._named) >= enough:
                break
            self._read_unlike(self._asked(worn))
        return len(self._named) >= enough

    def _read_unlike(self, unlike: Floats) -> None:
        self._named = unlike_table(self._read_about, unlike, self._named, self._unread, self._reach)

    def _read_outlines(self, one: Floats, other: Floats, third: Floats, *, few: bool) -> None:
        """Name cards within outlines (n, 4, 2) found three ways: within `few` of the first two, or all."""
        one, other = (off_cards(self._named, list(quads)) for quads in (one, other))
        if few:
            one, other = (some_of(quads, _MANY) for quads in (one, other))
        outlined, self._unread = within_outlines(self._read, one, other, self._reach)
        self._named = with_new(self._named, outlined)
        self._read_unlike(third)

    def _read_prints(self) -> bool:
        """Name further cards by their print, and keep what is most like one yet not certain; whether there are any.
        What lies just as outlines that are unread is not looked at again."""
        if self._reader.prints is None or self._config.prints is None:
            return False
        found: list[TaughtSighting | CardSighting] = []

        def judge(corners: Floats) -> tuple[Floats, bool] | None:
            if not self._where(corners):
                return None
            corners, thing, match = self._faces.looked(self._pyramid, corners)
            if not isinstance(thing, Unread):
                found.append(thing)
                return np.array(thing.corners_px), True
            if match.best.cost <= self._config.faces.match.partly:
                self._print_doubts.append(thing)
                return corners, False
            return None

        cards, others = (
            [np.array(thing.corners_px) for thing in things] for things in (self._named, self._unread)
        )
        find_by_print(self._image, self._reader.prints, cards, others, judge, self._config.prints)
        self._named += found
        return bool(found)

    def _size_search(self) -> SizeSearch:
        """What looks for cards by their size."""

        def identify(corners: Floats, any_turn: bool) -> Identified:
            where, thing, match = self._faces.looked(self._pyramid, corners, any_turn)
            return Identified(np.roll(where, -match.best.turn, axis=0), thing, match.best.cost)

        search = self._config.search if self._reader.deck.kinds else None
        least_px = self._config.faces.least_px
        return SizeSearch(self._image, self._outlines, identify, search, least_px, self._where, self._table)

    def _doubts(self, by_size: SizeSearch) -> list[Unread]:
        """What is no card for certain, and lies on none that is named."""
        doubts = self._off_named(self._unread)
        for some in (by_size.doubts(self._named), self._print_doubts):
            doubts = with_new(doubts, self._off_named(some))
        return doubts

    def _off_named(self, things: Sequence[Unread]) -> list[Unread]:
        return [thing for thing in things if not any(same_spot(thing, at) for at in self._named)]


def _anywhere(_: Floats) -> bool:
    return True
