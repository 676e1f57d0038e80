"""The rulebook's examples rebuilt as positions, and every clause and option broken and kept."""

from __future__ import annotations

import pytest

from companion.rules.errors import BadInput
from companion.rules.judged import IllegalMove
from companion.rules.seeds import seed
from companion.rules.tranglar import (
    Position,
    Rules,
    actions,
    clauses,
    judge,
    judge_json,
    parse,
    play,
    position_from_line,
    position_to_line,
    replay,
    start,
)
from companion.rules.tranglar.cells import spelt
from companion.rules.tranglar.judging import TranglarVerdict
from companion.rules.tranglar.kinds import PLAYERS
from companion.rules.verdict import Ruling


def at(petrol: str, green: str, neutral: str = "-", mover: str = "petrol", *, more: str = "") -> Position:
    """A position by its pieces; both supplies hold a bit of everything that is not too much."""
    own = "1S1G1M1TL1TR1F"
    whites = "3/3" if neutral == "-" else "3/2"
    return position_from_line(f"{petrol} {green} {neutral} {mover} {own} {own} {whites} - {more or '0'}")


def str_supply(position: Position, player: int) -> str:
    return position_to_line(position).split()[4 + player]


def turned(judged: TranglarVerdict) -> list[tuple[str, str]]:
    return [(spelt(flip.mask), PLAYERS[flip.to]) for flip in judged.flips]


def broken(position: Position, action: str, **options: bool) -> set[str]:
    judged = judge(position, parse(action), Rules.of({k.replace("_", "-"): v for k, v in options.items()}))
    assert judged.ruling is Ruling.ILLEGAL, action
    assert (judged.after, judged.flips) == (position, ())
    return {reason.clause.removeprefix("tranglar/") for reason in judged.reasons}


def kept(position: Position, action: str, **options: bool) -> TranglarVerdict:
    judged = judge(position, parse(action), Rules.of({k.replace("_", "-"): v for k, v in options.items()}))
    assert judged.ruling is Ruling.LEGAL, (action, judged.reasons)
    return judged


def cited(judged: TranglarVerdict) -> set[str]:
    return {reason.clause.removeprefix("tranglar/") for reason in judged.reasons}


# --- the rulebook's pictures ----------------------------------------------------------------------


def test_a_triangle_may_not_go_where_two_of_its_three_sides_touch() -> None:
    position = at("b2E,b2W", "d4N", mover="green")
    assert broken(position, "place b2N") == {"no-trap"}
    kept(at("b2E", "d4N", mover="green"), "place b2N")


def test_a_square_may_not_go_where_three_of_its_four_sides_touch() -> None:
    # The diamond b2E c2W has the neighbours b2N, b2S, c2N and c2S.
    three = at("a1N", "b2N,b2S,c2N")
    assert broken(three, "place b2Ec2W") == {"no-trap"}
    kept(at("a1N", "b2N,b2S"), "place b2Ec2W")


def test_part_of_a_sides_length_is_enough_to_take_a_triangle() -> None:
    """The large triangle's long side is touched along half of it only."""
    # b1ES has its legs along c1 and the rim; its long side borders b1N and b1W, and b1N alone is petrol's.
    judged = kept(at("c1W", "b1ES,d4N"), "place b1N")
    assert turned(judged) == [("b1ES", "petrol")]
    assert judged.after.score == (4, 1)


def test_a_neutral_piece_protects() -> None:
    judged = kept(at("a1N", "b2E", "b2W"), "place b2N")
    assert "neutral-protects" in cited(judged)
    assert broken(at("a1N", "b2E,b2W"), "place b2N") == {"no-trap"}


def test_a_neutral_piece_beside_a_taken_side_protects_nothing_that_it_does_not_cover() -> None:
    # Two of three sides touch the opponent; the neutral piece has the third.
    assert broken(at("a1N", "b2E,b2W", "b3S"), "place b2N") == {"no-trap"}


