"""What is followed as a scene: the table as others are shown it."""

from __future__ import annotations

from vision.live.things import Scene, SeenCard, SeenMark, Thing
from vision.live.tracked import Tracked, is_card, mark_of
from vision.plane import apply, homography
from vision.quads import as_quad

OTHER_DECK = "it is of the {other} deck: set the table up for that one"


def scene(tracked: Tracked, notes: tuple[str, ...] = ()) -> Scene:
    """What lies on the table now."""
    cards = tuple(
        _card(tracked, thing) for thing in tracked.things if is_card(thing) and not _face_down(tracked, thing)
    )
    marks = tuple(
        _mark(tracked, thing, thing.reading.mark)
        for thing in tracked.things
        if thing.reading is not None and thing.reading.mark is not None
    )
    over = tracked.motion.changed | tracked.motion.moving
    restless = tracked.motion.dirty & over
    return Scene(
        tracked.number,
        tracked.at_s,
        tracked.size_px,
        cards,
        marks,
        tracked.plane,
        over,
        restless,
        tracked.scale,
        tracked.fresh or bool(tracked.wants) or bool(restless.any()),
        notes,
    )


def _face_down(tracked: Tracked, thing: Thing) -> bool:
    """Whether it is what was not read on a sheet's place for a pile: the print of a back, as dark as some faces are."""
    if thing.reading is not None:
        return False
    for sheet in tracked.things:
        mark = mark_of(sheet, tracked.known.marks)
        if mark is not None and mark.pile is not None:
            x, y = apply(homography(sheet.corners, mark.rim), thing.middle)
            if mark.on_pile((float(x), float(y))):
                return True
    return False


def _card(tracked: Tracked, thing: Thing) -> SeenCard:
    reading = thing.reading
    at_mm = None
    if tracked.plane is not None:
        x, y = apply(tracked.plane, thing.corners).mean(axis=0)
        at_mm = (float(x), float(y))
    why = thing.why if reading is None else ""
    if reading is None and not why:
        why = "frames do not agree on it yet: keep hands and glare off it"
    card = None if reading is None else reading.card
    if tracked.deck.other is not None and card is not None and card.id is None and card.shape is not None:
        card, why = None, OTHER_DECK.format(other=tracked.deck.other)
    return SeenCard(thing.key, card, as_quad(thing.corners), thing.how, thing.moving, why, at_mm)


def _mark(tracked: Tracked, thing: Thing, name: str) -> SeenMark:
    flat = None if tracked.plane is None else as_quad(apply(tracked.plane, thing.corners))
    return SeenMark(name, as_quad(thing.corners), thing.how, thing.moving, flat, thing.begun_s)
