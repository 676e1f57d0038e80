"""Zigity's and Zont's decks, measured back from their pages: the rules' cards, markers, scale, pictures, colours."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from functools import lru_cache
from importlib import import_module
from itertools import combinations
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.printing import print_game, raster, sheet
from companion.printing.edition import Edition
from companion.printing.figures import SYMBOLS, draw_figure
from companion.printing.palette import PAPER, colours, legible_on
from companion.printing.palette import contrast as contrast_of
from companion.printing.pen import INK, Document
from companion.printing.zigity_figures import CHARACTERS
from companion.rules.errors import BadInput
from companion.rules.places import places
from companion.rules.seeds import seed
from companion.rules.zangle.deck import deck as zangle_deck
from companion.rules.zigity.cards import printed_deck
from companion.rules.zont.cards import all_cards
from companion.table.teaching.names import names_in
from tests.printing.colour_vision import CONDITIONS, from_hex, least
from tests.printing.measured import control_lines, cuts, grey_pages, markers_on

GAMES = ("zigity", "zont")
FACE_PX_PER_MM = 3
Picture = NDArray[np.bool_]


def edition(game: str, *, plain: bool = False, first: int | None = None) -> Edition:
    whole: Edition = import_module(f"companion.printing.{game}").edition(None, plain=plain)
    return whole if first is None else replace(whole, things=whole.things[:first])


def test_every_card_of_the_rules_deck_is_printed_and_no_other() -> None:
    ours = Counter(thing.facts["card"] for thing in edition("zigity").things)
    assert ours == Counter(map(str, printed_deck()))
    assert [thing.id for thing in edition("zont").things] == list(map(str, all_cards()))
    assert (ours.total(), len(all_cards())) == (80, 55)
    for card, thing in zip(printed_deck(), edition("zigity").things, strict=True):
        facts = thing.facts
        told = [facts[key] for key in ("kind", "character", "letter", "number", "part", "instrument")]
        assert told == list(card)
    for zont, thing in zip(all_cards(), edition("zont").things, strict=True):
        suit = seed("zont")["suits"][zont.suit]["name"]
        assert (thing.facts["suit"], thing.facts["value"]) == (suit, zont.value)


@pytest.mark.parametrize("game", GAMES)
def test_files_have_names_of_their_own_on_every_disk(game: str) -> None:
    things = edition(game).things
    assert len({thing.id.lower() for thing in things}) == len(things)


@pytest.mark.parametrize("game", GAMES)
def test_each_sheet_has_the_markers_of_its_cards_in_their_places(game: str) -> None:
    printed = edition(game)
    layout = sheet.Layout.on(sheet.PAPERS["a4"], printed.size_mm)
    pages = list(grey_pages(sheet.sheets(printed, sheet.PAPERS["a4"])))
    assert not markers_on(pages[1][:400]), "no marker on a back"
    assert all((back < 128).mean() > 0.04 for back in pages[1::2])
    assert len(pages) == 2 * -(-len(printed.things) // 9)
    for number, page in enumerate(pages[::2]):
        read = markers_on(page)
        here = printed.things[number * 9 :][:9]
        expected = {
            marker["id"]: np.array(marker["corners_mm"]) + layout.place(index)
            for index, thing in enumerate(here)
            for marker in thing.facts["markers"]
        }
        assert len(expected) == 2 * len(here)
        assert sorted(read) == sorted(expected)
        for one, corners in expected.items():
            np.testing.assert_allclose(read[one], corners, atol=0.25)
        assert control_lines(page) == [pytest.approx(100, abs=0.4)]


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("game", GAMES)
def test_plain_sheets_have_no_marker_and_are_to_scale(game: str, paper: str) -> None:
    printed = edition(game, plain=True, first=9)
    assert printed.facts["marker_family"] is None
    assert all(thing.facts["markers"] == [] for thing in printed.things)
    front, back = grey_pages(sheet.sheets(printed, sheet.PAPERS[paper]))
    assert not markers_on(front)
    assert control_lines(front) == [pytest.approx(100, abs=0.4)]
    across, down = cuts(front)
    np.testing.assert_allclose(np.diff(across), [63] * 3, atol=0.3)
    np.testing.assert_allclose(np.diff(down), [88] * 3, atol=0.3)
    for page in (front, back):
        rim = 10  # 2.5 mm
        assert (page < 250).sum() == (page[rim:-rim, rim:-rim] < 250).sum()


def test_no_two_games_share_a_marker() -> None:
    groups = {
        "zangle": [
            n for profile in ("iamond", "abolo") for card in zangle_deck(profile) for n in card.markers
        ],
        "tranglar": seed("tranglar")["markers"]["ids"],
        "table": [marker["id"] for marker in seed("targets")["table"]["markers"]],
        "places": [marker.number for face in places().faces for marker in face.markers + face.earlier],
        **{
            game: [marker["id"] for thing in edition(game).things for marker in thing.facts["markers"]]
            for game in GAMES
        },
        "zigzaggle": list(range(seed("zigzaggle")["markers"]["first_marker"], 882)),
        "its board": seed("zigzaggle")["markers"]["ids"],
    }
    every = [number for numbers in groups.values() for number in numbers]
    assert len(every) == len(set(every))
    family = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h10)
    assert max(every) < len(family.bytesList)
    assert len(groups["zigity"]) == 160
    assert len(groups["zont"]) == 110


@lru_cache(maxsize=2)
def dark_faces(game: str) -> list[Picture]:
    """Every face of a plain deck, True where it is as dark as ink or the reverse of it on a panel."""
    pages = grey_pages(sheet.singles(edition(game, plain=True)), FACE_PX_PER_MM)
    return [page < 60 for page in pages]


def alike(one: Picture, other: Picture) -> float:
    """How much of what is dark in either is dark in both."""
    return float((one & other).sum() / max(1, (one | other).sum()))


def crop(face: Picture, box: tuple[float, float, float, float]) -> Picture:
    left, top, right, bottom = (round(mm * FACE_PX_PER_MM) for mm in box)
    return face[top:bottom, left:right]


# Left, top, right, bottom of each corner's cell, in millimetres, without the rim by the panel and the roundel.
CELLS = {
    "letter": (7, 23, 28, 38),
    "number": (36, 23, 56, 38),
    "part": (7, 50, 27, 65),
    "instrument": (36, 50, 56, 65),
}


@pytest.mark.parametrize("aspect", CELLS)
def test_what_stands_in_a_cell_is_what_the_manifest_says(aspect: str) -> None:
    """Cells of one value look alike on whatever card, and cells of two values do not."""
    things = edition("zigity").things
    shown: dict[object, list[Picture]] = {}
    for thing, face in zip(things, dark_faces("zigity"), strict=True):
        if thing.facts["kind"] == "set":
            shown.setdefault(thing.facts[aspect], []).append(crop(face, CELLS[aspect]))
    assert len(shown) == {"letter": 22, "number": 10, "part": 3, "instrument": 4}.get(aspect)
    for same in shown.values():
        assert all(alike(same[0], other) > 0.9 for other in same[1:])
    for one, other in combinations(shown.values(), 2):
        assert alike(one[0], other[0]) < 0.9


def test_zont_shows_suit_and_value_whatever_the_colour() -> None:
    things = edition("zont").things
    faces = dark_faces("zont")
    values: dict[int, list[Picture]] = {}
    for thing, face in zip(things, faces, strict=True):
        values.setdefault(thing.facts["value"], []).append(crop(face, (48, 3, 59, 17)))
    assert sorted(values) == [0, 1, 2, 3, 4]
    for same in values.values():
        assert all(alike(same[0], other) > 0.95 for other in same[1:])
    assert all(alike(a[0], b[0]) < 0.8 for a, b in combinations(values.values(), 2))
    # Zeros have their sign in ink, and each suit has one.
    zeros = [crop(f, (14, 22, 49, 58)) for t, f in zip(things, faces, strict=True) if t.facts["value"] == 0]
    assert len(zeros) == 5
    assert all(alike(a, b) < 0.6 for a, b in combinations(zeros, 2))


@pytest.mark.parametrize("condition", CONDITIONS)
@pytest.mark.parametrize("game", GAMES)
def test_the_colours_are_told_apart_by_every_eye(game: str, condition: str) -> None:
    named = {thing.facts["colour"]: thing.facts["srgb"] for thing in edition(game).things}
    srgb = [code for code in named.values() if code is not None]
    assert len(srgb) == {"zigity": 4, "zont": 3}[game]
    apart, _, _ = least(np.array([from_hex(code) for code in srgb]), condition)
    assert apart > 15.5


def test_what_stands_for_a_colour_is_told_apart_without_it() -> None:
    for figures in (SYMBOLS, CHARACTERS):
        document = Document((20.0, 20.0), "figures")
        for figure in figures.values():
            draw_figure(document.pen(), figure, (10.0, 10.0), 18.0, INK, PAPER)
            document.end_page()
        drawn = [page < 128 for page in grey_pages(document.finish())]
        assert all(alike(a, b) < 0.8 for a, b in combinations(drawn, 2))


def test_words_stand_out_from_every_colour() -> None:
    assert contrast_of("#ffffff", "#000000") == pytest.approx(21)
    assert all(contrast_of(legible_on(srgb), srgb) > 4 for srgb in colours().values())


@pytest.mark.parametrize("game", [*GAMES, "zigzaggle"])
def test_a_profile_is_refused_in_one_sentence_before_anything_is_written(game: str, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="has no profiles") as refused:
        print_game(game, tmp_path / "out", "iamond", False, "a4")
    assert str(refused.value).count(".") == 1
    assert f"The game {game} " in str(refused.value)
    assert "leave --profile iamond out" in str(refused.value)
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("game", GAMES)
def test_what_is_written_is_what_the_manifest_names(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, reader: cv2.aruco.ArucoDetector
) -> None:
    few = edition(game, first=3)
    # The whole deck takes seconds, and its other faces are looked at on the sheets.
    monkeypatch.setattr(f"companion.printing.{game}.edition", lambda profile, *, plain: few)
    written = print_game(game, tmp_path, None, False, "letter")
    manifest = json.loads(written.manifest.read_text(encoding="utf-8"))
    assert (manifest["game"], manifest["profile"], manifest["paper"]) == (game, None, "letter")
    assert manifest["marker_family"] == seed(game)["markers"]["family"]
    assert written.pdf == tmp_path / f"{game}.pdf"
    named = {tmp_path / thing["face"] for thing in manifest["things"]}
    assert named == set((tmp_path / "faces").iterdir())
    for thing in manifest["things"]:
        picture = cv2.imread(str(tmp_path / thing["face"]))
        assert picture is not None
        assert picture.shape == (88 * raster.PX_PER_MM, 63 * raster.PX_PER_MM, 3)
        _, ids, _ = reader.detectMarkers(picture)
        assert sorted(ids.ravel().tolist()) == [marker["id"] for marker in thing["markers"]]


@pytest.mark.parametrize("game", GAMES)
def test_a_manifest_names_the_cards_to_be_taught_as_the_game_calls_them(game: str) -> None:
    things = [{"id": thing.id, "face": "faces/x.png", **thing.facts} for thing in edition(game).things]
    named = names_in(json.dumps({"game": game, "things": things}), ".json", game, "manifest.json")
    cards = printed_deck() if game == "zigity" else all_cards()
    assert [one.name for one in named] == list(map(str, cards))
