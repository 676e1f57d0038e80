"""One photo to the marked parts that lie in it."""

from __future__ import annotations

from calibration.lens import Lens
from vision.parts.deck import MarkedParts
from vision.parts.sighting import PartsSeen
from vision.photo import Pixels


def see_parts(image: Pixels, *, parts: MarkedParts, lens: Lens | None = None) -> PartsSeen:
    """What lies on the table of one photo, (height, width, 3) uint8 BGR, of a game's printed parts.

    `lens` takes the lens's distortion out first; corners are of the photo as given all the same. Raises
    calibration.lens.BadLens where the lens is one for pictures of other proportions.
    """
    raise NotImplementedError
