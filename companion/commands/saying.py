"""How every command speaks: exit statuses, refusals in one sentence, JSON by the line, a verdict in words."""

from __future__ import annotations

import json
import os
import sys
import time
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, TypeVar

import click

DONE, SAID_NO, UNUSABLE = 0, 1, 2
"""Exit statuses: done or legal, the check said no, unusable input."""
DEBUG = "COMPANION_DEBUG"
PROFILES = ("iamond", "abolo")
LONG_S = 5.0
"""Work that takes so many seconds is long."""
LONGEST = 600
"""So many characters a complaint has at most."""

Command = Callable[..., Any]
T = TypeVar("T")


class Unusable(click.ClickException):
    """Input that cannot be used; the message is one sentence that says what to do."""

    exit_code = UNUSABLE


def json_option(command: Command) -> Command:
    """Give a command its `--json`, as the argument `as_json`."""
    return click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")(command)


def say(text: str) -> None:
    """Lines for a person on standard output."""
    _Standing.leave()
    click.echo(text)


def emit(value: object) -> None:
    """One JSON object on one line of standard output."""
    say(json.dumps(value, separators=(", ", ": ")))


def complain(sentence: str) -> None:
    """One line on standard error."""
    _Standing.leave()
    hint(f"companion: {shortened(' '.join(sentence.split()))}")


def shortened(sentence: str) -> str:
    """A sentence that repeats too much of what was given, without its middle: its end says what to do."""
    if len(sentence) <= LONGEST:
        return sentence
    half = LONGEST // 2
    return f"{sentence[:half]} ... {sentence[-half:]}"


def unexpected(error: BaseException, what: str = "") -> str:
    """A fault of the program in one sentence, about the input that is named; the trace too where it is asked for."""
    about = f"{what}: " if what else ""
    if isinstance(error, MemoryError):
        says = "there is not enough memory for this: close other programs, or give less at a time"
    else:
        says = f"this should not happen: {type(error).__name__}: {error}"
    return about + shown_where(error, says)


def shown_where(error: BaseException, says: str) -> str:
    """That sentence, with how to see where it comes from; the trace too where it is asked for."""
    if os.environ.get(DEBUG):
        traceback.print_exception(error)
    return f"{says} ({DEBUG}=1 shows where)"


def progress(label: str) -> Callable[[int, int], None]:
    """Return what long work calls with (done, in all); it keeps one line on standard error up to date."""
    live = _on_a_terminal()
    last = 0

    def report(done: int, total: int) -> None:
        nonlocal last
        tenth, line = done * 10 // max(total, 1), f"{label}: {done} of {total}"
        if live:
            hint(f"\r{line}", ends=done >= total)
            _Standing.width = 0 if done >= total else len(line)
        elif done and tenth != last:
            hint(line)
        last = tenth

    return report


def counted(things: Sequence[T], label: str) -> Iterator[T]:
    """Hand out things that may take long one by one, and tell how many of several are done: at once on a terminal, and
    elsewhere as soon as it does take long, since whoever reads there minds complaints first."""
    report, begun_s = progress(label), time.monotonic()
    live = _on_a_terminal()

    def tell(done: int) -> None:
        if len(things) > 1 and (live or time.monotonic() - begun_s > LONG_S):
            report(done, len(things))

    for done, thing in enumerate(things):
        tell(done)
        yield thing
    tell(len(things))


def _on_a_terminal() -> bool:
    return sys.stderr is not None and sys.stderr.isatty()


class _Standing:
    """The line of progress that stands unfinished on the terminal: so wide, or 0 for none."""

    width = 0

    @classmethod
    def leave(cls) -> None:
        """Wipe it, so that whatever is said next has a line of its own; the next report writes it anew."""
        if cls.width:
            hint(f"\r{' ' * cls.width}\r", ends=False)
            cls.width = 0


def hint(text: str, *, ends: bool = True) -> None:
    """A line on standard error, if it can be said: no work or status is lost because nobody can be told of it."""
    try:
        click.echo(text, nl=ends, err=True)
    except OSError:
        # What is held back would be tried once more at the end, and spoil the status.
        with suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stderr.fileno())


def exit_of(verdict: Mapping[str, object]) -> int:
    """The exit status of a verdict as `judge` gives it."""
    return DONE if verdict["ruling"] == "legal" else SAID_NO


def verdict_text(verdict: Mapping[str, Any]) -> list[str]:
    """A verdict as lines: the ruling, and each reason with its clause."""
    lines = [str(verdict["ruling"]).upper()]
    lines += [f"  {reason['says']}  [{_cited(reason)}]" for reason in verdict["reasons"]]
    return lines


def _cited(reason: Mapping[str, Any]) -> str:
    """The clause of a reason, with the option that decides where one does."""
    option = reason.get("option")
    return str(reason["clause"]) if option is None else f"{reason['clause']}, by the option {option}"
