"""Zangle's deck: shape cards, Zs and their back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from math import hypot, sqrt
from typing import Any

from companion.printing.edition import Edition, Thing
from companion.printing.fit import Pose, Room, best_pose, common_unit
from companion.printing.pen import INK, Pen, Xy, marker_modules, regular
from companion.rules.polyform import Shape
from companion.rules.seeds import seed
from companion.rules.zangle.deck import DeckCard, deck

PAPER = "#ffffff"
CORNER_MM = 3.0
EDGE_MM = 5.0
"""Paper between a shape and the card's edge."""
CLEAR_MM = 4.0
"""Paper between a shape and a marker's quiet zone."""
TYPE_MM, TYPE_CLEAR_MM = 2.2, 2.5
TYPE_WIDTH_MM = 6.0
"""Three digits, or a digit and its small triangle."""
INNER_LINE_MM = 0.45
INNER_GAP_MM = 1.0
"""Inner lines end short of the vertices: the outline keeps its corners and the shape stays one blob."""

# A bold Z as a polygon in a box of width 1 and height 1, y downwards.
Z_BAR, Z_WAIST = 0.22, 0.30
Z = (
    (0.0, 0.0), (1.0, 0.0), (1.0, Z_BAR), (Z_WAIST, 1 - Z_BAR), (1.0, 1 - Z_BAR),
    (1.0, 1.0), (0.0, 1.0), (0.0, 1 - Z_BAR), (1 - Z_WAIST, Z_BAR), (0.0, Z_BAR),
)  # fmt: skip
Z_SIZE_MM = (33.0, 40.0)

BACK_GROUND, BACK_LINE, BACK_ACCENT = "#24405c", "#7fa0bd", "#e9dfc8"


@dataclass(frozen=True, slots=True)
class Style:
    """What all faces of one printed deck share."""

    size_mm: Xy
    colours: Mapping[str, str]
    family: str
    marker_mm: float
    inset_mm: float
    unit_mm: float
    room: Room

    @property
    def centre(self) -> Xy:
        """The middle of the card."""
        return self.size_mm[0] / 2, self.size_mm[1] / 2

    @property
    def marker_corners(self) -> tuple[Xy, Xy]:
        """The top left corners of both markers."""
        far = self.inset_mm + self.marker_mm
        return (self.inset_mm, self.inset_mm), (self.size_mm[0] - far, self.size_mm[1] - far)


def edition(profile: str, *, plain: bool) -> Edition:
    """The printed deck of a profile, `plain` without markers. Raises BadInput for an unknown profile."""
    cards = deck(profile)
    shared = style(cards)
    return Edition(
        game="zangle",
        profile=profile,
        size_mm=shared.size_mm,
        corner_mm=CORNER_MM,
        things=tuple(_thing(card, shared, plain=plain) for card in cards),
        back=partial(_draw_back, size=shared.size_mm),
        facts={"unit_mm": shared.unit_mm, "marker_family": None if plain else shared.family},
    )


def style(cards: tuple[DeckCard, ...]) -> Style:
    """What the seed says of faces and markers, and the drawing scale that fits all these cards."""
    facts = seed("zangle")
    size = (float(facts["face"]["width_mm"]), float(facts["face"]["height_mm"]))
    marker, inset = float(facts["markers"]["size_mm"]), float(facts["markers"]["inset_mm"])
    modules = len(marker_modules(facts["markers"]["family"], 0))
    # Plain cards leave the markers' place free all the same: one deck, with or without.
    kept = inset + marker + marker / modules + CLEAR_MM
    wide, high = inset + TYPE_WIDTH_MM + TYPE_CLEAR_MM, inset + TYPE_MM + TYPE_CLEAR_MM
    room = Room(
        size,
        EDGE_MM,
        (
            (0.0, 0.0, kept, kept),
            (size[0] - kept, size[1] - kept, size[0], size[1]),
            (size[0] - wide, 0.0, size[0], high),
            (0.0, size[1] - high, wide, size[1]),
        ),
    )
    return Style(
        size_mm=size,
        colours={row["name"]: row["srgb"] for row in facts["colours"]},
        family=facts["markers"]["family"],
        marker_mm=marker,
        inset_mm=inset,
        unit_mm=common_unit({card.shape for card in cards if card.shape is not None}, room),
        room=room,
    )


