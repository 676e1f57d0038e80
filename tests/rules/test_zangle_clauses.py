"""Every clause of Zangle with a claim that keeps it and one that breaks it; each option both ways."""

from __future__ import annotations

import pytest

from companion.rules.errors import BadInput
from companion.rules.polyform import ABOLO, IAMOND, Shape, free_shapes
from companion.rules.seeds import seed
from companion.rules.verdict import Reason, Ruling, Verdict
from companion.rules.zangle import Card, Claim, Rules, ZangleVerdict, judge

BLUE, RED, PURPLE = (free_shapes(IAMOND, n)[0] for n in (1, 2, 3))
STRIP, LARGE, AROUND = free_shapes(IAMOND, 4)
Z = None


def claim(*cards: tuple[str | None, Shape | None], profile: str = "iamond") -> Claim:
    """Cards as (source, shape), None for a Z, claimed by ann."""
    return Claim("ann", profile, tuple(Card(s.size if s else 0, s, source) for source, s in cards))


def cited(verdict: ZangleVerdict) -> list[str]:
    return [reason.clause.removeprefix("zangle/") for reason in verdict.reasons]


def reason(verdict: ZangleVerdict, clause: str) -> Reason:
    (found,) = [reason for reason in verdict.reasons if reason.clause == f"zangle/{clause}"]
    return found


def test_the_fixtures_are_what_they_are_called() -> None:
    assert [(s.chiral, len(s.outline()[0])) for s in (STRIP, LARGE, AROUND)] == [
        (True, 4),
        (False, 3),
        (False, 6),
    ]


LEGAL = {
    "three cards": claim(("centre", BLUE), ("ann", RED), ("ann", PURPLE)),
    "target from the centre": claim(("ann", BLUE), ("ann", RED), ("centre", PURPLE)),
    "a target of four": claim(("centre", BLUE), ("ann", PURPLE), ("ann", LARGE)),
    "many parts": claim(("centre", BLUE), ("ann", BLUE), ("ann", BLUE), ("ann", BLUE), ("ann", LARGE)),
    "a mirrored target": claim(("centre", RED), ("ann", RED), ("ann", STRIP.mirrored())),
    "a Z joins": claim(("centre", BLUE), ("ann", RED), ("ann", PURPLE), ("ann", Z)),
    "a pair with a Z": claim(("centre", AROUND), ("ann", AROUND), ("ann", Z)),
    "a mirrored pair with a Z": claim(("centre", STRIP), ("ann", STRIP.mirrored()), ("centre", Z)),
    "a Z from the centre": claim(("centre", Z), ("ann", BLUE), ("ann", RED), ("ann", PURPLE)),
    "a Z of one's own": claim(("ann", Z), ("centre", RED), ("centre", RED)),
    "three Zs": claim(("ann", Z), ("centre", Z), ("centre", Z), ("centre", RED), ("centre", RED)),
}


@pytest.mark.parametrize("legal", LEGAL.values(), ids=LEGAL.keys())
def test_legal_claims_say_which_clauses_decided(legal: Claim) -> None:
    verdict = judge(legal)
    assert verdict.ruling is Ruling.LEGAL
    assert {"at-least-three", "both-locations", "one-target", "exact-cover"} <= set(cited(verdict))
    assert ("z-joins-any" in cited(verdict)) == any(card.is_z for card in legal.cards)
    assert verdict.target is not None
    parts = {i for i, card in enumerate(legal.cards) if card.shape and i != verdict.target}
    assert {laid.card for laid in verdict.arrangement} == parts


