"""HEIC, as phones write it: read where its library is installed, else one sentence that says what to do."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator

import numpy as np
import pillow_heif
import pytest
from PIL import Image

from vision import photo
from vision.errors import BadPhoto
from vision.photo import load_photo_bytes


@pytest.fixture(scope="module")
def picture() -> Image.Image:
    """Red on the left, blue on the right, brighter towards the bottom."""
    pixels = np.zeros((160, 240, 3), np.uint8)
    shade = np.linspace(120, 250, 160).astype(np.uint8)[:, None]
    pixels[:, :120, 0], pixels[:, 120:, 2] = shade, shade
    return Image.fromarray(pixels)


@pytest.fixture(scope="module")
def heic(picture: Image.Image) -> bytes:
    out = io.BytesIO()
    pillow_heif.from_pillow(picture).save(out, quality=90)
    return out.getvalue()


@pytest.fixture
def without_library(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setitem(sys.modules, "pillow_heif", None)
    photo._reads_heif.cache_clear()
    yield
    photo._reads_heif.cache_clear()


def test_what_it_shows_is_read(heic: bytes, picture: Image.Image) -> None:
    read = load_photo_bytes(heic, "a.heic")
    shown = np.asarray(picture)[..., ::-1].astype(int)
    assert read.shape == shown.shape
    assert np.abs(read - shown)[:, 8:112].mean() < 4
    assert np.abs(read - shown)[:, 128:232].mean() < 4


@pytest.mark.parametrize("kept", [60, 0.5, 0.95])
def test_one_that_is_cut_short_is_refused_in_a_sentence(heic: bytes, kept: float) -> None:
    with pytest.raises(BadPhoto, match=r"^a\.heic is "):
        load_photo_bytes(heic[: int(kept if kept > 1 else kept * len(heic))], "a.heic")


def test_damage_within_it_is_named(heic: bytes) -> None:
    at = heic.index(b"mdat") + 4
    with pytest.raises(BadPhoto, match=r"^a\.heic is damaged or cut short"):
        load_photo_bytes(heic[:at] + bytes(len(heic) - at), "a.heic")


def test_one_of_too_many_pixels_is_refused(heic: bytes) -> None:
    with pytest.raises(BadPhoto, match="megapixels: make it smaller"):
        load_photo_bytes(heic, "a.heic", most_pixels=1000)


@pytest.mark.usefixtures("without_library")
def test_without_its_library_the_sentence_says_both_ways_out(heic: bytes) -> None:
    with pytest.raises(BadPhoto, match=r"save it as JPEG .* or install tabletop-companion\[heic\]$"):
        load_photo_bytes(heic, "a.heic")
