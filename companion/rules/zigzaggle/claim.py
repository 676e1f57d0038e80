"""A turn to judge as values, read from JSON: docs/zig-zaggle.md shows the form."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.rules.errors import BadInput, quoted, refuse_unknown
from companion.rules.words import WordList
from companion.rules.zigzaggle.clauses import Facts
from companion.rules.zigzaggle.options import Rules
from companion.rules.zigzaggle.position import no_more_than_there_are
from companion.rules.zigzaggle.profile import OWN, Cell, Profile, Runway, profile_from
from companion.rules.zigzaggle.turn import (
    Challenge,
    Exchange,
    Lay,
    Pass,
    Tile,
    Tiles,
    cell_from,
    lay,
    parse,
    tile_from,
)

_KEYS = ("profile", "tiles", "rack", "runway", "turn", "box", "hints", "options")
_FORMS = ("lay", "exchange", "challenge")
HINTS, MOST_HINTS = 5, 50


class Challenged:
    """A play that is challenged, told together with its tiles."""

    def __init__(self, played: Lay) -> None:
        self.lay = played

    def __str__(self) -> str:
        return f"challenge {self.lay}"


Played = Lay | Exchange | Pass | Challenged


@dataclass(frozen=True, slots=True)
class Claim:
    """A turn, what is known where it is played, and how many `hints` are asked for.

    `turn` is None where nothing was played yet; `box` is how many letters are left in it, None where nobody says.
    """

    facts: Facts
    turn: Played | None
    box: int | None
    hints: int


def claim_from(data: object, words: WordList) -> Claim:
    """Read a turn to judge. Raises BadInput, with one sentence that names what is wrong."""
    if not isinstance(data, Mapping):
        raise BadInput("Give an object with the tiles on the board, the rack and the turn.")
    refuse_unknown(data, _KEYS, "A turn to judge")
    facts = _facts(data, words)
    box = data.get("box")
    if box is not None and (isinstance(box, bool) or not isinstance(box, int) or box < 0):
        raise BadInput("box must be how many letters are left in it, a whole number.")
    hints = _count_of_hints(data.get("hints"))
    turn = None if data.get("turn") is None else turn_from_json(data["turn"])
    for tile in _named(turn):
        _letter(tile, facts.profile)
    if facts.rack is None or isinstance(turn, Challenged):
        # What comes off a rack that is known was counted with it.
        no_more_than_there_are(facts.profile, (*facts.board.values(), *_named(turn)))
    return Claim(facts, turn, box, hints)


def turn_from_json(data: object) -> Played:
    """Read a turn: a line of the notation, or an object with one of lay, exchange, challenge. Raises BadInput."""
    if isinstance(data, str):
        turn = parse(data)
        if isinstance(turn, Challenge):
            raise BadInput('Give a challenge with the play it is about: {"challenge": {"j11": "Sb"}}.')
        return turn
    if not isinstance(data, Mapping) or len(data) != 1 or next(iter(data)) not in _FORMS:
        raise BadInput(
            f"The turn must be a line such as: pass; or an object with one of {', '.join(_FORMS)}."
        )
    form, value = next(iter(data.items()))
    if form == "exchange":
        return Exchange(tuple(sorted(_tiles(value, "The exchange"))))
    if not isinstance(value, Mapping):
        raise BadInput(f'To {form} give an object of cells with tiles, such as {{"j11": "Sb"}}.')
    played = lay({cell_from(cell): tile_from(tile, laid=True) for cell, tile in value.items()})
    return played if form == "lay" else Challenged(played)


def runway_from(name: object, profile: Profile) -> Runway:
    """The runway of that name; the first one for None. Raises BadInput."""
    for runway in profile.runways:
        if name is None or name == runway.name:
            return runway
    raise BadInput(
        f"There is no runway {quoted(name)}; use {', '.join(one.name for one in profile.runways)}."
    )


def _named(turn: Played | None) -> Iterable[Tile]:
    """The tiles that a turn names."""
    if isinstance(turn, Exchange):
        return turn.tiles
    played = turn.lay if isinstance(turn, Challenged) else turn
    return [tile for _, tile in played.placed] if isinstance(played, Lay) else ()


def _facts(data: Mapping[Any, Any], words: WordList) -> Facts:
    options = {} if data.get("options") is None else data["options"]
    if not isinstance(options, Mapping):
        raise BadInput("The options must be an object of names with true or false.")
    profile = profile_from(OWN if data.get("profile") is None else data["profile"])
    rack = None if data.get("rack") is None else tuple(sorted(_tiles(data["rack"], "The rack")))
    if rack is not None and len(rack) > 20:
        raise BadInput(f"A rack of {len(rack)} tiles is too large; give at most 20.")
    board = _board({} if data.get("tiles") is None else data["tiles"], profile)
    no_more_than_there_are(profile, (*board.values(), *(rack or ())))
    return Facts(profile, board, rack, runway_from(data.get("runway"), profile), Rules.of(options), words)


def _board(data: object, profile: Profile) -> dict[Cell, Tile]:
    if not isinstance(data, Mapping):
        raise BadInput('The tiles must be an object of cells with tiles, such as {"j11": "Sb"}.')
    found = {cell_from(cell): _letter(tile_from(tile, laid=True), profile) for cell, tile in data.items()}
    if strange := [cell for cell in found if not profile.has(cell)]:
        raise BadInput(f"The board has no cell {strange[0]}; give the cells of the profile's grid.")
    return found


def _letter(tile: Tile, profile: Profile) -> Tile:
    if not tile.free and str(tile) not in profile.letters:
        such = f"; write such as {profile.letters[0]}" if profile.letters else ", nor any other letter"
        raise BadInput(f"There is no tile {tile} in the profile{such}.")
    return tile


def _tiles(data: object, what: str) -> Tiles:
    if not isinstance(data, list | tuple):
        raise BadInput(f"{what} must be a list of tiles such as Sb, and * for a free one.")
    try:
        return tuple(tile_from(tile, laid=False) for tile in data)
    except BadInput as wrong:
        raise BadInput(f"{what}: {wrong}") from wrong


def _count_of_hints(count: object) -> int:
    if count is None:
        return HINTS
    if isinstance(count, bool) or not isinstance(count, int) or not 0 <= count <= MOST_HINTS:
        raise BadInput(f"hints must be how many plays to name, from 0 to {MOST_HINTS}.")
    return count