ILLEGAL = [
    ("no card", claim(), {"at-least-three", "both-locations", "one-target"}, ()),
    (
        "one card",
        claim(("ann", RED)),
        {"at-least-three", "both-locations", "one-target"},
        (),
    ),
    ("a pair", claim(("centre", RED), ("ann", RED)), {"at-least-three", "identical-pair"}, (0, 1)),
    ("a pair and three", claim(("ann", RED), ("centre", BLUE)), {"at-least-three", "one-target"}, (0, 1)),
    ("none from the centre", claim(("ann", BLUE), ("ann", RED), ("ann", PURPLE)), {"both-locations"}, ()),
    (
        "none of her own",
        claim(("centre", BLUE), ("centre", RED), ("centre", PURPLE)),
        {"both-locations"},
        (),
    ),
    (
        "bob's card",
        claim(("centre", BLUE), ("ann", RED), ("bob", PURPLE)),
        {"no-other-players-cards"},
        (2,),
    ),
    (
        "bob's card in place of hers",
        claim(("centre", BLUE), ("centre", RED), ("bob", PURPLE)),
        {"no-other-players-cards", "both-locations"},
        (2,),
    ),
    ("Zs alone", claim(("centre", Z), ("ann", Z), ("ann", Z)), {"z-is-no-target"}, (0, 1, 2)),
    ("too many triangles", claim(("centre", RED), ("ann", RED), ("ann", PURPLE)), {"one-target"}, (0, 1, 2)),
    (
        "counts agree, shapes do not",
        claim(("centre", RED), ("ann", RED), ("ann", LARGE)),
        {"exact-cover", "shapes-stay-whole"},
        (0, 1, 2),
    ),
    (
        "two of a size with a Z",
        claim(("centre", STRIP), ("ann", LARGE), ("ann", Z)),
        {"exact-cover", "shapes-stay-whole"},
        (1, 0),
    ),
    (
        "all at once",
        claim(("bob", STRIP), ("bob", LARGE)),
        {"at-least-three", "no-other-players-cards", "both-locations", "exact-cover", "shapes-stay-whole"},
        (0, 1),
    ),
]


@pytest.mark.parametrize(
    ("illegal", "clauses", "where"), [row[1:] for row in ILLEGAL], ids=[row[0] for row in ILLEGAL]
)
def test_illegal_claims_say_every_clause_broken_and_where(
    illegal: Claim, clauses: set[str], where: tuple[int, ...]
) -> None:
    verdict = judge(illegal)
    assert verdict.ruling is Ruling.ILLEGAL
    assert set(cited(verdict)) == clauses
    assert len(set(verdict.reasons)) == len(verdict.reasons)
    if where:
        assert where in [reason.where for reason in verdict.reasons]


def test_sentences_are_for_people() -> None:
    verdict = judge(claim(("centre", BLUE), ("ann", RED), ("bob", PURPLE)))
    assert (
        reason(verdict, "no-other-players-cards").says
        == "Card 3 belongs to another player and must stay out."
    )
    verdict = judge(claim(("centre", RED), ("ann", RED), ("ann", PURPLE)))
    assert reason(verdict, "one-target").says == (
        "No card has as many triangles as all the others together: card 3 has 3, the others have 4."
    )
    for row in [*LEGAL.values(), *(row[1] for row in ILLEGAL)]:
        for each in judge(row).reasons:
            assert each.says.endswith(".")
            assert each.says[0].isupper()


def test_every_clause_of_the_seed_is_cited_somewhere_and_no_other() -> None:
    claims = [*LEGAL.values(), *(row[1] for row in ILLEGAL)]
    assert {clause for each in claims for clause in cited(judge(each))} == set(seed("zangle")["clauses"])


def test_a_z_fills_a_location_only_where_the_table_says_so() -> None:
    on, off = Rules.of({"z-fills-location": True}), Rules.of({"z-fills-location": False})
    by_z = LEGAL["a Z from the centre"]
    assert judge(by_z, on).ruling is Ruling.LEGAL
    assert reason(judge(by_z, on), "both-locations").option == "z-fills-location"
    assert judge(by_z, off).ruling is Ruling.ILLEGAL
    broken = reason(judge(by_z, off), "both-locations")
    assert (broken.option, broken.where) == ("z-fills-location", (0,))
    without_z = judge(LEGAL["three cards"], off)
    assert without_z.ruling is Ruling.LEGAL
    assert reason(without_z, "both-locations").option is None
    assert judge(by_z) == judge(by_z, on)


