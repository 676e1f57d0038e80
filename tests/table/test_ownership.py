"""Whose card, and what was claimed, against a table on which the test itself moved the cards."""

from __future__ import annotations

import random
from math import cos, pi, sin

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calibration.table import BadTable, Table, matrix_of, zone_of
from companion.rules.errors import BadInput
from companion.table.watch.claimed import claim_of
from companion.table.watch.lying import Lying
from companion.table.watch.ownership import CENTRE, Frozen, Moved, freeze, owner_of, with_exchanged
from companion.table.watch.zones import Use, Xy, Zone, area_mm2, measured_zones, zone_at

SQUARE = ((0.0, 0.0), (100.0, 0.0), (100.0, 100.0), (0.0, 100.0))


def box(left: float, top: float, wide: float = 300.0, high: float = 150.0) -> tuple[Xy, ...]:
    return ((left, top), (left + wide, top), (left + wide, top + high), (left, top + high))


ZONES = (
    Zone(Use.CENTRE, box(350, 0)),
    Zone(Use.SEAT, box(0, 200), "ann"),
    Zone(Use.SEAT, box(350, 200), "ben"),
    Zone(Use.SEAT, box(700, 200), "cem"),
    Zone(Use.CLAIM, box(350, 400)),
)
ORIGINS = {CENTRE: (350, 0), "ann": (0, 200), "ben": (350, 200), "cem": (700, 200), "claim": (350, 400)}


def at(where: str, rng: random.Random) -> Xy:
    left, top = ORIGINS[where]
    return (left + rng.uniform(1, 299), top + rng.uniform(1, 149))


# --- zones ----------------------------------------------------------------------------------------


@given(
    corners=st.integers(3, 9),
    turn=st.floats(0, 6.28),
    x=st.floats(-2, 2),
    y=st.floats(-2, 2),
    backwards=st.booleans(),
)
def test_a_point_is_inside_a_convex_polygon_as_by_its_sides(
    corners: int, turn: float, x: float, y: float, backwards: bool
) -> None:
    around = [(cos(turn + 2 * pi * k / corners), sin(turn + 2 * pi * k / corners)) for k in range(corners)]
    sides = [
        (bx - ax) * (y - ay) - (by - ay) * (x - ax)
        for (ax, ay), (bx, by) in zip(around, around[1:] + around[:1], strict=True)
    ]
    if min(map(abs, sides)) > 1e-9:
        zone = Zone(Use.CENTRE, tuple(around[::-1] if backwards else around))
        assert zone.holds((x, y)) == (min(sides) > 0)


def test_a_concave_zone_leaves_its_notch_out() -> None:
    horseshoe = Zone(Use.CLAIM, ((0, 0), (9, 0), (9, 9), (6, 9), (6, 3), (3, 3), (3, 9), (0, 9)))
    assert horseshoe.holds((1, 8))
    assert horseshoe.holds((8, 8))
    assert not horseshoe.holds((4.5, 8))
    assert horseshoe.holds((4.5, 1))
    assert abs(area_mm2(horseshoe.corners_mm)) == 63


@settings(max_examples=60)
@given(
    st.lists(st.tuples(st.integers(-50, 50), st.integers(-50, 50)), min_size=3, max_size=7, unique=True),
    st.integers(-50, 50),
    st.integers(-50, 50),
)
def test_a_measured_zone_holds_what_winds_around(corners: list[tuple[int, int]], x: int, y: int) -> None:
    try:
        measured = zone_of("ann", corners)
    except BadTable:
        return
    (zone,) = measured_zones(Table((1280, 720), matrix_of(np.eye(3)), zones=(measured,)))
    # The naive twin: the angle that the outline turns by, seen from the point (a little off the lattice).
    at = complex(x + 0.377, y + 0.219)
    spokes = np.array([complex(*corner) for corner in corners]) - at
    turned = float(np.angle(np.roll(spokes, -1) / spokes).sum())
    assert zone.seat == "ann"
    assert zone.holds((at.real, at.imag)) is (abs(turned) > np.pi)


@given(x=st.sampled_from([0.0, 50.0, 100.0, 150.0, 200.0]), y=st.sampled_from([0.0, 50.0, 100.0]))
def test_a_point_on_a_common_edge_is_in_at_most_one_zone(x: float, y: float) -> None:
    two = [Zone(Use.CENTRE, SQUARE), Zone(Use.CLAIM, tuple((a + 100, b) for a, b in SQUARE))]
    assert sum(zone.holds((x, y)) for zone in two) <= 1


