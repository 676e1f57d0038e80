"""Each thing looked at where it lay: in sight, covered, or gone."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from vision.live.footprints import GAP_PX, RING_PX, quads_mask
from vision.live.likeness import alike, sampled
from vision.live.things import How, Thing
from vision.live.tracked import Tracked
from vision.plane import Floats


def looked(tracked: Tracked, now_s: float) -> Tracked:
    """Each thing looked at where it lay."""
    if not tracked.things:
        return tracked
    now = sampled(tracked.motion.low, np.stack([tracked.low(thing.corners) for thing in tracked.things]))
    then = np.stack(
        [thing.face if thing.face is not None else now[at] for at, thing in enumerate(tracked.things)]
    )
    kept, gone = [], []
    for thing, share in zip(tracked.things, alike(now, then), strict=True):
        still = _look(tracked, thing, float(share), now_s)
        if still is not None:
            kept.append(still)
        else:
            gone.append(thing)
    if not gone:
        return replace(tracked, things=tuple(kept))
    left = {
        thing.named: thing.key
        for thing in gone
        if thing.named is not None and not thing.named.startswith("look ")
    }
    # Rings leave other things out: with one gone, its neighbours' are larger.
    after = replace(tracked, things=tuple(kept), left={**tracked.left, **left})
    return vacated(after, gone).with_prints()


def vacated(tracked: Tracked, gone: Iterable[Thing]) -> Tracked:
    """Where things lay that are elsewhere or nowhere now."""
    bare: list[Floats] = []
    other: list[Floats] = []
    for thing in gone:
        lies_bare = thing.under is not None and thing.under.bare(tracked.motion)
        (bare if lies_bare else other).append(tracked.low(thing.corners))
    # Where the table shows again there is nothing to read.
    empty = quads_mask(bare, tracked.motion.low.shape, 3)
    motion = tracked.motion.looked_at(empty)
    # Where something else lies it is read, though it come to look as what is gone: two cards can be alike.
    seen = [tracked.low(thing.corners) for thing in tracked.things if thing.how is How.SEEN]
    known = empty | quads_mask(seen, motion.low.shape, 1)
    # Around what is hidden no picture must stay of a neighbour that is gone, or it is never missed itself.
    hidden = [tracked.low(thing.corners) for thing in tracked.things if thing.how is How.REMEMBERED]
    beside = quads_mask(hidden, motion.low.shape, RING_PX + GAP_PX + 1)
    left = quads_mask(other, motion.low.shape) & ~known
    return replace(tracked, motion=motion.looked_at(left & beside).forgotten(left & ~beside))


def _look(tracked: Tracked, thing: Thing, share: float, now_s: float) -> Thing | None:
    under = thing.under
    if under is None:
        return thing
    moving = under.moves(tracked.motion)
    if share >= tracked.config.seen_share:
        return replace(thing, how=How.SEEN, moving=False, gone=0, seen_s=now_s)
    lost = replace(thing, how=How.REMEMBERED, moving=moving, gone=0)
    fixed = tracked.is_fixed(thing)
    if fixed or moving or tracked.fresh or not under.rests(tracked.motion, now_s):
        return lost
    if under.reached_over(tracked.motion) or not under.changed(tracked.motion):
        return lost
    if thing.gone + 1 >= tracked.config.gone_frames:
        return None
    return replace(lost, gone=thing.gone + 1)
