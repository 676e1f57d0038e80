"""The command `companion bench`. The benchmarks stay in the project's source: nothing of them is installed."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import click

from companion.commands.saying import (
    DONE,
    UNUSABLE,
    Unusable,
    complain,
    counted,
    emit,
    json_option,
    say,
    unexpected,
)

ROOT = Path(__file__).resolve().parents[2]
"""The checkout, where this is one."""


@click.command(short_help="Measure this machine, from a checkout.")
@click.argument("tables", metavar="[TABLE...]", nargs=-1)
@json_option
def bench(*, tables: tuple[str, ...], as_json: bool) -> int:
    """Measure how fast each TABLE of the benchmarks is here, all of them if none is named; it takes many minutes."""
    found = _benchmarks()
    if unknown := [one for one in tables if one not in found.TABLES]:
        raise Unusable(f"There is no table {unknown[0]}; name some of {', '.join(found.TABLES)}.")
    status = DONE
    for table in counted(tables or found.TABLES, "tables"):
        try:
            if not as_json:
                say(f"\n{found.title_of(table)}")
            for what, figure in found.rows_of(table):
                if as_json:
                    emit({"table": table, "what": what, "figure": figure})
                else:
                    say(f"{what:36} {figure}")
        except ModuleNotFoundError as missing:
            complain(
                f"{table}: {missing.name} is missing; make bench installs what is needed, and runs this."
            )
            status = UNUSABLE
        except Exception as error:
            if isinstance(error, OSError) and error.filename is None:
                raise
            complain(unexpected(error, table))
            status = UNUSABLE
    return status


def _benchmarks() -> Any:
    """The list of what can be measured. Raises Unusable where the program is not run from a checkout."""
    if not (ROOT / "benchmarks" / "tables.py").is_file():
        raise Unusable(
            "The benchmarks are in the project's source, and not in what is installed: say make bench in a checkout."
        )
    sys.path.insert(0, str(ROOT))
    return import_module("benchmarks.tables")
