"""A game's options, each of which a table switches on or off; what there are and their defaults is in `seeds/`.

Every game keeps its own as a named tuple: rulings are looked up by it, and a dataclass would be hashed in Python.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from companion.rules.errors import BadInput, quoted
from companion.rules.seeds import seed


class Switches(Protocol):
    """A named tuple of options."""

    def _asdict(self) -> dict[str, Any]: ...


def chosen(game: str, title: str, options: Mapping[str, Any] | None) -> dict[str, bool]:
    """Every option of a game by the name of its field, with those switched that are given by names such as `free-pass`.

    Raises BadInput for an unknown option, and for a value that is neither true nor false.
    """
    known = seed(game)["options"]
    found = {name: data["default"] for name, data in known.items()}
    for name, value in (options or {}).items():
        if name not in known:
            raise BadInput(f"There is no option {quoted(name)} in {title}; use one of {', '.join(known)}.")
        if not isinstance(value, bool):
            raise BadInput(f"The option {name} must be true or false.")
        found[name] = value
    return {name.replace("-", "_"): value for name, value in found.items()}


def switched(rules: Switches, normal: Switches) -> dict[str, bool]:
    """The options that are not as in `normal`, by name."""
    usual = normal._asdict()
    return {name.replace("_", "-"): value for name, value in rules._asdict().items() if value != usual[name]}


def to_text(options: Mapping[str, bool]) -> str:
    """Options as text, such as `free-pass=true, captures-first=false`."""
    return ", ".join(f"{name}={str(value).lower()}" for name, value in options.items())


def from_text(text: str) -> dict[str, bool]:
    """Read what `to_text` wrote; which options there are is not asked. Raises BadInput."""
    found = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, _, value = part.partition("=")
        if value not in ("true", "false"):
            raise BadInput(f"The option {quoted(part)} of the record must end in =true or =false.")
        if name in found:
            raise BadInput(f"The record gives the option {quoted(name)} more than once: give it once.")
        found[name] = value == "true"
    return found