def test_a_trapeze_is_attacked_and_its_neighbour_falls_in_the_chain() -> None:
    # Petrol's trapeze c1ENd1W has petrol's triangle c2S above it, which green touches on one side already.
    position = position_from_line("c1ENd1W,c2S c2E - green 1S 4S2G 3/3 - 0")
    judged = kept(position, "attack c1ENd1W by c1EN d1W")
    assert turned(judged) == [("c2S", "green")]
    assert judged.after.pieces[0] == ()
    assert str_supply(judged.after, 1) == "3S1G1TR"
    assert {"attack-whom", "attack-two", "own-supply", "captured", "flips"} <= cited(judged)


def test_a_chain_goes_on_until_nobody_is_trapped() -> None:
    """Each triangle of a square falls to the one taken before it."""
    position = position_from_line("b2N,b1N b2ES,b2W - petrol 2S 1S 3/3 - 0".replace("b2ES", "b2E,b2S"))
    judged = kept(position, "place c2W")
    assert turned(judged) == [("b2E", "petrol"), ("b2S", "petrol"), ("b2W", "petrol")]
    assert judged.after.pieces[1] == ()


def test_an_attackers_own_pieces_can_fall_last() -> None:
    position = position_from_line("b1Ec1W,b1N,b1S d4N - green 1S 3S 3/3 - 0")
    judged = kept(position, "attack b1Ec1W by b1E c1W")
    assert turned(judged) == [("b1E", "petrol")]
    assert judged.after.score == (3, 2)


# --- trapezes and parallelograms ------------------------------------------------------------------


def trapeze_position(supply: str) -> Position:
    """Green's right-handed trapeze b1ESc1W, touched on two sides by petrol; b1N will be the third."""
    return position_from_line(f"c1N,c1S b1ESc1W - petrol {supply} 1G 3/3 - 0")


def test_a_trapped_trapeze_gives_way_to_one_of_the_same_hand() -> None:
    judged = kept(trapeze_position("2S1TR"), "place b1N")
    assert [(spelt(f.mask), f.swapped) for f in judged.flips] == [("b1ESc1W", True)]
    # The captor's R lies there; the trapped one came over, turned, as an L.
    assert "1S1TL" in str_supply(judged.after, 0)
    assert "trapeze-swap" in cited(judged)


@pytest.mark.parametrize("supply", ["2S", "2S1TL"])
def test_a_trapped_trapeze_stays_without_one_of_its_hand(supply: str) -> None:
    judged = kept(trapeze_position(supply), "place b1N")
    assert judged.flips == ()
    assert "trapeze-swap" in cited(judged)


def test_later_the_exchange_is_an_action_of_its_own() -> None:
    trapped = position_from_line("c1N,c1S,b1N b1ESc1W - petrol 2S1TR 1G 3/3 - 0")
    other = kept(trapped, "place d4N")
    assert other.flips == ()
    assert "swap-later" in cited(other)
    judged = kept(trapped, "swap b1ESc1W")
    assert judged.after.score == (6, 0)
    assert str_supply(judged.after, 0) == "2S1TL"
    assert "swap-later" in cited(judged)


def test_what_cannot_be_exchanged() -> None:
    assert broken(trapeze_position("2S1TR"), "swap b1ESc1W") == {"trapped"}
    trapped = position_from_line("c1N,c1S,b1N b1ESc1W - petrol 2S1TL 1G 3/3 - 0")
    assert broken(trapped, "swap b1ESc1W") == {"trapeze-swap"}
    assert broken(trapped, "swap c1N") == {"trapeze-swap"}


def test_a_parallelogram_never_turns_over() -> None:
    position = position_from_line("a1W,b1E a1ESb1NW - petrol 4S 1G 3/3 - 0")
    trapping = [a for a in actions(position) if "parallelogram-stays" in cited(judge(position, a))]
    assert trapping
    for action in trapping:
        judged = judge(position, action)
        assert judged.flips == ()
        assert judged.after.pieces[1] == position.pieces[1]


# --- clauses --------------------------------------------------------------------------------------


def test_set_up() -> None:
    begun = start()
    assert broken(begun, "place a1N") == {"set-up"}
    assert "set-up" in broken(begun, "neutral a1N")
    one = kept(begun, "neutral a1ENSWb1W")
    assert "set-up" in cited(one)
    assert one.after.to_move == 1
    assert broken(one.after, "neutral c1ENSWd1W") == {"set-up"}
    two = kept(one.after, "neutral b3ENb4SWc3W")
    assert two.after.large == ()
    kept(two.after, "place d1N")


