"""Before and after: which action it was, and what was forgotten or turned wrongly."""

from __future__ import annotations

import pytest

from companion.rules.tranglar import Change, Position, explain, judge, parse, position_from_line
from companion.rules.tranglar.actions import Attack, Pass, Place, PlaceNeutral, Replace, Swap
from companion.rules.tranglar.answer import pieces_to_json
from companion.rules.tranglar.cells import named
from companion.rules.tranglar.laid import laid_from
from companion.rules.tranglar.options import default_rules
from tests.rules.tranglar_cases import CASES, Case
from tests.rules.tranglar_pieces import Pieces, turned


def explained(before: Position, after: Pieces) -> Change:
    return explain(before, laid_from(after), default_rules())


def test_there_are_more_than_thirty_pairs_of_all_kinds() -> None:
    assert len(CASES) >= 30
    assert {type(case.action) for case in CASES} == {Place, PlaceNeutral, Attack, Replace, Swap, Pass}
    assert sum(bool(case.flips) for case in CASES) >= 12


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case.action))
def test_what_was_done_rightly_is_named_and_nothing_is_held_against_it(case: Case) -> None:
    change = explained(case.before, pieces_to_json(case.after))
    best = change.explanations[0]
    assert best.legal
    assert (best.deviations, best.mover) == (0, case.before.to_move)
    assert change.ambiguous or best.action == case.action
    assert case.action in [one.action for one in change.explanations]


@pytest.mark.parametrize("case", [case for case in CASES if case.flips], ids=lambda case: str(case.action))
def test_every_forgotten_flip_is_named(case: Case) -> None:
    board = pieces_to_json(case.after)
    for mask in case.flips:
        change = explained(case.before, turned(board, mask))
        mine = next(one for one in change.explanations if one.action == case.action)
        assert [forgotten for forgotten, _ in mine.forgotten] == [mask]
        assert mine.wrong == ()
        best = change.explanations[0]
        if best.action == case.action:
            assert any(f"{named(mask)} should show" in line for line in change.says)
        else:
            assert best.legal
            assert best.deviations <= 1


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case.action))
def test_every_false_flip_is_named(case: Case) -> None:
    board = pieces_to_json(case.after)
    laid = getattr(case.action, "place", ()) or (getattr(case.action, "cells", 0),)
    still = [m for player in (0, 1) for m in case.after.pieces[player] if m not in (*case.flips, *laid)]
    for mask in still[:6]:
        change = explained(case.before, turned(board, mask))
        mine = next(one for one in change.explanations if one.action == case.action)
        assert [wrong for wrong, _ in mine.wrong] == [mask]
        assert mine.forgotten == ()
        assert mine.legal
        assert change.explanations[0].legal
        assert change.explanations[0].deviations <= 1


@pytest.mark.parametrize(
    "case",
    [c for c in CASES if isinstance(c.action, Place | Attack | Replace)],
    ids=lambda case: str(case.action),
)
def test_a_piece_laid_with_the_wrong_colour_up_is_named(case: Case) -> None:
    laid = case.action.cells if isinstance(case.action, Place) else case.action.place[0]  # type: ignore[union-attr]
    if laid in case.flips:
        return
    change = explained(case.before, turned(pieces_to_json(case.after), laid))
    mine = next(
        one for one in change.explanations if one.action == case.action and one.mover == case.before.to_move
    )
    assert [mask for mask, _ in mine.forgotten] == [laid]


def test_a_forgotten_and_a_false_flip_at_once() -> None:
    case = next(c for c in CASES if c.flips and isinstance(c.action, Place) and len(c.after.pieces[0]) > 2)
    board = turned(pieces_to_json(case.after), case.flips[0])
    new = set(case.after.pieces[0] + case.after.pieces[1]) - set(
        case.before.pieces[0] + case.before.pieces[1]
    )
    other = next(m for m in case.after.pieces[0] if m not in new and m not in case.flips)
    mine = next(
        one
        for one in explained(case.before, turned(board, other)).explanations
        if one.action == case.action and one.mover == case.before.to_move
    )
    assert [mask for mask, _ in mine.forgotten] == [case.flips[0]]
    assert [mask for mask, _ in mine.wrong] == [other]


