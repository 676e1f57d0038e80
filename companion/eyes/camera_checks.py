"""The self-check of a camera over a table of Zangle: is its picture good enough to play by?"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from companion.rules.sentences import so_many
from companion.web.eye import Check
from vision.live.camera import Status
from vision.live.things import Scene
from vision.plane import Floats, apply

LEAST_CARD_PX = 85.0
"""A card narrower than this in the picture has markers of less than 16 pixels."""
MOST_SLANT = 2.0
"""By how much the near side of the table may be larger in the picture than the far one."""


def checks(status: Status, scene: Scene | None, zoned: bool) -> Iterable[Check]:
    """In plain words, and what to do where it is not; `zoned` tells whether zones are known."""
    for note in status.notes[-1:]:
        yield Check(note, False)
    if scene is None:
        return
    cards = [np.array(card.corners_px) for card in scene.cards]
    if cards:
        widths = [float(np.linalg.norm(card[1] - card[0])) for card in cards]
        least = min(widths)
        well = least >= LEAST_CARD_PX
        yield Check(
            "The cards are large enough in the picture."
            if well
            else f"A card is only {least:.0f} pixels wide: bring the camera closer, or set it to more pixels.",
            well,
        )
    else:
        yield Check("No card is seen yet: lay one face up on the table.", False)
    if scene.to_mm is not None:
        slant = _slant(scene.to_mm, scene.size_px)
        well = slant < MOST_SLANT
        yield Check(
            "The camera looks down steeply enough."
            if well
            else "The camera looks too much aslant: raise it, or tilt it down.",
            well,
        )
    yield Check(
        "The zones are known."
        if zoned
        else "No zones yet: lay down the centre sheet and the seat cards, or draw zones.",
        zoned,
    )
    unread = sum(card.card is None for card in scene.cards)
    if unread:
        yield Check(f"{so_many(unread, 'card')} cannot be read: keep glare and hands off.", False)


def _slant(to_mm: Floats, size_px: tuple[int, int]) -> float:
    """How much smaller a millimetre is at one side of the picture than at another."""
    width, height = size_px
    spots = np.array([[x * width, y * height] for x in (0.1, 0.5, 0.9) for y in (0.1, 0.5, 0.9)])
    step = apply(to_mm, spots + [4.0, 0.0]) - apply(to_mm, spots - [4.0, 0.0])
    sizes = np.linalg.norm(step, axis=1)
    return float(sizes.max() / max(1e-9, float(sizes.min())))
