"""The game that is being played, and what is entered in it; pages wait here for what happens next."""

from __future__ import annotations

from collections.abc import Callable
from threading import Condition, Lock

from companion.rules.verdict import Ruling, Verdict
from companion.table.clauses import Clauses
from companion.table.log import GAME
from companion.table.past import Refused
from companion.table.played import events as table_events
from companion.table.played.live import PlayedAnswer, PlayedGame
from companion.table.played.news import News
from companion.table.played.play import State as PlayedState
from companion.table.played.reasons import CLAUSES as TABLE
from companion.table.runs import Run
from companion.table.store import Store
from companion.table.zangle.events import Call, Event, SetUp
from companion.table.zangle.live import Answer, ZangleGame
from companion.table.zangle.play import State
from companion.table.zangle.reasons import CLAUSES as ZANGLE
from companion.table.zangle.table import Phase
from companion.web.all_games import AllGames, NoGame, Unreadable, is_shown
from companion.web.even_clock import EvenClock
from companion.web.latest import Latest
from companion.web.missed import Id, Turn


class AnotherGame(Refused):
    """A command is about another game than the one that is played, which is at this version."""

    def __init__(self, clauses: Clauses, version: int) -> None:
        super().__init__(Verdict(Ruling.ILLEGAL, (clauses.reason("stale", "Another game has begun."),)))
        self.version = version


