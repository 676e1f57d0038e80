"""Games as text, the way chess has PGN: a header of lines in brackets, then a numbered line for each move."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from companion.rules.errors import BadInput

M = TypeVar("M")
_HEADER = re.compile(r'\[(\w+) "(.*)"\]')
_LINE = re.compile(r"(\d{1,6})\.\s+([^#\s].*?)(?:\s#.*)?", re.ASCII)


def written(header: Mapping[str, str], moves: Iterable[object]) -> str:
    """The text of a record."""
    lines = [f'[{name} "{value}"]' for name, value in header.items()]
    lines += [f"{number}. {move}" for number, move in enumerate(moves, 1)]
    return "\n".join(lines) + "\n"


def read(text: str, parse: Callable[[str], M]) -> tuple[dict[str, str], tuple[M, ...]]:
    """Header and moves of a text that `written` wrote, perhaps with empty lines and with remarks after a #,
    alone in a line or behind a move.

    Nothing is judged. Raises BadInput that names the line, also for what `parse` raises it.
    """
    header: dict[str, str] = {}
    moves: list[M] = []
    for number, line in enumerate(map(str.strip, text.splitlines()), 1):
        if not line or line.startswith("#"):
            continue
        if (tag := _HEADER.fullmatch(line)) and not moves:
            if tag[1] in header:
                raise BadInput(f"Line {number} of the record says {tag[1]} once more: give it once.")
            header[tag[1]] = tag[2]
            continue
        found = _LINE.fullmatch(line)
        if found is None or int(found[1]) != len(moves) + 1:
            raise BadInput(
                f"Line {number} of the record must begin with {len(moves) + 1}. and go on with a move."
            )
        try:
            moves.append(parse(found[2].rstrip()))
        except BadInput as wrong:
            raise BadInput(f"Line {number} of the record: {wrong}") from wrong
    return header, tuple(moves)


def read_of(title: str, text: str, parse: Callable[[str], M]) -> tuple[dict[str, str], tuple[M, ...]]:
    """The same of a record of one game, whose header says so; the result, which is worked out anew, is left out."""
    header, moves = read(text, parse)
    if header.pop("Game", "") != title:
        raise BadInput(f'A record of {title} begins with the line [Game "{title}"].')
    header.pop("Result", None)
    return header, moves


def players_of(header: dict[str, str]) -> int:
    """Take out of a header how many players there are. Raises BadInput."""
    players = header.pop("Players", "")
    if not re.fullmatch("[0-9]{1,2}", players):
        raise BadInput('The record must say how many players there are, such as [Players "3"].')
    return int(players)
