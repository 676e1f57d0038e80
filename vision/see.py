"""One photo to sightings."""

from __future__ import annotations

from calibration.lens import Lens
from vision.any_cards import find_cards
from vision.bands import without_bands
from vision.deck import MarkedDeck
from vision.photo import Pixels
from vision.scene import read_scene
from vision.scene_config import SceneConfig
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
    height, width = image.shape[:2]
    if lens is not None:
        glass = lens.scaled_to(width, height)
        flat = see(straightened(image, glass), game=game, deck=deck, profile=profile, config=config)
        return bent_back(flat, glass)
    if game == "none":
        return Seen("none", None, (width, height), find_cards(image), ())
    cards, unread, chosen = read_scene(without_bands(image), deck, profile, config or SceneConfig())
    return Seen(game, chosen, (width, height), tuple(cards), tuple(unread))
