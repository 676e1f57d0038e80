"""QR codes in a picture: zxing-cpp first, since it costs a sixth, and ZBar where that finds nothing.

The two fail on different codes. Neither knows what a code means.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import zxingcpp
from numpy.typing import NDArray

from vision.sighting import Quad

Grey = NDArray[np.uint8]
LEAST_SIDE_PX = 15
"""No code is smaller: a QR code has 21 modules a side, and half a pixel a module cannot be told apart."""


@dataclass(frozen=True, slots=True)
class CodeSighting:
    """A code: its text, its corners in pixels around it (top-left first as printed), and who read it."""

    text: str
    corners_px: Quad
    read_by: str


def read_codes(grey: Grey, *, second: bool = True) -> tuple[CodeSighting, ...]:
    """The QR codes of a grey picture (h, w) uint8, top ones first.

    With `second` ZBar looks too where zxing-cpp found none: six times the time, spent on pictures without codes most
    of all. A code of a sequence gives the text that it holds itself.
    """
    if grey.ndim != 2 or min(grey.shape) < LEAST_SIDE_PX:
        return ()
    grey = np.ascontiguousarray(grey)
    found = _by_zxing(grey)
    if not found and second:
        found = _by_zbar(grey)
    return tuple(
        sorted(set(found), key=lambda code: (code.corners_px[0][1], code.corners_px[0][0], code.text))
    )


def _by_zxing(grey: Grey) -> list[CodeSighting]:
    # Made here: one that outlives the threads of a server is complained of as the program ends.
    formats = zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode)
    read = zxingcpp.read_barcodes(grey, formats=formats, text_mode=zxingcpp.TextMode.Plain)
    found = []
    for code in read:
        at = code.position
        a, b, c, d = (
            (float(point.x), float(point.y))
            for point in (at.top_left, at.top_right, at.bottom_right, at.bottom_left)
        )
        found.append(CodeSighting(code.text, (a, b, c, d), "zxing"))
    return found


def _by_zbar(grey: Grey) -> list[CodeSighting]:
    try:
        from pyzbar import pyzbar  # noqa: PLC0415 - fails where the system has no zbar, and then zxing-cpp has to do
    except ImportError:
        return []
    try:
        read = pyzbar.decode(grey, symbols=[pyzbar.ZBarSymbol.QRCODE])
    except ValueError:
        # pyzbar cannot name the orientation that ZBar gives to a code of a sequence, and drops all codes with it.
        return []
    return [CodeSighting(_text(code.data), _corners(code), "zbar") for code in read if code.data]


def _text(data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def _corners(code: Any) -> Quad:
    """ZBar goes round a QR code against the clock from its top left."""
    points = [(float(point.x), float(point.y)) for point in code.polygon]
    if len(points) != 4:
        x, y, w, h = (float(value) for value in code.rect)
        return ((x, y), (x + w, y), (x + w, y + h), (x, y + h))
    area = sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(points, [*points[1:], points[0]], strict=True))
    if area < 0:
        points = [points[0], *points[:0:-1]]
    a, b, c, d = points
    return (a, b, c, d)
