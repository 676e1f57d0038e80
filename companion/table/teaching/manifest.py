"""Names out of the manifest of a printed set: its cards or tiles as the game's own list calls them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from calibration.taught import BadDeck
from companion.table.decks import zangle_deck
from companion.table.parts import GAMES, printed_parts
from vision.taught.faces import SHAPED

BOARD = "board"
"""The kind of what lies beneath the tiles, whole or in panels: nobody teaches it."""
OF_THE_PRINT = ("face", "size_mm", "markers", "outline_mm")
"""What a manifest says of a card's print, and not of the card."""


def names_of(manifest: Mapping[str, Any]) -> list[Any]:
    """What is taught of a set, a name or an object with one for each, in the manifest's order.

    Copies are told by their ids in a manifest, and are one card to whoever plays. Raises BadDeck where the set has
    nothing that can be taught.
    """
    if manifest.get("game") == "tranglar":
        raise BadDeck(
            "this is the manifest of a Tranglar set, and cards alone are taught: its board is read as it is, by "
            "companion see PHOTO --game tranglar"
        )
    things = manifest["things"]
    if not isinstance(things, list):
        raise BadDeck("the manifest's things are no list: print the set anew")
    known = _known(manifest.get("game"))
    return [_named(thing, known) for thing in things if not _is_board(thing)]


def _is_board(thing: object) -> bool:
    return isinstance(thing, dict) and thing.get("kind") == BOARD


def _named(thing: Any, known: Mapping[str, str]) -> Any:
    if not isinstance(thing, dict):
        return thing
    ident = thing.get("id")
    if isinstance(ident, str) and ident in known:
        return known[ident]  # The rules say the rest.
    return {key: value for key, value in thing.items() if key not in OF_THE_PRINT}


def _known(game: object) -> dict[str, str]:
    """The name of each card of a game's printed set, by its id there."""
    if game == SHAPED:
        return {card.id: card.id.rpartition("-")[0] for card in zangle_deck().cards}
    return {part.id: part.name for part in printed_parts(str(game)).parts} if game in GAMES else {}
