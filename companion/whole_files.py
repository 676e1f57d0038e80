"""Files that are written whole or not at all: aside first, and put in their place in one go."""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from pathlib import Path

OF_THE_NAME = 40
"""So many letters of a file's name are in the name of what is written aside: a disk takes 255 bytes in all."""


def put_whole(file: Path, data: bytes, *, mode: int = 0o666) -> None:
    """Write the file in the place of whatever is there; `mode` is what its owner and others may do, by their umask.

    Whatever stops it, Ctrl-C too, the file is as it was and nothing is left beside it. Raises OSError.
    """
    # Nobody else writes to a name that was drawn, so two threads may write the same file.
    part = file.with_name(f".{file.name[:OF_THE_NAME]}.{secrets.token_hex(4)}.part")
    try:
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as out:
            out.write(data)
        part.replace(file)
    except BaseException:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        raise