def test_free_cells_and_own_supply() -> None:
    position = position_from_line("a1N b1N - petrol 1S 1S 3/3 - 0")
    assert broken(position, "place a1N") == {"free-cells"}
    assert broken(position, "place a1EN") == {"free-cells", "own-supply"}
    assert {"free-cells", "own-supply", "no-trap"} == cited(kept(position, "place c3N"))


def test_white_triangles_come_last() -> None:
    assert broken(at("a1N", "b1N"), "neutral c3N") == {"white-last"}
    judged = kept(position_from_line("a1N b1N - petrol 1G 1S 3/3 - 0"), "neutral c3N")
    assert judged.after.whites == (2, 3)
    assert broken(position_from_line("a1N b1N - petrol 1G 1S 0/3 - 0"), "neutral c3N") == {"own-supply"}


def test_replacing() -> None:
    position = position_from_line("b1EN,a1N c1W - petrol 2S1G1M 1S 3/3 - 0")
    judged = kept(position, "replace b1EN by b1E b1N")
    assert {"replace-own", "replace-same-area", "replace-others", "own-supply"} <= cited(judged)
    assert broken(position, "replace c1W by c1EN") == {"replace-own", "replace-same-area"}
    assert broken(position, "replace b1EN by b1E") == {"replace-same-area"}
    assert broken(position, "replace b1EN by b1EN") == {"replace-others"}
    assert broken(position, "replace a1N b1EN by a1N b1E b1N") == {"own-supply"}
    kept(position_from_line("b1EN,a1N c1W - petrol 3S1G1M 1S 3/3 - 0"), "replace a1N b1EN by a1N b1E b1N")
    same = position_from_line("b1EN,b1S c1W - petrol 2S1G1M 1S 3/3 - 0")
    assert broken(same, "replace b1EN b1S by b1ES b1N") == {"replace-others"}


def test_what_may_be_attacked_and_how() -> None:
    position = position_from_line("b1E,d4E c1EN,c2S b3S petrol 2S1G 1S 3/2 - 0")
    kept(position, "attack c1EN by c1E c1N")
    assert broken(position, "attack c2S by c1E c1N") == {"attack-whom", "attack-two"}
    assert "attack-whom" in broken(position, "attack b1E by c1E c1N")
    assert "attack-whom" in broken(position, "attack b3S by c1E c1N")
    assert broken(position, "attack c1EN by c1EN") == {"attack-two"}
    assert broken(position, "attack c1EN by c1E c1S") == {"attack-two"}
    few = position_from_line("b1E c1EN - petrol 1S1G 1S 3/3 - 0")
    assert broken(few, "attack c1EN by c1E c1N") == {"own-supply"}


def test_an_attacked_parallelogram_changes_its_hand() -> None:
    position = position_from_line("d4N a1ESb1NW - petrol 4S1G 1S 3/3 - 0")
    judged = kept(position, "attack a1ESb1NW by a1E a1S b1N b1W")
    assert str_supply(judged.after, 0).endswith("1PL")


def test_passing() -> None:
    position = at("a1N", "b1N")
    assert broken(position, "pass") == {"pass"}
    free = kept(position, "pass", free_pass=True)
    assert free.reasons[0].option == "free-pass"
    nothing = position_from_line("a1N b1N - petrol - - 0/0 - 0")
    once = kept(nothing, "pass")
    twice = kept(once.after, "pass")
    assert twice.after.over
    assert {"over", "score"} <= cited(twice)
    assert broken(twice.after, "pass") == {"over"}
    assert list(actions(twice.after)) == []


def test_the_contract_is_told_that_the_other_player_has_just_passed() -> None:
    asked = {
        "to_move": "petrol",
        "pieces": [{"owner": "petrol", "cells": ["a1N"]}],
        "supply": {"petrol": {}, "green": {}, "neutral": {"petrol": 0, "green": 0}},
        "action": "pass",
    }
    first, second = judge_json(asked), judge_json({**asked, "passed": True})
    assert (first["ruling"], first["over"], first["winner"]) == ("legal", False, None)
    assert (second["ruling"], second["over"], second["winner"]) == ("legal", True, "petrol")
    assert judge_json({**asked, "passed": False}) == first
    with pytest.raises(BadInput, match="passed must be true or false"):
        judge_json({**asked, "passed": 2})


