"""An action in words for players; its notation, which records keep, is `str`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from companion.rules.tranglar.actions import Action, Attack, Pass, Place, PlaceNeutral, Replace, Swap
from companion.rules.tranglar.cells import named
from companion.rules.tranglar.kinds import kinds, neutral_kinds, neutral_spots, spots
from companion.rules.tranglar.playing import common_area
from companion.rules.tranglar.position import WHITE

WHITE_LABEL = "white triangle"


def in_words(action: Action) -> str:
    """What somebody does, with the cells that it is about: "places the small triangle on b2N"."""
    if isinstance(action, Place):
        return f"places the {_name(action.cells)} on {named(action.cells)}"
    if isinstance(action, PlaceNeutral):
        return f"places the {_neutral_name(action.cells)} on {named(action.cells)}"
    if isinstance(action, Replace):
        where = "" if (area := common_area(action.remove)) is None else f" on {named(area)}"
        return f"replaces {_several(action.remove)}{where} by {_several(action.place)}"
    if isinstance(action, Attack):
        return f"attacks the {_name(action.remove)} on {named(action.remove)} with {_several(action.place)}"
    if isinstance(action, Swap):
        return f"exchanges the trapeze on {named(action.cells)}"
    return "passes" if isinstance(action, Pass) else "concedes"


def _name(mask: int) -> str:
    spot = spots().get(mask)
    return "piece" if spot is None else kinds()[spot.kind].name


def _neutral_name(mask: int) -> str:
    spot = neutral_spots().get(mask)
    if spot is None:
        return "white piece"
    return WHITE_LABEL if spot.kind == WHITE else neutral_kinds()[spot.kind].name


def _several(masks: Sequence[int]) -> str:
    """So many of each kind: "a trapeze and 2 small triangles"."""
    counts = Counter(map(_name, masks))
    words = [f"a {name}" if count == 1 else f"{count} {name}s" for name, count in counts.items()]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
