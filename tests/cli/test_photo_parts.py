"""`companion see` and `photo` of Zigity, Zont and Zig Zaggle as other programs run them, on drawn pictures."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import pytest

from companion.rules.zigzaggle.contract import judge_json
from tests.cli.parts_photos import saved, zigity_photo, zont_photo
from tests.conftest import Companion
from tests.vision.parts.drawn import Lying, board_face, camera, face, photographed

WHOLE = (1920, 1080)
BEFORE = {"j9": "Sr-1", "j10": "Ag-1", "j11": "My-1", "j12": "Eb-2"}
LAID = {"k12": "Ng-1", "l12": "Dr-1"}


def _board(tiles: dict[str, str], path: Path) -> str:
    things = [Lying(board_face(), (0.0, 0.0), 90.0)]
    for cell, ident in tiles.items():
        x, y = (ord(cell[0]) - 96.5) * 22.5 - 213.75, (int(cell[1:]) - 0.5) * 22.5 - 247.5
        things.append(Lying(face("zigzaggle", ident), (-y, x), 91.0))
    return saved(photographed(things, camera(2.15, 8, WHOLE), size=WHOLE), path)


def test_see_names_cards_places_and_how_they_lie(companion: Companion, tmp_path: Path) -> None:
    drawn = tmp_path / "drawn.png"
    ran = companion("see", zigity_photo(tmp_path / "a.png"), "--game", "zigity", "--json", "--draw", drawn)
    assert ran.status == 0
    told = json.loads(ran.out)
    assert {key: told[key] for key in ("game", "profile", "size_px", "unread")} == {
        "game": "zigity",
        "profile": None,
        "size_px": [1280, 720],
        "unread": [],
    }
    cards = {card["name"]: card for card in told["cards"]}
    assert set(cards) == {"DW2rd", "DE9cd", None}
    assert (cards["DE9cd"]["character"], cards["DE9cd"]["number"]) == ("data head", 9)
    assert cards[None]["face"] == "down"
    assert len(cards["DE9cd"]["corners_px"]) == 4
    assert cards["DE9cd"]["read_by"] in (["marker"], ["marker", "outline"])
    assert told["table"]["play_card"] == "DW2rd"
    assert told["table"]["laid"] == ["DE9cd"]
    assert cv2.imread(str(drawn)) is not None
    text = companion("see", tmp_path / "a.png", "--game", "zigity")
    assert "play card: DW2rd" in text.out


def test_photo_judges_the_set_that_lies_there(companion: Companion, tmp_path: Path) -> None:
    ran = companion("photo", zigity_photo(tmp_path / "a.png"), "--game", "zigity", "--json")
    told = json.loads(ran.out)
    assert (told["ruling"], told["turn"], ran.status) == ("legal", "set DE9cd", 0)
    assert any(reason["clause"] == "zigity/data-head" for reason in told["reasons"])
    assert told["cards"]


def test_what_nobody_can_tell_is_undecided_and_can_be_said(companion: Companion, tmp_path: Path) -> None:
    photo = zigity_photo(tmp_path / "a.png", known=False)
    ran = companion("photo", photo, "--game", "zigity")
    assert ran.status == 1
    assert "UNDECIDED" in ran.out
    assert "which card is the play card" in ran.out
    said = companion("photo", photo, "--game", "zigity", "--play-card", "DE9cd", "--json")
    assert json.loads(said.out)["turn"] == "set DW2rd"
    assert said.status == 0


def test_photo_counts_piles(companion: Companion, tmp_path: Path) -> None:
    ran = companion("photo", zont_photo(tmp_path / "a.png"), "--game", "zont", "--json")
    told = json.loads(ran.out)
    assert told["values"] == {"art": 2, "change": 0, "favors": 3, "great zonts": 1, "giglets": 4}
    assert [one["total"] for one in told["points"].values()] == [5]
    assert (told["ruling"], ran.status) == ("legal", 0)
    text = companion("photo", tmp_path / "a.png", "--game", "zont")
    assert "pile 1: 5" in text.out


def test_two_photos_of_a_board_are_a_play_with_its_score(companion: Companion, tmp_path: Path) -> None:
    before, after = _board(BEFORE, tmp_path / "before.png"), _board(BEFORE | LAID, tmp_path / "after.png")
    drawn = tmp_path / "drawn.png"
    ran = companion(
        "photo", before, after, "--game", "zigzaggle", "--json", "--draw", drawn, "--runway", "west"
    )
    told = json.loads(ran.out)
    names = {cell: ident.split("-")[0] for cell, ident in (BEFORE | LAID).items()}
    want = judge_json(
        {
            "tiles": {cell: names[cell] for cell in BEFORE},
            "runway": "west",
            "turn": {"lay": {cell: names[cell] for cell in LAID}},
        }
    )
    assert told["laid"] == {cell: names[cell] for cell in LAID}
    assert told["gone"] == {}
    assert (told["ruling"], told["score"]) == (want["ruling"], want["score"])
    assert ran.status == int(want["ruling"] != "legal")
    cells = {piece["cell"]: piece["name"] for piece in told["photos"][1]["pieces"]}
    assert cells == names
    assert [(tmp_path / f"drawn-{number}.png").exists() for number in (1, 2)] == [True, True]


def test_see_names_the_cells_of_tiles(companion: Companion, tmp_path: Path) -> None:
    told = json.loads(
        companion("see", _board(BEFORE, tmp_path / "a.png"), "--game", "zigzaggle", "--json").out
    )
    assert told["table"]["tiles"] == {cell: ident.split("-")[0] for cell, ident in BEFORE.items()}
    assert told["board"]["corners_px"]
    assert told["table"]["hidden"] == []
    assert {piece["letter"] for piece in told["pieces"]} == set("SAME")


REFUSED = (
    (("photo", "PHOTO", "--game", "zigzaggle"), "one before and one after"),
    (("photo", "PHOTO", "PHOTO", "PHOTO", "--game", "zigzaggle"), "one before and one after"),
    (("photo", "PHOTO", "PHOTO", "--game", "zigzaggle", "--free", "j10"), "such as j10=S"),
    (("photo", "PHOTO", "PHOTO", "--game", "zigzaggle", "--free", "=S"), "such as j10=S"),
    (("photo", "PHOTO", "PHOTO", "--game", "zigzaggle", "--free", "z99=S"), "no cell z99"),
    (("photo", "PHOTO", "PHOTO", "--game", "zigzaggle", "--runway", "nope"), "no runway 'nope'; use west"),
    (("photo", "PHOTO", "--game", "zigity", "--play-card", "XX"), "no card 'XX'"),
    (("photo", "PHOTO", "--game", "zigity", "--word", "C4T"), "'C4T' is no word"),
    (("photo", "PHOTO", "--game", "zont", "--play-card", "DW2rd"), "Zigity's"),
    (("photo", "PHOTO", "--game", "zangle", "--word", "CAT"), "Zigity's"),
    (("photo", "PHOTO", "--game", "zigity", "--runway", "west"), "Zig Zaggle's"),
    (("see", "PHOTO", "--game", "zont", "--profile", "iamond"), "--profile is Zangle's"),
    (("see", "NONE", "--game", "zont"), "there is no such file"),
    (("photo", "NONE", "NONE", "--game", "zigzaggle"), "there is no such file"),
)


@pytest.mark.parametrize(
    ("arguments", "says"), REFUSED, ids=lambda one: " ".join(one) if isinstance(one, tuple) else ""
)
def test_what_cannot_be_used_is_one_sentence(
    companion: Companion, tmp_path: Path, arguments: tuple[str, ...], says: str
) -> None:
    photo = saved(photographed([], camera(2.0)), tmp_path / "a.png")
    named = {"PHOTO": photo, "NONE": str(tmp_path / "none.png")}
    ran = companion(*(named.get(one, one) for one in arguments))
    assert ran.status == 2
    assert says in ran.err
    assert ran.err.count("\n") == 1
    assert ran.out == ""


@pytest.mark.parametrize("game", ["zigity", "zont", "zigzaggle"])
def test_an_empty_table_is_no_error(companion: Companion, tmp_path: Path, game: str) -> None:
    photo = saved(photographed([], camera(2.0)), tmp_path / "a.png")
    ran = companion("see", photo, "--game", game, "--json")
    assert ran.status == 0
    assert json.loads(ran.out)["pieces" if game == "zigzaggle" else "cards"] == []
    two = (photo, photo) if game == "zigzaggle" else (photo,)
    judged = companion("photo", *two, "--game", game, "--json")
    assert (json.loads(judged.out)["ruling"], judged.status) == ("undecided", 1)
