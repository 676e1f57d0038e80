"""What was read of a frame taken in: which things it is of, and what need not be read again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence, Set
from dataclasses import replace

import numpy as np

from vision.live.card_size import card_mm, card_px, face_mm, short_and_long
from vision.live.footprints import footprints, quads_mask
from vision.live.looking import vacated
from vision.live.matching import merged
from vision.live.motion import Part
from vision.live.plane import table_plane
from vision.live.there import there_of
from vision.live.things import Found, How, Thing
from vision.live.tracked import Again, DeckSeen, Tracked, Want, mark_of
from vision.plane import Floats, apply, rectangle
from vision.quads import as_quad
from vision.rigid import Rigid


def told(tracked: Tracked, want: Want, found: Sequence[Found], now_s: float) -> Tracked:
    """With what was read of a frame. What has moved since then says nothing, and is read again."""
    if want.any_deck:
        tracked = replace(tracked, deck=_deck_of(tracked, found, now_s))
        if tracked.deck.other is not None:
            return tracked
    placed = [_laid(tracked, one) for one in found]
    unmoved = [one for one in placed if _unmoved(tracked, one, want)]
    dark = any(one.framed for one in (*found, *_readings(tracked)) if one.card is not None)
    still = [one for one in unmoved if _card_sized(tracked, one) and not (_is_back(one) and not dark)]
    merge = merged(tracked.things, still, now_s, tracked.next_key, tracked.left)
    after = replace(tracked, things=merge.things, next_key=merge.next_key)
    now = {thing.key: thing for thing in merge.things if thing.key in merge.touched}
    moved = [thing for thing in tracked.things if thing.key in now and _elsewhere(thing, now[thing.key])]
    after = (vacated(after, moved) if moved else after).sampled_anew(merge.touched)
    after = _with_plane(after, again=want.whole and want.slow)
    if want.whole:
        return _after_whole(after, want) if want.slow else after
    if want.any_deck:
        return after
    if want.glance:
        return replace(after, glanced_s=now_s)
    if want.again is not None:
        return _looked_again(after, want.again, now_s, found=bool(merge.touched))
    if want.part is None:
        return _asked(after, want, merge.touched)
    # What is laid upon a sheet is not accounted for by the sheet, though that shows beside it.
    stays = {thing.key for thing in tracked.things if tracked.is_fixed(thing)} - {
        thing.key for thing in moved
    }
    stirred = want.there is not None and len(unmoved) < len(placed)
    return _after_part(after, want, want.part, merge.touched, stays, stirred=stirred)


def _deck_of(tracked: Tracked, found: Sequence[Found], now_s: float) -> DeckSeen:
    shapes = [one.card.shape for one in found if one.card is not None and one.card.shape is not None]
    seen = Counter(shape.lattice.name for shape in shapes)
    own = seen.pop(str(tracked.known.profile), 0)
    other, count = max(seen.items(), key=lambda one: one[1], default=("", 0))
    strange = count >= tracked.config.deck_least and count > own
    return DeckSeen(tracked.plain(), now_s, other if strange else None)


def _unmoved(tracked: Tracked, one: Found, want: Want) -> bool:
    left, top, right, bottom = tracked.low_box(np.array(one.corners_px))
    spot = tracked.motion.moved_s[max(0, top) : max(0, bottom), max(0, left) : max(0, right)]
    return want.whole or not spot.size or float(spot.max()) <= want.at_s


def _card_sized(tracked: Tracked, one: Found) -> bool:
    """Whether what could not be read is as large as a card on this table. A marker speaks for itself, and a print does
    where the plane is not fitted well yet; a cell of a card's shape is the shape of another card, and too small."""
    corners = np.array(one.corners_px, float)
    if one.name is None:
        return _sized(tracked, corners, tracked.config.size_play)
    by_print = one.card is not None and one.card.id is None
    return not (by_print and _settled(tracked)) or _sized(tracked, corners, tracked.config.print_play)


def _is_back(one: Found) -> bool:
    """Whether it lies face down, if no face of this deck is dark in a light frame."""
    return one.name is None and one.framed


def _readings(tracked: Tracked) -> list[Found]:
    return [thing.reading for thing in tracked.things if thing.reading is not None]


