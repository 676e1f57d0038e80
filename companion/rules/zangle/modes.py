"""The modes of Zangle and what they deal: data of `seeds/zangle.toml`."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from companion.rules.errors import BadInput, quoted
from companion.rules.seeds import seed
from companion.rules.zangle.profile import profile_named

SPEEDSTER = "speedster"
TURN_STYLE = "turn-style"
SOLITAIRE = "solitaire"


@dataclass(frozen=True, slots=True)
class Mode:
    """A way to play: how many rounds, for how many players."""

    name: str
    title: str
    rounds: int
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Equalizer:
    """What the winner of a round plays under from then on.

    `row` is how many face-up cards replenishing fills up to, `extra` how many more cards are dealt.
    Raises BadInput for numbers that no table can follow.
    """

    says: str
    row: int = 4
    extra: int = 0

    def __post_init__(self) -> None:
        if not self.says.strip():
            raise BadInput("An equalizer needs a sentence that says what its player has to do.")
        if not 1 <= self.row <= 10:
            raise BadInput(f"An equalizer leaves 1 to 10 cards face up, not {self.row}.")
        if not 0 <= self.extra <= 10:
            raise BadInput(f"An equalizer deals 0 to 10 more cards, not {self.extra}.")


@dataclass(frozen=True, slots=True)
class Hand:
    """What a player is dealt: `row` cards face up, `draw` more face down."""

    row: int
    draw: int


@lru_cache(maxsize=8)
def mode_named(name: str) -> Mode:
    """The mode of that name; BadInput lists the names there are."""
    known = seed("zangle")["modes"]
    if name not in known:
        raise BadInput(f"There is no mode {quoted(name)}; use one of {', '.join(known)}.")
    return Mode(name, **known[name])


@lru_cache(maxsize=1)
def equalizers() -> tuple[Equalizer, ...]:
    """The four equalizers of the seeds, level 1 first."""
    return tuple(Equalizer(**data) for data in seed("zangle")["equalizers"])


@lru_cache(maxsize=8)
def deck_size(profile: str) -> int:
    """How many cards the deck of a profile has."""
    kind = profile_named(profile)
    sizes = range(1, kind.largest + 1)
    return kind.zs + sum(
        copies * len(kind.shapes(size)) for size, copies in zip(sizes, kind.copies, strict=True)
    )


def row_cap(levels: tuple[Equalizer, ...], level: int) -> int:
    """How many face-up cards a player at an equalizer level replenishes to; level 0 is none."""
    return levels[level - 1].row if level else int(seed("zangle")["dealing"]["open"])


def hand(levels: tuple[Equalizer, ...], level: int, *, bonus: bool) -> Hand:
    """What a player at an equalizer level is dealt; in a bonus round nobody gets more than the others."""
    dealing = seed("zangle")["dealing"]
    cards = dealing["bonus"] if bonus else dealing["each"] + _extra(levels, level)
    row = min(row_cap(levels, level), cards)
    return Hand(row, cards - row)


def most_dealt(mode: str, levels: tuple[Equalizer, ...], held: tuple[int, ...], wins: int) -> int:
    """The most cards that a round can ask for once players at the levels `held` won so many equalizers more."""
    each = int(seed("zangle")["dealing"]["each"])
    return each * len(held) + _most_extra(levels, held, wins) + centre_size(mode)


def _most_extra(levels: tuple[Equalizer, ...], held: tuple[int, ...], wins: int) -> int:
    if not held:
        return 0
    level, *others = held
    return max(
        _extra(levels, level + more) + _most_extra(levels, tuple(others), wins - more)
        for more in range(min(wins, len(levels) - level) + 1)
    )


def _extra(levels: tuple[Equalizer, ...], level: int) -> int:
    return levels[level - 1].extra if level else 0


def centre_size(mode: str) -> int:
    """How many cards lie open in the centre."""
    data = seed("zangle")
    return int(data["staircase"]["open"] if mode == SOLITAIRE else data["dealing"]["centre"])
