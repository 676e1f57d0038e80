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
    """A photo on offer. `name` is its file name, `title` what a person reads; `game` is None where nobody says it."""

    name: str
    title: str
    game: str | None

    def to_json(self) -> dict[str, str | None]:
        """As the API lists it."""
        picture = f"/api/samples/{quote(self.name)}"
        return {"name": self.name, "title": self.title, "game": self.game, "picture": picture}


class Samples:
    """Folders of photos, read anew each time, so that a photo copied into one appears at once.

    Those in `known` are of `game`; in `own` somebody's photos are, of whatever they are. A folder may hold
    `index.json`, titles by file name; without one the file name is the title.
    """

    def __init__(self, known: Path, game: str, own: Path | None = None) -> None:
        self._folders: tuple[tuple[Path, str | None], ...] = ((known, game),)
        if own is not None:
            self._folders += ((own, None),)

    def all(self) -> list[Sample]:
        """What is on offer, in the order of the folders and of the names in them."""
        found = {}
        for folder, game in self._folders:
            titles = _titles(folder)
            for path in _pictures(folder):
                found[path.name] = Sample(path.name, titles.get(path.name, _title(path)), game)
        return list(found.values())

    def game(self, name: str) -> str | None:
        """Which game a photo on offer is of, where that is known."""
        return next((sample.game for sample in self.all() if sample.name == name), None)

    def path(self, name: str) -> Path | None:
        """The file of a photo on offer; a name that is not on offer has none, whatever it looks like."""
        for folder, _ in reversed(self._folders):
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
