"""What the keys of a profile hold: whatever else is given is named by its key, with what it should be."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.rules.errors import BadInput, quoted

MOST = 10_000


def listed(value: object, key: str, of: str) -> list[Any] | tuple[Any, ...]:
    """A list; `of` says of what. Raises BadInput."""
    if not isinstance(value, list | tuple):
        raise _is_not(key, value, f"a list of {of}")
    return value


def mapped(value: object, key: str, such: str) -> Mapping[str, Any]:
    """An object; `such` says of what, and how one is written. Raises BadInput."""
    if not isinstance(value, Mapping) or not all(isinstance(name, str) for name in value):
        raise _is_not(key, value, f"an object of {such}")
    return value


def fields(value: object, key: str, names: tuple[str, ...]) -> Mapping[str, Any]:
    """One of the objects in a list, with just these names. Raises BadInput."""
    if not isinstance(value, Mapping) or set(value) != set(names):
        has = f"{', '.join(names[:-1])} and {names[-1]}"
        raise BadInput(f"The profile's {key} must each be an object with {has}, not {quoted(value)}.")
    return value


def text(value: object, key: str) -> str:
    """A text. Raises BadInput."""
    if not isinstance(value, str):
        raise _is_not(key, value, "a text")
    return value


def count(value: object, key: str) -> int:
    """A whole number that is not negative. Raises BadInput."""
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= MOST:
        raise _is_not(key, value, f"a whole number from 0 to {MOST}")
    return value


def _is_not(key: str, value: object, what: str) -> BadInput:
    return BadInput(f"The profile's {key} must be {what}, not {quoted(value)}.")
