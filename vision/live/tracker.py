"""Following what lies on a table from frame to frame: a cheap look at every thing in each frame, and a reading only
where something has changed and has come to rest.

    tracker = tracker.step(frame, number, now_s)      # milliseconds
    for want in tracker.wants: tracker = tracker.told(want, read(want), now_s)

Nothing here reads a clock or waits: readings may be made at once, or by another thread and told later.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from vision.live.footprints import GAP_PX, RING_PX, footprints, quads_mask
from vision.live.likeness import alike, sampled
from vision.live.marks import MarkSet, PrintedMark
from vision.live.matching import merged
from vision.live.motion import Motion, MotionConfig, Part, shrunk
from vision.live.plane import table_plane
from vision.live.reading import Known
from vision.live.things import Found, How, Scene, SeenCard, SeenMark, Thing
from vision.photo import Pixels
from vision.plane import Floats, apply, rectangle
from vision.quads import Box, as_quad
from vision.sighting import CardSighting

CARD_MM = (63.0, 88.0)


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
    most_asked_unread: int = 2
    """... and how often where nothing is read at all, until something changes there."""
    size_play: float = 0.25
    """How far, as a share, what is not read may differ from a card in size to count as one."""
    margin: float = 0.35
    """How far beyond a changed part is read at once, and ..."""
    far_margin: float = 1.2
    """... how far with more time, in lengths of a card: neighbours tell the plane."""
    patience_s: float = 0.5
    """Where cards bear markers, how long a part must have been at rest before it is read with more time."""
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


@dataclass(frozen=True, slots=True, eq=False)
class Tracker:
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
    fresh: bool = True
    """Whether the whole picture has yet to be read."""

    # --- frames -----------------------------------------------------------------------------------

    @classmethod
    def start(
        cls,
        pixels: Pixels,
        number: int,
        now_s: float,
        known: Known,
        config: TrackConfig | None = None,
        plane: Floats | None = None,
    ) -> Tracker:
        """Begin with a frame (h, w, 3) uint8 BGR; all of it is to be read. `plane` (3, 3) maps pixels to millimetres
        where that was measured beforehand.
        """
        config = config or TrackConfig()
        low, scale = shrunk(pixels, config.motion.side_px)
        size = (pixels.shape[1], pixels.shape[0])
        begun = cls(known, config, size, scale, Motion.start(low, now_s, config.motion), number, now_s)
        return replace(begun, wants=begun._whole(), plane=plane, plane_given=plane is not None)

    def step(self, pixels: Pixels, number: int, now_s: float) -> Tracker:
        """After the next frame; another size begins anew."""
        if (pixels.shape[1], pixels.shape[0]) != self.size_px:
            return Tracker.start(pixels, number, now_s, self.known, self.config)._numbered(self.next_key)
        low, _ = shrunk(pixels, self.config.motion.side_px)
        motion = self.motion.step(low, now_s)
        tracker = replace(self, motion=motion, number=number, at_s=now_s, wants=())._looked(now_s)
        return replace(tracker, wants=tracker._wanted(now_s))

    def anew(self) -> Tracker:
        """As after the camera was moved: all that is known is remembered, and the whole picture is to be read."""
        things = tuple(replace(thing, how=How.REMEMBERED) for thing in self.things)
        motion = Motion.start(self.motion.low, self.at_s, self.config.motion)
        tracker = replace(self, things=things, motion=motion, fresh=True)
        if self.plane_given:
            # What was measured holds no more: the things on the table have to tell.
            tracker = replace(tracker, plane=None, plane_of=0, plane_given=False)
        return replace(tracker, wants=tracker._whole())

    def _numbered(self, next_key: int) -> Tracker:
        return replace(self, next_key=next_key)

    def _looked(self, now_s: float) -> Tracker:
        """Each thing looked at where it lay."""
        if not self.things:
            return self
        now = sampled(self.motion.low, np.stack([self._low(thing.corners) for thing in self.things]))
        then = np.stack(
            [thing.face if thing.face is not None else now[at] for at, thing in enumerate(self.things)]
        )
        kept, gone = [], []
        for thing, share in zip(self.things, alike(now, then), strict=True):
            looked = self._look(thing, float(share), now_s)
            if looked is not None:
                kept.append(looked)
            else:
                gone.append(thing)
        if not gone:
            return replace(self, things=tuple(kept))
        left = {
            thing.named: thing.key
            for thing in gone
            if thing.named is not None and not thing.named.startswith("look ")
        }
        # Rings leave other things out: with one gone, its neighbours' are larger.
        tracker = replace(self, things=tuple(kept), left={**self.left, **left})
        return tracker._vacated(gone)._with_prints()

    def _vacated(self, gone: Iterable[Thing]) -> Tracker:
        """Where things lay that are elsewhere or nowhere now."""
        bare: list[Floats] = []
        other: list[Floats] = []
        for thing in gone:
            lies_bare = thing.under is not None and thing.under.bare(self.motion)
            (bare if lies_bare else other).append(self._low(thing.corners))
        # Where the table shows again there is nothing to read.
        empty = quads_mask(bare, self.motion.low.shape, 3)
        motion = self.motion.looked_at(empty)
        # Where something else lies it is read, though it come to look as what is gone: two cards can be alike.
        seen = [self._low(thing.corners) for thing in self.things if thing.how is How.SEEN]
        known = empty | quads_mask(seen, motion.low.shape, 1)
        # Around what is hidden no picture must stay of a neighbour that is gone, or it is never missed itself.
        hidden = [self._low(thing.corners) for thing in self.things if thing.how is How.REMEMBERED]
        beside = quads_mask(hidden, motion.low.shape, RING_PX + GAP_PX + 1)
        left = quads_mask(other, motion.low.shape) & ~known
        return replace(self, motion=motion.looked_at(left & beside).forgotten(left & ~beside))

    def _look(self, thing: Thing, share: float, now_s: float) -> Thing | None:
        under = thing.under
        if under is None:
            return thing
        moving = under.moves(self.motion)
        if share >= self.config.seen_share:
            return replace(thing, how=How.SEEN, moving=False, gone=0, seen_s=now_s)
        lost = replace(thing, how=How.REMEMBERED, moving=moving, gone=0)
        fixed = self._is_fixed(thing)
        if fixed or moving or self.fresh or not under.rests(self.motion, now_s):
            return lost
        if under.reached_over(self.motion) or not under.changed(self.motion):
            return lost
        if thing.gone + 1 >= self.config.gone_frames:
            return None
        return replace(lost, gone=thing.gone + 1)

    def _is_fixed(self, thing: Thing) -> bool:
        mark = _mark_of(thing, self.known.marks)
        return mark is not None and mark.fixed

    # --- what is to be read -----------------------------------------------------------------------

    def _whole(self) -> tuple[Want, ...]:
        box = (0, 0, *self.size_px)
        return tuple(Want(box, slow, self.number, self.at_s, whole=True) for slow in (False, True))

    def _wanted(self, now_s: float) -> tuple[Want, ...]:
        if self.fresh:
            return (Want((0, 0, *self.size_px), True, self.number, now_s, whole=True),)
        readings = [thing.reading for thing in self.things]
        agreed = {one.card.id: one.card for one in readings if one and one.card and one.card.id}
        wants = [
            Want(self._box(part.box, self.config.margin), False, self.number, now_s, part, agreed=agreed)
            for part in self._ready(now_s)[: self.config.most_parts]
        ]
        return (*wants, *self._doubts(now_s))

    def _ready(self, now_s: float) -> Sequence[Part]:
        """The parts that are to be looked at now.

        A marker is read in the first picture in which it rests; looks are given longer, and so are arms, and places
        that cards have left or are covered at. What was taken there is mostly laid elsewhere and named there: new
        places go first, and the old ones then need not be read at all.
        """
        if not self._marked():
            return self.motion.parts(now_s)
        lost = [
            self._low(thing.corners)
            for thing in self.things
            if thing.how is How.REMEMBERED and _is_card(thing)
        ]
        old = quads_mask(lost, self.motion.low.shape, 1)
        least_px, most_px = (share * self._card_px() for share in self.config.early)
        early = [
            part
            for part in self.motion.parts(now_s, 0.0)
            if least_px < float(part.mask.sum()) < most_px
            and float(old[part.mask].mean()) < self.config.old_place
        ]
        return self._joined(early) or self.motion.parts(now_s)

    def _joined(self, parts: Sequence[Part]) -> Sequence[Part]:
        """Parts side by side made one where that is no more to read: cards of one claim lie together."""
        joined: list[Part] = []
        for part in parts:
            one = part
            for other in tuple(joined):
                both = one.joined(other)
                boxes = [self._box(each.box, self.config.margin) for each in (one, other, both)]
                first, second, wide = ((right - left) * (low - top) for left, top, right, low in boxes)
                if wide <= first + second:
                    joined.remove(other)
                    one = both
            joined.append(one)
        return joined

    def _doubts(self, now_s: float) -> Iterable[Want]:
        """Things that frames do not agree on yet, asked about once more."""
        doubtful = [
            thing
            for thing in self.things
            if thing.reading is None
            and thing.how is How.SEEN
            and thing.seen_s == now_s
            and thing.asked < (self.config.most_asked if thing.named else self.config.most_asked_unread)
            and self.motion.at_rest(self._low_box(thing.corners), now_s)
        ]
        quick = [thing for thing in doubtful if _by_marker(thing)]
        slow = [thing for thing in doubtful if not _by_marker(thing)]
        for group, slowly in ((quick, False), (slow, True)):
            margin = self.config.far_margin if slowly else 0.1
            boxes = [self._box(self._low_box(thing.corners), margin) for thing in group]
            if len(boxes) >= self.config.crowd:
                boxes = [_around(boxes)]
            yield from (Want(box, slowly, self.number, now_s) for box in boxes)

    # --- what was read ----------------------------------------------------------------------------

    def told(self, want: Want, found: Sequence[Found], now_s: float) -> Tracker:
        """With what was read of a frame. What has moved since then says nothing, and is read again."""
        still = [one for one in found if self._unmoved(one, want) and self._card_sized(one)]
        merge = merged(self.things, still, now_s, self.next_key, self.left)
        tracker = replace(self, things=merge.things, next_key=merge.next_key)
        now = {thing.key: thing for thing in merge.things if thing.key in merge.touched}
        moved = [thing for thing in self.things if thing.key in now and _elsewhere(thing, now[thing.key])]
        tracker = (tracker._vacated(moved) if moved else tracker)._sampled_anew(merge.touched)
        tracker = tracker._with_plane(again=want.whole and want.slow)
        if want.whole:
            return tracker._after_whole(want) if want.slow else tracker
        if want.part is None:
            return tracker._asked(want, merge.touched)
        return tracker._after_part(want, want.part, merge.touched)

    def _unmoved(self, one: Found, want: Want) -> bool:
        left, top, right, bottom = self._low_box(np.array(one.corners_px))
        spot = self.motion.moved_s[max(0, top) : max(0, bottom), max(0, left) : max(0, right)]
        return want.whole or not spot.size or float(spot.max()) <= want.at_s

    def _card_sized(self, one: Found) -> bool:
        """Whether what could not be read is as large as a card on this table; what is read speaks for itself."""
        if one.name is not None or self.plane is None:
            return True
        sizes = [
            _sides(apply(self.plane, thing.corners))
            for thing in self.things
            if thing.reading and _is_card(thing)
        ]
        face = CARD_MM if self.known.deck is None else self.known.deck.face_mm
        want = np.median(np.array(sizes), axis=0) if sizes else np.array(sorted(face))
        own = _sides(apply(self.plane, np.array(one.corners_px, float)))
        return bool(np.abs(np.log(np.maximum(own, 1e-6) / want)).max() < self.config.size_play)

    def _after_whole(self, want: Want) -> Tracker:
        """The whole picture is read: it is what later pictures are compared with."""
        unmoved = self.motion.moved_s <= want.at_s
        tracker = replace(self, fresh=False, motion=self.motion.looked_at(unmoved))
        kept = [
            thing
            for thing in tracker.things
            if thing.how is How.SEEN or thing.moving or tracker._is_fixed(thing)
        ]
        return replace(tracker, things=tuple(kept))._with_prints()

    def _after_part(self, want: Want, part: Part, touched: frozenset[int]) -> Tracker:
        motion = self.motion
        if float(motion.moved_s[part.mask].max(initial=0.0)) > want.at_s:
            return self  # It has moved on, and is read when it rests again.
        rested_s = self.at_s - float(motion.moved_s[part.mask].max(initial=0.0))
        early = rested_s < motion.config.settle_s
        quads = [
            thing.corners
            for thing in self.things
            if thing.key in touched or (thing.how is How.SEEN and not early)
        ]
        lying = quads_mask([self._low(quad) for quad in quads], motion.low.shape, 1)
        changed = part.mask & motion.changed
        area = max(1, int(changed.sum()))
        explained = float((changed & lying).sum()) / area
        if any(thing.gone for thing in self.things) or (early and explained < self.config.explained):
            return self  # What is about to be gone explains it in the next frame, or it is a hand.
        enough = explained >= self.config.explained or part.at_rim or area < 0.25 * self._card_px()
        if not want.slow and not enough and not self._bare(part):
            if self._marked() and rested_s < self.config.patience_s:
                return self
            slow = replace(want, slow=True, box=self._box(part.box, self.config.far_margin))
            return replace(self, wants=(*self.wants, slow))
        # A sheet is never missed: what was laid upon it, and is to be missed when it goes, must not be kept out.
        hidden = [
            thing.corners
            for thing in self.things
            if thing.how is How.REMEMBERED and not self._is_fixed(thing)
        ]
        kept = quads_mask([self._low(quad) for quad in hidden], motion.low.shape, 5)
        return replace(self, motion=motion.looked_at(part.mask, kept=kept))

    def _marked(self) -> bool:
        """Whether the cards on this table bear markers, by which nearly all are read within milliseconds."""
        named = [thing.reading.card for thing in self.things if thing.reading and thing.reading.card]
        return len(named) > 2 and sum(card.id is not None for card in named) > 0.8 * len(named)

    def _bare(self, part: Part) -> bool:
        """Whether a part looks like the table around it: something was taken away."""
        left, top, right, bottom = part.box
        corners = np.array([[left, top], [right, top], [right, bottom], [left, bottom]], float)
        taken = [self._low(thing.corners) for thing in self.things]
        (under,) = footprints([corners, *taken], self.motion.low.shape)[:1]
        return under.bare(self.motion)

    def _asked(self, want: Want, touched: frozenset[int]) -> Tracker:
        """Things in the box that the reading did not even see were asked about all the same."""
        left, top, right, bottom = want.box

        def counted(thing: Thing) -> Thing:
            x, y = thing.middle
            missed = thing.key not in touched and thing.reading is None
            return (
                replace(thing, asked=thing.asked + 1)
                if missed and left <= x < right and top <= y < bottom
                else thing
            )

        return replace(self, things=tuple(counted(thing) for thing in self.things))

    # --- bookkeeping ------------------------------------------------------------------------------

    def _sampled_anew(self, touched: frozenset[int]) -> Tracker:
        """With the faces of things that were read sampled from this frame."""
        fresh = [thing for thing in self.things if thing.key in touched or thing.face is None]
        if not fresh:
            return self
        faces = sampled(self.motion.low, np.stack([self._low(thing.corners) for thing in fresh]))
        by_key = {thing.key: face for thing, face in zip(fresh, faces, strict=True)}
        things = tuple(replace(thing, face=by_key.get(thing.key, thing.face)) for thing in self.things)
        return replace(self, things=things)._with_prints()

    def _with_prints(self) -> Tracker:
        under = footprints([self._low(thing.corners) for thing in self.things], self.motion.low.shape)
        things = tuple(replace(thing, under=one) for thing, one in zip(self.things, under, strict=True))
        return replace(self, things=things)

    def _with_plane(self, *, again: bool = False) -> Tracker:
        """With the plane fitted to what is read, until enough was there to fit it well."""
        sizes = [
            (thing, form)
            for thing in self.things
            if thing.how is How.SEEN and (form := self._form(thing)) is not None
        ]
        if self.plane_given:
            return self
        settled = self.plane is not None and self.plane_of >= self.config.plane_things
        if not sizes or (not again and (settled or len(sizes) <= self.plane_of)):
            return self
        # The same mark each time, covered or not: the table's millimetres stay where they are.
        fixed = sorted((str(thing.named), thing.key) for thing in self.things if self._is_fixed(thing))
        origin = next((thing.corners for thing in self.things if fixed and thing.key == fixed[0][1]), None)
        plane = table_plane([(thing.corners, form) for thing, form in sizes], origin)
        return self if plane is None else replace(self, plane=plane, plane_of=len(sizes))

    def _form(self, thing: Thing) -> Floats | None:
        """A thing's corners in its own millimetres, where its size is known and its corners are well placed."""
        reading = next((one for one in thing.readings if one.name == thing.named), None)
        if reading is None:
            return None
        mark = _mark_of(thing, self.known.marks)
        if mark is not None:
            return mark.rim
        if reading.card is None or not {"marker", "outline"} & set(reading.card.read_by):
            return None
        return rectangle(CARD_MM if self.known.deck is None else self.known.deck.face_mm)

    def _low(self, corners: Floats) -> Floats:
        low: Floats = (corners + 0.5) * self.scale - 0.5
        return low

    def _low_box(self, corners: Floats) -> Box:
        low = self._low(corners)
        left, top = np.floor(low.min(axis=0)).astype(int)
        right, bottom = np.ceil(low.max(axis=0)).astype(int) + 1
        return int(left), int(top), int(right), int(bottom)

    def _box(self, low: Box, margin: float) -> Box:
        """A box of the shrunken picture in the frame's pixels, grown by a share of a card's length."""
        grow = margin * np.sqrt(self._card_px() * 88 / 63) / self.scale
        left, top, right, bottom = (value / self.scale for value in low)
        width, height = self.size_px
        return (
            int(max(0, left - grow)),
            int(max(0, top - grow)),
            int(min(width, right + grow)),
            int(min(height, bottom + grow)),
        )

    def _card_px(self) -> float:
        """How many pixels of the shrunken picture a card takes, by those that are there."""
        sizes = [thing.under.inside[0].size for thing in self.things if thing.under and _is_card(thing)]
        return float(np.median(sizes)) if sizes else 0.008 * self.motion.low.size

    # --- what it shows ----------------------------------------------------------------------------

    def scene(self, notes: tuple[str, ...] = ()) -> Scene:
        """What lies on the table now."""
        cards = tuple(self._card(thing) for thing in self.things if _is_card(thing))
        marks = tuple(
            self._mark(thing, thing.reading.mark)
            for thing in self.things
            if thing.reading is not None and thing.reading.mark is not None
        )
        over = self.motion.changed | self.motion.moving
        restless = self.motion.dirty & over
        return Scene(
            self.number,
            self.at_s,
            self.size_px,
            cards,
            marks,
            self.plane,
            over,
            restless,
            self.scale,
            self.fresh or bool(self.wants) or bool(restless.any()),
            notes,
        )

    def _card(self, thing: Thing) -> SeenCard:
        reading = thing.reading
        at_mm = None
        if self.plane is not None:
            x, y = apply(self.plane, thing.corners).mean(axis=0)
            at_mm = (float(x), float(y))
        why = thing.why if reading is None else ""
        if reading is None and not why:
            why = "frames do not agree on it yet: keep hands and glare off it"
        card = None if reading is None else reading.card
        return SeenCard(thing.key, card, as_quad(thing.corners), thing.how, thing.moving, why, at_mm)

    def _mark(self, thing: Thing, name: str) -> SeenMark:
        flat = None if self.plane is None else as_quad(apply(self.plane, thing.corners))
        return SeenMark(name, as_quad(thing.corners), thing.how, thing.moving, flat, thing.begun_s)


def _mark_of(thing: Thing, marks: MarkSet | None) -> PrintedMark | None:
    if marks is None or thing.named is None or not thing.named.startswith("mark "):
        return None
    return marks.named(thing.named.removeprefix("mark "))


def _elsewhere(thing: Thing, now: Thing) -> bool:
    """Whether a thing lies where most of its old place is free."""
    return float(np.linalg.norm(now.middle - thing.middle)) > float(_sides(thing.corners)[0]) / 2


def _is_card(thing: Thing) -> bool:
    return thing.named is None or not thing.named.startswith("mark ")


def _sides(corners: Floats) -> Floats:
    """The lengths (2,) of a quadrilateral's short and long sides."""
    lengths = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1)
    sides: Floats = np.sort((lengths[:2] + lengths[2:]) / 2)
    return sides


def _by_marker(thing: Thing) -> bool:
    """Whether what it was last read by can be read again within milliseconds."""
    return any(one.mark is not None or (one.card and one.card.id is not None) for one in thing.readings)


def _around(boxes: Sequence[Box]) -> Box:
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)
