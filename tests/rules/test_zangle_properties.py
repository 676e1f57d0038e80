"""Zangle against the naive twin: random, mutated and half-hidden claims; finding; invariance."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cache
from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.polyform import ABOLO, IAMOND, Lattice, Shape, free_shapes
from companion.rules.verdict import Ruling
from companion.rules.zangle import Card, Claim, Rules, ZangleVerdict, find_zangles, judge
from tests.rules import twin
from tests.rules.strategies import DECKS, deck_cards, likely_zangles, motions, polyforms

SOURCES = st.sampled_from(["centre", "centre", "ann", "ann", "bob"])
RULES = st.builds(
    lambda fills, target: Rules.of({"z-fills-location": fills, "z-as-target": target}),
    st.booleans(),
    st.booleans(),
)


@cache
def _region(shape: Shape) -> twin.Region:
    return twin.littles(shape.lattice.name, shape.triangles)


@st.composite
def claims(draw: st.DrawFn, lattice: Lattice) -> Claim:
    """Likely Zangles, some mutated: a card more, a card less, a card changed, or anything at all."""
    cards = list(draw(likely_zangles(lattice)))
    mutation = draw(st.sampled_from(["none", "none", "more", "less", "changed", "moved", "any"]))
    spot = draw(st.integers(0, len(cards) - 1))
    if mutation == "more":
        cards.append(draw(deck_cards(lattice, SOURCES)))
    elif mutation == "less":
        del cards[spot]
    elif mutation == "changed":
        cards[spot] = draw(deck_cards(lattice, SOURCES))
    elif mutation == "moved":
        cards[spot] = replace(cards[spot], source=draw(SOURCES))
    elif mutation == "any":
        cards = draw(st.lists(deck_cards(lattice, SOURCES), max_size=6))
    return Claim("ann", lattice.name, tuple(cards))


def _naive(claim: Claim) -> list[twin.NaiveCard]:
    place = {"centre": "centre", "ann": "own"}
    return [
        (
            place.get(card.source or "", "other"),
            card.triangles or 0,
            None if card.shape is None else _region(card.shape),
        )
        for card in claim.cards
    ]


def _broken(verdict: ZangleVerdict) -> set[str]:
    if verdict.ruling is Ruling.LEGAL:
        return set()
    return {reason.clause.removeprefix("zangle/") for reason in verdict.reasons}


@settings(max_examples=400, deadline=None)
@given(data=st.data(), lattice=DECKS, rules=RULES)
def test_the_ruling_and_every_broken_clause_agree_with_the_twin(
    data: st.DataObject, lattice: Lattice, rules: Rules
) -> None:
    claim = data.draw(claims(lattice))
    verdict = judge(claim, rules)
    expected = twin.broken(
        lattice.name, _naive(claim), z_fills=rules.z_fills_location, z_target=rules.z_as_target
    )
    if not claim.cards:
        # That there is no target the twin does not ask.
        expected |= {"one-target"}
    assert _broken(verdict) == expected
    assert (verdict.ruling is Ruling.LEGAL) == (not expected)


def _distances(shape: Shape) -> list[float]:
    """From every vertex of every triangle to every other, in order."""
    points = [vertex for triangle in shape.cartesian() for vertex in triangle]
    return [math.dist(a, b) for a, b in combinations(points, 2)]


@settings(max_examples=200, deadline=None)
@given(data=st.data(), lattice=DECKS)
def test_the_arrangement_tiles_the_target_with_the_cards_as_printed(
    data: st.DataObject, lattice: Lattice
) -> None:
    cards = data.draw(likely_zangles(lattice))
    verdict = judge(Claim("ann", lattice.name, cards))
    if not verdict.arrangement:
        assert verdict.ruling is Ruling.ILLEGAL
        return
    assert verdict.target is not None
    target = cards[verdict.target].shape
    assert target is not None
    laid = [twin.littles(lattice.name, part.triangles) for part in verdict.arrangement]
    assert sum(map(len, laid)) == len(_region(target))
    assert frozenset().union(*laid) == _region(target)
    expected = [i for i, card in enumerate(cards) if card.shape and i != verdict.target]
    assert [part.card for part in verdict.arrangement] == expected
    for part, region in zip(verdict.arrangement, laid, strict=True):
        printed = cards[part.card].shape
        assert printed is not None
        assert twin.same(lattice.name, region, _region(printed))
        # The triangles too, not the region alone, are the card's own: every distance is kept.
        assert _distances(Shape(lattice, part.triangles)) == pytest.approx(_distances(printed))


@settings(max_examples=150, deadline=None)
@given(data=st.data(), lattice=DECKS)
def test_turning_cards_and_exchanging_them_changes_no_ruling(data: st.DataObject, lattice: Lattice) -> None:
    claim = data.draw(claims(lattice))
    order = data.draw(st.permutations(range(len(claim.cards))))
    cards = tuple(
        replace(card, shape=card.shape and card.shape.moved(data.draw(motions(lattice))))
        for card in (claim.cards[i] for i in order)
    )
    before, after = judge(claim), judge(replace(claim, cards=cards))
    assert before.ruling is after.ruling
    assert _broken(before) == _broken(after)
    names = {"ann": "zoe", "bob": "yan", "centre": "centre"}
    renamed = tuple(replace(card, source=names[card.source or ""]) for card in claim.cards)
    assert judge(Claim("zoe", claim.profile, renamed)).reasons == before.reasons


def _hide(card: Card, how: str) -> Card:
    return {"seen": card, "colour": replace(card, shape=None), "blank": Card(None, None, card.source)}[how]


@settings(max_examples=200, deadline=None)
@given(data=st.data(), lattice=DECKS, rules=RULES)
def test_hiding_a_card_makes_doubt_and_never_the_other_ruling(
    data: st.DataObject, lattice: Lattice, rules: Rules
) -> None:
    claim = data.draw(claims(lattice))
    known = judge(claim, rules)
    hows = [data.draw(st.sampled_from(["seen", "seen", "colour", "blank"])) for _ in claim.cards]
    hidden = replace(
        claim, cards=tuple(_hide(card, how) for card, how in zip(claim.cards, hows, strict=True))
    )
    doubted = judge(hidden, rules)
    assert doubted.ruling in (known.ruling, Ruling.UNDECIDED)
    if doubted.ruling is Ruling.UNDECIDED:
        shown = {where for reason in doubted.reasons for where in reason.where}
        assert shown
        assert all(hidden.cards[int(where)].shape is None for where in shown)
        settled = judge(
            replace(
                hidden,
                cards=tuple(claim.cards[i] if i in shown else card for i, card in enumerate(hidden.cards)),
            ),
            rules,
        )
        assert settled.ruling is known.ruling
    elif any("for some readings" in reason.says for reason in doubted.reasons):
        assert _broken(doubted) & _broken(known)
    else:
        assert _broken(doubted) <= _broken(known)


@settings(max_examples=100, deadline=None)
@given(data=st.data(), rules=RULES)
def test_doubt_is_exactly_what_all_completions_leave_open(data: st.DataObject, rules: Rules) -> None:
    claim = data.draw(claims(IAMOND))
    spots = data.draw(st.lists(st.integers(0, max(len(claim.cards) - 1, 0)), max_size=2, unique=True))
    if not claim.cards:
        return
    colour = data.draw(st.booleans())
    cards = list(_naive(claim))
    hidden = list(claim.cards)
    pools: list[list[twin.NaiveCard]] = []
    for spot in spots:
        place, size, _ = cards[spot]
        hidden[spot] = _hide(claim.cards[spot], "colour" if colour else "blank")
        sizes = [size] if colour else range(6)
        pool: list[twin.NaiveCard] = [(place, 0, None)] if 0 in sizes else []
        pool += [(place, n, _region(shape)) for n in sizes for shape in free_shapes(IAMOND, n)]
        pools.append(pool)
    outcomes: set[bool] = set()
    for chosen in product(*pools):
        for spot, card in zip(spots, chosen, strict=True):
            cards[spot] = card
        wrong = twin.broken("iamond", cards, z_fills=rules.z_fills_location, z_target=rules.z_as_target)
        outcomes.add(not wrong)
    certain = Ruling.LEGAL if outcomes == {True} else Ruling.ILLEGAL
    expected = Ruling.UNDECIDED if len(outcomes) == 2 else certain
    assert judge(replace(claim, cards=tuple(hidden)), rules).ruling is expected


def _card(shape: Shape | None, source: str = "ann") -> Card:
    return Card(0 if shape is None else shape.size, shape, source)


def test_a_colour_that_has_but_one_shape_is_as_good_as_a_shape() -> None:
    blue, red, purple = (free_shapes(IAMOND, n)[0] for n in (1, 2, 3))
    cards = (Card(3, None, "centre"), _card(blue), Card(2, None, "ann"))
    verdict = judge(Claim("ann", "iamond", cards))
    assert verdict.ruling is Ruling.LEGAL
    laid = [twin.littles("iamond", part.triangles) for part in verdict.arrangement]
    assert [part.card for part in verdict.arrangement] == [1, 2]
    assert twin.same("iamond", frozenset().union(*laid), _region(purple))
    assert twin.same("iamond", laid[1], _region(red))


def test_whatever_an_unread_card_shows_can_be_certain_either_way() -> None:
    one = free_shapes(ABOLO, 1)[0]
    cards = (Card(2, None, "centre"), _card(one), _card(one))
    assert len(free_shapes(ABOLO, 2)) == 3
    verdict = judge(Claim("ann", "abolo", cards))
    assert verdict.ruling is Ruling.LEGAL
    assert verdict.target == 0
    assert verdict.arrangement == ()
    assert "not read" in verdict.reasons[-1].says
    long_red = free_shapes(IAMOND, 2)[0]
    green = free_shapes(IAMOND, 5)
    never = judge(Claim("ann", "iamond", (Card(4, None, "centre"), _card(long_red), _card(green[0]))))
    assert never.ruling is Ruling.ILLEGAL
    assert {reason.clause for reason in never.reasons} == {"zangle/one-target"}


@pytest.mark.parametrize("hidden", [Card(5, None, "ann"), Card(None, None, "ann")], ids=["colour", "blank"])
def test_a_certain_break_outranks_what_was_not_read(hidden: Card) -> None:
    red = free_shapes(IAMOND, 2)[0]
    verdict = judge(Claim("ann", "iamond", (hidden, _card(red, "bob"))))
    assert verdict.ruling is Ruling.ILLEGAL
    assert {"zangle/at-least-three", "zangle/no-other-players-cards"} <= {r.clause for r in verdict.reasons}


def test_an_unread_card_beside_a_home_made_one_may_be_home_made_too() -> None:
    six, blue = free_shapes(IAMOND, 6)[0], free_shapes(IAMOND, 1)[0]
    blank = judge(Claim("ann", "iamond", (Card(None, None, "centre"), _card(six), _card(blue))))
    assert blank.ruling is Ruling.UNDECIDED
    # Of the deck's own cards none would make a Zangle of two different sixes; one of twelve might.
    other = free_shapes(IAMOND, 6)[1]
    twelve = judge(Claim("ann", "iamond", (Card(None, None, "centre"), _card(six), _card(other))))
    assert twelve.ruling is Ruling.UNDECIDED
    seven = judge(Claim("ann", "iamond", (Card(7, None, "centre"), _card(six), _card(blue))))
    assert [(r.clause, r.where) for r in seven.reasons] == [("zangle/exact-cover", (0,))]
    counts = judge(Claim("ann", "iamond", (Card(9, None, "centre"), _card(six), _card(blue))))
    assert counts.ruling is Ruling.ILLEGAL


Kinds = tuple[str | None, tuple[str, ...]]


def _all_by_hand(centre: list[Card], row: list[Card], rules: Rules) -> dict[Kinds, tuple[int, int]]:
    """Every legal choice of cards, by kinds, with its most own cards and then most cards."""
    cards = [replace(card, source="centre") for card in centre] + [
        replace(card, source="ann") for card in row
    ]
    found: dict[Kinds, tuple[int, int]] = {}
    for count in range(3, len(cards) + 1):
        for chosen in combinations(cards, count):
            verdict = judge(Claim("ann", "iamond" if _is_iamond(chosen) else "abolo", chosen), rules)
            if verdict.ruling is not Ruling.LEGAL or verdict.target is None:
                continue
            target = chosen[verdict.target].shape
            keys = [c.shape.key for i, c in enumerate(chosen) if c.shape and i != verdict.target]
            kinds = (None if target is None else target.key, tuple(sorted(keys)))
            worth = (sum(card.source == "ann" for card in chosen), count)
            found[kinds] = max(worth, found.get(kinds, (0, 0)))
    return found


def _is_iamond(cards: tuple[Card, ...]) -> bool:
    return all(card.shape is None or card.shape.lattice == IAMOND for card in cards)


@settings(max_examples=60, deadline=None)
@given(data=st.data(), lattice=DECKS, rules=RULES)
def test_all_zangles_are_found_and_the_best_is_first(
    data: st.DataObject, lattice: Lattice, rules: Rules
) -> None:
    centre = data.draw(st.lists(deck_cards(lattice), max_size=4))
    row = data.draw(st.lists(deck_cards(lattice), max_size=4)) + list(data.draw(likely_zangles(lattice)))[:3]
    expected = _all_by_hand(centre, row, rules)
    found = find_zangles(centre, row, rules)
    assert {(z.target, z.parts): (len(z.own), len(z.own) + len(z.centre)) for z in found} == expected
    assert len(found) == len(expected)
    worth = [(len(z.own), len(z.centre)) for z in found]
    assert worth == sorted(worth, reverse=True)
    for zangle in found:
        cards = [replace(centre[i], source="centre") for i in zangle.centre]
        cards += [replace(row[i], source="ann") for i in zangle.own]
        assert judge(Claim("ann", lattice.name, tuple(cards)), rules).ruling is Ruling.LEGAL


@settings(max_examples=40, deadline=None)
@given(data=st.data(), lattice=DECKS)
def test_a_set_of_cards_without_seats_leaves_the_locations_out(data: st.DataObject, lattice: Lattice) -> None:
    cards = data.draw(st.lists(deck_cards(lattice), max_size=7))
    unread = [Card(None), Card(4)]
    expected = set()
    for count in range(3, len(cards) + 1):
        for chosen in combinations([replace(card, source=None) for card in cards], count):
            verdict = judge(Claim(None, lattice.name, chosen))
            if verdict.ruling is Ruling.LEGAL and verdict.target is not None:
                target = chosen[verdict.target].shape
                assert target is not None
                keys = [c.shape.key for i, c in enumerate(chosen) if c.shape and i != verdict.target]
                expected.add((target.key, tuple(sorted(keys))))
    assert {(z.target, z.parts) for z in find_zangles([*cards, *unread])} == expected


@settings(max_examples=20, deadline=None)
@given(data=st.data())
def test_zangles_with_home_made_targets_are_found(data: st.DataObject) -> None:
    target = data.draw(polyforms(IAMOND, 9))
    cards = [Card(None, target), *(Card(None, free_shapes(IAMOND, 1)[0]) for _ in range(target.size))]
    found = find_zangles(cards)
    ones = (free_shapes(IAMOND, 1)[0].key,) * target.size
    assert any((z.target, z.parts) == (target.key, ones) for z in found) == (target.size > 1)


def test_more_blank_cards_than_can_be_tried_rule_nothing_out() -> None:
    green, yellow = free_shapes(ABOLO, 5)[0], free_shapes(ABOLO, 4)[5]
    blanks = tuple(Card(None, None, "ann") for _ in range(6))
    verdict = judge(Claim("ann", "abolo", (*blanks, _card(green, "centre"), _card(yellow, "centre"))))
    assert verdict.ruling is Ruling.UNDECIDED
    assert [reason.where for reason in verdict.reasons] == [(i,) for i in range(6)]
    bobs = judge(Claim("ann", "abolo", (*blanks, _card(green, "bob"), _card(yellow, "centre"))))
    assert [reason.clause for reason in bobs.reasons] == ["zangle/no-other-players-cards"]
