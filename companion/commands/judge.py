"""The command `companion judge`."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import IO

import click

from companion.commands.saying import (
    DONE,
    UNUSABLE,
    Unusable,
    complain,
    emit,
    exit_of,
    json_option,
    verdict_text,
)
from companion.rules.game import games, json_judge

LONGEST_INPUT = 10_000_000
"""So many letters one claim has at most: a game of hundreds of turns has a hundredth of them."""
TOO_LONG = "The input is far too long for a claim: give it as JSON, one object, or one a line."


@click.command(short_help="Judge claims given as JSON.")
@click.argument("game", type=click.Choice(games()))
@click.argument("file", metavar="[FILE]", default="-")
@click.option("--words", metavar="FILE", help="Zig Zaggle: a word list in the place of the program's own.")
@json_option
def judge(game: str, file: str, words: str | None, as_json: bool) -> int:
    """Judge the claims in FILE (or on standard input): one JSON object, or one a line.

    Exit status 0: all legal; 1: some illegal or undecided.
    """
    from companion.rules.errors import BadInput

    judge_json = json_judge(game)
    if words is not None:
        if game != "zigzaggle":
            raise Unusable("--words is Zig Zaggle's: leave it out.")
        from companion.rules.words import words_from

        judge_json = partial(judge_json, words=words_from(words))
    status = DONE
    with _open_text(file) as lines:
        for where, text in _documents(_bounded(lines)):
            try:
                verdict = judge_json(_parsed(text, where))
            except (BadInput, Unusable) as error:
                complain(_placed(str(error), where))
                status = UNUSABLE
                continue
            emit(verdict) if as_json else click.echo("\n".join(verdict_text(verdict)))
            sys.stdout.flush()
            status = max(status, exit_of(verdict))
    return status


def _open_text(file: str) -> IO[str]:
    try:
        raw = sys.stdin.buffer if file == "-" else Path(file).open("rb")  # noqa: SIM115 - closed with the text
    except OSError as error:
        raise Unusable(
            f"{file} cannot be read: {error.strerror or error}; name a file with claims in it."
        ) from error
    return io.TextIOWrapper(raw, encoding="utf-8-sig")


def _bounded(text: IO[str]) -> Iterator[str]:
    """The lines of the input. Raises Unusable for one that is no claim's, before all memory is gone."""
    while line := text.readline(LONGEST_INPUT + 1):
        if len(line) > LONGEST_INPUT:
            raise Unusable(TOO_LONG)
        yield line


def _documents(lines: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Split the input into (where, JSON text): one a line where the first line stands alone, else one in all.

    Lines are handed on as they come, so that a program on the other end of a pipe gets each answer at once.
    """
    held: list[str] = []
    alone, letters = False, 0
    try:
        for number, line in enumerate(lines, 1):
            if not alone and not held and line.strip():
                alone = _stands_alone(line)
            if alone and line.strip():
                yield f"line {number}", line
            elif held or line.strip():
                held.append(line)
                letters += len(line)
                if letters > LONGEST_INPUT:
                    raise Unusable(TOO_LONG)
    except UnicodeDecodeError as error:
        raise Unusable("The input is not UTF-8 text: give the claim as JSON.") from error
    except OSError as error:
        raise Unusable(
            f"The input cannot be read: {error.strerror or error}; name a file with claims in it."
        ) from error
    if held:
        parts = [line for line in held if line.strip()]
        if len(parts) > 1 and all(line.lstrip().startswith("{") for line in parts):
            yield from ((f"line {number}", line) for number, line in enumerate(held, 1) if line.strip())
        else:
            yield "", "".join(held)
    elif not alone:
        raise Unusable("The input is empty: give a claim as JSON, one object, or one a line.")


def _stands_alone(line: str) -> bool:
    """Whether nothing that may follow makes the line a part of one claim: it is whole, or begins none."""
    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return not line.lstrip().startswith(("{", "["))
    return True


def _parsed(text: str, where: str) -> object:
    from companion.rules.json_text import NoJson, read_json_text

    try:
        return read_json_text(text, one_line=bool(where), whole=True)
    except NoJson as error:
        raise Unusable(
            f"this is not JSON that can be used ({error}); give one object, or one a line."
        ) from error


def _placed(sentence: str, where: str) -> str:
    return f"{where}: {sentence}" if where else sentence