def test_where_zones_overlap_nobody_owns() -> None:
    both = (Zone(Use.SEAT, box(0, 0), "ann"), Zone(Use.SEAT, box(200, 0), "ben"))
    assert zone_at(both, (250, 50)) is None
    assert owner_of(Lying((250, 50)), both) is None
    assert owner_of(Lying((150, 50)), both) == "ann"


@pytest.mark.parametrize(
    ("use", "corners", "seat"),
    [
        (Use.SEAT, SQUARE, None),
        (Use.CENTRE, SQUARE, "ann"),
        (Use.CLAIM, SQUARE[:2], None),
        (Use.CLAIM, ((0.0, 0.0), (1.0, 1.0), (2.0, 2.0)), None),
    ],
)
def test_a_zone_that_is_none_is_refused(use: Use, corners: tuple[Xy, ...], seat: str | None) -> None:
    with pytest.raises(BadInput, match="zone"):
        Zone(use, corners, seat)


# --- claims ---------------------------------------------------------------------------------------


@given(seed=st.integers(0, 2**32), marked=st.booleans())
def test_a_claim_is_what_was_taken(seed: int, marked: bool) -> None:
    """Cards lie about; some are taken to the claim zone, into the hand, or across; the rest is nudged."""
    rng = random.Random(seed)
    before: list[tuple[str, Lying]] = []
    for number in range(rng.randint(0, 14)):
        where = rng.choice(list(ORIGINS))
        look = rng.choice("abcde")
        before.append((where, Lying(at(where, rng), look, f"card {number}" if marked else None)))
    now: list[Lying] = []
    taken: list[tuple[str, str | None, str | None]] = []
    for where, card in before:
        fair = where in (CENTRE, "ann")
        if fair and rng.random() < 0.5:
            taken.append((where, card.look, card.id))
            there = rng.choice(["claim", "hand", *({CENTRE, "ann"} - {where} if marked else [])])
            if there != "hand":
                now.append(Lying(at(there, rng), card.look, card.id))
        else:
            now.append(Lying(at(where, rng) if marked else card.at_mm, card.look, card.id))
    rng.shuffle(now)
    frozen = freeze([card for _, card in before], ZONES)
    found = claim_of(frozen, now, ZONES, "ann")
    assert not found.unsure
    claimed = [(moved.owner, moved.card.look, moved.card.id) for moved in found.cards]
    assert sorted(claimed, key=str) == sorted(taken, key=str)


def lying(where: str, look: str | None, x: float = 50, marked: str | None = None) -> Lying:
    left, top = ORIGINS[where]
    return Lying((left + x, top + 75), look, marked)


def test_a_card_from_another_players_row_is_told() -> None:
    frozen = freeze([lying("ben", "a"), lying(CENTRE, "b")], ZONES)
    found = claim_of(frozen, [lying("claim", "a"), lying("claim", "b", 150)], ZONES, "ann")
    assert {(moved.owner, moved.card.look) for moved in found.cards} == {("ben", "a"), (CENTRE, "b")}


def test_of_two_alike_nobody_is_accused_without_need() -> None:
    frozen = freeze([lying("ben", "a"), lying("ann", "a")], ZONES)
    found = claim_of(frozen, [lying("claim", "a")], ZONES, "ann")
    assert [moved.owner for moved in found.cards] == ["ann"]


def test_a_card_that_came_from_nowhere_has_no_owner() -> None:
    found = claim_of(freeze([], ZONES), [lying("claim", "a")], ZONES, "ann")
    assert found.cards == (Moved(None, lying("claim", "a")),)


def test_what_lay_in_the_claim_zone_before_is_no_part_of_it() -> None:
    old = lying("claim", "a")
    assert claim_of(freeze([old], ZONES), [old], ZONES, "ann").cards == ()


def test_a_card_under_a_hand_is_unsure() -> None:
    card = lying("ann", "a")
    found = claim_of(freeze([card], ZONES), [], ZONES, "ann", covered=lambda at_mm: at_mm == card.at_mm)
    assert (found.cards, found.unsure) == ((), (Moved("ann", card),))


def test_a_marker_tells_more_than_a_likeness_nearby() -> None:
    frozen = freeze([lying("ann", "a", 50, "card 7"), lying("ann", "a", 60)], ZONES)
    (moved,) = claim_of(
        frozen, [lying("ann", "a", 51), lying("claim", "a", 50, "card 7")], ZONES, "ann"
    ).cards
    assert moved.card.id == "card 7"


def test_what_was_read_once_is_remembered() -> None:
    frozen = freeze([lying("ann", "a", marked="card 7")], ZONES)
    (moved,) = claim_of(frozen, [lying("claim", None)], ZONES, "ann").cards
    assert (moved.owner, moved.card.look, moved.card.id) == ("ann", "a", "card 7")


