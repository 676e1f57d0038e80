"""`companion print` as other programs run it; what is in the files is tested under tests/printing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.conftest import Companion


def test_it_tells_where_the_deck_is(companion: Companion, tmp_path: Path) -> None:
    ran = companion("print", "zangle", "--out", "deck", "--paper", "letter", "--json")
    told = json.loads(ran.out)
    assert ran.status == 0
    assert (tmp_path / told["pdf"]).read_bytes().startswith(b"%PDF")
    manifest = json.loads((tmp_path / told["manifest"]).read_text())
    assert told["things"] == len(manifest["things"]) == 120
    assert "120 of 120" in ran.err


def test_a_folder_that_cannot_be_made_is_one_line(companion: Companion, tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file")
    ran = companion("print", "zangle", "--out", "taken/deck", "--json")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("companion: ")
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize("game", ["zangle", "places", "calibration"])
def test_no_name_is_no_folder(companion: Companion, tmp_path: Path, game: str) -> None:
    ran = companion("print", game, "--out", "", "--json")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == 'companion: --out is empty: name a folder, "." for this one.\n'
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("option", [("--profile", "abolo"), ("--plain",)])
@pytest.mark.parametrize("game", ["places", "calibration"])
def test_what_makes_no_difference_is_refused(
    companion: Companion, tmp_path: Path, game: str, option: tuple[str, ...]
) -> None:
    ran = companion("print", game, "--out", "sheets", *option)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.count("\n") == 1
    assert "leave these options out" in ran.err
    assert not (tmp_path / "sheets").exists()


def test_tranglar_has_a_board_and_no_profiles(companion: Companion, tmp_path: Path) -> None:
    ran = companion("print", "tranglar", "--out", "set", "--plain", "--json")
    told = json.loads(ran.out)
    assert (ran.status, told["profile"], told["things"]) == (0, None, 43)
    assert (tmp_path / told["pdf"]).name == "tranglar.pdf"
    refused = companion("print", "tranglar", "--out", "other", "--profile", "abolo", "--json")
    assert (refused.status, refused.out) == (2, "")
    assert refused.err == "companion: The game tranglar has no profiles: leave --profile abolo out.\n"
    assert not (tmp_path / "other").exists()
