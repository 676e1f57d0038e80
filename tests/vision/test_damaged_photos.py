"""Pictures that are damaged: one sentence, or what can be read past the damage, and no word of a library's."""

from __future__ import annotations

import io
import warnings

import numpy as np
import pytest
from PIL import Image, features

from vision.errors import BadPhoto
from vision.photo import load_photo_bytes


def saved(form: str, **more: object) -> bytes:
    noise = np.random.default_rng(1).integers(0, 255, (160, 160, 3), np.uint8)
    out = io.BytesIO()
    Image.fromarray(noise).save(out, form, **more)
    return out.getvalue()


@pytest.mark.skipif(not features.check("avif"), reason="this Pillow reads no AVIF")
def test_a_damaged_avif_is_named_as_damaged() -> None:
    whole = saved("AVIF")
    at = whole.index(b"mdat") + 4
    damaged = whole[:at] + bytes(200) + whole[at + 200 :]
    with pytest.raises(BadPhoto, match=r"a\.avif is damaged or cut short"):
        load_photo_bytes(damaged, "a.avif")


def test_damaged_notes_beside_a_picture_are_passed_over_without_a_word() -> None:
    notes = Image.Exif()
    notes[0x010F] = "a maker of cameras with a long name"
    whole = saved("JPEG", exif=notes)
    at = whole.index(b"Exif")
    damaged = whole[: at + 18] + b"\xff" * 4 + whole[at + 22 :]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert load_photo_bytes(damaged, "a.jpg").shape == (160, 160, 3)
