"""`companion photo --game tranglar` as other programs run it: one photo, two photos, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.standard_error import complaints
from tests.conftest import Companion

PHOTOS = Path(__file__).parents[1] / "photos-tranglar"
CHANGES = json.loads((PHOTOS / "changes.json").read_text())
BOARD = str(PHOTOS / "board-03.jpg")
CARD = str(PHOTOS.parent / "photos" / "home-000-iamond.jpg")


def _pair(name: str) -> tuple[str, str]:
    return str(PHOTOS / f"{name}-a.jpg"), str(PHOTOS / f"{name}-b.jpg")


@pytest.mark.parametrize("name", sorted(CHANGES))
def test_two_photos_say_what_was_played_and_what_was_turned_wrongly(companion: Companion, name: str) -> None:
    ran = companion("photo", *_pair(name), "--game", "tranglar", "--json")
    told = json.loads(ran.out)
    true = CHANGES[name]
    assert {key: told[key] for key in true} == true
    assert ran.status == int(bool(true["forgotten"] or true["wrong"] or true["ruling"] != "legal"))
    assert [Path(photo["photo"]).name for photo in told["photos"]] == [f"{name}-a.jpg", f"{name}-b.jpg"]


def test_two_photos_as_text(companion: Companion) -> None:
    name = next(name for name, true in CHANGES.items() if true["forgotten"])
    ran = companion("photo", *_pair(name), "--game", "tranglar")
    assert CHANGES[name]["action"] in ran.out
    assert "should show" in ran.out
    assert ran.status == 1


def test_whose_turn_it_was_decides(companion: Companion) -> None:
    name = next(name for name, true in CHANGES.items() if true["action"].startswith("place"))
    other = {"petrol": "green", "green": "petrol"}[CHANGES[name]["by"]]
    ran = companion("photo", *_pair(name), "--game", "tranglar", "--json", "--to-move", other)
    assert json.loads(ran.out)["ruling"] != "legal"
    assert ran.status == 1


def test_one_photo_says_who_is_trapped(companion: Companion, tmp_path: Path) -> None:
    drawn = tmp_path / "drawn.png"
    ran = companion("photo", BOARD, "--game", "tranglar", "--json", "--draw", str(drawn))
    told = json.loads(ran.out)
    assert told["game"] == "tranglar"
    assert told["board"]["corners_px"]
    assert told["ruling"] in ("legal", "undecided")
    assert all(piece["touched"] * 2 > piece["sides"] for piece in told["trapped"])
    assert all("corners_px" in piece for piece in told["pieces"])
    assert drawn.stat().st_size > 0
    text = companion("photo", BOARD, "--game", "tranglar")
    assert told["ruling"].upper() in text.out


def test_the_same_photo_twice_gets_two_pictures_and_one_action(companion: Companion, tmp_path: Path) -> None:
    drawn = tmp_path / "drawn.png"
    clear = str(PHOTOS / "board-14.jpg")
    ran = companion("photo", clear, clear, "--game", "tranglar", "--json", "--draw", str(drawn))
    told = json.loads(ran.out)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["drawn-1.png", "drawn-2.png"]
    assert (told["ruling"], told["action"], told["by"]) == ("undecided", "pass", None)
    says = [reason["says"] for reason in told["reasons"]]
    assert all(one.startswith(("As far as the board tells:", "If so:")) for one in says)
    assert told["action"] not in told["others"]


def test_a_photo_without_a_board_says_so(companion: Companion) -> None:
    ran = companion("photo", CARD, "--game", "tranglar", "--json")
    told = json.loads(ran.out)
    assert ran.status == 1
    assert told["board"] is None
    assert told["ruling"] == "undecided"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ((BOARD, BOARD, BOARD), "3 photos"),
        ((BOARD, "--to-move", "green"), "two photos"),
        ((BOARD, "--profile", "abolo"), "--profile"),
        ((BOARD, "no-such.jpg"), "no-such.jpg"),
        ((BOARD, BOARD, "--supply", "no-such.json"), "no-such.json"),
    ],
)
def test_bad_input_is_one_sentence(companion: Companion, arguments: tuple[str, ...], says: str) -> None:
    ran = companion("photo", *arguments, "--game", "tranglar")
    assert ran.status == 2
    (said,) = complaints(ran)
    assert says in said
    assert ran.out == ""


def test_a_supply_is_asked_about_before_the_photos(companion: Companion, tmp_path: Path) -> None:
    supply = tmp_path / "supply.json"
    supply.write_text('{"petrol": {}, "green": {}, "neutral": {"petrol": {"a": 1}}}')
    ran = companion("photo", CARD, CARD, "--game", "tranglar", "--supply", str(supply))
    assert (ran.status, ran.out) == (2, "")
    (said,) = complaints(ran)
    assert "supply.json: Petrol's neutral supply names 'a'" in said


def test_a_supply_of_no_sense_is_refused(companion: Companion, tmp_path: Path) -> None:
    for text, says in (
        ("no json", "JSON"),
        ("[" * 100_000, "it is nested too deeply"),
        ("9" * 5000, "a number in it is far too long"),
        ('{"petrol": {"hexagon": 1}, "green": {}}', "hexagon"),
    ):
        supply = tmp_path / "supply.json"
        supply.write_text(text)
        name = next(iter(CHANGES))
        ran = companion("photo", *_pair(name), "--game", "tranglar", "--supply", str(supply))
        assert ran.status == 2
        (said,) = complaints(ran)
        assert says in said


def test_tranglars_options_are_not_zangles(companion: Companion) -> None:
    ran = companion("photo", BOARD, "--game", "zangle", "--to-move", "green")
    assert ran.status == 2
    assert "--to-move" in ran.err
