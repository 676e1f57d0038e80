"""Zigity's deck: set cards with a character and four corners, free and action cards, and their back."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import pairwise
from math import copysign

from companion.printing.edition import Edition, Thing
from companion.printing.figures import draw_figure
from companion.printing.marked_cards import CardStyle
from companion.printing.palette import PAPER, blended, colours, legible_on
from companion.printing.pen import INK, Pen, Xy
from companion.printing.zigity_figures import BOUNCE, CHARACTERS, DODGE, INSTRUMENTS, puzzle_piece
from companion.rules.seeds import seed
from companion.rules.zigity.cards import INSTRUMENT, LETTER, NUMBER, PART, SET, Card, printed_deck, values_of

PANEL_MM = (4.0, 20.0, 59.0, 68.0)
"""Left, top, right and bottom of the coloured panel; the markers lie above and below it."""
GAP_MM, CELL_CORNER_MM, PANEL_CORNER_MM = 2.2, 1.6, 3.0
SIGN_MM, SIGN_INSET_MM, ROUNDEL_MM = 12.0, 10.0, 4.9
NAME_MM, HINT_MM, FIGURE_MM, CAP_MM = 2.5, 2.0, 17.5, 14.0
OUTWARDS_MM = 0.6
TINT = 0.7
OUTLINE_MM = 0.45
DARK, BACK_LINE, BACK_ACCENT = "#45305c", "#9d86b8", "#e9dfc8"

ASPECTS = (LETTER, NUMBER, PART, INSTRUMENT)
"""In the order of the cells: top left, top right, bottom left, bottom right."""


def edition(profile: str | None, *, plain: bool) -> Edition:
    """The printed deck, `plain` without markers. Raises BadInput for a profile, of which there is none."""
    style = CardStyle.of("zigity")
    things, back = _things(style, plain=plain), partial(_draw_back, style=style)
    return style.edition("zigity", profile, things, back, plain=plain)


def _things(style: CardStyle, *, plain: bool) -> Iterator[Thing]:
    deck = printed_deck()
    colour_of = {row["name"]: row["colour"] for row in seed("zigity")["characters"]}
    for index, card in enumerate(deck):
        copy = deck[: index + 1].count(card)
        colour = colour_of.get(card.character or "")
        yield Thing(
            id=str(card) if deck.count(card) == 1 else f"{card}-{copy}",
            draw=partial(_draw_face, card=card, index=index, style=style, plain=plain),
            facts={
                "card": str(card),
                "kind": card.name,
                **{aspect: card.corner(aspect) for aspect in ("character", *ASPECTS)},
                "copy": copy,
                "colour": colour,
                "srgb": None if colour is None else colours()[colour],
                "markers": [] if plain else style.markers(index),
            },
        )


def _draw_face(pen: Pen, *, card: Card, index: int, style: CardStyle, plain: bool) -> None:
    style.draw_paper(pen)
    if card.name == SET:
        _draw_set_card(pen, card, style)
    else:
        _draw_other(pen, card, style)
    if not plain:
        style.draw_markers(pen, index)


def _signs(style: CardStyle) -> tuple[Xy, Xy]:
    """The middles of the corners that bear no marker: top right, bottom left."""
    width, height = style.size_mm
    return (width - SIGN_INSET_MM, SIGN_INSET_MM), (SIGN_INSET_MM, height - SIGN_INSET_MM)


def _cells() -> list[tuple[Xy, Xy]]:
    """The top left corner and the size of each of the panel's four cells, in the order of ASPECTS."""
    left, top, right, bottom = PANEL_MM
    size = ((right - left - 3 * GAP_MM) / 2, (bottom - top - 3 * GAP_MM) / 2)
    return [
        ((left + GAP_MM + column * (size[0] + GAP_MM), top + GAP_MM + row * (size[1] + GAP_MM)), size)
        for row in range(2)
        for column in range(2)
    ]


def _draw_panel(pen: Pen, colour: str) -> None:
    left, top, right, bottom = PANEL_MM
    pen.round_rectangle((left, top), (right - left, bottom - top), PANEL_CORNER_MM, colour)


def _draw_words(pen: Pen, style: CardStyle, title: str, hint: str) -> None:
    """The title above the panel and the hint below it, a line a word or a few, between marker and sign."""
    width, height = style.size_mm
    _draw_lines(pen, title.upper().split(), (width / 2, SIGN_INSET_MM), NAME_MM)
    _draw_lines(pen, hint.split("|"), (width / 2, height - SIGN_INSET_MM), HINT_MM)


def _draw_lines(pen: Pen, lines: list[str], middle: Xy, cap_mm: float) -> None:
    step = 1.75 * cap_mm
    foot = middle[1] + cap_mm / 2 - step * (len(lines) - 1) / 2
    for number, words in enumerate(lines):
        pen.text((middle[0], foot + number * step), words, cap_mm, align="middle")


def _hint(aspect: str) -> str:
    """What a character's set is, in a few words."""
    if aspect == NUMBER:
        return f"numbers|that make {seed('zigity')['sets']['total']}"
    return {LETTER: "letters|of a word", PART: "left, centre|and right", INSTRUMENT: "the same|instrument"}[
        aspect
    ]