def test_an_unread_card_is_the_same_only_where_it_lay() -> None:
    frozen = freeze([lying("ann", "a", 50)], ZONES)
    assert claim_of(frozen, [lying("ann", None, 55)], ZONES, "ann").cards == ()
    # Elsewhere in the row it may be the one that is missed there, and may be another.
    pushed = claim_of(frozen, [lying("ann", None, 200)], ZONES, "ann")
    assert (pushed.cards, [m.owner for m in pushed.unsure]) == ((), ["ann"])
    assert [m.owner for m in claim_of(frozen, [lying("ben", None)], ZONES, "ann").cards] == ["ann"]


def test_what_lies_in_no_zone_is_nobodys() -> None:
    assert freeze([Lying((5000.0, 5000.0), "a")], ZONES) == Frozen(())


# --- put down the wrong way round -----------------------------------------------------------------

HERE, THERE = (400.0, 50.0), (500.0, 250.0)
"""Places in the centre and before ben."""


def held(frozen: Frozen, now: list[Lying]) -> list[tuple[str | None, str | None]]:
    """Owner and look of each card of ben's claim."""
    return [(one.owner, one.card.look) for one in claim_of(frozen, now, ZONES, "ben").cards]


@pytest.mark.parametrize("marked", [False, True])
def test_cards_that_were_exchanged_when_the_call_came_are_in_nobodys_hand(marked: bool) -> None:
    one, other = ("a", "1") if marked else ("a", None), ("b", "2") if marked else ("b", None)
    stays = Lying((450.0, 50.0), "a", "3" if marked else None)
    frozen = freeze([Lying(HERE, *one), Lying(THERE, *other), stays], ZONES)
    now = [Lying((405.0, 52.0), *other), Lying((498.0, 255.0), *one), stays]
    assert sorted(map(str, held(frozen, now))) == ["('ben', 'b')", "('centre', 'a')"]
    exchanged = with_exchanged(frozen, now, ZONES)
    assert held(exchanged, now) == []
    # From then on each belongs where it lies.
    assert held(exchanged, [*now[1:], Lying((400.0, 450.0), *other)]) == [(CENTRE, "b")]
    assert with_exchanged(exchanged, now, ZONES) == exchanged


def test_a_card_that_is_laid_where_another_lay_is_no_exchange_by_itself() -> None:
    frozen = freeze([Lying(HERE, "a"), Lying(THERE, "b")], ZONES)
    for now in (
        [Lying(THERE, "a")],  # The other one is in a hand.
        [Lying(THERE, "a"), Lying((400.0, 450.0), "b")],  # The other one is laid down.
        [Lying(THERE, "a"), Lying((445.0, 50.0), "b")],  # The other one lies in the centre, but elsewhere.
        [Lying(THERE, "a"), Lying(HERE, None)],  # What lies there instead is not read.
        [Lying(THERE, "c"), Lying(HERE, "b")],  # A card like neither.
        [Lying(HERE, "a"), Lying(THERE, "b")],
    ):
        assert with_exchanged(frozen, now, ZONES) == frozen


def test_cards_of_one_owner_that_change_places_are_no_exchange() -> None:
    frozen = freeze([Lying(HERE, "a"), Lying((500.0, 50.0), "b")], ZONES)
    now = [Lying((500.0, 50.0), "a"), Lying(HERE, "b")]
    assert with_exchanged(frozen, now, ZONES) == frozen


def test_a_card_in_the_claim_zone_stays_whose_it_was_when_one_like_it_is_taken_elsewhere() -> None:
    """Ben lays down his own; then somebody takes the centre's that looks like it, and lies nearer."""
    frozen = freeze([Lying((355.0, 149.0), "a"), Lying((640.0, 340.0), "a")], ZONES)
    laid = Lying((352.0, 402.0), "a")
    first = claim_of(frozen, [laid, Lying((355.0, 149.0), "a")], ZONES, "ben")
    assert [(one.owner, one.card.look) for one in first.cards] == [("ben", "a")]
    both = claim_of(frozen, [laid], ZONES, "ben", lay=first.cards)
    assert {(one.owner, one.card.at_mm) for one in both.cards} == {
        ("ben", laid.at_mm),
        (CENTRE, (355.0, 149.0)),
    }
    # One that was read otherwise since, or lies elsewhere, is looked for anew.
    for other in (Lying((352.0, 402.0), "b"), Lying((500.0, 500.0), "a")):
        anew = claim_of(frozen, [other], ZONES, "ben", lay=first.cards)
        assert anew == claim_of(frozen, [other], ZONES, "ben")


