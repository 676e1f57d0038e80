"""A game being played: a command is judged, written down, and only then takes effect."""

from __future__ import annotations

from dataclasses import dataclass
from threading import Lock

from companion.rules.verdict import Ruling, Verdict
from companion.table.log import Entry, checked_id
from companion.table.store import Store, Taken
from companion.table.zangle.events import Event, event_from_json, event_to_json
from companion.table.zangle.play import State, judge, step, with_verdict


@dataclass(frozen=True, slots=True)
class Answer:
    """What became of a command."""

    verdict: Verdict
    """Legal where it took effect."""
    state: State
    """The game after it, or as it stands where it was refused."""
    entry: Entry | None
    """What was written down."""

    @property
    def accepted(self) -> bool:
        """Whether it took effect."""
        return self.entry is not None


class LiveGame:
    """One game of a store. Commands from several threads, and other processes, are put in a row."""

    def __init__(self, store: Store, game_id: str) -> None:
        self._store = store
        self.id = checked_id(game_id)
        self._state = State()
        self._lock = Lock()
        self.catch_up()

    @property
    def state(self) -> State:
        """The game as far as it is known here."""
        return self._state

    def catch_up(self) -> State:
        """Read what others have written. Raises Refused for a log that breaks the rules, BadInput, NoStore."""
        with self._lock:
            return self._catch_up()

    def submit(self, event: Event, *, version: int, at_s: float, by: str | None = None) -> Answer:
        """Judge a command that was given at a version of the table, and write it down if it may happen.

        `at_s` is the time to write down. Raises NoStore, and BadInput for what could not be read back
        from a log; the game is then as it was.
        """
        event = event_from_json(event_to_json(event))
        with self._lock:
            while True:
                state = self._state
                verdict = judge(state, event, version)
                if verdict.ruling is not Ruling.LEGAL:
                    return Answer(verdict, state, None)
                whole = event if state.table is None else with_verdict(state.table, event)
                after = step(state, whole)
                entry = Entry(after.version, at_s, by, whole)
                try:
                    self._store.append(self.id, entry)
                except Taken:
                    self._catch_up()
                    continue
                self._state = after
                return Answer(verdict, after, entry)

    def _catch_up(self) -> State:
        for entry in self._store.entries(self.id, self._state.version):
            self._state = step(self._state, entry.event)
        return self._state
