"""What the camera over a table of Zangle sees, as the pages show it, with its self-check."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from companion.rules.sentences import so_many
from companion.table.watch.placed import Card
from companion.table.watch.telling import face_of
from companion.web.eye import Check, Sighted, spot_at
from vision.live.camera import Status
from vision.live.things import How, Scene, SeenCard
from vision.plane import Floats, apply

LEAST_CARD_PX = 85.0
"""A card narrower than this in the picture has markers of less than 16 pixels."""
MOST_SLANT = 2.0
"""By how much the near side of the table may be larger in the picture than the far one."""


def sighted(scene: Scene | None, placed: Iterable[Card]) -> tuple[Sighted, ...]:
    """Where in the picture the cards lie, each with whose it is if it is among those that were `placed`."""
    if scene is None:
        return ()
    places = {card.seen.key: card.place for card in reversed([*placed])}
    return tuple(_sighted(card, places.get(card.key), scene.size_px) for card in scene.cards)


def _sighted(card: SeenCard, place: str | None, size_px: tuple[int, int]) -> Sighted:
    spots = tuple(spot_at(x, y, size_px) for x, y in card.corners_px)
    return Sighted(spots, face_of(card), place, card.how is How.REMEMBERED, card.why)


def checks(status: Status, scene: Scene | None, zoned: bool) -> Iterable[Check]:
    """In plain words: is the picture good enough to play by, and what to do where it is not; `zoned` tells whether
    zones are known.
    """
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
