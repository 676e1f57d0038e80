"""Calibration's small JSON files: every number that is read is checked, every refusal a ValueError."""

from __future__ import annotations

import errno
import json
import math
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar


class Foreign(ValueError):
    """A file that is JSON and not what it should be; `newer` where a later version of this program wrote it."""

    def __init__(self, what: str, *, newer: bool = False) -> None:
        super().__init__(what)
        self.newer = newer


MOST_BYTES = 4_000_000


T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class FileKind:
    """A kind of file in the sentences that refuse one of it: what it is called, and what to do about it."""

    name: str
    missing: str
    """Where it cannot be read, such as "make one by companion calibrate lens"."""
    no_json: str
    newer: str
    """Where a later version wrote it: update the program, or ..."""
    foreign: str
    most_bytes: int = MOST_BYTES

    def load(self, path: Path | str, of: Callable[[Any], T], refused: type[ValueError]) -> T:
        """What `of` makes of the file's JSON; raises `refused` with a sentence that names the file. What `of` raises of
        that type says itself what is wrong; any other ValueError, and its like, that the file is damaged.
        """
        try:
            data = read_json(path, self.most_bytes)
        except OSError as error:
            why = error.strerror or error
            raise refused(f"cannot read the {self.name} {path}: {why}; {self.missing}") from error
        except ValueError as error:
            raise refused(f"the {self.name} {path} {self.no_json}") from error
        try:
            return of(data)
        except refused as error:
            raise refused(f"the {self.name} {path} cannot be used: {error}") from error
        except Foreign as error:
            if error.newer:
                later = "was written by a newer version of this program: update it, or"
                raise refused(f"the {self.name} {path} {later} {self.newer}") from error
            raise refused(f"the {self.name} {path} {self.foreign}") from error
        except (AttributeError, KeyError, TypeError, ValueError, IndexError, OverflowError) as error:
            raise refused(f"the {self.name} {path} {self.foreign}") from error


def read_at_most(path: Path | str, most_bytes: int) -> bytes:
    """The file's content; raises OSError, also where it is longer than that, as what never ends is."""
    with Path(path).open("rb") as file:
        data = file.read(most_bytes + 1)
    if len(data) > most_bytes:
        raise OSError(errno.EFBIG, "it is far too large", str(path))
    return data


def read_json(path: Path | str, most_bytes: int = MOST_BYTES) -> Any:
    """The file's content; raises OSError, also where it is longer than that, and ValueError where it is no JSON."""
    data = read_at_most(path, most_bytes)
    try:
        return json.loads(data.decode("utf-8-sig"))
    except RecursionError as error:
        raise ValueError("nested too deeply") from error


def check_version(data: Any, form: str, version: int, *, required: bool = True) -> None:
    """Refuse what is not of this format and version; raises Foreign."""
    if not isinstance(data, dict):
        raise Foreign("object")
    missing = not required
    if data.get("format", form if missing else None) != form:
        raise Foreign("format")
    given = data.get("version", version if missing else None)
    if isinstance(given, bool) or not isinstance(given, int):
        raise Foreign("version")
    if given != version:
        raise Foreign("version", newer=given > version)


def numbers(values: Any, count: int) -> list[float]:
    """So many finite numbers; raises ValueError."""
    if not isinstance(values, list) or len(values) != count:
        raise ValueError("count")
    if any(isinstance(v, bool) or not isinstance(v, int | float) for v in values):
        raise ValueError("number")
    read = [float(v) for v in values]
    if not all(math.isfinite(v) for v in read):
        raise ValueError("finite")
    return read


def picture_size(values: Any) -> tuple[int, int]:
    """A width and a height in whole pixels; raises ValueError."""
    width, height = numbers(values, 2)
    if (
        not 1 <= min(width, height) <= max(width, height) <= 1_000_000
        or int(width) != width
        or int(height) != height
    ):
        raise ValueError("size")
    return int(width), int(height)


def json_bytes(data: object) -> bytes:
    """What a file holds for a value that `to_json` or `to_file` gave."""
    return (json.dumps(data, indent=1) + "\n").encode()
