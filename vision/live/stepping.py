"""Following what lies on a table from frame to frame: a cheap look at every thing in each frame, and a reading only
where something has changed and has come to rest.

    tracked = step(tracked, frame, number, now_s)      # milliseconds
    for want in tracked.wants: tracked = told(tracked, want, read(want), now_s)

Nothing here reads a clock or waits: readings may be made at once, or by another thread and told later
(`vision.live.telling`).
"""

from __future__ import annotations

from dataclasses import replace

from vision.live.asking import unexplained, wanted, whole
from vision.live.looking import looked
from vision.live.motion import Motion, shrunk
from vision.live.reading import Known
from vision.live.things import How
from vision.live.tracked import TrackConfig, Tracked
from vision.photo import Pixels
from vision.plane import Floats


def start(
    pixels: Pixels,
    number: int,
    now_s: float,
    known: Known,
    config: TrackConfig | None = None,
    plane: Floats | None = None,
) -> Tracked:
    """Begin with a frame (h, w, 3) uint8 BGR; all of it is to be read. `plane` (3, 3) maps pixels to millimetres where
    that was measured beforehand.
    """
    config = config or TrackConfig()
    low, scale = shrunk(pixels, config.motion.side_px)
    size = (pixels.shape[1], pixels.shape[0])
    begun = Tracked(known, config, size, scale, Motion.start(low, now_s, config.motion), number, now_s)
    return replace(begun, wants=whole(begun), plane=plane, plane_given=plane is not None)


def resized(
    tracked: Tracked, pixels: Pixels, number: int, now_s: float, plane: Floats | None = None
) -> Tracked:
    """Begin anew with a frame of another size; `plane` (3, 3) maps its pixels to the table's millimetres, where that
    was measured."""
    begun = start(pixels, number, now_s, tracked.known, tracked.config, plane)
    return replace(begun, next_key=tracked.next_key)


def step(tracked: Tracked, pixels: Pixels, number: int, now_s: float) -> Tracked:
    """After the next frame (h, w, 3), of the same size."""
    low, _ = shrunk(pixels, tracked.config.motion.side_px)
    motion = tracked.motion.step(low, now_s)
    after = looked(replace(tracked, motion=motion, number=number, at_s=now_s, wants=()), now_s)
    after = replace(after, again=unexplained(after))
    return replace(after, wants=wanted(after, now_s))


def anew(tracked: Tracked) -> Tracked:
    """As after the camera was moved: all that is known is remembered, and the whole picture is to be read."""
    things = tuple(replace(thing, how=How.REMEMBERED) for thing in tracked.things)
    motion = Motion.start(tracked.motion.low, tracked.at_s, tracked.config.motion)
    after = replace(tracked, things=things, motion=motion, fresh=True)
    if tracked.plane_given:
        # What was measured holds no more: the things on the table have to tell.
        after = replace(after, plane=None, plane_of=0, plane_given=False)
    return replace(after, wants=whole(after))
