"""The decks that the project prints: which card has which shape and which markers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from string import ascii_lowercase

from companion.rules.polyform import Shape
from companion.rules.seeds import seed
from companion.rules.zangle.profile import Profile, profile_named


@dataclass(frozen=True, slots=True)
class DeckCard:
    """One card of a printed deck."""

    number: int
    """From 1, smallest shapes first, the Zs last."""
    id: str
    """Such as `iamond-4b-03`: profile, triangles, letter of the shape, copy; `iamond-z-01` for a Z."""
    triangles: int
    shape: Shape | None
    """None for a Z."""
    colour: str
    markers: tuple[int, int]
    """The ids of the markers at the top left and the bottom right corner."""


@lru_cache(maxsize=16)
def deck(profile: str) -> tuple[DeckCard, ...]:
    """The printed deck of a profile, by number. Raises BadInput for an unknown profile."""
    kind = profile_named(profile)
    colours = colour_names()
    return tuple(
        DeckCard(
            number=number,
            id=f"{profile}-{label}",
            triangles=0 if shape is None else shape.size,
            shape=shape,
            colour=colours[0 if shape is None else shape.size],
            markers=(kind.first_marker + 2 * (number - 1), kind.first_marker + 2 * (number - 1) + 1),
        )
        for number, (label, shape) in enumerate(_faces(kind), 1)
    )


@lru_cache(maxsize=1)
def colour_names() -> tuple[str, ...]:
    """The name of the colour for 0, 1, ... triangles."""
    return tuple(row["name"] for row in sorted(seed("zangle")["colours"], key=lambda row: row["triangles"]))


def letters(index: int) -> str:
    """The letter of the shape at an index among those of its size: a, b, ... z, aa, ab, ..."""
    first, last = divmod(index, len(ascii_lowercase))
    return ascii_lowercase[last] if first == 0 else letters(first - 1) + ascii_lowercase[last]


def _faces(profile: Profile) -> Iterator[tuple[str, Shape | None]]:
    for triangles, copies in enumerate(profile.copies, 1):
        for index, shape in enumerate(profile.shapes(triangles)):
            for copy in range(1, copies + 1):
                yield f"{triangles}{letters(index)}-{copy:02}", shape
    for copy in range(1, profile.zs + 1):
        yield f"z-{copy:02}", None
