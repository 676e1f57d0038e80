"""All games that a server knows of: those of its store, and those that are only shown, of which nothing is kept."""

from __future__ import annotations

import tempfile
import time
import weakref
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from companion.rules.errors import BadInput
from companion.table.log import GAME, Entry
from companion.table.played.live import PlayedGame
from companion.table.played.play import State as PlayedState
from companion.table.runs import Run, runs
from companion.table.store import Store
from companion.table.zangle.live import ZangleGame
from companion.table.zangle.play import State
from companion.web.missed import Id

SHOW = "recording"
"""How the ids of games begin that are shown and not played."""
LISTED = 30
"""Games that are offered to go on with."""


class NoGame(BadInput):
    """Nothing is being played, or no games are kept."""


class UnknownGame(NoGame):
    """No game has the id that was asked for."""


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A game of which nothing can be told but why."""

    says: str
    """One sentence."""
    events: int
    """How many entries its log has."""


class AllGames:
    """The games of a store, if there is one, and of another that is forgotten when the server ends."""

    def __init__(self, store: Store | None) -> None:
        self._store = store
        self._shows: Store | None = None
        self._forget: Callable[[], object] | None = None
        self._shown = 0

    def close(self) -> None:
        """Forget what was only shown; the store is its owner's to close."""
        if self._forget is not None:
            self._forget()

    @property
    def keeps(self) -> bool:
        """Whether games can be kept, and so played."""
        return self._store is not None

    @property
    def store(self) -> Store:
        """Where games are kept. Raises NoGame where none are."""
        if self._store is None:
            raise NoGame("This table keeps no games: start it with --log and a file.")
        return self._store

    @property
    def latest_s(self) -> float | None:
        """When the last entry of a kept game was made, in seconds since 1970."""
        return None if self._store is None else self._store.latest_s()

    def new_id(self, mode: str, now_s: float) -> str:
        """The id of another game that is kept. Raises NoGame."""
        known = set(self.store.games())
        day = time.strftime("%Y-%m-%d", time.localtime(now_s))
        name = "".join(letter for letter in mode if letter.isalnum() or letter == "-")[:20]
        number = 1
        while (found := f"{day}-{number}-{name}") in known:
            number += 1
        return found

    def new_show(self) -> ZangleGame:
        """Another game that is only shown."""
        if self._shows is None:
            folder = tempfile.TemporaryDirectory(prefix="companion-")
            self._shows = shows = Store.open(str(Path(folder.name) / "shown.db"))
            self._forget = weakref.finalize(self, _forgotten, shows, folder)
        self._shown += 1
        return ZangleGame(self._shows, f"{SHOW}-{self._shown}")

    def check_kept(self, game_id: str) -> None:
        """See that the store holds a game. Raises UnknownGame, NoGame."""
        if game_id not in self.store.games():
            raise UnknownGame(f"There is no game {game_id[:80]!r} to go on with.")

    def load(self, game_id: str) -> ZangleGame | PlayedGame:
        """A game of the store, to go on with. Raises NoGame, BadInput."""
        return _loaded(self.store, game_id)

    def kept(self) -> Iterator[tuple[str, State | PlayedState | Unreadable]]:
        """The latest games of the store with how they stand, the one played last first."""
        if self._store is None:
            return
        for game_id in reversed(self._store.games()[-LISTED:]):
            found: State | PlayedState | Unreadable
            try:
                found = _loaded(self._store, game_id).state
            except BadInput as damaged:
                found = Unreadable(str(damaged), self._store.length_of(game_id))
            # SQLite keeps whatever was put into a column, and an answer holds text.
            yield str(game_id), found

    def has(self, game_id: str) -> bool:
        """Whether there is such a game."""
        return self._holding(game_id) is not None

    def state_of(self, game_id: str) -> State | PlayedState:
        """How a game stands, however long ago it was played. Raises UnknownGame, BadInput."""
        if (store := self._holding(game_id)) is None:
            raise UnknownGame(f"There is no game {game_id[:80]!r}.")
        return _loaded(store, game_id).state

    def entries(self, game_id: str, after: int = 0) -> tuple[Entry, ...]:
        """What was written down of a game."""
        return (self._store_of(game_id) or self.store).entries(game_id, after)

    def since(self, seen: Id, now_s: float) -> tuple[Run, ...] | None:
        """What was written after an entry, whatever was played: the rest of its game, and games played since.

        Games that were only shown are left out, but for the rest of that one. None where there is no such entry.
        """
        game_id, number = seen
        own = self._store_of(game_id)
        at_s = None if own is None else own.time_of(game_id, number)
        if own is None or at_s is None:
            return None
        # A time that has not come was a wrong clock's.
        written = own.written_since(game_id, number, at_s, now_s)
        if own is not self._store:
            kept = () if self._store is None else self._store.written_since(game_id, number, at_s, now_s)
            written = (*(one for one in written if one.game_id == game_id), *kept)
        return runs(written)

    def _holding(self, game_id: str) -> Store | None:
        stores = (store for store in (self._store, self._shows) if store is not None)
        return next((store for store in stores if game_id in store.games()), None)

    def _store_of(self, game_id: str) -> Store | None:
        return (self._shows if is_shown(game_id) else None) or self._store


def is_shown(game_id: str) -> bool:
    """Whether a game is only shown."""
    return game_id.startswith(SHOW)


def _loaded(store: Store, game_id: str) -> ZangleGame | PlayedGame:
    return (ZangleGame if store.game_of(game_id) in (GAME, None) else PlayedGame)(store, game_id)


def _forgotten(shows: Store, folder: tempfile.TemporaryDirectory[str]) -> None:
    shows.close()
    folder.cleanup()
