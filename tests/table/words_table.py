"""A table of Zig Zaggle for tests, at some position."""

from __future__ import annotations

import random
from collections import Counter

from companion.rules.zigzaggle.profile import own_profile
from companion.table.played import events as ev
from companion.table.played.play import State, step, with_verdict
from companion.table.played.play import prepared as prepare
from companion.table.played.table import Table

BOARD = "d10=Rg,e10=Eg,f10=Ag,g10=Cg,h10=Tg,i10=Eg,j10=Db"
SOUTH = "j10=Cy,j11=Ay,j12=Rg,j13=Ty,j14=Sy,j20=Ar,j21=Tg"


def line_of(board: str, frees: tuple[int, ...], runway: str) -> str:
    """A position with so many free tiles on each rack, nine letters beside them and the rest in the box."""
    left = Counter(map(str, own_profile().letters)) - Counter(one.split("=")[1] for one in board.split(","))
    tiles = sorted(left.elements())
    random.Random(5).shuffle(tiles)
    racks = ["*" * free + "".join(sorted(tiles.pop() for _ in range(9))) for free in frees]
    return f"{board} {'/'.join(racks)} {''.join(tiles)} {'/'.join('0' * len(frees))} 1 {runway} 0 -"


class Words:
    """A table of Zig Zaggle, Ann to begin."""

    def __init__(
        self,
        line: str,
        *,
        dealt: bool,
        options: tuple[tuple[str, bool], ...] = (),
        names: tuple[str, ...] = ("Ann", "Ben"),
    ) -> None:
        self.state, self.chance = State(), random.Random(1)
        self.enter(ev.SetUp("zigzaggle", names, dealt, options, "Ann", line))

    @property
    def table(self) -> Table:
        """As it stands."""
        assert self.state.table is not None
        return self.state.table

    def lay_open(self, seat: str) -> None:
        """Show a rack as the table has it."""
        rack = self.table.position.racks[self.table.names.index(seat)]
        self.enter(ev.Show(seat, tuple(map(str, rack))))

    def enter(self, event: ev.Event) -> ev.Event:
        """As a log would have it."""
        whole = with_verdict(self.state, prepare(self.state, event, self.chance))
        self.state = step(self.state, whole)
        return whole

    def claim(self, seat: str, move: str) -> ev.Claim:
        """A claim that gets its verdict."""
        found = self.enter(ev.Claim(seat, move))
        assert isinstance(found, ev.Claim)
        return found
