"""The options that a table has switched."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple, Self

from companion.rules.errors import BadInput, quoted
from companion.rules.seeds import seed


class Rules(NamedTuple):
    """Tranglar's options; the defaults are those of `seeds/tranglar.toml`."""

    captures_first: bool
    free_pass: bool

    @classmethod
    def of(cls, options: Mapping[str, Any] | None = None) -> Self:
        """The default rules with some options switched, by their names such as `captures-first`.

        Raises BadInput for an unknown option, and for a value that is neither true nor false.
        """
        known = seed("tranglar")["options"]
        chosen = {name: data["default"] for name, data in known.items()}
        for name, value in (options or {}).items():
            if name not in known:
                raise BadInput(
                    f"There is no option {quoted(name)} in Tranglar; use one of {', '.join(known)}."
                )
            if not isinstance(value, bool):
                raise BadInput(f"The option {name} must be true or false.")
            chosen[name] = value
        return cls(**{name: chosen[name.replace("_", "-")] for name in cls._fields})

    def switched(self) -> dict[str, bool]:
        """The options that are not at their defaults, by name."""
        normal = default_rules()
        return {
            name.replace("_", "-"): value
            for name, value in self._asdict().items()
            if value != getattr(normal, name)
        }


@lru_cache(maxsize=1)
def default_rules() -> Rules:
    """The rules with every option at its default."""
    return Rules.of()
