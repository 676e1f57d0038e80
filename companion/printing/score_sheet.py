"""A score sheet on one page: a column a player, a row a round, rounds to come left open to be written in."""

from __future__ import annotations

from dataclasses import dataclass, replace

from reportlab.lib.units import mm  # type: ignore[import-untyped]
from reportlab.pdfbase import pdfmetrics  # type: ignore[import-untyped]

from companion.printing.pen import CAP_HEIGHT, FONT, INK, Document, Pen, can_print
from companion.printing.sheet import PAPERS

MARGIN_MM = 18.0
LABEL_MM = 46.0
ROW_MM = 11.0
TITLE_MM, NAME_MM, NUMBER_MM, NOTE_MM, LEAST_MM = 5.0, 3.0, 4.0, 2.0, 1.6
"""Heights of capitals."""
THIN_MM, THICK_MM = 0.2, 0.6
GREY = "#8a8894"


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A row: what it is, a remark in small type, and a cell a player; an empty one is left open."""

    label: str
    cells: tuple[str, ...]
    note: str = ""
    strong: bool = False
    """Set off by a thick line, as sums are."""


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """All that stands on the sheet."""

    title: str
    subtitle: str
    players: tuple[str, ...]
    rows: tuple[SheetRow, ...]


def score_sheet_pdf(sheet: ScoreSheet, paper: str = "a4") -> bytes:
    """The sheet as a PDF of one page; rows move closer together where there are many. `paper` is of PAPERS.

    A player whose name the font cannot print is called by the number of the seat.
    """
    sheet = _legible(sheet)
    page = PAPERS[paper]
    document = Document(page, sheet.title)
    pen = document.pen((MARGIN_MM, MARGIN_MM))
    wide = page[0] - 2 * MARGIN_MM
    pen.text((0, TITLE_MM), sheet.title, _fitted(sheet.title, TITLE_MM, wide))
    pen.text((0, TITLE_MM + 6), sheet.subtitle, _fitted(sheet.subtitle, NOTE_MM, wide), GREY)
    top = TITLE_MM + 14
    room = page[1] - 2 * MARGIN_MM - top
    height = min(ROW_MM, room / (len(sheet.rows) + 1))
    column = (wide - LABEL_MM) / max(1, len(sheet.players))
    _rule(pen, top + height, wide, strong=True)
    for number, name in enumerate(sheet.players):
        _cell(pen, LABEL_MM + number * column, top, column, height, name, NAME_MM)
    for number, row in enumerate(sheet.rows, 1):
        _row(pen, top + number * height, wide, column, height, row)
    document.end_page()
    return document.finish()


def _legible(sheet: ScoreSheet) -> ScoreSheet:
    seats = {name: f"Player {seat}" for seat, name in enumerate(sheet.players, 1) if not can_print(name)}

    def told(words: str) -> str:
        # The longest first, as a name may be a part of another.
        for name in sorted(seats, key=len, reverse=True):
            words = words.replace(name, seats[name])
        return words

    rows = tuple(replace(row, note=told(row.note)) for row in sheet.rows)
    return replace(sheet, players=tuple(seats.get(name, name) for name in sheet.players), rows=rows)


def _row(pen: Pen, top: float, wide: float, column: float, height: float, row: SheetRow) -> None:
    foot = top + height * 0.68
    pen.text((0, foot - (1.6 if row.note else 0)), row.label, _fitted(row.label, NAME_MM, LABEL_MM - 2))
    if row.note:
        pen.text((0, foot + 1.8), row.note, _fitted(row.note, NOTE_MM, LABEL_MM - 2), GREY)
    for number, words in enumerate(row.cells):
        _cell(pen, LABEL_MM + number * column, top, column, height, words, NUMBER_MM)
    if row.strong:
        _rule(pen, top, wide, strong=True)
    _rule(pen, top + height, wide, strong=False)


def _cell(pen: Pen, left: float, top: float, wide: float, height: float, words: str, cap_mm: float) -> None:
    """Words at the right of a cell, smaller where they would not fit, and cut where even that is not enough."""
    cap_mm = _fitted(words, min(cap_mm, height * 0.5), wide - 2)
    while words and _width(words, cap_mm) > wide - 2 + 0.01:
        words = words.removesuffix("…")[:-1] + "…"
        if words == "…":
            break
    pen.text((left + wide - 1, top + height * 0.68), words, cap_mm, align="right")


def _rule(pen: Pen, at: float, wide: float, *, strong: bool) -> None:
    pen.lines([((0, at), (wide, at))], INK if strong else GREY, THICK_MM if strong else THIN_MM)


def _fitted(words: str, cap_mm: float, wide: float) -> float:
    """The height of type in which words fit, never above `cap_mm` and never too small to be read."""
    width = _width(words, cap_mm)
    return cap_mm if width <= wide else max(LEAST_MM, cap_mm * wide / width)


def _width(words: str, cap_mm: float) -> float:
    points = float(pdfmetrics.stringWidth(words, FONT, cap_mm / CAP_HEIGHT * mm))
    return points / float(mm)
