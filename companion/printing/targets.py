"""Sheets to calibrate with: a chessboard, a ChArUco board and the table's ring of markers, each a PDF to scale."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.printing.folder import fresh_set
from companion.printing.pen import INK, Document, Pen, Xy
from companion.printing.sheet import PAPERS, SMALL_TYPE_MM, Layout, draw_control_line
from companion.rules.errors import BadInput
from companion.rules.seeds import seed

ORIGIN_MM, ARROW_MM, LINE_MM = 8.0, 3.0, 0.3

Facts = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class PrintedTarget:
    """A sheet that was written; `spec` is what `companion calibrate lens --target` takes for it, if it is for that."""

    name: str
    pdf: Path
    spec: str | None


@dataclass(frozen=True, slots=True)
class _Sheet:
    """One target: its size, how it is drawn from its top left corner, and what its margin says."""

    facts: Facts
    size_mm: Xy
    draw: Callable[[Pen, Facts], None]
    spec: str | None
    words: str


def print_targets(out: Path, paper: str) -> tuple[PrintedTarget, ...]:
    """Write `chessboard.pdf`, `charuco.pdf` and `table.pdf` into `out`, which is made if missing.

    `paper` is a name of `sheet.PAPERS`. Files of the same names are replaced. Raises BadInput for an unknown paper,
    and where `out` cannot be written.
    """
    if paper not in PAPERS:
        raise BadInput(f"There is no paper {paper!r}; choose from: {', '.join(PAPERS)}.")
    written = []
    try:
        with fresh_set(out, manifest=False) as fresh:
            for name, sheet in _sheets().items():
                pdf = f"{name}.pdf"
                (fresh / pdf).write_bytes(target_pdf(name, paper))
                written.append(PrintedTarget(name, out / pdf, sheet.spec))
    except OSError as refused:
        why = refused.strerror or "it failed"
        raise BadInput(f"Cannot write to {out}: {why}; choose another folder.") from refused
    return tuple(written)


def target_pdf(name: str, paper: str) -> bytes:
    """One sheet's PDF: `name` is "chessboard", "charuco" or "table", `paper` a name of `sheet.PAPERS`."""
    return _document(_sheets()[name], PAPERS[paper])


def _sheets() -> dict[str, _Sheet]:
    facts = seed("targets")
    chessboard, charuco, table = facts["chessboard"], facts["charuco"], facts["table"]
    across, down = chessboard["squares"]
    # Inner corners, the longer count first, as everyone calls such a board.
    plain = f"chessboard:{down - 1}x{across - 1}:{chessboard['square_mm']:g}mm"
    columns, rows = charuco["squares"]
    marked = (
        f"charuco:{columns}x{rows}:{charuco['square_mm']:g}mm:{charuco['marker_mm']:g}mm:{charuco['family']}"
    )
    return {
        "chessboard": _Sheet(chessboard, _board_mm(chessboard), _draw_chessboard, plain, plain),
        "charuco": _Sheet(charuco, _board_mm(charuco), _draw_charuco, marked, marked),
        "table": _Sheet(
            table, (table["size_mm"][0], table["size_mm"][1]), _draw_table, None, "table sheet: lay it flat"
        ),
    }


def _board_mm(board: Facts) -> Xy:
    across, down = board["squares"]
    return across * board["square_mm"], down * board["square_mm"]


def _document(sheet: _Sheet, page: Xy) -> bytes:
    document = Document(page, f"calibration: {sheet.facts['title']}")
    layout = Layout(page, sheet.size_mm, 1, 1)
    draw_control_line(document.pen(), layout, sheet.words)
    sheet.draw(document.pen(layout.corner), sheet.facts)
    document.end_page()
    return document.finish()


def _squares(board: Facts, *, black: bool) -> list[Xy]:
    """Top left corners of the squares of one colour, row by row."""
    (across, down), side = board["squares"], board["square_mm"]
    return [
        (column * side, row * side)
        for row in range(down)
        for column in range(across)
        if ((row + column) % 2 == 0) is black
    ]


def _draw_chessboard(pen: Pen, board: Facts) -> None:
    side = board["square_mm"]
    # One path for all squares: they meet at their corners alone, where a seam would move the corner.
    pen.fill(
        [
            ((x, y), (x + side, y), (x + side, y + side), (x, y + side))
            for x, y in _squares(board, black=True)
        ],
        "#000000",
    )


def _draw_charuco(pen: Pen, board: Facts) -> None:
    _draw_chessboard(pen, board)
    rim = (board["square_mm"] - board["marker_mm"]) / 2
    for number, (x, y) in enumerate(_squares(board, black=False)):
        pen.marker((x + rim, y + rim), board["marker_mm"], board["family"], number)


def _draw_table(pen: Pen, table: Facts) -> None:
    middle = (table["size_mm"][0] / 2, table["size_mm"][1] / 2)
    for marker in table["markers"]:
        x, y = marker["at"]
        pen.marker((middle[0] + x, middle[1] + y), table["marker_mm"], table["family"], marker["id"])
    x, y = middle
    right, foot = (x + ORIGIN_MM, y), (x, y + ORIGIN_MM)
    back = ARROW_MM / 2
    pen.lines(
        [
            (middle, right),
            (middle, foot),
            (right, (right[0] - back, y - back)),
            (right, (right[0] - back, y + back)),
            (foot, (x - back, foot[1] - back)),
            (foot, (x + back, foot[1] - back)),
        ],
        INK,
        LINE_MM,
    )
    pen.text((right[0] + 1, y + SMALL_TYPE_MM / 2), "x", SMALL_TYPE_MM)
    pen.text((x - SMALL_TYPE_MM / 2, foot[1] + SMALL_TYPE_MM + 1), "y", SMALL_TYPE_MM)
    pen.text((x - ORIGIN_MM, y - 2), "0, 0 mm", SMALL_TYPE_MM)
