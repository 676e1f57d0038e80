"""Zigity under a camera: a play card that slid off its pile leaves a card open that nobody has laid."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.rules.verdict import Ruling
from companion.rules.zigity.cards import card_from, printed_deck
from companion.table.played import events as ev
from companion.table.played.play import State, step
from tests.table.looking_on import moves_of
from tests.table.parts.sightings import card, seen
from vision.parts.sighting import PartsSeen
from vision.sighting import Point

PILE, SLID, ROW = (130.0, 110.0), (64.0, 55.0), ((290.0, 105.0), (362.0, 108.0))
PLAY = "SA3cg"


def table_of(beneath: str) -> State:
    """Ann is on turn, and people deal; the card beneath the play card is told, or "" for any that was turned over."""
    left = list(printed_deck())
    hands = "WB4rg,WD6ct,WE3lp/WE7rp,WH8rt,WI5cp"
    played = [beneath, PLAY] if beneath else [PLAY]
    for name in (*hands.replace("/", ",").split(","), *played):
        left.remove(card_from(name))
    line = f"{hands} {','.join(map(str, left))} {','.join(played)} 1 + 0 0 running"
    state = step(State(), ev.SetUp("zigity", ("Ann", "Ben"), position=line))
    return step(state, ev.Show(ev.MIDDLE, (PLAY,)))


def lying(**at: Point) -> PartsSeen:
    """Cards by their printed names."""
    return seen("zigity", *(card("zigity", name.replace("_", "-"), place) for name, place in at.items()))


FREE, DODGE = "free", "dodge"


@pytest.mark.parametrize("told", [True, False], ids=["told", "turned over unseen"])
@pytest.mark.parametrize("row", [{"SG10rg": ROW[0]}, {}], ids=["a set", "nothing laid"])
@pytest.mark.parametrize("name", [FREE, DODGE])
def test_what_a_play_card_leaves_open_that_slid_off_is_not_of_the_turn(
    name: str, row: dict[str, Point], *, told: bool
) -> None:
    state = table_of(name if told else "")
    slid = lying(**{PLAY: SLID, f"{name}_1": PILE}, **row)
    lies = lying(**{PLAY: PILE}, **row)
    assert moves_of(state, (lying(**{PLAY: PILE}), 1.0), (slid, 20.0)) == []
    # Once it lies on its pile again, what was laid is told.
    expected = [("set SG10rg", Ruling.LEGAL)] if row else []
    assert moves_of(state, (slid, 20.0), (lies, 6.0)) == expected


@pytest.mark.parametrize("told", [True, False], ids=["told", "turned over unseen"])
@pytest.mark.parametrize(
    ("row", "move"),
    [
        ({"free_1": ROW[0]}, "set free"),
        ({"SG10rg": ROW[0], "free_1": ROW[1]}, "set SG10rg free"),
        ({"dodge_1": ROW[0]}, "play dodge"),
    ],
)
def test_the_same_card_apart_from_the_pile_and_in_the_row_is_of_the_turn(
    row: dict[str, Point], move: str, *, told: bool
) -> None:
    state = table_of(move.rsplit(maxsplit=1)[-1] if told else "")
    assert moves_of(state, (lying(**{PLAY: PILE}, **row), 6.0)) == [(move, Ruling.LEGAL)]


def test_beside_a_play_card_that_was_played_from_a_hand_any_other_card_is_of_the_turn() -> None:
    state = step(table_of(""), ev.Claim("Ann", "set SG10rg"))
    assert state.table is not None
    beside = lying(SG10rg=PILE, free_1=(PILE[0] + 70.0, PILE[1]))
    assert moves_of(state, (beside, 6.0)) == [("set free", Ruling.LEGAL)]
    # Beneath one that was turned over anything may lie.
    beside = replace(beside, parts=(card("zigity", PLAY, PILE), beside.parts[1]))
    assert moves_of(table_of(""), (beside, 20.0)) == []
