"""Drawing in millimetres: the origin at the top left, y downwards, as markers and photographs count."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from io import BytesIO
from math import cos, pi, sin

import cv2
import numpy as np
from numpy.typing import NDArray
from reportlab.lib.colors import HexColor  # type: ignore[import-untyped]
from reportlab.lib.units import mm  # type: ignore[import-untyped]
from reportlab.pdfbase import pdfmetrics  # type: ignore[import-untyped]
from reportlab.pdfbase.ttfonts import TTFont  # type: ignore[import-untyped]
from reportlab.pdfgen.canvas import Canvas  # type: ignore[import-untyped]

Xy = tuple[float, float]

INK = "#1c1b22"
FONT = "Vera-Bold"
CAP_HEIGHT = 0.73
"""Height of FONT's digits and capitals, in parts of its size."""


@lru_cache(maxsize=1)
def _embed_font() -> None:
    # A font that comes with reportlab and is embedded: the same letters on every machine and printer.
    pdfmetrics.registerFont(TTFont(FONT, "VeraBd.ttf"))


def can_print(words: str) -> bool:
    """Whether FONT has every letter of it; another is printed as an empty box."""
    _embed_font()
    known = pdfmetrics.getFont(FONT).face.charToGlyph
    return all(ord(letter) in known for letter in words)


@lru_cache(maxsize=4096)
def marker_modules(family: str, number: int) -> NDArray[np.bool_]:
    """The modules of a marker (n, n) with its black border, upright; True is black.

    `family` is a dictionary of `cv2.aruco` without its `DICT_`, such as APRILTAG_36h10.
    """
    dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, f"DICT_{family}"))
    side = dictionary.markerSize + 2
    return np.asarray(cv2.aruco.generateImageMarker(dictionary, number, side) < 128)


def rotated(points: Iterable[Xy], radians: float) -> tuple[Xy, ...]:
    """Points turned about the origin, from x towards y."""
    c, s = cos(radians), sin(radians)
    return tuple((c * x - s * y, s * x + c * y) for x, y in points)


class Document:
    """A PDF in the making, its pages all of one size in millimetres.

    `packed` makes it small, which one that is only drawn from need not be; `two_sided` asks the printer to turn it over
    its long edge.
    """

    def __init__(self, page: Xy, title: str, *, packed: bool = True, two_sided: bool = False) -> None:
        _embed_font()
        self._packed = BytesIO()
        self._page = page
        # Invariant: the same deck is the same file, byte by byte.
        self._canvas = Canvas(
            self._packed,
            pagesize=(page[0] * mm, page[1] * mm),
            invariant=1,
            pageCompression=int(packed),
            pdfVersion=(1, 7),
        )
        self._canvas.setTitle(title)
        # Viewers fit a page to the printer's margins unless they are told: 97 %, and nothing on it is to scale.
        self._canvas.setViewerPreference("PrintScaling", "None")
        self._canvas.setViewerPreference("Duplex", "DuplexFlipLongEdge" if two_sided else "Simplex")

    def pen(self, origin: Xy = (0.0, 0.0)) -> Pen:
        """A pen for the current page that counts from `origin`, given from the page's top left."""
        return Pen(self._canvas, (origin[0], self._page[1] - origin[1]))

    def define(self, name: str, size: Xy, draw: Callable[[Pen], None]) -> None:
        """Draw what is to stand in many places once, within `size`; `place` puts it there."""
        self._canvas.beginForm(name, 0, 0, size[0] * mm, size[1] * mm)
        draw(Pen(self._canvas, (0.0, size[1])))
        self._canvas.endForm()

    def place(self, name: str, size: Xy, origin: Xy) -> None:
        """Put what was defined on the current page, `origin` its top left corner."""
        self._canvas.saveState()
        self._canvas.translate(origin[0] * mm, (self._page[1] - origin[1] - size[1]) * mm)
        self._canvas.doForm(name)
        self._canvas.restoreState()

    def end_page(self) -> None:
        """Begin the next page."""
        self._canvas.showPage()

    def finish(self) -> bytes:
        """The PDF; nothing can be drawn afterwards."""
        self._canvas.save()
        return self._packed.getvalue()


