"""Cards that were not read: the few completions that are tried stand for all of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.polyform import ABOLO, IAMOND, Lattice, Shape, free_shapes
from companion.rules.polyform.cover import tiling, tiling_of_some
from companion.rules.verdict import Ruling
from companion.rules.zangle import Card, Claim, judge
from companion.rules.zangle.claim import Rules
from tests.rules.strategies import DECKS, PLACES, polyforms

STRIP = [(x, 0) for x in range(10)]
COMB = [(x, 0) for x in range(5)] + [(x, 1) for x in (0, 2, 4)] + [(0, 2), (4, 2)]


def _of_squares(squares: Sequence[tuple[int, int]]) -> Shape:
    halves = [
        half
        for x, y in squares
        for half in (((x, y), (x + 1, y), (x, y + 1)), ((x + 1, y + 1), (x + 1, y), (x, y + 1)))
    ]
    return Shape.of(ABOLO, halves)


def _completed(cards: Sequence[Card]) -> Iterator[tuple[Card, ...]]:
    """Each card whose colour alone was read, with every shape of that many triangles."""
    lattice = next(card.shape.lattice for card in cards if card.shape is not None)
    yield from product(
        *(
            [replace(card, shape=shape) for shape in free_shapes(lattice, card.triangles or 0)]
            if card.shape is None and card.triangles
            else [card]
            for card in cards
        )
    )


@st.composite
def half_read(draw: st.DrawFn, lattice: Lattice) -> tuple[Card, ...]:
    """A target, home-made or not, and parts of as many triangles, up to two of them known by colour alone."""
    target = draw(polyforms(lattice, largest=8))
    left, parts, hidden = target.size, [], 0
    while left:
        size = draw(st.integers(1, min(left, 4)))
        shape = draw(
            st.sampled_from([None, *free_shapes(lattice, size)] if hidden < 2 else free_shapes(lattice, size))
        )
        hidden += shape is None
        parts.append(Card(size, shape, draw(PLACES)))
        left -= size
    return (Card(target.size, target, draw(PLACES)), *parts, Card(0, None, draw(PLACES)))


@settings(max_examples=120, deadline=None)
@given(data=st.data(), lattice=DECKS)
def test_the_few_that_are_tried_stand_for_every_shape(data: st.DataObject, lattice: Lattice) -> None:
    cards = data.draw(half_read(lattice))
    every = {judge(Claim("ann", lattice.name, full)).ruling for full in _completed(cards)}
    found = judge(Claim("ann", lattice.name, cards)).ruling
    assert found is (every.pop() if len(every) == 1 else Ruling.UNDECIDED)


@settings(max_examples=120, deadline=None)
@given(data=st.data(), lattice=DECKS)
def test_one_search_for_all_choices_finds_what_trying_each_finds(
    data: st.DataObject, lattice: Lattice
) -> None:
    target = data.draw(polyforms(lattice, largest=6))
    left, pools = target.size, []
    while left:
        size = data.draw(st.integers(1, min(left, 3)))
        keys = [shape.key for shape in free_shapes(lattice, size)]
        pools.append(tuple(data.draw(st.lists(st.sampled_from(keys), min_size=1, unique=True))))
        left -= size
    each = [keys for keys in product(*pools) if tiling(target.key, tuple(sorted(keys))) is not None]
    found = tiling_of_some(target.key, tuple(pools))
    assert (found is None) == (not each)
    assert found is None or found in each


def test_parts_of_another_size_or_lattice_tile_nothing() -> None:
    two, five = free_shapes(IAMOND, 2)[0].key, free_shapes(IAMOND, 5)[0].key
    assert tiling_of_some(five, ((two,), (two,))) is None
    assert tiling_of_some(two, (tuple(shape.key for shape in free_shapes(ABOLO, 2)),)) is None


@pytest.mark.parametrize(
    ("squares", "sizes", "ruling"),
    [(STRIP, (4,) * 5, Ruling.UNDECIDED), (COMB, (5,) * 4, Ruling.ILLEGAL)],
    ids=["some choice fits", "none fits"],
)
def test_half_read_parts_of_a_large_target_are_not_tried_one_by_one(
    squares: list[tuple[int, int]], sizes: tuple[int, ...], ruling: Ruling
) -> None:
    before = tiling.cache_info().misses + tiling_of_some.cache_info().misses
    target = Card(20, _of_squares(squares), "centre")
    verdict = judge(Claim("ann", "abolo", (target, *(Card(size, None, "ann") for size in sizes))))
    assert verdict.ruling is ruling
    unread = tuple(range(1, len(sizes) + 1))
    wheres = {i for reason in verdict.reasons for i in reason.where}
    assert wheres == set(unread)
    # There are 14 shapes of four triangles and 30 of five: more than half a million ways to complete either.
    assert tiling.cache_info().misses + tiling_of_some.cache_info().misses - before < 100


def _card(triangles: int | None, source: str | None) -> Card:
    return Card(triangles, free_shapes(IAMOND, triangles)[0] if triangles else None, source)


@pytest.mark.parametrize(
    ("cards", "option"),
    [
        # Only a Z makes a Zangle of these, and no Z fills a location here.
        ([(3, "ann"), (3, "ann"), (None, "centre")], "z-fills-location"),
        # Only another Z would, if a Z could be a target.
        ([(0, "ann"), (0, "centre"), (None, "ann")], "z-as-target"),
    ],
)
def test_an_option_that_decides_against_unread_cards_is_named(
    cards: list[tuple[int | None, str]], option: str
) -> None:
    claim = Claim("ann", "iamond", tuple(_card(*one) for one in cards))
    off = judge(claim, Rules.of({option: False}))
    assert off.ruling is Ruling.ILLEGAL
    assert [one.option for one in off.reasons if one.option is not None] == [option]
    on = judge(claim, Rules.of({option: True}))
    assert on.ruling is Ruling.UNDECIDED


@pytest.mark.parametrize(
    ("cards", "clauses"),
    [
        # Beside two Zs a blank card is a third one, or the only one that shows a shape.
        ([(0, "ann"), (0, "centre"), (None, "centre")], {"one-target", "z-is-no-target"}),
        # As a Z it fills no location, and as anything else it makes the others too few or too many.
        ([(3, "ann"), (3, "ann"), (None, "centre")], {"both-locations", "one-target"}),
    ],
)
def test_where_each_reading_breaks_another_clause_those_are_named_and_no_other(
    cards: list[tuple[int | None, str]], clauses: set[str]
) -> None:
    claim = Claim("ann", "iamond", tuple(_card(*one) for one in cards))
    found = judge(claim, Rules.of({"z-fills-location": False} if "both-locations" in clauses else {}))
    assert found.ruling is Ruling.ILLEGAL
    assert {one.clause for one in found.reasons} == {f"zangle/{clause}" for clause in clauses}
    assert len(found.reasons) == len(clauses)
    for reason in found.reasons:
        assert reason.says.startswith("Whatever card 3 may show, something is broken, and for some readings")
        assert reason.where == (2,)


@pytest.mark.parametrize(
    ("cards", "fills", "option"),
    [
        ([(4, None), (2, "bob"), (2, "bob")], True, None),
        ([(2, None), (0, "ann"), (0, None)], False, "z-fills-location"),
        ([(None, None), (0, "centre"), (0, "ann")], False, "z-fills-location"),
    ],
)
def test_one_card_fills_one_location_wherever_it_came_from(
    cards: list[tuple[int | None, str | None]], fills: bool, option: str | None
) -> None:
    claim = Claim("ann", "iamond", tuple(_card(*one) for one in cards))
    found = judge(claim, Rules.of({"z-fills-location": fills}))
    assert found.ruling is Ruling.ILLEGAL
    says = "Only card 1 counts for a location, and it takes one from the centre and one of one's own."
    (reason,) = [one for one in found.reasons if one.clause == "zangle/both-locations"]
    assert (reason.says, reason.where, reason.option) == (says, (0,), option)
