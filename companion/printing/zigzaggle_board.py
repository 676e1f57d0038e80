"""Drawing the panels of Zig Zaggle's board: cells, take-off lines, and words in the empty corners."""

from __future__ import annotations

from collections.abc import Iterator

from companion.printing.figures import SYMBOLS, Figure, Layer, draw_figure, star
from companion.printing.palette import PAPER, blended, colours, legible_on
from companion.printing.pen import INK, Pen, Xy, marker_modules
from companion.printing.zigzaggle import Corner, Panel
from companion.rules.seeds import seed
from companion.rules.zigzaggle.profile import START, Cell, Runway, own_profile

GAP_MM = 0.3
"""White around each cell."""
TINT, SHADE = 0.62, 0.3
SYMBOL_MM, SHADED_SYMBOL_MM, LINE_SYMBOL_MM, START_MM = 6.5, 5.0, 7.0, 15.0
BONUS_MM = 5.5
CENTRE, WORDS = "#e4e1da", "#f1efe9"
WORDS_RIM_MM, WORDS_CORNER_MM, WORDS_EDGE_MM = 2.5, 3.0, 5.0
TITLE_MM, LINE_MM = 3.4, 2.5
START_SIGN: Figure = (Layer(star(4, 0.42)),)


def draw_panel(pen: Pen, panel: Panel, words_from: int) -> None:
    """A panel from its top left corner; its empty corners bear the words from that number on."""
    width, height = panel.size_mm
    pen.fill([((0.0, 0.0), (width, 0.0), (width, height), (0.0, height))], PAPER)
    for number, corner in enumerate(panel.corners):
        _draw_corner(pen, corner, words()[words_from + number] if words_from + number < len(words()) else [])
    for cell, at in panel.cells().items():
        _draw_cell(pen, cell, at, panel.cell_mm)


def _draw_cell(pen: Pen, cell: Cell, at: Xy, side: float) -> None:
    profile = own_profile()
    left, top, right, bottom = at[0] + GAP_MM, at[1] + GAP_MM, at[0] + side - GAP_MM, at[1] + side - GAP_MM
    middle = (at[0] + side / 2, at[1] + side / 2)
    square = ((left, top), (right, top), (right, bottom), (left, bottom))
    of = [runway for name in profile.runways_of(cell) for runway in profile.runways if runway.name == name]
    line = next((runway for runway in of if profile.on_line(cell, runway)), None)
    if not of:
        pen.fill([square], CENTRE)
        if profile.rows[cell.row][cell.column] == START:
            draw_figure(pen, START_SIGN, middle, START_MM, INK, CENTRE)
    elif line is not None:
        _draw_take_off(pen, square, middle, line)
    elif len(of) == 1:
        _draw_half(pen, square, middle, SYMBOL_MM, of[0])
    else:
        # One colour above the diagonal, the other one below it.
        third = side / 3
        halves = ((square[0], square[1], square[3]), (square[1], square[2], square[3]))
        places = (
            (at[0] + third - 0.6, at[1] + third - 0.6),
            (at[0] + 2 * third + 0.6, at[1] + 2 * third + 0.6),
        )
        for half, place, runway in zip(halves, places, of, strict=True):
            _draw_half(pen, half, place, SHADED_SYMBOL_MM, runway)


def _draw_half(pen: Pen, region: tuple[Xy, ...], at: Xy, size_mm: float, runway: Runway) -> None:
    colour = colours()[runway.colour]
    tint = blended(colour, PAPER, TINT)
    pen.fill([region], tint)
    draw_figure(pen, SYMBOLS[runway.colour], at, size_mm, blended(colour, INK, SHADE), tint)


def _draw_take_off(pen: Pen, square: tuple[Xy, ...], middle: Xy, runway: Runway) -> None:
    """A cell of a take-off line: the full colour, its symbol and the bonus."""
    colour = colours()[runway.colour]
    over = legible_on(colour)
    pen.fill([square], colour)
    draw_figure(pen, SYMBOLS[runway.colour], (middle[0], middle[1] - 4.2), LINE_SYMBOL_MM, over, colour)
    pen.text((middle[0], middle[1] + 7.4), str(runway.bonus), BONUS_MM, over, align="middle")


def _draw_corner(pen: Pen, corner: Corner, lines: list[str]) -> None:
    (x, y), (width, height), rim = corner.at, corner.size, WORDS_RIM_MM
    pen.round_rectangle((x + rim, y + rim), (width - 2 * rim, height - 2 * rim), WORDS_CORNER_MM, WORDS)
    markers = seed("zigzaggle")["markers"]
    size = float(markers["board_mm"])
    quiet = 1.5 * size / len(marker_modules(markers["family"], 0))
    if corner.marker is not None:
        left, top = corner.marker_at
        patch = (size + 2 * quiet, size + 2 * quiet)
        pen.round_rectangle((left - quiet, top - quiet), patch, 1.0, PAPER)
        pen.marker((left, top), size, markers["family"], corner.marker)
    # Plain boards leave the marker's place free all the same.
    start = x + rim + WORDS_EDGE_MM if corner.right else corner.marker_at[0] + size + quiet + WORDS_EDGE_MM
    step = 1.95 * LINE_MM
    high = TITLE_MM + step * (len(lines) - 1) + 1.5
    foot = y + (height - high) / 2 + TITLE_MM
    for number, line in enumerate(lines):
        at = foot + (number * step + 1.5 if number else 0)
        pen.text((start, at), line, LINE_MM if number else TITLE_MM)


def words() -> list[list[str]]:
    """What stands in the empty corners, a title and lines each: all of it from the profile."""
    profile, points = own_profile(), seed("zigzaggle")["points"]
    challenge = points["challenge"]
    return [
        ["FLUSH", *_flushes(), "for a word all in the", "colour of its runway"],
        ["LETTERS", *_letter_values()],
        [
            "TAKE-OFF",
            *(f"{n}  {run.name}, {run.colour}: {run.bonus}" for n, run in enumerate(profile.runways, 1)),
        ],
        [
            "ALSO",
            f"first word: +{points['first-word']}",
            "free tile: any letter, 0",
            f"challenge, right: +{challenge}",
            f"challenge, wrong: -{challenge}",
        ],
    ]


def _flushes() -> Iterator[str]:
    flushes = own_profile().flushes
    for (least, times), following in zip(flushes, (*flushes[1:], None), strict=True):
        span = f"{least} or more" if following is None else f"{least} to {following[0] - 1}"
        yield f"{span} letters: x {times}"


def _letter_values() -> Iterator[str]:
    values = own_profile().values
    for worth in sorted({value for _, value in values}):
        yield f"{worth}:  {' '.join(letter for letter, value in values if value == worth)}"
