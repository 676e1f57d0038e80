"""How every command speaks: exit statuses, refusals in one sentence, JSON by the line, a verdict in words."""

from __future__ import annotations

import json
import os
import sys
import traceback
from collections.abc import Callable, Mapping
from typing import Any

import click

DONE, SAID_NO, UNUSABLE = 0, 1, 2
"""Exit statuses: done or legal, the check said no, unusable input."""
DEBUG = "COMPANION_DEBUG"
PROFILES = ("iamond", "abolo")

Command = Callable[..., Any]


class Unusable(click.ClickException):
    """Input that cannot be used; the message is one sentence that says what to do."""

    exit_code = UNUSABLE


def json_option(command: Command) -> Command:
    """Give a command its `--json`, as the argument `as_json`."""
    return click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")(command)


def emit(value: object) -> None:
    """One JSON object on one line of standard output."""
    click.echo(json.dumps(value, separators=(", ", ": ")))


def complain(sentence: str) -> None:
    """One line on standard error."""
    click.echo(f"companion: {' '.join(sentence.split())}", err=True)


def unexpected(error: BaseException, what: str = "") -> str:
    """A fault of the program in one sentence, about the input that is named; the trace too where it is asked for."""
    if os.environ.get(DEBUG):
        traceback.print_exception(error)
    about = f"{what}: " if what else ""
    return f"{about}this should not happen: {type(error).__name__}: {error} ({DEBUG}=1 shows where)"


def progress(label: str) -> Callable[[int, int], None]:
    """Return what long work calls with (done, in all); it keeps one line on standard error up to date."""
    live = sys.stderr.isatty()
    last = -1

    def report(done: int, total: int) -> None:
        nonlocal last
        tenth = done * 10 // max(total, 1)
        if live:
            click.echo(f"\r{label}: {done} of {total}", nl=done >= total, err=True)
        elif tenth != last:
            click.echo(f"{label}: {done} of {total}", err=True)
        last = tenth

    return report


def exit_of(verdict: Mapping[str, object]) -> int:
    """The exit status of a verdict as `judge` gives it."""
    return DONE if verdict["ruling"] == "legal" else SAID_NO


def verdict_text(verdict: Mapping[str, Any]) -> list[str]:
    """A verdict as lines: the ruling, and each reason with its clause."""
    lines = [str(verdict["ruling"]).upper()]
    lines += [f"  {reason['says']}  [{reason['clause']}]" for reason in verdict["reasons"]]
    return lines
