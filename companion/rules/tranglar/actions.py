"""What a player can do in a turn: one value a kind of action, with its notation both ways."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from companion.rules.errors import BadInput, quoted
from companion.rules.tranglar.cells import read_spelt, spelt, together
from companion.rules.tranglar.kinds import neutral_spot_at, spot_at
from companion.rules.tranglar.position import Masks


@dataclass(frozen=True, slots=True)
class Place:
    """Lay a piece of one's own on free cells."""

    cells: int

    def __str__(self) -> str:
        return f"place {spelt(self.cells)}"


@dataclass(frozen=True, slots=True)
class PlaceNeutral:
    """Lay a neutral piece on free cells: a large one of the set-up, or a small triangle."""

    cells: int

    def __str__(self) -> str:
        return f"neutral {spelt(self.cells)}"


@dataclass(frozen=True, slots=True)
class Replace:
    """Take up pieces of one's own and cover the same area with others."""

    remove: Masks
    place: Masks

    def __str__(self) -> str:
        return f"replace {_several(self.remove)} by {_several(self.place)}"


@dataclass(frozen=True, slots=True)
class Attack:
    """Take over a piece of the opponent's and cover its area with pieces of one's own."""

    remove: int
    place: Masks

    def __str__(self) -> str:
        return f"attack {spelt(self.remove)} by {_several(self.place)}"


@dataclass(frozen=True, slots=True)
class Swap:
    """Exchange a trapeze of the opponent's that was trapped before."""

    cells: int

    def __str__(self) -> str:
        return f"swap {spelt(self.cells)}"


@dataclass(frozen=True, slots=True)
class Pass:
    """Do nothing."""

    def __str__(self) -> str:
        return "pass"


@dataclass(frozen=True, slots=True)
class Concede:
    """Give the game up."""

    def __str__(self) -> str:
        return "concede"


Action = Place | PlaceNeutral | Replace | Attack | Swap | Pass | Concede


def area_of(action: Action) -> int:
    """The cells, as a mask, on which an action lays pieces, or exchanges what lies there."""
    if isinstance(action, Place | PlaceNeutral | Swap):
        return action.cells
    if isinstance(action, Attack):
        return action.remove
    return together(action.remove) if isinstance(action, Replace) else 0


_WORDS = "place, neutral, replace, attack, swap, pass or concede"


def parse(text: str) -> Action:
    """The action that `str` wrote, such as `attack c2ESd2W by c2ES d2W`.

    Raises BadInput with one sentence for text that is no action.
    """
    word, *rest = text.split() or [""]
    if word in ("pass", "concede") and not rest:
        return Pass() if word == "pass" else Concede()
    if word in ("place", "neutral", "swap") and len(rest) == 1:
        cells = read_spelt(rest[0])
        if word == "place":
            return Place(cells)
        return PlaceNeutral(cells) if word == "neutral" else Swap(cells)
    if word in ("replace", "attack") and "by" in rest:
        at = rest.index("by")
        remove, place = _read(rest[:at]), _read(rest[at + 1 :])
        if word == "replace" and remove and place:
            return Replace(remove, place)
        if len(remove) == 1 and place:
            return Attack(remove[0], place)
    raise BadInput(
        f"{quoted(text.strip())} is no action; write {_WORDS}, with the cells, such as: place a1ESb1W."
    )


def _several(masks: Iterable[int]) -> str:
    return " ".join(spelt(mask) for mask in masks)


def _read(words: Iterable[str]) -> Masks:
    return tuple(sorted(read_spelt(word) for word in words))


def check_kinds(action: Action) -> None:
    """Raise BadInput where an action's cells are those of no piece."""
    if isinstance(action, PlaceNeutral):
        neutral_spot_at(action.cells)
    elif isinstance(action, Place | Swap):
        spot_at(action.cells)
    elif isinstance(action, Replace):
        for mask in (*action.remove, *action.place):
            spot_at(mask)
    elif isinstance(action, Attack):
        for mask in action.place:
            spot_at(mask)
