"""The annotated picture: the photo itself is left alone, what was read is marked, the arrangement is drawn."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from companion.rules.polyform import IAMOND, Shape, first_cover
from vision.cards.draw import annotate
from vision.photo import Pixels
from vision.quads import as_quad
from vision.sighting import CardSighting, Outline, Quad, Seen, Unread

LEFT: Quad = ((60.0, 60.0), (186.0, 60.0), (186.0, 236.0), (60.0, 236.0))
MIDDLE: Quad = ((260.0, 60.0), (386.0, 60.0), (386.0, 236.0), (260.0, 236.0))
RIGHT: Quad = ((460.0, 60.0), (586.0, 60.0), (586.0, 236.0), (460.0, 236.0))
ONE = Shape.of(IAMOND, [((0, 0), (1, 0), (0, 1))])
TWO = Shape.of(IAMOND, [((0, 0), (1, 0), (0, 1)), ((1, 0), (0, 1), (1, 1))])


def table(shade: int = 128) -> Pixels:
    return np.full((480, 800, 3), shade, np.uint8)


def card(shape: Shape | None, corners: Quad) -> CardSighting:
    return CardSighting(None, 0 if shape is None else shape.size, shape, corners, 0.9, ("outline", "shape"))


def seen(*cards: CardSighting, unread: tuple[Unread, ...] = ()) -> Seen:
    return Seen("zangle", "iamond", (800, 480), cards, unread)


def changed(before: Pixels, after: Pixels) -> NDArray[np.bool_]:
    return np.asarray((before != after).any(-1))


@pytest.mark.parametrize("shade", [0, 60, 128, 200, 255])
def test_an_outline_stands_out_on_any_ground(shade: int) -> None:
    drawn = annotate(table(shade), seen(card(ONE, LEFT)))
    across = drawn[150, 50:70].astype(int)
    assert np.ptp(across.max(-1)) > 90
    assert changed(table(shade), drawn)[60:236, 60].all()


def test_the_photo_itself_is_left_alone() -> None:
    photo = table()
    annotate(photo, seen(card(ONE, LEFT)))
    assert (photo == 128).all()


def test_what_is_not_read_is_dashed() -> None:
    photo = table()
    drawn = annotate(photo, seen(unread=(Unread(LEFT, "covered: take the hand away"),)))
    orange = drawn[70:226, 60, 2].astype(int) - drawn[70:226, 60, 0] > 100
    assert 0.2 < orange.mean() < 0.8


@pytest.mark.parametrize("why", ["nothing on it could be read: turn it face up", "too small: come closer"])
@pytest.mark.parametrize("size", [1.0, 0.4])
def test_why_a_card_is_not_read_covers_no_card_beside_it(why: str, size: float) -> None:
    photo, middle = table(), np.mean(MIDDLE, 0)
    corners = middle + size * (np.array(MIDDLE) - middle)
    drawn = annotate(photo, seen(unread=(Unread(as_quad(corners), why),)))
    across = np.asarray(changed(photo, drawn).any(0))
    half = 63 * size
    assert across[round(middle[0] - half / 3) : round(middle[0] + half / 3)].any()
    assert not across[: round(middle[0] - half - 14)].any()
    assert not across[round(middle[0] + half + 15) :].any()


def test_outlines_alone_have_no_label() -> None:
    photo = table()
    drawn = annotate(photo, Seen("none", None, (800, 480), (Outline(LEFT),), ()))
    assert changed(photo, drawn)[60:236, 60].all()
    assert not changed(photo, drawn)[80:216, 80:166].any()


def test_the_arrangement_is_drawn_even_where_no_shape_is_found_in_the_photo() -> None:
    photo = table()
    cards = seen(card(TWO, LEFT), card(ONE, MIDDLE), card(ONE, RIGHT))
    cover = first_cover(TWO, [ONE, ONE])
    assert cover is not None
    parts = [
        {"card": 1 + p.part, "triangles": [list(map(list, t)) for t in p.triangles]} for p in cover.placements
    ]
    plain = annotate(photo, cards)
    drawn = annotate(photo, cards, {"target": 0, "arrangement": parts})
    assert changed(plain, drawn).mean() > 0.02
    assert not (annotate(photo, cards, {"target": None, "arrangement": []}) != plain).any()


@pytest.mark.parametrize("verdict", [{}, {"target": 7, "arrangement": [{"card": 0, "triangles": []}]}, None])
def test_a_verdict_without_an_arrangement_on_a_read_card_draws_none(
    verdict: dict[str, object] | None,
) -> None:
    photo = table()
    assert not (
        annotate(photo, seen(card(ONE, LEFT)), verdict) != annotate(photo, seen(card(ONE, LEFT)))
    ).any()


def test_cards_at_the_picture_s_rim_can_be_drawn() -> None:
    off: Quad = ((-40.0, -30.0), (60.0, -20.0), (50.0, 110.0), (-50.0, 100.0))
    far: Quad = ((760.0, 420.0), (860.0, 430.0), (850.0, 560.0), (750.0, 550.0))
    drawn = annotate(table(), seen(card(ONE, off), card(None, far)))
    assert drawn.shape == (480, 800, 3)
