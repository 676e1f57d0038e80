"""The games of a store and the one that is being played; pages wait here for what happens next."""

from __future__ import annotations

import tempfile
import time
import weakref
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from threading import Condition, Lock
from typing import Any

from companion.rules.errors import BadInput
from companion.rules.verdict import Ruling, Verdict
from companion.table.clauses import Clauses
from companion.table.live import Answer, LiveGame
from companion.table.log import GAME, Entry
from companion.table.past import Refused
from companion.table.played import events as table_events
from companion.table.played.boards import News
from companion.table.played.live import PlayedAnswer, PlayedGame
from companion.table.played.play import State as PlayedState
from companion.table.played.reasons import CLAUSES as TABLE
from companion.table.runs import Run, runs
from companion.table.store import Store
from companion.table.zangle.events import Event, SetUp
from companion.table.zangle.play import State
from companion.table.zangle.reasons import CLAUSES as ZANGLE
from companion.table.zangle.table import Phase
from companion.web.missed import Id, Turn

SHOW = "recording"
"""How the ids of games begin that are shown and not played; nothing is kept of them."""
LISTED = 30
"""Games that are offered to go on with."""
A_DAY_S = 24 * 3600.0


class NoGame(BadInput):
    """Nothing is being played, or no games are kept."""


class UnknownGame(NoGame):
    """No game has the id that was asked for."""


class AnotherGame(Refused):
    """A command is about another game than the one that is played, which is at this version."""

    def __init__(self, clauses: Clauses, version: int) -> None:
        super().__init__(Verdict(Ruling.ILLEGAL, (clauses.reason("stale", "Another game has begun."),)))
        self.version = version


