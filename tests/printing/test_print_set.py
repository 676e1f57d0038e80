"""The manifest and the files beside it, and what is refused."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

from companion.printing import fit, print_game, publish, zangle
from companion.rules.errors import BadInput
from companion.rules.polyform import Shape
from companion.rules.seeds import seed
from companion.rules.zangle.deck import deck as rules_deck
from companion.table.teaching.names import names_in
from tests.printing.decks import Deck


def test_the_manifest_names_every_card_of_the_deck_once(deck: Deck) -> None:
    assert deck.manifest["game"] == "zangle"
    cards = rules_deck(deck.manifest["profile"])
    assert [thing["id"] for thing in deck.things] == [card.id for card in cards]
    assert len({thing["id"] for thing in deck.things}) == 120
    colours = {row["triangles"]: row["srgb"] for row in seed("zangle")["colours"]}
    for thing, card in zip(deck.things, cards, strict=True):
        assert thing["size_mm"] == [63, 88]
        assert thing["triangles"] == card.triangles
        assert thing["number"] == card.number
        assert (thing["colour"], thing["srgb"]) == (card.colour, colours[card.triangles])
        if card.shape is None:
            assert thing["shape"] is None
        else:
            assert Shape.from_json(thing["shape"]).key == card.shape.key


def test_markers_in_the_manifest_are_the_ones_of_the_rules(marked: Deck) -> None:
    cards = rules_deck("iamond")
    assert [tuple(m["id"] for m in thing["markers"]) for thing in marked.things] == [c.markers for c in cards]
    assert marked.manifest["marker_family"] == seed("zangle")["markers"]["family"]


def test_faces_are_where_the_manifest_says_and_no_others(deck: Deck) -> None:
    named = {deck.folder / thing["face"] for thing in deck.things}
    assert named == set((deck.folder / "faces").iterdir()) == set(deck.written.faces)
    assert deck.written.pdf == deck.folder / "zangle.pdf"
    assert deck.written.manifest == deck.folder / "manifest.json"


def test_progress_counts_up_to_all_faces(deck: Deck) -> None:
    assert deck.steps == [(n, 120) for n in range(1, 121)]


@pytest.mark.parametrize("profile", ["iamond", "abolo"])
def test_the_drawing_scale_is_the_largest_that_fits_the_deck(profile: str) -> None:
    style = zangle.style(rules_deck(profile))
    shapes = {card.shape for card in rules_deck(profile) if card.shape is not None}
    best = {shape: max(unit for unit, _ in fit.poses(shape, style.room)) for shape in shapes}
    assert style.unit_mm <= min(best.values()) < style.unit_mm + 0.25


def test_every_game_that_prints_has_its_module_and_its_seed() -> None:
    for game in publish.GAMES:
        assert callable(import_module(f"companion.printing.{game}").edition)
        assert seed(game)


@pytest.mark.parametrize(
    ("game", "profile", "paper", "names"),
    [
        ("chess", "iamond", "a4", "chess"),
        ("zangle", "hexagon", "a4", "hexagon"),
        ("zangle", "iamond", "a7", "a7"),
    ],
)
def test_an_unknown_choice_is_refused_in_one_sentence(
    tmp_path: Path, game: str, profile: str, paper: str, names: str
) -> None:
    with pytest.raises(BadInput) as refused:
        print_game(game, tmp_path / "out", profile, False, paper)
    said = str(refused.value)
    assert names in said
    assert "\n" not in said
    assert said.endswith(".")
    assert not (tmp_path / "out").exists()


def test_a_folder_that_cannot_be_written_is_refused_in_one_sentence(tmp_path: Path) -> None:
    in_the_way = tmp_path / "deck"
    in_the_way.write_text("a file, no folder", encoding="utf-8")
    with pytest.raises(BadInput, match="another folder") as refused:
        print_game("zangle", in_the_way, "iamond", False, "a4")
    assert str(in_the_way) in str(refused.value)
    assert in_the_way.read_text(encoding="utf-8") == "a file, no folder"


def test_a_manifest_names_the_cards_to_be_taught_by_their_shapes(deck: Deck) -> None:
    named = names_in(deck.written.manifest.read_text(encoding="utf-8"), ".json", "zangle", "manifest.json")
    cards = rules_deck(deck.manifest["profile"])
    assert [one.name for one in named] == [card.id.rpartition("-")[0] for card in cards]
    assert [one.fields["triangles"] for one in named] == [card.triangles for card in cards]
