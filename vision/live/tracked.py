"""What is known of a table after a frame: the things on it, what changed, and what is to be read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from vision.live.footprints import footprints
from vision.live.likeness import sampled
from vision.live.marks import MarkSet, PrintedMark
from vision.live.motion import Mask, Motion, MotionConfig, Part
from vision.live.reading import Known
from vision.live.things import Thing
from vision.plane import Floats
from vision.quads import Box
from vision.sighting import CardSighting


@dataclass(frozen=True, slots=True)
class TrackConfig:
    """When a thing counts as seen, and when it is read."""

    motion: MotionConfig = field(default_factory=MotionConfig)
    seen_share: float = 0.3
    """Of a face's cells, how many must look as they did for it to be in sight."""
    gone_frames: int = 2
    """In how many frames in a row a thing's place must show something else before it is gone."""
    explained: float = 0.55
    """Of a part that changed, how much must be covered by what was read there for that to be all."""
    most_asked: int = 6
    """How often a thing is read until frames agree ..."""
    deck_of: int = 2
    """With so many cards read by their prints, and again with twice as many, it is asked which deck lies there ..."""
    deck_least: int = 3
    """... another one than the table was set up with if so many are of that, and more than of its own ..."""
    deck_again_s: float = 10.0
    """... and then again after so long."""
    again_s: float = 1.0
    """... and once more after so long, where a marker can tell ..."""
    most_asked_unread: int = 2
    """... and how often where nothing is read at all, until something changes there."""
    glance_share: float = 0.25
    """All of the picture is glanced at again after `again_s`, and after this share of the time since it was read."""
    size_play: float = 0.25
    """How far, as a share, what is not read may differ from a card in size to count as one."""
    print_play: float = 0.5
    """... and how far a card that was read by its print."""
    least_card_px: float = 20.0
    """... and how long its shorter side has to be where nothing tells the table's size yet."""
    unexplained: int = 2
    """How often a place is read once more in which something lies that a reading made nothing of: in the next frames'
    noise, and from farther about it, it may be clear."""
    margin: float = 0.35
    """How far beyond a changed part is read at once, ..."""
    near_margin: float = 0.5
    """... how far with more time on a table that is known, and ..."""
    far_margin: float = 1.2
    """... how far otherwise, in lengths of a card: neighbours tell the plane."""
    asked_there: int = 3
    """How often a thing is asked about on the table as it is known, before it is as a photo is read."""
    patience_s: float = 0.5
    """How long a part must have been at rest before it is read as a photo is, where cards bear markers, or are read on
    the table as it is known: what lies still for less is mostly a hand."""
    early: tuple[float, float] = (0.3, 6.0)
    """What is smaller or larger than so many cards is a shadow or an arm, and no card that was just laid."""
    old_place: float = 0.1
    """Of a part that changed, how much may lie where a card was for it to be a new place."""
    most_parts: int = 4
    """Parts read in one frame."""
    crowd: int = 6
    """So many undecided things are read together."""
    plane_things: int = 6
    """With so many things the plane is taken for settled."""


@dataclass(frozen=True, slots=True)
class Again:
    """A box (left, top, right, bottom) px of the shrunken picture that is to be read once more from a time on, and how
    often after that."""

    low: Box
    due_s: float
    more: int


@dataclass(frozen=True, slots=True)
class DeckSeen:
    """What a look at the whole picture said of its cards without markers: read as those of a deck that does not lie
    there they look like none, or like others."""

    of: int = 0
    """How many had been read by then."""
    at_s: float = 0.0
    other: str | None = None
    """The profile of most of them, where that is not the one that the table was set up with."""


@dataclass(frozen=True, slots=True, eq=False)
class There:
    """How a place is looked at first on the table as it is known: in a box (left, top, right, bottom) of the frame, for
    cards of a size. Where a change is what is looked at, their faces have to cover the share `explained` of what has
    `changed`, (h, w) of the picture shrunken by `scale`. `alone`: it has rested too short for more to be tried."""

    box: Box
    size_mm: tuple[float, float]
    scale: float
    explained: float
    changed: Mask | None = None
    alone: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Want:
    """A box (left, top, right, bottom) of a frame that is to be read; `slow` by all that a photo is read by."""

    box: Box
    slow: bool
    number: int
    at_s: float
    part: Part | None = None
    """What changed there; None where a thing is asked about again, and where the whole picture is read."""
    whole: bool = False
    agreed: Mapping[str, CardSighting] = field(default_factory=dict)
    """Cards by id whose print frames have agreed on already."""
    again: Again | None = None
    """The place that is read once more, where it is one that a reading made nothing of."""
    glance: bool = False
    """Whether it is one more look at the whole picture, that says nothing of what it does not find."""
    any_deck: bool = False
    """Whether it is read as of any deck, to learn which one lies there."""
    card_px: float | None = None
    """How large a card is there, as the side of a square as large, where that is known."""
    there: There | None = None
    """How it is looked at before it is read as a photo is, where the table is known."""


