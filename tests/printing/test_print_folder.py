"""The folder of a printed set: whole or as it was, and nobody else's file is written over."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.printing import print_game, raster
from companion.printing.places import print_places
from companion.rules.errors import BadInput


def held(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_folder_in_the_place_of_a_file_leaves_the_earlier_set(tmp_path: Path) -> None:
    print_places(tmp_path, "a4")
    (tmp_path / "places.pdf").unlink()
    (tmp_path / "places.pdf").mkdir()
    face = next((tmp_path / "faces").iterdir())
    face.write_bytes(b"an earlier face")
    with pytest.raises(BadInput, match="choose another folder"):
        print_places(tmp_path, "a4")
    assert face.read_bytes() == b"an earlier face"


@pytest.mark.parametrize("stop", [OSError(28, "No space left on device"), KeyboardInterrupt()], ids=type)
def test_a_run_that_is_cut_short_leaves_the_earlier_set(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stop: BaseException
) -> None:
    print_places(tmp_path, "a4")
    earlier, save = held(tmp_path), raster.save

    def refused(pixels: raster.Rgba, path: Path) -> None:
        if path.stem == "seat-3":
            path.write_bytes(b"half a picture")
            raise stop
        save(pixels, path)

    monkeypatch.setattr(raster, "save", refused)
    with pytest.raises((BadInput, KeyboardInterrupt)):
        print_places(tmp_path, "letter")
    assert held(tmp_path) == earlier
    with pytest.raises((BadInput, KeyboardInterrupt)):
        print_places(tmp_path / "new", "letter")
    assert {path.name for path in tmp_path.iterdir()} == {"places.pdf", "faces", "manifest.json"}


@pytest.mark.parametrize("content", [b'{"name": "a web app", "icons": []}', b"[]", b'{"things": ['])
@pytest.mark.parametrize("game", ["zigity", "tranglar", "zigzaggle"])
def test_another_programs_manifest_is_spared(tmp_path: Path, game: str, content: bytes) -> None:
    (tmp_path / "manifest.json").write_bytes(content)
    with pytest.raises(BadInput, match="choose another folder"):
        print_game(game, tmp_path, None, plain=False, paper="a4")
    assert held(tmp_path) == {"manifest.json": content}
