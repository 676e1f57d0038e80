"""A claim as values: who says so, with which cards from where, under which options."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple, Self

from companion.rules.errors import BadInput, quoted
from companion.rules.polyform import Shape
from companion.rules.switches import chosen
from companion.rules.zangle.profile import MOST_TRIANGLES, profile_named

CENTRE = "centre"
OWN = "own"
OTHER = "other"
MOST_CARDS = 120
LEAST_CARDS = 3


class CardFacts(NamedTuple):
    """All of a card that a ruling depends on."""

    place: str | None
    """CENTRE, OWN or OTHER; None where nobody looked."""
    triangles: int | None
    key: str | None
    """Of the shape; None for a Z, and where it was not read."""


@dataclass(frozen=True, slots=True)
class Card:
    """A card as far as it was read.

    A Z has 0 triangles and no shape. With triangles and no shape, only the colour was read; with
    neither, nothing was. `source` is "centre" or a player's name, None where nobody looked.
    Raises BadInput where triangles and shape contradict each other.
    """

    triangles: int | None
    shape: Shape | None = None
    source: str | None = None

    def __post_init__(self) -> None:
        if self.shape is not None and self.triangles is None:
            object.__setattr__(self, "triangles", self.shape.size)
        if self.triangles is not None and not 0 <= self.triangles <= MOST_TRIANGLES:
            raise BadInput(f"A card has 0 to {MOST_TRIANGLES} triangles, not {quoted(self.triangles)}.")
        if self.shape is not None and self.shape.size != self.triangles:
            raise BadInput(
                f"A card with {self.triangles} triangles cannot show a shape of {self.shape.size}; "
                "give the number that the shape has."
            )

    @property
    def is_z(self) -> bool:
        """Whether it is certainly a Z."""
        return self.triangles == 0


@dataclass(frozen=True, slots=True)
class Claim:
    """What a player puts forward as a Zangle. Raises BadInput for an unknown profile or a foreign shape."""

    claimant: str | None
    profile: str
    cards: tuple[Card, ...]
    facts: tuple[CardFacts, ...] = field(init=False, compare=False, repr=False)
    """The cards without names and drawings: claims with equal facts get equal rulings."""

    def __post_init__(self) -> None:
        lattice = profile_named(self.profile).lattice
        if self.claimant is not None and _plain(self.claimant) == CENTRE:
            raise BadInput('A player cannot be called "centre"; that is where the shared cards lie.')
        if len(self.cards) > MOST_CARDS:
            raise BadInput(f"A claim has at most {MOST_CARDS} cards, not {len(self.cards)}.")
        for number, card in enumerate(self.cards, 1):
            if card.shape is not None and card.shape.lattice != lattice:
                raise BadInput(
                    f"Card {number} has a shape of lattice {card.shape.lattice.name}; "
                    f"the profile {self.profile} needs {lattice.name}."
                )
        facts = tuple(
            CardFacts(self._place(card), card.triangles, None if card.shape is None else card.shape.key)
            for card in self.cards
        )
        object.__setattr__(self, "facts", facts)

    def _place(self, card: Card) -> str | None:
        if card.source is None or card.source == CENTRE:
            return card.source
        if card.source == self.claimant:
            return OWN
        # A name is the same however it is typed: a card taken for another's would make the claim illegal for certain.
        name = _plain(card.source)
        if name == CENTRE:
            return CENTRE
        return OWN if self.claimant is not None and name == _plain(self.claimant) else OTHER


def _plain(name: str) -> str:
    """A name without what makes no other of it: capitals, spaces about it, the way its accents are stored."""
    return unicodedata.normalize("NFC", name).strip().casefold()


class Rules(NamedTuple):
    """The options that a table has switched; the defaults are those of `seeds/zangle.toml`.

    A tuple, for every ruling is looked up by it and a dataclass would be hashed in Python each time.
    """

    z_fills_location: bool
    z_as_target: bool

    @classmethod
    def of(cls, options: Mapping[str, Any] | None = None) -> Self:
        """The default rules with some options switched, by their names such as `z-fills-location`.

        Raises BadInput for an unknown option, and for a value that is neither true nor false.
        """
        return cls(**chosen("zangle", "Zangle", options))


@lru_cache(maxsize=1)
def default_rules() -> Rules:
    """The rules with every option at its default."""
    return Rules.of()
