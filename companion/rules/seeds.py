"""The games' data files, `seeds/GAME.toml`."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from importlib.resources import files
from typing import Any

from companion.rules.errors import BadInput, quoted


@lru_cache(maxsize=16)
def seed(game: str) -> dict[str, Any]:
    """What `seeds/GAME.toml` holds, read once; the caller leaves it as it is.

    Raises BadInput where there is no such game.
    """
    try:
        text = (files("seeds") / f"{game}.toml").read_text(encoding="utf-8")
    except (FileNotFoundError, IsADirectoryError) as gone:
        raise BadInput(f"There is no game {quoted(game)}; its name is that of a file in seeds/.") from gone
    return tomllib.loads(text)
