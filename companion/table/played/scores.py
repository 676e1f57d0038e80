"""Scores by game, as rows for a spreadsheet."""

from __future__ import annotations

import csv
from io import StringIO

from companion.table.played.table import Table
from companion.table.scores import plain


def played_csv(table: Table) -> str:
    """A line a game with its points, then how many games everybody won: `game,` and a column a player."""
    text = StringIO()
    rows = csv.writer(text, lineterminator="\n")
    names = (*table.names, *table.waiting)
    rows.writerow(["game", "state", *map(plain, names)])
    played = [(result.number, "over", result.places) for result in table.results]
    played.append((table.number, "over" if table.over else "so far", table.places))
    for number, state, places in played:
        points = {one.seat: one.points for one in places}
        rows.writerow([number, state, *(points.get(name, "") for name in names)])
    rows.writerow(["won", "", *(table.wins[name] for name in names)])
    return text.getvalue()
