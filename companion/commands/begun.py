"""How the table was begun, in the words that begin it again."""

from __future__ import annotations

import shlex
import shutil
from collections.abc import Sequence
from pathlib import Path

BY_MAKE = "COMPANION_BEGUN_BY_MAKE"
"""Set where `make play` begins it: then the command itself may be on no path."""


def with_phones(argv: Sequence[str], *, by_make: bool) -> str:
    """The command that begins the same table so that phones of the network can reach it; `argv` is what began it."""
    program, *given = argv
    kept: list[str] = []
    words = iter(given[1:])
    for word in words:
        if word == "--host":
            next(words, None)
        elif not word.startswith("--host=") and not (by_make and word == "--open"):
            kept.append(word)
    wanted = shlex.join([*kept, "--host", "0.0.0.0"])  # noqa: S104 - said, not served at
    if by_make:
        return (
            f'make play ARGS="{wanted}"'
            if '"' not in wanted
            else f"make play {shlex.quote('ARGS=' + wanted)}"
        )
    return f"{_command(program)} serve {wanted}"


def _command(program: str) -> str:
    path = Path(program)
    if path.name == "__main__.py":
        return "python -m companion"
    return path.name if shutil.which(path.name) else shlex.quote(program)
