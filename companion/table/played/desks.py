"""Which desk a game is played at, and what its seed says of it.

A game with a page of its own has a module or a package here, by its name, with a desk that says more than `Desk`: what
is hidden where people deal, what a score is made of, how a position is drawn.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from companion.rules.game import game_named
from companion.rules.seeds import seed
from companion.table.played.desk import Desk


def desk_for(name: str, options: Mapping[str, bool], *, dealt: bool) -> Desk:
    """The desk of a game: its own where it has one. Raises BadInput."""
    return _made(name, tuple(sorted(options.items())), dealt)


@lru_cache(maxsize=32)
def _made(name: str, options: tuple[tuple[str, bool], ...], dealt: bool) -> Desk:
    kind = desk_kind(name)
    return kind(name, dict(options), dealt=dealt)


def desk_kind(name: str) -> type[Desk]:
    """The class of a game's desk. Raises BadInput where there is no such game."""
    game_named(name)
    if find_spec(f"{__package__}.{name}") is None:
        return Desk
    found: type[Desk] = import_module(f"{__package__}.{name}").DESK
    return found


def title_of(name: str) -> str:
    """What a game is called."""
    return desk_kind(name).title or str(seed(name).get("title", name.capitalize()))


def options_of(name: str) -> list[dict[str, Any]]:
    """The options of a game, as its seed has them."""
    return [{"name": key, **one} for key, one in seed(name).get("options", {}).items()]
