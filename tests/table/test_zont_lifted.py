"""Zont under a camera: cards that somebody lifts off a pile, or tries on it, once a turn has been played."""

from __future__ import annotations

from companion.rules.verdict import Ruling
from companion.table.played import events as ev
from companion.table.played.play import State, step
from tests.table.looking_on import moves_of
from tests.table.parts.sightings import card, seen
from vision.parts.sighting import PartsSeen

LINE = "A0/C0/F0F2bF3r/Z0/G0 A2rA3rF1yG2bC3bZ1yZ2y/C1bF2r -/- A1bA1rC1rC2rC3r 1 running"
BARE = "A0 C0 F3r Z0 G0"


def table() -> State:
    """Ann is on turn, and people deal."""
    return step(State(), ev.SetUp("zont", ("Ann", "Ben"), position=LINE))


def piles(tops: str, score: str = "") -> PartsSeen:
    """Five piles in a row, and a score pile apart from them."""
    row = [card("zont", name, (70.0 + 76.0 * at, 80.0)) for at, name in enumerate(tops.split())]
    return seen("zont", *row, *([card("zont", score, (110.0, 240.0))] if score else []))


def test_a_card_that_was_shuffled_in_and_shows_under_a_lifted_one_is_no_turn_without_a_power() -> None:
    laid, shuffled = piles("A0 C0 F1y Z0 G0"), piles(BARE)
    lifted = piles("A0 C0 F1y Z0 G0", "C3b")
    looks = ((laid, 1.0), (shuffled, 1.0), (piles(BARE, "C3b"), 1.0))
    assert moves_of(table(), *looks, (lifted, 20.0)) == []
    # Where no card beneath it has shown meanwhile it is one.
    assert moves_of(table(), (laid, 1.0), (lifted, 2.0)) == [("play F1y, score C3b", Ruling.LEGAL)]
    # Nor is it told by what the next player lays, and nor is that one's card.
    beside = piles("A0 C1b F3r Z0 G0", "C3b")
    assert moves_of(table(), (laid, 1.0), (lifted, 0.5), (piles(BARE, "C3b"), 1.0), (beside, 9.0)) == []


def test_a_card_that_shows_under_one_lifted_after_the_turn_is_none_that_favors_turned_up() -> None:
    scored, lifted = piles("A0 C0 F1y Z0 G0", "C3b"), piles("A0 C0 F3r Z0 G0", "C3b")
    assert moves_of(table(), (piles("A0 C0 F1y Z0 G0"), 1.0), (scored, 0.5), (lifted, 20.0)) == []
    power = "play G2b, favors F shows F2b, score C3b"
    turn, lifted = piles("A0 C0 F3r Z0 G2b", "C3b"), piles("A0 C0 F2b Z0 G2b", "C3b")
    looks = ((piles("A0 C0 F3r Z0 G2b"), 1.0), (turn, 0.5))
    assert moves_of(table(), *looks, (lifted, 7.0), (turn, 2.0)) == [("play G2b, score C3b", Ruling.LEGAL)]
    # Nobody holds a card for so long.
    assert moves_of(table(), *looks, (lifted, 11.0)) == [(power, Ruling.LEGAL)]
    # What showed before the turn and shows again was lifted off, too.
    again = ((lifted, 1.0), *looks)
    assert moves_of(table(), *again, (lifted, 7.0), (turn, 2.0)) == [("play G2b, score C3b", Ruling.LEGAL)]


def test_what_the_next_player_tries_is_not_told_as_art_of_the_turn_before() -> None:
    turn, tried = piles("A0 C0 F3r Z0 G2b", "C3b"), piles("A0 C1b F3r Z0 G2b", "C3b")
    looks = ((piles("A0 C0 F3r Z0 G2b"), 1.0), (turn, 0.5))
    assert moves_of(table(), *looks, (tried, 7.0), (turn, 4.0)) == [("play G2b, score C3b", Ruling.LEGAL)]


def test_a_card_that_came_while_its_pile_was_covered_for_long_may_lie_on_another() -> None:
    covered = piles("C0 F3r Z0 G0")
    for tops in ("A3r C0 F3r Z0 G0", "A2r C0 F3r Z0 G0"):
        laid = (piles(tops), 1.0), (piles(tops, "C3b"), 2.0)
        move = f"play {tops[:3]}, score C3b"
        assert moves_of(table(), (piles(BARE), 1.0), (covered, 1.0), *laid) == [(move, Ruling.LEGAL)]
        assert moves_of(table(), (piles(BARE), 1.0), (covered, 2.0), *laid, (laid[1][0], 9.0)) == []
    # A suit without that power tells by itself.
    covered, zonts = piles("A0 C0 F3r G0"), piles("A0 C0 F3r Z1y G0", "C3b")
    told = moves_of(table(), (piles(BARE), 1.0), (covered, 4.0), (zonts, 2.0))
    assert told == [("play Z1y, score C3b", Ruling.LEGAL)]


def test_a_pile_that_was_shuffled_in_no_time_may_be_one_whose_top_was_lifted() -> None:
    """The power left nothing to see: Favors of a pile of one card."""
    turn, lifted = piles("A0 C0 F3r Z0 G2b"), piles("A0 C0 F2b Z0 G2b", "C3b")
    hands = piles("A0 C0 Z0 G2b")
    looks = ((piles(BARE), 1.0), (turn, 1.0))
    power = ("play G2b, favors F shows F2b, score C3b", Ruling.LEGAL)
    assert moves_of(table(), *looks, (lifted, 7.0), (turn, 1.0)) == []
    assert moves_of(table(), *looks, (hands, 1.5), (lifted, 1.5)) == [power]
