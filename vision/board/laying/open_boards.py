"""The whole boards that are left open, as pieces are told or doubted."""

from __future__ import annotations

from collections.abc import Iterable, Set

from vision.board.laying.reading import Laid, Reading


def without(readings: Iterable[Reading], dropped: Set[Laid]) -> tuple[Reading, ...]:
    """The readings without some of their pieces: anything may lie in their places."""
    return _summed(
        (tuple(one for one in reading.laid if one not in dropped), reading) for reading in readings
    )


def having(readings: tuple[Reading, ...], told: Laid) -> tuple[Reading, ...]:
    """The readings that have a piece; where none has, all with it in the place of whatever lies on its cells."""
    mask = told[1].mask
    return tuple(reading for reading in readings if told in reading.laid) or _summed(
        ((*(one for one in reading.laid if not one[1].mask & mask), told), reading) for reading in readings
    )


def having_all(readings: tuple[Reading, ...], told: Set[Laid]) -> tuple[Reading, ...]:
    """The readings that have all that is told: what is told is no longer open. All of them where none has."""
    return tuple(reading for reading in readings if told <= set(reading.laid)) or readings


def leaving(readings: Iterable[Reading], cell: int) -> tuple[Reading, ...]:
    """The readings that leave a cell bare."""
    return tuple(reading for reading in readings if not cells_of(reading.laid) >> cell & 1)


def cells_of(laid: Iterable[Laid]) -> int:
    """The cells (bits) that pieces lie on."""
    found = 0
    for _, spot in laid:
        found |= spot.mask
    return found


def _summed(boards: Iterable[tuple[tuple[Laid, ...], Reading]]) -> tuple[Reading, ...]:
    """What readings have become, the same ones together, the likeliest first."""
    chances: dict[tuple[Laid, ...], float] = {}
    for laid, reading in boards:
        chances[laid] = chances.get(laid, 0.0) + reading.probability
    return tuple(Reading(laid, chance) for laid, chance in sorted(chances.items(), key=lambda pair: -pair[1]))
