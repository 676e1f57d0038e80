"""What the rules say of input that cannot be judged at all."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

LONGEST_ECHO = 60
"""So much of what was given a sentence repeats."""


class BadInput(ValueError):
    """Unusable input; the message is one sentence that says what to do."""


def quoted(given: object) -> str:
    """What was given, in quotes where it is text, and cut where it is long: for a sentence that repeats it.

    What is no text is written as JSON has it, since that is how it was given.
    """
    if isinstance(given, str):
        return repr(given if len(given) <= LONGEST_ECHO else f"{given[:LONGEST_ECHO]}...")
    try:
        told = json.dumps(given, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError):
        told = repr(given)
    return told if len(told) <= LONGEST_ECHO else f"{told[:LONGEST_ECHO]}..."


def refuse_unknown(data: Mapping[Any, Any], known: Iterable[str], owner: str) -> None:
    """See that an object has no other keys than those that are known; `owner` is its name in the sentence.

    Raises BadInput.
    """
    names = list(known)
    if unknown := sorted(str(key) for key in set(data) - set(names)):
        raise BadInput(f"{owner} has no {quoted(unknown[0])}; use {', '.join(names)}.")
