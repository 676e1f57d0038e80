"""Files that people hand in by mistake or in bad faith, made anew for each test."""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Callable
from functools import cache
from pathlib import Path

import numpy as np
from PIL import Image


def _picture(width: int, height: int) -> Image.Image:
    rows, columns = np.mgrid[:height, :width]
    return Image.fromarray(np.stack([columns % 256, rows % 256, (rows + columns) % 256], -1).astype(np.uint8))


def _encoded(picture: Image.Image, kind: str) -> bytes:
    held = io.BytesIO()
    picture.save(held, kind)
    return held.getvalue()


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def png_of_zeros(width: int, height: int, rows: int | None = None) -> bytes:
    """A grey PNG that is small on disk: each row is a filter byte and zeros. `rows` are really there."""
    packer = zlib.compressobj(1)
    row = bytes(width + 1)
    packed = b"".join(packer.compress(row) for _ in range(height if rows is None else rows)) + packer.flush()
    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", header) + _chunk(b"IDAT", packed) + _chunk(b"IEND", b"")


def _text_bomb() -> bytes:
    """A PNG whose compressed text would take 400 MB."""
    whole = png_of_zeros(300, 300)
    packer = zlib.compressobj(9)
    bomb = b"".join(packer.compress(bytes(1 << 20)) for _ in range(400)) + packer.flush()
    cut = whole.index(b"IDAT") - 4
    return whole[:cut] + _chunk(b"zTXt", b"Comment\0\0" + bomb) + whole[cut:]


BAD_PICTURES: dict[str, Callable[[], bytes]] = {
    "empty.jpg": lambda: b"",
    "truncated.jpg": lambda: _encoded(_picture(640, 480), "JPEG")[:2000],
    "truncated.png": lambda: _encoded(_picture(640, 480), "PNG")[:1000],
    "header-only.jpg": lambda: b"\xff\xd8\xff\xe0",
    "text.jpg": lambda: b"this is a shopping list, not a photo\n" * 40,
    "noise.png": lambda: np.random.default_rng(7).bytes(20_000),
    "page.html": lambda: b"<!doctype html><title>not a photo</title>",
    "one-pixel.png": lambda: _encoded(_picture(1, 1), "PNG"),
    "huge.png": lambda: png_of_zeros(20_000, 20_000),
    "bomb.png": lambda: png_of_zeros(60_000, 60_000, rows=500),
    "text-bomb.png": _text_bomb,
    "phone.heic": lambda: b"\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1heic" + bytes(400),
}


def write_bad_picture(name: str, folder: Path) -> Path:
    """Write one of BAD_PICTURES and return where."""
    path = folder / name
    path.write_bytes(_made(name))
    return path


@cache
def _made(name: str) -> bytes:
    return BAD_PICTURES[name]()
