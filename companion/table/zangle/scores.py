"""Scores by round, as rows for a spreadsheet, a printed sheet or a screen."""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules.zangle.scoring import ScoreLine, line_for
from companion.table.spreadsheet import csv_text, plain
from companion.table.zangle.table import Phase, Table


@dataclass(frozen=True, slots=True)
class RoundRow:
    """A round that was scored."""

    number: int
    bonus: bool
    winner: str | None
    check: str
    """ "right", "wrong", or "" where nobody looked."""
    lines: tuple[ScoreLine, ...]
    """One a player, in seating order."""


@dataclass(frozen=True, slots=True)
class Scores:
    """A game's scores so far."""

    mode: str
    players: tuple[str, ...]
    rounds: tuple[RoundRow, ...]
    to_come: int
    """Rounds of the mode that are not scored yet."""
    totals: tuple[int, ...]
    ranks: tuple[int, ...]
    over: bool


def scores(table: Table) -> Scores:
    """The scores of a game; everything is in seating order."""
    checks = {None: "", True: "right", False: "wrong"}
    rounds = tuple(
        RoundRow(
            result.number,
            result.bonus,
            result.winner,
            checks[result.honest],
            tuple(
                line_for(name, result, late_pays_worst=table.options.late_pays_worst) for name in table.names
            ),
        )
        for result in table.results
    )
    places = {place.seat: place for place in table.standings}
    return Scores(
        table.options.mode.title,
        table.names,
        rounds,
        max(0, table.options.mode.rounds - len(rounds)),
        tuple(places[name].total for name in table.names),
        tuple(places[name].rank for name in table.names),
        table.phase is Phase.OVER,
    )


def scores_csv(found: Scores) -> str:
    """A line a round, then the totals and the places: `round,kind,winner,check,` and a column a player."""
    rows: list[list[object]] = [["round", "kind", "winner", "check", *map(plain, found.players)]]
    for row in found.rounds:
        kind = "bonus" if row.bonus else "round"
        points = [line.points for line in row.lines]
        rows.append([row.number, kind, plain(row.winner or ""), row.check, *points])
    rows.append(["total", "", "", "", *found.totals])
    rows.append(["rank", "", "", "", *found.ranks])
    return csv_text(rows)