def test_conceding_loses_whatever_the_score() -> None:
    judged = kept(at("a1N,a2N", "b1N"), "concede")
    assert (judged.after.over, judged.after.winner) == (True, 1)
    assert "over" in broken(judged.after, "place d4N")


def says(position: Position, action: str, clause: str) -> list[str]:
    return [one.says for one in judge(position, parse(action)).reasons if one.clause == f"tranglar/{clause}"]


def test_who_may_not_pass_is_told_what_can_be_done() -> None:
    position = at("a1N", "b1N")
    (reason,) = judge(position, parse("pass")).reasons
    assert reason.says == (
        "Petrol has another action and may not pass: petrol can place the small triangle on a1E."
    )
    assert reason.where == ("a1E",)
    kept(position, "place a1E")


def test_who_attacks_a_neutral_piece_or_one_of_their_own_is_told_so() -> None:
    position = position_from_line("b1E,d4E c1EN,c2S b3S petrol 2S1G 1S 3/2 - 0")
    for attacked, word in (("b1E", "petrol's own"), ("b3S", "neutral")):
        assert says(position, f"attack {attacked} by c1E c1N", "attack-whom") == [
            f"The piece on {attacked} is {word}: only one of green's can be attacked."
        ]
    assert says(position, "attack d1E by c1E c1N", "attack-whom") == ["Green has no piece on exactly d1E."]


def test_sentences_are_whole() -> None:
    one = says(at("d4N", "b2E"), "place b2N", "no-trap")
    assert one == ["1 of the small triangle's 3 sides touches green; 2 would trap it."]
    assert says(start(), "place a1N", "set-up") == [
        "First the neutral trapeze and the neutral five-sided piece must be laid on the board."
    ]
    assert says(at("d4N", "b2E"), "place b2N", "free-cells") == ["All cells of the small triangle are free."]
    laid = at("d4N", "a4E"), "place a1NEa2S", "own-supply"
    assert says(*laid) == ["Petrol's supply has a right-handed trapeze."]
    assert "Petrol's supply has a five-sided piece." in says(at("d4N", "a1N"), "place c3ENS", "own-supply")


def test_captures_first() -> None:
    # b2N between two green triangles; it breaks the trap where it takes one of them itself.
    position = at("b3W,c2W,b2S", "b2E,b2W", mover="petrol")
    assert broken(position, "place b2N") == {"no-trap"}
    judged = kept(position, "place b2N", captures_first=True)
    assert judged.reasons[2].option == "captures-first"
    assert judged.flips
    hopeless = at("d4N", "b2E,b2W", mover="petrol")
    assert broken(hopeless, "place b2N", captures_first=True) == {"no-trap"}


def test_a_full_board_ends_the_game() -> None:
    squares = ",".join(f"{c}{r}ENSW" for c in "ab" for r in "1234")
    assert squares.count(",") == 7
    with pytest.raises(ValueError, match="large square"):
        position_from_line(f"{squares} d4N - petrol - - 0/0 - 0")


def test_play_raises_with_the_verdict_and_replay_never_does() -> None:
    position = at("a1N", "b1N")
    with pytest.raises(IllegalMove, match="tranglar/pass") as refused:
        play(position, parse("pass"))
    assert refused.value.judged.ruling is Ruling.ILLEGAL
    ended, done, stop = replay(position, [parse("place d1N"), parse("place d1N"), parse("place d2N")])
    assert len(done) == 1
    assert stop is not None
    assert ended == done[0].after == stop.before


def test_every_clause_has_a_sentence_and_every_sentence_a_clause() -> None:
    known = {
        value.removeprefix("tranglar/")
        for value in vars(clauses).values()
        if isinstance(value, str) and value.startswith("tranglar/")
    }
    assert known == set(seed("tranglar")["clauses"])
