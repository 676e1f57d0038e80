"""PDF pages as pixels, on transparent ground, and as PNG files."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pypdfium2 as pdfium
import pypdfium2.raw as pdfium_c
from numpy.typing import NDArray
from PIL import Image

PX_PER_MM = 12
"""304.8 dpi: a whole number of pixels a millimetre keeps the edges of cards and marker modules on pixels."""
DPI = PX_PER_MM * 25.4

Rgba = NDArray[np.uint8]


def pages(pdf: bytes, px_per_mm: float = PX_PER_MM) -> Iterator[Rgba]:
    """Every page as (height, width, 4) RGBA, transparent where nothing is drawn."""
    document = pdfium.PdfDocument(pdf)
    try:
        for page in document:
            yield _rendered(page, px_per_mm)
    finally:
        document.close()


def save(pixels: Rgba, path: Path) -> None:
    """Write a page (height, width, 4) RGBA as a PNG file to scale. Raises OSError."""
    clear = pixels.copy()
    # What lies under alpha 0 is noise that packs badly; flat colours pack best, and fastest, by run lengths.
    clear[clear[..., 3] == 0] = 0
    Image.fromarray(clear).save(path, dpi=(DPI, DPI), compress_type=zlib.Z_RLE)


def _rendered(page: pdfium.PdfPage, px_per_mm: float) -> Rgba:
    width, height = (round(points / 72 * 25.4 * px_per_mm) for points in page.get_size())
    # The library's own render rounds the size up, which rounding errors make a pixel too many.
    bitmap = pdfium.PdfBitmap.new_native(width, height, pdfium_c.FPDFBitmap_BGRA, rev_byteorder=True)
    try:
        bitmap.fill_rect((0, 0, 0, 0), 0, 0, width, height)
        pdfium_c.FPDF_RenderPageBitmap(
            bitmap, page, 0, 0, width, height, 0, pdfium_c.FPDF_ANNOT | pdfium_c.FPDF_REVERSE_BYTE_ORDER
        )
        return np.array(bitmap.to_numpy(), dtype=np.uint8)
    finally:
        bitmap.close()
