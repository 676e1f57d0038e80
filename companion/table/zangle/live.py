"""A game of Zangle that is being played and written down."""

from __future__ import annotations

from companion.rules.verdict import Reason, Ruling, Verdict
from companion.table.log import Entry
from companion.table.store import Store
from companion.table.written import Answered, WrittenGame
from companion.table.zangle.calls import surely_made_before
from companion.table.zangle.events import Call, Event, event_from_json, event_to_json
from companion.table.zangle.play import State, judge, step, with_verdict
from companion.table.zangle.reasons import reason

Answer = Answered[State]


class ZangleGame(WrittenGame[Event, State]):
    """One game of Zangle in a store; claims are written down with the rules' verdict."""

    _opened_at_s: float | None = None
    """When what lies open came to be called for, by the clock of whoever wrote it down."""

    def __init__(self, store: Store, game_id: str) -> None:
        super().__init__(store, game_id, State())

    def call(self, call: Call, *, version: int, at_s: float, by: str | None = None) -> Answer:
        """As `submit`, of a call that a device times: what it could not yet be for, it is not for.

        A camera's calls are not held to it: it sees the centre turned up some time before that is written down.
        """
        state, opened_at_s = self.state, self._opened_at_s
        # A time that has not come was a wrong clock's.
        if opened_at_s is not None and opened_at_s <= at_s and surely_made_before(call, opened_at_s):
            verdict = judge(state, call, version)
            if verdict.ruling is Ruling.LEGAL:
                return Answer(Verdict(Ruling.ILLEGAL, (_too_early(call, opened_at_s),)), state, None)
        return self.submit(call, version=version, at_s=at_s, by=by)

    def _take(self, entry: Entry, after: State) -> None:
        if after.opened == entry.seq:
            self._opened_at_s = entry.at_s
        super()._take(entry, after)

    def _reread(self, event: Event) -> Event:
        return event_from_json(event_to_json(event))

    def _judge(self, state: State, event: Event, version: int) -> Verdict:
        return judge(state, event, version)

    def _whole(self, state: State, event: Event) -> Event:
        return event if state.table is None else with_verdict(state.table, event)

    def _step(self, state: State, event: Event) -> State:
        return step(state, event)


def _too_early(call: Call, opened_at_s: float) -> Reason:
    ms = round(1000 * (opened_at_s - call.at_s))
    return reason(
        "calls",
        f"This call is not of now: it was made {ms} ms before {call.seat} could call for what lies open. The device's "
        "clock is measured anew, so call again.",
    )
