"""Zig Zaggle at a table where people deal: what nobody has seen of the racks is not ruled by, nor told."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from companion.rules.verdict import Ruling
from companion.rules.zigzaggle.profile import own_profile
from companion.table.played import events as ev
from companion.table.played.play import State, step, with_verdict
from companion.table.played.play import prepared as prepare

BOARD = "d10=Rg,e10=Eg,f10=Ag,g10=Cg,h10=Tg,i10=Eg,j10=Db"
SOUTH = "j10=Cy,j11=Ay,j12=Rg,j13=Ty,j14=Sy,j20=Ar,j21=Tg"


def line_of(board: str, frees: tuple[int, ...], runway: str) -> str:
    """A position with so many free tiles on each rack, nine letters beside them and the rest in the box."""
    left = Counter(map(str, own_profile().letters)) - Counter(one.split("=")[1] for one in board.split(","))
    tiles = sorted(left.elements())
    random.Random(5).shuffle(tiles)
    racks = ["*" * free + "".join(sorted(tiles.pop() for _ in range(9))) for free in frees]
    return f"{board} {'/'.join(racks)} {''.join(tiles)} {'/'.join('0' * len(frees))} 1 {runway} 0 -"


class _Table:
    def __init__(self, line: str, *, dealt: bool) -> None:
        self.state, self.chance = State(), random.Random(1)
        self.enter(ev.SetUp("zigzaggle", ("Ann", "Ben"), dealt, (), "Ann", line))

    def enter(self, event: ev.Event) -> ev.Event:
        whole = with_verdict(self.state, prepare(self.state, event, self.chance))
        self.state = step(self.state, whole)
        return whole

    def claim(self, seat: str, move: str) -> ev.Claim:
        found = self.enter(ev.Claim(seat, move))
        assert isinstance(found, ev.Claim)
        return found


@pytest.mark.parametrize(("frees", "ruling"), [((0, 3), Ruling.ILLEGAL), ((1, 2), Ruling.LEGAL)])
def test_nobody_lays_more_free_tiles_than_are_left_to_them(frees: tuple[int, int], ruling: Ruling) -> None:
    table = _Table(line_of(BOARD, frees, "west"), dealt=False)
    claim = table.claim("Ann", "lay d9=*o")
    assert claim.ruling is ruling
    # The other's are all still there.
    at = table.state.table
    assert at is not None
    assert sum(tile.free for tile in at.position.racks[1]) == frees[1]


@pytest.mark.parametrize("dealt", [True, False])
def test_who_has_won_is_said_by_the_scores_alone(dealt: bool) -> None:
    table = _Table(line_of(SOUTH, (3, 3), "south"), dealt=dealt)
    table.enter(ev.CorrectScore("Ben", 100, "table"))
    table.claim("Ann", "pass")
    last = table.claim("Ben", "pass")
    [says] = [one.says for one in last.reasons or () if one.clause == "zigzaggle/deduction"]
    assert "win" not in says
    assert "points" not in says
    assert any(digit in says for digit in "0123456789") is dealt
