"""Zont under a camera: turns that leave the piles as they were or look like another one, told or asked by a button."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.verdict import Ruling
from companion.table.played import events as ev
from companion.table.played.asked import LONGEST_GAP_S, Asked
from companion.table.played.news import News
from companion.table.played.play import State, step
from companion.table.played.proposal import ruled
from companion.table.played.watching import Watch
from tests.table.looking_on import moves_of
from tests.table.parts.sightings import card, seen
from vision.parts.sighting import PartsSeen

LINE = "A0/C0/F0F2bF3r/Z0/G0 A2rF1yF2yG2bG2rC3bZ1yZ2y/C1bF2r -/- A1bA1rC1rC2rC3r 1 running"
BARE, AWAY = "A0 C0 F3r Z0 G0", "A0 C0 Z0 G0"
LAID = "A0 C0 F1y Z0 G0"
SCORED = "C3b"
OWN_PILE = ("play F1y, favors F shows F3r, score C3b", Ruling.LEGAL)


def table(line: str = LINE) -> State:
    """Ann is on turn, and people deal."""
    return step(State(), ev.SetUp("zont", ("Ann", "Ben"), position=line))


def piles(tops: str, scores: str = "") -> PartsSeen:
    """Five piles in a row, each at its own place, and score piles apart from them."""
    places = {"A": 70.0, "C": 146.0, "F": 222.0, "Z": 298.0, "G": 374.0}
    row = [card("zont", name, (places[name[0]], 80.0)) for name in tops.split()]
    below = [card("zont", name, (110.0 + 240.0 * at, 240.0)) for at, name in enumerate(scores.split())]
    return seen("zont", *row, *below)


def asked(state: State, *looks: tuple[PartsSeen, float]) -> News | None:
    """What is asked after looks, each held for so many seconds at four in a second, of which none is entered."""
    watch, at_s = Watch(), 0.0
    assert state.table is not None
    for look, held_s in looks:
        for _ in range(round(held_s * 4)):
            watch, event = watch.looked(state.table, look, at_s)
            assert event is None
            at_s += 0.25
    return watch.news


def ways(news: News | None) -> list[str]:
    return [] if news is None else [way.says for way in news.ways]


def shuffled_in(unseen_s: float, *, before_s: float = 1.0) -> list[tuple[PartsSeen, float]]:
    """A card is laid, nothing is seen of its pile for a while, and then what showed before shows again."""
    looks = [(piles(BARE), 1.0), (piles(LAID), 1.0), (piles(AWAY), unseen_s - 0.25)]
    return [*looks, (piles(BARE), before_s)]


def test_a_card_over_which_its_own_pile_was_shuffled_is_told_though_the_middle_is_as_before() -> None:
    scored = piles(BARE, SCORED)
    assert moves_of(table(), *shuffled_in(1.5), (scored, 5.5)) == [OWN_PILE]
    assert moves_of(table(), *shuffled_in(1.5), (scored, 4.5)) == []


def test_what_the_next_player_lays_settles_it_before() -> None:
    both = piles(BARE.replace("C0", "C1b"), f"{SCORED} F2r")
    told = moves_of(table(), *shuffled_in(1.5), (piles(BARE, SCORED), 1.5), (both, 2.5))
    assert told == [OWN_PILE, ("play C1b, score F2r", Ruling.LEGAL)]


def test_a_card_that_was_taken_back_is_not_told_but_asked_for() -> None:
    """In no time, before the card that was scored, or for so long that another one may have been laid."""
    scored = (piles(BARE, SCORED), 11.0)
    late = [(piles(BARE), 1.0), (piles(LAID), 1.0), (piles(LAID, SCORED), 0.5), (piles(AWAY, SCORED), 1.5)]
    for looks in (shuffled_in(0.5), shuffled_in(8.0), late):
        assert ways(asked(table(), *looks, scored)) == ["The yellow Favors 1"]
    # So it is once the next card lies there, which may be of this turn or of the next one.
    other = piles("A2r C0 F3r Z0 G0", SCORED)
    found = ways(asked(table(), *shuffled_in(0.5), (piles(BARE, SCORED), 1.0), (other, 6.0)))
    assert found == ["The red Art 2: No power was used", "The yellow Favors 1: Favors was shuffled"]


def test_what_showed_first_after_a_shuffle_may_have_been_lifted_since() -> None:
    """Another card was turned up, and beneath it lies what showed before."""
    looks = [*shuffled_in(1.5)[:-1], (piles(BARE.replace("F3r", "F0")), 0.5), (piles(BARE), 0.5)]
    assert ways(asked(table(), *looks, (piles(BARE, SCORED), 11.0))) == ["The yellow Favors 1"]


def test_of_two_cards_that_lay_there_both_are_asked_for() -> None:
    other = piles(LAID.replace("F1y", "F2y"))
    looks = (*shuffled_in(0.5), (other, 1.0), (piles(AWAY), 1.5), (piles(BARE), 1.0))
    assert ways(asked(table(), *looks, (piles(BARE, SCORED), 11.0))) == [
        "The yellow Favors 1",
        "The yellow Favors 2",
    ]


def test_a_pile_that_was_not_seen_meanwhile_may_have_been_the_one() -> None:
    looks = (*shuffled_in(1.5), (piles(BARE.removesuffix(" G0")), 1.5), (piles(BARE), 1.0))
    found = ways(asked(table(), *looks, (piles(BARE, SCORED), 11.0)))
    assert found[0] == "The yellow Favors 1"
    assert "The blue Giglets 2" in found


def test_a_card_that_nobody_saw_before_its_pile_was_shuffled_is_one_of_the_unseen_ones() -> None:
    looks = ((piles(BARE), 1.0), (piles(AWAY), 1.5))
    own = ["The yellow Favors 1", "The red Favors 2", "The yellow Favors 2"]
    for tops in (BARE, BARE.replace("F3r", "F2b")):
        found = ways(asked(table(), *looks, (piles(tops), 1.0), (piles(tops, SCORED), 6.0)))
        assert found == own
        assert asked(table(), *looks, (piles(tops), 1.0), (piles(tops, SCORED), 4.5)) is None


def test_a_card_that_was_taken_in_no_time_was_taken_and_its_pile_not_shuffled() -> None:
    laid, turned = piles("A0 C0 F3r Z0 G2r"), "A0 C0 F2b Z0 G2r"
    looks = ((piles(BARE), 1.0), (laid, 1.0))
    change = ("play G2r, change F shows F2b, score C3b", Ruling.LEGAL)
    # The pile's top may have been lifted: Change is told once nobody would hold it any more.
    told = moves_of(table(), *looks, (piles(turned), 1.0), (piles(turned, SCORED), 9.5))
    assert told == [change]
    assert moves_of(table(), *looks, (piles(turned), 1.0), (piles(turned, SCORED), 8.5)) == []
    # A hand that passes over the table meanwhile does not begin it anew.
    passing = (piles(turned), 1.0), (piles(turned, SCORED), 5.0), (piles("A0 C0 G2r"), 2.0)
    assert moves_of(table(), *looks, *passing, (piles(turned, SCORED), 2.5)) == [change]
    covered, beside = (piles("A0 C0 Z0 G2r"), 1.0), card("zont", "F3r", (222.0, 330.0))
    # A pile that is held open is taken up, and may be shuffled.
    held = (replace(covered[0], parts=(*covered[0].parts, beside)), 1.0)
    found = asked(table(), *looks, held, (piles(turned), 1.0), (piles(turned, SCORED), 6.0))
    assert ways(found) == ["The top card of Favors was taken", "Favors was shuffled"]
    found = asked(table(), *looks, covered, (piles(turned), 1.0), (piles(turned, SCORED), 6.0))
    assert ways(found) == ["The top card of Favors was taken", "Favors was shuffled"]
    assert found is not None
    assert found.ways[0].move == change[0]


def test_a_card_that_shows_first_once_its_pile_was_shuffled_may_lie_beneath_a_lifted_one() -> None:
    """The shuffle turned up what showed before, and nobody saw the card."""
    laid = piles(LAID, SCORED)
    looks = ((piles(BARE), 1.0), (piles(AWAY), 1.5), (piles(BARE), 3.0))
    found = asked(table(), *looks, (piles(LAID), 0.5), (laid, 6.0))
    assert ways(found) == [
        "The yellow Favors 1: No power was used",
        "The yellow Favors 1: Favors was shuffled",
    ]
    # Where its pile was seen all the time, it was laid on it.
    told = moves_of(table(), (piles(BARE), 5.5), (piles(LAID), 0.5), (laid, 1.5))
    assert told == [("play F1y, score C3b", Ruling.LEGAL)]


def test_a_card_that_somebody_looks_beneath_while_another_plays_is_none_that_change_took() -> None:
    """A card of the power to take it was laid without using it."""
    line = LINE.replace("F0F2bF3r", "F0F2rF3b").replace("C1bF2r", "C1bF2b")
    bare, laid, turned = "A0 C0 F3b Z0 G0", "A0 C3b F3b Z0 G0", "A0 C3b F2r Z0 G0"
    looks = ((piles(bare), 1.0), (piles(laid), 0.5), (piles(turned), 0.5))
    lifted = (piles(turned, "Z1y"), 7.0), (piles(laid, "Z1y"), 2.5)
    assert moves_of(table(line), *looks, *lifted) == [("play C3b, score Z1y", Ruling.LEGAL)]
    taken = ("play C3b, change F shows F2r, score Z1y", Ruling.LEGAL)
    assert moves_of(table(line), *looks, (piles(turned, "Z1y"), 10.5)) == [taken]
    # Where it is scored it was taken.
    scored = ("play C3b, change F shows F2r, score F3b", Ruling.LEGAL)
    assert moves_of(table(line), *looks, (piles(turned, "F3b"), 1.5)) == [scored]


def test_a_pile_that_was_shuffled_in_no_time_waits_less_where_nobody_can_have_lifted_its_top() -> None:
    """Beneath the top lies F2b; F0 shows only where more than one card was lifted."""
    looks = ((piles(BARE), 1.0), (piles("A0 C0 F3r Z0 G2b"), 1.0))
    for shows, least_s in (("F0", 5.0), ("F2b", 10.0)):
        turned = piles(f"A0 C0 {shows} Z0 G2b", SCORED)
        power = (f"play G2b, favors F shows {shows}, score C3b", Ruling.LEGAL)
        assert moves_of(table(), *looks, (piles("A0 C0 Z0 G2b"), 0.5), (turned, least_s + 0.5)) == [power]
        assert moves_of(table(), *looks, (piles("A0 C0 Z0 G2b"), 0.5), (turned, least_s - 0.5)) == []


def test_a_hand_that_passes_over_the_table_takes_no_question_back() -> None:
    looks = (*shuffled_in(0.5), (piles(BARE, SCORED), 6.0))
    assert asked(table(), *looks, (piles(AWAY), 3.0)) is not None
    assert asked(table(), *looks, (piles(AWAY), 6.0)) is None
    # Nor is it asked once another card lies there.
    assert asked(table(), *looks, (piles("A2r C0 F3r Z0 G0", SCORED), 0.5)) is None


def test_a_pile_that_has_shown_two_cards_is_told_by_which_of_them_was_turned_up() -> None:
    """Each may be what showed once the card was shuffled in; the other was lifted, or laid back."""
    two = (piles("A0 C0 F1y Z0", "F3r"), 6.0), (piles("A0 C3b F0 Z0", "Z1y"), 1.5)
    found = asked(table(), *two, (piles("A2r C0 F3r Z0 G0", SCORED), 6.0))
    assert ways(found) == [
        "The red Art 2: No power was used",
        "The yellow Favors 1: Favors was shuffled, and the Favors 0 was turned up",
        "The yellow Favors 1: Favors was shuffled, and the red Favors 3 was turned up",
    ]


TOPS = {"A": ("A0", "A2r"), "C": ("C0", "C3b"), "F": ("F3r", "F1y", "F2b", "F0", ""), "G": ("G0", "G2r", "")}


@st.composite
def some_looks(draw: st.DrawFn) -> list[tuple[PartsSeen, float]]:
    """What may show on the piles and beside them, in any order, for any times."""
    found = []
    for _ in range(draw(st.integers(2, 6))):
        tops = [draw(st.sampled_from(TOPS[suit])) for suit in "ACF"] + [
            "Z0",
            draw(st.sampled_from(TOPS["G"])),
        ]
        score = draw(st.sampled_from(("", "C3b", "Z1y", "F3r")))
        found.append(
            (piles(" ".join(filter(None, tops)), score), draw(st.sampled_from((0.25, 0.5, 1.5, 6.0))))
        )
    return found


@settings(max_examples=12, deadline=None)
@given(some_looks())
def test_whatever_is_asked_each_button_is_a_turn_that_the_rules_allow(
    looks: list[tuple[PartsSeen, float]],
) -> None:
    state, watch, at_s = table(), Watch(), 0.0
    assert state.table is not None
    for look, held_s in looks:
        for _ in range(round(held_s * 4)):
            watch, event = watch.looked(state.table, look, at_s)
            at_s += 0.25
            if event is not None:
                return
            if watch.news is not None:
                moves = [way.move for way in watch.news.ways]
                assert 0 < len(moves) <= 10
                assert len({*moves}) == len({way.says for way in watch.news.ways}) == len(moves)
                assert {ruled(state.table, move) for move in moves} == {Ruling.LEGAL}
                assert watch.news.seat == "Ann"


def test_what_stays_open_while_no_picture_comes_has_been_so_for_no_longer_than_a_second() -> None:
    open_ = News("open", "Which?", "Which power was used?")
    once = Asked().then(open_, 10.0, 5.0)
    assert once.then(open_, 10.5, 5.0).open_s == 0.5
    assert once.then(open_, 40.0, 5.0).open_s == LONGEST_GAP_S
