"""Tranglar's sheets: the board, then the pieces' fronts with their backs behind them, and each face alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import dist

from companion.printing.palette import blended
from companion.printing.pen import INK, Document, Pen, Xy
from companion.printing.sheet import HAIRLINE_MM, Layout, crop_marks, draw_control_line
from companion.printing.tranglar import Board, Face, Loop, Piece
from companion.rules.seeds import seed
from companion.rules.tranglar.kinds import NEUTRAL

SPACE_MM = 5.0
"""Between two pieces: room for a knife, and for the backs' bleed."""
BLEED_MM = 1.5
"""How far a back is coloured beyond its outline, so that a page turned a little off shows no white."""
PAGE_RIM_MM, FOOT_MM = 10.0, 35.0
LABEL_MM = 3.5
GRID_MM, EDGE_MM = 0.35, 0.6
RIM_MM, RIM_INK = 0.3, 0.6
"""The dark line just inside a player's piece, and the share of ink in it: two pieces of one colour, edge to edge, are
told apart by it, by people too. White ones have none: on the board they are told by the lines that they hide."""


@dataclass(frozen=True, slots=True)
class Lying:
    """A piece on a sheet, with the top left corner of its box on the page."""

    piece: Piece
    corner: Xy


def area_of(page: Xy) -> Layout:
    """Where pieces lie on a page, as one big card in its middle."""
    return Layout(page, (page[0] - 2 * PAGE_RIM_MM, page[1] - FOOT_MM), 1, 1)


def laid_out(pieces: Sequence[Piece], page: Xy) -> list[list[Lying]]:
    """Pieces on as few sheets as shelves allow: the tallest first, in rows from the left, rows from the top."""
    layout = area_of(page)
    (left, top), (width, height) = layout.corner, layout.card
    sheets: list[list[Lying]] = []
    x = y = shelf = 0.0
    for piece in sorted(pieces, key=lambda piece: (-piece.size_mm[1], -piece.size_mm[0], piece.id)):
        if x + piece.size_mm[0] > width:
            x, y, shelf = 0.0, y + shelf + SPACE_MM, 0.0
        if not sheets or y + piece.size_mm[1] > height:
            sheets.append([])
            x = y = shelf = 0.0
        sheets[-1].append(Lying(piece, (left + x, top + y)))
        x += piece.size_mm[0] + SPACE_MM
        shelf = max(shelf, piece.size_mm[1])
    return sheets


def sheets(board: Board, pieces: Sequence[Piece], page: Xy) -> bytes:
    """The PDF: the board, an empty back, and for each sheet of fronts its backs, for duplex over the long edge."""
    document = Document(page, "tranglar", two_sided=True)
    layout = Layout(page, board.size_mm, 1, 1)
    pages = laid_out(pieces, page)
    document_pen = document.pen()
    document_pen.lines(crop_marks(layout), INK, HAIRLINE_MM)
    draw_control_line(document_pen, layout, f"tranglar, board, sheet 1 of {len(pages) + 1}")
    draw_board(document.pen(layout.corner), board)
    document.end_page()
    document.end_page()
    for number, lying in enumerate(pages, 2):
        words = f"tranglar, pieces, sheet {number} of {len(pages) + 1}"
        draw_control_line(document.pen(), area_of(page), words)
        for one in lying:
            draw_front(document.pen(one.corner), one.piece.front)
        document.end_page()
        for one in lying:
            turned = (page[0] - one.corner[0] - one.piece.size_mm[0], one.corner[1])
            draw_back(document.pen(turned), one.piece.back)
        document.end_page()
    return document.finish()


def single(face: Face | Board) -> bytes:
    """A PDF of one page as large as a face, or the board: what the PNG faces are made of."""
    if isinstance(face, Board):
        document = Document(face.size_mm, "tranglar board", packed=False)
        draw_board(document.pen(), face)
    else:
        size = (max(x for x, _ in face.outline), max(y for _, y in face.outline))
        document = Document(size, "tranglar face", packed=False)
        _fill(document.pen(), face)
    document.end_page()
    return document.finish()


def draw_front(pen: Pen, face: Face) -> None:
    """A front with the line to cut along."""
    _fill(pen, face)
    pen.lines(_sides(face), INK, HAIRLINE_MM, round_ends=True)


def draw_back(pen: Pen, face: Face) -> None:
    """A back, coloured beyond its outline."""
    pen.lines(_sides(face), face.colour, 2 * BLEED_MM, round_ends=True)
    _fill(pen, face)


def _fill(pen: Pen, face: Face) -> None:
    """A face in its colour, a player's with its dark line."""
    if face.owner == NEUTRAL:
        pen.fill([face.outline], face.colour)
    else:
        pen.fill([face.outline], blended(face.colour, INK, RIM_INK))
        pen.fill([_inset(face.outline, RIM_MM)], face.colour)


def _inset(loop: Loop, by: float) -> Loop:
    """A polygon (y downwards, as `Face` has it) with every side moved inwards by so many millimetres."""
    sides = list(zip(loop, (*loop[1:], loop[0]), strict=True))
    twice = sum(a[0] * b[1] - b[0] * a[1] for a, b in sides)
    ways = [((b[0] - a[0]) / dist(a, b), (b[1] - a[1]) / dist(a, b)) for a, b in sides]
    moved = []
    for (x, y), (ux, uy), (vx, vy) in zip(loop, (ways[-1], *ways[:-1]), ways, strict=True):
        # Where the two moved sides meet: along both of them from the corner, by as much.
        turn = (ux * vy - uy * vx) * (1 if twice > 0 else -1)
        moved.append((x + by * (vx - ux) / turn, y + by * (vy - uy) / turn))
    return tuple(moved)


def _sides(face: Face) -> list[tuple[Xy, Xy]]:
    return list(zip(face.outline, (*face.outline[1:], face.outline[0]), strict=True))


def draw_board(pen: Pen, board: Board) -> None:
    """The grid with both diagonals of every square, the names of columns and ranks, the markers."""
    facts = seed("tranglar")
    line = facts["print"]["line"]
    width, height = board.size_mm
    pen.fill([((0.0, 0.0), (width, 0.0), (width, height), (0.0, height))], facts["print"]["paper"])
    corners = [board.at(x, y) for x, y in ((0, 0), (4, 0), (4, 4), (0, 4))]
    pen.fill([corners], facts["print"]["ground"])
    lines = []
    for step in range(1, 4):
        lines += [(board.at(step, 0), board.at(step, 4)), (board.at(0, step), board.at(4, step))]
    for step in range(-3, 4):
        low, high = max(0, step), min(4, 4 + step)
        lines += [
            (board.at(low, low - step), board.at(high, high - step)),
            (board.at(low, 4 - low + step), board.at(high, 4 - high + step)),
        ]
    pen.lines(lines, line, GRID_MM, round_ends=True)
    pen.lines(zip(corners, (*corners[1:], corners[0]), strict=True), INK, EDGE_MM, round_ends=True)
    for number in range(4):
        x, y = board.at(number + 0.5, 0)
        pen.text((x - LABEL_MM / 3, y + 2 * LABEL_MM), "abcd"[number], LABEL_MM)
        x, y = board.at(0, number + 0.5)
        pen.text((x - 1.6 * LABEL_MM, y + LABEL_MM / 2), "1234"[number], LABEL_MM)
    for number, corner in board.markers:
        pen.marker(corner, board.marker_mm, facts["markers"]["family"], number)