def _thing(card: DeckCard, style: Style, *, plain: bool) -> Thing:
    pose = None if card.shape is None else best_pose(card.shape, style.room, style.unit_mm)
    return Thing(
        id=card.id,
        draw=partial(_draw_face, card=card, style=style, pose=pose, plain=plain),
        facts={
            "number": card.number,
            "triangles": card.triangles,
            "shape": None if card.shape is None else card.shape.to_json(),
            "colour": card.colour,
            "srgb": style.colours[card.colour],
            "copy": int(card.id.rpartition("-")[2]),
            "outline_mm": [
                [[round(x, 3), round(y, 3)] for x, y in loop] for loop in _loops(card.shape, style, pose)
            ],
            "markers": [] if plain else _markers(card, style),
        },
    )


def _markers(card: DeckCard, style: Style) -> list[dict[str, Any]]:
    size = style.marker_mm
    return [
        {"id": number, "corners_mm": [[x, y], [x + size, y], [x + size, y + size], [x, y + size]]}
        for number, (x, y) in zip(card.markers, style.marker_corners, strict=True)
    ]


def _loops(shape: Shape | None, style: Style, pose: Pose | None) -> list[tuple[Xy, ...]]:
    if shape is None or pose is None:
        left, top = (c - s / 2 for c, s in zip(style.centre, Z_SIZE_MM, strict=True))
        return [tuple((left + x * Z_SIZE_MM[0], top + y * Z_SIZE_MM[1]) for x, y in Z)]
    return [pose.place(loop, style.unit_mm, style.centre) for loop in shape.outline()]


def _draw_face(pen: Pen, *, card: DeckCard, style: Style, pose: Pose | None, plain: bool) -> None:
    width, height = style.size_mm
    pen.round_rectangle((0.0, 0.0), style.size_mm, CORNER_MM, PAPER)
    pen.fill(_loops(card.shape, style, pose), style.colours[card.colour])
    if card.shape is not None and pose is not None:
        inner = [pose.place(edge, style.unit_mm, style.centre) for edge in card.shape.inner_edges()]
        pen.lines([_shortened(a, b) for a, b in inner], PAPER, INNER_LINE_MM, round_ends=True)
    inset = style.inset_mm
    pen.text((inset, height - inset), str(card.number), TYPE_MM)
    _draw_count(pen, (width - inset, inset + TYPE_MM), card.triangles)
    if not plain:
        for corner, number in zip(style.marker_corners, card.markers, strict=True):
            pen.marker(corner, style.marker_mm, style.family, number)


def _shortened(start: Xy, end: Xy) -> tuple[Xy, Xy]:
    (x0, y0), (x1, y1) = start, end
    part = INNER_GAP_MM / hypot(x1 - x0, y1 - y0)
    dx, dy = (x1 - x0) * part, (y1 - y0) * part
    return (x0 + dx, y0 + dy), (x1 - dx, y1 - dy)


def _draw_count(pen: Pen, foot: Xy, triangles: int) -> None:
    """The count of triangles with a small triangle behind it, or a Z, ending at `foot`."""
    if not triangles:
        pen.text(foot, "Z", TYPE_MM, align="right")
        return
    x, y = foot
    side = TYPE_MM * 2 / sqrt(3)
    pen.fill([((x - side, y), (x, y), (x - side / 2, y - TYPE_MM))], INK)
    pen.text((x - side - 0.7, y), str(triangles), TYPE_MM, align="right")


def _draw_back(pen: Pen, *, size: Xy) -> None:
    """Rings of hexagons on blue within a white rim that forgives a slipped duplex page."""
    width, height = size
    rim = 3.5
    pen.round_rectangle((0.0, 0.0), size, CORNER_MM, PAPER)
    pen.round_rectangle((rim, rim), (width - 2 * rim, height - 2 * rim), 1.5, BACK_GROUND)
    step = 8.0
    rise = step * sqrt(3) / 2
    for row in range(-5, 6):
        for column in range(-4, 5):
            x = width / 2 + (column + (row % 2) / 2) * step
            y = height / 2 + row * rise
            if min(x, width - x) > rim + 3.2 and min(y, height - y) > rim + 3.2:
                accent = (column - row // 2) % 3 == 0 and row % 3 == 0
                _draw_ring(pen, (x, y), accent=accent)


def _draw_ring(pen: Pen, centre: Xy, *, accent: bool) -> None:
    outer, inner = regular(6, centre, 3.6), regular(6, centre, 2.9)
    pen.fill([outer, inner], BACK_ACCENT if accent else BACK_LINE)
    pen.fill([regular(6, centre, 1.3 if accent else 0.7)], BACK_ACCENT if accent else BACK_LINE)
