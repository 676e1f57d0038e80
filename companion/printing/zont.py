"""Zont's deck: five suits with their signs, in three colours and none, and their back."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from math import cos, pi, sin

from companion.printing.edition import Edition, Thing
from companion.printing.figures import SYMBOLS, Figure, Layer, box, disc, draw_figure
from companion.printing.marked_cards import CardStyle
from companion.printing.palette import PAPER, blended, colours, legible_on
from companion.printing.pen import INK, Pen, Xy
from companion.rules.zont.cards import ANY_COLOUR, Card, all_cards, power_of, suits
from companion.rules.zont.cards import colours as card_colours

PANEL_MM, PANEL_CORNER_MM = (6.0, 20.0, 57.0, 68.0), 4.0
"""Left, top, right and bottom of the coloured panel; the markers lie above and below it."""
SIGN_MM, SIGN_DROP_MM = 31.0, 3.6
VALUE_MM, SYMBOL_MM, INDEX_MM = 11.0, 9.5, 10.0
SYMBOL_STEP_MM = 12.4
"""From the middle of the value to that of the symbol beside it."""
NAME_MM, HINT_MM = 3.0, 2.0
NONE = "#e4e1da"
"""The panel of a 0, which has no colour."""
BACK, BACK_LINE, BACK_ACCENT = "#1f4f4a", "#7db3a8", "#e9dfc8"

_TURNS = [2 * pi * step / 72 for step in range(73)]
# Bernoulli's lemniscate, made a little taller.
_INFINITY = tuple(
    (0.82 * cos(t) / (1 + sin(t) ** 2), 1.15 * sin(t) * cos(t) / (1 + sin(t) ** 2)) for t in _TURNS
)
SIGNS: dict[str, Figure] = {
    "+": (Layer(box(-0.9, -0.27, 0.9, 0.27)), Layer(box(-0.27, -0.9, 0.27, 0.9))),
    "-": (Layer(box(-0.9, -0.27, 0.9, 0.27)),),
    "four dots": tuple(Layer(disc((x, y), 0.34)) for x in (-0.5, 0.5) for y in (-0.5, 0.5)),
    "one dot": (Layer(disc((0.0, 0.0), 0.62)),),
    "infinity": (Layer(_INFINITY, 0.25),),
}
HINTS = {
    "art": "lay one more",
    "change": "take one back",
    "favors": "shuffle a pile",
    "any": "use any power",
    "none": "no power",
}
"""What a suit's power does, in a few words."""


def edition(profile: str | None, *, plain: bool) -> Edition:
    """The printed deck, `plain` without markers. Raises BadInput for a profile, of which there is none."""
    style = CardStyle.of("zont")
    things, back = _things(style, plain=plain), partial(_draw_back, style=style)
    return style.edition("zont", profile, things, back, plain=plain)


def _things(style: CardStyle, *, plain: bool) -> Iterator[Thing]:
    for index, card in enumerate(all_cards()):
        colour = _colour(card)
        yield Thing(
            id=str(card),
            draw=partial(_draw_face, card=card, index=index, style=style, plain=plain),
            facts={
                "suit": suits()[card.suit]["name"],
                "value": card.value,
                "colour": colour,
                "srgb": None if colour is None else colours()[colour],
                "markers": [] if plain else style.markers(index),
            },
        )


def _colour(card: Card) -> str | None:
    return None if card.colour is None else str(card_colours()[card.colour]["name"])


def _draw_face(pen: Pen, *, card: Card, index: int, style: CardStyle, plain: bool) -> None:
    suit, colour = suits()[card.suit], _colour(card)
    ground = colours()[colour] if colour is not None else INK if card.value == ANY_COLOUR else NONE
    style.draw_paper(pen)
    left, top, right, bottom = PANEL_MM
    middle = (left + right) / 2
    pen.round_rectangle((left, top), (right - left, bottom - top), PANEL_CORNER_MM, ground)
    over = legible_on(ground)
    draw_figure(pen, SIGNS[suit["sign"]], (middle, (top + bottom) / 2 - SIGN_DROP_MM), SIGN_MM, over, ground)
    pen.text((middle, bottom - 6.4), suit["name"].upper(), NAME_MM, over, align="middle")
    pen.text((middle, bottom - 2.6), HINTS[power_of(card.suit)], HINT_MM, over, align="middle")
    width, height = style.size_mm
    for at, inwards in (((width - INDEX_MM, INDEX_MM), -1), ((INDEX_MM, height - INDEX_MM), 1)):
        _draw_index(pen, card, at, inwards)
    if not plain:
        style.draw_markers(pen, index)


def _draw_index(pen: Pen, card: Card, at: Xy, inwards: int) -> None:
    """The value in a corner, and beside it, further in, the symbol of its colour: of all three for a 4."""
    pen.text((at[0], at[1] + VALUE_MM / 2), str(card.value), VALUE_MM, align="middle")
    beside = (at[0] + inwards * SYMBOL_STEP_MM, at[1])
    if (colour := _colour(card)) is not None:
        draw_figure(pen, SYMBOLS[colour], beside, SYMBOL_MM, colours()[colour], PAPER)
    elif card.value == ANY_COLOUR:
        # Three small ones, in a triangle as large as one symbol.
        places = ((0.0, -2.8), (-3.0, 2.8), (3.0, 2.8))
        for row, (x, y) in zip(card_colours(), places, strict=True):
            name = row["name"]
            draw_figure(pen, SYMBOLS[name], (beside[0] + x, beside[1] + y), 5.0, colours()[name], PAPER)


def _draw_back(pen: Pen, *, style: CardStyle) -> None:
    """The five signs in turn, row by row."""
    left, top, right, bottom = style.draw_back_ground(pen, BACK)
    signs = [SIGNS[suit["sign"]] for suit in suits()]
    columns, rows, step = 5, 8, 9.6
    x0 = (left + right - (columns - 1) * step) / 2
    y0 = (top + bottom - (rows - 1) * step) / 2
    for row in range(rows):
        for column in range(columns):
            # Each sign moves two columns on from row to row, as a knight does.
            number = (column + 2 * row) % len(signs)
            colour = BACK_ACCENT if number == 0 else blended(BACK_LINE, BACK, 0.25)
            draw_figure(pen, signs[number], (x0 + column * step, y0 + row * step), 5.4, colour, BACK)
