"""Reading with more time: on the table as it is known first, where that may serve, and else as a photo is read.

A photo has to tell its plane, its deck and its scale before it tells a card, which takes a part of a frame a good part
of a second; on a table that is followed all of these are known, and a card is read by its own edge or print in less
than a tenth.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.cards.on_known_ground import Taught, see_there
from vision.live.card_size import usual_mm
from vision.live.footprints import quads_mask
from vision.live.motion import Mask
from vision.live.reading import LEAST_PX, Known, found_in, into, read_slowly
from vision.live.things import Found
from vision.live.tracked import There, Tracked, Want
from vision.photo import Pixels
from vision.plane import Floats
from vision.quads import Box


def there_of(tracked: Tracked, low: Box, changed: Mask | None = None, *, alone: bool = False) -> There | None:
    """How a box of the shrunken picture is looked at on the table as it is known; None where cards bear markers, which
    are read otherwise, and where the table's plane, its deck or the size of its cards is not known."""
    known = tracked.known
    if tracked.plane is None or known.profile is None or known.taught is not None or tracked.marked():
        return None
    size_mm = usual_mm(tracked, tracked.plane)
    if size_mm is None:
        return None
    config = tracked.config
    box = tracked.box(low, config.near_margin)
    return There(box, size_mm, tracked.scale, config.explained, changed, alone)


class PatientReader:
    """Reads what takes long, and learns what the deck's prints are like on the way."""

    def __init__(self, known: Known) -> None:
        self._known = known
        self._taught = Taught()

    def read(self, pixels: Pixels, want: Want, plane: Floats | None) -> Sequence[Found] | None:
        """What was found; None where it is to be looked at again in a later frame."""
        found = self.look_there(pixels, want, plane)
        if found is None and not waits(want):
            return self.read_slowly(pixels, want.box, want)
        return found

    def look_there(self, pixels: Pixels, want: Want, plane: Floats | None) -> Sequence[Found] | None:
        """What lies there on the table as it is known, if that is all that there is to be told; `plane` (3, 3) maps its
        millimetres to the frame's pixels."""
        there, profile = want.there, self._known.profile
        if there is None or plane is None or profile is None:
            return None
        left, top, right, bottom = there.box
        crop = np.ascontiguousarray(pixels[top:bottom, left:right])
        if min(crop.shape[:2]) < LEAST_PX:
            return None
        known = self._known
        seen = see_there(
            crop, into(there.box) @ plane, there.size_mm, profile, self._taught, known.scene, known.deck
        )
        self._taught = seen.taught
        found = found_in(seen.cards, seen.unread, pixels, there.box, known)
        return found if _all_told(found, there) else None

    def read_slowly(self, pixels: Pixels, box: Box, want: Want) -> Sequence[Found]:
        """What a photo of the box would show."""
        return read_slowly(pixels, box, self._known, any_deck=want.any_deck, card_px=want.card_px)


def waits(want: Want) -> bool:
    """Whether a part has rested too short to be read as a photo is."""
    return want.there is not None and want.there.alone


def _all_told(found: Sequence[Found], there: There) -> bool:
    """Whether something was read, nothing lies there that was not, and all that has changed there is accounted for."""
    if not any(one.card is not None for one in found) or any(one.card is None for one in found):
        return False
    if there.changed is None:
        return True
    quads = [(np.array(one.corners_px) + 0.5) * there.scale - 0.5 for one in found]
    lying = quads_mask(quads, there.changed.shape, 1)
    return int(lying[there.changed].sum()) >= there.explained * max(1, int(there.changed.sum()))