def test_a_z_is_a_target_only_where_the_table_says_so() -> None:
    on, off = Rules.of({"z-as-target": True}), Rules.of({"z-as-target": False})
    zs = claim(("centre", Z), ("ann", Z), ("ann", Z))
    assert judge(zs, on).ruling is Ruling.LEGAL
    assert judge(zs, on).target == 0
    assert reason(judge(zs, on), "z-is-no-target").option == "z-as-target"
    assert {"one-target", "z-joins-any", "exact-cover"} < set(cited(judge(zs, on)))
    assert reason(judge(zs, on), "z-joins-any").where == (1, 2)
    assert judge(zs, off).ruling is Ruling.ILLEGAL
    assert reason(judge(zs, off), "z-is-no-target").option == "z-as-target"
    assert judge(zs) == judge(zs, off)
    two = judge(claim(("centre", Z), ("ann", Z)), on)
    assert cited(two) == ["at-least-three"]
    for legal in LEGAL.values():
        assert judge(legal, on).ruling is Ruling.LEGAL


def test_a_photo_without_seats_leaves_the_locations_out_and_says_so() -> None:
    verdict = judge(claim((None, BLUE), (None, RED), (None, PURPLE)))
    assert verdict.ruling is Ruling.LEGAL
    assert verdict.left_out == ("zangle/both-locations", "zangle/no-other-players-cards")
    assert "not looked at" in reason(verdict, "both-locations").says
    assert cited(judge(claim((None, RED), (None, RED)))) == ["at-least-three", "identical-pair"]
    assert judge(LEGAL["three cards"]).left_out == ()


def test_one_card_whose_seat_was_not_seen_makes_a_doubt() -> None:
    verdict = judge(claim((None, BLUE), ("ann", RED), ("ann", PURPLE)))
    assert verdict.ruling is Ruling.UNDECIDED
    assert reason(verdict, "both-locations").where == (0,)
    certain = judge(claim((None, BLUE), ("ann", RED), ("bob", PURPLE)))
    assert certain.ruling is Ruling.ILLEGAL
    assert cited(certain) == ["no-other-players-cards"]


def test_an_abolo_square_is_made_however_it_is_cut() -> None:
    one = Shape.of(ABOLO, [((0, 0), (1, 0), (1, 1)), ((0, 0), (0, 1), (1, 1))])
    other = Shape.of(ABOLO, [((1, 0), (1, 1), (0, 1)), ((0, 0), (1, 0), (0, 1))])
    verdict = judge(claim(("centre", one), ("ann", other), ("ann", Z), profile="abolo"))
    assert verdict.ruling is Ruling.LEGAL
    assert "identical-pair" in cited(verdict)


def test_home_made_cards_of_twenty_triangles_are_judged() -> None:
    bar = Shape.of(
        IAMOND,
        [t for x in range(10) for t in (((x, 0), (x + 1, 0), (x, 1)), ((x + 1, 0), (x, 1), (x + 1, 1)))],
    )
    tens = [Shape(IAMOND, bar.triangles[:10]), Shape(IAMOND, bar.triangles[10:])]
    assert judge(claim(("centre", tens[0]), ("ann", tens[1]), ("ann", bar))).ruling is Ruling.LEGAL
    assert cited(judge(claim(("centre", tens[0]), ("ann", tens[1]), ("ann", LARGE)))) == ["one-target"]
    with pytest.raises(BadInput, match="0 to 20 triangles, not 21"):
        Card(None, Shape.of(IAMOND, [*bar.triangles, ((10, 0), (11, 0), (10, 1))]))


def test_a_verdict_has_a_reason_and_a_certain_break_outranks_a_doubt() -> None:
    broken, doubt, holds = (Reason(clause, "So.") for clause in ("broken", "doubt", "holds"))
    assert Verdict.weigh([broken, broken], [doubt], [holds]) == Verdict(Ruling.ILLEGAL, (broken, broken))
    assert Verdict.weigh([], [doubt], [holds]) == Verdict(Ruling.UNDECIDED, (doubt,))
    assert Verdict.weigh([], [], [holds]) == Verdict(Ruling.LEGAL, (holds,))
    with pytest.raises(ValueError, match="needs a reason"):
        Verdict.weigh([], [], [])


def test_a_reason_in_json_names_its_option_only_if_one_decided() -> None:
    assert Reason("a/b", "So.", (1, "c2N")).to_json() == {"clause": "a/b", "says": "So.", "where": [1, "c2N"]}
    assert Reason("a/b", "So.", (), "house").to_json()["option"] == "house"
