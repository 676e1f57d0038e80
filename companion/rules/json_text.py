"""JSON that somebody wrote or handed over, and what is wrong with it in words of our own."""

from __future__ import annotations

import json
from typing import NoReturn

from companion.rules.errors import BadInput


class NoJson(BadInput):
    """Text that is no JSON which can be used. The message says why, to stand in a sentence: it begins small."""


class _NoNumber(ValueError):
    """NaN or an infinity, which Python would take."""


def read_json_text(text: str, *, one_line: bool = False) -> object:
    """What the text says. Raises NoJson; of text that is `one_line` only the column is named."""
    try:
        return json.loads(text, parse_constant=_refuse)
    except json.JSONDecodeError as error:
        line = "" if one_line else f"line {error.lineno}, "
        raise NoJson(f"{line}column {error.colno}: {error.msg}") from error
    except RecursionError as error:
        raise NoJson("it is nested too deeply") from error
    except _NoNumber as error:
        raise NoJson(f"{error} is no number that JSON knows") from error
    except ValueError as error:
        # Python turns digits into a number only up to some thousands of them.
        raise NoJson("a number in it is far too long") from error


def _refuse(constant: str) -> NoReturn:
    raise _NoNumber(constant)
