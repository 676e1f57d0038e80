"""JSON that somebody wrote or handed over, and what is wrong with it in words of our own."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from typing import NoReturn

from companion.rules.errors import BadInput, quoted

DEEPEST = 64
"""Lists and objects in one another: ten times what anything here takes, and far from what Python can follow."""


class NoJson(BadInput):
    """Text that is no JSON which can be used. The message says why, to stand in a sentence: it begins small."""


class _NoNumber(ValueError):
    """NaN or an infinity, which Python would take."""


class _ToldTwice(ValueError):
    """A key that stands twice in one object, of which Python would keep the last."""


def read_json_bytes(data: bytes) -> object:
    """What a file or a request says in UTF-8. Raises NoJson."""
    try:
        return read_json_text(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise NoJson("it is not UTF-8 text") from error


def read_json_text(text: str, *, one_line: bool = False, whole: bool = False) -> object:
    """What the text says. Raises NoJson; of text that is `one_line` only the column is named.

    With `whole` a number such as 4.0 is 4: some programs write whole numbers so, and to JSON it is one.
    """
    value = _parsed(text, one_line, _whole if whole else float)
    if _deeper(value, DEEPEST):
        raise NoJson("it is nested too deeply")
    return value


def half_letters(value: object) -> bool:
    """Whether any text has a surrogate without its other half, which JSON can say and no file or key can hold."""
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return True
    return False


def _parsed(text: str, one_line: bool, number: Callable[[str], float]) -> object:
    try:
        return json.loads(text, parse_constant=_refuse, parse_float=number, object_pairs_hook=_each_once)
    except json.JSONDecodeError as error:
        line = "" if one_line else f"line {error.lineno}, "
        raise NoJson(f"{line}column {error.colno}: {error.msg}") from error
    except RecursionError as error:
        raise NoJson("it is nested too deeply") from error
    except _NoNumber as error:
        raise NoJson(f"{error} is no number that JSON knows") from error
    except _ToldTwice as error:
        raise NoJson(f"{error} stands twice in one object") from error
    except ValueError as error:
        # Python turns digits into a number only up to some thousands of them.
        raise NoJson("a number in it is far too long") from error


def _whole(digits: str) -> float:
    value = float(digits)
    return int(value) if value.is_integer() and abs(value) < MOST_EXACT else value


MOST_EXACT = 2**53
"""From here on not every whole number is a float."""


def _refuse(constant: str) -> NoReturn:
    raise _NoNumber(constant)


def _each_once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        [(twice, _)] = Counter(key for key, _ in pairs).most_common(1)
        raise _ToldTwice(quoted(twice))
    return found


def _deeper(value: object, most: int) -> bool:
    """Whether lists and objects lie more than `most` deep in one another; what reads them goes down with them."""
    level = [value]
    for _ in range(most + 1):
        level = [
            inner
            for one in level
            if isinstance(one, dict | list)
            for inner in (one.values() if isinstance(one, dict) else one)
        ]
        if not level:
            return False
    return True
