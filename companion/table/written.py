"""A game that is written down as it is played: a command is judged, put in the log, and only then takes effect."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from threading import Lock
from typing import Any, Generic, TypeVar

from companion.rules.verdict import Ruling, Verdict
from companion.table.log import GAME, Entry, checked_id
from companion.table.past import Past
from companion.table.store import NoStore, NotNext, Store

E = TypeVar("E")
S = TypeVar("S", bound=Past[Any, Any])


# Without slots, for a frozen class with them cannot be made by a name that says whose answer it is, `Answered[State]`.
@dataclass(frozen=True)
class Answered(Generic[S]):
    """What became of a command."""

    verdict: Verdict
    """Legal where it took effect; of a claim at some tables the rules' own."""
    state: S
    """The game after it, or as it stands where it was refused."""
    entry: Entry | None
    """What was written down."""

    @property
    def accepted(self) -> bool:
        """Whether it took effect."""
        return self.entry is not None


class WrittenGame(ABC, Generic[E, S]):
    """One game of a store. Commands from several threads, and other processes, are put in a row."""

    def __init__(self, store: Store, game_id: str, start: S) -> None:
        self._store = store
        self.id = checked_id(game_id)
        self._state = start
        self._begun_at_s: float | None = None
        self._lock = Lock()
        self.catch_up()

    @property
    def state(self) -> S:
        """The game as far as it is known here."""
        return self._state

    @property
    def begun_at_s(self) -> float | None:
        """When its first entry was written; games of one name in two logs differ by it. None before there is one."""
        return self._begun_at_s

    def catch_up(self) -> S:
        """Read what others have written. Raises Refused for a log that breaks the rules, BadInput, NoStore."""
        with self._lock:
            return self._catch_up()

    def submit(self, event: E, *, version: int, at_s: float, by: str | None = None) -> Answered[S]:
        """Judge a command that was given at a version of the table, and write it down if it may happen.

        `at_s` is the time to write down. Raises NoStore, and BadInput for what could not be read back
        from a log; the game is then as it was.
        """
        event = self._reread(event)
        with self._lock:
            while True:
                state = self._state
                verdict = self._judge(state, event, version)
                if verdict.ruling is not Ruling.LEGAL:
                    return Answered(verdict, state, None)
                whole = self._whole(state, event)
                after = self._step(state, whole)
                entry = Entry(after.version, at_s, by, whole)
                try:
                    self._store.append(self.id, entry, self._rules(whole))
                except NotNext:
                    if self._catch_up().version == state.version:
                        # Nobody wrote the next entry, and still it is not the next one there.
                        raise NoStore(
                            f"{self._store.name} lacks entries that were written: stop, and restore it from a copy."
                        ) from None
                    continue
                self._take(entry, after)
                return Answered(self._said(whole, verdict), after, entry)

    def _catch_up(self) -> S:
        for entry in self._store.entries(self.id, self._state.version):
            self._take(entry, self._step(self._state, entry.event))
        return self._state

    def _take(self, entry: Entry, after: S) -> None:
        self._begun_at_s = entry.at_s if self._begun_at_s is None else self._begun_at_s
        self._state = after

    # --- what a table says --------------------------------------------------------------------------

    @abstractmethod
    def _reread(self, event: E) -> E:
        """The event as a log would give it back. Raises BadInput."""

    @abstractmethod
    def _judge(self, state: S, event: E, version: int) -> Verdict:
        """Whether it may happen now."""

    @abstractmethod
    def _whole(self, state: S, event: E) -> E:
        """The event as it is written down, with what was not in the command. Raises BadInput."""

    @abstractmethod
    def _step(self, state: S, event: E) -> S:
        """The state after it. Raises Refused."""

    def _rules(self, whole: E) -> str:
        """The name of the rules that the game is played by."""
        return GAME

    def _said(self, whole: E, entered: Verdict) -> Verdict:
        """The verdict that the sender hears of what was entered."""
        return entered
