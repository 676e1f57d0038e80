"""`companion judge` as other programs run it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Companion

TRIANGLE = [[0, 0], [1, 0], [0, 1]]
RHOMBUS = [TRIANGLE, [[1, 0], [0, 1], [1, 1]]]


def card(place: str, *triangles: list[list[int]]) -> dict[str, Any]:
    shape = {"lattice": "iamond", "triangles": list(triangles)} if triangles else None
    return {"from": place, "triangles": len(triangles), "shape": shape}


def claim(*cards: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"claimant": "ann", "profile": "iamond", "cards": list(cards), "options": {}, **more}


ZANGLE = claim(card("centre", *RHOMBUS), card("ann", TRIANGLE), card("ann", TRIANGLE))
NO_ZANGLE = claim(card("centre", *RHOMBUS), card("ann", *RHOMBUS), card("ann", TRIANGLE))


def test_a_legal_claim_comes_with_its_arrangement(companion: Companion) -> None:
    ran = companion("judge", "zangle", "--json", stdin=json.dumps(ZANGLE))
    verdict = json.loads(ran.out)
    assert (ran.status, ran.err, verdict["ruling"], verdict["target"]) == (0, "", "legal", 0)
    assert sorted(part["card"] for part in verdict["arrangement"]) == [1, 2]
    assert verdict["reasons"]


def test_an_illegal_claim_exits_1_and_says_which_clause(companion: Companion) -> None:
    ran = companion("judge", "zangle", "--json", stdin=json.dumps(NO_ZANGLE))
    verdict = json.loads(ran.out)
    assert (ran.status, ran.err, verdict["ruling"]) == (1, "", "illegal")
    assert all(reason["clause"].startswith("zangle/") for reason in verdict["reasons"])


def test_a_person_reads_words(companion: Companion, tmp_path: Path) -> None:
    (tmp_path / "claim.json").write_text(json.dumps(ZANGLE, indent=1))
    ran = companion("judge", "zangle", "claim.json")
    assert ran.status == 0
    assert ran.out.startswith("LEGAL\n")


def test_one_claim_a_line_gives_one_verdict_a_line(companion: Companion) -> None:
    lines = [json.dumps(ZANGLE), "", json.dumps(NO_ZANGLE), json.dumps(ZANGLE)]
    ran = companion("judge", "zangle", "--json", stdin="\n".join(lines))
    assert [json.loads(line)["ruling"] for line in ran.out.splitlines()] == ["legal", "illegal", "legal"]
    assert ran.status == 1


def test_a_bad_line_does_not_lose_the_others(companion: Companion) -> None:
    ran = companion(
        "judge", "zangle", "--json", stdin=f"{json.dumps(ZANGLE)}\n{{oops\n{json.dumps(ZANGLE)}\n"
    )
    assert [json.loads(line)["ruling"] for line in ran.out.splitlines()] == ["legal", "legal"]
    assert ran.status == 2
    assert ran.err.startswith("companion: line 2: ")
    assert ran.err.count("\n") == 1


def test_each_verdict_comes_before_the_next_claim_is_written() -> None:
    command = [sys.executable, "-m", "companion.cli", "judge", "zangle", "--json"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        for asked, ruling in ((ZANGLE, "legal"), (NO_ZANGLE, "illegal")):
            running.stdin.write(json.dumps(asked) + "\n")
            running.stdin.flush()
            assert json.loads(running.stdout.readline())["ruling"] == ruling
        running.stdin.close()
        assert running.wait(timeout=60) == 1


BAD_CLAIMS: dict[str, str | bytes] = {
    "nothing": "",
    "blank": "  \n\n",
    "cut short": json.dumps(ZANGLE)[:-20],
    "cut short over lines": json.dumps(ZANGLE, indent=1)[:-20],
    "two values": json.dumps(ZANGLE) + json.dumps(ZANGLE),
    "no object": "[1, 2, 3]",
    "a number": "12",
    "not a number": '{"claimant": NaN}',
    "an endless number": '{"claimant": ' + "9" * 6000 + "}",
    "too deep": "[" * 100_000,
    "not text": b"\xff\xfe\x00\x01" * 9,
    "no cards": json.dumps({"claimant": "ann", "profile": "iamond"}),
    "a key twice": json.dumps(ZANGLE)[:-1] + ', "cards": []}',
    "a key twice in a card": json.dumps(ZANGLE).replace('"triangles": 2', '"triangles": 1, "triangles": 2'),
    "cards that are no list": json.dumps(claim() | {"cards": 7}),
    "unknown profile": json.dumps(ZANGLE | {"profile": "hexagon"}),
    "unknown option": json.dumps(ZANGLE | {"options": {"anything-goes": True}}),
    "unknown key": json.dumps(ZANGLE | {"extra": 1}),
    "no polyform: apart": json.dumps(claim(card("ann", TRIANGLE, [[5, 5], [6, 5], [5, 6]]))),
    "no polyform: twice": json.dumps(claim(card("ann", TRIANGLE, TRIANGLE))),
    "no polyform: long": json.dumps(claim(card("ann", [[0, 0], [9, 0], [0, 1]]))),
    "no polyform: a line": json.dumps(claim(card("ann", [[0, 0], [1, 0], [2, 0]]))),
    "no polyform: halves": json.dumps(claim(card("ann", [[0, 0], [0.5, 0], [0, 1]]))),  # type: ignore[list-item]
    "count and shape differ": json.dumps(claim({**card("ann", TRIANGLE), "triangles": 4})),
    "a shape of the other lattice": json.dumps(
        claim({"from": "ann", "triangles": 1, "shape": {"lattice": "abolo", "triangles": [TRIANGLE]}})
    ),
}


@pytest.mark.parametrize("name", sorted(BAD_CLAIMS))
def test_a_claim_that_cannot_be_used_is_refused_in_one_line(companion: Companion, name: str) -> None:
    ran = companion("judge", "zangle", "--json", stdin=BAD_CLAIMS[name])
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("companion: ")
    assert ran.err.count("\n") == 1
    for leak in ("should not happen", "set_int", "recursion", "docs/", ".md"):
        assert leak not in ran.err


ENDLESS: dict[str, dict[str, Any]] = {
    "zont": {"piles": {}, "hand": [list(range(3000))], "turn": "take"},
    "zigity": {"play_card": list(range(3000)), "hand": ["WA7lg"], "turn": "set WA7lg"},
    "zigzaggle": {"tiles": {"x" * 15_000: "Sb"}, "rack": ["Sb"], "turn": "pass", "runway": "west"},
    "zangle": claim({**card("ann", TRIANGLE), "triangles": 10**4000}),
}


@pytest.mark.parametrize("game", sorted(ENDLESS))
def test_what_is_long_is_not_repeated_whole(companion: Companion, game: str) -> None:
    ran = companion("judge", game, "--json", stdin=json.dumps(ENDLESS[game]))
    assert (ran.status, ran.out) == (2, "")
    assert len(ran.err) < 400
    assert "..." in ran.err


def test_what_to_do_is_said_of_an_empty_input_and_of_a_file_that_is_none(companion: Companion) -> None:
    assert "give a claim as JSON" in companion("judge", "zont", stdin="").err
    assert "name a file with claims in it" in companion("judge", "zont", "nofile").err


def test_a_missing_file_is_named(companion: Companion) -> None:
    ran = companion("judge", "zangle", "nowhere.json")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("companion: nowhere.json")


@pytest.mark.parametrize("first", ["5", "null", "[]", '"x"', "}", "hello", "[1, 2]"])
def test_a_first_line_that_is_no_claim_does_not_lose_the_others(companion: Companion, first: str) -> None:
    ran = companion("judge", "zangle", "--json", stdin=f"{first}\n{json.dumps(ZANGLE)}\n")
    assert [json.loads(line)["ruling"] for line in ran.out.splitlines()] == ["legal"]
    assert ran.status == 2
    assert ran.err.startswith("companion: line 1: ")
    assert ran.err.count("\n") == 1


SPOILT: dict[str, bytes] = {
    "no text": b'{"claimant":"\xff"}',
    "half a letter": b'{"claimant":"\xed\xa0\x80"}',
    "another alphabet's text": "{oops: ä}".encode("latin-1"),
    "too deep": b"[" * 5000 + b"]" * 5000,
    "too deep and cut short": b"[" * 5000,
    "far too long": b'{"claimant": "' + b"x" * 11_000_000 + b'"}',
    "cut short": b'{"claimant": "ann", ',
    "a list cut short": b"[1, 2",
}


@pytest.mark.parametrize("place", [1, 2, 3])
@pytest.mark.parametrize("name", sorted(SPOILT))
def test_a_line_that_cannot_be_read_does_not_lose_the_others(
    companion: Companion, tmp_path: Path, name: str, place: int
) -> None:
    lines = [json.dumps(one).encode() for one in (ZANGLE, NO_ZANGLE)]
    lines.insert(place - 1, SPOILT[name])
    (tmp_path / "claims.jsonl").write_bytes(b"\n".join(lines) + b"\n")
    ran = companion("judge", "zangle", "claims.jsonl", "--json")
    assert [json.loads(line)["ruling"] for line in ran.out.splitlines()] == ["legal", "illegal"]
    assert ran.status == 2
    assert ran.err.startswith(f"companion: line {place}: ")
    assert ran.err.count("\n") == 1


def test_a_verdict_comes_before_a_line_that_is_no_text() -> None:
    command = [sys.executable, "-m", "companion.cli", "judge", "zangle", "--json"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdin.write(b"\xff\n" + json.dumps(ZANGLE).encode() + b"\n")
        running.stdin.flush()
        assert json.loads(running.stdout.readline())["ruling"] == "legal"
        running.stdin.close()
        assert running.wait(timeout=60) == 2
        assert running.stderr.read().startswith(b"companion: line 1: not UTF-8")


def test_what_is_no_text_is_said_once(companion: Companion) -> None:
    picture = b"\xff\xd8\xff\xe0\x00\x10JFIF\n" + bytes(range(256)) * 9
    for given, where in ((picture, ""), (json.dumps(ZANGLE, indent=1).encode() + b"\xff\n", "line ")):
        ran = companion("judge", "zangle", stdin=given)
        assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)
        assert "not UTF-8 text" in ran.err
        assert where in ran.err


def test_a_claim_over_lines_of_objects_is_one(companion: Companion) -> None:
    cards = ",\n".join(json.dumps(one) for one in ZANGLE["cards"])
    head = json.dumps({**ZANGLE, "cards": []}).replace("[]", f"[\n{cards}]")
    ran = companion("judge", "zangle", "--json", stdin=head)
    assert (ran.status, json.loads(ran.out)["ruling"]) == (0, "legal")


def test_a_card_as_it_was_seen_is_a_card_of_a_claim(companion: Companion) -> None:
    seen = {
        "id": None,
        "corners_px": [[0, 0], [1, 0], [1, 1], [0, 1]],
        "confidence": 0.98,
        "read_by": ["outline"],
    }
    cards = [{**seen, **one} for one in ZANGLE["cards"]]
    ran = companion("judge", "zangle", "--json", stdin=json.dumps({**ZANGLE, "cards": cards}))
    assert (ran.status, json.loads(ran.out)["ruling"]) == (0, "legal")
    misspelt = [{**one, "triangels": 1} for one in cards]
    ran = companion("judge", "zangle", "--json", stdin=json.dumps({**ZANGLE, "cards": misspelt}))
    assert (ran.status, ran.out) == (2, "")
    assert "'triangels'" in ran.err


def test_whole_numbers_may_be_written_with_a_point(companion: Companion) -> None:
    def pointed(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: pointed(one) for key, one in value.items()}
        if isinstance(value, list):
            return [pointed(one) for one in value]
        return float(value) if type(value) is int else value

    ran = companion("judge", "zangle", "--json", stdin=json.dumps(pointed(ZANGLE)))
    assert (ran.status, json.loads(ran.out)["ruling"]) == (0, "legal")
    supply = {"petrol": {"small triangle": 4.0}, "green": {}}
    board = {"to_move": "petrol", "pieces": [], "supply": supply, "action": {"place": ["d4N"]}}
    ran = companion("judge", "tranglar", "--json", stdin=json.dumps(board))
    assert json.loads(ran.out)["ruling"] == "legal"
    halves = {**board, "supply": {**supply, "petrol": {"small triangle": 3.5}}}
    ran = companion("judge", "tranglar", "--json", stdin=json.dumps(halves))
    assert (ran.status, ran.out) == (2, "")
