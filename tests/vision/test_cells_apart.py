"""Figures whose triangles are printed apart, with seams of paper or of another paint between them."""

from __future__ import annotations

from collections import Counter

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.polyform import Shape, free_shapes, lattice_named
from tests.vision.cards_drawn import (
    CARD_MM,
    DEEP,
    WHITE,
    WIDE,
    Colour,
    Lie,
    blank,
    figures,
    in_triangles,
    paint,
    saved,
    triangles_of,
)
from vision.cards.face.cells_apart import CellsApart, cells_apart
from vision.cards.face.faces import Asked, Face, read_face
from vision.cards.see import see
from vision.photo import Pixels
from vision.plane import Floats
from vision.rectify import Pyramid, face_map
from vision.sighting import CardSighting

KRAFT, CHALK, DUSTY = (104, 152, 186), (228, 232, 234), (205, 210, 210)
UNIT_MM = 15.0


def table(profile: str, paper: Colour, *, seam_mm: float, rim_mm: float) -> Pixels:
    """Eight cards in two rows on a dark table, their triangles apart by a seam and each with a rim of chalk."""
    picture = WIDE.bare((70, 62, 58))
    for lie, shape in WIDE.laid(figures(profile)):
        blank(picture, lie, paper)
        for width_mm, ink in ((seam_mm - 2 * rim_mm, CHALK), (seam_mm, DEEP[shape.size])):
            in_triangles(picture, lie, shape, UNIT_MM, width_mm, ink)
    return saved(picture, np.random.default_rng(5), 92)


@pytest.mark.parametrize(
    ("paper", "seam_mm", "rim_mm"),
    [(WHITE, 2.0, 0.0), (WHITE, 2.8, 0.0), (KRAFT, 2.4, 0.4), (KRAFT, 2.8, 0.5)],
    ids=["white", "white-wide", "rims", "rims-wide"],
)
@pytest.mark.parametrize("profile", ["iamond", "abolo"])
def test_a_deck_printed_in_triangles_apart_is_read(
    profile: str, paper: Colour, seam_mm: float, rim_mm: float
) -> None:
    seen = see(table(profile, paper, seam_mm=seam_mm, rim_mm=rim_mm), game="zangle")
    assert seen.profile == profile
    read = Counter(card.shape.key for card in seen.cards if isinstance(card, CardSighting) and card.shape)
    assert read == Counter(shape.key for shape in figures(profile))


SIDE = 140


def painted(corners: list[Floats]) -> Floats:
    """The shares (SIDE, SIDE) of ink of triangles (3, 2) px, each pixel as much of it as they cover."""
    finer = 8
    fine = np.zeros((SIDE * finer, SIDE * finer), np.uint8)
    for triangle in corners:
        points = np.round(((triangle + 0.5) * finer - 0.5) * 16).astype(np.int32)
        cv2.fillConvexPoly(fine, points, 255, shift=4)
    share = cv2.resize(fine, (SIDE, SIDE), interpolation=cv2.INTER_AREA).astype(np.float32) / 255
    return np.asarray(cv2.GaussianBlur(share, (0, 0), 0.7), np.float32)


def joined(share: Floats, first: tuple[float, float]) -> CellsApart | None:
    """The figure of which the patch at `first`, x and y, is a triangle."""
    _, labels = cv2.connectedComponents((share > 0.5).astype(np.uint8), connectivity=8, ltype=cv2.CV_16U)
    x, y = (round(at) for at in first)
    return cells_apart(np.asarray(share, np.float32), np.asarray(labels, np.uint16), int(labels[y, x]))


def placed(shape: Shape, unit_px: float, seam_px: float, turn: float) -> list[Floats]:
    lie = Lie(np.full(2, SIDE / 2), np.degrees(turn), unit_px)
    return [lie.px(corners) for corners in triangles_of(shape, seam_px / unit_px)]


SHAPES = [
    shape
    for name in ("iamond", "abolo")
    for size in range(2, 6)
    for shape in free_shapes(lattice_named(name), size)
]


@settings(max_examples=60, deadline=None)
@given(
    shape=st.sampled_from(SHAPES),
    unit_px=st.floats(22, 30),
    seam_px=st.floats(3, 5),
    turn=st.floats(0, 6.28),
)
def test_the_figure_is_what_its_triangles_make_without_seams(
    shape: Shape, unit_px: float, seam_px: float, turn: float
) -> None:
    cells = placed(shape, unit_px, seam_px, turn)
    found = joined(painted(cells), tuple(cells[0].mean(0)))
    assert found is not None
    assert found.cells.number == shape.size
    whole = painted(placed(shape, unit_px, 0.0, turn))
    # Nowhere more than a pixel off: half a share along the boundary is half a pixel.
    assert float(np.abs(found.whole - whole).sum()) < 0.6 * boundary_px(shape, unit_px)
    assert abs(float(found.whole.sum() - whole.sum())) < 0.04 * float(whole.sum())


