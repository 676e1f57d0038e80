"""The options that a table has switched."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple, Self

from companion.rules.seeds import seed
from companion.rules.switches import chosen, switched


class Rules(NamedTuple):
    """Zigity's options; the defaults are those of `seeds/zigity.toml`."""

    one_letter_words: bool
    voluntary_draw: bool

    @classmethod
    def of(cls, options: Mapping[str, Any] | None = None) -> Self:
        """The default rules with some options switched, by their names such as `voluntary-draw`.

        Raises BadInput for an unknown option, and for a value that is neither true nor false.
        """
        return cls(**chosen("zigity", "Zigity", options))

    @property
    def least_letters(self) -> int:
        """How many letters a word has at least."""
        return 1 if self.one_letter_words else int(seed("zigity")["sets"]["word"])

    def switched(self) -> dict[str, bool]:
        """The options that are not at their defaults, by name."""
        return switched(self, default_rules())


@lru_cache(maxsize=1)
def default_rules() -> Rules:
    """The rules with every option at its default."""
    return Rules.of()
