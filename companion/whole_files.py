"""Files and sets of them that are written whole or not at all: aside first, and put in their place in one go."""

from __future__ import annotations

import os
import re
import secrets
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

if sys.platform != "win32":
    import fcntl

OF_THE_NAME = 40
"""So many letters of a file's name are in the name of what is written aside: a disk takes 255 bytes in all."""


def put_whole(file: Path, data: bytes, *, mode: int = 0o666) -> None:
    """Write the file in the place of whatever is there; `mode` is what its owner and others may do, by their umask.

    Whatever stops it, Ctrl-C too, the file is as it was and nothing is left beside it; what a writer that was killed
    left there goes with the next one. Raises OSError.
    """
    _clear(file)
    # Nobody else writes to a name that was drawn, so two threads may write the same file.
    part = file.with_name(f".{file.name[:OF_THE_NAME]}.{secrets.token_hex(4)}.part")
    try:
        descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
        with _held(descriptor), os.fdopen(descriptor, "wb") as out:
            taken = not part.exists()
            if not taken:
                out.write(data)
                out.close()  # Only what is closed can be moved on every system; it stays held.
                part.replace(file)
    except BaseException:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        raise
    if taken:  # By another writer, for left over, before it was held.
        put_whole(file, data, mode=mode)


@contextmanager
def folder_aside(beside: Path, prefix: str) -> Iterator[Path]:
    """A folder in `beside` to write into, named by the prefix and more, which is gone when the block ends.

    Those of writers that were killed go with it. Raises OSError.
    """
    _clear_folders(beside, prefix)
    while True:
        with TemporaryDirectory(prefix=prefix, dir=beside) as name:
            aside = Path(name)
            with _held_folder(aside):
                if aside.exists():  # Else another writer has taken it for left over, before it was held.
                    yield aside
                    return


@contextmanager
def _held_folder(folder: Path) -> Iterator[None]:
    """The same as `_held`, of a folder that may be gone."""
    if sys.platform == "win32":
        yield
        return
    try:
        descriptor = os.open(folder, os.O_RDONLY)
    except FileNotFoundError:
        yield
        return
    with _held(descriptor):
        os.close(descriptor)
        yield


def _clear_folders(beside: Path, prefix: str) -> None:
    """As `_clear`, of folders."""
    if sys.platform == "win32":
        return
    with suppress(OSError):
        for folder in beside.iterdir():
            if folder.name.startswith(prefix) and folder.is_dir() and not folder.is_symlink():
                _take_away(folder, shutil.rmtree)


@contextmanager
def _held(descriptor: int) -> Iterator[None]:
    """Show other processes that somebody writes this file, until the end of the block and not of the descriptor."""
    if sys.platform == "win32":
        yield
        return
    held = os.dup(descriptor)
    try:
        with suppress(OSError):  # Some disks know no locks: then nobody clears up there.
            fcntl.flock(held, fcntl.LOCK_EX)
        yield
    finally:
        os.close(held)


def _clear(file: Path) -> None:
    """Take away what writers of this file left that live no more; where none can be told from the living, nothing."""
    if sys.platform == "win32":
        return
    ours = re.compile(rf"\.{re.escape(file.name[:OF_THE_NAME])}\.[0-9a-f]{{8}}\.part")
    with suppress(OSError):
        for part in file.parent.iterdir():
            if ours.fullmatch(part.name):
                _take_away(part)


def _take_away(part: Path, remove: Callable[[Path], object] = Path.unlink) -> None:
    if sys.platform == "win32":
        return
    with suppress(OSError):
        descriptor = os.open(part, os.O_RDONLY | os.O_NONBLOCK)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            remove(part)
        finally:
            os.close(descriptor)