def boundary_px(shape: Shape, unit_px: float) -> float:
    loop = np.array(shape.outline()[0], float)
    return float(np.linalg.norm(np.roll(loop, -1, axis=0) - loop, axis=1).sum()) * unit_px


FOUR = free_shapes(lattice_named("iamond"), 4)[0]


def test_a_figure_of_which_a_triangle_is_half_covered_is_none() -> None:
    cells = placed(FOUR, 26.0, 4.0, 0.3)
    half = [cells[3].mean(0) + (cells[3] - cells[3].mean(0)) * 0.55]
    assert joined(painted(cells), tuple(cells[0].mean(0))) is not None
    assert joined(painted(cells[:3] + half), tuple(cells[0].mean(0))) is None


def test_triangles_farther_apart_than_a_seam_are_figures_of_their_own() -> None:
    cells = placed(FOUR, 26.0, 4.0, 0.3)
    middle = sum(cell.mean(0) for cell in cells) / 4
    strewn = [cell + 0.9 * (cell.mean(0) - middle) for cell in cells]
    assert joined(painted(strewn), tuple(strewn[0].mean(0))) is None


def test_squares_are_no_triangles() -> None:
    square = np.array([[0.0, 0], [20, 0], [20, 20], [0, 20]])
    share = np.zeros((SIDE, SIDE), np.float32)
    for x, y in ((30, 30), (54, 30), (30, 54)):
        share = np.maximum(share, painted([square[:3] + (x, y), square[[0, 2, 3]] + (x, y)]))
    assert joined(share, (40, 40)) is None


@pytest.mark.parametrize("paper", [KRAFT, (60, 110, 70)], ids=["brown", "green"])
def test_a_letter_lighter_than_its_paper_is_read(paper: Colour) -> None:
    """The middle card of the lower row is a Z in chalk."""
    picture = table("iamond", paper, seam_mm=0.0, rim_mm=0.0)
    lie = WIDE.lie(6)
    blank(picture, lie, paper)
    across = np.array([0, 1, 1, 0.3, 1, 1, 0, 0, 0.7, 0]) * 26 - 13
    down = np.array([0, 0, 0.2, 0.8, 0.8, 1, 1, 0.8, 0.2, 0.2]) * 34 - 17
    bare = picture.copy()
    paint(picture, lie, np.stack([across, down], -1), DUSTY)
    # Chalk does not cover evenly.
    grain = cv2.GaussianBlur(np.random.default_rng(3).normal(0, 1, picture.shape[:2]), (0, 0), 1.2)
    drawn = (picture != bare).any(-1)
    picture[drawn] = np.clip(picture[drawn] + (14 / grain.std() * grain[drawn])[:, None], 0, 255)
    seen = see(picture, game="zangle")
    letters = [card for card in seen.cards if isinstance(card, CardSighting) and card.triangles == 0]
    assert len(letters) == 1
    assert np.array(letters[0].corners_px).mean(0) == pytest.approx(lie.middle_px, abs=4)


LARGE_TRIANGLE = next(
    shape for shape in free_shapes(lattice_named("iamond"), 4) if len(shape.outline()[0]) == 3
)


def face_with(shape: Shape, off_mm: float) -> Face:
    """What a card shows whose figure, its triangles 2.4 mm apart, lies so far beside its middle."""
    picture = np.full((420, 420, 3), (70, 62, 58), np.uint8)
    lie = Lie(np.full(2, 210.0), 0.0, 4.0)
    corners = blank(picture, lie, WHITE)
    beside = Lie(lie.middle_px + (4 * off_mm, 0.0), 0.0, 4.0)
    in_triangles(picture, beside, shape, 13.0, 2.4, DEEP[shape.size])
    return read_face(Pyramid(picture), face_map(corners, CARD_MM), Asked(("iamond",)))


def test_a_figure_is_one_of_as_many_triangles_as_it_is_printed_in() -> None:
    face = face_with(LARGE_TRIANGLE, 0.0)
    assert face.blob is not None
    assert face.blob.cells is not None
    assert face.blob.cells.number == 4
    # By its form alone it may be a single triangle, twice as large.
    assert {fit.shape.size for fit in face.fits["iamond"]} == {4}


def test_what_lies_beside_the_middle_is_of_one_of_two_cards_that_one_outline_holds() -> None:
    face = face_with(LARGE_TRIANGLE, 12.0)
    assert face.blob is not None
    assert face.blob.cells is None
