"""QR codes: those that either reader reads, those that make one of them raise, and pictures that hold none."""

from __future__ import annotations

from io import BytesIO
from unittest import mock

import cv2
import numpy as np
import pytest
import segno
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from PIL import Image

from vision import codes
from vision.codes import read_codes

Grey = NDArray[np.uint8]


def drawn(code: segno.QRCode, scale: int = 5) -> Grey:
    """A code as a grey picture with its quiet zone."""
    out = BytesIO()
    code.save(out, kind="png", scale=scale, border=4)
    out.seek(0)
    return np.asarray(Image.open(out).convert("L"), np.uint8)


def _nothing(_grey: Grey) -> list[codes.CodeSighting]:
    return []


@settings(max_examples=40, deadline=None)
@given(text=st.text(st.characters(codec="latin-1", categories=("L", "N", "P", "S")), min_size=1, max_size=60))
def test_what_is_drawn_is_read(text: str) -> None:
    assert [code.text for code in read_codes(drawn(segno.make(text, micro=False, encoding="utf-8")))] == [
        text
    ]


@pytest.mark.parametrize("reader", ["zxing", "zbar"])
@pytest.mark.parametrize("quarter", range(4))
def test_corners_go_round_with_the_clock_from_the_top_left_as_printed(reader: str, quarter: int) -> None:
    picture = np.full((300, 400), 255, np.uint8)
    code = drawn(segno.make("COMPANION/SEAT/3", micro=False, error="m"), 4)
    picture[60 : 60 + len(code), 90 : 90 + len(code)] = code
    side, quiet = 21 * 4, 16
    x, y = 90 + quiet, 60 + quiet
    want = np.array([[x, y], [x + side, y], [x + side, y + side], [x, y + side]], float)
    for _ in range(quarter):
        want = np.column_stack([len(picture) - want[:, 1], want[:, 0]])
        picture = np.rot90(picture, -1)
    turned = np.ascontiguousarray(picture)
    with mock.patch.object(
        codes, "_by_zxing", side_effect=codes._by_zxing if reader == "zxing" else _nothing
    ):
        (found,) = read_codes(turned)
    assert found.read_by == reader
    got = np.array(found.corners_px)
    if reader == "zbar":  # which of the corners is the first is not told by it
        got = min((np.roll(got, -k, axis=0) for k in range(4)), key=lambda c: float(np.abs(c - want).max()))
    assert np.abs(got - want).max() < 5


def test_a_code_of_a_sequence_gives_its_own_text_and_harms_nothing() -> None:
    sequence = segno.make_sequence("cards upon a table, and a few more words", version=1)
    assert len(sequence) > 1
    pictures = [drawn(code) for code in sequence]
    joined = "".join(read_codes(picture)[0].text for picture in pictures)
    assert joined == "cards upon a table, and a few more words"
    with mock.patch.object(codes, "_by_zxing", return_value=[]):
        assert read_codes(pictures[0]) == ()  # pyzbar raises on it


def test_zbar_looks_where_zxing_found_nothing_and_only_there() -> None:
    picture = drawn(segno.make("here", micro=False))
    with mock.patch.object(codes, "_by_zxing", return_value=[]):
        assert [code.read_by for code in read_codes(picture)] == ["zbar"]
        assert read_codes(picture, second=False) == ()
    with mock.patch.object(codes, "_by_zbar", side_effect=AssertionError):
        assert [code.read_by for code in read_codes(picture)] == ["zxing"]


def test_several_codes_are_read_from_the_top() -> None:
    rows = [drawn(segno.make(word, micro=False, version=1)) for word in ("one", "two", "three")]
    assert [code.text for code in read_codes(np.vstack(rows))] == ["one", "two", "three"]


@pytest.mark.parametrize("shape", [(0, 0), (1, 1), (14, 400), (300, 300, 3)])
def test_what_cannot_hold_a_code_holds_none(shape: tuple[int, ...]) -> None:
    assert read_codes(np.zeros(shape, np.uint8)) == ()


def test_textures_give_nothing() -> None:
    noise = np.random.default_rng(5).integers(0, 256, (480, 640), np.uint8)
    board = np.kron(np.indices((24, 32)).sum(0) % 2, np.ones((20, 20))).astype(np.uint8) * 255
    weave = np.asarray(cv2.resize(noise[:120, :160], (640, 480), interpolation=cv2.INTER_NEAREST), np.uint8)
    for picture in (noise, board, weave):
        assert read_codes(picture) == ()