class Pen:
    """Draws on a page in millimetres from the top left corner of one area; a Document hands it out."""

    def __init__(self, canvas: Canvas, corner_mm: Xy) -> None:
        self._canvas = canvas
        self._left, self._base = corner_mm

    def _at(self, point: Xy) -> Xy:
        return (self._left + point[0]) * mm, (self._base - point[1]) * mm

    def fill(self, loops: Iterable[Sequence[Xy]], colour: str) -> None:
        """Fill the region that closed loops bound; where two overlap is a hole."""
        path = self._canvas.beginPath()
        for loop in loops:
            path.moveTo(*self._at(loop[0]))
            for point in loop[1:]:
                path.lineTo(*self._at(point))
            path.close()
        self._canvas.setFillColor(HexColor(colour))
        self._canvas.drawPath(path, stroke=0, fill=1, fillMode=0)

    def lines(
        self, lines: Iterable[tuple[Xy, Xy]], colour: str, width_mm: float, *, round_ends: bool = False
    ) -> None:
        """Stroke straight lines."""
        self._canvas.setStrokeColor(HexColor(colour))
        self._canvas.setLineWidth(width_mm * mm)
        self._canvas.setLineCap(1 if round_ends else 0)
        for start, end in lines:
            self._canvas.line(*self._at(start), *self._at(end))

    def round_rectangle(self, corner: Xy, size: Xy, radius_mm: float, colour: str) -> None:
        """Fill a rectangle with rounded corners, `corner` its top left."""
        x, y = self._at((corner[0], corner[1] + size[1]))
        self._canvas.setFillColor(HexColor(colour))
        self._canvas.roundRect(x, y, size[0] * mm, size[1] * mm, radius_mm * mm, stroke=0, fill=1)

    def text(
        self, at: Xy, words: str, cap_mm: float, colour: str = INK, *, align: str = "left", turn: bool = False
    ) -> None:
        """Write one line, `at` the foot of its first letter (of its last or its middle, for `align` "right", "middle").

        With `turn` it runs upwards, as on a sheet's left margin.
        """
        canvas = self._canvas
        canvas.saveState()
        canvas.setFillColor(HexColor(colour))
        canvas.setFont(FONT, cap_mm / CAP_HEIGHT * mm)
        canvas.translate(*self._at(at))
        if turn:
            canvas.rotate(90)
        if align == "right":
            canvas.drawRightString(0, 0, words)
        elif align == "middle":
            canvas.drawCentredString(0, 0, words)
        else:
            canvas.drawString(0, 0, words)
        canvas.restoreState()

    def marker(self, corner: Xy, size_mm: float, family: str, number: int) -> None:
        """Draw a marker upright, `corner` its top left; the quiet zone is left to the caller.

        One path for all of it: squares drawn one by one would show seams between them.
        """
        black = marker_modules(family, number)
        step = size_mm / len(black)
        white = [(int(x), int(y)) for y, x in np.argwhere(~black)]
        squares = [(0.0, 0.0, size_mm)] + [(x * step, y * step, step) for x, y in white]
        x0, y0 = corner
        self.fill([_square(x0 + x, y0 + y, side) for x, y, side in squares], "#000000")


def _square(x: float, y: float, side: float) -> tuple[Xy, ...]:
    return (x, y), (x + side, y), (x + side, y + side), (x, y + side)


def regular(n: int, centre: Xy, radius: float, turn: float = 0.0) -> tuple[Xy, ...]:
    """The corners of a regular n-gon; the first straight up, turned by `turn` radians."""
    corners = ((0.0, -radius),)
    turns = (turn + 2 * pi * k / n for k in range(n))
    return tuple((centre[0] + x, centre[1] + y) for t in turns for x, y in rotated(corners, t))