class Latest:
    """The newest of something that is costly to work out; asked for by many, worked out once."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._of: object = None
        self._value: dict[str, Any] = {}

    def get(self, of: object, make: Callable[[], dict[str, Any]]) -> dict[str, Any]:
        """The value of `of`, made where it is not the newest one."""
        with self._lock:
            if self._of != of:
                self._value = make()
                self._of = of
            return self._value


class Hall:
    """One table for one household. Safe to share between threads."""

    def __init__(self, store: Store | None) -> None:
        self._store = store
        self._turns: list[Turn] = []
        self._turn: tuple[int, LiveGame | PlayedGame | None] = (-1, None)
        self._shows: Store | None = None
        self._forget: Callable[[], object] | None = None
        self._shown = 0
        self._news: tuple[tuple[str, int], News] | None = None
        self._changed = Condition()
        # Held while anything is written: what is entered in a game is there before another one begins.
        self._writes = Lock()
        self.shown = Latest()
        # Time that runs evenly though the computer's clock be set while calls are compared.
        self._epoch_s = _now_s(store) - time.monotonic()
        # From another number at each start: a page that was open all the while takes nothing old for what is new.
        self._told = int(1e6 * self.now_s())
        self._go_on()

    def close(self) -> None:
        """Forget what was only shown; the store is its owner's to close."""
        if self._forget is not None:
            self._forget()

    def now_s(self) -> float:
        """The server's time, in seconds since 1970; it never jumps while the server runs."""
        return self._epoch_s + time.monotonic()

    @property
    def playing(self) -> LiveGame | None:
        """The game of Zangle being played, if there is one."""
        game = self._game
        return game if isinstance(game, LiveGame) else None

    @property
    def game(self) -> LiveGame:
        """The game of Zangle being played. Raises NoGame."""
        game = self.playing
        if game is None:
            raise NoGame("No game of Zangle is being played: the host sets one up.")
        return game

    @property
    def played(self) -> PlayedGame | None:
        """The game of the table that all other games share, if one is being played."""
        game = self._game
        return game if isinstance(game, PlayedGame) else None

    def check_played(self, about: str | None) -> None:
        """See that this game is played; None is whichever is. Raises AnotherGame."""
        game = self._game
        if game is not None and about not in (None, game.id):
            raise AnotherGame(ZANGLE if isinstance(game, LiveGame) else TABLE, game.state.version)

    @property
    def keeps(self) -> bool:
        """Whether games can be kept, and so played."""
        return self._store is not None

    @property
    def current(self) -> LiveGame | PlayedGame | None:
        """Whatever game is being played."""
        return self._game

    @property
    def at(self) -> tuple[str, int] | None:
        """Which game is being played, and how many entries its log has."""
        game = self._game
        return None if game is None else (game.id, game.state.version)

    @property
    def mark(self) -> tuple[tuple[str, int] | None, int]:
        """What changes whenever a page has anything new to show: the log, or what was made of the board."""
        return self.at, self._told

    @property
    def turn(self) -> tuple[int, LiveGame | PlayedGame | None]:
        """Whatever game is being played, and its number among the turns."""
        return self._turn

    def turns(self, last: int) -> tuple[Turn, ...]:
        """Which games came to be played since the server was started, up to that number."""
        return tuple(self._turns[: last + 1])

    def tell(self, game_id: str, version: int, news: News | None) -> None:
        """Tell what was made of the board at that version of a game, and is not entered; None for nothing any more."""
        told = None if news is None else ((game_id, version), news)
        with self._changed:
            if told != self._news and (told is None or told[0] == self.at):
                self._news = told
                self._told += 1
                self._changed.notify_all()

    def news(self, game_id: str, version: int) -> News | None:
        """What was told of the board at that version of a game; what happened since makes it void."""
        news = self._news
        return news[1] if news is not None and news[0] == (game_id, version) else None

    @property
    def names(self) -> tuple[str, ...]:
        """Who sits at the table."""
        game = self._game
        if isinstance(game, PlayedGame):
            table = game.state.table
            return () if table is None else (*table.names, *table.waiting)
        seats = None if game is None else game.state.table
        return () if seats is None else seats.names

    def begin(self, event: SetUp, after: str | None = None) -> Answer:
        """Set up a game and play it; a set-up that is refused changes nothing.

        `after` is the game that its sender saw. Raises NoGame, AnotherGame.
        """
        with self._writes:
            self.check_played(after)
            game = LiveGame(self._kept(), self._new_id(event.mode))
            answer = game.submit(event, version=0, at_s=self.now_s(), by="host")
            if answer.accepted:
                self._play(game)
            return answer

    def begin_played(self, event: table_events.SetUp, after: str | None = None) -> PlayedAnswer:
        """The same of the table that all games but Zangle share."""
        with self._writes:
            self.check_played(after)
            game = PlayedGame(self._kept(), self._new_id(event.game))
            answer = game.submit(event, version=0, at_s=self.now_s(), by="host")
            if answer.accepted:
                self._play(game)
            return answer

    def enter(
        self, event: table_events.Event, version: int, by: str | None, about: str | None = None
    ) -> PlayedAnswer:
        """Give a command to that game; `about` is the one that its sender saw. Raises NoGame, AnotherGame."""
        with self._writes:
            self.check_played(about)
            game = self.played
            if game is None:
                raise NoGame("No such game is being played: the host sets one up.")
            answer = game.submit(event, version=version, at_s=self.now_s(), by=by)
        with self._changed:
            self._changed.notify_all()
        return answer

    def show(self, event: SetUp) -> Answer:
        """Begin a game that is only shown, such as a recording's; it is forgotten when the server ends."""
        with self._writes:
            if self._shows is None:
                folder = tempfile.TemporaryDirectory(prefix="companion-")
                self._shows = shows = Store.open(str(Path(folder.name) / "shown.db"))
                self._forget = weakref.finalize(self, _forgotten, shows, folder)
            self._shown += 1
            game = LiveGame(self._shows, f"{SHOW}-{self._shown}")
            answer = game.submit(event, version=0, at_s=self.now_s(), by="host")
            self._play(game)
            return answer

    @property
    def showing(self) -> bool:
        """Whether the game is only shown."""
        game = self._game
        return game is not None and game.id.startswith(SHOW)

    def open(self, game_id: str) -> State | PlayedState:
        """Go on with a game of the store. Raises UnknownGame, NoGame, BadInput."""
        if game_id not in self._kept().games():
            raise UnknownGame(f"There is no game {game_id[:80]!r} to go on with.")
        with self._writes:
            game = self._game
            if game is None or game.id != game_id:
                game = self._loaded(self._kept(), game_id)
                self._play(game)
        return game.state

    def submit(self, event: Event, version: int, by: str | None, about: str | None = None) -> Answer:
        """Give a command to the game; `version` and `about` are the table and the game that its sender saw.

        Raises NoGame, AnotherGame.
        """
        with self._writes:
            self.check_played(about)
            answer = self.game.submit(event, version=version, at_s=self.now_s(), by=by)
        with self._changed:
            self._changed.notify_all()
        return answer

    def wait_until(self, happened: Callable[[], bool], timeout_s: float) -> bool:
        """Wait until something has happened at the table; False where it has not."""
        with self._changed:
            return self._changed.wait_for(happened, timeout_s)

    def entries(self, game_id: str, after: int = 0) -> tuple[Entry, ...]:
        """What was written down of a game."""
        return (self._store_of(game_id) or self._kept()).entries(game_id, after)

    def since(self, seen: Id) -> tuple[Run, ...] | None:
        """What was written after an entry, whatever was played: the rest of its game, and games played since.

        Games that were only shown are left out, but for the rest of that one. None where there is no such entry.
        """
        game_id, number = seen
        own, now_s = self._store_of(game_id), self.now_s()
        at_s = None if own is None else own.time_of(game_id, number)
        if own is None or at_s is None:
            return None
        # A time that has not come was a wrong clock's.
        written = own.written_since(game_id, number, at_s, now_s)
        if own is not self._store:
            kept = () if self._store is None else self._store.written_since(game_id, number, at_s, now_s)
            written = (*(one for one in written if one.game_id == game_id), *kept)
        return runs(written)

    def has(self, game_id: str) -> bool:
        """Whether the store holds a game."""
        stores = [store for store in (self._store, self._shows) if store is not None]
        return any(game_id in store.games() for store in stores)

    def state_of(self, game_id: str) -> State | PlayedState:
        """How a game stands, however long ago it was played. Raises UnknownGame, BadInput."""
        for store in (self._store, self._shows):
            if store is not None and game_id in store.games():
                return self._loaded(store, game_id).state
        raise UnknownGame(f"There is no game {game_id[:80]!r}.")

    def games(self) -> Iterator[tuple[str, State | PlayedState]]:
        """The games of the store with how they stand, the one played last first; damaged ones are left out."""
        if self._store is None:
            return
        for game_id in reversed(self._store.games()[-LISTED:]):
            try:
                yield game_id, self._loaded(self._store, game_id).state
            except (Refused, BadInput):
                continue

    @staticmethod
    def _loaded(store: Store, game_id: str) -> LiveGame | PlayedGame:
        return (LiveGame if store.game_of(game_id) in (GAME, None) else PlayedGame)(store, game_id)

    def _store_of(self, game_id: str) -> Store | None:
        return (self._shows if game_id.startswith(SHOW) else None) or self._store

    def _kept(self) -> Store:
        if self._store is None:
            raise NoGame("This table keeps no games: start it with --log and a file.")
        return self._store

    def _go_on(self) -> None:
        """Be where the last game was, unless it is over."""
        for game_id, state in islice(self.games(), 1):
            over = (
                state.table is None
                or (isinstance(state, PlayedState) and state.table.over)
                or (isinstance(state, State) and state.table.phase is Phase.OVER)
            )
            if not over:
                self._play(self._loaded(self._kept(), game_id))

    @property
    def _game(self) -> LiveGame | PlayedGame | None:
        return self._turn[1]

    def _play(self, game: LiveGame | PlayedGame) -> None:
        table = game.state.table if isinstance(game, PlayedGame) else None
        rules = GAME if table is None else table.game
        with self._changed:
            self._turns.append(Turn(game.id, rules, game.state.version, kept=not game.id.startswith(SHOW)))
            self._turn = (len(self._turns) - 1, game)
            self._changed.notify_all()

    def _new_id(self, mode: str) -> str:
        known = set(self._kept().games())
        day = time.strftime("%Y-%m-%d", time.localtime(self.now_s()))
        name = "".join(letter for letter in mode if letter.isalnum() or letter == "-")[:20]
        number = 1
        while (found := f"{day}-{number}-{name}") in known:
            number += 1
        return found


def _now_s(store: Store | None) -> float:
    """The time by the computer's clock, or when the last entry was made where it was set back since.

    The game that was played last is told by its times. One that is more than a day ahead was a wrong clock's.
    """
    now_s, last_s = time.time(), None if store is None else store.latest_s()
    return last_s if last_s is not None and now_s < last_s < now_s + A_DAY_S else now_s


def _forgotten(shows: Store, folder: tempfile.TemporaryDirectory[str]) -> None:
    shows.close()
    folder.cleanup()