def test_a_card_whose_marker_shows_elsewhere_is_not_what_cannot_be_read_where_it_lay() -> None:
    frozen = freeze([lying("ann", "a", 50, "a-1"), lying(CENTRE, "a", 50, "a-2")], ZONES)
    now = [lying("ann", None, 50), lying(CENTRE, None, 50), lying("claim", "a", 50, "a-2")]
    found = claim_of(frozen, now, ZONES, "ann")
    assert [(moved.owner, moved.card.id) for moved in found.cards] == [(CENTRE, "a-2")]
    assert found.unsure == ()


@pytest.mark.parametrize("beneath", [None, "b"])
def test_without_markers_a_columns_top_left_what_cannot_be_read(beneath: str | None) -> None:
    frozen = freeze([lying("ben", "a"), lying("cem", "b"), lying(CENTRE, "c")], ZONES)
    now = [lying("ben", beneath), lying("cem", "b"), lying("claim", "a"), lying("claim", "c", 150)]
    found = claim_of(frozen, now, ZONES, "ann", columns=("ben", "cem"))
    assert {(moved.owner, moved.card.look) for moved in found.cards} == {("ben", "a"), (CENTRE, "c")}
    # So it did elsewhere, where no other card that looks so has left its place.
    other = claim_of(frozen, now, ZONES, "ben")
    assert {(moved.owner, moved.card.look) for moved in other.cards} == {("ben", "a"), (CENTRE, "c")}


def test_a_card_that_left_no_column_has_no_owner_though_one_cannot_be_read() -> None:
    frozen = freeze([lying("ben", "a"), lying("cem", "b")], ZONES)
    now = [
        lying("ben", None),
        lying("cem", None),
        lying("claim", "d"),
        lying("claim", "a", 150),
        lying("claim", "a", 220),
    ]
    found = claim_of(frozen, now, ZONES, "ann", columns=("ben", "cem"))
    assert sorted((str(moved.owner), moved.card.look) for moved in found.cards) == [
        ("None", "a"),
        ("None", "d"),
        ("ben", "a"),
    ]


def test_of_two_cards_alike_the_one_that_cannot_be_read_where_it_lay_may_be_the_one_that_was_laid_down() -> (
    None
):
    frozen = freeze([lying(CENTRE, "a", 50), lying("ann", "a", 50), lying("cem", "a", 50)], ZONES)
    there = lying("ann", "a", 50)
    seen = claim_of(frozen, [there, lying("cem", "a", 50), lying("claim", "a")], ZONES, "ann")
    assert ([moved.owner for moved in seen.cards], seen.unsure) == ([CENTRE], ())
    unread = claim_of(
        frozen, [lying("ann", None, 50), lying("cem", None, 50), lying("claim", "a")], ZONES, "ann"
    )
    assert unread.unsure == unread.cards
    # Nobody is accused of what another player's unread card may be.
    others = claim_of(frozen, [there, lying("cem", None, 50), lying("claim", "a")], ZONES, "ann")
    assert ([moved.owner for moved in others.cards], others.unsure) == ([CENTRE], ())


def test_what_cannot_be_read_in_the_claim_zone_is_only_what_it_may_be() -> None:
    own, centre = lying("ann", "a", 50), lying(CENTRE, "b", 50)
    frozen, unread = freeze([own, centre], ZONES), lying("claim", None)

    def claimed(*could: Moved) -> list[tuple[str | None, str | None, bool]]:
        found = claim_of(frozen, [unread], ZONES, "ann", may_be=lambda _card: could)
        laid = [moved for moved in found.cards if moved.card.at_mm == unread.at_mm]
        return [(moved.owner, moved.card.look, moved.guessed) for moved in laid]

    assert claimed(Moved("ann", own)) == [("ann", "a", False)]
    assert claimed(Moved(CENTRE, centre)) == [(CENTRE, "b", False)]
    assert [guessed for _, _, guessed in claimed(Moved("ann", own), Moved(CENTRE, centre))] == [True]


def test_a_card_that_another_player_misses_may_have_fallen_where_the_one_lay_that_was_put_down() -> None:
    frozen = freeze([lying(CENTRE, "a", 50), lying("ann", "a", 50), lying("ben", "a", 50)], ZONES)
    laid, back = lying("claim", "a"), lying("ann", "a", 50)
    assert claim_of(frozen, [laid, back, lying("ben", "a", 50)], ZONES, "ann").unsure == ()
    found = claim_of(frozen, [laid, back], ZONES, "ann")
    assert found.unsure == found.cards != ()
    # Where no other card that looks so is the caller's, or the centre's, it shows whose it is.
    frozen = freeze([lying(CENTRE, "b", 50), lying("ann", "a", 50), lying("ben", "a", 50)], ZONES)
    assert claim_of(frozen, [laid, lying(CENTRE, "b", 50)], ZONES, "ann").unsure == ()
