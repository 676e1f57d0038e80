"""Sheets and cards that mark places on the table: the centre, the claim zone, seats, and cards that work as buttons."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import segno

from companion.printing import raster
from companion.printing.folder import MANIFEST, fresh_set
from companion.printing.pen import INK, Document, Pen, Xy
from companion.printing.sheet import (
    HAIRLINE_MM,
    PAPERS,
    SMALL_TYPE_MM,
    Layout,
    crop_marks,
    draw_control_line,
)
from companion.rules.errors import BadInput
from companion.rules.places import PlaceFace, PlaceSet, places

PDF = "places.pdf"
PAPER, PILE = "#ffffff", "#8a8f98"
CORNER_MM, PILE_LINE_MM, PILE_CORNER_MM = 3.0, 0.4, 7.0
TITLE_MM = 5.0


@dataclass(frozen=True, slots=True)
class PrintedPlaces:
    """The files that were written."""

    pdf: Path
    manifest: Path
    faces: tuple[Path, ...]


def print_places(out: Path, paper: str) -> PrintedPlaces:
    """Write `places.pdf`, `faces/NAME.png` and `manifest.json` into `out`, which is made if missing.

    `paper` is a name of `sheet.PAPERS`. Files of the same names are replaced. Raises BadInput for an unknown paper,
    and where `out` cannot be written or has another program's manifest.
    """
    if paper not in PAPERS:
        raise BadInput(f"There is no paper {paper!r}; choose from: {', '.join(PAPERS)}.")
    known = places()
    faces = [f"faces/{slug(face)}.png" for face in known.faces]
    try:
        with fresh_set(out) as fresh:
            (fresh / "faces").mkdir()
            (fresh / PDF).write_bytes(places_pdf(known, PAPERS[paper]))
            for face, pixels in zip(faces, face_pixels(known), strict=True):
                raster.save(pixels, fresh / face)
            facts = json.dumps(_manifest(known, paper), indent=1)
            (fresh / MANIFEST).write_text(facts + "\n", encoding="utf-8")
    except OSError as refused:
        why = refused.strerror or "it failed"
        raise BadInput(f"Cannot write to {out}: {why}; choose another folder.") from refused
    return PrintedPlaces(out / PDF, out / MANIFEST, tuple(out / face for face in faces))


def slug(face: PlaceFace) -> str:
    """A place's name as a file's, such as `seat-3`."""
    return face.name.replace(" ", "-")


def places_pdf(known: PlaceSet, page: Xy) -> bytes:
    """All places to scale, those of one size together."""
    document = Document(page, "places on the table")
    for size in dict.fromkeys(face.size_mm for face in known.faces):
        layout = Layout.on(page, size)
        alike = [face for face in known.faces if face.size_mm == size]
        for start in range(0, len(alike), layout.per_page):
            document.pen().lines(crop_marks(layout), INK, HAIRLINE_MM)
            draw_control_line(document.pen(), layout, "places: cut out, lay on the table")
            for index, face in enumerate(alike[start : start + layout.per_page]):
                draw_place(document.pen(layout.place(index)), face, known)
            document.end_page()
    return document.finish()


def face_pixels(known: PlaceSet) -> Iterator[raster.Rgba]:
    """Every place as (height, width, 4) RGBA, transparent outside its rounded corners."""
    for face in known.faces:
        document = Document(face.size_mm, face.title, packed=False)
        draw_place(document.pen(), face, known)
        document.end_page()
        yield next(raster.pages(document.finish()))


def draw_place(pen: Pen, face: PlaceFace, known: PlaceSet) -> None:
    """Draw a place from its top left corner."""
    pen.round_rectangle((0.0, 0.0), face.size_mm, CORNER_MM, PAPER)
    if face.pile is not None:
        (x, y), (w, h) = face.pile
        # Corners alone: a whole outline would look like a card to a camera.
        for u, v in ((0, 0), (1, 0), (1, 1), (0, 1)):
            at = (x + u * w, y + v * h)
            ends = (
                (at[0] + (1 - 2 * u) * PILE_CORNER_MM, at[1]),
                (at[0], at[1] + (1 - 2 * v) * PILE_CORNER_MM),
            )
            pen.lines([(at, end) for end in ends], PILE, PILE_LINE_MM, round_ends=True)
    pen.fill(code_squares(face, known), "#000000")
    for marker in face.markers:
        pen.marker(marker.at_mm, marker.side_mm, known.family, marker.number)
    pen.text(face.title_at, face.title, TITLE_MM, align="middle")
    pen.text(face.says_at, face.says, SMALL_TYPE_MM, align="middle")


def code_squares(face: PlaceFace, known: PlaceSet) -> list[tuple[Xy, ...]]:
    """The black runs of its QR code, a rectangle each, none of which touches another in its row."""
    code = segno.make_qr(face.code, version=1, error="m", boost_error=False)
    step = known.code_mm / known.code_modules
    left, top = face.code_at
    runs: list[tuple[Xy, ...]] = []
    for row, modules in enumerate(code.matrix):
        start = None
        for column, black in enumerate([*modules, 0]):
            if black and start is None:
                start = column
            elif not black and start is not None:
                x0, x1, y0, y1 = (
                    left + start * step,
                    left + column * step,
                    top + row * step,
                    top + (row + 1) * step,
                )
                runs.append(((x0, y0), (x1, y0), (x1, y1), (x0, y1)))
                start = None
    return runs


def _manifest(known: PlaceSet, paper: str) -> dict[str, Any]:
    return {
        "paper": paper,
        "px_per_mm": raster.PX_PER_MM,
        "corner_mm": CORNER_MM,
        "marker_family": known.family,
        "things": [
            {
                "id": face.name,
                "kind": face.kind,
                "face": f"faces/{slug(face)}.png",
                "size_mm": list(face.size_mm),
                "code": face.code,
                "code_mm": [*face.code_at, known.code_mm],
                "markers": [
                    {"id": marker.number, "at_mm": list(marker.at_mm), "size_mm": marker.side_mm}
                    for marker in face.markers
                ],
            }
            for face in known.faces
        ],
    }
