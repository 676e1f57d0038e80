"""Frozen dataclasses to JSON and back, each refusal one sentence that names the field.

Fields are of plain types: str, int, float, bool, None, enums, shapes, other such dataclasses, tuples of
any number of these, and unions of them. A tuple of (name, value) pairs marked with `as_object` is an
object in JSON.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import MISSING, Field, field, fields, is_dataclass
from enum import Enum
from functools import lru_cache
from math import isfinite
from types import NoneType, UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from companion.rules.errors import BadInput, quoted
from companion.rules.polyform import Shape

T = TypeVar("T")
_OBJECT = "as_object"
_WORDS = {str: "text", int: "a whole number", float: "a number", bool: "true or false", NoneType: "null"}


def as_object() -> Any:
    """A field of (name, value) pairs, none at first, that is written as one JSON object; kept sorted by name."""
    return field(default=(), metadata={_OBJECT: True})


def to_json(value: object) -> Any:
    """The JSON value of a dataclass or of anything that one of its fields may hold."""
    if isinstance(value, Shape):
        return value.to_json()
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, tuple):
        return [to_json(one) for one in value]
    if is_dataclass(value) and not isinstance(value, type):
        return {one.name: _field_to_json(one, getattr(value, one.name)) for one in fields(value)}
    return value


def from_json(kind: type[T], data: object, what: str) -> T:
    """Read a dataclass; fields with a default may be left out. Raises BadInput, which calls it `what`."""
    if not isinstance(data, Mapping):
        raise BadInput(f"{what} must be an object.")
    known = {one.name: one for one in fields(kind)}  # type: ignore[arg-type]
    if unknown := sorted(str(key) for key in set(data) - set(known)):
        raise BadInput(f"{what} has no {quoted(unknown[0])}; use {', '.join(known) or 'nothing'}.")
    hints = _hints(kind.__mro__[0])
    values = {}
    for name, one in known.items():
        where = f"{quoted(name)} of {what[0].lower()}{what[1:]}"
        if name in data:
            read = _pairs if _OBJECT in one.metadata else _read
            values[name] = read(hints[name], data[name], where)
        elif one.default is MISSING and one.default_factory is MISSING:
            raise BadInput(f"{what} must say {quoted(name)}.")
    return kind(**values)


@lru_cache(maxsize=128)
def _hints(kind: Hashable) -> dict[str, Any]:
    return get_type_hints(kind)


def _field_to_json(one: Field[Any], value: Any) -> Any:
    return dict(value) if _OBJECT in one.metadata else to_json(value)


def _pairs(hint: Any, data: object, where: str) -> Any:
    if not isinstance(data, Mapping) or not all(isinstance(name, str) for name in data):
        raise BadInput(f"The {where} must be an object.")
    value = get_args(get_args(hint)[0])[1]
    return tuple((name, _read(value, one, where)) for name, one in sorted(data.items()))


def _read(hint: Any, data: Any, where: str) -> Any:
    choices = get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
    if data is None and NoneType in choices:
        return None
    for choice in choices:
        if choice in _WORDS and _fits(choice, data):
            return choice(data) if choice is float else data
    rest = [choice for choice in choices if choice not in _WORDS]
    if len(rest) != 1:
        words = " or ".join(_WORDS[choice] for choice in choices if choice in _WORDS)
        raise BadInput(f"The {where} must be {words}.")
    return _read_one(rest[0], data, where)


def _fits(kind: Any, data: object) -> bool:
    if kind is float:
        # Python's JSON reads Infinity, and True is an int to Python; neither is a measurement.
        return type(data) in (int, float) and abs(data) < 1e15 and isfinite(data)  # type: ignore[arg-type]
    return type(data) is kind


def _read_one(kind: Any, data: Any, where: str) -> Any:
    if get_origin(kind) is tuple:
        if not isinstance(data, list | tuple):
            raise BadInput(f"The {where} must be a list.")
        return tuple(_read(get_args(kind)[0], one, where) for one in data)
    if kind is Shape:
        return Shape.from_json(data)
    if isinstance(kind, type) and issubclass(kind, Enum):
        values = [one.value for one in kind]
        if data not in values:
            raise BadInput(f"The {where} must be one of {', '.join(map(str, values))}.")
        return kind(data)
    return from_json(kind, data, f"The {where}")
