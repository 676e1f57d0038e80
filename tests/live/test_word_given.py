"""What people say lies at a place, which the camera reads otherwise."""

from __future__ import annotations

import pytest

from companion.table.zangle import events as ev
from companion.table.zangle.events import Face
from companion.table.zangle.play import step
from tests.live.by_hand import Played
from tests.live.rounds_by_hand import ANN, BEN, CENTRE, call, dealt
from tests.live.sim_table import CARDS

SAID = "iamond-5c-01"
"""What a person says that the camera reads as the first card of a place."""
NEW = "iamond-2a-14"


def lies(table: Played, place: str) -> set[str | None]:
    """What the game goes by there."""
    assert table.state.table is not None
    return {one.id for one in table.state.table.faces(place) or ()}


def said(table: Played, place: str, *names: str) -> None:
    marks = (None if table.plain else name for name in names)
    faces = [
        Face(CARDS[name].triangles, CARDS[name].shape, mark) for name, mark in zip(names, marks, strict=True)
    ]
    table.state = step(table.state, ev.Seen(place, tuple(faces)))


def test_what_a_person_says_lies_there_stands_while_the_same_cards_lie_there() -> None:
    table = dealt()
    said(table, "centre", SAID, *CENTRE[1:])
    table.look(40)
    assert lies(table, "centre") == {SAID, *CENTRE[1:]}
    # A push, a hand over it and glare change nothing of that.
    x, y = table.lying[CENTRE[0]]
    table.lying[CENTRE[0]] = x + 5, y - 4
    table.hidden = {CENTRE[1]}
    table.look(20)
    table.hidden, table.unread = set(), {CENTRE[0]}
    table.look(20)
    table.unread = set()
    table.look(40)
    assert lies(table, "centre") == {SAID, *CENTRE[1:]}
    # Nor does what is seen at other places.
    said(table, "ben", *BEN[:-1], NEW)
    table.look(20)
    assert lies(table, "ben") == {*BEN[:-1], NEW}
    assert lies(table, "centre") == {SAID, *CENTRE[1:]}


def test_it_stands_of_a_card_that_could_not_be_read_then() -> None:
    table = dealt()
    table.unread = {CENTRE[0]}
    table.look(2)
    said(table, "centre", SAID, *CENTRE[1:])
    table.look(10)
    table.unread = set()
    table.look(40)
    assert lies(table, "centre") == {SAID, *CENTRE[1:]}


def test_what_lies_there_since_is_told() -> None:
    table = dealt()
    said(table, "centre", SAID, *CENTRE[1:])
    table.look(20)
    table.take(CENTRE[1])
    table.look(10)
    table.put("centre", NEW)
    table.look(40)
    assert lies(table, "centre") == {NEW, CENTRE[0], *CENTRE[2:]}


def test_what_was_said_before_its_cards_lay_there_is_what_the_camera_reads_then() -> None:
    table = dealt()
    home = {name: table.lying[name] for name in CENTRE}
    table.take(*CENTRE)
    table.look(20)
    said(table, "centre", SAID, *CENTRE[1:])
    table.look(10)
    table.lying.update(home)
    table.look(40)
    assert lies(table, "centre") == {*CENTRE}


def test_a_hit_beside_what_was_said_is_told_and_the_word_stands() -> None:
    table = dealt()
    said(table, "ann", SAID, *ANN[1:])
    table.look(10)
    table.put("ann", NEW)
    assert table.look(40) == ["hit"]
    assert lies(table, "ann") == {SAID, *ANN[1:], NEW}


@pytest.mark.parametrize("plain", [False, True])
def test_no_claim_is_told_of_a_card_that_was_said_to_be_another(plain: bool) -> None:
    table = dealt(Played(plain=plain))
    said(table, "centre", SAID, *CENTRE[1:])
    table.look(10)
    call(table, "ann")
    table.put("claim", CENTRE[0], ANN[0], ANN[1])
    assert table.look(60) == []