class Hall:
    """One table for one household. Safe to share between threads."""

    def __init__(self, store: Store | None) -> None:
        self.all_games = AllGames(store)
        self._turns: list[Turn] = []
        self._turn: tuple[int, ZangleGame | PlayedGame | None] = (-1, None)
        self._news: tuple[tuple[str, int], News] | None = None
        self._opened: frozenset[str] = frozenset()
        self._changed = Condition()
        # Held while anything is written: what is entered in a game is there before another one begins.
        self._writes = Lock()
        self.shown = Latest()
        self._clock = EvenClock(self.all_games.latest_s)
        # From another number at each start: a page that was open all the while takes nothing old for what is new.
        self._told = int(1e6 * self.now_s())
        self.passed_over: tuple[tuple[str, Unreadable], ...] = ()
        """What was played after the game that goes on and cannot be read, the last first; it stays in the store."""
        self._go_on()

    def close(self) -> None:
        """Forget what was only shown; the store is its owner's to close."""
        self.all_games.close()

    def now_s(self) -> float:
        """The server's time, in seconds since 1970; it never jumps while the server runs."""
        return self._clock.now_s()

    @property
    def playing(self) -> ZangleGame | None:
        """The game of Zangle being played, if there is one."""
        game = self.current
        return game if isinstance(game, ZangleGame) else None

    @property
    def game(self) -> ZangleGame:
        """The game of Zangle being played. Raises NoGame."""
        game = self.playing
        if game is None:
            raise NoGame("No game of Zangle is being played: the host sets one up.")
        return game

    @property
    def played(self) -> PlayedGame | None:
        """The game of the table that all other games share, if one is being played."""
        game = self.current
        return game if isinstance(game, PlayedGame) else None

    def check_played(self, about: str | None) -> None:
        """See that this game is played; None is whichever is. Raises AnotherGame."""
        game = self.current
        if game is not None and about not in (None, game.id):
            raise AnotherGame(ZANGLE if isinstance(game, ZangleGame) else TABLE, game.state.version)

    @property
    def current(self) -> ZangleGame | PlayedGame | None:
        """Whatever game is being played."""
        return self._turn[1]

    @property
    def current_id(self) -> str | None:
        """The id of whatever game is being played."""
        game = self.current
        return None if game is None else game.id

    @property
    def at(self) -> tuple[str, int] | None:
        """Which game is being played, and how many entries its log has."""
        game = self.current
        return None if game is None else (game.id, game.state.version)

    @property
    def mark(self) -> tuple[tuple[str, int] | None, int]:
        """What changes whenever a page has anything new to show: the log, or what was made of the board."""
        return self.at, self._told

    @property
    def turn(self) -> tuple[int, ZangleGame | PlayedGame | None]:
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

    def opens(self, seat: str) -> None:
        """Somebody has a player's own page open, and follows the table there."""
        with self._changed:
            if seat not in self._opened:
                self._opened |= {seat}
                self._told += 1
                self._changed.notify_all()

    def without_page(self, names: tuple[str, ...]) -> tuple[str, ...]:
        """Those of the players whose own page nobody has opened since the server was started."""
        return tuple(name for name in names if name not in self._opened)

    @property
    def names(self) -> tuple[str, ...]:
        """Who sits at the table."""
        game = self.current
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
            game = ZangleGame(self.all_games.store, self.all_games.new_id(event.mode, self.now_s()))
            answer = game.submit(event, version=0, at_s=self.now_s(), by="host")
            if answer.accepted:
                self._play(game)
            return answer

    def begin_played(self, event: table_events.SetUp, after: str | None = None) -> PlayedAnswer:
        """The same of the table that all games but Zangle share."""
        with self._writes:
            self.check_played(after)
            game = PlayedGame(self.all_games.store, self.all_games.new_id(event.game, self.now_s()))
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

    def show(self, event: SetUp, after: str | None) -> str | None:
        """Begin a game that is only shown, such as a recording's, and say its id; it is forgotten when the server ends.

        `after` is the game that was played when showing it was asked for, None for none. Where another one has begun
        since, nothing is shown: people's own game stays.
        """
        with self._writes:
            if self.current_id != after:
                return None
            game = self.all_games.new_show()
            game.submit(event, version=0, at_s=self.now_s(), by="host")
            self._play(game)
            return game.id

    @property
    def showing(self) -> bool:
        """Whether the game is only shown."""
        game = self.current
        return game is not None and is_shown(game.id)

    def open(self, game_id: str) -> State | PlayedState:
        """Go on with a game of the store. Raises UnknownGame, NoGame, BadInput."""
        self.all_games.check_kept(game_id)
        with self._writes:
            game = self.current
            if game is None or game.id != game_id:
                game = self.all_games.load(game_id)
                self._play(game)
        return game.state

    def submit(self, event: Event, version: int, by: str | None, about: str | None = None) -> Answer:
        """Give a command to the game; `version` and `about` are the table and the game that its sender saw.

        Raises NoGame, AnotherGame.
        """
        return self._entered(lambda game, at_s: game.submit(event, version=version, at_s=at_s, by=by), about)

    def call(self, call: Call, version: int, by: str | None, about: str | None = None) -> Answer:
        """The same of a call that a page sends with its own clock."""
        return self._entered(lambda game, at_s: game.call(call, version=version, at_s=at_s, by=by), about)

    def _entered(self, enter: Callable[[ZangleGame, float], Answer], about: str | None) -> Answer:
        with self._writes:
            self.check_played(about)
            answer = enter(self.game, self.now_s())
        with self._changed:
            self._changed.notify_all()
        return answer

    def since(self, seen: Id) -> tuple[Run, ...] | None:
        """What was written after an entry until now; None where there is no such entry."""
        return self.all_games.since(seen, self.now_s())

    def wait_until(self, happened: Callable[[], bool], timeout_s: float) -> bool:
        """Wait until something has happened at the table; False where it has not."""
        with self._changed:
            return self._changed.wait_for(happened, timeout_s)

    def _go_on(self) -> None:
        """Be where the last game was, unless it is over."""
        for game_id, state in self.all_games.kept():
            if isinstance(state, Unreadable):
                self.passed_over += ((game_id, state),)
                continue
            over = (
                state.table is None
                or (isinstance(state, PlayedState) and state.table.over)
                or (isinstance(state, State) and state.table.phase is Phase.OVER)
            )
            if not over:
                self._play(self.all_games.load(game_id))
            return

    def _play(self, game: ZangleGame | PlayedGame) -> None:
        table = game.state.table if isinstance(game, PlayedGame) else None
        rules = GAME if table is None else table.game
        with self._changed:
            self._turns.append(Turn(game.id, rules, game.state.version, kept=not is_shown(game.id)))
            self._turn = (len(self._turns) - 1, game)
            self._changed.notify_all()
