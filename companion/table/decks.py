"""What vision is told of the decks that the project prints."""

from __future__ import annotations

from functools import lru_cache

from companion.rules.seeds import seed
from companion.rules.zangle.deck import deck
from vision.deck import MarkedCard, MarkedDeck


@lru_cache(maxsize=1)
def zangle_deck() -> MarkedDeck:
    """The printed Zangle decks of every profile together; their markers do not overlap."""
    data = seed("zangle")
    face, markers = data["face"], data["markers"]
    cards = tuple(
        MarkedCard(
            id=card.id, profile=profile, triangles=card.triangles, shape=card.shape, markers=card.markers
        )
        for profile in data["profiles"]
        for card in deck(profile)
    )
    return MarkedDeck(
        family=markers["family"],
        face_mm=(float(face["width_mm"]), float(face["height_mm"])),
        marker_mm=float(markers["size_mm"]),
        inset_mm=float(markers["inset_mm"]),
        cards=cards,
    )


def profiles() -> tuple[str, ...]:
    """The names of the deck profiles, the default one first."""
    return tuple(seed("zangle")["profiles"])
