"""The folder of a printed set: it is written aside, and takes its place in one go when all of it is there."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from companion.rules.errors import BadInput
from companion.rules.json_text import NoJson, read_json_bytes
from companion.whole_files import folder_aside

MANIFEST = "manifest.json"


@contextmanager
def fresh_set(out: Path, *, manifest: bool = True) -> Iterator[Path]:
    """A folder to write a set into, whose files go into `out`, made if missing, when the block ends.

    Files of the same names are replaced. Where the block fails, the set that `out` held is as it was, and a folder
    that was made for it is gone; what a print that was killed left in `out` goes with the next one. Raises OSError,
    and BadInput where the set has a `manifest` and `out` one of something else.
    """
    if manifest:
        _spare_others(out / MANIFEST)
    made = not out.exists()
    out.mkdir(parents=True, exist_ok=True)
    try:
        yield from _filled(out)
    except BaseException:
        if made:
            with suppress(OSError):
                out.rmdir()
        raise


def _filled(out: Path) -> Iterator[Path]:
    with folder_aside(out, ".printing-") as fresh:
        yield fresh
        written = [path for path in sorted(fresh.rglob("*")) if path.is_file()]
        for path in written:
            if (place := out / path.relative_to(fresh)).is_dir():
                raise IsADirectoryError(errno.EISDIR, "Is a directory", str(place))
        # The manifest last, so that it never names a face that is not there.
        for path in sorted(written, key=lambda path: path.name == MANIFEST):
            place = out / path.relative_to(fresh)
            place.parent.mkdir(parents=True, exist_ok=True)
            path.replace(place)


def _spare_others(manifest: Path) -> None:
    """Many programs call a file so: what is not ours is not written over."""
    if not manifest.exists():
        return
    try:
        held = read_json_bytes(manifest.read_bytes())
    except (OSError, NoJson):
        held = None
    if not isinstance(held, dict) or not {"things", "px_per_mm"} <= held.keys():
        raise BadInput(f"{manifest} is not of a printed set: choose another folder, or move it away.")
