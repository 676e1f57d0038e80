"""The photos that are one click away: those that come with the project, and a folder of one's own."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

PICTURES = frozenset({".jpg", ".jpeg", ".png", ".webp"})


@dataclass(frozen=True, slots=True)
class Sample:
    """A photo on offer. `name` is its file name, `title` what a person reads."""

    name: str
    title: str

    def to_json(self) -> dict[str, str]:
        """As the API lists it."""
        return {"name": self.name, "title": self.title, "picture": f"/api/samples/{quote(self.name)}"}


class Samples:
    """Folders of photos, read anew each time, so that a photo copied into one appears at once.

    A folder may hold `index.json`, titles by file name; without one the file name is the title.
    """

    def __init__(self, *folders: Path | None) -> None:
        self._folders = tuple(folder for folder in folders if folder is not None)

    def all(self) -> list[Sample]:
        """What is on offer, in the order of the folders and of the names in them."""
        found = {}
        for folder in self._folders:
            titles = _titles(folder)
            for path in _pictures(folder):
                found[path.name] = Sample(path.name, titles.get(path.name, _title(path)))
        return list(found.values())

    def path(self, name: str) -> Path | None:
        """The file of a photo on offer; a name that is not on offer has none, whatever it looks like."""
        for folder in reversed(self._folders):
            for path in _pictures(folder):
                if path.name == name:
                    return path
        return None


def _pictures(folder: Path) -> Iterator[Path]:
    try:
        paths = sorted(folder.iterdir())
    except OSError:
        return
    yield from (path for path in paths if path.suffix.lower() in PICTURES and path.is_file())


def _titles(folder: Path) -> dict[str, str]:
    try:
        titles = json.loads((folder / "index.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    if not isinstance(titles, dict):
        return {}
    return {str(name): str(title) for name, title in titles.items()}


def _title(path: Path) -> str:
    words = path.stem.replace("-", " ").replace("_", " ").strip()
    return words[:1].upper() + words[1:]