def _settled(tracked: Tracked) -> bool:
    """Whether the plane is known well enough not to be fitted anew."""
    return tracked.plane_given or (
        tracked.plane is not None and tracked.plane_of >= tracked.config.plane_things
    )


def _sized(tracked: Tracked, corners: Floats, play: float) -> bool:
    """Whether corners (4, 2) px may be a card's; where the plane is not known, whether they are a speck."""
    own_px = short_and_long(corners)
    if tracked.plane is None:
        return float(own_px[0]) >= tracked.config.least_card_px
    own = short_and_long(apply(tracked.plane, corners))
    want = card_mm(tracked, tracked.plane)
    return bool(np.abs(np.log(np.maximum(own, 1e-6) / want)).max() < play)


def _laid(tracked: Tracked, one: Found) -> Found:
    """A card whose edge did not show, as large as cards are where the table's plane is known: its end tells whether a
    hand reaches over it or it was taken away."""
    if tracked.plane is None or one.card is None or one.card.read_by != ("shape",):
        return one
    flat = apply(tracked.plane, np.array(one.corners_px, float))
    along, down = flat[1] + flat[2] - flat[0] - flat[3], flat[2] + flat[3] - flat[0] - flat[1]
    short, long = card_mm(tracked, tracked.plane)
    width, height = (short, long) if np.linalg.norm(along) <= np.linalg.norm(down) else (long, short)
    u = along / max(float(np.linalg.norm(along)), 1e-9)
    v = np.array([-u[1], u[0]]) * (1.0 if u[0] * down[1] - u[1] * down[0] >= 0 else -1.0)
    rim = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) / 2
    laid = flat.mean(axis=0) + rim[:, :1] * width * u + rim[:, 1:] * height * v
    corners = as_quad(apply(np.linalg.inv(tracked.plane), laid))
    return replace(one, corners_px=corners, card=replace(one.card, corners_px=corners))


def _after_whole(tracked: Tracked, want: Want) -> Tracked:
    """The whole picture is read: it is what later pictures are compared with."""
    unmoved = tracked.motion.moved_s <= want.at_s
    motion = tracked.motion.looked_at(unmoved)
    after = replace(
        tracked, fresh=False, motion=motion, whole_s=tracked.at_s, glanced_s=tracked.at_s, again=()
    )
    kept = [thing for thing in after.things if thing.how is How.SEEN or thing.moving or after.is_fixed(thing)]
    return replace(after, things=tuple(kept)).with_prints()


def _after_part(
    tracked: Tracked, want: Want, part: Part, touched: frozenset[int], stays: Set[int], *, stirred: bool
) -> Tracked:
    """With a part taken for read, unless it is to be read again: what lay there may have `stirred` since."""
    motion = tracked.motion
    if float(motion.moved_s[part.mask].max(initial=0.0)) > want.at_s:
        return tracked  # It has moved on, and is read when it rests again.
    rested_s = tracked.at_s - float(motion.moved_s[part.mask].max(initial=0.0))
    early = rested_s < motion.config.settle_s
    quads = [
        thing.corners
        for thing in tracked.things
        if thing.key not in stays and (thing.key in touched or (thing.how is How.SEEN and not early))
    ]
    lying = quads_mask([tracked.low(quad) for quad in quads], motion.low.shape, 1)
    changed = part.mask & motion.changed
    area = max(1, int(changed.sum()))
    explained = float((changed & lying).sum()) / area
    if any(thing.gone for thing in tracked.things) or (early and explained < tracked.config.explained):
        return tracked  # What is about to be gone explains it in the next frame, or it is a hand.
    enough = explained >= tracked.config.explained or area < 0.25 * tracked.card_px()
    if part.at_rim and not enough:
        # An arm. Once it has left cards may lie along its way that no marker names.
        enough = want.slow or tracked.marked()
        if not enough and rested_s < tracked.config.patience_s:
            return tracked
    if not want.slow and not enough and not _bare(tracked, part):
        if tracked.marked() and rested_s < tracked.config.patience_s:
            return tracked
        there = there_of(tracked, part.box, changed, alone=rested_s < tracked.config.patience_s)
        box = tracked.box(part.box, tracked.config.far_margin)
        slow = replace(want, slow=True, box=box, card_px=card_px(tracked, box), there=there)
        return replace(tracked, wants=(*tracked.wants, slow))
    if stirred and not enough:
        return tracked  # Beside it something moves, by which a card is known no more: so it is read again at once.
    if want.slow and not enough and not _bare(tracked, part):
        due_s = tracked.at_s + tracked.config.again_s
        one = Again(part.box, due_s, tracked.config.unexplained - 1)
        tracked = replace(tracked, again=(*tracked.again, one))
    # A sheet is never missed: what was laid upon it, and is to be missed when it goes, must not be kept out.
    hidden = [
        thing.corners
        for thing in tracked.things
        if thing.how is How.REMEMBERED and not tracked.is_fixed(thing)
    ]
    kept = quads_mask([tracked.low(quad) for quad in hidden], motion.low.shape, 5)
    return replace(tracked, motion=motion.looked_at(part.mask, kept=kept))


