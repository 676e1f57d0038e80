"""The commands `companion export` and `companion replay`, about games that were played.

Here the table meets the printer: neither knows of the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from companion.commands.out_files import out_file, write_whole
from companion.commands.saying import DONE, SAID_NO, Command, emit
from companion.rules.sentences import in_a_row

if TYPE_CHECKING:
    from companion.printing.score_sheet import SheetRow
    from companion.rules.zangle.scoring import Standing
    from companion.table.anew import Replayed
    from companion.table.log import Entry
    from companion.table.played.table import Place
    from companion.table.played.table import Table as PlayedTable
    from companion.table.zangle.scores import Scores
    from companion.table.zangle.table import Table

FORMATS = ("json", "csv", "sheet", "text")
LEAST_GAMES = 6
"""So many rows a sheet has at least where the rules do not say how many games there are; the rest are left open."""


def _log_options(command: Command) -> Command:
    for option in (
        click.argument("log", metavar="LOG"),
        click.option("--id", "game_id", metavar="GAME", help="Which game, where LOG holds several."),
        click.option("--json", "as_json", is_flag=True, help="One JSON object a line."),
    ):
        command = option(command)
    return command


@click.command(short_help="Write a game's log, scores, score sheet or moves.")
@_log_options
@click.option(
    "--format", "kind", type=click.Choice(FORMATS), default="json", show_default=True, help="What to write."
)
@click.option("--out", metavar="FILE", help="Where to; standard output if left out, but not for a sheet.")
@click.option(
    "--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True, help="Of the sheet."
)
def export(*, log: str, game_id: str | None, as_json: bool, kind: str, out: str | None, paper: str) -> int:
    """Write the log of a game, its scores by round, a score sheet to print, or its moves as text.

    LOG is a database URL, an SQLite file, or a log or a record that was exported.
    """
    from companion.rules.errors import BadInput
    from companion.table.log import GAME, game_of, write_log
    from companion.table.logs import load_log
    from companion.table.store import file_of

    if out is None and (kind == "sheet" or as_json):
        raise BadInput("Say where to write by --out FILE.")
    if out is not None:
        out_file(out, "--out", [read] if (read := file_of(log)) else [])
    found, entries = load_log(log, game_id)
    if kind == "json":
        data = write_log(found, entries).encode()
    elif game_of(entries) != GAME:
        data = _of_any_game(found, kind, entries, paper)
    elif kind == "text":
        raise BadInput("A game of Zangle has no text record: write --format json, which has every event.")
    else:
        table = _played(entries)
        data = _csv(table) if kind == "csv" else _sheet(found, table, paper)
    if out is None:
        click.echo(data.decode(), nl=False)
        return DONE
    write_whole(Path(out), data)
    if as_json:
        emit({"id": found, "format": kind, "out": out, "events": len(entries)})
    else:
        click.echo(f"{found}: {len(entries)} events, written to {out}.")
    return DONE


@click.command(short_help="Play a game's log again and judge its verdicts anew.")
@_log_options
def replay(*, log: str, game_id: str | None, as_json: bool) -> int:
    """Rebuild a game from its log, judge every claim anew, and say what differs.

    LOG is a database URL, an SQLite file, or a log or a record that was exported. Exit status 0: nothing differs;
    1: something does.
    """
    from companion.table.logs import load_log
    from companion.table.values import to_json

    found, entries = load_log(log, game_id)
    played, standings = _again(entries)
    if as_json:
        emit(
            {
                "id": found,
                "events": len(entries),
                "played": played.state.version,
                "claims": played.claims,
                "differences": [one.to_json() for one in played.differences],
                "standings": to_json(standings),
            }
        )
    else:
        differ = len(played.differences)
        click.echo(
            f"{found}: {len(entries)} events, {played.claims} claims judged anew, {differ or 'none'} differ."
        )
        for one in played.differences:
            click.echo(f"  {one.says}  [{', '.join(reason.clause for reason in one.reasons)}]")
        for place in standings:
            click.echo(f"  {place.rank}. {place.seat}: {_points(place)}")
    return SAID_NO if played.differences else DONE


def _again(entries: Sequence[Entry]) -> tuple[Replayed[Any], tuple[Standing | Place, ...]]:
    """A log played again, and where everybody stands at its end."""
    from companion.table.log import GAME, game_of
    from companion.table.played.again import play_again
    from companion.table.zangle.replay import replay as zangle_again

    if game_of(entries) == GAME:
        zangle = zangle_again(entries)
        return zangle, () if zangle.state.table is None else zangle.state.table.standings
    played = play_again(entries)
    return played, () if played.state.table is None else played.state.table.places


def _points(place: Standing | Place) -> int:
    from companion.rules.zangle.scoring import Standing

    return place.total if isinstance(place, Standing) else place.points


def _of_any_game(game_id: str, kind: str, entries: Sequence[Entry], paper: str) -> bytes:
    """What is written of a log of any game but Zangle. Raises BadInput where it cannot be played through."""
    from companion.rules.errors import BadInput
    from companion.table.played.again import play_again
    from companion.table.played.as_records import records_text
    from companion.table.played.scores import played_csv

    played = play_again(entries)
    table = played.state.table
    if played.stopped or table is None:
        raise BadInput("This log cannot be played through; companion replay tells why.")
    if kind == "text":
        return records_text(game_id, played.state).encode()
    return played_csv(table).encode() if kind == "csv" else _played_sheet(game_id, table, paper)


def _played(entries: Sequence[Entry]) -> Table:
    """The table at the end of a log. Raises BadInput where the log cannot be played through."""
    from companion.rules.errors import BadInput
    from companion.table.zangle.replay import replay as play_again

    played = play_again(entries)
    if played.stopped:
        raise BadInput(f"{played.differences[-1].says} (companion replay tells more)")
    if played.state.table is None:
        raise BadInput("This log has no game in it: there are no scores to write.")
    return played.state.table


def _csv(table: Table) -> bytes:
    from companion.table.zangle.scores import scores, scores_csv

    return scores_csv(scores(table)).encode()


def _sheet(game_id: str, table: Table, paper: str) -> bytes:
    from companion.printing.score_sheet import ScoreSheet, score_sheet_pdf
    from companion.table.zangle.scores import scores

    found = scores(table)
    title = f"Zangle: {found.mode}"
    end = "final" if found.over else "so far"
    subtitle = f"{game_id}, {end}. Every card left is one point; the fewest points win."
    return score_sheet_pdf(ScoreSheet(title, subtitle, found.players, _sheet_rows(found)), paper)


def _played_sheet(game_id: str, table: PlayedTable, paper: str) -> bytes:
    from companion.printing.score_sheet import ScoreSheet, SheetRow, score_sheet_pdf
    from companion.table.played.desks import title_of
    from companion.table.played.scores import games_of, names_of

    names, rows = names_of(table), []
    for game in games_of(table):
        # Before anybody has a point nobody leads, unless having none is what wins.
        ranked = table.desk.fewest or any(place.points for place in game.places)
        says = in_a_row(game.winners) if ranked else ""
        note = (says and f"won by {says}") if game.over else "so far"
        cells = game.points(names) if ranked else ("",) * len(names)
        rows.append(SheetRow(f"Game {game.number}", cells, note))
    rows += [SheetRow(f"Game {n}", ("",) * len(names)) for n in range(len(rows) + 1, LEAST_GAMES + 1)]
    rows.append(SheetRow("Won", tuple(str(table.wins[name]) for name in names), strong=True))
    leads = "Every card left counts; the fewest win." if table.desk.fewest else "The most points win."
    end = "final" if table.over else "so far"
    subtitle = f"{game_id}, {end}. {leads}"
    return score_sheet_pdf(ScoreSheet(title_of(table.game), subtitle, names, tuple(rows)), paper)


def _sheet_rows(found: Scores) -> tuple[SheetRow, ...]:
    from companion.printing.score_sheet import SheetRow

    rows = []
    for row in found.rounds:
        label = f"Bonus round {row.number}" if row.bonus else f"Round {row.number}"
        check = {"right": ", checked", "wrong": ": check wrong", "": ""}[row.check]
        note = f"{row.winner} out first{check}" if row.winner else "nobody out"
        rows.append(SheetRow(label, tuple(str(line.points) for line in row.lines), note))
    empty = ("",) * len(found.players)
    rows += [SheetRow(f"Round {len(found.rounds) + n}", empty) for n in range(1, found.to_come + 1)]
    rows.append(SheetRow("Total", tuple(map(str, found.totals)), strong=True))
    rows.append(SheetRow("Place", tuple(f"{rank}." for rank in found.ranks)))
    return tuple(rows)
