"""From scenes to events, on plain scenes without a picture: each rule of what is made of what is seen."""

from __future__ import annotations

from random import Random

from companion.rules.verdict import Ruling
from companion.table.watch.eye import Eye
from companion.table.zangle import events as ev
from companion.table.zangle.events import column_name, kind_of
from companion.table.zangle.play import step
from tests.live.by_hand import CARDS, ZONES, Played
from tests.live.rounds_by_hand import ANN, BEN, CENTRE, RIGHT, WRONG, call, dealt, ruled
from tests.live.stairs import STAIRS, TOPS


def test_a_deal_waits_for_every_row_and_for_cards_to_rest() -> None:
    table = Played()
    table.state = step(table.state, ev.SetUp("speedster", ("ann", "ben")))
    table.put("ann", *ANN)
    table.put("ben", *BEN[:3])
    assert table.look(20) == []
    table.put("ben", BEN[3])
    assert table.look(2) == []
    table.moving = {BEN[0]}
    assert table.look(20) == []
    table.moving = set()
    assert table.look() == ["deal"]


def test_what_lies_open_is_looked_at_once() -> None:
    table = dealt()
    seen = {event.place: event for event in table.log if isinstance(event, ev.Seen)}
    assert set(seen) == {"centre", "ann", "ben"}
    assert {face.id for face in seen["centre"].cards} == set(CENTRE)
    before = len(table.log)
    table.look(30)
    assert len(table.log) == before


def test_a_right_claim_is_judged_soon_and_then_replenished() -> None:
    table = dealt()
    call(table, "ann")
    table.put("claim", *RIGHT)
    assert table.look(6) == ["claim"]
    claim = table.log[-1]
    assert isinstance(claim, ev.Claim)
    assert claim.ruling is Ruling.LEGAL
    assert {(taken.source, taken.face.id) for taken in claim.cards} == {
        ("centre", RIGHT[0]),
        ("ann", RIGHT[1]),
        ("ann", RIGHT[2]),
    }
    table.take(*RIGHT)
    assert table.look() == []
    table.put("ann", "iamond-5b-02", "iamond-1a-17")
    assert table.look() == []  # the centre comes first
    table.put("centre", "iamond-4a-03")
    assert table.look() == ["replenish", "replenish"]


def test_a_right_claim_in_plain_sight_is_judged_in_the_same_picture() -> None:
    table = dealt()
    call(table, "ann")
    table.put("claim", *RIGHT)
    assert table.look(1) == ["claim"]


def test_a_right_claim_waits_for_the_hand_that_lays_it() -> None:
    table = dealt()
    call(table, "ann")
    table.put("claim", *RIGHT)
    table.restless[:, 520:] = True
    assert table.look(30) == []
    table.restless[:] = False
    assert table.look(1) == ["claim"]


def test_a_hand_elsewhere_keeps_no_claim_waiting() -> None:
    table = dealt()
    call(table, "ann")
    table.put("claim", *RIGHT)
    table.restless[:, :400] = True
    assert table.look(1) == ["claim"]


def test_cards_that_are_only_taken_are_a_claim_too() -> None:
    table = dealt()
    call(table, "ann")
    table.take(*RIGHT)
    assert table.look() == ["claim"]


def test_a_wrong_claim_is_given_time_and_costs_a_card_once_it_is_put_back() -> None:
    table = dealt()
    home = {name: table.lying[name] for name in WRONG}
    call(table, "ben")
    table.put("claim", *WRONG)
    assert table.look(15) == []
    assert table.look(15) == ["claim"]
    assert table.log[-1].ruling is Ruling.ILLEGAL  # type: ignore[union-attr]
    assert table.look(30) == []
    table.lying.update(home)
    assert table.look() == ["penalty"]
    assert table.look(30) == []
    assert table.state.table is not None
    assert table.state.table.counted == 120


def test_a_claim_waits_while_cards_are_still_laid() -> None:
    table = dealt()
    call(table, "ben")
    for name in WRONG:
        table.put("claim", name)
        assert table.look(15) == []
    assert table.look(15) == ["claim"]


def the_log(chance: Random | None = None) -> list[ev.Event]:
    """A wrong claim that is put back, a right one, and what is drawn after it."""
    keys = list(range(1, len(CARDS) + 1))
    if chance is not None:
        chance.shuffle(keys)
    table = dealt(Played(chance=chance, keys=dict(zip(CARDS, keys, strict=True))))
    home = {name: table.lying[name] for name in WRONG}
    call(table, "ben")
    table.put("claim", *WRONG)
    table.look(30)
    table.lying.update(home)
    table.look()
    call(table, "ann")
    table.put("claim", *RIGHT)
    table.look()
    table.take(*RIGHT)
    table.put("centre", "iamond-4a-03")
    # One lies above the other.
    table.lying["iamond-5b-02"], table.lying["iamond-1a-17"] = (40.0, 222.0), (42.0, 282.0)
    table.look(20)
    return table.log


def test_the_log_says_nothing_of_the_order_in_which_vision_tells() -> None:
    plain = the_log()
    assert [kind_of(event) for event in plain].count("claim") == 2
    for number in range(5):
        assert the_log(Random(number)) == plain


def test_a_covered_card_is_not_taken() -> None:
    table = dealt()
    call(table, "ann")
    table.hidden = set(CENTRE)
    assert table.look(30) == []
    table.hidden = set()
    table.put("claim", *RIGHT)
    assert table.look(6) == ["claim"]


