"""A set of Zigity that no unread card mends, and what a photo cannot know of action cards and of the play card."""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import Any

import pytest

from companion.rules.zigity.cards import printed_deck
from companion.rules.zigity.contract import judge_json
from companion.table.zigity.laid import NO_PLAY, zigity_table
from companion.table.zigity.photo import judge_set
from tests.table.parts.sightings import back, card, seen, unread
from vision.parts.sighting import PartSighting, PartUnread

WHY = "its marker and its colour disagree"


def _z(ident: str, x: float, y: float) -> PartSighting:
    return card("zigity", ident, (x, y))


def _judged(play: str, *laid: str, hidden: int = 1, by: tuple[PartUnread, ...] = ()) -> dict[str, Any]:
    row = [_z(ident, 70.0 * k, 160) for k, ident in enumerate(laid)]
    more = [unread((70.0 * (len(laid) + k), 160)) for k in range(hidden)]
    return judge_set(zigity_table(seen("zigity", _z(play, 0, 0), *row, unread=(*more, *by))))


@pytest.mark.parametrize(
    ("play", "laid", "clause"),
    [
        ("DB9lg", ("DE9cd", "DL5rg"), "zigity/data-head"),
        ("CA1lp", ("CN10rp", "CL6rt"), "zigity/creative-cat"),
        ("SA3cg", ("SE8cp", "SM9lg"), "zigity/star-performer"),
        ("DW2rd", ("dodge-1", "DE9cd"), "zigity/set-cards"),
        ("draw2-1", ("DE9cd", "DL5rg"), "zigity/play-card"),
    ],
)
def test_what_no_unread_card_mends_is_no_set(play: str, laid: tuple[str, ...], clause: str) -> None:
    told = _judged(play, *laid)
    assert told["ruling"] == "illegal"
    assert clause in {reason["clause"] for reason in told["reasons"]}
    assert all("?" not in name for reason in told["reasons"] for name in reason["where"])
    assert _judged(play, *laid, hidden=3)["ruling"] == "illegal"
    # The same by the play card, which may lie beneath what is unread, is open.
    assert _judged(play, *laid, by=(unread((60, 0)),))["ruling"] == "undecided"


@pytest.mark.no_cover
@pytest.mark.parametrize("play", ["DE9cd", "DW2rd", "CA1lp", "SA3cg", "WA3rt"])
def test_a_certain_verdict_is_that_of_every_card_that_may_lie_there(play: str) -> None:
    deck = sorted(set(map(str, printed_deck())))[::4]
    for laid in combinations_with_replacement([f"{one}" for one in ("DN4cp", "SE8cp", "CN10rp", "dodge")], 2):
        idents = [f"{one}-{k + 1}" if one == "dodge" else one for k, one in enumerate(laid)]
        if len(set(idents)) < 2:
            continue
        claims = [[*laid], *([*laid, one] for one in deck)]
        every = {
            judge_json({"play_card": play, "turn": {"set": one}})["ruling"] == "illegal" for one in claims
        }
        told = _judged(play, *idents)["ruling"]
        assert told in ("illegal", "undecided")
        if told == "illegal":
            assert every == {True}


def test_what_may_be_mended_is_open() -> None:
    assert _judged("DW2rd", "DN4cp", "CA1lp")["ruling"] == "undecided"
    assert _judged("CA1lp", "CN10rp", "CA4cd", hidden=1)["ruling"] == "undecided"
    assert _judged("DW2rd", "dodge-1")["ruling"] == "undecided"


def test_a_single_card_beside_one_that_is_not_read_may_be_the_sets() -> None:
    apart = unread((0, 0), WHY)
    assert (
        judge_set(zigity_table(seen("zigity", _z("DE9cd", 0, 160), unread=(apart,))))["ruling"] == "undecided"
    )
    by_it = seen("zigity", _z("DE9cd", 0, 160), back((95, 160)), unread=(apart,))
    assert judge_set(zigity_table(by_it))["ruling"] == "legal"


def test_a_loose_pile_beside_the_draw_pile_is_no_set() -> None:
    loose = [
        card("zigity", "DW2rd", (0, 0), marks=(0,)),
        card("zigity", "CA1lp", (35, 20)),
    ]
    single = _z("DE9cd", 0, 200)
    assert zigity_table(seen("zigity", *loose, single)).doubts == ()
    assert zigity_table(seen("zigity", *loose, single, back((-80, 0)))).doubts[0] == NO_PLAY
    assert zigity_table(seen("zigity", *loose, single, back((-80, 200)))).doubts == ()


@pytest.mark.parametrize(
    ("action", "says"),
    [
        ("dodge-1", "Dodge: what is owed passes on to the next player."),
        ("draw3-1", "The next player owes 3 cards more than were owed."),
        ("bounce-1", "Bounce: what is owed goes back; between two players it is a Dodge."),
    ],
)
def test_what_is_owed_where_an_action_card_shows_is_not_known(action: str, says: str) -> None:
    told = judge_set(zigity_table(seen("zigity", _z("draw2-1", 0, 0), _z(action, 0, 160), back((95, 0)))))
    assert told["ruling"] == "legal"
    assert says in [reason["says"] for reason in told["reasons"]]
    assert not any("without a draw" in reason["says"] for reason in told["reasons"])
    assert "zigity/turn-over" not in {reason["clause"] for reason in told["reasons"]}
    assert "zigity/debt" in told["left_out"]
    known = judge_set(zigity_table(seen("zigity", _z("DW2rd", 0, 0), _z(action, 0, 160), back((95, 0)))))
    assert "zigity/debt" not in known["left_out"]


def test_bounce_says_what_it_is_where_nobody_knows_how_many_play() -> None:
    for players, two in ((None, True), (3, False)):
        told = judge_json({"play_card": "DW2rd", "players": players, "turn": {"action": "bounce"}})
        assert any("between two players" in reason["says"] for reason in told["reasons"]) is two
