"""A whole game before the camera: five rounds of three players, one not honest, a tie and its bonus round."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from companion.rules.verdict import Ruling
from companion.table.log import read_log, write_log
from companion.table.store import Store
from companion.table.zangle import events as ev
from companion.table.zangle.events import kind_of
from companion.table.zangle.live import ZangleGame
from companion.table.zangle.replay import replay
from companion.table.zangle.table import Phase
from tests.live.an_evening import Evening

ANN, BEN, CEM = "Ann", "Ben", "Cem"


def test_from_frames_to_the_final_ranking(tmp_path: Path) -> None:
    with Store.open(str(tmp_path / "games.db")) as store:
        evening = Evening(ZangleGame(store, "evening"), (ANN, BEN, CEM))
        evening.say(ev.SetUp("speedster", (ANN, BEN, CEM)))

        # Round 1: a wrong claim and its penalty, a hit; Ann goes out.
        evening.deal(10)
        evening.wrong(BEN)
        evening.hit(CEM)
        evening.go_out(ANN)
        evening.check(ANN)
        assert evening.points[-1] == {ANN: 0, BEN: 11, CEM: 11}

        # Round 2: Ben, who was dealt too many, goes out, and his Zangles turn out not to be right: five points.
        # The others get none.
        evening.next_round()
        evening.deal(10)
        evening.lose(BEN, 6)
        evening.go_out(BEN)
        evening.check(BEN, honest=False)
        assert evening.points[-1] == {ANN: 0, BEN: 5, CEM: 0}

        # Rounds 3 and 4.
        for winner in (BEN, CEM):
            evening.next_round()
            evening.deal(10)
            evening.lose(winner, 6)
            evening.go_out(winner)
            evening.check(winner)
        assert evening.totals == {ANN: 20, BEN: 26, CEM: 21}

        # Round 5: Ann gets rid of four cards before Ben goes out, and so they tie for the first place.
        evening.next_round()
        evening.deal(10)
        evening.lose(BEN, 6)
        while (left := evening.hands[ANN].cards - 6) > 0:
            evening.zangle(ANN, most=left)
        while evening.hands[ANN].cards < 6:
            evening.hit(ANN)
        evening.go_out(BEN)
        evening.check(BEN)
        assert evening.totals == {ANN: 26, BEN: 26, CEM: 31}
        assert evening.table.tied_for_first == (ANN, BEN)
        assert not evening.table.decided

        # The bonus round is for those two, with four cards each.
        evening.next_round()
        assert evening.table.bonus
        evening.deal(4, to=(ANN, BEN))
        assert [seat.playing for seat in evening.table.seats] == [True, True, False]
        evening.go_out(BEN)
        evening.check(BEN, bonus=True)
        assert evening.table.decided
        evening.say(ev.End())
        entries = store.entries("evening")

    table = evening.table
    assert table.phase is Phase.OVER
    assert [(one.seat, one.rank, one.total) for one in table.standings] == [
        (BEN, 1, 26),
        (ANN, 2, 26),
        (CEM, 3, 31),
    ]
    for place in table.standings:
        assert list(place.rounds) == [one[place.seat] for one in evening.points]
    assert evening.refused == []

    # Everything but what people say by phone or on a page came from frames.
    by = Counter((kind_of(entry.event), entry.by) for entry in entries)
    assert by["deal", "camera"] == by["flip", "camera"] == 6
    assert by["next-round", "camera"] == 5
    assert by["hit", "host"] == by["replenish", "host"] == by["seen", "host"] == 0
    claims = [entry.event for entry in entries if isinstance(entry.event, ev.Claim)]
    assert [claim.ruling for claim in claims].count(Ruling.ILLEGAL) == 1
    assert {claim.ruling for claim in claims} == {Ruling.LEGAL, Ruling.ILLEGAL}

    # The log tells the same when it is read and played again.
    _, again = read_log(write_log("evening", list(entries)))
    found = replay(again)
    assert found.differences == ()
    assert found.state.table == table
