"""A game as a script: each line happens, and has to be allowed."""

from __future__ import annotations

from companion.rules.polyform import IAMOND, free_shapes
from companion.rules.verdict import Ruling
from companion.table.zangle import events as ev
from companion.table.zangle.events import Face, Taken
from companion.table.zangle.play import State, judge, step, with_verdict
from companion.table.zangle.table import Phase, Table

ONE, TWO = (Face(size, free_shapes(IAMOND, size)[0]) for size in (1, 2))
THREE = Face(3, free_shapes(IAMOND, 3)[0])
Z = Face(0)


def zangle(seat: str, own: int, centre: int = 1, own_places: tuple[str, ...] = ()) -> ev.Claim:
    """A Zangle of so many cards: two ones make a two, and every further card is a Z."""
    mine = [TWO, ONE] if own > 1 else [ONE]
    theirs = [ONE] if own > 1 else [TWO, ONE]
    mine += [Z] * (own - len(mine))
    theirs += [Z] * (centre - len(theirs))
    places = own_places or (seat,) * own
    return ev.Claim(
        seat,
        (
            *(Taken(place, face) for place, face in zip(places, mine, strict=True)),
            *(Taken("centre", face) for face in theirs),
        ),
    )


def no_zangle(seat: str) -> ev.Claim:
    return ev.Claim(seat, (Taken(seat, ONE), Taken("centre", ONE), Taken(seat, THREE)))


class Script:
    """The state so far, and all that happened."""

    def __init__(self, *events: ev.Event) -> None:
        self.state = State()
        self.log: list[ev.Event] = []
        self.clock_s = 0.0
        self.do(*events)

    @property
    def table(self) -> Table:
        assert self.state.table is not None
        return self.state.table

    def do(self, *events: ev.Event) -> Script:
        for event in events:
            verdict = judge(self.state, event, self.state.version)
            assert verdict.ruling is Ruling.LEGAL, (event, verdict)
            whole = event if self.state.table is None else with_verdict(self.state.table, event)
            self.state = step(self.state, whole)
            self.log.append(whole)
        return self

    def refused(self, event: ev.Event) -> set[str]:
        """The short names of the clauses that stand against an event; none where it may happen."""
        verdict = judge(self.state, event, self.state.version)
        if verdict.ruling is Ruling.LEGAL:
            return set()
        return {reason.clause.removeprefix("zangle/") for reason in verdict.reasons}

    def call(self, seat: str) -> Script:
        self.clock_s += 1
        return self.do(ev.Call(seat, self.clock_s, 0.01, seat))

    def lay(self, seat: str, own: int, centre: int = 1) -> Script:
        """A Zangle with all that belongs to it."""
        if self.table.mode == "speedster":
            self.call(seat)
        self.do(zangle(seat, own, max(centre, 2) if own == 1 else centre))
        return self.replenish(seat)

    def replenish(self, seat: str) -> Script:
        for place in ("centre", seat):
            if self.table.phase is Phase.PLAY and self.table.due(place):
                self.do(ev.Replenish(place))
        return self

    def go_out(self, seat: str) -> Script:
        """Zangles until all cards are used."""
        while self.table.phase is Phase.PLAY and self.table.known_seat(seat).cards:
            self.lay(seat, min(4, len(self.table.known_seat(seat).row)))
        return self

    def start(self) -> Script:
        return self.do(ev.Deal(), ev.Flip())

    @property
    def totals(self) -> dict[str, int]:
        return {place.seat: place.total for place in self.table.standings}

    @property
    def ranks(self) -> list[tuple[int, str]]:
        return [(place.rank, place.seat) for place in self.table.standings]
