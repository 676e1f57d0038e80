"""Zigity's pictures: the four characters, the instruments, the parts of a puzzle, the action cards."""

from __future__ import annotations

from math import pi, sin

from companion.printing.figures import Figure, Layer, Loop, arc, box, disc, ellipse, mirrored, star, turned


def _both(points: Loop, width: float = 0.0, *, light: bool = False) -> Figure:
    """A layer and its mirror image."""
    return Layer(points, width, light), Layer(mirrored(points), width, light)


_EAR = ((-0.82, 0.1), (-0.74, -0.95), (-0.1, -0.42))
CAT: Figure = (
    Layer(ellipse((0.0, 0.2), 0.86, 0.7)),
    *_both(_EAR),
    *_both(ellipse((0.36, 0.06), 0.13, 0.2), light=True),
    Layer(((-0.13, 0.3), (0.13, 0.3), (0.0, 0.45)), light=True),
    *_both(((0.32, 0.44), (0.95, 0.34)), 0.06, light=True),
    *_both(((0.32, 0.56), (0.9, 0.66)), 0.06, light=True),
)

_WAVE = tuple((x / 20, 0.3 - 0.4 * sin((x + 17) / 34 * 2.5 * pi)) for x in range(-17, 14))
WORM: Figure = (
    Layer(_WAVE, 0.44),
    Layer(disc((0.62, -0.18), 0.38)),
    Layer(disc((0.7, -0.28), 0.13), light=True),
    Layer(((0.58, 0.0), (0.86, -0.04)), 0.07, light=True),
    Layer(((0.45, -0.5), (0.32, -0.85)), 0.09),
    Layer(((0.72, -0.52), (0.78, -0.88)), 0.09),
)

HEAD: Figure = (
    Layer(((-0.62, -0.36), (0.62, -0.36), (0.62, 0.72), (-0.62, 0.72), (-0.62, -0.36)), 0.34),
    Layer(box(-0.62, -0.36, 0.62, 0.72)),
    Layer(((0.0, -0.4), (0.0, -0.84)), 0.12),
    Layer(disc((0.0, -0.84), 0.15)),
    *_both(box(0.86, -0.02, 1.0, 0.4)),
    *_both(box(0.18, -0.2, 0.52, 0.16), light=True),
    Layer(box(-0.5, 0.4, 0.5, 0.64), light=True),
    *_both(((0.17, 0.42), (0.17, 0.62)), 0.07),
)

STAR: Figure = (
    Layer(tuple((x, y + 0.08) for x, y in star(5, 0.47, radius=1.04))),
    *_both(ellipse((0.19, -0.08), 0.09, 0.15), light=True),
    Layer(arc((0.0, 0.12), 0.27, 25, 155), 0.09, light=True),
)

GUITAR: Figure = turned(
    (
        Layer(disc((0.0, 0.5), 0.47)),
        Layer(disc((0.0, -0.02), 0.34)),
        Layer(((0.0, 0.0), (0.0, -0.95)), 0.17),
        Layer(((0.0, -0.95), (0.0, -1.12)), 0.3),
        Layer(disc((0.0, 0.24), 0.16), light=True),
        Layer(((-0.2, 0.66), (0.2, 0.66)), 0.08, light=True),
    ),
    38,
)

_SIDE = 0.78
DRUM: Figure = (
    Layer(ellipse((0.0, 0.66), _SIDE, 0.27)),
    Layer(box(-_SIDE, -0.16, _SIDE, 0.66)),
    Layer(ellipse((0.0, -0.16), _SIDE, 0.27)),
    Layer(ellipse((0.0, -0.16), _SIDE - 0.11, 0.18), light=True),
    Layer(
        ((-0.7, 0.16), (-0.42, 0.76), (-0.14, 0.24), (0.14, 0.8), (0.42, 0.24), (0.7, 0.66)), 0.07, light=True
    ),
    *_both(((0.1, -0.2), (0.72, -0.86)), 0.1),
    *_both(disc((0.08, -0.18), 0.12)),
)

PIANO: Figure = (
    Layer(box(-1.0, -0.66, 1.0, 0.72)),
    *(
        Layer(box(-0.91 + key * 0.364, -0.42, -0.91 + key * 0.364 + 0.31, 0.63), light=True)
        for key in range(5)
    ),
    *(Layer(box(x - 0.13, -0.45, x + 0.13, 0.2)) for x in (-0.573, -0.209, 0.519)),
)

TRUMPET: Figure = (
    Layer(((-0.96, -0.16), (0.5, -0.16)), 0.15),
    Layer(((-0.98, -0.28), (-0.98, -0.04)), 0.13),
    Layer(
        (
            *((0.3, -0.235), (0.6, -0.28), (0.8, -0.4), (0.92, -0.62)),
            *((1.0, -0.62), (1.0, 0.3), (0.92, 0.3), (0.8, 0.08), (0.6, -0.04), (0.3, -0.085)),
        )
    ),
    Layer(
        (*arc((0.38, 0.14), 0.3, -90, 90), *arc((-0.46, 0.14), 0.3, 90, 270)),
        0.14,
    ),
    *(Layer(((x, -0.5), (x, 0.52)), 0.15) for x in (-0.3, -0.04, 0.22)),
    *(Layer(((x - 0.06, -0.56), (x + 0.06, -0.56)), 0.13) for x in (-0.3, -0.04, 0.22)),
)

_HEAD_DOWN = ((0.98, 0.2), (0.42, 0.2), (0.7, 0.74))
DODGE: Figure = (
    Layer(disc((0.0, 0.42), 0.3)),
    Layer((*((-0.7, 0.7), (-0.7, 0.1)), *arc((0.0, 0.1), 0.7, 180, 360), (0.7, 0.26)), 0.24),
    Layer(_HEAD_DOWN),
)

BOUNCE: Figure = (
    Layer(box(0.72, -0.95, 0.98, 0.95)),
    Layer(((-0.8, -0.68), (0.5, 0.0), (-0.34, 0.44)), 0.22),
    Layer(((-0.13, 0.7), (-0.4, 0.17), (-0.94, 0.75))),
)

CHARACTERS = {"creative cat": CAT, "word worm": WORM, "data head": HEAD, "star performer": STAR}
INSTRUMENTS = {"guitar": GUITAR, "drum": DRUM, "piano": PIANO, "trumpet": TRUMPET}


def puzzle_piece(number: int, of: int) -> Loop:
    """Piece `number`, from 0, of a row of jigsaw pieces from -1 to 1, each but the last with a knob to the right."""
    step = 2 / of
    left, right, top, bottom, knob = -1 + number * step, -1 + (number + 1) * step, -0.62, 0.62, 0.16

    def neck(x: float) -> Loop:
        # A round knob on a narrower neck, from above to below.
        return (x, -0.09), *arc((x + 0.12, 0.0), knob, -145, 145), (x, 0.09)

    out = neck(right) if number < of - 1 else ()
    hole = tuple(reversed(neck(left))) if number else ()
    return ((left, top), (right, top), *out, (right, bottom), (left, bottom), *hole)
