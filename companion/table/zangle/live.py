"""A game of Zangle that is being played and written down."""

from __future__ import annotations

from companion.rules.verdict import Verdict
from companion.table.store import Store
from companion.table.written import Answered, WrittenGame
from companion.table.zangle.events import Event, event_from_json, event_to_json
from companion.table.zangle.play import State, judge, step, with_verdict

Answer = Answered[State]


class ZangleGame(WrittenGame[Event, State]):
    """One game of Zangle in a store; claims are written down with the rules' verdict."""

    def __init__(self, store: Store, game_id: str) -> None:
        super().__init__(store, game_id, State())

    def _reread(self, event: Event) -> Event:
        return event_from_json(event_to_json(event))

    def _judge(self, state: State, event: Event, version: int) -> Verdict:
        return judge(state, event, version)

    def _whole(self, state: State, event: Event) -> Event:
        return event if state.table is None else with_verdict(state.table, event)

    def _step(self, state: State, event: Event) -> State:
        return step(state, event)