@dataclass(frozen=True, slots=True, eq=False)
class Tracked:
    """What is known after a frame."""

    known: Known
    config: TrackConfig
    size_px: tuple[int, int]
    scale: float
    """From the frame's pixels to those of the shrunken picture."""
    motion: Motion
    number: int
    at_s: float
    things: tuple[Thing, ...] = ()
    next_key: int = 1
    left: Mapping[str, int] = field(default_factory=dict)
    """The keys of cards that have a name of their own and are not on the table now."""
    plane: Floats | None = None
    """From pixels to millimetres."""
    plane_of: int = 0
    """By how many things."""
    plane_given: bool = False
    """Whether it was measured beforehand, and is not fitted to things."""
    wants: tuple[Want, ...] = ()
    deck: DeckSeen = field(default_factory=DeckSeen)
    again: tuple[Again, ...] = ()
    """Places where something came to lie that one reading made nothing of."""
    whole_s: float = 0.0
    glanced_s: float = 0.0
    """When all of the picture was read, and when it was last glanced at since."""
    fresh: bool = True
    """Whether the whole picture has yet to be read."""

    def is_fixed(self, thing: Thing) -> bool:
        """Whether it is a mark of a sheet that stays where it is."""
        mark = mark_of(thing, self.known.marks)
        return mark is not None and mark.fixed

    def marked(self) -> bool:
        """Whether the cards on this table bear markers, by which nearly all are read within milliseconds."""
        named = self._named()
        return len(named) > 2 and sum(card.id is not None for card in named) > 0.8 * len(named)

    def plain(self) -> int:
        """How many cards are read by their prints alone."""
        return sum(card.id is None and card.shape is not None for card in self._named())

    def _named(self) -> list[CardSighting]:
        readings = [thing.reading for thing in self.things]
        return [one.card for one in readings if one is not None and one.card is not None]

    def with_prints(self) -> Tracked:
        """With what of the shrunken picture is each thing's own, and what is beside it."""
        under = footprints([self.low(thing.corners) for thing in self.things], self.motion.low.shape)
        things = tuple(replace(thing, under=one) for thing, one in zip(self.things, under, strict=True))
        return replace(self, things=things)

    def sampled_anew(self, touched: frozenset[int]) -> Tracked:
        """With the faces of things that were read sampled from this frame."""
        fresh = [thing for thing in self.things if thing.key in touched or thing.face is None]
        if not fresh:
            return self
        faces = sampled(self.motion.low, np.stack([self.low(thing.corners) for thing in fresh]))
        by_key = {thing.key: face for thing, face in zip(fresh, faces, strict=True)}
        things = tuple(replace(thing, face=by_key.get(thing.key, thing.face)) for thing in self.things)
        return replace(self, things=things).with_prints()

    def low(self, corners: Floats) -> Floats:
        """Points (n, 2) of the frame in the shrunken picture's pixels."""
        low: Floats = (corners + 0.5) * self.scale - 0.5
        return low

    def low_box(self, corners: Floats) -> Box:
        """The box of the shrunken picture around points (n, 2) of the frame."""
        low = self.low(corners)
        left, top = np.floor(low.min(axis=0)).astype(int)
        right, bottom = np.ceil(low.max(axis=0)).astype(int) + 1
        return int(left), int(top), int(right), int(bottom)

    def box(self, low: Box, margin: float) -> Box:
        """A box of the shrunken picture in the frame's pixels, grown by a share of a card's length."""
        grow = margin * np.sqrt(self.card_px() * 88 / 63) / self.scale
        left, top, right, bottom = (value / self.scale for value in low)
        width, height = self.size_px
        return (
            int(max(0, left - grow)),
            int(max(0, top - grow)),
            int(min(width, right + grow)),
            int(min(height, bottom + grow)),
        )

    def card_px(self) -> float:
        """How many pixels of the shrunken picture a card takes, by those that are there."""
        sizes = [thing.under.inside[0].size for thing in self.things if thing.under and is_card(thing)]
        return float(np.median(sizes)) if sizes else 0.008 * self.motion.low.size


def mark_of(thing: Thing, marks: MarkSet | None) -> PrintedMark | None:
    """The printed mark that a thing is, if it is one of these."""
    if marks is None or thing.named is None or not thing.named.startswith("mark "):
        return None
    return marks.named(thing.named.removeprefix("mark "))


def is_card(thing: Thing) -> bool:
    """Whether it is a card, read or not, and no mark."""
    return thing.named is None or not thing.named.startswith("mark ")
