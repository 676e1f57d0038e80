"""A game at the table that all but Zangle share: chance is put into a command before it is written down."""

from __future__ import annotations

import random

from companion.rules.verdict import Verdict
from companion.table.played.events import Claim, Event, SetUp, event_from_json, event_to_json
from companion.table.played.play import State, judge, prepared, step, with_verdict
from companion.table.store import Store
from companion.table.written import Answered, WrittenGame

PlayedAnswer = Answered[State]


class PlayedGame(WrittenGame[Event, State]):
    """One game in a store, at the table that all games but Zangle share.

    `chance` shuffles and turns up cards; the system's own where none is given.
    """

    def __init__(self, store: Store, game_id: str, chance: random.Random | None = None) -> None:
        self._chance = chance or random.SystemRandom()
        super().__init__(store, game_id, State())

    def _reread(self, event: Event) -> Event:
        return event_from_json(event_to_json(event))

    def _judge(self, state: State, event: Event, version: int) -> Verdict:
        return judge(state, event, version)

    def _whole(self, state: State, event: Event) -> Event:
        return with_verdict(state, prepared(state, event, self._chance))

    def _step(self, state: State, event: Event) -> State:
        return step(state, event)

    def _rules(self, whole: Event) -> str:
        table = self._state.table
        return whole.game if isinstance(whole, SetUp) else "" if table is None else table.game

    def _said(self, whole: Event, entered: Verdict) -> Verdict:
        """Of a claim, its own verdict."""
        if isinstance(whole, Claim) and whole.ruling is not None:
            return Verdict(whole.ruling, whole.reasons)
        return entered