def test_a_claimed_card_that_is_not_read_in_the_zone_is_known_by_where_it_left() -> None:
    table = dealt()
    call(table, "ann")
    table.put("claim", *RIGHT)
    table.unread = {RIGHT[0]}
    assert table.look(6) == ["claim"]
    assert table.log[-1].ruling is Ruling.LEGAL  # type: ignore[union-attr]


def test_a_hit_is_seen_and_an_undone_one_is_not_seen_again() -> None:
    table = dealt()
    table.put("ann", "iamond-2a-14")
    assert table.look() == ["hit"]
    table.buttons["undo"] = (800, 250)
    seq = table.state.to_undo
    assert seq is not None
    table.look()
    assert isinstance(table.state.done, object)
    assert table.state.table is not None
    assert len(table.state.table.faces("ann") or ()) == 4
    assert table.look(30) == []
    table.take("iamond-2a-14")
    del table.buttons["undo"]
    assert table.look() == []
    table.put("ann", "iamond-2a-14")
    assert table.look() == ["hit"]


def test_buttons_work_once_until_they_are_taken_away() -> None:
    table = dealt()
    table.buttons["pause"] = (800, 150)
    assert table.look(30) == ["pause"]
    del table.buttons["pause"]
    assert table.look() == ["resume"]
    table.buttons["mine"] = (800, 45)
    assert table.look(30) == ["call"]
    found = [event for event in table.log if isinstance(event, ev.Call)]
    assert [one.seat for one in found] == ["ben"]
    table.buttons["end"] = (800, 150)
    assert table.look() == ["end"]


def test_what_lies_there_from_the_beginning_was_not_pressed() -> None:
    table = Played()
    table.state = step(table.state, ev.SetUp("speedster", ("ann", "ben")))
    table.buttons = {"end": (800, 150), "pause": (800, 160)}
    assert table.look(30) == []


def test_turning_up_cards_makes_a_next_round_only_by_its_button() -> None:
    table = dealt()
    table.buttons["next"] = (800, 150)
    assert table.look(20) == []
    assert table.refused == []


def test_without_a_game_nothing_is_made_of_cards() -> None:
    table = Played()
    table.put("centre", *CENTRE)
    assert table.look() == []


def test_turn_style_is_followed_hits_turns_and_all() -> None:
    table = dealt(Played(mode="turn-style"))
    # Nobody draws out of turn, and nobody calls.
    table.put("ben", "iamond-2a-14")
    assert table.look() == []
    table.take("iamond-2a-14")
    table.look()
    table.put("ann", "iamond-2a-14")
    assert table.look() == ["hit"]
    table.put("claim", *RIGHT)
    assert table.look(20) == ["claim"]
    assert ruled(table) == Ruling.LEGAL
    table.take(*RIGHT)
    table.put("centre", "iamond-4a-03")
    table.put("ann", "iamond-5b-02")
    assert table.look() == ["replenish", "replenish"]
    now = table.state.table
    assert now is not None
    assert now.on_turn == "ben"
    # Ben's is none; he puts it back, takes a hit, and tries once more.
    home = {name: table.lying[name] for name in WRONG}
    table.put("claim", *WRONG)
    assert table.look(40) == ["claim"]
    assert ruled(table) == Ruling.ILLEGAL
    table.lying.update(home)
    assert table.look() == []
    table.put("ben", "iamond-1a-17")
    assert table.look() == ["hit"]
    table.put("claim", *WRONG)
    assert table.look(40) == ["claim"]
    now = table.state.table
    assert now is not None
    assert now.on_turn == "ann"
    assert table.look(40) == []
    assert table.refused == []
    assert now.counted == 120


def test_solitaire_is_followed_by_its_columns() -> None:
    table = Played(eye=Eye((*ZONES[:2], *STAIRS)))
    table.state = step(table.state, ev.SetUp("solitaire", ("ann",)))
    table.look(2)
    at = {name: (50.0 + 100 * k, 250.0) for k, name in enumerate(TOPS)}
    table.lying |= dict(list(at.items())[:4])
    assert table.look(20) == []
    table.lying |= at
    assert table.look() == ["deal"]
    table.put("centre", *CENTRE[:3])
    assert table.look() == ["flip"]
    seen = {event.place for event in table.log if isinstance(event, ev.Seen)}
    assert seen == {"centre", *(column_name(number) for number in range(1, 6))}

    # The tops of the first two columns cover a card of the centre.
    table.put("claim", *RIGHT)
    assert table.look() == ["claim"]
    claim = table.log[-1]
    assert isinstance(claim, ev.Claim)
    assert claim.ruling is Ruling.LEGAL
    assert {(one.source, one.face.id) for one in claim.cards} == {
        ("centre", RIGHT[0]),
        ("column 1", RIGHT[1]),
        ("column 2", RIGHT[2]),
    }
    table.take(*RIGHT)
    table.put("centre", "iamond-4a-03")
    table.lying["iamond-4c-01"] = (150.0, 250.0)
    assert table.look() == ["replenish"]
    assert table.state.table is not None
    tops = [column.top for column in table.state.table.columns]
    assert [top and top.id for top in tops[:3]] == [None, "iamond-4c-01", "iamond-1a-05"]

    # The empty column takes another's top; that is no claim, and what lay below is turned up.
    table.lying["iamond-1a-05"] = (50.0, 250.0)
    assert table.look(40) == ["fill-column"]
    table.lying["iamond-3a-07"] = (250.0, 250.0)
    assert table.look() == []
    tops = [column.top for column in table.state.table.columns]
    assert [top and top.id for top in tops[:3]] == ["iamond-1a-05", "iamond-4c-01", "iamond-3a-07"]
    assert table.refused == []
