"""The supplies as JSON: labels with counts, and the neutral pieces in any of the forms that people write."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.rules.errors import BadInput, quoted
from companion.rules.tranglar.kinds import NEUTRAL, PLAYERS, kind_named, kinds, neutral_kinds
from companion.rules.tranglar.laid import MOST_WHITES, Laid
from companion.rules.tranglar.position import LARGE, WHITE, Position, Two
from companion.rules.tranglar.supply import MOST, count, packed

EACH = 3
"""Small neutral triangles that a player starts with."""


@dataclass(frozen=True, slots=True)
class Stock:
    """What lies beside the board."""

    supply: Two
    whites: Two
    large: tuple[int, ...]
    said: int
    """How many small neutral triangles somebody says there are beside the board; what is only supposed is left out."""
    given: Mapping[str, Any]
    """The supplies as they were written, for the form of the answer."""

    def whites_for(self, mover: int, laid: Laid) -> Two:
        """`whites`, together no more than the board leaves: where nobody says, the mover has what there can be."""
        left = max(0, MOST_WHITES - laid.whites)
        own = min(self.whites[mover], left)
        other = min(self.whites[1 - mover], left - own)
        return (own, other) if mover == 0 else (other, own)

    def to_json(self, before: Position, after: Position) -> dict[str, Any]:
        """The supplies afterwards: every label that was written, and every one that there is now."""
        found: dict[str, Any] = {}
        for player, name in enumerate(PLAYERS):
            written = self.given.get(name) or {}
            found[name] = {
                kind.label: count(after.supply[player], number)
                for number, kind in enumerate(kinds())
                if kind.label in written or count(after.supply[player], number)
            }
        found[NEUTRAL] = self._neutral(before, after)
        return found

    def _neutral(self, before: Position, after: Position) -> dict[str, Any]:
        written = self.given.get(NEUTRAL) or {}
        label = neutral_kinds()[WHITE].name
        found: dict[str, Any] = {}
        shared = written.get(label)
        if isinstance(shared, int):
            placed = len(after.neutral) - len(before.neutral) - (len(before.large) - len(after.large))
            found[label] = shared - placed
        elif isinstance(shared, Mapping):
            found[label] = dict(zip(PLAYERS, after.whites, strict=True))
        else:
            plain = any(isinstance(written.get(name), int) for name in PLAYERS)
            for player, name in enumerate(PLAYERS):
                found[name] = after.whites[player] if plain else {label: after.whites[player]}
        for kind in LARGE:
            name = neutral_kinds()[kind].name
            if any(_large_named(key) == kind for key in written):
                found[name] = int(kind in after.large)
        return found


def stock_from(data: object, laid: Laid) -> Stock:
    """Read `{"petrol": {label: count}, "green": {...}, "neutral": {...}}`; `neutral` may be left out.

    Raises BadInput for a label that is no piece, and for more of a kind than the game has.
    """
    if not isinstance(data, Mapping):
        raise BadInput("The supply must be an object with what petrol and green hold.")
    for name in data:
        if name not in (*PLAYERS, NEUTRAL):
            raise BadInput(f"The supply has no {quoted(name)}; use petrol, green and neutral.")
    petrol, green = (_counts(name, data.get(name)) for name in PLAYERS)
    if wrong := Laid((), (), ()).excess((petrol, green)):
        raise BadInput(f"The supplies cannot be right: {wrong}")
    whites, large, said = _neutral_from(data.get(NEUTRAL), laid)
    return Stock((petrol, green), whites, large, said, data)


def _counts(owner: str, data: object) -> int:
    if not isinstance(data, Mapping):
        raise BadInput(f'The supply must say what {owner} holds, such as {{"small triangle": 4}}.')
    found: dict[int, int] = {}
    for label, number in data.items():
        kind = kind_named().get(label)
        if kind is None:
            hands = [kind.label for kind in kinds() if kind.name == label]
            hint = f"say {' or '.join(hands)}" if hands else f"use {', '.join(kind_named())}"
            raise BadInput(f"{owner.capitalize()}'s supply names {quoted(label)}, which is no piece: {hint}.")
        found[kind] = _whole(number, f"{owner}'s {label}")
    return packed(found)


def _whole(number: object, what: str) -> int:
    if type(number) is not int or not 0 <= number <= MOST:
        raise BadInput(f"The count of {what} must be a whole number from 0 to {MOST}.")
    return number


def _neutral_from(data: object, laid: Laid) -> tuple[Two, tuple[int, ...], int]:
    still = max(0, MOST_WHITES - laid.whites)
    each = min(EACH, still)
    if data is None:
        return (each, each), (), 0
    if not isinstance(data, Mapping):
        raise BadInput('The neutral supply must be an object, such as {"petrol": 3, "green": 3}.')
    told: dict[str, int] = {}
    together: int | None = None
    large: list[int] = []
    label = neutral_kinds()[WHITE].name
    for name, value in data.items():
        if name == label and not isinstance(value, Mapping):
            together = _whole(value, f"neutral {label}s")
        elif name == label:
            for player in value:
                if player not in PLAYERS:
                    raise BadInput(f"The neutral {label}s are petrol's and green's, not {quoted(player)}'s.")
                told[player] = _whole(value[player], f"{player}'s neutral {label}s")
        elif name in PLAYERS:
            told[name] = _whites_of(name, value, label)
        elif (kind := _large_named(name)) is not None:
            large += _large_count(name, value, kind, (*laid.large, *large))
        else:
            known = ", ".join(kind.name for kind in neutral_kinds())
            raise BadInput(
                f"The neutral supply names {quoted(name)}, which is no neutral piece: use petrol, green, {known}."
            )
    _check_agreed(together, told)
    supposed = min(each, max(0, still - sum(told.values())) if together is None else together)
    petrol, green = (told.get(name, supposed) for name in PLAYERS)
    if max(petrol, green) > EACH:
        raise BadInput(f"A player has at most {EACH} small neutral triangles, not {max(petrol, green)}.")
    said = sum(told.values()) if together is None else max(together, sum(told.values()))
    return (petrol, green), tuple(sorted(large)), said


def _large_count(name: str, value: object, kind: int, elsewhere: tuple[int, ...]) -> list[int]:
    """The large neutral pieces of one kind beside the board: one, or none."""
    if type(value) is not int or value not in (0, 1):
        raise BadInput(f"The count of {name} must be 0 or 1: the game has one.")
    if value and kind in elsewhere:
        raise BadInput(
            f"The game has one {name}, and there are more: leave out of the supply what lies on the board."
        )
    return [kind] * value


def _check_agreed(together: int | None, told: Mapping[str, int]) -> None:
    """Raises BadInput where all white triangles are not as many as the players' together."""
    each = sum(told.values())
    if together is not None and (each > together or (len(told) == len(PLAYERS) and each != together)):
        raise BadInput(
            f"The neutral supply has {together} small triangles in all and {each} by player: give one of the two."
        )


def _whites_of(player: str, value: object, label: str) -> int:
    """How many small neutral triangles a player has: a number, or an object that names nothing else."""
    if not isinstance(value, Mapping):
        return _whole(value, f"{player}'s neutral {label}s")
    for key in value:
        if key != label:
            raise BadInput(
                f"{player.capitalize()}'s neutral supply names {quoted(key)}, which is none of a player's: "
                f"use {label}."
            )
    return _whole(value.get(label, 0), f"{player}'s neutral {label}s")


def _large_named(name: str) -> int | None:
    """The large neutral kind of that name, with or without the word neutral and a hand."""
    plain = str(name).removeprefix("neutral ").removesuffix(" L").removesuffix(" R")
    for kind in LARGE:
        if neutral_kinds()[kind].name.removeprefix("neutral ") == plain:
            return kind
    return None
