"""Scores by round, as rows for a spreadsheet, a printed sheet or a screen."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from io import StringIO

from companion.rules.zangle.scoring import ScoreLine, line_for
from companion.table.zangle.table import Phase, Table

_FORMULA = ("=", "+", "-", "@", "\t")


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
    text = StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(["round", "kind", "winner", "check", *map(plain, found.players)])
    for row in found.rounds:
        kind = "bonus" if row.bonus else "round"
        points = [line.points for line in row.lines]
        rows.writerow([row.number, kind, plain(row.winner or ""), row.check, *points])
    rows.writerow(["total", "", "", "", *found.totals])
    rows.writerow(["rank", "", "", "", *found.ranks])
    return text.getvalue()


def plain(name: str) -> str:
    """A name as text: a spreadsheet would take one that begins so for a formula."""
    return f"'{name}" if name.startswith(_FORMULA) else name
