"""A board and its tiles as data: cells, runways, shaded areas, take-off lines, values and counts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from string import ascii_lowercase, ascii_uppercase
from typing import Any, NamedTuple

from companion.rules.errors import BadInput, quoted, refuse_unknown
from companion.rules.seeds import seed
from companion.rules.zigzaggle.profile_keys import count, fields, listed, mapped, text

OWN = "own"
CENTRE, START, NOTHING = "c", "S", "."
MOST_SIDE = 26


class Cell(NamedTuple):
    """A cell by column and row, from 0, from the left and the top; its name is such as `j12`."""

    column: int
    row: int

    def __str__(self) -> str:
        return f"{ascii_lowercase[self.column]}{self.row + 1}"


@dataclass(frozen=True, slots=True)
class Runway:
    """An arm of the board, one of those played in order."""

    name: str
    colour: str
    code: str
    """The letter of its colour in a tile's name."""
    bonus: int
    """Points for taking off."""
    column: bool
    """Whether its take-off line is a column, and words run up to it from side to side."""
    line: int
    """That column or row, from 0."""


@dataclass(frozen=True, slots=True)
class Profile:
    """What the rules ask of a set: frozen and hashable."""

    rows: tuple[str, ...]
    areas: tuple[tuple[str, tuple[str, ...]], ...]
    """For each letter of the grid, the runways that it belongs to."""
    runways: tuple[Runway, ...]
    """In the order of play."""
    flushes: tuple[tuple[int, int], ...]
    """(letters, times), by letters."""
    tiles: tuple[tuple[str, str], ...]
    """(code of the colour, its letters)."""
    values: tuple[tuple[str, int], ...]
    free: int

    def has(self, cell: Cell) -> bool:
        """Whether the board has the cell."""
        if not (0 <= cell.row < len(self.rows) and 0 <= cell.column < len(self.rows[0])):
            return False
        return self.rows[cell.row][cell.column] != NOTHING

    def runways_of(self, cell: Cell) -> tuple[str, ...]:
        """The runways that a cell of the board belongs to; none for the centre."""
        kind = self.rows[cell.row][cell.column]
        return next((of for letter, of in self.areas if letter == kind), ())

    @property
    def start(self) -> Cell:
        """The start cell."""
        row = next(number for number, text in enumerate(self.rows) if START in text)
        return Cell(self.rows[row].index(START), row)

    def on_line(self, cell: Cell, runway: Runway) -> bool:
        """Whether a cell lies on a runway's take-off line."""
        at = cell.column if runway.column else cell.row
        return at == runway.line and runway.name in self.runways_of(cell)

    def value(self, letter: str) -> int:
        """What a letter tile is worth."""
        return next(value for known, value in self.values if known == letter)

    def times(self, letters: int) -> int:
        """By how much a flush of so many letters counts."""
        return max((times for least, times in self.flushes if letters >= least), default=1)

    @property
    def letters(self) -> tuple[str, ...]:
        """Every letter tile by its name, such as `Sb`."""
        return tuple(sorted(letter + code for code, letters in self.tiles for letter in letters))


@lru_cache(maxsize=1)
def own_profile() -> Profile:
    """The set that the project prints."""
    return profile_from(OWN)


def profile_from(data: object) -> Profile:
    """A profile by its name, or as an object like those in `seeds/zigzaggle.toml`; what it leaves out is as in `own`.

    Raises BadInput with one sentence that names what is wrong.
    """
    known = seed("zigzaggle")["profiles"]
    if isinstance(data, str):
        if data not in known:
            raise BadInput(f"There is no profile {quoted(data)}; use {', '.join(known)}, or give an object.")
        data = known[data]
    if not isinstance(data, Mapping):
        raise BadInput("A profile must be a name or an object.")
    refuse_unknown(data, known[OWN], "A profile")
    return _checked({**known[OWN], **data})


def profile_to_json(profile: Profile) -> dict[str, Any]:
    """The object that `profile_from` reads the profile from: what is not as in `own`."""
    colours = {one.code: one.colour for one in profile.runways}
    whole = {
        "grid": list(profile.rows),
        "areas": {letter: list(of) for letter, of in profile.areas},
        "runways": [
            {
                "name": one.name,
                "colour": one.colour,
                "code": one.code,
                "bonus": one.bonus,
                "line": {"column" if one.column else "row": one.line + 1},
            }
            for one in profile.runways
        ],
        "flushes": [{"letters": letters, "times": times} for letters, times in profile.flushes],
        "tiles": {colours[code]: letters for code, letters in profile.tiles},
        "values": dict(profile.values),
        "free": profile.free,
    }
    own = seed("zigzaggle")["profiles"][OWN]
    return {key: value for key, value in whole.items() if value != own[key]}


