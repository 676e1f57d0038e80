"""Parts of a table's pattern are not named as cards that could not be read; what may be one is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from tests.vision.made_faces import RED, SQUARE, UNIT_MM, face_of, fit_of
from vision.cards.decks.candidates import Candidate
from vision.cards.decks.decide import Decision
from vision.cards.decks.own_paper import WHY, _may_be_print
from vision.cards.decks.table_ink import Drawn, on_the_table, table_ink
from vision.cards.gaps import without_gaps
from vision.cards.no_card import without_pattern
from vision.cards.spots import PrintSpot
from vision.ground import Ground
from vision.plane import Floats, rectangle
from vision.quads import as_quad
from vision.sighting import CardSighting, Unread

CARD_MM = (63.0, 88.0)
GROUND = Ground((np.eye(3),), None, None, CARD_MM)
"""A table seen from above, a pixel a millimetre."""
BLUE, RUST, PAPER = (200.0, 110.0, 40.0), (40.0, 60.0, 190.0), (235.0, 238.0, 240.0)
"""Blue, green, red."""
READ = Decision(2, SQUARE, 0.99, None, True)
WHERE = np.array([500.0, 500.0])
"""Of what is not read, beside three cards that are."""
PRINTED = face_of([fit_of(SQUARE, 0.02)], RED)
CARDS = [(Candidate(rectangle(CARD_MM, (100.0 * k, 0.0)), PRINTED, True), READ) for k in range(3)]
STATED = [CardSighting(None, 2, SQUARE, as_quad(c.corners), 0.99, ("outline",)) for c, _ in CARDS]


def _spot(
    middle: Sequence[float] | Floats, ink: tuple[float, float, float], paper: tuple[float, float, float]
) -> PrintSpot:
    x, y = middle
    return PrintSpot(np.array(middle), (x - 10, y - 10, 20, 20), 200.0, 1.0, ink=ink, paper=paper)


def _spots(
    count: int,
    ground: tuple[float, float, float] = PAPER,
    on_card: tuple[float, float, float] = RUST,
    paint: tuple[float, float, float] = BLUE,
) -> list[PrintSpot]:
    """What is not read, in blue, so many more in that ink or another `paint` on a ground, and a card's print."""
    pattern = [_spot((40.0 * k, 700.0), paint, ground) for k in range(count)]
    return [_spot(WHERE, BLUE, PAPER), *pattern, _spot((31.0, 44.0), on_card, PAPER)]


def _place(side: float = 60.0, *, outlined: bool = False, off_scale: float = 1.0) -> Candidate:
    fit = fit_of(SQUARE, 0.02)
    own = face_of([replace(fit, unit_mm=UNIT_MM * off_scale)], RED)
    return Candidate(rectangle((side, side)) + WHERE - side / 2, own, outlined)


def _named(one: Candidate, spots: list[PrintSpot], cards: int = 3) -> bool:
    doubt = one, Unread(as_quad(one.corners), "why")
    return bool(without_pattern([doubt], CARDS[:cards], STATED, spots, GROUND, "abolo"))


@pytest.mark.parametrize(
    ("spots", "named"),
    [
        (_spots(8), False),
        (_spots(7), True),
        (_spots(8, ground=(60.0, 90.0, 120.0)), True),  # it stands on paper, the pattern on wood
        (_spots(8, on_card=BLUE), True),  # a card that is read is printed in that ink
        (_spots(8, paint=(90.0, 160.0, 40.0)), True),  # the pattern is green
        (_spots(8, paint=(230.0, 222.0, 215.0)), True),  # the pattern is far paler
    ],
)
def test_what_is_off_the_deck_s_scale_in_an_ink_of_the_table_s_is_not_named(
    spots: list[PrintSpot], *, named: bool
) -> None:
    assert _named(_place(off_scale=1.3), spots) == named


def test_a_print_drawn_as_the_deck_s_is_named_whatever_the_table_s_paint() -> None:
    assert _named(_place(), _spots(20))


def test_few_cards_tell_no_deck_s_inks() -> None:
    assert _named(_place(off_scale=1.3), _spots(20), cards=2)


@pytest.mark.parametrize(
    ("paper", "side", "spots", "named"),
    [
        ((0.04, 0.44, 0.52), 60.0, _spots(8), False),
        ((0.6, 0.6, 0.6), 60.0, _spots(8), True),  # of the cards' paper
        ((0.04, 0.44, 0.52), 60.0, _spots(0), True),
        ((0.04, 0.44, 0.52), 30.0, _spots(0), False),  # half as long as a card is broad
        ((0.6, 0.6, 0.6), 30.0, _spots(0), True),
    ],
)
def test_an_outline_of_another_paper_is_not_named_if_it_is_painted_or_tiny(
    paper: tuple[float, float, float], side: float, spots: list[PrintSpot], *, named: bool
) -> None:
    one = _place(side, outlined=True, off_scale=1.3)
    assert _named(replace(one, face=replace(one.face, paper=np.array(paper))), spots) == named


@pytest.mark.parametrize(
    ("chips", "off_scale", "table"), [(31, 1.3, True), (29, 1.3, False), (31, 1.0, False)]
)
def test_a_ground_strewn_with_chips_is_no_paper_in_shade(
    chips: int, off_scale: float, *, table: bool
) -> None:
    ink = table_ink(_spots(chips, on_card=BLUE)[:-1], [])
    one = _place(off_scale=off_scale)
    assert on_the_table(one, ink, Drawn(UNIT_MM, 0.02), "abolo") == table


@pytest.mark.parametrize(("around", "named"), [(2, False), (1, True), (0, True)])
def test_what_two_cards_bound_is_the_table_between_them(around: int, *, named: bool) -> None:
    """A shape that is not read, in a gap just as wide as it is; what one card bounds may lie beneath it."""
    loop = fit_of(SQUARE, 0.02).outline_mm
    low, high = loop.min(0), loop.max(0)
    beside = [
        rectangle(CARD_MM, (float(high[0]) + 0.1, -20.0)),
        rectangle(CARD_MM, (float(low[0]) - CARD_MM[0] - 0.1, -20.0)),
    ]
    corners = rectangle((60.0, 60.0)) + (low + high) / 2 - 30
    one = Candidate(corners, PRINTED, False), Decision(None, None, 0.0, WHY, True)
    told = without_gaps([one], beside[:around], "abolo")
    assert (told[0][1].why is not None) == named


def _round(count: int) -> Floats:
    turns = np.linspace(0, 2 * np.pi, 60, endpoint=False)
    spread = 1 + 0.1 * np.cos(count * turns)
    return np.asarray(np.stack([np.cos(turns), np.sin(turns)], 1) * spread[:, None] * 7 + 30)


@pytest.mark.parametrize(("lobes", "may_be"), [(0, False), (5, True)])
def test_a_coin_on_paper_is_no_print(lobes: int, *, may_be: bool) -> None:
    face = face_of([fit_of(SQUARE, 0.05)], RED)
    assert face.blob is not None
    face = replace(face, blob=replace(face.blob, boundary_mm=_round(lobes)))
    papers = np.array([face.paper, face.paper])
    assert _may_be_print(face, UNIT_MM / 2**0.5, papers) == may_be