def _looked_again(tracked: Tracked, place: Again, now_s: float, *, found: bool) -> Tracked:
    """Without the place that was read once more, or with it for another time, if nothing was found there."""
    left = tuple(one for one in tracked.again if one is not place)
    if found or place.more == 0 or len(left) == len(tracked.again):
        return replace(tracked, again=left)
    later = replace(place, due_s=now_s + tracked.config.again_s, more=place.more - 1)
    return replace(tracked, again=(*left, later))


def _bare(tracked: Tracked, part: Part) -> bool:
    """Whether a part looks like the table around it: something was taken away."""
    left, top, right, bottom = part.box
    corners = np.array([[left, top], [right, top], [right, bottom], [left, bottom]], float)
    taken = [tracked.low(thing.corners) for thing in tracked.things]
    (under,) = footprints([corners, *taken], tracked.motion.low.shape)[:1]
    # Of the box around a row of cards that lie aslant most may be table.
    rows, columns = np.nonzero(part.mask & tracked.motion.changed)
    return replace(under, inside=(rows, columns)).bare(tracked.motion)


def _asked(tracked: Tracked, want: Want, touched: frozenset[int]) -> Tracked:
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

    return replace(tracked, things=tuple(counted(thing) for thing in tracked.things))


def _with_plane(tracked: Tracked, *, again: bool) -> Tracked:
    """With the plane fitted to what is read, until enough was there to fit it well."""
    sizes = [
        (thing, rigid)
        for thing in tracked.things
        if thing.how is How.SEEN and (rigid := _rigid(tracked, thing)) is not None
    ]
    if tracked.plane_given:
        return tracked
    if not sizes or (not again and (_settled(tracked) or len(sizes) <= tracked.plane_of)):
        return tracked
    # The same mark each time, covered or not: the table's millimetres stay where they are.
    fixed = sorted((str(thing.named), thing.key) for thing in tracked.things if tracked.is_fixed(thing))
    first = sizes[0][0].corners
    origin = next((thing.corners for thing in tracked.things if fixed and thing.key == fixed[0][1]), first)
    plane = table_plane([rigid for _, rigid in sizes], origin)
    if plane is None:
        return tracked
    after = replace(tracked, plane=plane, plane_of=len(sizes))
    # Until now nothing told how large a card is.
    kept = [
        thing
        for thing in after.things
        if thing.named is not None or _sized(after, thing.corners, after.config.size_play)
    ]
    return replace(after, things=tuple(kept))


def _rigid(tracked: Tracked, thing: Thing) -> Rigid | None:
    """A thing's points in the frame and in its own millimetres, where its size is known and they are well placed."""
    reading = next((one for one in thing.readings if one.name == thing.named), None)
    if reading is None:
        return None
    if reading.exact is not None:
        return reading.exact
    mark = mark_of(thing, tracked.known.marks)
    if mark is not None:
        return Rigid(thing.corners, mark.rim)
    if reading.card is None or not {"marker", "outline"} & set(reading.card.read_by):
        return None
    return Rigid(thing.corners, rectangle(face_mm(tracked)))


def _elsewhere(thing: Thing, now: Thing) -> bool:
    """Whether a thing lies where most of its old place is free."""
    return float(np.linalg.norm(now.middle - thing.middle)) > float(short_and_long(thing.corners)[0]) / 2