def _checked(data: Mapping[str, Any]) -> Profile:
    rows = tuple(text(row, "rows in grid") for row in listed(data["grid"], "grid", "rows, each a text"))
    if not rows or len({len(row) for row in rows}) != 1 or not rows[0] or len(rows[0]) > MOST_SIDE:
        raise BadInput(f"The profile's grid must have rows of one length, of at most {MOST_SIDE} cells.")
    if "".join(rows).count(START) != 1 or len(rows) > MOST_SIDE * 2:
        raise BadInput("The profile's grid must have one start cell S, and no more than 52 rows.")
    runways = tuple(map(_runway, listed(data["runways"], "runways", "objects")))
    names, codes = [one.name for one in runways], {one.colour: one.code for one in runways}
    if not runways or len(set(names)) < len(names) or len(set(codes.values())) < len(names):
        raise BadInput(
            "The profile's runways must have names and colours of their own, at least one of them."
        )
    areas = _areas(data["areas"])
    strange = {name for _, of in areas for name in of} - set(names)
    strange |= set("".join(rows)) - {letter for letter, _ in areas} - {CENTRE, START, NOTHING}
    if strange:
        raise BadInput(
            f"The profile names {quoted(sorted(strange)[0])}, which is no runway and no area of it."
        )
    tiles, values = _tiles(data["tiles"], codes), _values(data["values"])
    if set("".join(letters for _, letters in tiles)) - set(values) or set(values) - set(ascii_uppercase):
        raise BadInput("Every letter of the profile's tiles must be a capital with a value.")
    points, free = tuple(sorted(values.items())), count(data["free"], "free")
    return Profile(rows, areas, runways, _flushes(data["flushes"]), tiles, points, free)


def _areas(data: object) -> tuple[tuple[str, tuple[str, ...]], ...]:
    areas = mapped(data, "areas", 'letters of the grid with lists of runways, such as {"g": ["west"]}')
    return tuple(
        (
            letter,
            tuple(text(name, "names in areas") for name in listed(of, "areas", "runways for each letter")),
        )
        for letter, of in areas.items()
    )


def _values(data: object) -> dict[str, int]:
    values = mapped(data, "values", 'letters with points, such as {"A": 1}')
    return {letter: count(value, f"{quoted(letter)} in values") for letter, value in values.items()}


def _tiles(data: object, codes: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    tiles = mapped(data, "tiles", 'colours with their letters, such as {"green": "AAB"}')
    if strange := [colour for colour in tiles if colour not in codes]:
        raise BadInput(f"The profile's tiles name {quoted(strange[0])}, which is the colour of no runway.")
    return tuple((codes[colour], text(letters, f"{colour} in tiles")) for colour, letters in tiles.items())


def _flushes(data: object) -> tuple[tuple[int, int], ...]:
    names = ("letters", "times")
    found = [
        fields(one, "flushes", names) for one in listed(data, "flushes", "objects with letters and times")
    ]
    return tuple(
        sorted(
            (count(one["letters"], "letters in flushes"), count(one["times"], "times in flushes"))
            for one in found
        )
    )


def _runway(data: object) -> Runway:
    one = fields(data, "runways", ("name", "colour", "code", "bonus", "line"))
    name, colour, code = (text(one[key], f"{key} in runways") for key in ("name", "colour", "code"))
    bonus = count(one["bonus"], "bonus in runways")
    line = mapped(one["line"], "line in runways", 'one column or row, such as {"column": 1}')
    if set(line) not in ({"column"}, {"row"}) or len(code) != 1 or code not in ascii_lowercase:
        raise BadInput('A runway\'s line is such as {"column": 1} and its code one small letter.')
    ((way, number),) = line.items()
    at = count(number, f"{way} in runways")
    if at < 1:
        raise BadInput(f"The profile's {way} in runways counts from 1.")
    return Runway(name, colour, code, bonus, way == "column", at - 1)
