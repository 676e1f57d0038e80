"""Where commands write: bad names are refused before any work; a file is written whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from companion.commands.saying import Unusable
from companion.whole_files import put_whole


def out_file(name: str, option: str, read: Iterable[str | Path] = ()) -> Path:
    """The file that an option such as `--out` names, in a folder that is there.

    `read` are the files that the command reads: none of them is written over, by whatever name or link. Raises
    Unusable.
    """
    if not name:
        raise Unusable(f"{option} is empty: name a file.")
    file = Path(name)
    if file.is_dir():
        raise Unusable(f"{name} cannot be written: it is a folder; name a file in it.")
    if not file.parent.is_dir():
        raise Unusable(
            f"{name} cannot be written: there is no folder {file.parent}; make it first, or name another."
        )
    for one in read:
        if _same(file, one):
            raise Unusable(f"{name} is itself what is read: name another file by {option}.")
    return file


def out_folder(name: str, option: str) -> Path:
    """The folder that an option names; whoever writes into it makes it. Raises Unusable for an empty name."""
    if not name:
        raise Unusable(f'{option} is empty: name a folder, "." for this one.')
    return Path(name)


def write_whole(out: Path, data: bytes) -> None:
    """Write the whole file or none of it. Raises Unusable, and BrokenPipeError where nobody reads a pipe any more."""
    try:
        if out.exists() and not out.is_file():
            # A device or a pipe is written to, and not replaced; by its own name, for a pipe has no other.
            out.write_bytes(data)
        else:
            put_whole(Path(os.path.realpath(out)), data)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise Unusable(f"{out} cannot be written: {error.strerror or error}; name another place.") from error


def _same(file: Path, other: str | Path) -> bool:
    try:
        return file.samefile(other)
    except OSError:
        # One of them is not there: it may be about to be written itself.
        return os.path.realpath(file) == os.path.realpath(other)
