"""Scores by game, as rows for a spreadsheet or a sheet of paper."""

from __future__ import annotations

from dataclasses import dataclass

from companion.table.played.table import Place, Table
from companion.table.spreadsheet import csv_text, plain


@dataclass(frozen=True, slots=True)
class Played:
    """A game of the evening: its number, whether it is over, where everybody stood, and who won it."""

    number: int
    over: bool
    places: tuple[Place, ...]
    winners: tuple[str, ...]

    def points(self, names: tuple[str, ...]) -> tuple[str, ...]:
        """Everybody's points; nothing for who came later."""
        had = {one.seat: str(one.points) for one in self.places}
        return tuple(had.get(name, "") for name in names)


def names_of(table: Table) -> tuple[str, ...]:
    """Everybody, those who have come late at the end."""
    return (*table.names, *table.waiting)


def games_of(table: Table) -> tuple[Played, ...]:
    """The games so far, the one on the table last."""
    past = (Played(result.number, True, result.places, result.winners) for result in table.results)
    return (*past, Played(table.number, table.over, table.places, table.winners))


def played_csv(table: Table) -> str:
    """A line a game with its points, then how many games everybody won: `game,state,` and a column a player."""
    names = names_of(table)
    rows: list[list[object]] = [["game", "state", *map(plain, names)]]
    rows += [
        [game.number, "over" if game.over else "so far", *game.points(names)] for game in games_of(table)
    ]
    rows.append(["won", "", *(table.wins[name] for name in names)])
    return csv_text(rows)
