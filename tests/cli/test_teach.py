"""`companion teach` and `companion see --deck` as a person runs them."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.taught import BadDeck, load_deck
from companion.cli import main
from companion.commands.teach import names_from
from tests.conftest import Companion
from tests.vision.taught.faces import compose, deck, shelf

FACES = deck()
NAMES = ["picture 1", "picture 2", "blue box 3", "red solid"]


@pytest.fixture(scope="module")
def photos(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """One photo to teach from, one to read."""
    folder = tmp_path_factory.mktemp("photos")
    for name, seed, turned in (("teach", 1, False), ("see", 2, True)):
        image, _ = compose(shelf(FACES, NAMES), np.random.default_rng(seed), columns=4, turned=turned)
        cv2.imwrite(str(folder / f"{name}.png"), image)
    return folder / "teach.png", folder / "see.png"


@pytest.mark.parametrize("option", ["--draw", "--lens"])
def test_what_is_for_photos_alone_is_refused_without_any(
    companion: Companion, photos: tuple[Path, Path], tmp_path: Path, option: str
) -> None:
    assert companion("teach", "mine", photos[0], "--out", "deck.json").status == 0
    ran = companion("teach", "mine", "--out", "deck.json", "--names", "a,b,c,d", option, "x.png")
    assert ran.status == 2
    assert "--draw and --lens are for photos" in ran.err
    assert not (tmp_path / "x.png").exists()


def test_a_deck_that_could_not_be_read_again_is_not_written(
    photos: tuple[Path, Path],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    out, drawn = tmp_path / "deck.json", tmp_path / "drawn.png"
    monkeypatch.setattr("calibration.taught.MOST_FILE_BYTES", 1000)
    with pytest.raises(SystemExit) as ended:
        main(["teach", "mine", str(photos[0]), "--out", str(out), "--draw", str(drawn)])
    assert ended.value.code == 2
    assert "too large" in capsys.readouterr().err
    assert not out.exists()
    assert not drawn.exists()


def test_teach_then_see(companion: Companion, photos: tuple[Path, Path], tmp_path: Path) -> None:
    names = tmp_path / "names.csv"
    names.write_text("name,suit\nAda,sun\nBob,moon\nCy,star\nDee,sun\n")
    done = companion(
        "teach", "mine", photos[0], "--names", names, "--out", "deck.json", "--draw", "out.png", "--json"
    )
    assert (done.status, done.err) == (0, "")
    told = json.loads(done.out)
    assert (told["kinds"], told["cards"], told["alike"]) == (4, 4, [])
    assert [card["name"] for card in told["photos"][0]["cards"]] == ["Ada", "Bob", "Cy", "Dee"]
    assert (tmp_path / "out.png").stat().st_size > 1000
    assert (tmp_path / "deck.json").stat().st_size < 4 * 30_000  # a small picture of each kind, and no photo
    seen = companion("see", photos[1], "--deck", "deck.json", "--json")
    assert (seen.status, seen.err) == (0, "")
    line = json.loads(seen.out)
    assert (line["game"], line["unread"]) == ("mine", [])
    assert {card["id"]: card["suit"] for card in line["cards"]} == {
        "Ada": "sun",
        "Bob": "moon",
        "Cy": "star",
        "Dee": "sun",
    }
    assert all(card["read_by"] == ["taught"] and card["confidence"] >= 0.5 for card in line["cards"])
    plain = companion("see", photos[1], "--deck", "deck.json")
    assert "Ada" in plain.out


def test_number_now_name_later(companion: Companion, photos: tuple[Path, Path], tmp_path: Path) -> None:
    assert companion("teach", "mine", photos[0], "--out", "deck.json").status == 0
    again = companion("teach", "mine", photos[1], "--out", "deck.json", "--json")
    assert json.loads(again.out)["kinds"] == 4
    named = companion("teach", "mine", "--names", "a,b", "--out", "deck.json")
    assert named.status == 0
    kinds = json.loads((tmp_path / "deck.json").read_text())["kinds"]
    assert [kind["name"] for kind in kinds] == ["a", "b", "3", "4"]
    assert [kind["copies"] for kind in kinds] == [2, 2, 2, 2]


def test_a_deck_behind_a_link_is_added_to_and_the_link_stays(
    companion: Companion, photos: tuple[Path, Path], tmp_path: Path
) -> None:
    assert companion("teach", "mine", photos[0], "--out", "deck.json").status == 0
    (tmp_path / "link.json").symlink_to(tmp_path / "deck.json")
    assert companion("teach", "mine", "--names", "a,b", "--out", "link.json").status == 0
    assert (tmp_path / "link.json").is_symlink()
    assert '"name": "a"' in (tmp_path / "deck.json").read_text(encoding="utf-8")


def test_bad_input_is_one_sentence_and_loses_nothing(
    companion: Companion, photos: tuple[Path, Path], tmp_path: Path
) -> None:
    assert companion("teach", "mine", photos[0], "--out", "deck.json").status == 0
    kept = (tmp_path / "deck.json").read_bytes()
    texts = {
        "bad.json": "{",
        "no-list.json": "3",
        "no-column.csv": "who\nAda\n",
        "twice.csv": "name,name\nAda,Bob\n",
        "empty.txt": "\n",
        "newer.json": kept.decode().replace('"version": 1', '"version": 2'),
        "foreign.json": '{"format": "other"}',
        "torn.json": kept.decode().replace('"views": [\n    "', '"views": [\n    "AAAA'),
        "deep.json": "[" * 100_000,
    }
    (tmp_path / "own.png").write_bytes(photos[0].read_bytes())
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    teach = ("teach", "mine", photos[0], "--out", "deck.json", "--names")
    tries = [
        (*teach, "a,b,c"),
        (*teach, "no-column.csv"),
        (*teach, "missing.csv"),
        ("teach", "mine", "--out", "deck.json", "--names", "a,a"),
        ("teach", "other", photos[0], "--out", "deck.json"),
        ("teach", "My Game", photos[0], "--out", "new.json"),
        ("teach", "mine", "missing.png", "--out", "deck.json"),
        ("see", photos[1], "--deck", "torn.json"),
        ("see", photos[1], "--deck", "deck.json", "--game", "zangle"),
        ("see", photos[1]),
        ("teach", "mine", photos[0], "--out", "no-such-folder/new.json"),
        ("teach", "mine", tmp_path / "own.png", "--out", "new.json", "--draw", "own.png"),
        ("teach", "mine", photos[0], "--out", "new.png", "--draw", "new.png"),
        (*teach, "twice.csv"),
    ]
    for name in ("newer", "foreign", "deep", "missing"):
        with pytest.raises(BadDeck, match=f"{name}.json"):
            load_deck(tmp_path / f"{name}.json")
    for name in ("bad.json", "no-list.json", "empty.txt", "d" * 90):
        path = tmp_path / name
        with pytest.raises(BadDeck):
            names_from(str(path) if path.suffix else name, "mine")
    for arguments in tries:
        done = companion(*arguments)
        assert done.status == 2, arguments
        assert done.err.count("\n") == 1, (arguments, done.err)
        assert "should not happen" not in done.err, (arguments, done.err)
    assert (tmp_path / "deck.json").read_bytes() == kept
    assert not (tmp_path / "new.json").exists()
    assert not (tmp_path / "no-such-folder").exists()
    assert (tmp_path / "own.png").read_bytes() == photos[0].read_bytes()
