"""`companion see` and `companion photo` as other programs run them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image

from tests.cli.standard_error import complaints
from tests.conftest import Companion

Make = Callable[[Image.Image, Path], None]


def _exif_turned(picture: Image.Image, path: Path) -> None:
    """Stored lying on its side, with the tag that turns it upright, as phones do."""
    exif = Image.Exif()
    exif[0x0112] = 6
    picture.transpose(Image.Transpose.ROTATE_90).save(path, quality=95, exif=exif)


def _deep(picture: Image.Image, path: Path) -> None:
    colour = np.asarray(picture)[..., ::-1].astype(np.uint16) * 257
    path.write_bytes(cv2.imencode(".png", colour)[1].tobytes())


def _deep_grey(picture: Image.Image, path: Path) -> None:
    grey = np.asarray(picture.convert("L")).astype(np.uint16) * 257
    path.write_bytes(cv2.imencode(".png", grey)[1].tobytes())


def _alpha(picture: Image.Image, path: Path) -> None:
    picture.putalpha(255)
    picture.save(path)


COLOUR: dict[str, Make] = {
    "exif-turned.jpg": _exif_turned,
    "16-bit.png": _deep,
    "alpha.png": _alpha,
    "cmyk.jpg": lambda picture, path: picture.convert("CMYK").save(path, quality=95),
    "lossless.webp": lambda picture, path: picture.save(path, lossless=True),
}
GREY: dict[str, Make] = {
    "grey.jpg": lambda picture, path: picture.convert("L").save(path, quality=95),
    "16-bit-grey.png": _deep_grey,
    "grey-alpha.png": lambda picture, path: picture.convert("LA").save(path),
    "one-bit.png": lambda picture, path: picture.convert("1").save(path),
}


def _lines(text: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in text.splitlines()]


def _what(seen: dict[str, object]) -> list[tuple[str, int]]:
    cards = seen["cards"]
    assert isinstance(cards, list)
    return sorted((card["id"] or "", card["triangles"]) for card in cards)


@pytest.fixture(scope="session")
def plain_view(sample: Path) -> Image.Image:
    """A recorded photo, decoded."""
    return Image.open(sample).convert("RGB")


def test_see_prints_one_object_for_each_photo(companion: Companion, samples: list[Path]) -> None:
    ran = companion("see", *samples[:2], "--game", "zangle", "--json")
    assert ran.status == 0
    assert complaints(ran) == []
    lines = _lines(ran.out)
    assert [line["photo"] for line in lines] == [str(path) for path in samples[:2]]
    for line in lines:
        assert list(line) == ["photo", "game", "profile", "size_px", "cards", "unread"]
        assert line["cards"]


@pytest.mark.parametrize(("photo", "wrong", "right"), [("a-zangle.jpg", "abolo", "iamond")])
def test_a_profile_that_the_cards_contradict_leaves_them_unread(
    companion: Companion, samples: list[Path], photo: str, wrong: str, right: str
) -> None:
    path = next(one for one in samples if one.name == photo)
    seen = companion("see", path, "--game", "zangle", "--profile", wrong, "--json")
    judged = companion("photo", path, "--game", "zangle", "--profile", wrong, "--json")
    assert (seen.status, seen.err) == (0, "")
    assert (judged.status, judged.err) == (1, "")
    (told,), (verdict,) = _lines(seen.out), _lines(judged.out)
    assert {key: verdict[key] for key in told} == told
    assert (told["profile"], told["cards"], verdict["ruling"]) == (wrong, [], "undecided")
    advice = f"leave the profile out, or name {right}"
    assert isinstance(told["unread"], list)
    assert any(advice in one["why"] for one in told["unread"])
    assert isinstance(verdict["reasons"], list)
    assert any(advice in one["says"] for one in verdict["reasons"])


@pytest.mark.parametrize("game", ["none", "tranglar", "zont"])
def test_a_profile_is_zangles(companion: Companion, sample: Path, game: str) -> None:
    ran = companion("see", sample, "--game", game, "--profile", "abolo", "--json")
    assert (ran.status, ran.out) == (2, "")
    assert "--profile is Zangle's" in ran.err


def test_see_none_finds_outlines_and_nothing_else(companion: Companion, sample: Path) -> None:
    ran = companion("see", sample, "--game", "none", "--json")
    (seen,) = _lines(ran.out)
    assert (ran.status, seen["game"]) == (0, "none")
    cards = seen["cards"]
    assert isinstance(cards, list)
    assert cards
    assert {key for card in cards for key in card} == {"corners_px"}


def test_photo_tells_what_it_saw_and_what_that_means(companion: Companion, samples: list[Path]) -> None:
    ran = companion("photo", *samples, "--game", "zangle", "--json")
    lines = _lines(ran.out)
    assert len(lines) == len(samples)
    for line in lines:
        assert {"photo", "cards", "unread", "ruling", "reasons", "left_out", "zangles"} <= set(line)
        assert line["ruling"] in ("legal", "illegal", "undecided")
    assert ran.status == int(any(line["ruling"] != "legal" for line in lines))
    assert complaints(ran) == []


def test_people_read_words(companion: Companion, sample: Path) -> None:
    for command in ("see", "photo"):
        ran = companion(command, sample, "--game", "zangle")
        assert ran.out.startswith(f"{sample}: ")
        assert "{" not in ran.out


@pytest.mark.parametrize("command", ["see", "photo"])
def test_a_drawing_has_the_photos_size(
    companion: Companion, sample: Path, tmp_path: Path, command: str
) -> None:
    companion(command, sample, "--game", "zangle", "--draw", "drawn.png")
    with Image.open(tmp_path / "drawn.png") as drawn, Image.open(sample) as photo:
        assert drawn.size == photo.size


def test_drawings_of_several_photos_are_numbered(
    companion: Companion, samples: list[Path], tmp_path: Path
) -> None:
    companion("see", *samples[:2], "--game", "zangle", "--draw", "drawn.jpg")
    assert sorted(path.name for path in tmp_path.glob("*.jpg")) == ["drawn-1.jpg", "drawn-2.jpg"]


def test_a_drawing_that_cannot_be_written_is_one_line(companion: Companion, sample: Path) -> None:
    ran = companion("see", sample, "--game", "zangle", "--draw", "no-such-folder/drawn.png")
    assert ran.status == 2
    assert ran.err.startswith("companion: no-such-folder")
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize("command", ["see", "photo"])
def test_what_was_seen_is_told_where_there_is_no_room_for_its_drawing(
    companion: Companion, command: str, sample: Path, tmp_path: Path
) -> None:
    asked = [command, str(sample), "--game", "zangle", "--json"]
    limited = ["sh", "-c", 'ulimit -f 8; exec "$@"', "sh", sys.executable, "-m", "companion.cli"]
    drawn = str(tmp_path / "drawn.png")
    # A module that Python compiles there and then would be kept, cut off, for all that import it later.
    nothing_kept = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    ran = subprocess.run(
        [*limited, *asked, "--draw", drawn], capture_output=True, text=True, env=nothing_kept
    )
    assert (ran.stdout, ran.returncode) == (companion(*asked).out, 2)
    assert f"{drawn} cannot be written" in ran.stderr
    assert ran.stderr.count("\n") == 1
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize("command", ["see", "photo"])
@pytest.mark.parametrize("way", ["its name", "another spelling", "a symbolic link", "a hard link"])
def test_a_drawing_is_never_made_over_the_photo(
    companion: Companion, sample: Path, tmp_path: Path, command: str, way: str
) -> None:
    photo = tmp_path / "mine.jpg"
    photo.write_bytes(sample.read_bytes())
    (tmp_path / "folder").mkdir()
    (tmp_path / "soft.jpg").symlink_to(photo)
    (tmp_path / "hard.jpg").hardlink_to(photo)
    names = {
        "another spelling": "folder/../mine.jpg",
        "a symbolic link": "soft.jpg",
        "a hard link": "hard.jpg",
    }
    ran = companion(command, "mine.jpg", "--game", "zangle", "--draw", names.get(way, "mine.jpg"))
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("companion: ")
    assert ran.err.count("\n") == 1
    assert "is itself what is read" in ran.err
    assert photo.read_bytes() == sample.read_bytes()


def test_no_drawing_of_several_falls_on_one_of_the_photos(
    companion: Companion, sample: Path, tmp_path: Path
) -> None:
    photos = ("mine-2.jpg", "other.jpg")
    for name in photos:
        (tmp_path / name).write_bytes(sample.read_bytes())
    for game in ("zangle", "tranglar", "zigity"):
        ran = companion("see", *photos, "--game", game, "--draw", "mine.jpg")
        assert (ran.status, ran.out) == (2, "")
        assert ran.err.startswith("companion: mine-2.jpg is itself what is read")
    assert {path.name for path in tmp_path.iterdir()} == set(photos)


@pytest.mark.parametrize("command", ["see", "photo"])
def test_a_bad_picture_is_refused_in_one_line(companion: Companion, bad_picture: Path, command: str) -> None:
    ran = companion(command, bad_picture.name, "--game", "zangle", "--json")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith(f"companion: {bad_picture.name}")
    assert ran.err.count("\n") == 1
    assert "should not happen" not in ran.err


@pytest.mark.parametrize("name", ["nowhere.jpg", "."])
def test_a_missing_photo_and_a_folder_are_named(companion: Companion, name: str) -> None:
    ran = companion("see", name, "--game", "none", "--json")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith(f"companion: {name}")
    assert ran.err.count("\n") == 1


def test_a_bad_photo_does_not_lose_the_others(companion: Companion, samples: list[Path]) -> None:
    ran = companion("see", samples[0], "nowhere.jpg", samples[1], "--game", "zangle", "--json")
    assert [line["photo"] for line in _lines(ran.out)] == [str(samples[0]), str(samples[1])]
    assert ran.status == 2
    assert len(complaints(ran)) == 1


def test_every_way_to_store_a_photo_reads_the_same(
    companion: Companion, sample: Path, plain_view: Image.Image, tmp_path: Path
) -> None:
    names = sorted(COLOUR)
    for name in names:
        COLOUR[name](plain_view.copy(), tmp_path / name)
    ran = companion("see", sample, *names, "--game", "zangle", "--json")
    assert (ran.status, complaints(ran)) == (0, [])
    straight, *stored = _lines(ran.out)
    assert [one["photo"] for one in stored] == names
    for one in stored:
        assert one["size_px"] == straight["size_px"], one["photo"]
        assert _what(one) == _what(straight), one["photo"]


@pytest.mark.parametrize("name", sorted(GREY))
def test_a_photo_without_colour_is_read_as_far_as_it_goes(
    companion: Companion, plain_view: Image.Image, tmp_path: Path, name: str
) -> None:
    GREY[name](plain_view.copy(), tmp_path / name)
    ran = companion("see", name, "--game", "zangle", "--json")
    assert (ran.status, ran.err) == (0, "")
    assert _lines(ran.out)[0]["size_px"] == list(plain_view.size)


def test_of_one_photo_there_is_no_progress_to_tell(companion: Companion, sample: Path) -> None:
    assert companion("see", sample, "--game", "none", "--json").err == ""


@pytest.mark.parametrize(
    "arguments",
    [
        ("see", "--game", "none"),
        ("see", "--game", "tranglar"),
        ("see", "--deck", "deck.json"),
        ("see", "--deck", "deck.json", "--game", "zangle"),
        ("photo", "--deck", "deck.json", "--game", "zangle"),
        ("photo", "--game", "zont"),
    ],
    ids=" ".join,
)
def test_a_profile_that_would_make_no_difference_is_refused(
    companion: Companion, sample: Path, arguments: tuple[str, ...]
) -> None:
    ran = companion(*arguments, sample, "--profile", "abolo", "--json")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("companion: --profile is Zangle's")
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize("arguments", [("see", "--game", "none"), ("see", "--game", "none", "--json")])
def test_a_full_disk_ends_it_with_one_line(sample: Path, arguments: tuple[str, ...]) -> None:
    with open("/dev/full", "wb") as full:  # noqa: PTH123 - a device, not a file
        command = [sys.executable, "-m", "companion.cli", *arguments, str(sample)]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 2
    assert done.stderr == (
        "companion: standard output cannot be written: No space left on device; make room there, or send it "
        "elsewhere.\n"
    )


def _lens(*distortion: float) -> str:
    return json.dumps(
        {
            "format": "tabletop-companion/lens",
            "version": 1,
            "size_px": [1920, 1080],
            "camera_matrix": [[1400, 0, 960], [0, 1400, 540], [0, 0, 1]],
            "distortion": distortion,
        }
    )


@pytest.mark.parametrize(
    "content",
    [
        *("", "{}", "[1]", '{"size_px": [1, 2]}', "not json"),
        *(_lens(*one) for one in ([1e300] * 5, [50, 0, 0, 0, 0], [-1, 0, 0, 0, 0], [0, 0, 0.5, 0, 0])),
    ],
)
def test_a_lens_file_that_is_none_is_one_line(
    companion: Companion, sample: Path, tmp_path: Path, content: str
) -> None:
    (tmp_path / "lens.json").write_text(content)
    ran = companion("see", sample, "--game", "zangle", "--lens", "lens.json", "--json")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.count("\n") == 1
    assert "lens.json" in ran.err
