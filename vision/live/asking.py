"""What of a frame is to be read: parts that changed and rest, and things that frames do not agree on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from itertools import chain

from vision.live.card_size import card_px
from vision.live.footprints import quads_mask
from vision.live.motion import Part
from vision.live.there import there_of
from vision.live.things import How, Thing
from vision.live.tracked import Again, Tracked, Want, is_card
from vision.quads import Box, about, side_by_side


def whole(tracked: Tracked) -> tuple[Want, ...]:
    """The whole frame, at once and with more time."""
    box = (0, 0, *tracked.size_px)
    return tuple(Want(box, slow, tracked.number, tracked.at_s, whole=True) for slow in (False, True))


def wanted(tracked: Tracked, now_s: float) -> tuple[Want, ...]:
    """What of this frame is to be read."""
    if tracked.fresh:
        return (Want((0, 0, *tracked.size_px), True, tracked.number, now_s, whole=True),)
    readings = [thing.reading for thing in tracked.things]
    agreed = {one.card.id: one.card for one in readings if one and one.card and one.card.id}
    wants = [
        Want(tracked.box(part.box, tracked.config.margin), False, tracked.number, now_s, part, agreed=agreed)
        for part in _ready(tracked, now_s)[: tracked.config.most_parts]
    ]
    more = (_again(tracked, now_s), _doubts(tracked, now_s), _decks(tracked, now_s), _glances(tracked, now_s))
    return (*wants, *chain.from_iterable(more))


def _ready(tracked: Tracked, now_s: float) -> Sequence[Part]:
    """The parts that are to be looked at now.

    A marker is read in the first picture in which it rests; looks are given longer, and so are arms, and places
    that cards have left or are covered at. What was taken there is mostly laid elsewhere and named there: new
    places go first, and the old ones then need not be read at all.
    """
    if not tracked.marked():
        return tracked.motion.parts(now_s)
    lost = [
        tracked.low(thing.corners)
        for thing in tracked.things
        if thing.how is How.REMEMBERED and is_card(thing)
    ]
    old = quads_mask(lost, tracked.motion.low.shape, 1)
    least_px, most_px = (share * tracked.card_px() for share in tracked.config.early)
    early = [
        part
        for part in tracked.motion.parts(now_s, 0.0)
        if least_px < float(part.mask.sum()) < most_px
        and float(old[part.mask].mean()) < tracked.config.old_place
    ]
    return _joined(tracked, early) or tracked.motion.parts(now_s)


def _joined(tracked: Tracked, parts: Sequence[Part]) -> Sequence[Part]:
    """Parts side by side made one where that is no more to read: cards of one claim lie together."""
    boxes = [tracked.box(part.box, tracked.config.margin) for part in parts]
    return [
        reduce(Part.joined, [parts[number] for number in numbers]) for numbers in side_by_side(boxes, 1.0)
    ]


def _doubts(tracked: Tracked, now_s: float) -> Iterable[Want]:
    """Things that frames do not agree on yet, asked about once more."""
    doubtful = [
        thing
        for thing in tracked.things
        if thing.reading is None
        and thing.how is How.SEEN
        and thing.seen_s == now_s
        and thing.asked < _patience(tracked, thing, now_s)
        and tracked.motion.at_rest(tracked.low_box(thing.corners), now_s)
    ]
    quick = [thing for thing in doubtful if _by_marker(thing) and not _in_vain(tracked, thing)]
    slow = [thing for thing in doubtful if thing not in quick]
    for group, slowly in ((quick, False), (slow, True)):
        margins = [_margin(tracked, thing) if slowly else tracked.config.margin for thing in group]
        lows = [tracked.low_box(thing.corners) for thing in group]
        boxes = [tracked.box(low, margin) for low, margin in zip(lows, margins, strict=True)]
        asked = [thing.asked for thing in group]
        if len(boxes) >= tracked.config.crowd:
            lows, boxes, asked = [about(lows)], [about(boxes)], [max(asked)]
        for low, box, often in zip(lows, boxes, asked, strict=True):
            known = slowly and often < tracked.config.asked_there
            there = there_of(tracked, low) if known else None
            large_px = card_px(tracked, box) if slowly else None
            yield Want(box, slowly, tracked.number, now_s, card_px=large_px, there=there)


def _patience(tracked: Tracked, thing: Thing, now_s: float) -> float:
    """How often a thing may be asked about by now. Noise is another in every frame: what a marker named once is asked
    about again and again, for that costs next to nothing."""
    if thing.named is None:
        return tracked.config.most_asked_unread
    since_s = now_s - (now_s if thing.begun_s is None else thing.begun_s)
    more = since_s / tracked.config.again_s if _by_marker(thing) else 0.0
    return tracked.config.most_asked + more


def _margin(tracked: Tracked, thing: Thing) -> float:
    """How far about a thing is read: farther once it was read twice and is not known yet."""
    return tracked.config.far_margin * (1.0 if thing.asked < 2 else 1.5)


def _in_vain(tracked: Tracked, thing: Thing) -> bool:
    """Whether a card that a marker named was asked for its marker often enough to be asked for all that it shows."""
    return is_card(thing) and tracked.config.most_asked // 2 <= thing.asked < tracked.config.most_asked


def _by_marker(thing: Thing) -> bool:
    """Whether what it was last read by can be read again within milliseconds."""
    return any(one.mark is not None or (one.card and one.card.id is not None) for one in thing.readings)


def unexplained(tracked: Tracked) -> tuple[Again, ...]:
    """The places that are to be read once more, without those on which cards are known by now."""
    lying = [
        tracked.low(thing.corners)
        for thing in tracked.things
        if thing.reading is not None and thing.how is How.SEEN and is_card(thing)
    ]
    if not (tracked.again and lying):
        return tracked.again
    known = quads_mask(lying, tracked.motion.low.shape, 1)
    return tuple(
        one for one in tracked.again if float(known[_window(one.low)].mean()) < tracked.config.explained
    )


def _window(low: Box) -> tuple[slice, slice]:
    left, top, right, bottom = low
    return slice(max(0, top), max(0, bottom)), slice(max(0, left), max(0, right))


def _again(tracked: Tracked, now_s: float) -> Iterable[Want]:
    """Places where something lies that was not made out, looked at from farther about them."""
    margin = 2 * tracked.config.far_margin
    for one in tracked.again:
        if now_s >= one.due_s and tracked.motion.at_rest(one.low, now_s):
            box = tracked.box(one.low, margin)
            yield Want(box, True, tracked.number, now_s, again=one, card_px=card_px(tracked, box))


def _decks(tracked: Tracked, now_s: float) -> Iterable[Want]:
    """The whole picture, as of any deck, where cards are read by their prints alone as those of one that was named."""
    config, last = tracked.config, tracked.deck
    if tracked.known.profile is None or tracked.known.taught is not None:
        return
    again = last.other is not None and now_s - last.at_s >= config.deck_again_s
    if again or tracked.plain() >= max(config.deck_of, 2 * last.of):
        yield Want((0, 0, *tracked.size_px), True, tracked.number, now_s, any_deck=True)


def _glances(tracked: Tracked, now_s: float) -> Iterable[Want]:
    """The whole picture for its markers once more, ever more seldom: a sheet that lay there from the beginning, its
    markers drowned in that frame's noise, does not change, so that nothing else would have it looked at."""
    wait_s = max(tracked.config.again_s, tracked.config.glance_share * (tracked.glanced_s - tracked.whole_s))
    if tracked.known.marks is not None and now_s - tracked.glanced_s >= wait_s:
        yield Want((0, 0, *tracked.size_px), False, tracked.number, now_s, glance=True)
