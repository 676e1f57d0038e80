"""Writing Tranglar's set: the sheets, a PNG of each side of each piece and of the board, the manifest."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from companion.printing import raster, sheet
from companion.printing.edition import PrintedSet
from companion.printing.folder import MANIFEST, fresh_set
from companion.printing.tranglar import Board, Face, Piece, board, pieces
from companion.printing.tranglar_sheets import sheets, single
from companion.rules.seeds import seed

PDF = "tranglar.pdf"


def print_set(
    out: Path, *, plain: bool, paper: str, progress: Callable[[int, int], None] | None = None
) -> PrintedSet:
    """Write `tranglar.pdf`, `faces/ID-COLOUR.png` and `manifest.json` into `out`, which is made if missing.

    `plain` leaves the board's markers off; `paper` is a name of `sheet.PAPERS`. Raises BadInput where
    `out` has another program's manifest, and OSError.
    """
    lies, all_pieces = board(plain=plain), pieces()
    wanted = list(_faces(lies, all_pieces))
    with fresh_set(out) as fresh:
        (fresh / "faces").mkdir()
        (fresh / PDF).write_bytes(sheets(lies, all_pieces, sheet.PAPERS[paper]))
        for count, (name, face) in enumerate(wanted, 1):
            raster.save(next(raster.pages(single(face))), fresh / name)
            if progress:
                progress(count, len(wanted))
        facts = json.dumps(manifest_of(lies, all_pieces, paper), indent=1)
        (fresh / MANIFEST).write_text(facts + "\n", encoding="utf-8")
    faces = tuple(out / name for name, _ in wanted)
    return PrintedSet(out / PDF, out / MANIFEST, faces, len(all_pieces) + 1)


def _faces(lies: Board, all_pieces: Sequence[Piece]) -> Iterator[tuple[str, Face | Board]]:
    yield "faces/board.png", lies
    for piece in all_pieces:
        yield _name(piece, piece.front, back=False), piece.front
        yield _name(piece, piece.back, back=True), piece.back


def _name(piece: Piece, face: Face, *, back: bool) -> str:
    # A neutral piece is neutral on both sides.
    side = face.owner if piece.front.owner != piece.back.owner else "back" if back else "front"
    return f"faces/{piece.id}-{side}.png"


def manifest_of(lies: Board, all_pieces: Sequence[Piece], paper: str) -> dict[str, Any]:
    """What `manifest.json` says."""
    facts = seed("tranglar")
    return {
        "game": "tranglar",
        "profile": None,
        "paper": paper,
        "px_per_mm": raster.PX_PER_MM,
        "cell_mm": facts["print"]["cell_mm"],
        "piece_mm": facts["print"]["piece_mm"],
        "marker_family": facts["markers"]["family"] if lies.markers else None,
        "things": [_board(lies), *(_thing(piece) for piece in all_pieces)],
    }


def _board(lies: Board) -> dict[str, Any]:
    side = lies.marker_mm
    return {
        "id": "board",
        "kind": "board",
        "face": "faces/board.png",
        "size_mm": list(lies.size_mm),
        "cell_mm": lies.cell_mm,
        "cells": {name: _rounded(corners) for name, corners in lies.cells().items()},
        "markers": [
            {"id": number, "corners_mm": [[x, y], [x + side, y], [x + side, y + side], [x, y + side]]}
            for number, (x, y) in lies.markers
        ],
    }


def _thing(piece: Piece) -> dict[str, Any]:
    front, back = _name(piece, piece.front, back=False), _name(piece, piece.back, back=True)
    return {
        "id": piece.id,
        "kind": piece.kind,
        "face": front,
        "back": back,
        "size_mm": [round(length, 3) for length in piece.size_mm],
        "outline_mm": [_rounded(piece.front.outline)],
        **piece.facts,
        "sides": [
            {
                "owner": face.owner,
                "hand": face.hand,
                "face": name,
                "srgb": face.colour,
                "outline_mm": [_rounded(face.outline)],
            }
            for face, name in ((piece.front, front), (piece.back, back))
        ],
    }


def _rounded(points: Sequence[tuple[float, float]]) -> list[list[float]]:
    return [[round(x, 3), round(y, 3)] for x, y in points]
