"""What is said of pieces that are trapped as a turn ends and have not turned over is true."""

from __future__ import annotations

import random
from itertools import islice

import pytest

from companion.rules.tranglar import actions, judge, parse, position_from_line
from companion.rules.tranglar.cells import mask_of, spelt
from companion.rules.tranglar.kinds import PLAYERS, kinds, spot_at
from companion.rules.tranglar.supply import count
from companion.rules.tranglar.trapping import trapezes
from companion.rules.verdict import Reason, Ruling
from tests.rules.tranglar_games import scattered

TWO = (
    "b1ENb2S,b2Nb3SW a3ENSW,a4Eb3Nb4SW,b1W,b3E,c1ESW c2Ed1ENd2SW,c2Nc3ENSW green "
    "4S4G3M1F1Q1C1PR 2S4G3M1TR1PL 3/3 - 0"
)
"""Green has one trapeze R, and traps two of petrol's with `place b2Ec2W`."""
LATER = "c1N,c1S,b1N b1ESc1W - petrol {} 1G 3/3 - 0"


def told(line: str, action: str, *prefer: str) -> list[Reason]:
    """The reasons that tell of something trapped that stays."""
    judged = judge(
        position_from_line(line), parse(action), None, [mask_of(cells.split()) for cells in prefer]
    )
    assert judged.ruling is Ruling.LEGAL
    return [one for one in judged.reasons if "stays" in one.says or "trapped before: " in one.says]


def test_of_two_trapezes_and_one_that_fits_both_is_told_where_it_went_and_that_the_choice_was_open() -> None:
    (reason,) = told(TWO, "place b2Ec2W")
    assert (reason.clause, reason.where) == ("tranglar/trapeze-swap", ("b2N", "b3S", "b3W"))
    assert reason.says == (
        "The trapeze on b2N, b3S, b3W is trapped and stays: green's only trapeze R went to the one on "
        "b1E, b1N, b2S, the first of the two; green might have chosen this one instead."
    )
    (reason,) = told(TWO, "place b2Ec2W", "b2N b3S b3W")
    assert reason.says == (
        "The trapeze on b1E, b1N, b2S is trapped and stays: green's only trapeze R went to the one on "
        "b2N, b3S, b3W; green might have chosen this one instead."
    )


def test_the_first_is_the_one_with_the_first_cell_of_all() -> None:
    """a2E comes before b1E, though b2W comes after b2S."""
    before = position_from_line("a2S,b1S,b1W,b3S,c1W a2Eb2NW,b1ENb2S - petrol 1S1G1M1F1Q1C1TR - 3/3 - 0")
    judged = judge(before, parse("place b2Ec2W"))
    assert [spelt(flip.mask) for flip in judged.flips] == ["a2Eb2NW"]


def test_a_trapeze_that_went_to_another_one_before_is_told() -> None:
    line = (
        "a1ES,a3ENa4SW,b2Nb3S,b1ENc1W,c2ENc3S,c3ENc4S,b4Ec4W,d1N,d3Nd4S,c4ENd4W "
        "b1SW,b2SW,c1S,c3W,d2ENSW,d3ESW,d4EN a1Na2ENSW,b2Ec1ENc2SW green "
        "4S3G2M 1S1G1M1F1Q2C1PL 2/3 - 0"
    )
    says = (
        "The trapeze on c2E, c2N, c3S is trapped and stays: green had no trapeze R left, "
        "after the exchange of the one on c3E, c3N, c4S."
    )
    assert says in {one.says for one in told(line, "attack c4ENd4W by c4N c4Ed4W")}


def test_without_any_that_fits_nothing_is_said_of_others() -> None:
    (reason,) = told("c1N,c1S b1ESc1W - petrol 2S1TL 1G 3/3 - 0", "place b1N")
    assert reason.says == "The trapeze on b1E, b1S, c1W is trapped and stays: petrol had no trapeze R for it."


