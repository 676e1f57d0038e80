"""Cards that a claim names without their faces are known to the table as far as each can be but one thing."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.polyform import IAMOND, free_shapes
from companion.rules.verdict import Ruling
from companion.table.zangle import events as ev
from companion.table.zangle.events import Face, Taken
from companion.table.zangle.known import with_faces
from tests.table.script import ONE, THREE, TWO, Script, Z

BLANK = Face()
FOUR = Face(4, free_shapes(IAMOND, 4)[0])
NAMED = replace(FOUR, id="iamond-4a-01")


def lying(row: tuple[Face, ...], centre: tuple[Face, ...]) -> Script:
    """Ann has called, and the table has seen what lies open."""
    game = Script(ev.SetUp("speedster", ("ann", "ben"))).start()
    game.do(ev.Seen("ann", row), ev.Seen("centre", centre))
    return game.call("ann")


def claim(row: tuple[Face, ...], centre: tuple[Face, ...]) -> ev.Claim:
    return ev.Claim(
        "ann", (*(Taken("ann", face) for face in row), *(Taken("centre", face) for face in centre))
    )


def entered(game: Script, event: ev.Claim) -> ev.Claim:
    found = game.do(event).log[-1]
    assert isinstance(found, ev.Claim)
    return found


@pytest.mark.parametrize(
    ("row", "centre", "ruling"),
    [
        ((BLANK,) * 4, (FOUR,), Ruling.LEGAL),
        ((BLANK,) * 4, (BLANK,), Ruling.LEGAL),
        ((ONE, BLANK), (Face(3),), Ruling.ILLEGAL),
        ((BLANK, BLANK), (BLANK,), Ruling.ILLEGAL),
    ],
)
def test_cards_that_can_be_but_one_thing_are_ruled_on(
    row: tuple[Face, ...], centre: tuple[Face, ...], ruling: Ruling
) -> None:
    target = FOUR if ruling is Ruling.LEGAL else THREE
    found = entered(lying((ONE,) * 4, (target,) * 4), claim(row, centre))
    assert found.ruling is ruling


def test_all_that_lies_there_is_known_whichever_card_is_which() -> None:
    found = entered(lying((ONE, ONE, TWO, Z), (FOUR, ONE, ONE, ONE)), claim((BLANK,) * 4, (FOUR,)))
    assert found.ruling is Ruling.LEGAL
    assert sorted(taken.face.triangles or 0 for taken in found.cards) == [0, 1, 1, 2, 4]


@pytest.mark.parametrize("row", [(Face(1), ONE, ONE, ONE), (Face(1),) * 4])
def test_a_colour_that_leaves_one_shape_tells_the_card(row: tuple[Face, ...]) -> None:
    found = entered(lying(row, (FOUR, ONE, ONE, ONE)), claim((ONE, ONE, BLANK, BLANK), (FOUR,)))
    assert found.ruling is Ruling.LEGAL


def test_a_colour_with_several_shapes_does_not() -> None:
    found = entered(lying((Face(4), Face(4), ONE, ONE), (FOUR, ONE, Z, Z)), claim((BLANK,), (FOUR, Z)))
    assert found.ruling is Ruling.UNDECIDED


def test_a_card_is_known_by_its_id() -> None:
    game = lying((TWO, ONE, ONE, Z), (NAMED, BLANK, THREE, ONE))
    found = entered(game, claim((TWO, ONE, ONE), (Face(id=NAMED.id),)))
    assert found.ruling is Ruling.LEGAL
    assert found.cards[-1].face == NAMED


@pytest.mark.parametrize(
    "row",
    [
        (ONE, TWO, ONE, ONE),
        # One that nobody has read may be the card.
        (ONE, ONE, ONE),
    ],
)
def test_a_card_that_may_be_either_of_two_is_asked_for(row: tuple[Face, ...]) -> None:
    found = entered(lying(row, (TWO, ONE, ONE, ONE)), claim((BLANK,), (TWO, ONE)))
    assert found.ruling is Ruling.UNDECIDED
    assert found.cards[0].face == BLANK


SHAPES = {Face(2): TWO.shape}
"""What a card shows of which the colour alone was read, where that leaves one shape."""
FACES = st.sampled_from([BLANK, ONE, TWO, Face(2), Z, NAMED, FOUR, Face(id=NAMED.id), Face(4)])


@settings(max_examples=300, deadline=None)
@given(st.lists(FACES, min_size=1, max_size=4), st.lists(FACES, min_size=1, max_size=4))
def test_what_is_told_is_so_however_the_cards_are_laid_out(row: list[Face], asked: list[Face]) -> None:
    """Of every way in which the asked cards can be those that lie there, the same show the same."""
    game = Script(ev.SetUp("speedster", ("ann", "ben"))).start().do(ev.Seen("ann", tuple(row)))
    there = game.table.known_seat("ann").row
    told = [taken.face for taken in with_faces(game.table, claim(tuple(asked), ())).cards]
    ways = [
        way
        for way in permutations(there, len(asked))
        if all(want.agrees(face) for want, face in zip(asked, way, strict=True))
    ]
    new = [index for index, want in enumerate(asked) if told[index] != want]
    for way in ways:
        if any(want.id and want.id != way[n].id for n, want in enumerate(asked) if want.id in ids(there)):
            continue
        shown = sorted(str((way[index].triangles, SHAPES.get(way[index], way[index].shape))) for index in new)
        assert shown == sorted(str((told[index].triangles, told[index].shape)) for index in new)


def ids(faces: tuple[Face, ...]) -> set[str]:
    return {face.id for face in faces if face.id is not None}