def _draw_set_card(pen: Pen, card: Card, style: CardStyle) -> None:
    row = next(row for row in seed("zigity")["characters"] if row["name"] == card.character)
    colour, figure = colours()[row["colour"]], CHARACTERS[row["name"]]
    for sign in _signs(style):
        draw_figure(pen, figure, sign, SIGN_MM, colour, PAPER)
    _draw_words(pen, style, row["name"], _hint(row["aspect"]))
    _draw_panel(pen, colour)
    left, top, right, bottom = PANEL_MM
    middle = ((left + right) / 2, (top + bottom) / 2)
    for aspect, (corner, size) in zip(ASPECTS, _cells(), strict=True):
        ground = blended(colour, PAPER, TINT) if aspect == row["aspect"] else PAPER
        pen.round_rectangle(corner, size, CELL_CORNER_MM, ground)
        at = (corner[0] + size[0] / 2, corner[1] + size[1] / 2)
        # A little outwards, clear of the roundel in the middle.
        at = (
            at[0] + copysign(OUTWARDS_MM, at[0] - middle[0]),
            at[1] + copysign(OUTWARDS_MM, at[1] - middle[1]),
        )
        _draw_value(pen, card, aspect, at, ground)
    reach = ROUNDEL_MM
    pen.round_rectangle((middle[0] - reach, middle[1] - reach), (2 * reach, 2 * reach), reach, colour)
    draw_figure(pen, figure, middle, 1.5 * reach, legible_on(colour), colour)


def _draw_value(pen: Pen, card: Card, aspect: str, middle: Xy, ground: str) -> None:
    value = card.corner(aspect)
    if aspect == PART:
        _draw_part(pen, values_of(PART).index(str(value)), middle)
    elif aspect == INSTRUMENT:
        draw_figure(pen, INSTRUMENTS[str(value)], middle, FIGURE_MM, INK, ground)
    else:
        cap = CAP_MM if len(str(value)) == 1 else 0.8 * CAP_MM
        pen.text((middle[0], middle[1] + cap / 2), str(value), cap, align="middle")


def _draw_part(pen: Pen, number: int, middle: Xy) -> None:
    """All parts of a picture as an outline, the card's own one filled."""
    half, parts = 10.2, len(values_of(PART))
    loops = [
        [(middle[0] + x * half, middle[1] + y * half) for x, y in puzzle_piece(part, parts)]
        for part in range(parts)
    ]
    for loop in loops:
        pen.lines(zip(loop, (*loop[1:], loop[0]), strict=True), INK, OUTLINE_MM, round_ends=True)
    pen.fill([loops[number]], INK)


def _draw_other(pen: Pen, card: Card, style: CardStyle) -> None:
    left, top, right, bottom = PANEL_MM
    middle = ((left + right) / 2, (top + bottom) / 2)
    _draw_panel(pen, DARK)
    top_right, bottom_left = _signs(style)
    if card.draws:
        for sign in (top_right, bottom_left):
            pen.text((sign[0], sign[1] + 3.1), f"+{card.draws}", 6.2, DARK, align="middle")
        _draw_fan(pen, middle, card.draws)
        _draw_words(pen, style, f"Draw {card.draws}", f"the next|owes {card.draws}")
    elif card.is_action:
        figure, hint = {"dodge": (DODGE, "not me,|the next"), "bounce": (BOUNCE, "turn play|round")}[
            card.power
        ]
        for sign in (top_right, bottom_left):
            draw_figure(pen, figure, sign, SIGN_MM, DARK, PAPER)
        draw_figure(pen, figure, middle, 36.0, PAPER, DARK)
        _draw_words(pen, style, card.name, hint)
    else:
        _draw_free(pen, style)


def _draw_fan(pen: Pen, middle: Xy, count: int) -> None:
    """So many small cards, one over the other, the count on the top one."""
    wide, high, step = 21.0, 30.0, 8.0
    left = middle[0] - (wide + step * (count - 1)) / 2
    for number in range(count):
        x, y = left + number * step, middle[1] - high / 2 + (number - (count - 1) / 2) * 3.0
        pen.round_rectangle((x - 0.8, y - 0.8), (wide + 1.6, high + 1.6), 2.8, DARK)
        pen.round_rectangle((x, y), (wide, high), 2.0, PAPER)
    pen.text((x + wide / 2, y + high / 2 + 6.0), str(count), 12.0, DARK, align="middle")


def _draw_free(pen: Pen, style: CardStyle) -> None:
    """All four characters, each in its own colour, and a question mark in the corners."""
    rows = seed("zigity")["characters"]
    for sign in _signs(style):
        pen.text((sign[0], sign[1] + 5.0), "?", 10.0, DARK, align="middle")
    for row, (corner, size) in zip(rows, _cells(), strict=True):
        pen.round_rectangle(corner, size, CELL_CORNER_MM, PAPER)
        middle = (corner[0] + size[0] / 2, corner[1] + size[1] / 2)
        draw_figure(pen, CHARACTERS[row["name"]], middle, 16.0, colours()[row["colour"]], PAPER)
    _draw_words(pen, style, "Free", "whatever|you say")


def _draw_back(pen: Pen, *, style: CardStyle) -> None:
    """Zigzag lines from side to side."""
    left, top, right, bottom = style.draw_back_ground(pen, DARK)
    tooth, rise, step, rim = 6.0, 4.5, 8.1, 3.0
    count = int((right - left - 2 * rim) / tooth)
    start = (left + right - count * tooth) / 2
    lines = int((bottom - top - 2 * rim - rise) / step) + 1
    first = (top + bottom - (lines - 1) * step - rise) / 2
    for line in range(lines):
        points = [(start + at * tooth, first + line * step + (at % 2) * rise) for at in range(count + 1)]
        accent = line == lines // 2
        pen.lines(
            pairwise(points),
            BACK_ACCENT if accent else BACK_LINE,
            1.8 if accent else 1.1,
            round_ends=True,
        )
