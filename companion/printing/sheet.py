"""Sheets of cards to scale: columns and rows, crop marks, a control line, backs that register when turned."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.printing.edition import Edition
from companion.printing.pen import INK, Document, Pen, Xy

PAPERS: dict[str, Xy] = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Paper sizes in millimetres, upright."""
CONTROL_MM, CONTROL_LINE_MM = 100.0, 0.3
MARGIN_MM = 5.0
"""What printers leave white on every side."""
CROP_GAP_MM, CROP_LENGTH_MM, HAIRLINE_MM = 1.0, 3.0, 0.15
CROSS_MM = 0.8
CONTROL_OFFSET_MM, TICK_MM = 7.4, 2.0
SMALL_TYPE_MM, WORDS_GAP_MM = 1.7, 0.2


@dataclass(frozen=True, slots=True)
class Layout:
    """A grid of cards, edge to edge so that one cut serves two, in the middle of a page."""

    page: Xy
    card: Xy
    columns: int
    rows: int

    @classmethod
    def on(cls, page: Xy, card: Xy) -> Layout:
        """As many cards of a size as a page (millimetres) holds within its margins."""
        columns, rows = (int((p - 2 * MARGIN_MM) / c) for p, c in zip(page, card, strict=True))
        return cls(page, card, columns, rows)

    @property
    def per_page(self) -> int:
        """How many cards a page holds."""
        return self.columns * self.rows

    @property
    def corner(self) -> Xy:
        """The grid's top left corner on the page."""
        return (self.page[0] - self.columns * self.card[0]) / 2, (self.page[1] - self.rows * self.card[1]) / 2

    def place(self, index: int, *, back: bool = False) -> Xy:
        """The top left corner of a page's card, row by row; `back` for a page turned over its long edge."""
        row, column = divmod(index, self.columns)
        if back:
            column = self.columns - 1 - column
        left, top = self.corner
        return left + column * self.card[0], top + row * self.card[1]

    @property
    def cuts(self) -> tuple[list[float], list[float]]:
        """Where to cut: x of the upright lines, y of the level ones."""
        left, top = self.corner
        across = [left + column * self.card[0] for column in range(self.columns + 1)]
        return across, [top + row * self.card[1] for row in range(self.rows + 1)]


def crop_marks(layout: Layout) -> Iterator[tuple[Xy, Xy]]:
    """Marks outside the grid at both ends of every cut, and small crosses where cuts meet inside."""
    xs, ys = layout.cuts
    for x in xs:
        for end, away in ((ys[0], -1), (ys[-1], 1)):
            yield (x, end + away * CROP_GAP_MM), (x, end + away * (CROP_GAP_MM + CROP_LENGTH_MM))
    for y in ys:
        for end, away in ((xs[0], -1), (xs[-1], 1)):
            yield (end + away * CROP_GAP_MM, y), (end + away * (CROP_GAP_MM + CROP_LENGTH_MM), y)
    for x in xs[1:-1]:
        for y in ys[1:-1]:
            yield (x - CROSS_MM, y), (x + CROSS_MM, y)
            yield (x, y - CROSS_MM), (x, y + CROSS_MM)


def control_line(layout: Layout) -> tuple[Xy, Xy]:
    """The 100 mm line, beyond the crop marks in the wider margin: below, or else on the left."""
    xs, ys = layout.cuts
    left, top = layout.corner
    if top >= left:
        start = (layout.page[0] - CONTROL_MM) / 2
        return (start, ys[-1] + CONTROL_OFFSET_MM), (start + CONTROL_MM, ys[-1] + CONTROL_OFFSET_MM)
    start = (layout.page[1] + CONTROL_MM) / 2
    return (xs[0] - CONTROL_OFFSET_MM, start), (xs[0] - CONTROL_OFFSET_MM, start - CONTROL_MM)


def _draw_margin(pen: Pen, layout: Layout, words: str) -> None:
    pen.lines(crop_marks(layout), INK, HAIRLINE_MM)
    draw_control_line(pen, layout, words)


def draw_control_line(pen: Pen, layout: Layout, words: str) -> None:
    """Draw the 100 mm line with its ticks, what to do with it, and `words` behind that."""
    (x0, y0), (x1, y1) = control_line(layout)
    pen.lines([((x0, y0), (x1, y1))], INK, CONTROL_LINE_MM)
    says = f"100 mm if printed at 100 %    {words}"
    half, inwards = TICK_MM / 2, CONTROL_LINE_MM / 2
    # The ticks stand inside the ends, so that a rule laid from tip to tip shows 100 mm; no word stands below one.
    if y0 == y1:
        ends = [((x, y0 - half), (x, y0 + half)) for x in (x0 + inwards, x1 - inwards)]
        pen.text((x0 + TICK_MM, y0 + half + WORDS_GAP_MM + SMALL_TYPE_MM), says, SMALL_TYPE_MM)
    else:
        ends = [((x0 - half, y), (x0 + half, y)) for y in (y0 - inwards, y1 + inwards)]
        # Between line and marks: outside the line, on Letter, no printer would reach them.
        pen.text((x0 + half + WORDS_GAP_MM + SMALL_TYPE_MM, y0 - TICK_MM), says, SMALL_TYPE_MM, turn=True)
    pen.lines(ends, INK, CONTROL_LINE_MM)


def sheets(edition: Edition, page: Xy) -> bytes:
    """The PDF: for each page of faces a page of backs after it, for duplex over the long edge."""
    layout = Layout.on(page, edition.size_mm)
    profile = edition.profile
    called = edition.game if profile is None else f"{edition.game} ({profile})"
    document = Document(page, called, two_sided=True)
    document.define("back", edition.size_mm, edition.back)
    pages = [
        edition.things[start : start + layout.per_page]
        for start in range(0, len(edition.things), layout.per_page)
    ]
    for number, things in enumerate(pages, 1):
        title = edition.game if profile is None else f"{edition.game}, {profile}"
        words = f"{title}, sheet {number} of {len(pages)}"
        _draw_margin(document.pen(), layout, words)
        for index, thing in enumerate(things):
            thing.draw(document.pen(layout.place(index)))
        document.end_page()
        for index in range(len(things)):
            document.place("back", edition.size_mm, layout.place(index, back=True))
        document.end_page()
    return document.finish()


def singles(edition: Edition) -> bytes:
    """A PDF with one page a face, as large as the card: what the PNG faces are made of."""
    document = Document(edition.size_mm, f"{edition.game} faces", packed=False)
    for thing in edition.things:
        thing.draw(document.pen())
        document.end_page()
    return document.finish()
