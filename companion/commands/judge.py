"""The command `companion judge`."""

from __future__ import annotations

import io
import json
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
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
LONGEST_LINE = 50 * LONGEST_INPUT
"""A longer one has no end that could be waited for."""
TOO_LONG = "The input is far too long for a claim: give it as JSON, one object, or one a line."
NO_TEXT = "not UTF-8 text: give the claim as JSON, one object, or one a line."
_NO_TEXT = re.compile("[\udc80-\udcff]")
"""Bytes that are no text, as Python lets them in."""


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
        for where, claim in _documents(_lines(lines)):
            try:
                if isinstance(claim, Unusable):
                    raise claim
                verdict = judge_json(_parsed(claim, where))
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
    # Bytes that are no text are let in, so that the lines after them can be read.
    return io.TextIOWrapper(raw, encoding="utf-8-sig", errors="surrogateescape")


@dataclass(frozen=True, slots=True)
class _Line:
    text: str
    long: bool = False
    """Whether it is longer than any claim; its text is cut off."""

    @property
    def blank(self) -> bool:
        return not self.text.strip()

    @property
    def begins_a_claim(self) -> bool:
        return self.text.lstrip().startswith("{")

    @property
    def no_text(self) -> bool:
        return _NO_TEXT.search(self.text) is not None

    @property
    def claim(self) -> str | Unusable:
        """What is to be judged, or why that cannot be."""
        if self.long:
            return Unusable(TOO_LONG)
        return Unusable(NO_TEXT) if self.no_text else self.text


def _lines(text: IO[str]) -> Iterator[_Line]:
    """The lines of the input; one that is endless takes no more memory than the longest claim."""
    try:
        while line := text.readline(LONGEST_INPUT + 1):
            long = len(line) > LONGEST_INPUT
            if long and ("\0" in line or not _passed_over(text, line)):
                raise Unusable(TOO_LONG)
            yield _Line(line[:LONGEST_INPUT], long)
    except OSError as error:
        raise Unusable(
            f"The input cannot be read: {error.strerror or error}; name a file with claims in it."
        ) from error


def _passed_over(text: IO[str], rest: str) -> bool:
    """Read to the end of a line; False where that does not come."""
    for _ in range(LONGEST_LINE // LONGEST_INPUT):
        if not rest or rest.endswith("\n"):
            return True
        rest = text.readline(LONGEST_INPUT)
    return False


def _documents(lines: Iterable[_Line]) -> Iterator[tuple[str, str | Unusable]]:
    """Split the input into (where, JSON text): one a line where the first line stands alone, else one in all.

    Lines are handed on as they come, so that a program on the other end of a pipe gets each answer at once. In the
    place of one that cannot be a claim is why.
    """
    held: list[_Line] = []
    alone, letters, claims = False, 0, 0
    for number, line in enumerate(lines, 1):
        if line.blank and not held:
            continue
        if not claims and line.no_text and "\0" in line.text:
            raise Unusable(f"The input is {NO_TEXT}")  # Of a picture, say, each line would be told.
        alone = alone or (not held and _stands_alone(line))
        if alone:
            claims += line.begins_a_claim
            yield f"line {number}", line.claim
            continue
        held += [_Line("\n")] * (number - 1 - len(held))
        held.append(line)
        letters += LONGEST_INPUT + 1 if line.long else len(line.text)
        if letters > LONGEST_INPUT:
            if not _one_a_line(held):
                raise Unusable(TOO_LONG)
            yield from _each(held)
            held, alone = [], True
    if held:
        whole = "".join(line.text for line in held)
        if _one_a_line(held) and not _is_json(whole):
            yield from _each(held)
        else:
            damaged = (found for found in _each(held) if isinstance(found[1], Unusable))
            yield next(damaged, ("", whole))
    elif not alone:
        raise Unusable("The input is empty: give a claim as JSON, one object, or one a line.")


def _one_a_line(held: list[_Line]) -> bool:
    """Whether there is a claim a line, and the first of them is no whole one."""
    told = [line for line in held if not line.blank]
    return len(told) > 1 and all(line.begins_a_claim for line in told[1:])


def _each(held: list[_Line]) -> Iterator[tuple[str, str | Unusable]]:
    return ((f"line {number}", line.claim) for number, line in enumerate(held, 1) if not line.blank)


def _stands_alone(line: _Line) -> bool:
    """Whether nothing that may follow makes the line a part of one claim: it is whole, or begins none."""
    if line.long:
        return True
    try:
        json.loads(line.text)
    except RecursionError:
        return True  # Nothing that is so deep is a claim.
    except ValueError:
        return not line.text.lstrip().startswith(("{", "["))
    return True


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
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