def test_a_later_exchange_is_told_where_the_captor_has_a_trapeze_for_it_and_whose_action_it_is() -> None:
    (reason,) = told(LATER.format("2S1TR"), "place d4N")
    assert reason.says == (
        "The trapeze on b1E, b1S, c1W was trapped before: to exchange it is an action of petrol's own."
    )
    assert told(LATER.format("2S1TL"), "place d4N") == []


def test_a_concession_turns_nothing_over_and_a_pass_says_so() -> None:
    # Green's large triangle c3NW is trapped, as it may be where one's own pieces turned last.
    line = "b3E,c4S c3NW - green - - 0/0 - 0"
    (reason,) = told(line, "pass")
    assert reason.says == (
        "The large triangle on c3N, c3W stays although it is trapped now: a pass turns nothing over."
    )
    assert told(line, "concede") == []


def test_who_concedes_has_lost_whatever_the_triangles() -> None:
    for line, winner in (
        ("c3NW b3E - green - - 0/0 - 0", "petrol"),
        ("b3E c3NW - green - - 0/0 - 0", "petrol"),
        ("- - - petrol - - 0/0 - 0", "green"),
    ):
        reasons = judge(position_from_line(line), parse("concede")).reasons
        says = f"Who concedes has lost, whatever triangles each player has: {winner} wins."
        assert [one.says for one in reasons if one.clause == "tranglar/score"] == [says]


@pytest.mark.parametrize(
    ("line", "action", "says"),
    [
        (
            "a2Na3ES,b2S,b3SW,c1ENc2SW a2SW,b1ENS,b2E,a2Eb2NW a1ENSWb1W,c3NWc4ESd4W petrol "
            "5S2M2TR1F2Q1PR 1S6G4M2C 1/2 - 0",
            "place b3Nb4S",
            "The small triangle on b2E stays although it is trapped now: "
            "it has turned over already, and a piece does so once a turn.",
        ),
        (
            "b1NW,c1E b1Ec1SW,d1W a3ESb3NWb4S,b3Ec3ENSW petrol 2S4G3M1TL1Q2C 4S3G3M1TL1TR2F1Q2PL 1/1 - 0",
            "place c1N",
            "The small triangle on c1N stays although it is trapped now: "
            "petrol was to move, and one's own pieces turn over last, together and once.",
        ),
        (
            "a2ES,b1NWb2S,b2Nb3S,b4EN,a4Eb4SW,c1N,b2Ec2NW,c1ESd1NW b2W,c2S b3Ec3ENSW,c4Ed3ENd4SW green "
            "5S3G4M2Q1PR 3G1M1TL2F2C 3/0 - 0",
            "place c2Ed2SW",
            "The trapeze on c2E, d2S, d2W stays although it is trapped now: "
            "green was to move, and one's own pieces turn over last, together and once.",
        ),
    ],
)
def test_why_a_piece_stays_that_could_have_turned(line: str, action: str, says: str) -> None:
    assert says in {one.says for one in told(line, action)}


@pytest.mark.parametrize("seed", range(3))
def test_nobody_is_said_to_have_had_no_trapeze_who_had_one(seed: int) -> None:
    chance, asked = random.Random(seed), 0
    for _ in range(60):
        before = scattered(chance)
        for action in chance.sample(offered := list(islice(actions(before), 300)), min(20, len(offered))):
            judged = judge(before, action)
            for reason in judged.reasons:
                if "had no trapeze" not in reason.says:
                    continue
                asked += 1
                kind = spot_at(mask_of(map(str, reason.where))).kind
                assert kind in trapezes()
                captor = next(player for player in (0, 1) if f"{PLAYERS[player]} had" in reason.says)
                laid = getattr(action, "place", ()) or (getattr(action, "cells", 0),)
                used = sum(captor == before.to_move and spot_at(mask).kind == kind for mask in laid if mask)
                gone = sum(flip.swapped and spot_at(flip.mask).kind == kind for flip in judged.flips)
                left = count(before.supply[captor], kind) - used
                assert ("left, after" in reason.says) == bool(left or gone), (
                    kinds()[kind].label,
                    str(action),
                )
    assert asked
