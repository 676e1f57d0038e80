"""What the cards of a game's shop deck may be called, where the rules know: the list that a person names them from."""

from __future__ import annotations

from functools import lru_cache

from companion.rules.polyform import Shape
from companion.table.decks import zangle_deck
from companion.table.parts import GAMES, printed_parts
from vision.taught.faces import SHAPED

Fields = dict[str, object]


def listed(game: str) -> tuple[tuple[str, Fields], ...]:
    """The names of a game's cards and what is said of each, in the deck's order; nothing for a game without rules.

    Copies of a card are one kind. A Zangle card is named by its shape, of which a deck may have several printings.
    """
    return tuple(_lists().get(game, {}).items())


def printed(game: str, name: str) -> Fields:
    """What the rules' own deck says of a card of this name: its fields, such as a Zangle card's shape."""
    if game != SHAPED:
        return dict(_lists().get(game, {}).get(name, {}))
    for card in zangle_deck().cards:
        if card.id == name:
            return _shape_fields(card.triangles, card.shape)
    return dict(_lists()[SHAPED].get(name, {}))


@lru_cache(maxsize=1)
def _lists() -> dict[str, dict[str, Fields]]:
    lists: dict[str, dict[str, Fields]] = {SHAPED: {}}
    for card in zangle_deck().cards:
        # An id ends in which of the copies it is.
        name = card.id.rpartition("-")[0]
        lists[SHAPED].setdefault(name, _shape_fields(card.triangles, card.shape))
    for game in GAMES:
        lists[game] = {part.name: dict(part.facts) for part in printed_parts(game).parts}
    return lists


def _shape_fields(triangles: int, shape: Shape | None) -> Fields:
    return {"triangles": triangles, "shape": None if shape is None else shape.to_json()}
