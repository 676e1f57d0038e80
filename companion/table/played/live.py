"""A game being played: a command is judged, chance is put into it, it is written down, and only then takes effect."""

from __future__ import annotations

import random
from dataclasses import dataclass
from threading import Lock

from companion.rules.verdict import Ruling, Verdict
from companion.table.log import Entry, checked_id
from companion.table.played.events import Claim, Event, SetUp, event_from_json, event_to_json
from companion.table.played.play import State, judge, prepared, step, with_verdict
from companion.table.store import Store, Taken


@dataclass(frozen=True, slots=True)
class PlayedAnswer:
    """What became of a command."""

    verdict: Verdict
    """Of a claim that was entered, the rules' own; else legal where it took effect."""
    state: State
    """The game after it, or as it stands where it was refused."""
    entry: Entry | None
    """What was written down."""

    @property
    def accepted(self) -> bool:
        """Whether it took effect."""
        return self.entry is not None


class PlayedGame:
    """One game of a store. Commands from several threads, and other processes, are put in a row.

    `chance` shuffles and turns up cards; the system's own where none is given.
    """

    def __init__(self, store: Store, game_id: str, chance: random.Random | None = None) -> None:
        self._store = store
        self.id = checked_id(game_id)
        self._chance = chance or random.SystemRandom()
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

    def submit(self, event: Event, *, version: int, at_s: float, by: str | None = None) -> PlayedAnswer:
        """Judge a command that was given at a version of the table, and write it down if it may happen.

        Raises NoStore, and BadInput for what cannot be read; the game is then as it was.
        """
        event = event_from_json(event_to_json(event))
        with self._lock:
            while True:
                state = self._state
                verdict = judge(state, event, version)
                if verdict.ruling is not Ruling.LEGAL:
                    return PlayedAnswer(verdict, state, None)
                whole = with_verdict(state, prepared(state, event, self._chance))
                after = step(state, whole)
                entry = Entry(after.version, at_s, by, whole)
                try:
                    self._store.append(self.id, entry, self._game(whole))
                except Taken:
                    self._catch_up()
                    continue
                self._state = after
                return PlayedAnswer(_said(whole, verdict), after, entry)

    def _game(self, event: Event) -> str:
        table = self._state.table
        return event.game if isinstance(event, SetUp) else "" if table is None else table.game

    def _catch_up(self) -> State:
        for entry in self._store.entries(self.id, self._state.version):
            self._state = step(self._state, entry.event)
        return self._state


def _said(event: Event, entered: Verdict) -> Verdict:
    """Of a claim, its own verdict."""
    if isinstance(event, Claim) and event.ruling is not None:
        return Verdict(event.ruling, event.reasons)
    return entered