def test_an_illegal_placement_is_named_with_its_clause() -> None:
    before = position_from_line("b2E,b2W d4N - green 1S 1S 3/3 - 0")
    board = [*pieces_to_json(before), {"owner": "green", "cells": ["b2N"]}]
    change = explained(before, board)
    best = change.explanations[0]
    assert (best.action, best.legal) == (parse("place b2N"), False)
    assert [reason.clause for reason in best.verdict.reasons] == ["tranglar/no-trap"]
    assert any("a trap" in line for line in change.says)
    # It is to be taken back, so nobody is asked to turn it over first.
    assert (best.flips, best.forgotten, best.wrong) == ((), (), ())


def test_a_refused_piece_that_was_turned_over_at_once_is_refused_all_the_same() -> None:
    before = position_from_line("b2E,b2W d4N - green 1S 1S 3/3 - 0")
    board = [*pieces_to_json(before), {"owner": "petrol", "cells": ["b2N"]}]
    mine = next(one for one in explained(before, board).explanations if one.mover == 1)
    assert [reason.clause for reason in mine.verdict.reasons] == ["tranglar/no-trap"]
    assert isinstance(mine.action, Place)
    assert [flip.mask for flip in mine.flips] == [mine.action.cells]
    assert (mine.forgotten, mine.wrong) == ((), ())


def test_who_acts_out_of_turn_is_told() -> None:
    before = position_from_line("a1N d4N - green - 1S 3/3 - 0")
    after = pieces_to_json(before)
    change = explained(before, after)
    assert change.explanations[0].action == Pass()
    lying = position_from_line("a1N c2EN - green 2S - 3/3 - 0")
    board = [{"owner": "petrol", "cells": ["a1N"]}] + [
        {"owner": "petrol", "cells": [c]} for c in ("c2E", "c2N")
    ]
    best = explained(lying, board).explanations[0]
    assert (best.mover, best.legal) == (0, False)
    assert "tranglar/turns" in {reason.clause for reason in best.verdict.reasons}


def test_a_swap_and_a_pass_with_a_false_flip_look_alike() -> None:
    before = position_from_line("c1N,c1S,b1N b1ESc1W - petrol 2S1TR 1G 3/3 - 0")
    change = explained(before, turned(pieces_to_json(before), before.pieces[1][0]))
    assert change.explanations[0].action == Swap(before.pieces[1][0])
    assert change.explanations[0].deviations == 0
    assert Pass() in [one.action for one in change.explanations[1:]]
    assert not change.ambiguous, "the legal one comes first"


def test_two_explanations_as_likely_are_told() -> None:
    # Nobody has a trapeze: either exchange would be as illegal as the other, and each leaves one piece wrong.
    before = position_from_line("a1N b1ESc1W,b3ESc3W - petrol 1S 1G 3/3 - 0")
    board = pieces_to_json(before)
    for mask in before.pieces[1]:
        board = turned(board, mask)
    change = explained(before, board)
    swaps = [one for one in change.explanations if isinstance(one.action, Swap)]
    assert len(swaps) == 2
    assert change.ambiguous
    assert any("may as well" in line for line in change.says)


def test_what_no_single_action_explains_is_said_with_its_cells() -> None:
    before = position_from_line("a1N b1N - petrol 3S 3S 3/3 - 0")
    board = [*pieces_to_json(before)] + [{"owner": "petrol", "cells": [c]} for c in ("d4N", "d1N")]
    change = explained(before, board)
    assert (change.explanations, change.unexplained) == ((), ("d1N", "d4N"))
    assert change.unexplained == ("d1N", "d4N")
    vanished = explained(before, pieces_to_json(before)[:1])
    assert vanished.unexplained == ("b1N",)


def test_the_captor_of_two_trapezes_with_one_to_give_may_choose() -> None:
    """Both are trapped at once; either may be exchanged, and neither choice is a mistake."""
    line = "a3E,a3N,b1N,b1W,b3E,c3N b2Nb3SW,c2Nc3SW - petrol 2S3G3M1TR - 3/3 - 0"
    before, action = position_from_line(line), parse("place b2Ec2W")
    first, second = before.pieces[1]
    boards = [judge(before, action, prefer=[mask]) for mask in (first, second)]
    assert [flip.mask for flip in boards[0].flips if flip.swapped] == [first]
    assert [flip.mask for flip in boards[1].flips if flip.swapped] == [second]
    for judged in boards:
        best = explained(before, pieces_to_json(judged.after)).explanations[0]
        assert (best.action, best.deviations, best.legal) == (action, 0, True)
