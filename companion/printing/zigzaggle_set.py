"""Writing Zig Zaggle's set: the sheets, a PNG of each tile and of each panel of the board, the manifest."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from companion.printing import raster, sheet
from companion.printing.edition import PrintedSet
from companion.printing.folder import MANIFEST, fresh_set
from companion.printing.palette import colours
from companion.printing.pen import INK, Document, Xy
from companion.printing.sheet import HAIRLINE_MM, Layout, crop_marks, draw_control_line
from companion.printing.zigzaggle import Panel, Tile, panels, tile_mm, tiles
from companion.printing.zigzaggle_board import draw_panel
from companion.printing.zigzaggle_tiles import CORNER_MM, draw_back, draw_tile, marker_box
from companion.rules.seeds import seed

PDF = "zigzaggle.pdf"
MARGIN_MM = 14.0
"""Paper around the tiles of a sheet: room for the crop marks and the control line."""


def print_set(
    out: Path, *, plain: bool, paper: str, progress: Callable[[int, int], None] | None = None
) -> PrintedSet:
    """Write `zigzaggle.pdf`, `faces/ID.png` and `manifest.json` into `out`, which is made if missing.

    `plain` leaves the markers off; `paper` is a name of `sheet.PAPERS`. Raises BadInput where `out` has
    another program's manifest, and OSError.
    """
    board, all_tiles = panels(plain=plain), tiles()
    names = [*(f"board-{panel.name}" for panel in board), *(tile.id for tile in all_tiles)]
    faces = [f"faces/{name}.png" for name in names]
    with fresh_set(out) as fresh:
        (fresh / "faces").mkdir()
        (fresh / PDF).write_bytes(sheets(board, all_tiles, sheet.PAPERS[paper], plain=plain))
        rendered = _faces(board, all_tiles, plain=plain)
        for count, (face, pixels) in enumerate(zip(faces, rendered, strict=True), 1):
            raster.save(pixels, fresh / face)
            if progress:
                progress(count, len(faces))
        facts = json.dumps(manifest_of(board, all_tiles, paper, plain=plain), indent=1)
        (fresh / MANIFEST).write_text(facts + "\n", encoding="utf-8")
    return PrintedSet(out / PDF, out / MANIFEST, tuple(out / face for face in faces), len(faces))


def tile_layout(page: Xy) -> Layout:
    """Where tiles lie on a page."""
    side = tile_mm()
    columns, rows = (int((length - 2 * MARGIN_MM) / side) for length in page)
    return Layout(page, (side, side), columns, rows)


def sheets(board: Sequence[Panel], all_tiles: Sequence[Tile], page: Xy, *, plain: bool) -> bytes:
    """The PDF: each panel with an empty back, then tiles with their backs, for duplex over the long edge."""
    document = Document(page, "zigzaggle", two_sided=True)
    layout = tile_layout(page)
    per_page = layout.per_page
    lots = [all_tiles[start : start + per_page] for start in range(0, len(all_tiles), per_page)]
    total = len(board) + len(lots)
    for number, (panel, first) in enumerate(_with_words(board), 1):
        alone = Layout(page, panel.size_mm, 1, 1)
        document.pen().lines(crop_marks(alone), INK, HAIRLINE_MM)
        words = f"zig zaggle, board: {panel.name}, sheet {number} of {total}"
        draw_control_line(document.pen(), alone, words)
        draw_panel(document.pen(alone.corner), panel, first)
        document.end_page()
        document.end_page()
    for number, lot in enumerate(lots, len(board) + 1):
        document.pen().lines(crop_marks(layout), INK, HAIRLINE_MM)
        draw_control_line(document.pen(), layout, f"zig zaggle, tiles, sheet {number} of {total}")
        for index, tile in enumerate(lot):
            draw_tile(document.pen(layout.place(index)), tile, plain=plain)
        document.end_page()
        for index in range(len(lot)):
            draw_back(document.pen(layout.place(index, back=True)))
        document.end_page()
    return document.finish()


def _with_words(board: Sequence[Panel]) -> Iterator[tuple[Panel, int]]:
    """Each panel with the number of its first words."""
    first = 0
    for panel in board:
        yield panel, first
        first += len(panel.corners)


def _faces(board: Sequence[Panel], all_tiles: Sequence[Tile], *, plain: bool) -> Iterator[raster.Rgba]:
    for panel, first in _with_words(board):
        document = Document(panel.size_mm, f"zigzaggle board {panel.name}", packed=False)
        draw_panel(document.pen(), panel, first)
        document.end_page()
        yield from raster.pages(document.finish())
    document = Document((tile_mm(), tile_mm()), "zigzaggle tiles", packed=False)
    for tile in all_tiles:
        draw_tile(document.pen(), tile, plain=plain)
        document.end_page()
    yield from raster.pages(document.finish())


def manifest_of(
    board: Sequence[Panel], all_tiles: Sequence[Tile], paper: str, *, plain: bool
) -> dict[str, Any]:
    """What `manifest.json` says."""
    facts = seed("zigzaggle")
    cell = facts["print"]["cell_mm"]
    return {
        "game": "zigzaggle",
        "profile": None,
        "paper": paper,
        "px_per_mm": raster.PX_PER_MM,
        "corner_mm": CORNER_MM,
        "cell_mm": cell,
        "tile_mm": tile_mm(),
        "marker_family": None if plain else facts["markers"]["family"],
        "things": [
            *(_board_thing(panel) for panel in board),
            *(_tile_thing(tile, plain=plain) for tile in all_tiles),
        ],
    }


def _board_thing(panel: Panel) -> dict[str, Any]:
    side = float(seed("zigzaggle")["markers"]["board_mm"])
    marked = [(corner.marker, corner.marker_at) for corner in panel.corners if corner.marker is not None]
    return {
        "id": f"board-{panel.name}",
        "kind": "board",
        "face": f"faces/board-{panel.name}.png",
        "size_mm": list(panel.size_mm),
        "at_mm": list(panel.at_mm),
        "cells": {str(cell): _square(at, panel.cell_mm) for cell, at in panel.cells().items()},
        "markers": [{"id": number, "corners_mm": _square(at, side)} for number, at in marked],
    }


def _tile_thing(tile: Tile, *, plain: bool) -> dict[str, Any]:
    corner, size = marker_box(tile_mm())
    return {
        "id": tile.id,
        "kind": "tile",
        "face": f"faces/{tile.id}.png",
        "size_mm": [tile_mm(), tile_mm()],
        "letter": tile.letter,
        "value": tile.value,
        "copy": tile.copy,
        "colour": tile.colour,
        "srgb": None if tile.colour is None else colours()[tile.colour],
        "markers": [] if plain else [{"id": tile.marker, "corners_mm": _square(corner, size)}],
    }


def _square(at: Xy, side: float) -> list[list[float]]:
    (x, y), far = at, (at[0] + side, at[1] + side)
    corners = ((x, y), (far[0], y), far, (x, far[1]))
    return [[round(x, 3), round(y, 3)] for x, y in corners]
