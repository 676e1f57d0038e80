"""Cards of one deck: what is of another profile than the photo's is no card of the claim, and says so."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import lru_cache

from companion.rules.zangle.profile import profile_named
from companion.table.decks import profiles, zangle_deck
from vision.sighting import CardSighting, Seen, Unread

DECKS = {
    "iamond": "the deck of equilateral triangles (iamond)",
    "abolo": "the deck of right-angled triangles (abolo)",
}
"""As who chose one on a page knows them, and as who names one to the program."""
NOT_ASKED = "it is of {deck}, and {other} was asked for: leave the profile out, or name {own}"
OF_TWO = "it is of {deck}, and others here are of {other}: lay the cards of one deck alone"


def of_one_deck(seen: Seen, asked: str | None) -> Seen:
    """What was seen of Zangle, with each card of another profile unread; `asked` is the profile that somebody named.

    A Z looks alike in every deck: only where another deck was asked for does its marker speak against it.
    """
    cards = [card for card in seen.cards if isinstance(card, CardSighting)]
    if len(cards) < len(seen.cards):
        return seen  # Outlines, or names of a taught deck without shapes.
    own = [_profile_of(card, named=asked is not None) for card in cards]
    known = Counter(name for name in own if name is not None)
    profile = asked or seen.profile or (known.most_common(1)[0][0] if known else None)
    same, strange = [], []
    for card, name in zip(cards, own, strict=True):
        if profile is None or name in (None, profile):
            same.append(card)
        else:
            says = OF_TWO if asked is None else NOT_ASKED
            why = says.format(deck=DECKS[name], other=DECKS[profile], own=name)
            strange.append(Unread(card.corners_px, why))
    return replace(seen, profile=profile, cards=tuple(same), unread=(*strange, *seen.unread))


def _profile_of(card: CardSighting, *, named: bool) -> str | None:
    """The profile that a card's shape has, or its marker where that counts."""
    if card.shape is not None:
        return next(name for name in profiles() if profile_named(name).lattice == card.shape.lattice)
    return _printed().get(card.id or "") if named else None


@lru_cache(maxsize=1)
def _printed() -> dict[str, str]:
    return {card.id: card.profile for card in zangle_deck().cards}
