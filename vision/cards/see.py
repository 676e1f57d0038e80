"""One photo to sightings."""

from __future__ import annotations

from calibration.lens import Lens
from vision.any_cards import find_cards
from vision.bands import without_bands
from vision.cards.scene import read_scene
from vision.cards.scene_config import SceneConfig
from vision.deck import MarkedDeck
from vision.photo import Pixels
from vision.sighting import Seen
from vision.straighten import bent_back, straightened


def see(
    image: Pixels,
    *,
    game: str,
    deck: MarkedDeck | None = None,
    profile: str | None = None,
    lens: Lens | None = None,
    config: SceneConfig | None = None,
) -> Seen:
    """What lies on the table of one photo, (height, width, 3) uint8 BGR.

    `game` is "zangle", or "none" for card outlines alone. `deck` is the marked deck that may lie there. `lens`
    takes the lens's distortion out first; corners are of the photo as given all the same. Raises
    calibration.lens.BadLens where the lens is one for pictures of other proportions.
    """
    # A lamp's bands lie along the sensor's rows: they are straight before the lens's distortion is taken out.
    even = image if game == "none" else without_bands(image)
    if lens is None:
        return _in_even_light(even, game, deck, profile, config)
    glass = lens.scaled_to(image.shape[1], image.shape[0])
    return bent_back(_in_even_light(straightened(even, glass), game, deck, profile, config), glass)


def _in_even_light(
    image: Pixels, game: str, deck: MarkedDeck | None, profile: str | None, config: SceneConfig | None
) -> Seen:
    size_px = image.shape[1], image.shape[0]
    if game == "none":
        return Seen("none", None, size_px, find_cards(image), ())
    found = read_scene(image, deck, profile, config or SceneConfig())
    return Seen(game, found.profile, size_px, tuple(found.cards), tuple(found.unread))
