"""One photo to sightings."""

from __future__ import annotations

from calibration.lens import Lens
from vision.any_cards import find_cards
from vision.deck import MarkedDeck
from vision.photo import Pixels
from vision.scene import SceneConfig, read_scene
from vision.sighting import Seen


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

    `game` is "zangle", or "none" for card outlines alone. `deck` is the marked deck that may lie there.
    """
    height, width = image.shape[:2]
    if game == "none":
        return Seen("none", None, (width, height), find_cards(image), ())
    config = config or SceneConfig()
    cards, unread, chosen = read_scene(image, deck, profile, config)
    return Seen(game, chosen, (width, height), tuple(cards), tuple(unread))
